#include "ui/steps/step_answers.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/steps/question.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/text_field.h"

namespace attention_lab {
namespace {

// In multiples of the text size.
constexpr float reveal_button = 5.2f;
constexpr float longest_answer = 7;
constexpr float entry_field = 5;  // for one entry of a vector
constexpr float row_pitch = 1.95f;
constexpr float part_gap = 0.4f;

// Other letters and Space keep their meaning (takes_letters): no command has the letter E.
bool belongs_to_number(ImWchar character) {
  constexpr ImWchar minus = 0x2212;
  constexpr ImWchar infinity = 0x221E;
  return character == minus || character == infinity ||
         (character < 0x80 && std::strchr("0123456789.,+-eE", static_cast<char>(character)));
}

constexpr Index most_buttons = 8;  // for the answers; if there are more, the answer is typed

}  // namespace

StepAnswers::StepAnswers(const Session& session, ViewState& view, const Painter& painter, float enlargement)
    : session_(session),
      view_(view),
      player_(view.steps),
      enlargement_(enlargement),
      sizes_(view.sizes().scaled(enlargement)),
      painter_(painter) {
  if (enlargement_ == 1) return;  // otherwise, fonts of all these sizes are there
  need_fonts(view, {{FontWeight::regular, sizes_.body},
                    {FontWeight::medium, sizes_.body},
                    {FontWeight::regular, sizes_.caption}});
}

float StepAnswers::button_height(float line) const {
  return std::round(std::min(line * 0.88f, sizes_.body * 1.75f));
}

float StepAnswers::guess_height() const {
  return std::round(sizes_.body * 1.7f);
}

float StepAnswers::reveal_width() const {
  return std::round(sizes_.body * reveal_button);
}

std::string StepAnswers::label(const Question& question, Index answer) const {
  return std::to_string(answer + 1) + "  " +
         shorten(answer_in_words(session_, question, answer), sizes_.body * longest_answer, sizes_.body,
                 FontWeight::regular, painter_.metrics());
}

std::vector<Rect> StepAnswers::buttons(const Question& question, const Rect& area, float line) const {
  if (question.n_answers > most_buttons) return {};
  const float gap = sizes_.body * 0.5f;
  std::vector<Rect> rects;
  float x = area.x;
  float y = area.y;
  for (Index answer = 0; answer < question.n_answers; ++answer) {
    const float width =
        std::ceil(painter_.metrics().width(label(question, answer), sizes_.body, FontWeight::regular) +
                  sizes_.body * 1.4f);
    if (x > area.x && x + width > area.right()) {
      x = area.x;
      y += line;
    }
    if (x + width > area.right() + 1 || y + line > area.bottom() + 1) return {};
    rects.push_back(
        {std::round(x), std::round(y + (line - button_height(line)) / 2), width, button_height(line)});
    x += width + gap;
  }
  return rects;
}

void StepAnswers::draw_buttons(const Question& question, const std::vector<Rect>& buttons) {
  Controls controls(view_, painter_, enlargement_);
  const std::vector<std::string> wrong =
      player_.answers().empty() ? std::vector<std::string>() : player_.answers().front().guesses;
  Index chosen = typed_answer(question);
  for (std::size_t i = 0; i < buttons.size(); ++i) {
    const Index answer = static_cast<Index>(i);
    const std::string words = answer_in_words(session_, question, answer);
    const bool was_wrong = std::find(wrong.begin(), wrong.end(), words) != wrong.end();
    const std::string name = "steps.answer." + std::to_string(i);
    view_.fonts.need(words);
    if (controls.button(buttons[i], name.c_str(), label(question, answer), !was_wrong,
                        "Or press the key of its number."))
      chosen = answer;
  }
  if (chosen >= 0) answer_question(session_, view_, chosen);
}

/// The answer whose digit was pressed, or −1. While a cell is selected, digits go to the cell.
Index StepAnswers::typed_answer(const Question& question) const {
  if (view_.selected || !takes_keys(view_)) return -1;
  for (const ImWchar c : ImGui::GetIO().InputQueueCharacters) {
    const Index answer = static_cast<Index>(c) - '1';
    if (answer >= 0 && answer < question.n_answers) return answer;
  }
  return -1;
}

void StepAnswers::draw_typed_answer(Point left, float width, float line) {
  const float height = button_height(line);
  draw_field({std::round(left.x), std::round(left.y - height / 2), width, height}, 0,
             "type the word or its number");
}

float StepAnswers::guess_width(float room) const {
  return std::min(sizes_.body * 21, room * 0.58f);
}

void StepAnswers::draw_guess(Point left, float width) {
  const float control = decimals_width();
  const bool has_chip = width > control + sizes_.body * 11.5f;
  const float gap = sizes_.body * 0.5f;
  const float end = draw_field_and_button(left, width - (has_chip ? control + gap : 0),
                                          has_chip ? "your guess" : asked_in_words().c_str());
  if (has_chip)
    choose_decimals({end + gap, std::round(left.y - guess_height() / 2), control, guess_height()});
}

float StepAnswers::draw_fields_in_column(Point corner, float width) {
  const float height = guess_height();
  if (!asks_for_several()) {
    const float next = std::round(height + sizes_.body * part_gap);
    draw_field_and_button({corner.x, corner.y + height / 2}, width, "your guess");
    choose_decimals({corner.x, std::round(corner.y + next), decimals_width(), height});
    return next + height;
  }
  const float rows = draw_rows(corner, width) + std::round(sizes_.body * part_gap);
  const Point left{corner.x, corner.y + rows + height / 2};
  if (reveal_and_decimals_width() <= width) {
    draw_reveal_and_decimals(left, height);
    return rows + height;
  }
  draw_reveal({left.x, std::round(left.y - height / 2), reveal_width(), height});
  const float next = std::round(height + sizes_.body * part_gap);
  choose_decimals({left.x, std::round(left.y - height / 2 + next), decimals_width(), height});
  return rows + next + height;
}

void StepAnswers::draw_reveal_and_decimals(Point left, float height) {
  const float y = std::round(left.y - height / 2);
  draw_reveal({std::round(left.x), y, reveal_width(), height});
  choose_decimals(
      {std::round(left.x + reveal_width() + sizes_.body * part_gap), y, decimals_width(), height});
}

float StepAnswers::reveal_and_decimals_width() const {
  return reveal_width() + sizes_.body * part_gap + decimals_width();
}

float StepAnswers::draw_rows(Point corner, float width) {
  const Row widest = widths_of_row();
  const float gaps = 2 * part_gap * sizes_.body;
  const Row row{widest.symbol, widest.field, std::max(width - widest.symbol - widest.field - gaps, 1.0f),
                guess_height()};
  const std::size_t at = player_.at;
  const float pitch = std::round(sizes_.body * row_pitch);
  float y = corner.y + pitch / 2;
  // A key in a field may go to another step.
  for (std::size_t entry = 0; entry < player_.asked.size() && player_.at == at; ++entry) {
    draw_row(row, {corner.x, y}, entry);
    y += pitch;
  }
  return pitch * static_cast<float>(player_.asked.size());
}

void StepAnswers::draw_fields_in_line(Point left, float width, float line) {
  Row row = widths_of_row();
  row.height = button_height(line);
  const float between = sizes_.body;
  const float pitch = row.symbol + row.field + row.mark + 2 * part_gap * sizes_.body + between;
  const std::size_t count = player_.asked.size();
  const auto fit = std::clamp<std::size_t>(static_cast<std::size_t>((width + between) / pitch), 1, count);
  const std::size_t field = player_.predictions.field;
  const std::size_t first = field < fit ? 0 : field - fit + 1;
  const std::size_t at = player_.at;
  for (std::size_t i = 0; i < fit && player_.at == at; ++i)
    draw_row(row, {left.x + pitch * static_cast<float>(i), left.y}, first + i);
}

std::string StepAnswers::symbol(std::size_t entry) const {
  return filled("<number> =", {{"number", player_.asked[entry].symbol}});
}

StepAnswers::Row StepAnswers::widths_of_row() const {
  Row row;
  for (std::size_t entry = 0; entry < player_.asked.size(); ++entry) {
    row.symbol = std::max(
        row.symbol, layout_markup(symbol(entry), sizes_.body, FontWeight::medium, painter_.metrics()).width);
  }
  row.field = std::round(sizes_.body * entry_field);
  for (const char* mark : {"too high", "revealed"})
    row.mark = std::max(row.mark, painter_.metrics().width(mark, sizes_.body, FontWeight::medium));
  return row;
}

/// The symbol; the field or, once it is answered, the number; and what came of it.
void StepAnswers::draw_row(const Row& row, Point left, std::size_t entry) {
  const std::vector<Answer>& answers = player_.answers();
  if (entry >= answers.size()) return;
  const Theme& theme = view_.theme();
  const float gap = part_gap * sizes_.body;
  const bool was_open = answers[entry].is_open();
  const Verdict verdict = was_open ? Verdict{answers[entry].hint, theme.error} : verdict_on(answers[entry]);
  painter_.markup(left, symbol(entry), theme.text, sizes_.body, FontWeight::medium);
  const Rect field{std::round(left.x + row.symbol + gap), std::round(left.y - row.height / 2), row.field,
                   row.height};
  if (was_open) {
    draw_field(field, entry, "");
  } else {
    const std::string number =
        format_number(static_cast<double>(player_.asked[entry].value), view_.preferences.decimals);
    painter_.text({field.x + sizes_.body * 0.5f, left.y}, number, verdict.colour, sizes_.body,
                  FontWeight::medium);
    view_.items.add(filled("steps.entry.<entry>", {{"entry", entry}}), field);
  }
  painter_.text({field.right() + gap, left.y},
                shorten(verdict.words, row.mark, sizes_.body, FontWeight::medium, painter_.metrics()),
                verdict.colour, sizes_.body, FontWeight::medium);
}

float StepAnswers::draw_field_and_button(Point left, float width, const char* hint) {
  const float gap = sizes_.body * 0.5f;
  const float height = guess_height();
  const float button = std::min(reveal_width(), std::round(width * 0.42f));
  const Rect field{std::round(left.x), std::round(left.y - height / 2), std::round(width - gap - button),
                   height};
  draw_field(field, 0, hint);
  const Rect reveal{std::round(field.right() + gap), field.y, button, height};
  draw_reveal(reveal);
  return reveal.right();
}

std::string StepAnswers::asked_in_words() const {
  return decimals_in_words(asked_decimals(view_));
}

float StepAnswers::decimals_width() const {
  return Controls(view_, painter_, enlargement_).choice_width("", asked_in_words());
}

void StepAnswers::choose_decimals(const Rect& rect) {
  Controls controls(view_, painter_, enlargement_);
  std::vector<Choice> choices;
  for (int decimals = 1; decimals <= most_asked_decimals; ++decimals)
    choices.push_back({decimals_in_words(decimals), ""});
  const int chosen =
      controls.choice(rect, "steps.decimals", "", asked_in_words(), choices,
                      "How many decimals of a guess must be right, at most as many as are shown.");
  if (chosen >= 0) view_.preferences.asked_decimals = chosen + 1;
}

void StepAnswers::draw_reveal(const Rect& rect) {
  Controls controls(view_, painter_, enlargement_);
  if (controls.button(rect, "steps.reveal", "Reveal", true, "Shows the answer, which then does not count."))
    reveal(view_.steps);
}

void StepAnswers::draw_field(const Rect& field, std::size_t entry, const char* hint) {
  Predictions& predictions = player_.predictions;
  std::vector<Answer>& answers = predictions.answers[player_.at];
  if (entry >= answers.size()) return;
  Answer& answer = answers[entry];
  view_.items.add(filled("steps.guess.<entry>", {{"entry", entry}}), field);
  ImGui::SetCursorScreenPos(upper_left(field));
  ImGui::SetNextItemWidth(field.width);
  ImGui::PushFont(view_.fonts.font(FontWeight::regular, sizes_.body));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {sizes_.body * 0.5f, (field.height - ImGui::GetFontSize()) / 2});
  ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, 5);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
  ImGui::PushStyleColor(ImGuiCol_Border,
                        packed(answer.hint.empty() ? view_.theme().accent : view_.theme().error));
  // While a cell is typed into, the keyboard is its field's.
  const bool takes_keyboard = entry == predictions.field && std::exchange(predictions.wants_focus, false);
  if (takes_keyboard && !view_.editing.typing) ImGui::SetKeyboardFocusHere();
  // Each step, entry and try has its own field, since an active field keeps its text.
  ImGui::PushID(static_cast<int>(player_.at));
  ImGui::PushID(static_cast<int>(entry));
  ImGui::PushID(static_cast<int>(answer.guesses.size()));
  const std::string shown_if_empty = answer.guesses.empty() ? hint : answer.guesses.back();
  constexpr ImGuiInputTextFlags flags =
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll;
  // The answer to a question may be a word.
  const bool is_number = !player_.question;
  const bool is_entered = is_number
                              ? text_field(view_, "##guess", shown_if_empty.c_str(), answer.typed.data(),
                                           answer.typed.size(), belongs_to_number, flags)
                              : text_field(view_, "##guess", shown_if_empty.c_str(), answer.typed.data(),
                                           answer.typed.size(), flags);
  const bool is_active = ImGui::IsItemActive();
  ImGui::PopID();
  ImGui::PopID();
  ImGui::PopID();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
  ImGui::PopFont();
  // Enter ends the field's activity.
  if (is_active || is_entered) predictions.field = entry;
  if (is_active && is_number) predictions.typing_frame = ImGui::GetFrameCount();
  const bool is_empty = answer.typed.front() == '\0';
  const bool is_tab = is_active && is_key_pressed(ImGuiKey_Tab);
  if (is_entered || (is_tab && !is_empty)) {
    is_empty ? reveal_field(player_) : take_guess(session_, view_);
  } else if (is_tab) {
    go_to_next_field(player_, ImGui::GetIO().KeyShift ? -1 : 1);
  } else if (is_active && is_empty) {
    step_from_empty_field();
  }
}

// In an empty field, the keys step as usual, or go to the field above or below.
void StepAnswers::step_from_empty_field() {
  if (is_key_pressed(ImGuiKey_RightArrow)) step_by(view_.steps, 1);
  if (is_key_pressed(ImGuiKey_LeftArrow)) step_by(view_.steps, -1);
  if (is_key_pressed(ImGuiKey_Home)) go_to_step(view_.steps, 0);
  if (is_key_pressed(ImGuiKey_End)) go_to_step(view_.steps, player_.steps.size() - 1);
  if (is_key_pressed(ImGuiKey_UpArrow)) go_to_next_field(player_, -1);
  if (is_key_pressed(ImGuiKey_DownArrow)) go_to_next_field(player_);
}

Verdict StepAnswers::verdict_on(const Answer& answer) const {
  const Theme& theme = view_.theme();
  switch (answer.outcome) {
    case Answer::Outcome::open: return {};
    case Answer::Outcome::right: return {"✓ right", theme.value};
    case Answer::Outcome::wrong:
      return {filled("✗ not <guess>", {{"guess", answer.guesses.back()}}), theme.error};
    case Answer::Outcome::revealed: return {"revealed", theme.quiet_text};
  }
  return {};
}

Verdict StepAnswers::verdict() const {
  const std::vector<Answer>& answers = player_.answers();
  if (!hides_numbers(player_) || answers.empty() || player_.is_covered()) return {};
  for (const Answer& answer : answers)
    if (!answer.guesses.empty()) view_.fonts.need(answer.guesses.back());
  if (answers.size() == 1) {
    const Answer& answer = answers.front();
    if (answer.outcome == Answer::Outcome::right && answer.guesses.size() > 1)
      return {"✓ right on the second try", view_.theme().value};
    if (answer.outcome == Answer::Outcome::wrong)
      return {filled("✗ you said <guess>", {{"guess", answer.guesses.back()}}), view_.theme().error};
    return verdict_on(answer);
  }
  const auto count_of = [&](Answer::Outcome outcome) {
    return std::count_if(answers.begin(), answers.end(),
                         [&](const Answer& answer) { return answer.outcome == outcome; });
  };
  const auto right = count_of(Answer::Outcome::right);
  if (right == std::ssize(answers)) return {"✓ all right", view_.theme().value};
  if (count_of(Answer::Outcome::revealed) == std::ssize(answers))
    return {"revealed", view_.theme().quiet_text};
  return {filled("<right> of <count> right in this step", {{"right", right}, {"count", answers.size()}}),
          view_.theme().text};
}

std::string StepAnswers::score() const {
  const Predictions& predictions = player_.predictions;
  if (!hides_numbers(player_) || predictions.guesses == 0) return {};
  return filled("<right> of <guesses> right",
                {{"right", predictions.right}, {"guesses", predictions.guesses}});
}

}  // namespace attention_lab

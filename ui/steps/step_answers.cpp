#include "ui/steps/step_answers.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/steps/question.h"
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

constexpr Index most_buttons = 8;  // for the answers; if there are more, the answer is typed

}  // namespace

StepAnswers::StepAnswers(const Session& session, ViewState& view, const Painter& painter)
    : session_(session), view_(view), player_(view.steps), sizes_(view.sizes()), painter_(painter) {}

float StepAnswers::button_height(float line) const {
  return std::round(std::min(line * 0.94f, sizes_.body * 1.75f));
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
  Controls controls(view_, painter_);
  const std::vector<std::string>& wrong = player_.predictions.wrong[player_.at];
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
  draw_field({std::round(left.x), std::round(left.y - height / 2), width, height},
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

float StepAnswers::draw_guess_in_column(Point corner, float width) {
  const float height = guess_height();
  const float next = std::round(height + sizes_.body * 0.4f);
  draw_field_and_button({corner.x, corner.y + height / 2}, width, "your guess");
  choose_decimals({corner.x, std::round(corner.y + next), decimals_width(), height});
  return next + height;
}

float StepAnswers::draw_field_and_button(Point left, float width, const char* hint) {
  const float gap = sizes_.body * 0.5f;
  const float height = guess_height();
  const float button = std::min(reveal_width(), std::round(width * 0.42f));
  const Rect field{std::round(left.x), std::round(left.y - height / 2), std::round(width - gap - button),
                   height};
  draw_field(field, hint);
  const Rect reveal{std::round(field.right() + gap), field.y, button, height};
  draw_reveal(reveal);
  return reveal.right();
}

std::string StepAnswers::asked_in_words() const {
  return decimals_in_words(asked_decimals(view_));
}

float StepAnswers::decimals_width() const {
  return Controls(view_, painter_).choice_width("", asked_in_words());
}

void StepAnswers::choose_decimals(const Rect& rect) {
  Controls controls(view_, painter_);
  std::vector<Choice> choices;
  for (int decimals = 1; decimals <= most_asked_decimals; ++decimals)
    choices.push_back({decimals_in_words(decimals), ""});
  const int chosen =
      controls.choice(rect, "steps.decimals", "", asked_in_words(), choices,
                      "How many decimals of a guess must be right, at most as many as are shown.");
  if (chosen >= 0) view_.preferences.asked_decimals = chosen + 1;
}

void StepAnswers::draw_reveal(const Rect& rect) {
  Controls controls(view_, painter_);
  if (controls.button(rect, "steps.reveal", "Reveal", true, "Shows the answer, which then does not count."))
    reveal(view_.steps);
}

void StepAnswers::draw_field(const Rect& field, const char* hint) {
  Predictions& predictions = player_.predictions;
  view_.items.add("steps.guess", field);
  ImGui::SetCursorScreenPos(upper_left(field));
  ImGui::SetNextItemWidth(field.width);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {sizes_.body * 0.5f, (field.height - ImGui::GetFontSize()) / 2});
  ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, 5);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
  ImGui::PushStyleColor(ImGuiCol_Border, packed(view_.theme().accent));
  // While a cell is typed into, the keyboard is its field's.
  if (std::exchange(predictions.wants_focus, false) && !view_.editing.typing) ImGui::SetKeyboardFocusHere();
  // Each step and each try has its own field, since an active field keeps its text.
  ImGui::PushID(static_cast<int>(player_.at));
  ImGui::PushID(static_cast<int>(predictions.wrong[player_.at].size()));
  const bool is_entered =
      text_field(view_, "##guess", hint, predictions.guess.data(), predictions.guess.size(),
                 ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  const bool is_active = ImGui::IsItemActive();
  ImGui::PopID();
  ImGui::PopID();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
  if (is_active && predictions.guess.front() == '\0') step_from_empty_field();
  if (!is_entered) return;
  if (predictions.guess.front() == '\0') {
    reveal(player_);
  } else {
    take_guess(session_, view_);
  }
}

// In an empty field, the keys step as usual.
void StepAnswers::step_from_empty_field() {
  if (is_key_pressed(ImGuiKey_RightArrow)) step_by(view_.steps, 1);
  if (is_key_pressed(ImGuiKey_LeftArrow)) step_by(view_.steps, -1);
  if (is_key_pressed(ImGuiKey_Home)) go_to_step(view_.steps, 0);
  if (is_key_pressed(ImGuiKey_End)) go_to_step(view_.steps, player_.steps.size() - 1);
}

Verdict StepAnswers::verdict() const {
  const Predictions& predictions = player_.predictions;
  const Theme& theme = view_.theme();
  const auto found = predictions.answers.find(player_.at);
  if (!predictions.is_on || player_.shows_all_tokens || found == predictions.answers.end()) return {};
  const Answer& answer = found->second;
  switch (answer.outcome) {
    case Answer::Outcome::right:
      return {answer.is_second ? "✓ right on the second try" : "✓ right", theme.value};
    case Answer::Outcome::wrong:
      view_.fonts.need(answer.guess);
      return {filled("✗ you said <guess>", {{"guess", answer.guess}}), theme.error};
    case Answer::Outcome::revealed: return {"revealed", theme.quiet_text};
  }
  return {};
}

std::string StepAnswers::score() const {
  const Predictions& predictions = player_.predictions;
  if (!predictions.is_on || player_.shows_all_tokens || predictions.guesses == 0) return {};
  return filled("<right> of <guesses> right",
                {{"right", predictions.right}, {"guesses", predictions.guesses}});
}

}  // namespace attention_lab

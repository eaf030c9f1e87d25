#include <algorithm>
#include <cmath>
#include <utility>

#include "core/steps/question.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/steps/steps_bar.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/text_field.h"

namespace attention_lab {
namespace {

constexpr float smallest_share = 0.7f;  // of its size: an equation shrinks no further before it is cut
// In multiples of the text size.
constexpr float roomy_height = 5.7f;  // from this height on, the formula has its own line
constexpr float reveal_button = 5.2f;
constexpr float longest_answer = 7;

constexpr Index most_buttons = 8;  // for the answers; if there are more, the answer is typed

class StepWords {
 public:
  StepWords(const Session& session, ViewState& view, const Painter& painter, const Rect& area)
      : session_(session),
        view_(view),
        player_(view.steps),
        theme_(view.theme()),
        sizes_(view.sizes()),
        painter_(painter),
        area_(area) {}

  void draw() {
    const StepContent& content = player_.content;
    const bool has_formula_line = area_.height > sizes_.body * roomy_height;
    const float line = area_.height / (has_formula_line ? 4 : 3);
    const float room = area_.width;
    float y = area_.y + line / 2;
    const auto fitted = [&](const std::string& markup, float size, FontWeight weight, float width) {
      const float needed = layout_markup(markup, size, weight, painter_.metrics()).width;
      return needed > width ? size * std::max(width / needed, smallest_share) : size;
    };
    painter_.push_clip(area_);
    if (player_.asks_question()) {
      // The formula and the numbers would give the answer away.
      title(content.title, {area_.x, y}, room);
      draw_question({area_.x, area_.y + line, room, area_.height - line}, line);
      painter_.list().PopClipRect();
      return;
    }
    if (has_formula_line) {
      title(content.title, {area_.x, y}, room);
      y += line;
      painter_.markup({area_.x, y}, content.formula, theme_.quiet_text,
                      fitted(content.formula, sizes_.body, FontWeight::regular, room));
    } else {
      const float formula =
          layout_markup(content.formula, sizes_.body, FontWeight::regular, painter_.metrics()).width;
      const float gap = sizes_.body * 1.2f;
      const float used = title(content.title, {area_.x, y}, std::max(room - formula - gap, room * 0.4f));
      const float left = area_.x + used + gap;
      painter_.markup({left, y}, content.formula, theme_.quiet_text,
                      fitted(content.formula, sizes_.body, FontWeight::regular, area_.x + room - left));
    }
    y += line;
    draw_equation({area_.x, y}, room, line);
    y += line;
    const bool has_problem = !player_.predictions.problem.empty();
    const std::string sentence = has_problem ? escape_markup(player_.predictions.problem) : sentence_here();
    const float size = fitted(sentence, sizes_.body, FontWeight::regular, room);
    painter_.markup({area_.x, y}, sentence, has_problem ? theme_.error : theme_.text, size);
    view_.items.add("steps.sentence", {area_.x, y - line / 2, room, line});
    painter_.list().PopClipRect();
  }

 private:
  float title(const std::string& text, Point at, float room) {
    const float needed = layout_markup(text, sizes_.body, FontWeight::medium, painter_.metrics()).width;
    return painter_.markup(at, text, theme_.text, needed > room ? sizes_.body * room / needed : sizes_.body,
                           FontWeight::medium);
  }

  /// After a question, the reason for its answer; otherwise the purpose of the step. Never gives the answer
  /// away.
  std::string sentence_here() const {
    if (player_.is_covered()) {
      return player_.numbers.values.size() > 1 ? "Work out the first of these numbers, then type it."
                                               : "Work it out from the numbers above, then type it.";
    }
    const bool was_asked = player_.predictions.is_on && player_.question && !player_.shows_all_tokens;
    return was_asked ? explanation_in_words(session_, view_.shown_head, *player_.question,
                                            view_.preferences.decimals)
                     : player_.content.sentence;
  }

  // The question, the possible answers, and what was wrong with the last one.
  void draw_question(const Rect& area, float line) {
    const Question& question = *player_.question;
    const float y = area.y + line / 2;
    const float reveal_width = sizes_.body * reveal_button;
    const float room = area.width - reveal_width - sizes_.body;
    const std::string words = question_in_words(session_, question);
    const bool has_problem = !player_.predictions.problem.empty();
    const float full = layout_markup(words, sizes_.body, FontWeight::medium, painter_.metrics()).width;
    const float size = sizes_.body * std::clamp(room / std::max(full, 1.0f), smallest_share, 1.0f);
    const float end = area.x + painter_.markup({area.x, y}, words, theme_.text, size, FontWeight::medium);
    view_.items.add("steps.question", {area.x, area.y, std::min(end - area.x, room), line});
    draw_reveal({std::floor(area.right() - reveal_width) - 1, std::round(y - button_height(line) / 2),
                 reveal_width, button_height(line)});
    const float hint_room = area.right() - reveal_width - sizes_.body - end - sizes_.body;
    if (has_problem && hint_room > sizes_.body * 4) {
      painter_.text({end + sizes_.body, y},
                    shorten(player_.predictions.problem, hint_room, sizes_.body, FontWeight::regular,
                            painter_.metrics()),
                    theme_.error, sizes_.body);
    }
    const Rect rest{area.x, area.y + line, area.width, area.height - line};
    const std::vector<Rect> buttons = answer_buttons(question, rest, line);
    if (buttons.empty()) {
      draw_typed_answer({rest.x, rest.y + line / 2}, std::min(rest.width, sizes_.body * 22), line);
    } else {
      draw_answers(question, buttons);
    }
  }

  float button_height(float line) const { return std::round(std::min(line * 0.94f, sizes_.body * 1.75f)); }

  std::string answer_label(const Question& question, Index answer) const {
    return std::to_string(answer + 1) + "  " +
           shorten(answer_in_words(session_, question, answer), sizes_.body * longest_answer, sizes_.body,
                   FontWeight::regular, painter_.metrics());
  }

  /// The answers' rectangles, in lines; empty if there are too many or they do not fit.
  std::vector<Rect> answer_buttons(const Question& question, const Rect& area, float line) const {
    if (question.n_answers > most_buttons) return {};
    const float gap = sizes_.body * 0.5f;
    std::vector<Rect> rects;
    float x = area.x;
    float y = area.y;
    for (Index answer = 0; answer < question.n_answers; ++answer) {
      const float width = std::ceil(
          painter_.metrics().width(answer_label(question, answer), sizes_.body, FontWeight::regular) +
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

  void draw_answers(const Question& question, const std::vector<Rect>& buttons) {
    Controls controls(view_, painter_);
    const std::vector<std::string>& wrong = player_.predictions.wrong[player_.at];
    Index chosen = typed_answer(question);
    for (std::size_t i = 0; i < buttons.size(); ++i) {
      const Index answer = static_cast<Index>(i);
      const std::string words = answer_in_words(session_, question, answer);
      const bool was_wrong = std::find(wrong.begin(), wrong.end(), words) != wrong.end();
      const std::string name = "steps.answer." + std::to_string(i);
      view_.fonts.need(words);
      if (controls.button(buttons[i], name.c_str(), answer_label(question, answer), !was_wrong,
                          "Or press the key of its number."))
        chosen = answer;
    }
    if (chosen >= 0) answer_question(session_, view_, chosen);
  }

  /// The answer whose digit was pressed, or −1. While a cell is selected, digits go to the cell.
  Index typed_answer(const Question& question) const {
    if (view_.selected || !takes_keys(view_)) return -1;
    for (const ImWchar c : ImGui::GetIO().InputQueueCharacters) {
      const Index answer = static_cast<Index>(c) - '1';
      if (answer >= 0 && answer < question.n_answers) return answer;
    }
    return -1;
  }

  void draw_typed_answer(Point left, float width, float line) {
    const float height = button_height(line);
    draw_field({std::round(left.x), std::round(left.y - height / 2), width, height},
               "type the word or its number");
  }

  // Example: "0.1629 + 0.8700 × 0.2961 = 0.4205"; the result is covered while it waits for a guess.
  void draw_equation(Point at, float room, float line) {
    const StepContent& content = player_.content;
    const bool is_covered = player_.is_covered();
    const std::string whole = is_covered ? content.numbers + " " + content.sign : equation_of(content);
    const Verdict verdict = verdict_here();
    const float gap = sizes_.body * 0.7f;
    const float beside = is_covered          ? guess_width(room) + gap
                         : verdict.width > 0 ? std::min(verdict.width + gap, room * 0.6f)
                                             : 0;
    const float width = room - beside;
    const float full = sizes_.body * 1.12f;
    const float needed = layout_markup(whole, full, FontWeight::medium, painter_.metrics()).width;
    const float size = std::clamp(full * width / std::max(needed, 1.0f), full * smallest_share, full);
    const float end = at.x + std::min(needed * size / full, width);
    painter_.push_clip({at.x, at.y - line / 2, width, line});
    painter_.markup(at, whole, theme_.text, size, FontWeight::medium);
    painter_.list().PopClipRect();
    view_.items.add("steps.equation", {at.x, at.y - line / 2, end - at.x, line});
    if (is_covered) {
      draw_guess({end + gap, at.y}, guess_width(room));
    } else if (verdict.width > 0) {
      const float left = end + gap;
      painter_.text(
          {left, at.y},
          shorten(verdict.words, area_.right() - left, sizes_.body, FontWeight::medium, painter_.metrics()),
          verdict.colour, sizes_.body, FontWeight::medium);
    }
  }

  /// The width of field, number of decimals and button.
  float guess_width(float room) const { return std::min(sizes_.body * 21, room * 0.58f); }

  void draw_guess(Point left, float width) {
    const float height = std::round(sizes_.body * 1.7f);
    const float gap = sizes_.body * 0.5f;
    const std::string asked = decimals_in_words(asked_decimals(view_));
    Controls controls(view_, painter_);
    const float control = controls.choice_width("", asked);
    const bool has_chip = width > control + sizes_.body * 11.5f;
    const float rest = width - (has_chip ? control + gap : 0);
    const float reveal_width = std::min(sizes_.body * reveal_button, rest * 0.42f);
    const Rect field{std::round(left.x), std::round(left.y - height / 2),
                     std::round(rest - gap - reveal_width), height};
    draw_field(field, has_chip ? "your guess" : asked.c_str());
    float x = field.right() + gap;
    if (has_chip) {
      choose_decimals(controls, {std::round(x), field.y, control, height}, asked);
      x += control + gap;
    }
    draw_reveal({std::round(x), field.y, reveal_width, height});
  }

  void choose_decimals(Controls& controls, const Rect& rect, const std::string& asked) {
    std::vector<Choice> choices;
    for (int decimals = 1; decimals <= most_asked_decimals; ++decimals)
      choices.push_back({decimals_in_words(decimals), ""});
    const int chosen =
        controls.choice(rect, "steps.decimals", "", asked, choices,
                        "How many decimals of a guess must be right, at most as many as are shown.");
    if (chosen >= 0) view_.preferences.asked_decimals = chosen + 1;
  }

  void draw_reveal(const Rect& rect) {
    Controls controls(view_, painter_);
    if (controls.button(rect, "steps.reveal", "Reveal", true, "Shows the answer, which then does not count."))
      reveal(view_.steps);
  }

  void draw_field(const Rect& field, const char* hint) {
    Predictions& predictions = player_.predictions;
    view_.items.add("steps.guess", field);
    ImGui::SetCursorScreenPos(upper_left(field));
    ImGui::SetNextItemWidth(field.width);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {sizes_.body * 0.5f, (field.height - ImGui::GetFontSize()) / 2});
    ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, 5);
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
    ImGui::PushStyleColor(ImGuiCol_Border, packed(theme_.accent));
    if (std::exchange(predictions.wants_focus, false)) ImGui::SetKeyboardFocusHere();
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
    if (is_entered) take_guess(session_, view_);
  }

  // In an empty field, the keys step as usual.
  void step_from_empty_field() {
    if (is_key_pressed(ImGuiKey_RightArrow)) step_by(view_.steps, 1);
    if (is_key_pressed(ImGuiKey_LeftArrow)) step_by(view_.steps, -1);
    if (is_key_pressed(ImGuiKey_Home)) go_to_step(view_.steps, 0);
    if (is_key_pressed(ImGuiKey_End)) go_to_step(view_.steps, player_.steps.size() - 1);
  }

  struct Verdict {
    std::string words;
    Colour colour;
    float width = 0;  // 0: none
  };

  // The result of the current step, and the number of right guesses so far.
  Verdict verdict_here() {
    const Predictions& predictions = player_.predictions;
    Verdict verdict{"", theme_.quiet_text, 0};
    if (!predictions.is_on || player_.shows_all_tokens) return verdict;
    const auto answer = predictions.answers.find(player_.at);
    if (answer != predictions.answers.end()) {
      switch (answer->second.outcome) {
        case Answer::Outcome::right:
          verdict.words = answer->second.is_second ? "✓ right on the second try" : "✓ right";
          verdict.colour = theme_.value;
          break;
        case Answer::Outcome::wrong:
          verdict.words = filled("✗ you said <guess>", {{"guess", answer->second.guess}});
          verdict.colour = theme_.error;
          break;
        case Answer::Outcome::revealed: verdict.words = "revealed"; break;
      }
      verdict.words += "   ";
    }
    if (predictions.guesses > 0) {
      verdict.words += filled("<right> of <guesses> right",
                              {{"right", predictions.right}, {"guesses", predictions.guesses}});
    }
    view_.fonts.need(verdict.words);
    verdict.width = painter_.metrics().width(verdict.words, sizes_.body, FontWeight::medium);
    return verdict;
  }

  const Session& session_;
  ViewState& view_;
  StepPlayer& player_;
  const Theme& theme_;
  TextSizes sizes_;
  const Painter& painter_;
  Rect area_;
};

}  // namespace

void draw_step_words(const Session& session, ViewState& view, const Painter& painter, const Rect& area) {
  StepWords(session, view, painter, area).draw();
}

}  // namespace attention_lab

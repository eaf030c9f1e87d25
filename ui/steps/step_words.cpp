#include "ui/steps/step_words.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/bars/chips.h"
#include "ui/imgui_compat.h"

namespace attention_lab {
namespace {

constexpr float smallest_share = 0.7f;  // of its size, to which an equation shrinks before it is cut
constexpr float roomy_height = 5.7f;    // body sizes: from here on the formula has a line of its own

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
    painter_.list().PushClipRect(upper_left(area_), lower_right(area_), true);
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
    const std::string sentence = has_problem ? escape_markup(player_.predictions.problem) : content.sentence;
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

  // "0.1629 + 0.8700 × 0.2961 = 0.4205", its end covered while it waits for a guess.
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
    painter_.list().PushClipRect({at.x, at.y - line / 2}, {at.x + width, at.y + line / 2}, true);
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

  /// Of the field and its button.
  float guess_width(float room) const { return std::min(sizes_.body * 12.9f, room * 0.55f); }

  void draw_guess(Point left, float width) {
    Predictions& predictions = player_.predictions;
    const float height = std::round(sizes_.body * 1.7f);
    const float gap = sizes_.body * 0.5f;
    const Rect field{std::round(left.x), std::round(left.y - height / 2), std::round((width - gap) * 0.56f),
                     height};
    const Rect button{field.right() + gap, field.y, width - field.width - gap, height};
    view_.items.add("steps.guess", field);
    ImGui::SetCursorScreenPos(upper_left(field));
    ImGui::SetNextItemWidth(field.width);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {sizes_.body * 0.5f, (height - ImGui::GetFontSize()) / 2});
    ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, 5);
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
    ImGui::PushStyleColor(ImGuiCol_Border, packed(theme_.accent));
    if (std::exchange(predictions.wants_focus, false)) ImGui::SetKeyboardFocusHere();
    // Another step, another field: an active one keeps its text.
    ImGui::PushID(static_cast<int>(player_.at));
    const bool is_entered =
        ImGui::InputTextWithHint("##guess", "your guess", predictions.guess.data(), predictions.guess.size(),
                                 ImGuiInputTextFlags_EnterReturnsTrue);
    const bool is_active = ImGui::IsItemActive();
    ImGui::PopID();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
    if (is_active && predictions.guess.front() == '\0') step_from_empty_field();
    if (is_entered) take_guess(session_, view_);
    Chips chips(view_, painter_);
    if (chips.button(button, "steps.reveal", "Reveal", true, "Shows the number; it does not count."))
      reveal(view_);
  }

  // Whoever does not want to guess goes on with the keys as ever.
  void step_from_empty_field() {
    if (is_key_pressed(ImGuiKey_RightArrow)) step_by(view_, 1);
    if (is_key_pressed(ImGuiKey_LeftArrow)) step_by(view_, -1);
    if (is_key_pressed(ImGuiKey_Home)) go_to_step(view_, 0);
    if (is_key_pressed(ImGuiKey_End)) go_to_step(view_, player_.steps.size() - 1);
  }

  struct Verdict {
    std::string words;
    Colour colour;
    float width = 0;  // 0: there is none
  };

  // How the present step was answered, and how many guesses were right so far.
  Verdict verdict_here() {
    const Predictions& predictions = player_.predictions;
    Verdict verdict{"", theme_.quiet_text, 0};
    if (!predictions.is_on || player_.shows_all_tokens) return verdict;
    const auto answer = predictions.answers.find(player_.at);
    if (answer != predictions.answers.end()) {
      switch (answer->second.outcome) {
        case Answer::Outcome::right:
          verdict.words = "✓ right";
          verdict.colour = theme_.value;
          break;
        case Answer::Outcome::wrong:
          verdict.words = "✗ you said " + answer->second.guess;
          verdict.colour = theme_.error;
          break;
        case Answer::Outcome::revealed: verdict.words = "revealed"; break;
      }
      verdict.words += "   ";
    }
    if (predictions.guesses > 0) {
      verdict.words +=
          std::to_string(predictions.right) + " of " + std::to_string(predictions.guesses) + " right";
    }
    view_.fonts->need(verdict.words);
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

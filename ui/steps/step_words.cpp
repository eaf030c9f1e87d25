#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/steps/question.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/steps/step_answers.h"
#include "ui/steps/steps_bar.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/scroll_area.h"
#include "ui/widgets/word_links.h"

namespace attention_lab {
namespace {

constexpr float smallest_share = 0.7f;  // of its size: an equation shrinks no further before it is cut
// In multiples of the text size.
constexpr float roomy_height = 5.7f;  // from this height on, the formula has its own line
constexpr std::array equation_sizes = {2.2f, 1.65f, 1.2f};
constexpr float largest_of_several_lines = 1.65f;
constexpr float score_size = 1.6f;
constexpr float strip_equation = 1.12f;
// In the presenter view.
constexpr float presented_words = 1.5f;
constexpr float presented_answers = 1.3f;  // no larger: a field must fit into its line
constexpr float presented_equation = 2.3f;
constexpr float presented_score = 2.2f;
constexpr float least_inspector = 16;  // height below the step

/// What both forms of the words need.
class StepWords {
 protected:
  StepWords(const Session& session, ViewState& view, const Painter& painter)
      : session_(session),
        view_(view),
        player_(view.steps),
        theme_(view.theme()),
        sizes_(view.sizes()),
        painter_(painter),
        answers_(session, view, painter, view.presenter ? presented_answers : 1) {}

  /// After a question, the reason for its answer; otherwise the purpose of the step. Never gives the answer
  /// away.
  std::string sentence_here() const {
    if (player_.is_covered()) return task();
    const bool was_asked = hides_numbers(player_) && player_.question;
    return was_asked ? explanation_in_words(session_, view_.shown_head, *player_.question,
                                            view_.preferences.decimals)
                     : player_.content.sentence;
  }

  const Session& session_;
  ViewState& view_;
  StepPlayer& player_;
  const Theme& theme_;
  TextSizes sizes_;
  const Painter& painter_;
  StepAnswers answers_;

 private:
  std::string task() const {
    const std::size_t asked = player_.asked.size();
    const std::size_t count = player_.numbers.values.size();
    if (asked < 2) return "Work it out from the numbers above and type the result.";
    if (asked == 2 && count == 2) return "Work out both numbers. Press Enter to check each one.";
    return asked == count
               ? filled("Work out these <count> numbers. Press Enter to check each one.", {{"count", count}})
               : filled("Work out the first <asked> of the <count> numbers. Press Enter to check each one.",
                        {{"asked", asked}, {"count", count}});
  }
};

/// In a strip below the pipeline: each part has one line, and is made smaller if it does not fit.
class StepStrip : private StepWords {
 public:
  StepStrip(const Session& session, ViewState& view, const Painter& painter, const Rect& area)
      : StepWords(session, view, painter),
        is_presented_(view.presenter),
        words_size_(std::round(sizes_.body * (is_presented_ ? presented_words : 1.0f))),
        equation_size_(std::round(sizes_.body * (is_presented_ ? presented_equation : strip_equation))),
        area_(area) {
    need_fonts(view, {{FontWeight::regular, words_size_},
                      {FontWeight::medium, words_size_},
                      {FontWeight::medium, equation_size_}});
  }

  void draw() {
    const StepContent& content = player_.content;
    const bool has_formula_line = !is_presented_ && area_.height > sizes_.body * roomy_height;
    const float line = area_.height / (has_formula_line ? 4 : 3);
    float y = area_.y + line / 2;
    painter_.push_clip(area_);
    const float room = area_.width - draw_score(has_formula_line ? 2 * line : line);
    if (player_.asks_question()) {
      // The formula and the numbers would give the answer away.
      title(content.title, {area_.x, y}, room);
      draw_question({area_.x, area_.y + line, area_.width, area_.height - line}, line);
      painter_.list().PopClipRect();
      return;
    }
    if (has_formula_line) {
      title(content.title, {area_.x, y}, room);
      y += line;
      painter_.markup({area_.x, y}, content.formula, theme_.quiet_text,
                      fitted(content.formula, FontWeight::regular, room));
    } else {
      const float formula =
          layout_markup(content.formula, words_size_, FontWeight::regular, painter_.metrics()).width;
      const float gap = sizes_.body * 1.2f;
      const float used = title(content.title, {area_.x, y}, std::max(room - formula - gap, room * 0.4f));
      const float left = area_.x + used + gap;
      painter_.markup({left, y}, content.formula, theme_.quiet_text,
                      fitted(content.formula, FontWeight::regular, area_.x + room - left));
    }
    y += line;
    draw_equation({area_.x, y}, area_.width, line);
    draw_last_line({area_.x, y + line}, line);
    painter_.list().PopClipRect();
  }

 private:
  float fitted(const std::string& markup, FontWeight weight, float width) const {
    const float needed = layout_markup(markup, words_size_, weight, painter_.metrics()).width;
    return needed > width ? words_size_ * std::max(width / needed, smallest_share) : words_size_;
  }

  float title(const std::string& text, Point at, float room) {
    const float needed = layout_markup(text, words_size_, FontWeight::medium, painter_.metrics()).width;
    return painter_.markup(at, text, theme_.text, needed > room ? words_size_ * room / needed : words_size_,
                           FontWeight::medium);
  }

  // At the right, large. Returns the width it takes.
  float draw_score(float height) {
    const std::string score = answers_.score();
    if (score.empty()) return 0;
    const float largest = sizes_.body * (is_presented_ ? presented_score : score_size);
    const float size = std::min(largest, height * 0.8f);
    need_fonts(view_, {{FontWeight::medium, size}});
    const float width = painter_.text({area_.right(), area_.y + height / 2}, score, theme_.text, size,
                                      FontWeight::medium, HorizontalAnchor::right);
    view_.items.add("steps.score", {area_.right() - width, area_.y, width, height});
    return width + sizes_.body;
  }

  // The fields of a vector, or the sentence.
  void draw_last_line(Point at, float line) {
    if (waits_for_several()) return answers_.draw_fields_in_line(at, area_.width, line);
    const bool has_problem = !player_.predictions.problem.empty();
    const std::string sentence = has_problem ? escape_markup(player_.predictions.problem) : sentence_here();
    painter_.markup(at, sentence, has_problem ? theme_.error : theme_.text,
                    fitted(sentence, FontWeight::regular, area_.width));
    view_.items.add("steps.sentence", {at.x, at.y - line / 2, area_.width, line});
  }

  bool waits_for_several() const { return player_.is_covered() && answers_.asks_for_several(); }

  // The question, the possible answers, and what was wrong with the last one.
  void draw_question(const Rect& area, float line) {
    const Question& question = *player_.question;
    const float y = area.y + line / 2;
    const float reveal_width = answers_.reveal_width();
    const float room = area.width - reveal_width - sizes_.body;
    const std::string words = question_in_words(session_, question);
    const bool has_problem = !player_.predictions.problem.empty();
    const float size = fitted(words, FontWeight::medium, room);
    const float end = area.x + painter_.markup({area.x, y}, words, theme_.text, size, FontWeight::medium);
    view_.items.add("steps.question", {area.x, area.y, std::min(end - area.x, room), line});
    answers_.draw_reveal({std::floor(area.right() - reveal_width) - 1,
                          std::round(y - answers_.button_height(line) / 2), reveal_width,
                          answers_.button_height(line)});
    const float hint_room = area.right() - reveal_width - sizes_.body - end - sizes_.body;
    if (has_problem && hint_room > sizes_.body * 4) {
      painter_.text({end + sizes_.body, y},
                    shorten(player_.predictions.problem, hint_room, sizes_.body, FontWeight::regular,
                            painter_.metrics()),
                    theme_.error, sizes_.body);
    }
    const Rect rest{area.x, area.y + line, area.width, area.height - line};
    const std::vector<Rect> buttons = answers_.buttons(question, rest, line);
    if (buttons.empty()) {
      answers_.draw_typed_answer({rest.x, rest.y + line / 2}, std::min(rest.width, sizes_.body * 22), line);
    } else {
      answers_.draw_buttons(question, buttons);
    }
  }

  // Example: "0.1629 + 0.8700 × 0.2961 = 0.4205"; the result is covered while it waits for a guess.
  void draw_equation(Point at, float room, float line) {
    const StepContent& content = player_.content;
    const bool is_covered = player_.is_covered();
    const std::string whole = is_covered ? content.numbers + " " + content.sign : equation_of(content);
    const Verdict news =
        waits_for_several() ? Verdict{player_.predictions.problem, theme_.error} : answers_.verdict();
    const float news_width = painter_.metrics().width(news.words, words_size_, FontWeight::medium);
    const float gap = sizes_.body * 0.7f;
    const float controls = !is_covered           ? 0
                           : waits_for_several() ? answers_.reveal_and_decimals_width() + gap
                                                 : answers_.guess_width(room) + gap;
    const float beside =
        controls + (news.words.empty() ? 0 : std::min(news_width + gap, (room - controls) * 0.5f));
    const float width = room - beside;
    const float full = equation_size_;
    const float needed = layout_markup(whole, full, FontWeight::medium, painter_.metrics()).width;
    const float size = std::clamp(full * width / std::max(needed, 1.0f), full * smallest_share, full);
    float end = at.x + std::min(needed * size / full, width);
    painter_.push_clip({at.x, at.y - line / 2, width, line});
    painter_.markup(at, whole, theme_.text, size, FontWeight::medium);
    painter_.list().PopClipRect();
    view_.items.add("steps.equation", {at.x, at.y - line / 2, end - at.x, line});
    if (waits_for_several()) {
      answers_.draw_reveal_and_decimals({end + gap, at.y}, answers_.button_height(line));
    } else if (is_covered) {
      answers_.draw_guess({end + gap, at.y}, answers_.guess_width(room));
    }
    end += controls;
    if (news.words.empty()) return;
    const float left = end + gap;
    painter_.text(
        {left, at.y},
        shorten(news.words, area_.right() - left, words_size_, FontWeight::medium, painter_.metrics()),
        news.colour, words_size_, FontWeight::medium);
  }

  bool is_presented_;
  float words_size_;
  float equation_size_;
  Rect area_;
};

/// In the column beside the pipeline: paragraphs below each other, with the numbers as the largest.
class StepColumn : private StepWords {
 public:
  StepColumn(const Session& session, ViewState& view, const Painter& painter, Point corner, float width)
      : StepWords(session, view, painter), left_(corner.x), y_(corner.y), width_(width) {}

  /// Returns where it ends.
  float draw() {
    const StepContent& content = player_.content;
    write(content.title, sizes_.body * 1.2f, FontWeight::medium, theme_.text);
    space(0.5f);
    if (player_.asks_question()) {
      draw_question();
    } else {
      write(content.formula, sizes_.body, FontWeight::regular, theme_.quiet_text);
      space(0.7f);
      draw_equation();
      space(0.6f);
      draw_sentence();
    }
    if (const std::string score = answers_.score(); !score.empty()) {
      space(0.8f);
      view_.items.add("steps.score", write(score, sizes_.body * score_size, FontWeight::medium, theme_.text));
    }
    return y_;
  }

 private:
  void space(float share) { y_ += sizes_.body * share; }

  Rect write(const std::string& markup, float size, FontWeight weight, Colour colour) {
    view_.fonts.need(markup);
    const Paragraph lines = set_paragraph(markup, width_, size, weight, painter_.metrics());
    draw_linked(view_, painter_, lines, {left_, y_}, colour);
    const Rect place{left_, y_, width_, lines.height()};
    y_ += lines.height();
    return place;
  }

  /// The largest size at which the text is neither cut nor takes more lines than that. Those that take more
  /// than one line are no larger than the others are as a rule, so that the size seldom changes between
  /// steps.
  float large_size(const std::string& markup, std::size_t lines_allowed) const {
    for (const float each : equation_sizes) {
      const float size = sizes_.body * each;
      const Paragraph lines = set_paragraph(markup, width_, size, FontWeight::medium, painter_.metrics());
      const std::size_t most = each > largest_of_several_lines ? 1 : lines_allowed;
      if (lines.lines.size() <= most && !lines.is_cut) return size;
    }
    return sizes_.body * equation_sizes.back();
  }

  /// The operation, and its result in a line of its own.
  void draw_equation() {
    const StepContent& content = player_.content;
    const bool is_covered = player_.is_covered();
    const std::string result =
        filled("<sign> <result>", {{"sign", content.sign}, {"result", content.result}});
    // All of them, so that the atlas is not built anew for each step.
    for (const float each : equation_sizes) need_fonts(view_, {{FontWeight::medium, sizes_.body * each}});
    const float size = std::min(large_size(content.numbers, 2), large_size(result, 1));
    Rect place = write(content.numbers, size, FontWeight::medium, theme_.text);
    if (!is_covered) place.height += write(result, size, FontWeight::medium, theme_.accent).height;
    view_.items.add("steps.equation", place);
    if (is_covered) {
      space(0.5f);
      y_ += answers_.draw_fields_in_column({left_, std::round(y_)}, width_);
      return;
    }
    const Verdict verdict = answers_.verdict();
    if (verdict.words.empty()) return;
    space(0.3f);
    if (answers_.asks_for_several()) {
      y_ += answers_.draw_rows({left_, std::round(y_)}, width_);
    } else {
      write(escape_markup(verdict.words), sizes_.body * 1.1f, FontWeight::medium, verdict.colour);
    }
    write("Enter: next step", sizes_.caption, FontWeight::regular, theme_.quiet_text);
  }

  void draw_sentence() {
    const std::string& problem = player_.predictions.problem;
    const Rect place = problem.empty()
                           ? write(sentence_here(), sizes_.body * 1.1f, FontWeight::regular, theme_.text)
                           : write(escape_markup(problem), sizes_.body, FontWeight::regular, theme_.error);
    view_.items.add("steps.sentence", place);
  }

  void draw_question() {
    const Question& question = *player_.question;
    view_.items.add("steps.question", write(question_in_words(session_, question), sizes_.body * 1.2f,
                                            FontWeight::medium, theme_.text));
    space(0.5f);
    const float line = sizes_.body * 2;
    constexpr float lines_allowed = 8;
    const std::vector<Rect> buttons =
        answers_.buttons(question, {left_, y_, width_, line * lines_allowed}, line);
    if (buttons.empty()) {
      answers_.draw_typed_answer({left_, y_ + line / 2}, width_, line);
      y_ += line;
    } else {
      answers_.draw_buttons(question, buttons);
      y_ = buttons.back().bottom();
    }
    space(0.5f);
    const std::string& problem = player_.predictions.problem;
    if (!problem.empty()) {
      write(escape_markup(problem), sizes_.body, FontWeight::regular, theme_.error);
      space(0.5f);
    }
    answers_.draw_reveal({left_, std::round(y_), answers_.reveal_width(), answers_.button_height(line)});
    y_ += line;
  }

  float left_;
  float y_;
  float width_;
};

}  // namespace

void draw_step_strip(const Session& session, ViewState& view, const Painter& painter, const Rect& area) {
  StepStrip(session, view, painter, area).draw();
}

std::optional<Rect> draw_step_column(const Session& session, ViewState& view, const Rect& area) {
  const float border = std::round(16 * view.scale());
  const float toggles = steps_toggles_height(view);
  const Rect words{area.x, area.y, area.width, std::max(area.height - toggles - border, 1.0f)};
  float bottom = 0;
  {
    ScrollArea scroll("##step", words);
    const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
    const Point corner{scroll.corner().x + border, scroll.corner().y + border};
    bottom = StepColumn(session, view, painter, corner, area.width - 2 * border).draw() + border / 2;
    scroll.reaches(bottom);
  }
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  painter.fill({area.x + border, words.bottom(), area.width - 2 * border, 1}, view.theme().line);
  draw_steps_toggles(session, view, painter,
                     {area.x + border / 2, words.bottom() + border / 2, area.width - border, toggles});
  const Rect rest{area.x, bottom, area.width, words.bottom() - bottom};
  if (rest.height < view.sizes().body * least_inspector) return std::nullopt;
  return rest;
}

}  // namespace attention_lab

#include "ui/workspaces/museum/exhibit_view.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/mistakes/exhibit.h"
#include "core/mistakes/wording.h"
#include "core/words/matrix_words.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/scroll_area.h"
#include "ui/widgets/word_links.h"

namespace attention_lab {
namespace {

// In multiples of the text size.
constexpr float heading_height = 1.75f;
constexpr float badge_pad_x = 0.75f;
constexpr float badge_pad_y = 0.3f;
constexpr float badge_gap = 0.45f;
constexpr float code_pad = 0.6f;
constexpr float code_share = 0.9f;
constexpr float notes_gap = 0.6f;
constexpr float refusal_width = 40;
constexpr float comfortable_width = 62;  // of a line of text
constexpr float least_of_three = 15;     // width of each of three pictures in a row
constexpr float least_of_two = 12;       // width of each of two
constexpr float least_plot_height = 13;
constexpr float labels_share = 1.1f;  // of a plot’s font size: the labels are read from far away
constexpr float least_refusal = 11;
constexpr float least_formula = 20;  // width of a formula beside the choice of the stage

/// The role of a stage in the mistake.
const char* part_of(Mistake mistake, MatrixName stage) {
  const MatrixName first = first_wrong_stage(mistake);
  if (stage < first) return "as in the correct computation";
  return stage == first ? "where it goes wrong" : "what follows from it";
}

/// The notes under the pictures of an exhibit: what gives the mistake away, how to check one's own code, and
/// a button that makes the mistake visible.
class ExhibitNotes {
 public:
  ExhibitNotes(ViewState& view, ActionQueue& actions, const Painter& painter, const Exhibit& exhibit)
      : view_(view),
        actions_(actions),
        painter_(painter),
        exhibit_(exhibit),
        theme_(view.theme()),
        sizes_(view.sizes()) {}

  /// Breaks the texts into lines for two columns in this width.
  void set(float width) {
    column_gap_ = sizes_.body * 2;
    column_width_ = exhibit_.wrong ? std::floor((width - column_gap_) / 2) : width;
    set_badges(column_width_);
    if (exhibit_.wrong)
      spread_ = paragraph(as_markup(difference_in_words(exhibit_)), column_width_, sizes_.body);
    const bool has_reason = exhibit_.wrong && exhibit_.remedy && !exhibit_.remedy->reason.empty();
    reason_ =
        has_reason ? paragraph(as_markup(exhibit_.remedy->reason), column_width_, sizes_.body) : Paragraph{};

    const MistakeText& text = text_of(exhibit_.mistake);
    how_to_notice_ = paragraph(as_markup(text.how_to_notice),
                               std::min(column_width_, comfortable_width * sizes_.body), sizes_.body);
    const auto label = [&](const char* one) {
      return painter_.metrics().width(one, sizes_.caption, FontWeight::medium);
    };
    code_label_width_ =
        std::max(label("correct"), label(label_of_wrong_way(exhibit_.mistake))) + sizes_.body * 0.8f;
    const float code_width = column_width_ - code_label_width_ - 2 * code_pad * sizes_.body;
    need_fonts(view_, {{FontWeight::code, code_size()}});
    wrong_code_ = code(text.wrong_code, code_width);
    right_code_ = code(text.right_code, code_width);
    note_ = paragraph(as_markup(note_on_code(exhibit_.mistake)),
                      std::min(column_width_, comfortable_width * sizes_.body), sizes_.body);
  }
  float height() const { return std::max(left_height(), right_height()); }

  void draw(Point corner) {
    if (exhibit_.wrong) {
      heading(corner, "What gives it away");
      float y = corner.y + heading_height * sizes_.body;
      draw_badges({corner.x, y});
      y += badges_height_;
      if (!spread_.lines.empty())
        draw_linked(view_, painter_, spread_, {corner.x, y + notes_gap * sizes_.body}, theme_.quiet_text);
      y += spread_height();
      if (exhibit_.remedy) {
        y += notes_gap * sizes_.body;
        draw_linked(view_, painter_, reason_, {corner.x, y}, theme_.text);
        draw_button({corner.x, y + reason_.height() + notes_gap * sizes_.body}, false);
      }
    }
    const Point right{exhibit_.wrong ? corner.x + column_width_ + column_gap_ : corner.x, corner.y};
    heading(right, "How to spot it in your own code");
    const float y = right.y + heading_height * sizes_.body;
    draw_linked(view_, painter_, how_to_notice_, {right.x, y}, theme_.text);
    const float code = y + how_to_notice_.height() + notes_gap * sizes_.body;
    draw_code({right.x, code});
    if (note_height() == 0) return;
    const float note = code + code_height() + notes_gap * sizes_.body;
    draw_linked(view_, painter_, note_, {right.x, note}, theme_.text);
    view_.items.add("museum.code_note", {right.x, note, note_.width, note_.height()});
  }

  /// Replaces the pictures: says why the mistake cannot be made here, with the button.
  void draw_refusal(const Rect& area) {
    painter_.fill(area, theme_.hover_ground, 8);
    const float width = std::min(area.width - 4 * sizes_.body, refusal_width * sizes_.body);
    const Paragraph text = paragraph(as_markup(exhibit_.wrong.error().message), width, sizes_.body);
    const float button = exhibit_.remedy ? button_height() + 1.4f * sizes_.body : 0;
    const float top = area.centre().y - (text.height() + button) / 2;
    draw_linked(view_, painter_, text, {area.centre().x - text.width / 2, top}, theme_.text);
    if (exhibit_.remedy) {
      draw_button({area.centre().x, top + text.height() + 1.4f * sizes_.body}, true);
    }
  }

 private:
  struct Badge {
    Paragraph text;
    Rect rect;  // relative to the column's upper left corner
  };

  Paragraph paragraph(std::string_view markup, float width, float size) const {
    view_.fonts.need(markup);
    return set_paragraph(markup, width, size, FontWeight::regular, painter_.metrics());
  }

  // DejaVu Sans Mono is wider and taller than Roboto.
  float code_size() const { return std::round(sizes_.body * code_share); }
  Paragraph code(std::string_view text, float width) const {
    view_.fonts.need(text);
    return set_paragraph(escape_markup(text), width, code_size(), FontWeight::code, painter_.metrics());
  }

  // The badges one after the other, in lines.
  void set_badges(float width) {
    const float pad_x = badge_pad_x * sizes_.body;
    const float pad_y = badge_pad_y * sizes_.body;
    float x = 0;
    float y = 0;
    float line = 0;
    for (const std::string& phrase : badges_of(exhibit_)) {
      Badge badge{paragraph(as_markup(phrase), width - 2 * pad_x, sizes_.body), {}};
      const Point size{std::ceil(badge.text.width + 2 * pad_x), badge.text.height() + 2 * pad_y};
      if (x > 0 && x + size.x > width) {
        x = 0;
        y += line + badge_gap * sizes_.body;
        line = 0;
      }
      badge.rect = {x, y, size.x, size.y};
      x += size.x + badge_gap * sizes_.body;
      line = std::max(line, size.y);
      badges_.push_back(std::move(badge));
    }
    badges_height_ = y + line;
  }

  float button_height() const { return Controls::height(view_); }

  float left_height() const {
    if (!exhibit_.wrong) return 0;
    float height = heading_height * sizes_.body + badges_height_ + spread_height();
    if (exhibit_.remedy) height += (2 * notes_gap) * sizes_.body + reason_.height() + button_height();
    return height;
  }

  float spread_height() const {
    return spread_.lines.empty() ? 0 : notes_gap * sizes_.body + spread_.height();
  }

  float code_height() const {
    return wrong_code_.height() + right_code_.height() + 2.2f * code_pad * sizes_.body;
  }

  float note_height() const {
    return note_on_code(exhibit_.mistake).empty() ? 0 : notes_gap * sizes_.body + note_.height();
  }

  float right_height() const {
    return heading_height * sizes_.body + how_to_notice_.height() + notes_gap * sizes_.body + code_height() +
           note_height();
  }

  void heading(Point corner, const char* text) const {
    painter_.text({corner.x, corner.y + heading_height * 0.4f * sizes_.body}, text, theme_.quiet_text,
                  sizes_.body, FontWeight::medium);
  }

  void draw_badges(Point corner) const {
    const bool is_alarming = !exhibit_.giveaway.numbers_agree;
    for (const Badge& badge : badges_) {
      const Rect rect{corner.x + badge.rect.x, corner.y + badge.rect.y, badge.rect.width, badge.rect.height};
      const float rounding = std::min(rect.height / 2, sizes_.body);
      painter_.fill(rect, is_alarming ? theme_.error_ground : theme_.hover_ground, rounding);
      attention_lab::draw(painter_, badge.text,
                          {rect.x + badge_pad_x * sizes_.body, rect.y + badge_pad_y * sizes_.body},
                          is_alarming ? theme_.error : theme_.text);
    }
  }

  void draw_code(Point corner) const {
    const float pad = code_pad * sizes_.body;
    painter_.fill({corner.x, corner.y, column_width_, code_height()}, theme_.hover_ground, 6);
    float y = corner.y + pad;
    const auto row = [&](const char* kind, Colour colour, const Paragraph& code) {
      painter_.text({corner.x + pad, y + code.line_height() / 2}, kind, colour, sizes_.caption,
                    FontWeight::medium);
      attention_lab::draw(painter_, code, {corner.x + pad + code_label_width_, y}, theme_.text);
      y += code.height() + 0.2f * pad;
    };
    row(label_of_wrong_way(exhibit_.mistake),
        is_right_after_all(exhibit_.mistake) ? theme_.quiet_text : theme_.error, wrong_code_);
    row("correct", theme_.quiet_text, right_code_);
  }

  /// Draws the button of the remedy with its upper left corner, or its centre, at `at`.
  void draw_button(Point at, bool is_centred) {
    const std::string& label = exhibit_.remedy->label;
    const float width = std::ceil(
        layout_markup(label, sizes_.body, FontWeight::medium, painter_.metrics()).width + 2.4f * sizes_.body);
    const Rect rect{std::round(is_centred ? at.x - width / 2 : at.x), std::round(at.y), width,
                    button_height()};
    view_.items.add("museum.remedy", rect);
    const bool is_clicked = click_area("##remedy", rect);
    const bool is_hovered = ImGui::IsItemHovered();
    painter_.fill(rect, is_hovered ? mix(theme_.accent_ground, theme_.accent, 0.15f) : theme_.accent_ground,
                  7);
    painter_.stroke(rect, theme_.accent, 1, 7);
    painter_.markup(rect.centre(), label, theme_.text, sizes_.body, FontWeight::medium,
                    HorizontalAnchor::centre);
    if (is_hovered) draw_tooltip(view_, "Changes your document in one step, which Ctrl+Z undoes.");
    if (is_clicked) {
      actions_.commit(exhibit_.remedy->edit);
      view_.say("Your document was changed. Ctrl+Z undoes the change.");
    }
  }

  ViewState& view_;
  ActionQueue& actions_;
  const Painter& painter_;
  const Exhibit& exhibit_;
  const Theme& theme_;
  TextSizes sizes_;
  float column_width_ = 0;
  float column_gap_ = 0;
  float code_label_width_ = 0;
  std::vector<Badge> badges_;
  float badges_height_ = 0;
  Paragraph spread_;  // the size of the differences
  Paragraph reason_;
  Paragraph how_to_notice_;
  Paragraph wrong_code_;
  Paragraph right_code_;
  Paragraph note_;  // about the code
};

class ExhibitView {
 public:
  ExhibitView(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area)
      : session_(session),
        view_(view),
        theme_(view.theme()),
        sizes_(view.sizes()),
        painter_(*ImGui::GetWindowDrawList(), view.fonts),
        exhibit_(*view.museum.exhibit),
        area_(area),
        notes_(view, actions, painter_, exhibit_) {}

  /// Returns the bottom of the exhibit.
  float draw(Point corner) {
    const float border = std::round(18 * view_.scale());
    const bool scrolls = ImGui::GetScrollMaxY() > 0;
    left_ = corner.x + border;
    width_ = area_.width - 2 * border - (scrolls ? ImGui::GetStyle().ScrollbarSize : 0);
    y_ = corner.y + border * 0.8f;

    draw_head();
    draw_formulas();
    y_ += sizes_.body * 0.8f;
    notes_.set(width_);
    const float gap = sizes_.body * 1.1f;
    const float rest = corner.y + area_.height - border - y_ - gap - notes_.height();
    draw_middle(rest);
    y_ += gap;
    notes_.draw({left_, y_});
    return std::floor(y_ + notes_.height() + border);
  }

 private:
  Paragraph set(std::string_view markup, float width, float size,
                FontWeight weight = FontWeight::regular) const {
    view_.fonts.need(markup);
    return set_paragraph(markup, width, size, weight, painter_.metrics());
  }

  void write(const Paragraph& paragraph, Colour colour) {
    draw_linked(view_, painter_, paragraph, {left_, y_}, colour);
    y_ += paragraph.height();
  }

  void draw_head() {
    const MistakeText& text = text_of(exhibit_.mistake);
    write(set(as_markup(text.title), width_, sizes_.display, FontWeight::medium), theme_.text);
    y_ += sizes_.body * 0.15f;
    const float comfortable = sizes_.body * 62;
    write(set(as_markup(text.what_is_wrong), std::min(width_, comfortable), sizes_.body), theme_.text);
    y_ += sizes_.body * 0.7f;
  }

  // The right formula above the wrong one, with the choice of the stage beside them.
  void draw_formulas() {
    const float top = y_;
    float chips_width = 0;
    if (exhibit_.wrong) {
      chips_width = stage_chip_width() + sizes_.body * 1.5f;
      const bool has_room_beside = width_ - chips_width >= sizes_.body * least_formula;
      draw_stage_chip({has_room_beside ? left_ + width_ - stage_chip_width() : left_, top});
      if (!has_room_beside) {
        chips_width = 0;
        y_ += Controls::height(view_) + sizes_.body * 0.6f;
      }
    }
    const MatrixName stage = stage_of_formula(exhibit_.mistake, shown_stage(session_, view_).name);
    const std::string name = display_name(stage) + " = ";
    const bool is_right = is_right_after_all(exhibit_.mistake);
    const std::string wrong_label = label_of_wrong_way(exhibit_.mistake);
    const float label = std::max(label_width("correct"), label_width(wrong_label)) + sizes_.body * 0.9f;
    const auto row = [&](const std::string& kind, const std::string& formula, Colour colour) {
      const Paragraph line =
          set(name + formula, width_ - label - chips_width, sizes_.body, FontWeight::medium);
      painter_.text({left_, y_ + line.line_height() / 2}, kind, colour, sizes_.caption, FontWeight::medium);
      attention_lab::draw(painter_, line, {left_ + label, y_}, theme_.text);
      y_ += line.height() + sizes_.body * 0.15f;
    };
    row("correct", right_formula(session_.model(), exhibit_.mistake, stage), theme_.quiet_text);
    const bool is_one_of_three = exhibit_.mistake == Mistake::transposed_weights;
    row(wrong_label,
        filled(is_one_of_three ? "<formula>, and likewise for the other two" : "<formula>",
               {{"formula", wrong_formula(session_.model(), exhibit_.mistake, stage)}}),
        is_right ? theme_.quiet_text : theme_.error);
    y_ = std::max(y_, top + (exhibit_.wrong ? Controls::height(view_) : 0));
  }

  float label_width(const std::string& label) const {
    return painter_.metrics().width(label, sizes_.caption, FontWeight::medium);
  }

  float stage_chip_width() const {
    return std::min(Controls(view_, painter_).choice_width("stage", "dropped weights"), width_);
  }

  void draw_stage_chip(Point corner) {
    Controls controls(view_, painter_);
    const Rect rect{std::round(corner.x), std::round(corner.y), stage_chip_width(), Controls::height(view_)};
    const std::vector<MatrixName> stages = stages_of(session_.model());
    std::vector<Choice> choices;
    for (const MatrixName stage : stages)
      choices.push_back({display_name(stage), part_of(exhibit_.mistake, stage)});
    const int chosen =
        controls.choice(rect, "museum.stage", "stage", display_name(shown_stage(session_, view_).name),
                        choices, "Which matrix is shown. The left and right arrow keys also choose it.");
    if (chosen >= 0) {
      view_.museum.stages[static_cast<std::size_t>(exhibit_.mistake)] =
          stages[static_cast<std::size_t>(chosen)];
    }
  }

  void draw_middle(float rest) {
    if (!exhibit_.wrong) {
      const float height = std::max(sizes_.body * least_refusal, std::min(rest, sizes_.body * 16));
      notes_.draw_refusal({left_, y_, width_, height});
      y_ += height;
      return;
    }
    const float gap = std::round(sizes_.body * 0.5f);
    const auto width_of = [&](int across) {
      const float parts = static_cast<float>(across);
      return std::floor((width_ - (parts - 1) * gap) / parts);
    };
    int across = 3;
    while (across > 1 && width_of(across) < sizes_.body * (across == 3 ? least_of_three : least_of_two))
      --across;
    const float width = width_of(across);
    ExhibitPlots& plots = view_.museum.plots;
    show_stage(plots, session_, view_.museum.exhibit, shown_stage(session_, view_),
               view_.preferences.decimals);
    const float most = std::floor(across == 3 ? std::max(rest, sizes_.body * least_plot_height) : width);
    const FigureStyle style = figure_style(theme_, font_size_of_plot(view_, width * labels_share, most));
    const float height = std::ceil(height_of(plots, width, most, style, view_.services.page_metrics));
    int at = 0;
    for (const auto& [panel, name] : {std::pair<PlotPanel*, const char*>{&plots.right, "right"},
                                      {&plots.wrong, "wrong"},
                                      {&plots.difference, "difference"}}) {
      if (at > 0 && at % across == 0) y_ += height + gap;
      const float x = left_ + static_cast<float>(at % across) * (width + gap);
      draw_plot(view_, painter_, *panel, {x, y_, width, height}, name, style.font_size);
      ++at;
    }
    y_ += height;
  }

  const Session& session_;
  ViewState& view_;
  const Theme& theme_;
  TextSizes sizes_;
  Painter painter_;
  const Exhibit& exhibit_;
  Rect area_;
  ExhibitNotes notes_;
  float left_ = 0;
  float width_ = 0;
  float y_ = 0;
};

}  // namespace

MatrixRef shown_stage(const Session& session, const ViewState& view) {
  const Mistake mistake = view.museum.mistake;
  const std::vector<MatrixName> stages = stages_of(session.model());
  MatrixName stage =
      view.museum.stages[static_cast<std::size_t>(mistake)].value_or(most_telling_stage(mistake));
  if (std::find(stages.begin(), stages.end(), stage) == stages.end()) stage = most_telling_stage(mistake);
  return {stage, is_per_head(stage) ? view.shown_head : 0};
}

void step_stage(const Session& session, ViewState& view, int by) {
  const std::vector<MatrixName> stages = stages_of(session.model());
  const auto found = std::find(stages.begin(), stages.end(), shown_stage(session, view).name);
  const int last = static_cast<int>(stages.size()) - 1;
  const int next = std::clamp(static_cast<int>(found - stages.begin()) + by, 0, last);
  view.museum.stages[static_cast<std::size_t>(view.museum.mistake)] = stages[static_cast<std::size_t>(next)];
}

void draw_exhibit(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area) {
  // Each exhibit has its own scroll position, initially the top.
  ScrollArea scroll(std::string(to_string(view.museum.mistake)).c_str(), area);
  scroll.reaches(ExhibitView(session, view, actions, area).draw(scroll.corner()));
}

}  // namespace attention_lab

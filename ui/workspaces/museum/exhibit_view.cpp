#include "ui/workspaces/museum/exhibit_view.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/mistakes/wording.h"
#include "core/words/matrix_words.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/scroll_area.h"
#include "ui/workspaces/museum/exhibit_notes.h"

namespace attention_lab {
namespace {

// In sizes of the text.
constexpr float least_of_three = 15;  // the width of a picture beside two others
constexpr float least_of_two = 12;    // and beside one
constexpr float least_plot_height = 13;
constexpr float least_refusal = 11;
constexpr float least_formula = 20;  // wide, for the choice of the stage to stand beside it

/// What a stage has to do with the mistake.
const char* part_of(Mistake mistake, MatrixName stage) {
  const MatrixName first = first_wrong_stage(mistake);
  if (stage < first) return "as in the correct computation";
  return stage == first ? "where it goes wrong" : "what follows from it";
}

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

  /// How far down it reaches.
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
    attention_lab::draw(painter_, paragraph, {left_, y_}, colour);
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

  // Right above wrong; the choice of the stage beside them.
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
    const bool is_right = exhibit_.mistake == Mistake::mask_after_softmax_renormalised;
    const std::string wrong_label = is_right ? "also correct" : "wrong";
    const float label = std::max(label_width("right"), label_width(wrong_label)) + sizes_.body * 0.9f;
    const auto row = [&](const std::string& kind, const std::string& formula, Colour colour) {
      const Paragraph line =
          set(name + formula, width_ - label - chips_width, sizes_.body, FontWeight::medium);
      painter_.text({left_, y_ + line.line_height() / 2}, kind, colour, sizes_.caption, FontWeight::medium);
      attention_lab::draw(painter_, line, {left_ + label, y_}, theme_.text);
      y_ += line.height() + sizes_.body * 0.15f;
    };
    row("right", right_formula(session_.model(), exhibit_.mistake, stage), theme_.quiet_text);
    const bool is_one_of_three = exhibit_.mistake == Mistake::transposed_weights;
    row(wrong_label,
        wrong_formula(session_.model(), exhibit_.mistake, stage) +
            (is_one_of_three ? ", and likewise for the other two" : ""),
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
                        choices, "Which matrix is shown. The arrow keys left and right choose it too.");
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
    const FigureStyle style = figure_style(theme_, sizes_.caption / size_of_em);
    const float height = std::ceil(height_of(plots, width, most, style, view_.services.page_metrics));
    int at = 0;
    for (const auto& [panel, name] : {std::pair<PlotPanel*, const char*>{&plots.right, "right"},
                                      {&plots.wrong, "wrong"},
                                      {&plots.difference, "difference"}}) {
      if (at > 0 && at % across == 0) y_ += height + gap;
      const float x = left_ + static_cast<float>(at % across) * (width + gap);
      draw_plot(view_, painter_, *panel, {x, y_, width, height}, name);
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
  // Each exhibit keeps its own scroll, and starts at its top.
  ScrollArea scroll(std::string(to_string(view.museum.mistake)).c_str(), area);
  scroll.reaches(ExhibitView(session, view, actions, area).draw(scroll.corner()));
}

}  // namespace attention_lab

#include "ui/figures/pipeline/pipeline_stages.h"

#include <algorithm>
#include <string>

#include "core/attention/model.h"
#include "core/attention/rounding.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "ui/figures/base/labels.h"
#include "ui/figures/pipeline/pipeline_cells.h"
#include "ui/figures/pipeline/pipeline_sizes.h"
#include "ui/figures/pipeline/pipeline_spotlight.h"
#include "ui/figures/pipeline/stage_labels.h"

namespace attention_lab {
namespace {

constexpr float sum_space = 0.4f;  // in sizes of labels, between cells and sums

class StagesDrawing {
 public:
  StagesDrawing(const PipelineFigureSpec& spec, const StageLayout& layout, const StageColours& colours,
                const FigureStyle& style, const TextMetrics& metrics, DisplayList& list)
      : spec_(spec), layout_(layout), colours_(colours), style_(style), metrics_(metrics), list_(list) {}

  void draw() {
    const bool is_dimmed = has_lights() && (spec_.marks->is_dimmed || spec_.marks->has_spotlight);
    for (const PlacedLink& link : layout_.links) draw_stage_link(link, layout_, style_, is_dimmed, list_);
    for (const PlacedStage& stage : layout_.stages) draw_stage(stage);
  }

 private:
  // In the strip, nothing is dimmed: it leads to all other stages.
  bool has_lights() const { return spec_.marks != nullptr && !layout_.is_strip; }

  void draw_stage(const PlacedStage& stage) {
    const MatrixName name = stage.block.ref.name;
    const StageSpotlight spotlight(has_lights() ? spec_.marks : nullptr, stage.block.ref);
    const float of_step = has_lights() ? spec_.marks->light_on(stage.block.ref) : 1;
    const float light = std::min(of_step, spotlight.on_matrix());
    const Colour hue = with_light(colour_of_matrix(name, style_), light, style_);
    Text title = markup_at(stage.title, display_name(name), layout_.text.name, hue, HorizontalAnchor::left);
    title.weight = FontWeight::medium;
    list_.add(title);
    if (stage.block.is_collapsed) {
      add_collapsed_sign(title, with_light(style_.quiet_text, light, style_));
    } else if (layout_.has_texts) {
      const float width =
          layout_markup(title.text, title.size, title.weight, metrics_).width + layout_.text.small * 0.6f;
      list_.add(label_at({stage.title.x + width, stage.title.y + layout_.text.name * 0.06f},
                         shape_text(n_sentences(spec_.document), name, stage.block.rows, stage.block.columns),
                         layout_.text.small, with_light(style_.quiet_text, light, style_)));
    }
    const StageLabels labels(spec_, stage, layout_, spotlight, of_step, style_, metrics_);
    labels.draw_rows(list_);
    labels.draw_columns(list_);
    draw_stage_cells(spec_, stage, layout_, colours_, style_, metrics_, list_);
    if (stage.sum_width > 0) draw_sums(stage, spotlight, of_step);
  }

  // A triangle that points at what there is to open.
  void add_collapsed_sign(const Text& title, Colour colour) {
    const float side = title.size * collapsed_sign * 0.5f;
    const float left = title.position.x + width_of(title, metrics_) + side;
    const float y = title.position.y;
    list_.add(FillPolygon{{{left, y - side * 0.6f}, {left + side, y}, {left, y + side * 0.6f}}, colour});
  }

  void draw_sums(const PlacedStage& stage, const StageSpotlight& spotlight, float of_step) {
    // They are read as a column, so there is one for every row or none.
    if (label_step(stage.grid.cell_height(), layout_.text) > 1) return;
    const MatrixView values = matrix_view(spec_.document.model, spec_.trace, stage.block.ref);
    for (Index i = 0; i < stage.grid.rows; ++i) {
      const Index row = stage.first_row + i;
      if (spec_.marks != nullptr && !spec_.marks->has_sum(stage.block.ref, row)) continue;
      const double sum = static_cast<double>(values.row(row).sum());
      const bool sums_to_one = is_one(sum, values.cols());
      // After dropout, a row sums to 1 only on average.
      const bool is_in_order = sums_to_one || stage.block.ref.name == MatrixName::dropped_weights;
      const bool is_empty = sees_nothing(spec_.mask, row, values.cols());
      const Colour colour = is_empty ? style_.text : is_in_order ? style_.quiet_text : style_.negative;
      const std::string sum_text = sums_to_one ? "1" : is_empty && sum == 0 ? "0" : format_number(sum, 2);
      const Rect cell = stage.grid.rect_of({i, stage.grid.columns - 1});
      const float light = std::min(of_step, spotlight.on_row_label(row));
      list_.add(label_at({cell.right() + layout_.text.token * sum_space, cell.centre().y}, "Σ " + sum_text,
                         layout_.text.token, with_light(colour, light, style_)));
    }
  }

  const PipelineFigureSpec& spec_;
  const StageLayout& layout_;
  const StageColours& colours_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  DisplayList& list_;
};

}  // namespace

void draw_stages(const PipelineFigureSpec& spec, const StageLayout& layout, const StageColours& colours,
                 const FigureStyle& style, const TextMetrics& metrics, DisplayList& list) {
  StagesDrawing(spec, layout, colours, style, metrics, list).draw();
}

}  // namespace attention_lab

#include "ui/figures/pipeline/pipeline_stages.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>

#include "core/attention/model.h"
#include "core/attention/rounding.h"
#include "core/document/matrix_labels.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "ui/figures/base/labels.h"
#include "ui/figures/pipeline/pipeline_cells.h"

namespace attention_lab {
namespace {

// In sizes of labels.
constexpr float sum_space = 0.4f;         // between cells and sums
constexpr float column_label_gap = 0.2f;  // between two of them
constexpr float drawn_mark_space = 0.2f;
constexpr float drawn_mark_size = 0.15f;

class StagesDrawing {
 public:
  StagesDrawing(const PipelineFigureSpec& spec, const StageLayout& layout, const StageColours& colours,
                const FigureStyle& style, const TextMetrics& metrics, DisplayList& list)
      : spec_(spec), layout_(layout), colours_(colours), style_(style), metrics_(metrics), list_(list) {}

  void draw() {
    const bool is_dimmed = has_lights() && spec_.marks->is_dimmed;
    for (const PlacedLink& link : layout_.links) draw_stage_link(link, layout_, style_, is_dimmed, list_);
    for (const PlacedStage& stage : layout_.stages) draw_stage(stage);
  }

 private:
  // In the strip, nothing is dimmed: it leads to all other stages.
  bool has_lights() const { return spec_.marks != nullptr && !layout_.is_strip; }

  void draw_stage(const PlacedStage& stage) {
    const MatrixName name = stage.block.ref.name;
    const float light = has_lights() ? spec_.marks->light_on(stage.block.ref) : 1;
    const Colour hue = with_light(colour_of_matrix(name, style_), light, style_);
    Text title = markup_at(stage.title, display_name(name), layout_.text.name, hue, HorizontalAnchor::left);
    title.weight = FontWeight::medium;
    list_.add(title);
    if (layout_.has_texts) {
      const float width =
          layout_markup(title.text, title.size, title.weight, metrics_).width + layout_.text.small * 0.6f;
      list_.add(label_at({stage.title.x + width, stage.title.y + layout_.text.name * 0.06f},
                         shape_text(stage.block.rows, stage.block.columns), layout_.text.small,
                         with_light(style_.quiet_text, light, style_)));
    }
    draw_row_labels(stage, light);
    draw_column_labels(stage, light);
    draw_stage_cells(spec_, stage, layout_, colours_, style_, list_);
    if (stage.sum_width > 0) draw_sums(stage, light);
  }

  // Emphasises the labels of rows and columns that belong to the number pointed at or selected.
  bool is_linked(const MatrixRef& matrix, std::optional<Index> Place::*coordinate, Index at) const {
    if (spec_.marks == nullptr) return false;
    const auto is_here = [&](const Place& place) {
      return place.matrix == matrix && place.*coordinate == at;
    };
    const std::optional<CellRef>& focus = spec_.marks->pointed ? spec_.marks->pointed : spec_.marks->selected;
    if (focus && is_here({focus->matrix, focus->row, focus->column})) return true;
    return std::any_of(spec_.marks->links.begin(), spec_.marks->links.end(), is_here);
  }

  void emphasise(Text& label, bool is_strong, float light) const {
    label.colour = with_light(is_strong ? style_.text : style_.quiet_text, light, style_);
    label.weight = is_strong ? FontWeight::medium : FontWeight::regular;
  }

  void draw_sums(const PlacedStage& stage, float light) {
    const MatrixView values = matrix_view(spec_.document.model, spec_.trace, stage.block.ref);
    for (Index i = 0; i < stage.grid.rows; ++i) {
      const Index row = stage.first_row + i;
      if (spec_.marks != nullptr && !spec_.marks->has_sum(stage.block.ref, row)) continue;
      const double sum = static_cast<double>(values.row(row).sum());
      const bool sums_to_one = is_one(sum, values.cols());
      // After dropout, a row sums to 1 only on average.
      const bool is_in_order = sums_to_one || stage.block.ref.name == MatrixName::dropped_weights;
      const Rect cell = stage.grid.rect_of({i, stage.grid.columns - 1});
      list_.add(label_at({cell.right() + layout_.text.token * sum_space, cell.centre().y},
                         "Σ " + (sums_to_one ? std::string("1") : format_number(sum, 2)), layout_.text.token,
                         with_light(is_in_order ? style_.quiet_text : style_.negative, light, style_)));
    }
  }

  void draw_row_labels(const PlacedStage& stage, float light) {
    if (stage.label_width <= 0) return;
    const float room = stage.label_width - layout_.text.token * 0.4f;
    const Index step = label_step(stage.grid.cell_height(), layout_.text);
    std::optional<Index> chosen;
    if (spec_.token && follows_query(stage.block.ref.name)) chosen = *spec_.token - stage.first_row;
    for (Index row = 0; row < stage.grid.rows; ++row) {
      const bool is_strong = chosen == row || is_linked(stage.block.ref, &Place::row, stage.first_row + row);
      // Thins the labels out evenly, but always keeps the chosen one.
      const bool is_near = chosen && std::abs(row - *chosen) < step;
      if (!is_strong && (row % step != 0 || is_near)) continue;
      Text label =
          label_at({stage.grid.cells.x - layout_.text.token * 0.4f, stage.grid.rect_of({row, 0}).centre().y},
                   row_label(spec_.document, stage.block.ref.name, stage.first_row + row), layout_.text.token,
                   style_.quiet_text, HorizontalAnchor::right);
      emphasise(label, is_strong, light);
      label.text = shorten(label.text, room, label.size, label.weight, metrics_);
      list_.add(label);
      draw_drawn_mark(stage, row, light);
    }
  }

  // A dot beside the label of a word whose embedding was drawn at random.
  void draw_drawn_mark(const PlacedStage& stage, Index row, float light) {
    if (spec_.marks == nullptr || stage.block.ref.name != word_embeddings(spec_.document.model)) return;
    if (!is_drawn(spec_.document, stage.first_row + row)) return;
    const Rect cell = stage.grid.rect_of({row, 0});
    list_.add(FillDisc{{cell.x - layout_.text.token * drawn_mark_space, cell.centre().y},
                       layout_.text.token * drawn_mark_size,
                       with_light(style_.accent, light, style_)});
  }

  // The step between labelled columns, so that the labels do not touch.
  Index column_label_step(const PlacedStage& stage) const {
    float widest = layout_.text.token;
    if (stage.header == StageHeader::level) {
      for (Index column = 0; column < stage.grid.columns; ++column) {
        const std::string label =
            column_label(spec_.document, stage.block.ref.name, stage.first_column + column);
        widest = std::max(widest, metrics_.width(label, layout_.text.token, FontWeight::medium) +
                                      layout_.text.token * column_label_gap);
      }
    }
    return std::max<Index>(1, static_cast<Index>(std::ceil(widest / stage.grid.cell_width())));
  }

  void draw_column_labels(const PlacedStage& stage, float light) {
    if (stage.header == StageHeader::none) return;
    const Index step = column_label_step(stage);
    for (Index column = 0; column < stage.grid.columns; column += step) {
      const Rect cell = stage.grid.rect_of({0, column});
      Text label = label_at({cell.centre().x, cell.y - layout_.text.token * 0.35f},
                            column_label(spec_.document, stage.block.ref.name, stage.first_column + column),
                            layout_.text.token, style_.quiet_text);
      emphasise(label, is_linked(stage.block.ref, &Place::column, stage.first_column + column), light);
      if (stage.header == StageHeader::turned) {
        label.is_turned = true;
        label.text = shorten(label.text, stage.header_height - layout_.text.token * 0.6f, label.size,
                             label.weight, metrics_);
      } else {
        label.horizontal = HorizontalAnchor::centre;
        label.vertical = VerticalAnchor::baseline;
      }
      list_.add(label);
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

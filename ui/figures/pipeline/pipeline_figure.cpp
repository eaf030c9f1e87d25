#include "ui/figures/pipeline/pipeline_figure.h"

#include <algorithm>
#include <cmath>

#include "core/attention/model.h"
#include "core/attention/rounding.h"
#include "core/document/matrix_labels.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/figures/base/labels.h"
#include "ui/figures/pipeline/pipeline_cells.h"
#include "ui/figures/pipeline/pipeline_colours.h"
#include "ui/figures/pipeline/pipeline_legend.h"

namespace attention_lab {
namespace {

// In font sizes, unless stated otherwise.
constexpr float page_margin = 0.6f;
constexpr float title_size = 1.15f;
constexpr float note_size = 0.75f;
constexpr float largest_stage_legend = 0.25f;  // of the page's height; otherwise it is omitted

// In sizes of labels.
constexpr float sum_space = 0.4f;         // between cells and sums
constexpr float column_label_gap = 0.2f;  // between two of them
constexpr float drawn_mark_space = 0.2f;
constexpr float drawn_mark_size = 0.15f;

class PipelineBuilder {
 public:
  PipelineBuilder(const PipelineFigureSpec& spec, float width, float height, const FigureStyle& style,
                  const TextMetrics& metrics, KeptStageLayout* kept)
      : spec_(spec),
        style_(style),
        metrics_(metrics),
        kept_(kept),
        colours_(spec, style),
        size_(style.font_size) {
    list_.width = width;
    list_.height = height;
  }

  PipelinePicture build() {
    const float border = std::min(size_ * page_margin, std::min(list_.width, list_.height) * 0.04f);
    Rect area{border, border, list_.width - 2 * border, list_.height - 2 * border};
    take_header(area);
    area.y += size_ * 0.2f;
    area.height -= size_ * 0.2f;
    const StageLegend legend(spec_, colours_, area.width, style_, metrics_);
    const bool has_legend = legend.height() < list_.height * largest_stage_legend;
    if (has_legend) area.height -= legend.height() + size_ * 0.5f;
    const float note_height = size_ * note_size * 1.5f;
    lay_out(area);
    // In a window, scroll bars show what is not visible.
    std::string note = spec_.scroll ? std::string() : window_note();
    if (!note.empty()) {
      area.height -= note_height;
      lay_out(area);
      note = window_note();
    }
    const bool is_dimmed = spec_.marks != nullptr && spec_.marks->is_dimmed;
    for (const PlacedLink& link : layout_.links) draw_stage_link(link, layout_, style_, is_dimmed, list_);
    for (const PlacedStage& stage : layout_.stages) draw_stage(stage);
    float y = area.bottom() + size_ * 0.2f;
    if (!note.empty()) {
      add_note({area.x, y + note_height / 2}, note, HorizontalAnchor::left, area.width);
      y += note_height;
    }
    if (has_legend) legend.draw({area.x, y + size_ * 0.1f, area.width, legend.height()}, list_);
    return {std::move(list_), std::move(layout_)};
  }

 private:
  void lay_out(const Rect& area) {
    const StageRequest request{
        spec_.document,        spec_.trace,   spec_.ranges, spec_.head,       spec_.token, spec_.decimals,
        spec_.fewest_decimals, spec_.legible, spec_.scroll, spec_.keeps_room, style_,      metrics_};
    layout_ = kept_ == nullptr ? lay_out_stages(request, area) : kept_->of(request, area);
  }

  void add_note(Point at, const std::string& markup, HorizontalAnchor anchor, float room) {
    const Text note = markup_at(at, markup, size_ * note_size, style_.quiet_text, anchor);
    list_.add(fitted(note, room, metrics_));
  }

  /// The query, if one is chosen, and the head; mark-up.
  std::string subject() const {
    std::string subject;
    const Index n_tokens = spec_.document.model.n_tokens();
    const Index n_heads = spec_.document.model.n_heads();
    if (spec_.token) {
      const std::string& token = spec_.document.tokens[static_cast<std::size_t>(*spec_.token)];
      subject =
          filled("the path of <token>, token <number> of <count>", {{"token", quoted_markup(token)},
                                                                    {"number", count_text(*spec_.token + 1)},
                                                                    {"count", count_text(n_tokens)}});
    }
    if (n_heads > 1) {
      if (!subject.empty()) subject += " · ";
      subject += filled("head <head> of <count>", {{"head", spec_.head + 1}, {"count", n_heads}});
    }
    return subject;
  }

  // The title, and its subject on the same line at the right if there is room, otherwise below.
  void take_header(Rect& area) {
    const std::string about = subject();
    const float largest = std::min(title_size * size_, list_.height * 0.08f);
    const auto take = [&](float height) {
      area.y += height;
      area.height -= height;
      return area.y - height / 2;
    };
    const float about_width =
        about.empty() ? 0 : layout_markup(about, size_ * note_size, FontWeight::regular, metrics_).width;
    if (spec_.title.empty()) {
      if (!about.empty())
        add_note({area.x, take(size_ * note_size * 1.7f)}, about, HorizontalAnchor::left, area.width);
      return;
    }
    Text title =
        markup_at({area.x, take(largest * 1.4f)}, spec_.title, largest, style_.text, HorizontalAnchor::left);
    title.weight = FontWeight::medium;
    const float natural = layout_markup(title.text, largest, title.weight, metrics_).width;
    const float beside = area.width - about_width - (about.empty() ? 0 : size_);
    const bool is_beside = about.empty() || natural * 0.85f <= beside;
    list_.add(fitted(title, is_beside ? beside : area.width, metrics_));
    if (about.empty()) return;
    const float y = is_beside ? title.position.y : take(size_ * note_size * 1.4f);
    add_note({is_beside ? area.right() : area.x, y}, about,
             is_beside ? HorizontalAnchor::right : HorizontalAnchor::left, area.width);
  }

  // The parts of the matrices that are not shown.
  std::string window_note() const {
    const PerAxis<Index> full = axis_sizes(spec_.document.model);
    std::string note;
    const auto add = [&](const std::string& what, Index first, Index visible, Index all) {
      if (visible >= all) return;
      note += filled(note.empty() ? "Only a part is shown: <what> <first> to <last> of <count>"
                                  : "; <what> <first> to <last> of <count>",
                     {{"what", what},
                      {"first", count_text(first + 1)},
                      {"last", count_text(first + visible)},
                      {"count", count_text(all)}});
    };
    const auto of = [&](Axis axis, const std::string& what) {
      add(what, layout_.first[axis], layout_.visible[axis], full[axis]);
    };
    if (layout_.first[Axis::query] == layout_.first[Axis::key]) {
      of(Axis::query, "tokens");
    } else {
      of(Axis::query, "queries");
      of(Axis::key, "keys");
    }
    if (full[Axis::d_k] == full[Axis::d_v]) {
      of(Axis::d_k, "dimensions of Q, K and V");
    } else {
      of(Axis::d_k, "dimensions of Q and K");
      of(Axis::d_v, "dimensions of V");
    }
    of(Axis::d_model, "dimensions of X");
    if (spec_.document.model.has_output_projection()) of(Axis::d_out, "dimensions of context");
    return note;
  }

  void draw_stage(const PlacedStage& stage) {
    const MatrixName name = stage.block.ref.name;
    const float light = spec_.marks == nullptr ? 1 : spec_.marks->light_on(stage.block.ref);
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
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  KeptStageLayout* kept_;
  StageColours colours_;
  float size_;
  StageLayout layout_;
  DisplayList list_;
};

}  // namespace

PipelinePicture pipeline_figure(const PipelineFigureSpec& spec, float width, float height,
                                const FigureStyle& style, const TextMetrics& metrics, KeptStageLayout* kept) {
  return PipelineBuilder(spec, width, height, style, metrics, kept).build();
}

}  // namespace attention_lab

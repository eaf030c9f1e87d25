#include "ui/figures/pipeline/pipeline_figure.h"

#include <algorithm>
#include <cmath>

#include "core/attention/mask.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "ui/figures/base/labels.h"
#include "ui/figures/heatmaps/matrix_titles.h"
#include "ui/figures/pipeline/pipeline_figure_cells.h"
#include "ui/figures/pipeline/pipeline_figure_colours.h"
#include "ui/figures/pipeline/pipeline_figure_layout.h"
#include "ui/figures/pipeline/pipeline_figure_links.h"

namespace attention_lab {
namespace {

// In font sizes.
constexpr float page_margin = 0.6f;
constexpr float title_size = 1.15f;
constexpr float note_size = 0.75f;
constexpr float largest_stage_legend = 0.25f;  // of the page's height; else there is none

/// Grouped: "1,024".
std::string with_commas(Index n) {
  const std::string digits = std::to_string(n);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

class PipelineBuilder {
 public:
  PipelineBuilder(const PipelineFigureSpec& spec, float width, float height, const FigureStyle& style,
                  const TextMetrics& metrics)
      : spec_(spec), style_(style), metrics_(metrics), colours_(spec, style), size_(style.font_size) {
    list_.width = width;
    list_.height = height;
  }

  DisplayList build() {
    const float border = std::min(size_ * page_margin, std::min(list_.width, list_.height) * 0.04f);
    Rect area{border, border, list_.width - 2 * border, list_.height - 2 * border};
    take_header(area);
    area.y += size_ * 0.2f;
    area.height -= size_ * 0.2f;
    const StageLegend legend(spec_, colours_, area.width, style_, metrics_);
    const bool has_legend = legend.height() < list_.height * largest_stage_legend;
    if (has_legend) area.height -= legend.height() + size_ * 0.5f;
    const float note_height = size_ * note_size * 1.5f;
    const StageRequest request{spec_.document, spec_.trace, spec_.head, spec_.token,
                               spec_.decimals, style_,      metrics_};
    layout_ = lay_out_stages(request, area);
    std::string note = window_note();
    if (!note.empty()) {
      area.height -= note_height;
      layout_ = lay_out_stages(request, area);
      note = window_note();
    }
    for (const PlacedLink& link : layout_.links) draw_stage_link(link, layout_, style_, list_);
    for (const PlacedStage& stage : layout_.stages) draw_stage(stage);
    float y = area.bottom() + size_ * 0.2f;
    if (!note.empty()) {
      add_note({area.x, y + note_height / 2}, note, HorizontalAnchor::left, area.width);
      y += note_height;
    }
    if (has_legend) legend.draw({area.x, y + size_ * 0.1f, area.width, legend.height()}, list_);
    return std::move(list_);
  }

 private:
  Text text(Point position, std::string words, float size, Colour colour, bool is_markup) const {
    Text text;
    text.position = position;
    text.text = std::move(words);
    text.size = size;
    text.colour = colour;
    text.is_markup = is_markup;
    return text;
  }

  void add_note(Point at, const std::string& markup, HorizontalAnchor anchor, float room) {
    Text note = text(at, markup, size_ * note_size, style_.quiet_text, true);
    note.horizontal = anchor;
    list_.add(fitted(note, room, metrics_));
  }

  /// Whose path, and which head; mark-up.
  std::string subject() const {
    std::string subject;
    const Index n_tokens = spec_.document.model.n_tokens();
    const Index n_heads = spec_.document.model.n_heads();
    if (spec_.token) {
      const std::string& token = spec_.document.tokens[static_cast<std::size_t>(*spec_.token)];
      subject = "the path of " + escape_markup(in_curly_quotes(token)) + ", token " +
                with_commas(*spec_.token + 1) + " of " + with_commas(n_tokens);
    }
    if (n_heads > 1) {
      if (!subject.empty()) subject += " · ";
      subject += "head " + std::to_string(spec_.head + 1) + " of " + std::to_string(n_heads);
    }
    return subject;
  }

  // The title, and what it is about: at the right of its line where there is room, or else beneath.
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
    Text title = text({area.x, take(largest * 1.4f)}, spec_.title, largest, style_.text, true);
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

  // What of the matrices is not shown.
  std::string window_note() const {
    const PerAxis<Index> full = axis_sizes(spec_.document.model);
    std::string note;
    const auto add = [&](const std::string& what, Index first, Index visible, Index all) {
      if (visible >= all) return;
      note += (note.empty() ? "Shown: " : "; ") + what + " " + with_commas(first + 1) + " to " +
              with_commas(first + visible) + " of " + with_commas(all);
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
    Text title =
        text(stage.title, display_name(name), layout_.text.name, colour_of_matrix(name, style_), true);
    title.weight = FontWeight::medium;
    list_.add(title);
    if (layout_.has_texts) {
      const float width =
          layout_markup(title.text, title.size, title.weight, metrics_).width + layout_.text.small * 0.6f;
      list_.add(text({stage.title.x + width, stage.title.y + layout_.text.name * 0.06f},
                     shape_text(stage.block.rows, stage.block.columns), layout_.text.small, style_.quiet_text,
                     false));
    }
    draw_row_labels(stage);
    draw_column_labels(stage);
    StageCells(spec_, stage, layout_.text, colours_, style_, colour_of_matrix(name, style_), list_).draw();
  }

  void draw_row_labels(const PlacedStage& stage) {
    if (stage.label_width <= 0) return;
    const float room = stage.label_width - layout_.text.token * 0.4f;
    const Index step = label_step(stage.grid.cell_height(), layout_.text);
    std::optional<Index> chosen;
    if (spec_.token && follows_query(stage.block.ref.name)) chosen = *spec_.token - stage.first_row;
    for (Index row = 0; row < stage.grid.rows; ++row) {
      const bool is_strong = chosen == row;
      // Thinned out evenly, but never without the chosen one.
      const bool is_near = chosen && std::abs(row - *chosen) < step;
      if (!is_strong && (row % step != 0 || is_near)) continue;
      Text label =
          text({stage.grid.cells.x - layout_.text.token * 0.4f, stage.grid.rect_of({row, 0}).centre().y},
               row_label(spec_.document, stage.block.ref.name, stage.first_row + row), layout_.text.token,
               is_strong ? style_.text : style_.quiet_text, false);
      label.horizontal = HorizontalAnchor::right;
      label.weight = is_strong ? FontWeight::medium : FontWeight::regular;
      label.text = shorten(label.text, room, label.size, label.weight, metrics_);
      list_.add(label);
    }
  }

  void draw_column_labels(const PlacedStage& stage) {
    if (stage.header == StageHeader::none) return;
    for (Index column = 0; column < stage.grid.columns; ++column) {
      const Rect cell = stage.grid.rect_of({0, column});
      Text label = text({cell.centre().x, cell.y - layout_.text.token * 0.35f},
                        column_label(spec_.document, stage.block.ref.name, stage.first_column + column),
                        layout_.text.token, style_.quiet_text, false);
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
  StageColours colours_;
  float size_;
  StageLayout layout_;
  DisplayList list_;
};

}  // namespace

DisplayList pipeline_figure(const PipelineFigureSpec& spec, float width, float height,
                            const FigureStyle& style, const TextMetrics& metrics) {
  return PipelineBuilder(spec, width, height, style, metrics).build();
}

}  // namespace attention_lab

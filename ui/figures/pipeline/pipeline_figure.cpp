#include "ui/figures/pipeline/pipeline_figure.h"

#include <algorithm>
#include <cmath>

#include "core/attention/model.h"
#include "core/document/matrix_labels.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/figures/base/labels.h"
#include "ui/figures/pipeline/pipeline_figure_cells.h"
#include "ui/figures/pipeline/pipeline_figure_colours.h"
#include "ui/figures/pipeline/pipeline_figure_layout.h"

namespace attention_lab {
namespace {

// In font sizes, unless stated otherwise.
constexpr float page_margin = 0.6f;
constexpr float title_size = 1.15f;
constexpr float note_size = 0.75f;
constexpr float largest_stage_legend = 0.25f;  // of the page's height; otherwise it is omitted

// In legend sizes, unless stated otherwise.
constexpr float legend_size = 0.6f;  // of the font size
constexpr float row_height = 1.6f;
constexpr float stage_bar_width = 3.2f;
constexpr float stage_bar_height = 0.85f;
constexpr float entry_space = 0.45f;
constexpr float between_stage_entries = 1.5f;
constexpr float smallest_legend_share = 0.87f;  // how far it may be shrunk

/// Two decimals, more for small numbers, none for integers.
std::string short_limit(double value) {
  if (value == std::round(value)) return format_number(value, 0);
  const double size = std::fabs(value);
  return format_number(value, size >= 100 ? 0 : size >= 0.1 ? 2 : 4);
}

/// The legend in rows of entries that fit the width; smaller if a single entry does not fit.
class StageLegend {
 public:
  StageLegend(const PipelineFigureSpec& spec, const StageColours& colours, float width,
              const FigureStyle& style, const TextMetrics& metrics)
      : colours_(colours), style_(style), metrics_(metrics), size_(style.font_size * legend_size) {
    const Model& model = spec.document.model;
    const std::string embeddings = model.has_positions() ? "embeddings, " : "";
    if (model.options.projection == Projection::identity) {
      add_scale(embeddings + "X, context", StageScale::given);
    } else {
      const bool has_biases = model.heads[static_cast<std::size_t>(spec.head)].b_q->size() > 0;
      add_scale(embeddings + (has_biases ? "X, W, b" : "X, W"), StageScale::given);
      const bool is_projected = model.has_output_projection();
      add_scale(is_projected ? "Q, K, V, head output" : "Q, K, V, context", StageScale::vectors);
      if (is_projected) add_scale("final context", StageScale::output);
    }
    add_scale("all scores", StageScale::scores);
    add_scale("attention weights", StageScale::weights);
    if (model.options.mask != Mask::none) add_mark("masked", HiddenBy::mask);
    if (model.has_dropout()) add_mark("dropped", HiddenBy::dropout);
    fill_rows(width);
  }

  float height() const { return static_cast<float>(rows_.size()) * row_height * size_; }

  /// The first row is at the top of `area`.
  void draw(const Rect& area, DisplayList& list) const {
    float y = area.y + row_height * size_ / 2;
    for (const std::vector<Entry>& row : rows_) {
      float x = area.x;
      for (const Entry& entry : row) {
        draw_entry(entry, {x, y}, list);
        x += entry.width + between_stage_entries * size_;
      }
      y += row_height * size_;
    }
  }

 private:
  struct Entry {
    std::string caption;  // mark-up
    StageScale scale = StageScale::given;
    HiddenBy hidden_by = HiddenBy::nothing;  // then shows how such cells are marked, and no scale
    std::string low;
    std::string high;
    float width = 0;
  };

  void add_scale(const std::string& caption, StageScale scale) {
    Entry entry;
    entry.caption = caption;
    entry.scale = scale;
    const double high = colours_.high(scale);
    const bool is_weights = scale == StageScale::weights;
    entry.low = is_weights ? "0" : short_limit(-high);
    entry.high = short_limit(high);
    entry.width = measure(caption) + measure(entry.low) + measure(entry.high) +
                  (stage_bar_width + 3 * entry_space) * size_;
    entries_.push_back(entry);
  }

  void add_mark(const std::string& caption, HiddenBy hidden_by) {
    Entry entry;
    entry.caption = caption;
    entry.hidden_by = hidden_by;
    entry.width = stage_bar_height * 1.6f * size_ + entry_space * size_ + measure(caption);
    entries_.push_back(entry);
  }

  void fill_rows(float width) {
    float widest = 0;
    for (const Entry& entry : entries_) widest = std::max(widest, entry.width);
    shrink(std::min(1.0f, width / widest));
    rows_ = rows_within(width);
    // Slightly smaller if that saves a row.
    const float by = smallest_legend_share;
    if (rows_.size() > 1 && rows_within(width / by).size() < rows_.size()) {
      shrink(by);
      rows_ = rows_within(width);
    }
  }

  void shrink(float by) {
    size_ *= by;
    for (Entry& entry : entries_) entry.width *= by;
  }

  std::vector<std::vector<Entry>> rows_within(float width) const {
    std::vector<std::vector<Entry>> rows;
    float used = 0;
    for (const Entry& entry : entries_) {
      used += between_stage_entries * size_ + entry.width;
      if (rows.empty() || used > width * 1.0001f) {
        rows.emplace_back();
        used = entry.width;
      }
      rows.back().push_back(entry);
    }
    return rows;
  }

  float measure(const std::string& markup) const {
    return layout_markup(markup, size_, FontWeight::regular, metrics_).width;
  }

  void draw_entry(const Entry& entry, Point at, DisplayList& list) const {
    const auto write = [&](const std::string& markup, Colour colour) {
      list.add(markup_at(at, markup, size_, colour, HorizontalAnchor::left));
      at.x += measure(markup) + entry_space * size_;
    };
    const float height = stage_bar_height * size_;
    if (entry.hidden_by != HiddenBy::nothing) {
      const Rect swatch{at.x, at.y - height / 2, height * 1.6f, height};
      list.add(FillRect{swatch, colours_.hidden(), 0});
      mark_hidden_cell(swatch, entry.hidden_by, size_, style_, list);
      list.add(StrokeRect{swatch, style_.line, style_.font_size * 0.04f, 0});
      at.x = swatch.right() + entry_space * size_;
      write(entry.caption, style_.quiet_text);
      return;
    }
    write(entry.caption, style_.text);
    write(entry.low, style_.quiet_text);
    const Rect bar{at.x, at.y - height / 2, stage_bar_width * size_, height};
    auto pixels = std::make_shared<Pixels>();
    constexpr int steps = 64;
    pixels->width = steps;
    pixels->height = 1;
    const double high = colours_.high(entry.scale);
    const double low = entry.scale == StageScale::weights ? 0 : -high;
    for (int i = 0; i < steps; ++i) {
      const double t = (i + 0.5) / steps;
      pixels->colours.push_back(colours_.colour(entry.scale, low + (high - low) * t));
    }
    list.add(Image{bar, pixels});
    list.add(StrokeRect{bar, style_.line, style_.font_size * 0.04f, 0});
    at.x = bar.right() + entry_space * size_;
    write(entry.high, style_.quiet_text);
  }

  const StageColours& colours_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  float size_;
  std::vector<Entry> entries_;
  std::vector<std::vector<Entry>> rows_;
};

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
    Text title = markup_at(stage.title, display_name(name), layout_.text.name, colour_of_matrix(name, style_),
                           HorizontalAnchor::left);
    title.weight = FontWeight::medium;
    list_.add(title);
    if (layout_.has_texts) {
      const float width =
          layout_markup(title.text, title.size, title.weight, metrics_).width + layout_.text.small * 0.6f;
      list_.add(label_at({stage.title.x + width, stage.title.y + layout_.text.name * 0.06f},
                         shape_text(stage.block.rows, stage.block.columns), layout_.text.small,
                         style_.quiet_text));
    }
    draw_row_labels(stage);
    draw_column_labels(stage);
    draw_stage_cells(spec_, stage, layout_.text, colours_, style_, colour_of_matrix(name, style_), list_);
  }

  void draw_row_labels(const PlacedStage& stage) {
    if (stage.label_width <= 0) return;
    const float room = stage.label_width - layout_.text.token * 0.4f;
    const Index step = label_step(stage.grid.cell_height(), layout_.text);
    std::optional<Index> chosen;
    if (spec_.token && follows_query(stage.block.ref.name)) chosen = *spec_.token - stage.first_row;
    for (Index row = 0; row < stage.grid.rows; ++row) {
      const bool is_strong = chosen == row;
      // Thins the labels out evenly, but always keeps the chosen one.
      const bool is_near = chosen && std::abs(row - *chosen) < step;
      if (!is_strong && (row % step != 0 || is_near)) continue;
      Text label =
          label_at({stage.grid.cells.x - layout_.text.token * 0.4f, stage.grid.rect_of({row, 0}).centre().y},
                   row_label(spec_.document, stage.block.ref.name, stage.first_row + row), layout_.text.token,
                   is_strong ? style_.text : style_.quiet_text);
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
      Text label = label_at({cell.centre().x, cell.y - layout_.text.token * 0.35f},
                            column_label(spec_.document, stage.block.ref.name, stage.first_column + column),
                            layout_.text.token, style_.quiet_text);
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

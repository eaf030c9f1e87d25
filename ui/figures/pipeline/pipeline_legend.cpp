#include "ui/figures/pipeline/pipeline_legend.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/attention/model.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "ui/figures/base/labels.h"

namespace attention_lab {
namespace {

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
  return format_number(value, size >= 100 ? 0 : size >= 0.1 ? 2 : size >= 0.001 ? 4 : 7);
}

}  // namespace

StageLegend::StageLegend(const PipelineFigureSpec& spec, const StageColours& colours,
                         const StageColours* differences, bool has_states, float width,
                         const FigureStyle& style, const TextMetrics& metrics)
    : colours_(colours),
      hides_ranges_(spec.marks != nullptr && spec.marks->hides_ranges),
      has_positions_(spec.document.model.has_positions()),
      style_(style),
      metrics_(metrics),
      size_(style.font_size * legend_size) {
  if (spec.marks != nullptr && spec.marks->influence_scale) {
    add_scale(spec.marks->influence_scale->caption, colours, StageScale::influence);
    fill_rows(width);
    return;
  }
  const Model& model = spec.document.model;
  if (has_states) add_scales(spec, colours);
  if (model.options.mask != Mask::none) add_mark({.caption = "masked", .hidden_by = HiddenBy::mask});
  if (model.has_dropout()) add_mark({.caption = "dropped", .hidden_by = HiddenBy::dropout});
  if (spec.marks != nullptr && spec.marks->has_exponentials)
    add_mark({.caption = "exponential, not yet a weight", .is_exponential = true});
  if (differences != nullptr) add_scales(spec, *differences);
  fill_rows(width);
}

void StageLegend::add_scales(const PipelineFigureSpec& spec, const StageColours& colours) {
  const auto add = [&](const std::string& matrices, StageScale scale) {
    add_scale(
        filled(colours.is_difference() ? "B − A of <matrices>" : "<matrices>", {{"matrices", matrices}}),
        colours, scale);
  };
  const Model& model = spec.document.model;
  const std::string embeddings = model.has_positions() ? "embeddings, " : "";
  if (model.options.projection == Projection::identity) {
    add(embeddings + "X, context", StageScale::given);
  } else {
    const bool has_biases = model.heads[static_cast<std::size_t>(spec.head)].b_q->size() > 0;
    add(embeddings + (has_biases ? "X, W, b" : "X, W"), StageScale::given);
    const bool is_projected = model.has_output_projection();
    add(is_projected ? "Q, K, V, head output" : "Q, K, V, context", StageScale::vectors);
    if (is_projected) add("final context", StageScale::output);
  }
  add(colours.shares_scores() ? "all scores" : "scores", StageScale::scores);
  if (!colours.shares_scores()) add("scaled scores", StageScale::scaled_scores);
  add("attention weights", StageScale::weights);
}

float StageLegend::height() const {
  return static_cast<float>(rows_.size()) * row_height * size_;
}

void StageLegend::draw(const Rect& area, DisplayList& list) const {
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

void StageLegend::add_scale(const std::string& caption, const StageColours& colours, StageScale scale) {
  Entry entry;
  entry.caption = caption;
  entry.colours = &colours;
  entry.scale = scale;
  const double high = colours.high(scale);
  // If colours hold still, numbers beyond the scale have its last colour.
  const bool is_exceeded = colours.is_exceeded(scale);
  entry.low = starts_at_zero(entry) ? "0" : (is_exceeded ? "≤ " : "") + short_limit(-high);
  entry.high = (is_exceeded ? "≥ " : "") + short_limit(high);
  // With positions, X is computed.
  if (hides_ranges_ && (scale != StageScale::given || has_positions_)) {
    if (!starts_at_zero(entry)) entry.low = "−";
    entry.high = "+";
  }
  entry.width = measure(caption) + measure(entry.low) + measure(entry.high) +
                (stage_bar_width + 3 * entry_space) * size_;
  entries_.push_back(entry);
}

bool StageLegend::is_of_differences(const Entry& entry) {
  return entry.colours != nullptr && entry.colours->is_difference();
}

bool StageLegend::starts_at_zero(const Entry& entry) {
  return entry.scale == StageScale::weights && !is_of_differences(entry);
}

void StageLegend::add_mark(Entry entry) {
  entry.width = stage_bar_height * 1.6f * size_ + entry_space * size_ + measure(entry.caption);
  entries_.push_back(std::move(entry));
}

void StageLegend::fill_rows(float width) {
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

void StageLegend::shrink(float by) {
  size_ *= by;
  for (Entry& entry : entries_) entry.width *= by;
}

std::vector<std::vector<StageLegend::Entry>> StageLegend::rows_within(float width) const {
  std::vector<std::vector<Entry>> rows;
  float used = 0;
  for (const Entry& entry : entries_) {
    used += between_stage_entries * size_ + entry.width;
    const bool begins_differences = is_of_differences(entry) && !rows.empty() && !rows.back().empty() &&
                                    !is_of_differences(rows.back().back());
    if (rows.empty() || begins_differences || used > width * 1.0001f) {
      rows.emplace_back();
      used = entry.width;
    }
    rows.back().push_back(entry);
  }
  return rows;
}

float StageLegend::measure(const std::string& markup) const {
  return layout_markup(markup, size_, FontWeight::regular, metrics_).width;
}

void StageLegend::draw_entry(const Entry& entry, Point at, DisplayList& list) const {
  const auto write = [&](const std::string& markup, Colour colour) {
    list.add(markup_at(at, markup, size_, colour, HorizontalAnchor::left));
    at.x += measure(markup) + entry_space * size_;
  };
  const float height = stage_bar_height * size_;
  if (entry.is_exponential || entry.hidden_by != HiddenBy::nothing) {
    const Rect swatch{at.x, at.y - height / 2, height * 1.6f, height};
    if (entry.is_exponential) {
      draw_exponential_ground(swatch, 1, style_, list);
    } else {
      list.add(FillRect{swatch, colours_.hidden(), 0});
      mark_hidden_cell(swatch, entry.hidden_by, size_, style_, list);
      list.add(StrokeRect{swatch, style_.line, style_.font_size * 0.04f, 0});
    }
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
  const double high = entry.colours->high(entry.scale);
  const double low = starts_at_zero(entry) ? 0 : -high;
  for (int i = 0; i < steps; ++i) {
    const double t = (i + 0.5) / steps;
    pixels->colours.push_back(entry.colours->colour(entry.scale, low + (high - low) * t));
  }
  list.add(Image{bar, pixels});
  list.add(StrokeRect{bar, style_.line, style_.font_size * 0.04f, 0});
  at.x = bar.right() + entry_space * size_;
  write(entry.high, style_.quiet_text);
}

}  // namespace attention_lab

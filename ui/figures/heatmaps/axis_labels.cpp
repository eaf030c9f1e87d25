#include "ui/figures/heatmaps/axis_labels.h"

#include <algorithm>
#include <cmath>

#include "ui/figures/base/labels.h"

namespace attention_lab {
namespace {

// In font sizes, unless stated otherwise.
constexpr float label_pitch = 1.15f;       // between neighbouring lines of text
constexpr float level_space = 0.5f;        // between labels side by side
constexpr float row_gap = 0.5f;            // between a row's label and its cells
constexpr float turned_gap = 0.4f;         // between a turned label and its cells
constexpr float turned_clearance = 0.25f;  // beyond the longest turned label
constexpr float level_middle = 0.8f;       // of a level label, above its cells
constexpr float level_depth = 1.5f;
constexpr float largest_overhang = 0.6f;  // of a level label beyond the cells

Index count_of(const std::vector<std::string>& labels) {
  return static_cast<Index>(labels.size());
}

const std::string& at(const std::vector<std::string>& labels, Index i) {
  return labels[static_cast<std::size_t>(i)];
}

/// Dimensions are counted from 1, so every fifth label is 5, 10, 15 rather than 1, 6, 11.
Index first_of(const std::vector<std::string>& labels, Index step) {
  const Index last_of_first_step = step - 1;
  const bool are_counted =
      last_of_first_step < count_of(labels) && at(labels, last_of_first_step) == std::to_string(step);
  return are_counted ? last_of_first_step : 0;
}

/// The width of the longest label, even if it is in medium weight.
float widest(const std::vector<std::string>& labels, const LabelPlan& plan, float size,
             const TextMetrics& metrics) {
  float width = 0;
  Index longest = -1;
  for (Index i = plan.first; i < count_of(labels); i += plan.step) {
    if (at(labels, i).empty()) continue;
    const float regular = metrics.width(at(labels, i), size, FontWeight::regular);
    if (regular > width) longest = i;
    width = std::max(width, regular);
  }
  if (longest >= 0) width = std::max(width, metrics.width(at(labels, longest), size, FontWeight::medium));
  return width * 1.001f;  // so that rounding does not shorten a label
}

LabelPlan thinned_out(const std::vector<std::string>& labels, float cell, float size) {
  LabelPlan plan;
  plan.step = round_step(static_cast<double>(size * label_pitch / std::max(cell, 1e-4f)));
  plan.first = first_of(labels, plan.step);
  return plan;
}

/// The minimum room for a label to be useful.
float shortest_room(float size, const TextMetrics& metrics) {
  return metrics.width("W…", size, FontWeight::medium);
}

/// Draws the labels of the plan, without the neighbours that the strong label would touch.
template <class Draw>
void for_each_label(const LabelPlan& plan, Index count, std::optional<Index> strong, Draw draw) {
  const bool has_strong = strong && *strong >= 0 && *strong < count;
  for (Index i = plan.first; i < count; i += plan.step) {
    if (!has_strong || std::abs(i - *strong) >= plan.step) draw(i, false);
  }
  if (has_strong) draw(*strong, true);
}

Text label_of(std::string text, Point position, bool is_strong, const FigureStyle& style) {
  Text label =
      label_at(position, std::move(text), style.font_size, is_strong ? style.text : style.quiet_text);
  label.weight = is_strong ? FontWeight::medium : FontWeight::regular;
  return label;
}

}  // namespace

Index round_step(double least) {
  Index power = 1;
  while (true) {
    for (const Index factor : {1, 2, 5}) {
      if (static_cast<double>(factor * power) >= least || power >= 1'000'000'000) return factor * power;
    }
    power *= 10;
  }
}

LabelPlan plan_row_labels(const std::vector<std::string>& labels, float cell_height, float most,
                          const FigureStyle& style, const TextMetrics& metrics) {
  const float size = style.font_size;
  LabelPlan plan = thinned_out(labels, cell_height, size);
  const float natural = widest(labels, plan, size, metrics);
  const float gap = row_gap * size;
  if (natural == 0 || most - gap < std::min(natural, shortest_room(size, metrics))) return plan;
  plan.room = std::min(natural, most - gap);
  plan.depth = plan.room + gap;
  return plan;
}

LabelPlan plan_column_labels(const std::vector<std::string>& labels, float cell_width, float most,
                             const FigureStyle& style, const TextMetrics& metrics) {
  const float size = style.font_size;
  LabelPlan plan = thinned_out(labels, cell_width, size);
  const float natural = widest(labels, plan, size, metrics);
  if (natural == 0) return plan;
  const float level_room = static_cast<float>(plan.step) * cell_width - level_space * size;
  const float around_turned = (turned_gap + turned_clearance) * size;
  const float turned_room = most - around_turned;
  const bool can_turn = turned_room >= std::min(natural, shortest_room(size, metrics));
  if (natural <= level_room || (!can_turn && level_room >= shortest_room(size, metrics))) {
    if (most < level_depth * size) return plan;
    plan.room = level_room;
    plan.depth = level_depth * size;
  } else if (can_turn) {
    plan.is_turned = true;
    plan.room = std::min(natural, turned_room);
    plan.depth = plan.room + around_turned;
  }
  return plan;
}

void draw_row_labels(DisplayList& list, const CellGrid& grid, const std::vector<std::string>& labels,
                     const LabelPlan& plan, std::optional<Index> strong, const FigureStyle& style,
                     const TextMetrics& metrics) {
  if (plan.depth == 0) return;
  const float size = style.font_size;
  for_each_label(plan, std::min(count_of(labels), grid.rows), strong, [&](Index row, bool is_strong) {
    const Rect cell = grid.rect_of({row, 0});
    Text label =
        label_of(at(labels, row), {grid.cells.x - row_gap * size, cell.centre().y}, is_strong, style);
    label.horizontal = HorizontalAnchor::right;
    label.text = shorten(label.text, plan.room, size, label.weight, metrics);
    if (!label.text.empty()) list.add(std::move(label));
  });
}

void draw_column_labels(DisplayList& list, const CellGrid& grid, const std::vector<std::string>& labels,
                        const LabelPlan& plan, std::optional<Index> strong, const FigureStyle& style,
                        const TextMetrics& metrics) {
  if (plan.depth == 0) return;
  const float size = style.font_size;
  const float beyond = largest_overhang * size;
  for_each_label(plan, std::min(count_of(labels), grid.columns), strong, [&](Index column, bool is_strong) {
    const Rect cell = grid.rect_of({0, column});
    Text label =
        label_of(at(labels, column), {cell.centre().x, grid.cells.y - turned_gap * size}, is_strong, style);
    label.is_turned = plan.is_turned;
    float room = plan.room;
    if (!plan.is_turned) {
      label.position.y = grid.cells.y - level_middle * size;
      label.horizontal = HorizontalAnchor::centre;
      // Thinned out labels are wider than a cell; those at the ends must not extend far beyond the cells.
      const float middle = cell.centre().x;
      room = std::min(room, 2 * (std::min(middle - grid.cells.x, grid.cells.right() - middle) + beyond));
    }
    if (!is_strong && room < plan.room && width_of(label, metrics) > room) return;
    label.text = shorten(label.text, room, size, label.weight, metrics);
    if (!label.text.empty() && width_of(label, metrics) <= plan.room) list.add(std::move(label));
  });
}

}  // namespace attention_lab

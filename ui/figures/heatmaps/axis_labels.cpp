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
constexpr float largest_overhang = 0.6f;       // of a level label beyond the cells
constexpr float smallest_level_label = 0.85f;  // rather turned than smaller

Index count_of(const std::vector<std::string>& labels) {
  return static_cast<Index>(labels.size());
}

const std::string& at(const std::vector<std::string>& labels, Index i) {
  return labels[static_cast<std::size_t>(i)];
}

/// Whether the labels are the numbers 1, 2, 3 …
bool are_counted(const std::vector<std::string>& labels) {
  return at(labels, 0) == "1" && labels.back() == std::to_string(labels.size());
}

/// Dimensions are counted from 1, so every fifth label is 5, 10, 15 rather than 1, 6, 11.
Index first_of(const std::vector<std::string>& labels, Index step) {
  const Index last_of_first_step = step - 1;
  const bool are_counted =
      last_of_first_step < count_of(labels) && at(labels, last_of_first_step) == std::to_string(step);
  return are_counted ? last_of_first_step : 0;
}

/// The width of the longest label of the plan, even if it is in medium weight.
float widest(const std::vector<std::string>& labels, const LabelPlan& plan, const TextMetrics& metrics) {
  float width = 0;
  Index longest = -1;
  const auto measure = [&](Index i) {
    if (i < 0 || i >= count_of(labels) || at(labels, i).empty()) return;
    const float regular = metrics.width(at(labels, i), plan.size, FontWeight::regular);
    if (regular > width) longest = i;
    width = std::max(width, regular);
  };
  for (Index i = plan.first; i < count_of(labels); i += plan.step) measure(i);
  for (const Index i : plan.kept) measure(i);
  if (longest >= 0)
    width = std::max(width, metrics.width(at(labels, longest), plan.size, FontWeight::medium));
  return width * 1.001f;  // so that rounding does not shorten a label
}

/// As many labels as fit in lines of text, one per cell of this size.
LabelPlan thinned_out(const std::vector<std::string>& labels, float cell, std::vector<Index> kept,
                      const FigureStyle& style) {
  constexpr double rounding = 1e-3;
  LabelPlan plan;
  plan.kept = std::move(kept);
  plan.size =
      std::clamp(cell / label_pitch, least_label_size(labels.size(), style.font_size), style.font_size);
  plan.step = round_step(static_cast<double>(plan.size * label_pitch / std::max(cell, 1e-4f)) - rounding);
  plan.first = first_of(labels, plan.step);
  return plan;
}

/// Makes the labels, of which the longest takes `natural`, smaller if that is more than `room`. Returns the
/// length of the longest one then.
float shrink_into(float room, float natural, const std::vector<std::string>& labels, float smallest,
                  LabelPlan& plan, const TextMetrics& metrics) {
  const float size = std::max(std::min(plan.size, smallest), plan.size * room / std::max(natural, room));
  if (natural <= room || size == plan.size) return natural;
  plan.size = size;
  return widest(labels, plan, metrics);
}

/// The minimum room for a label to be useful.
float shortest_room(float size, const TextMetrics& metrics) {
  return metrics.width("W…", size, FontWeight::medium);
}

/// Draws the labels of the plan: first `strong` and those that are kept, then those that touch none of them.
template <class Draw>
void for_each_label(const LabelPlan& plan, Index count, std::optional<Index> strong, Draw draw) {
  std::vector<Index> kept;
  const auto is_free = [&](Index i) {
    return i >= 0 && i < count && std::none_of(kept.begin(), kept.end(), [&](Index other) {
             return std::abs(i - other) < plan.step;
           });
  };
  if (strong && is_free(*strong)) kept.push_back(*strong);
  for (const Index i : plan.kept)
    if (is_free(i)) kept.push_back(i);
  for (const Index i : kept) draw(i, strong == i);
  for (Index i = plan.first; i < count; i += plan.step)
    if (is_free(i)) draw(i, false);
}

Text label_of(std::string text, Point position, float size, bool is_strong, const FigureStyle& style) {
  Text label = label_at(position, std::move(text), size, is_strong ? style.text : style.quiet_text);
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
                          const FigureStyle& style, const TextMetrics& metrics, std::vector<Index> kept) {
  const float gap = row_gap * style.font_size;
  LabelPlan plan = thinned_out(labels, cell_height, std::move(kept), style);
  const float natural = shrink_into(most - gap, widest(labels, plan, metrics), labels,
                                    smallest_label_share * style.font_size, plan, metrics);
  if (natural == 0 || most - gap < std::min(natural, shortest_room(plan.size, metrics))) return plan;
  plan.room = std::min(natural, most - gap);
  plan.depth = plan.room + gap;
  return plan;
}

LabelPlan plan_column_labels(const std::vector<std::string>& labels, float cell_width, float most,
                             const FigureStyle& style, const TextMetrics& metrics, std::vector<Index> kept) {
  const float font = style.font_size;
  LabelPlan turned = thinned_out(labels, cell_width, std::move(kept), style);
  LabelPlan level = turned;
  const auto room_of_level = [&] { return static_cast<float>(level.step) * cell_width - level_space * font; };
  const float natural = widest(labels, level, metrics);
  float level_natural =
      shrink_into(room_of_level(), natural, labels, smallest_level_label * font, level, metrics);
  if (level_natural == 0) return level;
  // Numbers are easier to read level, even if fewer of them fit.
  if (level.step > 1 && level_natural > room_of_level() && are_counted(labels)) {
    level.step = round_step(static_cast<double>((level_natural + level_space * font) / cell_width));
    level.first = first_of(labels, level.step);
    level_natural = widest(labels, level, metrics);
  }
  const float level_room = room_of_level();
  const float around_turned = (turned_gap + turned_clearance) * font;
  const float turned_room = most - around_turned;
  const float turned_natural =
      shrink_into(turned_room, natural, labels, smallest_label_share * font, turned, metrics);
  const bool can_turn = turned_room >= std::min(turned_natural, shortest_room(turned.size, metrics));
  if (level_natural <= level_room || (!can_turn && level_room >= shortest_room(level.size, metrics))) {
    if (most < level_depth * font) return level;
    level.room = level_room;
    level.depth = level_depth * font;
    return level;
  }
  if (!can_turn) return turned;
  turned.is_turned = true;
  turned.room = std::min(turned_natural, turned_room);
  turned.depth = turned.room + around_turned;
  return turned;
}

void draw_row_labels(DisplayList& list, const CellGrid& grid, const std::vector<std::string>& labels,
                     const LabelPlan& plan, std::optional<Index> strong, const FigureStyle& style,
                     const TextMetrics& metrics) {
  if (plan.depth == 0) return;
  const float size = style.font_size;
  for_each_label(plan, std::min(count_of(labels), grid.rows), strong, [&](Index row, bool is_strong) {
    const Rect cell = grid.rect_of({row, 0});
    Text label = label_of(at(labels, row), {grid.cells.x - row_gap * size, cell.centre().y}, plan.size,
                          is_strong, style);
    label.horizontal = HorizontalAnchor::right;
    label.text = shorten(label.text, plan.room, label.size, label.weight, metrics);
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
    Text label = label_of(at(labels, column), {cell.centre().x, grid.cells.y - turned_gap * size}, plan.size,
                          is_strong, style);
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
    label.text = shorten(label.text, room, label.size, label.weight, metrics);
    if (!label.text.empty() && width_of(label, metrics) <= plan.room) list.add(std::move(label));
  });
}

}  // namespace attention_lab

#include "ui/figures/heatmap_cells.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/figures/hatching.h"
#include "ui/figures/number_format.h"

namespace attention_lab {
namespace {

// In font sizes.
constexpr float smallest_drawn_cell = 0.3f;
constexpr float smallest_number = 0.55f;
constexpr float largest_number = 1.5f;
constexpr float least_cell_with_gap = 1.1f;

constexpr float largest_cell = 8;
constexpr float row_of_labels = 1.6f;  // a cell's height at which labels stand comfortably

constexpr float widest_cell = 2.1f;  // of cells with numbers, times their height
constexpr float longest_cell = 12;   // of cells that are stretched for their labels' sake
constexpr Index long_matrix = 3;     // times longer one way than the other
constexpr Index most_drawn_cells = 20'000;
constexpr float number_share = 0.6f;  // of a cell's height that a number's font size takes at most
constexpr float number_room = 0.86f;  // of a cell's width that a number takes at most

double number_at(const HeatmapSpec& spec, CellIndex cell) {
  return static_cast<double>(spec.values(cell.row, cell.column));
}

Colour colour_of(const HeatmapSpec& spec, double value) {
  const double span = spec.high - spec.low;
  return sample(spec.map, span > 0 ? static_cast<float>((value - spec.low) / span) : 0.5f);
}

Index visible_columns(const HeatmapSpec& spec, Index row) {
  return std::min(visible_keys(spec.mask, row, spec.values.cols()), spec.values.cols());
}

Text number_text(const HeatmapSpec& spec, double value, Point centre, float size, Colour colour) {
  Text text;
  text.position = centre;
  text.text = format_number(value, spec.decimals);
  text.size = size;
  text.colour = colour;
  text.horizontal = HorizontalAnchor::centre;
  return text;
}

/// "NaN", "∞" on a hatched cell, with a clear ground of its own, where it fits.
void draw_not_finite(DisplayList& list, const HeatmapSpec& spec, double value, const Rect& cell, float number,
                     const FigureStyle& style, const TextMetrics& metrics) {
  hatch(list, cell, Hatching::not_finite, style);
  const float width = metrics.width(format_number(value, spec.decimals), 1, FontWeight::regular);
  const float most = number > 0 ? number : style.font_size;
  const float size = std::min({most, cell.width * number_room / width, cell.height * number_share});
  if (size < smallest_number * style.font_size) return;
  const Point centre = cell.centre();
  const float plate_width = std::min(width * size + 0.5f * size, cell.width);
  const float plate_height = std::min(1.3f * size, cell.height);
  list.add(FillRect{{centre.x - plate_width / 2, centre.y - plate_height / 2, plate_width, plate_height},
                    style.ground,
                    0.2f * size});
  list.add(number_text(spec, value, centre, size, style.text));
}

/// Of the cells of a block that are not hidden; nothing where all are.
std::optional<double> mean_of(const HeatmapSpec& spec, Index row, Index column, CellBlock block) {
  double sum = 0;
  Index count = 0;
  for (Index r = row; r < std::min(row + block.rows, spec.values.rows()); ++r) {
    const Index end = std::min(column + block.columns, visible_columns(spec, r));
    for (Index c = column; c < end; ++c, ++count) sum += number_at(spec, {r, c});
  }
  return count == 0 ? std::nullopt : std::optional(sum / static_cast<double>(count));
}

/// The smallest block that fills a pixel of the page.
CellBlock block_for(const CellGrid& grid, const FigureStyle& style) {
  const auto cells = [&](float size) {
    return std::max<Index>(1, static_cast<Index>(std::ceil(style.pixel / std::max(size, 1e-6f) - 0.01f)));
  };
  return {cells(grid.cell_height()), cells(grid.cell_width())};
}

void draw_image(DisplayList& list, const HeatmapSpec& spec, const CellGrid& grid, const FigureStyle& style) {
  const Rect first = grid.rect_of({0, 0});
  const Rect last = grid.rect_of({grid.rows - 1, grid.columns - 1});
  const Rect all{first.x, first.y, last.right() - first.x, last.bottom() - first.y};
  const CellBlock block = block_for(grid, style);
  const auto pixels = heatmap_pixels(spec, style, block);
  // The last blocks may reach beyond the cells.
  const auto stretched = [](float extent, int count, Index size, Index cells) {
    return extent * static_cast<float>(count * size) / static_cast<float>(cells);
  };
  list.add(PushClip{all});
  list.add(Image{{all.x, all.y, stretched(all.width, pixels->width, block.columns, grid.columns),
                  stretched(all.height, pixels->height, block.rows, grid.rows)},
                 pixels});
  list.add(PopClip{});
  hatch_hidden_cells(list, grid, spec.mask, style);
  const float line = std::max(style.pixel, 0.06f * style.font_size);
  list.add(StrokeRect{all.expanded(line / 2), style.line, line, 0});
}

}  // namespace

Point best_cell(const HeatmapSpec& spec, float width, float height, bool has_numbers,
                const FigureStyle& style) {
  const float size = style.font_size;
  const float most_width = std::max(width, 0.0f) / static_cast<float>(std::max<Index>(spec.values.cols(), 1));
  const float most_height =
      std::max(height, 0.0f) / static_cast<float>(std::max<Index>(spec.values.rows(), 1));
  const float proportion = has_numbers ? widest_cell : 1;
  // Long matrices get their labels in by cells that are longer the other way.
  const auto stretched = [&](float across, Index few, Index many) {
    const float wanted = row_of_labels * size;
    return many >= long_matrix * few && longest_cell * across >= wanted ? wanted : 0.0f;
  };
  const Index rows = spec.values.rows();
  const Index columns = spec.values.cols();
  const float tall = std::max(most_width, stretched(most_width, rows, columns));
  const float wide = std::max(most_height * proportion, stretched(most_height, columns, rows));
  return {std::min({most_width, wide, largest_cell * proportion * size}),
          std::min({most_height, tall, largest_cell * size})};
}

bool is_one_image(const CellGrid& grid, const FigureStyle& style) {
  const float smallest = std::max(smallest_drawn_cell * style.font_size, 2 * style.pixel);
  return grid.rows * grid.columns > most_drawn_cells ||
         std::min(grid.cell_width(), grid.cell_height()) < smallest;
}

float NumberSizes::fitting(Point cell) {
  if (!spec_.shows_values || spec_.values.size() > most_drawn_cells) return 0;
  const float smallest = smallest_number * style_.font_size;
  // Edges on whole pixels take up to a pixel from a cell.
  const auto size_for = [&](float number_width) {
    return std::min({(cell.x - style_.pixel) * number_room / number_width,
                     (cell.y - style_.pixel) * number_share, largest_number * style_.font_size});
  };
  if (size_for(width(0)) < smallest) return 0;  // no need to look at all of them
  if (!widest_) widest_ = widest();
  const float size = size_for(*widest_);
  return size < smallest ? 0 : size;
}

/// At font size 1.
float NumberSizes::width(double value) const {
  return metrics_.width(format_number(value, spec_.decimals), style_.font_size, FontWeight::regular) /
         style_.font_size;
}

float NumberSizes::widest() const {
  double least = 0;
  double largest = 0;
  float widest = width(0);
  const bool has_equal = has_equal_digits();
  constexpr double largest_fixed = 1e6;  // larger numbers are written with exponents
  for (Index row = 0; row < spec_.values.rows(); ++row) {
    for (Index column = 0; column < visible_columns(spec_, row); ++column) {
      const double value = number_at(spec_, {row, column});
      if (!std::isfinite(value)) continue;
      if (!has_equal || std::fabs(value) >= largest_fixed) widest = std::max(widest, width(value));
      if (std::fabs(value) >= largest_fixed) continue;
      least = std::min(least, value);
      largest = std::max(largest, value);
    }
  }
  // Where digits are equally wide, the ends of the range are the widest.
  return std::max({widest, width(least), width(largest)});
}

bool NumberSizes::has_equal_digits() const {
  const auto digit = [this](char c) {
    return metrics_.width(std::string_view(&c, 1), style_.font_size, FontWeight::regular);
  };
  const float zero = digit('0');
  for (char c = '1'; c <= '9'; ++c) {
    if (std::fabs(digit(c) - zero) > 1e-3f * zero) return false;
  }
  return true;
}

void draw_cells(DisplayList& list, const HeatmapSpec& spec, const CellGrid& grid, float number,
                const FigureStyle& style, const TextMetrics& metrics) {
  if (grid.rows == 0 || grid.columns == 0) return;
  if (is_one_image(grid, style)) return draw_image(list, spec, grid, style);
  const bool has_gaps =
      std::min(grid.cell_width(), grid.cell_height()) > least_cell_with_gap * style.font_size;
  const float gap =
      has_gaps ? std::max(1.0f, std::round(0.06f * style.font_size / style.pixel)) * style.pixel : 0;
  for (Index row = 0; row < grid.rows; ++row) {
    for (Index column = 0; column < visible_columns(spec, row); ++column) {
      const Rect cell = grid.rect_of({row, column});
      // Without gaps each cell reaches under those right of it and below, which cover that: no seams.
      const bool is_last_column = column + 1 == visible_columns(spec, row);
      const float beyond_x = gap > 0 ? -gap : is_last_column ? 0 : style.pixel;
      const float beyond_y = gap > 0 ? -gap : row + 1 == grid.rows ? 0 : style.pixel;
      const Rect inner{cell.x, cell.y, cell.width + beyond_x, cell.height + beyond_y};
      const double value = number_at(spec, {row, column});
      if (!std::isfinite(value)) {
        draw_not_finite(list, spec, value, inner, number, style, metrics);
        continue;
      }
      const Colour ground = colour_of(spec, value);
      list.add(FillRect{inner, ground, 0});
      if (number == 0) continue;
      list.add(number_text(spec, value, inner.centre(), number, legible_on(ground, style.dark, style.light)));
    }
  }
  hatch_hidden_cells(list, grid, spec.mask, style);
}

void draw_emphasis(DisplayList& list, const Emphasis& emphasis, const CellGrid& grid,
                   const FigureStyle& style) {
  const auto is_in = [](std::optional<Index> at, Index count) { return at && *at >= 0 && *at < count; };
  const bool has_row = is_in(emphasis.row, grid.rows);
  const bool has_column = is_in(emphasis.column, grid.columns);
  if (!has_row && !has_column) return;
  const Rect first = grid.rect_of({has_row ? *emphasis.row : 0, has_column ? *emphasis.column : 0});
  const Rect last = grid.rect_of(
      {has_row ? *emphasis.row : grid.rows - 1, has_column ? *emphasis.column : grid.columns - 1});
  const Rect frame{first.x, first.y, last.right() - first.x, last.bottom() - first.y};
  const float line = std::max(0.14f * style.font_size, style.pixel);
  // Around what it frames; a thin line of the ground keeps it apart from cells of any colour.
  const Rect around = frame.expanded(line / 2);
  list.add(StrokeRect{around, style.ground, 2 * line, 0});
  list.add(StrokeRect{around, has_row && has_column ? style.accent : style.text, line, 0});
}

std::shared_ptr<const Pixels> heatmap_pixels(const HeatmapSpec& spec, const FigureStyle& style,
                                             CellBlock block) {
  const auto blocks = [](Index cells, Index size) { return (cells + size - 1) / size; };
  const Index rows = blocks(spec.values.rows(), block.rows);
  const Index columns = blocks(spec.values.cols(), block.columns);
  auto pixels = std::make_shared<Pixels>();
  pixels->width = static_cast<int>(columns);
  pixels->height = static_cast<int>(rows);
  pixels->colours.assign(static_cast<std::size_t>(rows * columns), style.ground);
  for (Index row = 0; row < rows; ++row) {
    Colour* colours = pixels->colours.data() + row * columns;
    for (Index column = 0; column < columns; ++column) {
      const std::optional<double> value = mean_of(spec, row * block.rows, column * block.columns, block);
      if (!value) continue;
      // Stripes, which no map has, stand for numbers that are none.
      const bool is_stripe = (row + column) / 2 % 2 == 0;
      colours[column] = std::isfinite(*value) ? colour_of(spec, *value)
                        : is_stripe           ? style.quiet_text
                                              : style.ground;
    }
  }
  return pixels;
}

}  // namespace attention_lab

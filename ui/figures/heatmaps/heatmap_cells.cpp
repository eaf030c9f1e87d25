#include "ui/figures/heatmaps/heatmap_cells.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "ui/figures/base/cell_grid.h"
#include "ui/figures/base/labels.h"
#include "ui/figures/heatmaps/panel_page.h"

namespace attention_lab {
namespace {

using namespace panel_sizes;

// In font sizes, unless stated otherwise.
constexpr float smallest_heatmap_cell = 0.3f;
constexpr float pointer_length = 0.35f;
constexpr float note_and_gap = 1.5f;
constexpr float most_note = 0.15f;      // of the page
constexpr float least_framed_cell = 2;  // in line widths of the frame
constexpr float largest_heatmap_number = 1.5f;
constexpr float least_cell_with_gap = 1.1f;

constexpr float largest_heatmap_cell = 8;
constexpr float row_of_labels = 1.6f;  // height of a cell at which labels fit comfortably

constexpr float widest_heatmap_cell = 2.1f;  // width of cells with numbers, relative to their height
constexpr float longest_cell = 12;           // of cells that are stretched to make room for labels
constexpr Index long_matrix = 3;             // ratio of the longer side to the shorter
constexpr Index most_heatmap_cells = 20'000;
constexpr float number_share = 0.6f;  // maximum font size of a number, relative to the cell's height
constexpr float number_room = 0.8f;   // maximum width of a number, relative to the cell's width

double number_at(const HeatmapSpec& spec, CellIndex cell) {
  return static_cast<double>(spec.values(cell.row, cell.column));
}

Colour colour_of(const HeatmapSpec& spec, double value, const FigureStyle& style) {
  return sample_on(style.ground, spec.map, value, spec.low, spec.high);
}

/// Whether the mask lets the cell show its number.
bool is_shown(const HeatmapSpec& spec, Index row, Index column) {
  return spec.mask == Mask::none || is_visible(spec.mask, row, column, spec.values.cols());
}

Text number_text(const HeatmapSpec& spec, double value, Point centre, float size, Colour colour) {
  return label_at(centre, format_number(value, spec.decimals), size, colour, HorizontalAnchor::centre);
}

/// Writes "NaN" or "∞" on a hatched cell, on an unhatched background, if it fits.
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

/// The range of cells that one pixel represents; the end is exclusive.
struct CellBlock {
  CellIndex first;
  CellIndex end;
};

/// The visible number of the block that is farthest from 0; nothing if all cells are masked. A number that is
/// not finite takes precedence over all others.
std::optional<double> furthest_from_zero(const HeatmapSpec& spec, const CellBlock& block) {
  std::optional<double> furthest;
  for (Index row = block.first.row; row < block.end.row; ++row) {
    for (Index column = block.first.column; column < block.end.column; ++column) {
      if (!is_shown(spec, row, column)) continue;
      const double value = number_at(spec, {row, column});
      if (!std::isfinite(value)) return value;
      if (!furthest || std::fabs(value) > std::fabs(*furthest)) furthest = value;
    }
  }
  return furthest;
}

/// The number of pixels for `cells` cells: one each, or as many as the target has in that extent.
Index pixels_for(Index cells, float extent, const FigureStyle& style) {
  if (!style.has_pixels) return cells;
  return std::clamp<Index>(static_cast<Index>(std::lround(extent / style.pixel)), 1, cells);
}

Rect rect_of_all(const CellGrid& grid) {
  const Rect first = grid.rect_of({0, 0});
  const Rect last = grid.rect_of({grid.rows - 1, grid.columns - 1});
  return {first.x, first.y, last.right() - first.x, last.bottom() - first.y};
}

void draw_image(DisplayList& list, const HeatmapSpec& spec, const CellGrid& grid, const FigureStyle& style) {
  const Rect all = rect_of_all(grid);
  // Drawn below the image, because lines that end at a visible cell would cover cells smaller than a line.
  hatch_hidden_cells(list, grid, spec.mask, style);
  list.add(Image{all, heatmap_pixels(spec, style, pixels_for(grid.rows, all.height, style),
                                     pixels_for(grid.columns, all.width, style))});
  const float line = std::max(style.pixel, 0.06f * style.font_size);
  list.add(StrokeRect{all.expanded(line / 2), style.line, line, 0});
}

/// A small triangle outside the cells that points at them.
void add_pointer(DisplayList& list, Point tip, Point outwards, const FigureStyle& style, Colour colour) {
  const float length = pointer_length * style.font_size;
  const float half = length / 2;
  const Point gap{outwards.x * style.pixel, outwards.y * style.pixel};
  const Point base{tip.x + gap.x + outwards.x * length, tip.y + gap.y + outwards.y * length};
  const Point along{-outwards.y * half, outwards.x * half};
  list.add(FillPolygon{{{tip.x + gap.x, tip.y + gap.y},
                        {base.x - along.x, base.y - along.y},
                        {base.x + along.x, base.y + along.y}},
                       colour});
}

/// Points at a row, a column or a cell that is too small for a frame.
void point_at(DisplayList& list, const Rect& framed, bool has_row, bool has_column, const CellGrid& grid,
              const FigureStyle& style, Colour colour) {
  const Rect all = rect_of_all(grid);
  if (has_row) {
    add_pointer(list, {all.x, framed.centre().y}, {-1, 0}, style, colour);
    add_pointer(list, {all.right(), framed.centre().y}, {1, 0}, style, colour);
  }
  if (has_column) {
    add_pointer(list, {framed.centre().x, all.y}, {0, -1}, style, colour);
    add_pointer(list, {framed.centre().x, all.bottom()}, {0, 1}, style, colour);
  }
}

}  // namespace

Point best_cell(const HeatmapSpec& spec, float width, float height, bool has_numbers,
                const FigureStyle& style) {
  const float size = style.font_size;
  const float most_width = std::max(width, 0.0f) / static_cast<float>(std::max<Index>(spec.values.cols(), 1));
  const float most_height =
      std::max(height, 0.0f) / static_cast<float>(std::max<Index>(spec.values.rows(), 1));
  const float proportion = has_numbers ? widest_heatmap_cell : 1;
  // In long matrices, cells are stretched across the long direction so that labels fit.
  const auto stretched = [&](float across, Index few, Index many) {
    const float wanted = row_of_labels * size;
    return many >= long_matrix * few && longest_cell * across >= wanted ? wanted : 0.0f;
  };
  const Index rows = spec.values.rows();
  const Index columns = spec.values.cols();
  const float tall = std::max(most_width, stretched(most_width, rows, columns));
  const float wide = std::max(most_height * proportion, stretched(most_height, columns, rows));
  return {std::min({most_width, wide, largest_heatmap_cell * proportion * size}),
          std::min({most_height, tall, largest_heatmap_cell * size})};
}

bool is_fine(const CellGrid& grid, const FigureStyle& style) {
  if (grid.rows == 0 || grid.columns == 0) return false;
  const float smallest = std::max(smallest_heatmap_cell * style.font_size, 2 * style.pixel);
  return std::min(grid.cell_width(), grid.cell_height()) < smallest;
}

PixelShare share_of(const HeatmapSpec& spec, const CellGrid& grid, const FigureStyle& style) {
  PixelShare share;
  if (!is_fine(grid, style)) return share;
  const Rect all = rect_of_all(grid);
  const auto cells = [&](Index count, float extent) {
    const Index pixels = pixels_for(count, extent, style);
    share.is_equal = share.is_equal && count % pixels == 0;
    return (count + pixels - 1) / pixels;
  };
  share.rows = cells(grid.rows, all.height);
  share.columns = cells(grid.columns, all.width);
  if (share.shows_every_cell()) return share;
  for (Index row = 0; row < grid.rows && !share.has_negative; ++row) {
    for (Index column = 0; column < grid.columns && !share.has_negative; ++column)
      share.has_negative = spec.values(row, column) < 0 && is_shown(spec, row, column);
  }
  return share;
}

PixelShare joined(const PixelShare& a, const PixelShare& b) {
  const bool is_same = a.rows == b.rows && a.columns == b.columns;
  return {std::max(a.rows, b.rows), std::max(a.columns, b.columns), is_same && a.is_equal && b.is_equal,
          a.has_negative || b.has_negative};
}

std::string note_of(const PixelShare& share) {
  if (share.shows_every_cell()) return {};
  const char* sentence = share.has_negative
                             ? share.is_equal
                                   ? "Each pixel shows the number furthest from 0 of its <shape> cells."
                                   : "Each pixel shows the number furthest from 0 of up to <shape> cells."
                         : share.is_equal ? "Each pixel shows the largest of its <shape> cells."
                                          : "Each pixel shows the largest of up to <shape> cells.";
  return filled(sentence, {{"shape", shape_text(share.rows, share.columns)}});
}

float pixel_note_height(float page_height, const FigureStyle& style) {
  const float height = note_and_gap * style.font_size;
  return height < most_note * page_height ? height : 0;
}

void add_pixel_note(DisplayList& list, const PixelShare& share, float middle, const Rect& area,
                    const FigureStyle& style, const TextMetrics& metrics) {
  const std::string note = note_of(share);
  if (note.empty()) return;
  list.notes.push_back({note, "SVG and PDF show every cell."});
  if (area.height <= 0) return;
  const float size = small_text * style.font_size;
  add_text_within(
      list,
      label_at({middle, area.bottom() - 0.5f * size}, note, size, style.quiet_text, HorizontalAnchor::centre),
      area, metrics);
}

float NumberSizes::fitting(Point cell) {
  if (!spec_.shows_values || spec_.values.size() > most_heatmap_cells) return 0;
  const float smallest = smallest_number * style_.font_size;
  // Rounding edges to whole pixels makes a cell up to a pixel smaller.
  const auto size_for = [&](float number_width) {
    return std::min({(cell.x - style_.pixel) * number_room / number_width,
                     (cell.y - style_.pixel) * number_share, largest_heatmap_number * style_.font_size});
  };
  if (size_for(width(0)) < smallest) return 0;  // avoids measuring all numbers
  if (!widest_) widest_ = widest();
  const float size = size_for(*widest_);
  return size < smallest ? 0 : size;
}

/// The width of the number at font size 1.
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
    for (Index column = 0; column < spec_.values.cols(); ++column) {
      if (!is_shown(spec_, row, column)) continue;
      const double value = number_at(spec_, {row, column});
      if (!std::isfinite(value)) continue;
      if (!has_equal || std::fabs(value) >= largest_fixed) widest = std::max(widest, width(value));
      if (std::fabs(value) >= largest_fixed) continue;
      least = std::min(least, value);
      largest = std::max(largest, value);
    }
  }
  // If all digits have the same width, the widest number is at an end of the range.
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
  if (is_fine(grid, style) || grid.rows * grid.columns > most_heatmap_cells)
    return draw_image(list, spec, grid, style);
  const bool has_gaps =
      std::min(grid.cell_width(), grid.cell_height()) > least_cell_with_gap * style.font_size;
  const float gap =
      has_gaps ? std::max(1.0f, std::round(0.06f * style.font_size / style.pixel)) * style.pixel : 0;
  for (Index row = 0; row < grid.rows; ++row) {
    for (Index column = 0; column < grid.columns; ++column) {
      if (!is_shown(spec, row, column)) continue;
      const Rect cell = grid.rect_of({row, column});
      // Without gaps, each cell extends under those to the right and below, so that there are no seams.
      const bool is_last_column = column + 1 == grid.columns || !is_shown(spec, row, column + 1);
      const float beyond_x = gap > 0 ? -gap : is_last_column ? 0 : style.pixel;
      const float beyond_y = gap > 0 ? -gap : row + 1 == grid.rows ? 0 : style.pixel;
      const Rect inner{cell.x, cell.y, cell.width + beyond_x, cell.height + beyond_y};
      const double value = number_at(spec, {row, column});
      if (!std::isfinite(value)) {
        draw_not_finite(list, spec, value, inner, number, style, metrics);
        continue;
      }
      const Colour ground = colour_of(spec, value, style);
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
  const Colour colour = has_row && has_column ? style.accent : style.text;
  if (std::min(frame.width, frame.height) < least_framed_cell * line)
    return point_at(list, frame, has_row, has_column, grid, style, colour);
  // Drawn around the framed cells, on a thin line in the ground colour that separates it from any cell.
  const Rect around = frame.expanded(line / 2);
  list.add(StrokeRect{around, style.ground, 2 * line, 0});
  list.add(StrokeRect{around, colour, line, 0});
}

std::shared_ptr<const Pixels> heatmap_pixels(const HeatmapSpec& spec, const FigureStyle& style, Index rows,
                                             Index columns) {
  constexpr Colour transparent{0, 0, 0, 0};
  auto pixels = std::make_shared<Pixels>();
  pixels->width = static_cast<int>(columns);
  pixels->height = static_cast<int>(rows);
  pixels->colours.assign(static_cast<std::size_t>(rows * columns), transparent);
  const auto first_cell = [&](Index row, Index column) {
    return CellIndex{row * spec.values.rows() / rows, column * spec.values.cols() / columns};
  };
  for (Index row = 0; row < rows; ++row) {
    Colour* colours = pixels->colours.data() + row * columns;
    for (Index column = 0; column < columns; ++column) {
      const CellBlock block{first_cell(row, column), first_cell(row + 1, column + 1)};
      const std::optional<double> value = furthest_from_zero(spec, block);
      if (!value) continue;
      // Stripes, which no colour map contains, mark numbers that are not finite.
      const bool is_stripe = (row + column) / 2 % 2 == 0;
      colours[column] = std::isfinite(*value) ? colour_of(spec, *value, style)
                        : is_stripe           ? style.quiet_text
                                              : style.ground;
    }
  }
  return pixels;
}

}  // namespace attention_lab

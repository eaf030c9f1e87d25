// The cells of a heatmap: their colours, their numbers, and the emphasis.
#pragma once

#include "ui/figures/heatmaps/heatmap.h"

namespace attention_lab {

/// The largest well-proportioned cells for a matrix in width × height: square, wider if they contain numbers,
/// and stretched in one direction if that makes room for labels.
Point best_cell(const HeatmapSpec& spec, float width, float height, bool has_numbers,
                const FigureStyle& style);

/// Whether the cells are too small to be drawn individually, perhaps even smaller than a pixel.
bool is_fine(const CellGrid& grid, const FigureStyle& style);

/// The maximum number of cells that share a pixel of the target.
struct PixelShare {
  Index rows = 1;
  Index columns = 1;
  bool is_equal = true;       ///< every pixel has exactly that many
  bool has_negative = false;  ///< whether a visible number is negative; set only if cells share pixels

  bool shows_every_cell() const { return rows == 1 && columns == 1; }
};

PixelShare share_of(const HeatmapSpec& spec, const CellGrid& grid, const FigureStyle& style);
/// The combination for two heatmaps.
PixelShare joined(const PixelShare& a, const PixelShare& b);

/// “Each pixel shows the largest of its 4 × 4 cells.”; empty if every cell is visible.
std::string note_of(const PixelShare& share);

/// The height of this note at the bottom of a page, with a gap; 0 if that is too much of the page.
float pixel_note_height(float page_height, const FigureStyle& style);

/// Adds the note, if there is one, to list.notes, and writes it on the page, centred at `middle`, if `area`
/// has room for it.
void add_pixel_note(DisplayList& list, const PixelShare& share, float middle, const Rect& area,
                    const FigureStyle& style, const TextMetrics& metrics);

/// Finds the font size for the numbers of a heatmap. Caches measurements; keeps references to its arguments.
class NumberSizes {
 public:
  NumberSizes(const HeatmapSpec& spec, const FigureStyle& style, const TextMetrics& metrics)
      : spec_(spec), style_(style), metrics_(metrics) {}

  /// The largest font size at which all numbers fit cells of this size; 0 if they do not fit at 0.55 of the
  /// style's font size, or if the spec shows no numbers.
  float fitting(Point cell);

 private:
  float width(double value) const;
  float widest() const;
  bool has_equal_digits() const;

  const HeatmapSpec& spec_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  std::optional<float> widest_;
};

/// Draws the cells; as one image if they are fine or very many. `number` is the font size of the numbers, 0
/// for none.
void draw_cells(DisplayList& list, const HeatmapSpec& spec, const CellGrid& grid, float number,
                const FigureStyle& style, const TextMetrics& metrics);

/// Frames a row, a column or a cell, or points at it from outside if a frame would cover it.
void draw_emphasis(DisplayList& list, const Emphasis& emphasis, const CellGrid& grid,
                   const FigureStyle& style);

}  // namespace attention_lab

// The cells of a heatmap: their colours, their numbers, and what is pointed out.
#pragma once

#include "ui/figures/heatmaps/heatmap.h"

namespace attention_lab {

/// The largest cells, in good proportions, of a matrix that has width × height for them: squares, or wider
/// where they hold numbers; longer one way where that makes room for labels.
Point best_cell(const HeatmapSpec& spec, float width, float height, bool has_numbers,
                const FigureStyle& style);

/// Whether the cells are too small to be drawn one by one; those smaller than a pixel are among them.
bool is_fine(const CellGrid& grid, const FigureStyle& style);

/// How many cells share a pixel of the target, at most.
struct PixelShare {
  Index rows = 1;
  Index columns = 1;
  bool is_equal = true;       ///< all pixels have that many
  bool has_negative = false;  ///< one of the visible numbers is; known where cells share pixels

  bool shows_every_cell() const { return rows == 1 && columns == 1; }
};

PixelShare share_of(const HeatmapSpec& spec, const CellGrid& grid, const FigureStyle& style);
/// What holds for both of two heatmaps.
PixelShare joined(const PixelShare& a, const PixelShare& b);

/// “Each pixel shows the largest of its 4 × 4 cells.”; empty where every cell is seen.
std::string note_of(const PixelShare& share);

/// The room for it at the foot of a page, with a gap above; none where that would be too much of the page.
float pixel_note_height(float page_height, const FigureStyle& style);

/// Writes the note, if there is one, into list.notes, and on the page, centred at
/// `middle`, where `area` has room for it.
void add_pixel_note(DisplayList& list, const PixelShare& share, float middle, const Rect& area,
                    const FigureStyle& style, const TextMetrics& metrics);

/// How large the numbers of a heatmap can be written. Keeps what it measured; refers to its arguments.
class NumberSizes {
 public:
  NumberSizes(const HeatmapSpec& spec, const FigureStyle& style, const TextMetrics& metrics)
      : spec_(spec), style_(style), metrics_(metrics) {}

  /// The largest font size at which all numbers fit cells of this size; 0 where they do not at 0.55 of the
  /// style's, or where the spec shows none.
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

/// Draws the cells, as one image where they are fine or very many. `number` is the font size of the numbers,
/// 0 for none.
void draw_cells(DisplayList& list, const HeatmapSpec& spec, const CellGrid& grid, float number,
                const FigureStyle& style, const TextMetrics& metrics);

/// Frames a row, a column or a cell; points at it from outside where a frame would cover it.
void draw_emphasis(DisplayList& list, const Emphasis& emphasis, const CellGrid& grid,
                   const FigureStyle& style);

}  // namespace attention_lab

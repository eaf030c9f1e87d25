// A page with panels of cells, one or several in a grid: what heatmaps, small multiples, aligned heatmaps and
// matrices in brackets lay out and draw alike.
#pragma once

#include <string>
#include <vector>

#include "ui/figures/heatmaps/axis_labels.h"
#include "ui/figures/heatmaps/heatmap_cells.h"

namespace attention_lab {

/// How large the parts around the panels are.
namespace panel_sizes {

// In font sizes.
inline constexpr float small_text = 12.0f / 14.0f;
inline constexpr float title_text = 16.5f / 14.0f;
inline constexpr float caption_height = 1.5f;
inline constexpr float margin_size = 0.7f;
inline constexpr float title_middle = 0.75f;  // below the upper margin
inline constexpr float note_gap = 0.5f;
inline constexpr float legend_gap = 1.3f;
inline constexpr float least_legend = 7;
inline constexpr float smallest_number = 0.55f;

inline constexpr float label_share = 0.25f;      // of the page, for labels at most
inline constexpr float largest_surround = 0.5f;  // of the page, for all that is not cells or labels

}  // namespace panel_sizes

/// The labels along two sides of a panel.
struct PanelLabels {
  LabelPlan rows;
  LabelPlan columns;
};

/// `most` is what row labels may take of the page's width, column labels of its height.
PanelLabels plan_labels(const HeatmapSpec& spec, Point cell, Point most, const FigureStyle& style,
                        const TextMetrics& metrics);

/// What builders of such pages derive from.
class PanelPage {
 protected:
  PanelPage(float width, float height, float margin, const FigureStyle& style, const TextMetrics& metrics);
  /// With the margin that most have: less on small pages.
  PanelPage(float width, float height, const FigureStyle& style, const TextMetrics& metrics);

  // 1. Layout.

  /// The same labels for the cells that they left room for in the end, which may be smaller.
  PanelLabels labels_for(const HeatmapSpec& spec, Point cell, const PanelLabels& planned) const;
  /// Of row notes, with the gap before them; 0 where there are none.
  float width_of_notes(const std::vector<std::string>& notes) const;
  /// Of the bar beside cells of this height.
  float legend_height(float cells) const;
  /// Cells of a size at a place, their edges on whole pixels.
  CellGrid grid_at(Point corner, const HeatmapSpec& spec, Point cell) const;
  /// Takes it from the foot of the page, for the note that cells are smaller than pixels. On canvases without
  /// pixels that room stays empty, so that the figure has one layout.
  void leave_room_for_pixel_note();

  // 2. Drawing. Texts are centred around their middle, and give way to the edges of the page.

  void add_title(Point middle, const std::string& markup);
  void add_caption(Point middle, const std::string& markup);
  /// Turned, left of the cells; below `top`, since what stands above may be as wide as the page.
  void add_row_caption(Point middle, const std::string& markup, float top);
  /// What stands at the labels' sides of the panel, and its cells. `number` is the font size of the numbers.
  void draw_panel(const HeatmapSpec& spec, const CellGrid& grid, const PanelLabels& labels, float number);
  void draw_row_notes(const std::vector<std::string>& notes, const CellGrid& grid);
  /// Into the room that leave_room_for_pixel_note() took.
  void draw_pixel_note(const PixelShare& share, float middle);

  const FigureStyle& style_;
  const TextMetrics& metrics_;
  float size_;  // of the text
  DisplayList list_;
  Rect page_;              // without its margin
  float note_height_ = 0;  // below it
};

}  // namespace attention_lab

// A page with one or several panels of cells: the layout and drawing shared by heatmaps, small multiples,
// aligned heatmaps and matrices in brackets.
#pragma once

#include <string>
#include <vector>

#include "ui/figures/heatmaps/axis_labels.h"
#include "ui/figures/heatmaps/colour_legend.h"
#include "ui/figures/heatmaps/heatmap_cells.h"

namespace attention_lab {

/// The sizes of the parts around the panels.
namespace panel_sizes {

// In font sizes, unless stated otherwise.
inline constexpr float small_text = 12.0f / 14.0f;
inline constexpr float title_text = 16.5f / 14.0f;
inline constexpr float caption_height = 1.5f;
inline constexpr float margin_size = 0.7f;
inline constexpr float title_middle = 0.75f;  // below the upper margin
inline constexpr float note_gap = 0.5f;
inline constexpr float legend_gap = 1.3f;
inline constexpr float least_legend = 3.6f;
inline constexpr float smallest_number = 0.55f;

inline constexpr float largest_surround = 0.5f;  // of the page, maximum except cells and labels

}  // namespace panel_sizes

/// Explains the colours of a heatmap, with the decimals of its cells.
ColourLegend legend_of(const HeatmapSpec& spec);

/// The labels on two sides of a panel.
struct PanelLabels {
  LabelPlan rows;
  LabelPlan columns;
};

/// `most` is the maximum part of the page's width for row labels, and of its height for column labels.
PanelLabels plan_labels(const HeatmapSpec& spec, Point cell, Point most, const FigureStyle& style,
                        const TextMetrics& metrics);

/// Base class of the builders of such pages.
class PanelPage {
 protected:
  PanelPage(float width, float height, float margin, const FigureStyle& style, const TextMetrics& metrics);
  /// With the usual margin, which is smaller on small pages.
  PanelPage(float width, float height, const FigureStyle& style, const TextMetrics& metrics);

  // 1. Layout.

  /// Plans the same labels again for the final cells, which may be smaller.
  PanelLabels labels_for(const HeatmapSpec& spec, Point cell, const PanelLabels& planned) const;
  /// The width of row notes beside labels of this size, including the gap before them; 0 if there are none.
  float width_of_notes(const std::vector<std::string>& notes, float label_size) const;
  /// The height of the colour bar beside cells of this height: the same, if its numbers fit.
  float legend_height(float cells) const;
  /// Where a colour bar must end so that its last number stays on the page.
  float legend_bottom() const;
  /// A grid of cells of this size at `corner`, with edges on whole pixels.
  CellGrid grid_at(Point corner, const HeatmapSpec& spec, Point cell) const;
  /// Reserves room at the bottom of the page for the note that cells are smaller than pixels. On canvases
  /// without pixels the room stays empty, so that the layout is the same.
  void leave_room_for_pixel_note();

  // 2. Drawing. Texts are centred at `middle` and shifted to stay on the page.

  void add_title(Point middle, const std::string& markup);
  void add_caption(Point middle, const std::string& markup);
  /// Turned, left of the cells and below `top`, because the title above may be as wide as the page.
  void add_row_caption(Point middle, const std::string& markup, float top);
  /// Draws the labels of a panel and its cells. `number` is the font size of the numbers.
  void draw_panel(const HeatmapSpec& spec, const CellGrid& grid, const PanelLabels& labels, float number);
  void draw_row_notes(const std::vector<std::string>& notes, const CellGrid& grid, float label_size);
  /// Draws the note in the room reserved by leave_room_for_pixel_note().
  void draw_pixel_note(const PixelShare& share, float middle);

  const FigureStyle& style_;
  const TextMetrics& metrics_;
  float size_;  // font size
  DisplayList list_;
  Rect page_;              // without its margin
  float note_height_ = 0;  // below page_
};

}  // namespace attention_lab

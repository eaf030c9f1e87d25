// A plot in the window, drawn as it will be exported, with its menu.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "ui/figures/base/geometry.h"
#include "ui/figures/base/plot.h"
#include "ui/lab/exportable.h"
#include "ui/widgets/paint.h"
#include "ui/widgets/theme.h"

namespace attention_lab {

class Session;
struct ViewState;
struct WidgetContext;

/// The plot drawn last; its picture is kept until something that it depends on changes.
struct PlotPanel {
  PlotPointer plot;  // null: nothing to show yet

  // Of the last drawing.
  PlotPointer drawn;
  Rect place;           // in the window
  float font_size = 0;  // for which there was room
  float text_size = 0;  // which was used: less in a heatmap with small cells
  ThemeName theme = ThemeName::paper;
  DisplayList list;
  std::optional<CellGrid> cells;    // of the matrix in the picture
  std::optional<PlaneFrame> plane;  // of the points in the picture, on its page
  std::vector<FigureFont> fonts;    // for its texts
};

/// Where a part of the picture is in the window, as last drawn.
inline Rect in_window(const PlotPanel& panel, const Rect& part) {
  return {panel.place.x + part.x, panel.place.y + part.y, part.width, part.height};
}

/// The font size of a plot in a card of this size: that of captions, and up to twice as large where there is
/// room, so that the plots of a large window can be read from far away.
float font_size_of_plot(const WidgetContext& context, float width, float height);
/// The size of the small texts in a card beside plots, in Dear ImGui's measure: that of their labels.
float label_size_beside_plots(const WidgetContext& context, const Rect& card);

/// Fills `area` with the plot. A right click, or the button in its corner, opens the menu with export and
/// copy. The item is called "plot.NAME". The font size is font_size_of_plot() unless given.
void draw_plot(ViewState& view, const Painter& painter, PlotPanel& panel, const Rect& area,
               std::string_view name, std::optional<float> given_font_size = std::nullopt);

/// What Ctrl+E exports in a workspace with plots: the last plot under the mouse, or else the first. Error:
/// not_found if no plot is shown.
Result<Exportable> plot_pointed_at(const Session& session, ViewState& view);

/// The fonts for the texts of a figure shown `scale` times as large, so that they have glyphs of their own
/// size. Requests their characters; once is enough, since the book keeps them.
std::vector<FigureFont> fonts_of(FontBook& book, const DisplayList& list, float scale);

}  // namespace attention_lab

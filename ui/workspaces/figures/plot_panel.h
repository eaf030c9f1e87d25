// A plot in the window: drawn as it will be exported, with its menu.
#pragma once

#include <string_view>
#include <vector>

#include "core/result.h"
#include "ui/figures/base/plot.h"
#include "ui/lab/exportable.h"
#include "ui/widgets/paint.h"
#include "ui/widgets/theme.h"

namespace attention_lab {

struct ViewState;

/// A plot as it was drawn last; its picture is kept while nothing it depends on changes.
struct PlotPanel {
  PlotPointer plot;  // or null: nothing to show yet

  // As drawn last.
  PlotPointer drawn;
  float font_size = 0;
  ThemeName theme = ThemeName::paper;
  DisplayList list;
  std::vector<FigureFont> fonts;  // of its texts
};

/// Fills `area` with the plot. A right click, or the button in its corner, opens its menu: export and copy.
/// `name`: of its item, "plot.NAME".
void draw_plot(ViewState& view, const Painter& painter, PlotPanel& panel, const Rect& area,
               std::string_view name);

/// What Ctrl+E exports in a workspace of plots: the one that was under the mouse last, else the first. Error:
/// not_found where it shows none.
Result<Exportable> plot_pointed_at(const ViewState& view);

/// The fonts in which the texts of a figure are drawn from glyphs of their own size, where it is shown
/// `scale` times as large. Their characters are asked for: once is enough, the book forgets none.
std::vector<FigureFont> fonts_of(FontBook& book, const DisplayList& list, float scale);

/// In each frame in which the figure is shown.
void need_fonts(ViewState& view, const std::vector<FigureFont>& fonts);

}  // namespace attention_lab

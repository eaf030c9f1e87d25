// Figures as the window shows them and files hold them: the page, its colours, the picture pinned as A.
#pragma once

#include <string_view>

#include "core/document/session.h"
#include "ui/figures/figure.h"
#include "ui/lab/exportable.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

std::string_view to_string(Background background);

/// The theme of the figure's colours: paper on a white page, else that of the window.
ThemeName figure_theme(const ViewState& view);
/// What the page is filled with; empty: transparent.
std::optional<Colour> page_colour(const ViewState& view);

/// Any figure with the page as it is set up. `pixel`: the size of one pixel of what shows it, in points;
/// edges of cells stand on whole ones. `has_pixels`: see FigureStyle. Errors: as draw_figure.
Result<Figure> draw_on_page(const Session& session, const ViewState& view, const Exportable& figure,
                            const Page& page, float pixel, bool has_pixels);

/// The figure of the workspace, drawn anew only where something changed.
const DrawnFigure& present_figure(const Session& session, ViewState& view, const Page& page, float pixel);

/// Keeps the present state as A.
void pin(const Session& session, ViewState& view);
void unpin(FiguresState& figures);

/// Gives the request the head that the window shows, and brings its tokens and matrices back into the bounds
/// of a document that changed.
void keep_figure_in_bounds(const Session& session, ViewState& view);

}  // namespace attention_lab

// Figures as the window and exported files show them: page, colours, and the pinned figure A.
#pragma once

#include <string_view>

#include "core/document/session.h"
#include "ui/figures/figure.h"
#include "ui/lab/exportable.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Says why nothing is drawn while hides_numbers().
inline constexpr const char* figures_are_hidden =
    "While Predict first hides numbers, there are no figures, since they would give answers away.";

std::string_view to_string(Background background);

/// The theme of the figure's colours: paper on a white page, otherwise the window's theme.
ThemeName figure_theme(const ViewState& view);
/// The background of the page; empty: transparent.
std::optional<Colour> page_colour(const ViewState& view);

/// Draws any figure on its page. `pixel`: the size of an output pixel in points; edges of cells are aligned
/// to whole pixels. `has_pixels`: see FigureStyle. Errors: as draw_figure.
Result<Figure> draw_on_page(const Session& session, const ViewState& view, const Exportable& figure,
                            const Page& page, float pixel, bool has_pixels);

/// The workspace's figure, redrawn only if something changed.
const DrawnFigure& present_figure(const Session& session, ViewState& view, const Page& page, float pixel);

/// Keeps the current state as A.
void pin(const Session& session, ViewState& view);
void unpin(ViewState& view);

/// Sets the request's head to the one that the window shows, and clamps its tokens and matrices to a changed
/// document.
void keep_figure_in_bounds(const Session& session, ViewState& view);

}  // namespace attention_lab

// The figure on the bench of the Figures workspace: what it shows, the page it stands on, what it is compared
// with.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/document/session.h"
#include "ui/figures/base/page.h"
#include "ui/figures/figure.h"
#include "ui/lab/exportable.h"
#include "ui/lab/snapshot.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/theme.h"

namespace attention_lab {

enum class Background { theme, white, transparent };
std::string_view to_string(Background background);

/// A figure as drawn last, kept while nothing it depends on changes.
struct DrawnFigure {
  struct Key {
    std::uint64_t revision = ~std::uint64_t{0};
    const Snapshot* pinned = nullptr;
    FigureRequest request;
    float width = 0;
    float height = 0;
    float font_size = 0;
    float pixel = 0;        // of the screen
    float drawn_pixel = 0;  // of the picture
    ThemeName theme = ThemeName::paper;

    bool operator==(const Key&) const = default;
  };
  Key key;
  std::shared_ptr<const Figure> figure;  // or null, and why:
  std::string problem;
  std::vector<FigureFont> fonts;  // of its texts on the screen
};

/// Everything the person has chosen for figures.
struct FiguresState {
  FigureRequest request;
  Background background = Background::theme;
  std::shared_ptr<const Snapshot> pinned;  // A
  DrawnFigure drawn;

  bool opens_menu = false;  // the context menu, in this frame
  Exportable menu_figure;   // what that menu is about

  // Of the open fields.
  bool edits_title = false;
  std::array<char, 256> title{};
};

struct ViewState;

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
void unpin(ViewState& view);

/// Gives the request the head that the window shows, and brings its tokens and matrices back into the bounds
/// of a document that changed.
void keep_figure_in_bounds(const Session& session, ViewState& view);

}  // namespace attention_lab

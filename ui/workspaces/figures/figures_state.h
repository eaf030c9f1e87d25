// The Figures workspace: what its figure shows, how it looks, what it is compared with.
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

}  // namespace attention_lab

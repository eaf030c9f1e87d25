// The state of the Figures workspace.
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

/// The figure drawn last; kept until something that it depends on changes.
struct DrawnFigure {
  struct Key {
    std::uint64_t revision = ~std::uint64_t{0};
    const Snapshot* pinned = nullptr;
    FigureRequest request;
    float width = 0;
    float height = 0;
    float font_size = 0;
    float pixel = 0;        // one pixel of the screen
    float drawn_pixel = 0;  // one pixel of the picture
    ThemeName theme = ThemeName::paper;
    bool is_hidden = false;  // since it would give answers away

    bool operator==(const Key&) const = default;
  };
  Key key;
  std::shared_ptr<const Figure> figure;  // null on error:
  std::string problem;
  std::vector<FigureFont> fonts;  // for its texts on the screen
};

/// A text while it is typed.
struct TypedText {
  bool is_edited = false;
  std::array<char, 256> buffer{};
};

/// The user's choices for figures.
struct FiguresState {
  FigureRequest request;
  Background background = Background::theme;
  std::shared_ptr<const Snapshot> pinned;  // the state A of a comparison
  DrawnFigure drawn;

  bool opens_menu = false;  // the context menu, in this frame
  Exportable menu_figure;   // the figure of that menu

  TypedText typed_title;
  std::array<TypedText, all_figure_words.size()> typed_words;
};

}  // namespace attention_lab

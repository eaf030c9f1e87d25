// The two themes: all colours of the interface by name.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "ui/figures/base/colour.h"
#include "ui/figures/base/figure_style.h"

namespace attention_lab {

enum class ThemeName { paper, night };
inline constexpr std::array all_themes = {ThemeName::paper, ThemeName::night};

std::string_view to_string(ThemeName name);
std::optional<ThemeName> theme_from(std::string_view text);

struct Theme {
  Colour ground;  ///< behind the cards
  Colour card;
  Colour line;  ///< borders and rules
  Colour text;
  Colour quiet_text;
  Colour accent;
  Colour accent_ground;  ///< behind a chosen tab or entry
  Colour hover_ground;
  Colour query;  ///< Q and everything that produces it
  Colour key;
  Colour value;
  Colour positive;  ///< signed cells blend the card's colour with these, up to 55%
  Colour negative;
  Colour pointed;       ///< the number under the mouse while another one is pinned; its lines are dashed
  Colour first_token;   ///< a token that is followed through the pipeline
  Colour second_token;  ///< and another one, whose lines have long dashes
  Colour error;
  Colour error_ground;
  Colour shade;      ///< covers everything behind a dialog
  Colour dark_ink;   ///< text on light cells, in both themes
  Colour light_ink;  ///< text on dark cells
};

const Theme& theme_of(ThemeName name);

FigureStyle figure_style(const Theme& theme, float font_size);

/// Corner radius of controls, sliders and the text fields beside them, in pixels.
inline constexpr float field_rounding = 7;

/// Applies the theme to Dear ImGui's own widgets (menus, popups, text fields, scroll bars).
void apply_to_imgui(const Theme& theme, float scale);

}  // namespace attention_lab

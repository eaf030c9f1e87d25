// A countdown for a class that guesses what comes next.
#pragma once

#include <optional>

#include "ui/figures/base/display_list.h"

namespace attention_lab {

struct ViewState;

struct Countdown {
  double seconds = 0;  ///< to count down from
  double end = 0;      ///< a time of ImGui::GetTime()
  Rect place{};        ///< in this frame
};

/// A countdown that starts now.
Countdown counting_down_from(double seconds);

/// Puts the countdown, if there is one, at the right end of a row, which becomes that much shorter: so it
/// covers nothing.
void place_countdown(const ViewState& view, std::optional<Countdown>& countdown, Rect& row);

/// Shows what is left, or that the time is up, at its place. A click ends it.
void draw_countdown(ViewState& view, std::optional<Countdown>& countdown);

}  // namespace attention_lab

// A countdown for a class that guesses what comes next.
#pragma once

#include <optional>

#include "ui/figures/base/display_list.h"

namespace attention_lab {

struct ViewState;

struct Countdown {
  double seconds = 0;  ///< to count down from
  double end = 0;      ///< a time of ImGui::GetTime()
};

/// A countdown that starts now.
Countdown counting_down_from(double seconds);

/// Shows what is left, or that the time is up, at the upper edge of the window. A click ends
/// it.
void draw_countdown(ViewState& view, std::optional<Countdown>& countdown, const Rect& window);

}  // namespace attention_lab

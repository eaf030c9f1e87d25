// How far the tour has come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/attention/matrix_name.h"
#include "ui/figures/base/geometry.h"

namespace attention_lab {

/// What has been done at a stop, as far as the stop has to remember it.
struct TourDeed {
  std::optional<CellRef> cell;  // that was dragged or is pointed at
  double number_before = 0;     // in that cell
  double since = 0;             // ImGui time at which it was pointed at
  bool has_begun = false;
};

struct TourState {
  std::optional<std::size_t> stop;  // index of all_tour_stops(); empty: there is no tour
  std::optional<CellRef> cell;      // that the stop points at
  TourDeed deed;
  bool is_done = false;    // what the stop asks for
  double since = 0;        // ImGui time at which the stop began
  double quiet_since = 0;  // ImGui time of the last input after it was done

  // Where the history was when the tour began.
  std::uint64_t opened = 0;  // see Session::opened
  std::size_t steps = 0;

  std::optional<Point> place;  // of the card, in the last frame of this stop
  bool has_taken_key = false;  // in this frame, Escape belongs to the tour alone

  bool is_open() const { return stop.has_value(); }
};

}  // namespace attention_lab

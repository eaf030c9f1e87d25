// The stops of the tour.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/document/session.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// All texts are mark-up.
struct TourStop {
  std::string (*title)(const ViewState& view);
  std::string (*sentence)(const Session& session, const ViewState& view);
  /// The name of the item to point at. May choose view.tour.cell.
  std::string (*target)(const Session& session, ViewState& view);
  /// Called in each frame until it returns true. Null: there is nothing to do, and the tour ends here.
  bool (*is_done)(const Session& session, ViewState& view) = nullptr;
  /// What can be seen now that it is done.
  std::string (*seen)(const Session& session, const ViewState& view) = nullptr;
  /// Items that the card should not cover, besides the target and the matrices.
  std::vector<std::string_view> keeps_clear{};
  bool is_presented = false;  ///< the stop also leads through the presenter view
};

/// In order; only the last one has nothing to do.
std::span<const TourStop> all_tour_stops();

}  // namespace attention_lab

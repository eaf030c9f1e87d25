// Records how widgets became visible, in order to show them again.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "ui/lab/view_state.h"

namespace attention_lab::campaign {

/// Sorts of widgets (sort_of_item).
using SortNames = std::set<std::string, std::less<>>;

/// A press of a mouse button on a widget of this sort (sort_of_item).
struct Press {
  std::string sort;
  int button = 0;
};

/// Where a sort of widget was last seen, and the press that revealed it: in a menu, the one on the menu's
/// name. This is learned while running, without knowledge of the interface.
struct Way {
  std::optional<Press> revealed_by;
  Workspace workspace = Workspace::pipeline;
  bool is_presented = false;
  float width = 0;  // of the window
  float height = 0;
  float display_scale = 1;
};

class Ways {
 public:
  void note_press(Press press);
  /// Call once a frame, with the sorts of widgets that it shows.
  void note_shown(SortNames shown, const ViewState& view);

  /// Null if it was never seen.
  const Way* to(std::string_view sort) const;
  /// Whether a press on this sort has ever revealed anything.
  bool has_revealed(std::string_view sort) const { return revealing_.count(sort) > 0; }
  /// The next press towards a widget that is not visible: on what revealed it or, if that is not visible, on
  /// what revealed that, and so on. Nullopt if none of them is visible.
  std::optional<Press> next_press(std::string_view sort, const SortNames& visible) const;

 private:
  std::map<std::string, Way, std::less<>> ways_;
  SortNames revealing_;
  SortNames shown_;  // in the last frame
  std::optional<Press> last_press_;
  int frames_since_press_ = 0;
};

}  // namespace attention_lab::campaign

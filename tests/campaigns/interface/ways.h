// How widgets came to be seen, and so what to do to see them again.
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

/// A mouse button that went down on a widget of this sort (sort_of_item).
struct Press {
  std::string sort;
  int button = 0;
};

/// Where a sort of widget was seen last, and after which press it appeared: in a menu, after one on the
/// menu's name. Learned from what happens; nothing here knows the interface.
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
  /// Once a frame: the sorts of widgets that it shows.
  void note_shown(SortNames shown, const ViewState& view);

  /// Null where it has never been seen.
  const Way* to(std::string_view sort) const;
  /// Whether a press on it has ever revealed anything.
  bool has_revealed(std::string_view sort) const { return revealing_.count(sort) > 0; }
  /// The press that leads towards a widget that cannot be seen: on what revealed it, or on what revealed
  /// that, …, whichever can be seen first. Nothing where none can.
  std::optional<Press> next_press(std::string_view sort, const SortNames& visible) const;

 private:
  std::map<std::string, Way, std::less<>> ways_;
  SortNames revealing_;
  SortNames shown_;  // in the last frame
  std::optional<Press> last_press_;
  int frames_since_press_ = 0;
};

}  // namespace attention_lab::campaign

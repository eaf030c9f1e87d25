// The positions of named items in the window, for what points at them: tests, scripts and the tour.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/figures/base/geometry.h"

namespace attention_lab {

struct Item {
  std::string name;  // "W_q[1,2]", "sentence", "workspace.heatmap", …
  Rect rect;         // in window pixels
};

/// Collects the items of a frame that somebody needs; costs nothing otherwise.
class Items {
 public:
  bool is_always_needed = false;

  /// Forgets the items of the last frame.
  void begin_frame(bool is_needed) {
    items_.clear();
    is_collecting_ = is_needed || is_always_needed;
  }
  /// Whether the items of this frame are collected.
  bool is_collecting() const { return is_collecting_; }
  void add(std::string_view name, const Rect& rect) {
    if (is_collecting_) items_.push_back({std::string(name), rect});
  }
  const std::vector<Item>& all() const { return items_; }
  /// The place of the first item with this name; nullopt if there is none.
  std::optional<Rect> find(std::string_view name) const {
    const auto found =
        std::find_if(items_.begin(), items_.end(), [&](const Item& item) { return item.name == name; });
    return found == items_.end() ? std::nullopt : std::optional(found->rect);
  }

 private:
  std::vector<Item> items_;
  bool is_collecting_ = false;
};

}  // namespace attention_lab

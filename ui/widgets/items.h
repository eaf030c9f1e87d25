// The positions of named items in the window, for tests and scripts that drive it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/figures/base/geometry.h"

namespace attention_lab {

struct Item {
  std::string name;  // "W_q[1,2]", "sentence", "workspace.heatmap", …
  Rect rect;         // in window pixels
};

/// Collects items while `is_collecting` is set; costs nothing otherwise.
class Items {
 public:
  bool is_collecting = false;

  void add(std::string_view name, const Rect& rect) {
    if (is_collecting) items_.push_back({std::string(name), rect});
  }
  void clear() { items_.clear(); }
  const std::vector<Item>& all() const { return items_; }

 private:
  std::vector<Item> items_;
};

}  // namespace attention_lab

// What the tests of the laboratory's benches share.
#pragma once

#include <string>
#include <string_view>

#include "bench.h"

namespace attention_lab::testing {

/// Opens the workspace and the bench of that item.
inline void open_laboratory(UiBench& bench, const char* item) {
  bench.shortcut(command_to_show(Workspace::laboratory));
  bench.settle();
  bench.click(bench.item(item).centre());
  bench.settle();
}

/// Draws frames until it is so, a few hundred at most.
template <class IsDone>
bool wait_for(UiBench& bench, IsDone is_done) {
  for (int i = 0; i < 600 && !is_done(); ++i) bench.frame();
  return is_done();
}

/// Types a number into a slider.
inline void type_into(UiBench& bench, const std::string& slider, std::string_view number) {
  const Rect rect = bench.item(slider);
  bench.double_click({rect.centre().x, rect.y + rect.height * 0.25f});
  bench.frame(2);
  bench.type(number);
  bench.key(ImGuiKey_Enter);
  bench.settle();
}

}  // namespace attention_lab::testing

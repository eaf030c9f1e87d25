// Shared by the tests of the laboratory's pages.
#pragma once

#include <string>
#include <string_view>

#include "lab_driver.h"

namespace attention_lab::testing {

/// Opens the workspace and clicks the page's segment.
inline void open_laboratory(LabDriver& driver, const char* item) {
  driver.shortcut(command_to_show(Workspace::laboratory));
  driver.settle();
  driver.click(driver.item(item).centre());
  driver.settle();
}

/// Draws frames until the condition is true, at most a few hundred.
template <class IsDone>
bool wait_for(LabDriver& driver, IsDone is_done) {
  for (int i = 0; i < 600 && !is_done(); ++i) driver.frame();
  return is_done();
}

/// Types a number into a slider.
inline void type_into(LabDriver& driver, const std::string& slider, std::string_view number) {
  const Rect rect = driver.item(slider);
  driver.double_click({rect.centre().x, rect.y + rect.height * 0.25f});
  driver.frame(2);
  driver.type(number);
  driver.key(ImGuiKey_Enter);
  driver.settle();
}

}  // namespace attention_lab::testing

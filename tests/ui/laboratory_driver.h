// What the tests of the laboratory's pages share.
#pragma once

#include <string>
#include <string_view>

#include "lab_driver.h"

namespace attention_lab::testing {

/// Opens the workspace and the driver of that item.
inline void open_laboratory(LabDriver& driver, const char* item) {
  driver.shortcut(command_to_show(Workspace::laboratory));
  driver.settle();
  driver.click(driver.item(item).centre());
  driver.settle();
}

/// Draws frames until it is so, a few hundred at most.
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

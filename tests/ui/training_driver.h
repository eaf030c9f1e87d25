// The training workspace without a window.
#pragma once

#include <gtest/gtest.h>
#include <imgui.h>

#include "laboratory_driver.h"
#include "ui/workspaces/training/training_work.h"

namespace attention_lab::testing {

inline LabDriver& open_training(LabDriver& driver) {
  driver.shortcut(command_to_show(Workspace::training));
  driver.settle();
  return driver;
}

/// Scrolls what the item is in until it is inside the window.
inline void bring_into_view(LabDriver& driver, const char* item) {
  const auto is_below = [&] { return driver.item(item).bottom() > ImGui::GetIO().DisplaySize.y - 14; };
  for (int i = 0; i < 40 && is_below(); ++i) {
    driver.move({driver.item(item).centre().x, ImGui::GetIO().DisplaySize.y / 2});
    driver.wheel(-1);
    driver.settle();
  }
  EXPECT_FALSE(is_below()) << item;
}

inline void click_item(LabDriver& driver, const char* item) {
  bring_into_view(driver, item);
  driver.click(driver.item(item).centre());
  driver.frame(2);
}

/// The training run; fails the test if there is none.
inline TrainingRun& run_of(LabDriver& driver) {
  EXPECT_TRUE(driver.view.training.run) << driver.view.training.problem;
  return *driver.view.training.run;
}

inline void pull_by(LabDriver& driver, const char* item, Point by) {
  const Point from = driver.item(item).centre();
  driver.move(from);
  driver.press();
  for (int i = 1; i <= 4; ++i) {
    const float share = static_cast<float>(i) / 4;
    driver.move({from.x + by.x * share, from.y + by.y * share});
  }
}

}  // namespace attention_lab::testing

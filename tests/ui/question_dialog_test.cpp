// The dialogs that ask before work could be lost fit any names, and each button does what it says.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "lab_driver.h"
#include "ui/widgets/imgui_compat.h"

namespace attention_lab::testing {
namespace {

const std::string long_name = std::string(5000, 'W') + " “and” " + std::string(5000, 'm');

/// All buttons of the open dialog.
std::vector<Item> buttons(const LabDriver& driver) {
  std::vector<Item> found;
  for (const Item& item : driver.view.items.all()) {
    if (item.name.rfind("button.", 0) == 0) found.push_back(item);
  }
  return found;
}

void press_button(LabDriver& driver, const std::string& name) {
  driver.click(driver.item("button." + name).centre());
}

void offer(LabDriver& driver, const std::string& name, const std::string& problem) {
  driver.view.dialogs.recovered = {name, "/lessons", "on 5 November 2026 at 16:00", problem,
                                   "/state/1-0.json"};
  driver.view.dialogs.open = Dialog::recovered;
  driver.settle();
}

void tell_of_change(LabDriver& driver, bool is_saving) {
  driver.view.file_path = "/lessons/lesson.json";
  driver.view.dialogs.changed_file = {is_saving, "lesson-2.json"};
  driver.view.dialogs.open = Dialog::changed_file;
  driver.settle();
}

TEST(QuestionDialogs, FitTheWindowWhateverTheNamesAre) {
  struct Size {
    float width, height, text_size;
  };
  for (const Size size : {Size{1024, 768, 1}, Size{1280, 800, 1}, Size{1920, 1080, 1}, Size{1024, 768, 2},
                          Size{640, 480, 1}, Size{800, 600, 2}, Size{640, 480, 2.5f}}) {
    LabDriver driver(preset("journey"), size.width, size.height);
    driver.set_size_of_everything(size.text_size);
    driver.view.file_path = "/" + long_name;
    driver.view.dialogs.changed_file = {true, long_name};
    for (const std::string problem :
         {"", "The file is damaged: line 1, column 3: a value was expected here."}) {
      driver.view.dialogs.recovered = {long_name, "/" + long_name, "on 25 November 2026 at 16:00", problem,
                                       "/" + long_name};
      for (const Dialog dialog : {Dialog::unsaved_changes, Dialog::changed_file, Dialog::recovered}) {
        SCOPED_TRACE(std::to_string(size.width) + " " + std::to_string(static_cast<int>(dialog)));
        driver.view.dialogs.open = dialog;
        driver.settle();
        const std::vector<Item> found = buttons(driver);
        ASSERT_GE(found.size(), 2u);
        for (const Item& button : found) {
          EXPECT_TRUE(is_inside(button.rect, {0, 0, size.width, size.height}))
              << button.name << to_text(button.rect);
          for (const Item& other : found)
            EXPECT_TRUE(&other == &button || !overlap(button.rect, other.rect)) << button.name << other.name;
        }
        driver.view.dialogs.open = Dialog::none;
        driver.settle();
      }
    }
  }
}

TEST(QuestionDialogs, AreDrawnUntilTheyHaveTheirSize) {
  const std::vector<std::string> names = {
      "Your journey starts with one step: trainable weights, drawn with torch.rand, seed 123",
      "“it” has equal dot products with “dog” and “ball”; hand-picked weights make it attend to “ball”",
      "short"};
  for (const std::string& first : names) {
    for (const std::string& second : names) {
      SCOPED_TRACE(first + " / " + second);
      LabDriver driver(preset("journey"), 1920, 1080);
      offer(driver, first, "");
      driver.set_key(ImGuiKey_Escape, true);
      driver.frame();
      driver.set_key(ImGuiKey_Escape, false);
      driver.view.dialogs.recovered.name = second;  // at once, as when the program offers the next one
      driver.view.dialogs.open = Dialog::recovered;
      constexpr int most = 20;
      for (int i = 0; i < most && (i < 3 || driver.wants_frame()); ++i) driver.frame();
      const Rect settled = driver.item("button.Restore");
      driver.frame(10);
      const Rect later = driver.item("button.Restore");
      EXPECT_EQ(to_text(settled), to_text(later));
      EXPECT_FALSE(driver.wants_frame());
      bool has_text = false;
      for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
        if (!window->WasActive || std::string(window->Name).find("##text") == std::string::npos) continue;
        has_text = true;
        EXPECT_EQ(window->ScrollMax.y, 0) << "there is room for all of them";
      }
      EXPECT_TRUE(has_text);
    }
  }
}

TEST(QuestionDialogs, TheButtonsOfAChangedFileDoWhatTheySay) {
  for (const bool is_saving : {false, true}) {
    LabDriver driver(preset("journey"));
    tell_of_change(driver, is_saving);
    press_button(driver, "Keep my version");
    EXPECT_EQ(driver.count<KeepMine>(), 1);
    tell_of_change(driver, is_saving);
    press_button(driver, "Reload the file");
    EXPECT_EQ(driver.count<TakeTheirs>(), 1);
    tell_of_change(driver, is_saving);
    press_button(driver, "Save as a copy");
    EXPECT_EQ(driver.count<SaveAsCopy>(), 1);
    driver.actions.clear();
    tell_of_change(driver, is_saving);
    driver.view.dialogs.after = AfterSaving::quit;
    press_button(driver, "Cancel");
    EXPECT_EQ(driver.view.dialogs.open, Dialog::none);
    EXPECT_EQ(driver.view.dialogs.after, AfterSaving::nothing);
    tell_of_change(driver, is_saving);
    driver.key(ImGuiKey_Enter);
    EXPECT_TRUE(driver.actions.empty()) << "Enter gives nothing up";
    EXPECT_EQ(driver.view.dialogs.open, Dialog::changed_file);
  }
}

TEST(QuestionDialogs, WhatComesAfterSavingIsGivenUpWithTheQuestion) {
  LabDriver driver(preset("journey"));
  driver.session.mark_unsaved();
  for (const Dialog dialog : {Dialog::none, Dialog::help, Dialog::about, Dialog::export_figure}) {
    request_quit(driver.session, driver.view, driver.queue);
    driver.settle();
    ASSERT_EQ(driver.view.dialogs.after, AfterSaving::quit) << "while the question is open";
    driver.view.dialogs.open = dialog;
    driver.settle();
    EXPECT_EQ(driver.view.dialogs.after, AfterSaving::nothing) << "a later save does not close the window";
  }
}

TEST(QuestionDialogs, WorkThatCannotBeOpenedIsNeverDiscardedByAKey) {
  for (const ImGuiKey key : {ImGuiKey_Enter, ImGuiKey_Escape}) {
    LabDriver driver(preset("journey"));
    offer(driver, "lesson.json", "The file is damaged.");
    EXPECT_FALSE(driver.has_item("button.Restore"));
    driver.key(key);
    EXPECT_EQ(driver.count<KeepRecovered>(), 1);
    EXPECT_EQ(driver.count<DiscardRecovered>(), 0);
  }
}

TEST(QuestionDialogs, ANoBreakSpaceIsNotDrawnAsABox) {
  LabDriver driver(preset("journey"));
  const float size = driver.view.sizes().body;
  const ImFontGlyph* blank = find_glyph(*driver.view.fonts.font(FontWeight::regular, size), size, 0xA0);
  ASSERT_NE(blank, nullptr);
  EXPECT_FALSE(blank->Visible);
}

TEST(QuestionDialogs, RestoringAsksAboutChangesMadeInTheMeantime) {
  LabDriver driver(preset("journey"));
  offer(driver, "lesson.json", "");
  driver.session.mark_unsaved();
  press_button(driver, "Restore");
  EXPECT_EQ(driver.count<RestoreRecovered>(), 0);
  EXPECT_EQ(driver.view.dialogs.open, Dialog::unsaved_changes);
  driver.settle();
  press_button(driver, "Don’t save");
  EXPECT_EQ(driver.count<RestoreRecovered>(), 1);
}

}  // namespace
}  // namespace attention_lab::testing

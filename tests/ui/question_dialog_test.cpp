// The dialogs that ask before work could be lost: they fit whatever the names are, and each button does what
// it says.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "bench.h"
#include "ui/widgets/imgui_compat.h"

namespace attention_lab::testing {
namespace {

const std::string long_name = std::string(5000, 'W') + " “and” " + std::string(5000, 'm');

/// Everything a person can press in the open dialog.
std::vector<Item> buttons(const UiBench& bench) {
  std::vector<Item> found;
  for (const Item& item : bench.view.items.all()) {
    if (item.name.rfind("button.", 0) == 0) found.push_back(item);
  }
  return found;
}

void press_button(UiBench& bench, const std::string& name) {
  bench.click(bench.item("button." + name).centre());
}

void offer(UiBench& bench, const std::string& name, const std::string& problem) {
  bench.view.dialogs.recovered = {name, "/lessons", "on 5 November 2026 at 16:00", problem,
                                  "/state/1-0.json"};
  bench.view.dialogs.open = Dialog::recovered;
  bench.settle();
}

void tell_of_change(UiBench& bench, bool is_saving) {
  bench.view.file_path = "/lessons/lesson.json";
  bench.view.dialogs.changed_file = {is_saving, "lesson-2.json"};
  bench.view.dialogs.open = Dialog::changed_file;
  bench.settle();
}

TEST(QuestionDialogs, FitTheWindowWhateverTheNamesAre) {
  struct Size {
    float width, height, text_size;
  };
  for (const Size size : {Size{1024, 768, 1}, Size{1280, 800, 1}, Size{1920, 1080, 1}, Size{1024, 768, 2},
                          Size{640, 480, 1}, Size{800, 600, 2}, Size{640, 480, 2.5f}}) {
    UiBench bench(preset("journey"), size.width, size.height);
    bench.view.preferences.text_size = size.text_size;
    bench.view.file_path = "/" + long_name;
    bench.view.dialogs.changed_file = {true, long_name};
    for (const std::string problem :
         {"", "The file is damaged: line 1, column 3: a value was expected here."}) {
      bench.view.dialogs.recovered = {long_name, "/" + long_name, "on 25 November 2026 at 16:00", problem,
                                      "/" + long_name};
      for (const Dialog dialog : {Dialog::unsaved_changes, Dialog::changed_file, Dialog::recovered}) {
        SCOPED_TRACE(std::to_string(size.width) + " " + std::to_string(static_cast<int>(dialog)));
        bench.view.dialogs.open = dialog;
        bench.settle();
        const std::vector<Item> found = buttons(bench);
        ASSERT_GE(found.size(), 2u);
        for (const Item& button : found) {
          EXPECT_TRUE(is_inside(button.rect, {0, 0, size.width, size.height}))
              << button.name << to_text(button.rect);
          for (const Item& other : found)
            EXPECT_TRUE(&other == &button || !overlap(button.rect, other.rect)) << button.name << other.name;
        }
        bench.view.dialogs.open = Dialog::none;
        bench.settle();
      }
    }
  }
}

TEST(QuestionDialogs, AreDrawnUntilTheyHaveTheirSize) {
  const std::vector<std::string> names = {
      "Your journey starts with one step: trainable weights, drawn with torch.rand, seed 123",
      "“it” has equal dot products with “dog” and “ball”; weights chosen by hand turn it to “ball”", "short"};
  for (const std::string& first : names) {
    for (const std::string& second : names) {
      SCOPED_TRACE(first + " / " + second);
      UiBench bench(preset("journey"), 1920, 1080);
      offer(bench, first, "");
      bench.set_key(ImGuiKey_Escape, true);
      bench.frame();
      bench.set_key(ImGuiKey_Escape, false);
      bench.view.dialogs.recovered.name = second;  // at once, as the program offers the next one
      bench.view.dialogs.open = Dialog::recovered;
      constexpr int most = 20;
      for (int i = 0; i < most && (i < 3 || bench.wants_frame()); ++i) bench.frame();
      const Rect settled = bench.item("button.Restore it");
      bench.frame(10);
      const Rect later = bench.item("button.Restore it");
      EXPECT_EQ(to_text(settled), to_text(later));
      EXPECT_FALSE(bench.wants_frame());
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
    UiBench bench(preset("journey"));
    tell_of_change(bench, is_saving);
    press_button(bench, "Keep mine");
    EXPECT_EQ(bench.count<KeepMine>(), 1);
    tell_of_change(bench, is_saving);
    press_button(bench, "Take theirs");
    EXPECT_EQ(bench.count<TakeTheirs>(), 1);
    tell_of_change(bench, is_saving);
    press_button(bench, "Save as a copy");
    EXPECT_EQ(bench.count<SaveAsCopy>(), 1);
    bench.actions.clear();
    tell_of_change(bench, is_saving);
    bench.view.dialogs.after = AfterSaving::quit;
    press_button(bench, "Cancel");
    EXPECT_EQ(bench.view.dialogs.open, Dialog::none);
    EXPECT_EQ(bench.view.dialogs.after, AfterSaving::nothing);
    tell_of_change(bench, is_saving);
    bench.key(ImGuiKey_Enter);
    EXPECT_TRUE(bench.actions.empty()) << "Enter gives nothing up";
    EXPECT_EQ(bench.view.dialogs.open, Dialog::changed_file);
  }
}

TEST(QuestionDialogs, WhatComesAfterSavingIsGivenUpWithTheQuestion) {
  UiBench bench(preset("journey"));
  bench.session.mark_unsaved();
  for (const Dialog dialog : {Dialog::none, Dialog::help, Dialog::about, Dialog::export_figure}) {
    request_quit(bench.session, bench.view, bench.queue);
    bench.settle();
    ASSERT_EQ(bench.view.dialogs.after, AfterSaving::quit) << "while the question is open";
    bench.view.dialogs.open = dialog;
    bench.settle();
    EXPECT_EQ(bench.view.dialogs.after, AfterSaving::nothing) << "a later save does not close the window";
  }
}

TEST(QuestionDialogs, WorkThatCannotBeOpenedIsNeverDiscardedByAKey) {
  for (const ImGuiKey key : {ImGuiKey_Enter, ImGuiKey_Escape}) {
    UiBench bench(preset("journey"));
    offer(bench, "lesson.json", "The file is damaged.");
    EXPECT_FALSE(bench.has_item("button.Restore it"));
    bench.key(key);
    EXPECT_EQ(bench.count<KeepRecovered>(), 1);
    EXPECT_EQ(bench.count<DiscardRecovered>(), 0);
  }
}

TEST(QuestionDialogs, ANoBreakSpaceIsNotDrawnAsABox) {
  UiBench bench(preset("journey"));
  const float size = bench.view.sizes().body;
  const ImFontGlyph* blank = find_glyph(*bench.view.fonts.font(FontWeight::regular, size), size, 0xA0);
  ASSERT_NE(blank, nullptr);
  EXPECT_FALSE(blank->Visible);
}

TEST(QuestionDialogs, RestoringAsksAboutChangesMadeInTheMeantime) {
  UiBench bench(preset("journey"));
  offer(bench, "lesson.json", "");
  bench.session.mark_unsaved();
  press_button(bench, "Restore it");
  EXPECT_EQ(bench.count<RestoreRecovered>(), 0);
  EXPECT_EQ(bench.view.dialogs.open, Dialog::unsaved_changes);
  bench.settle();
  press_button(bench, "Do not save");
  EXPECT_EQ(bench.count<RestoreRecovered>(), 1);
}

}  // namespace
}  // namespace attention_lab::testing

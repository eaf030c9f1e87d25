// The table of commands is complete and its keys are unique; and what the palette finds in it.
#include "ui/lab/commands.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "lab_driver.h"

namespace attention_lab::testing {
namespace {

TEST(Commands, StandInTheOrderOfTheirNamesWithDifferentKeysAndTitles) {
  LabDriver driver(preset("journey-two-heads"));
  std::set<std::string> keys, titles;
  for (std::size_t i = 0; i < all_commands().size(); ++i) {
    const CommandEntry& entry = all_commands()[i];
    EXPECT_EQ(entry.command, static_cast<Command>(i));
    EXPECT_TRUE(titles.insert(title_of(entry, driver.session, driver.view)).second);
    for (const KeyPress& key : entry.keys) {
      if (key.code == 0) continue;
      EXPECT_TRUE(keys.insert(to_string(key)).second) << to_string(key);
      EXPECT_EQ(command_of(key), entry.command);
    }
  }
  EXPECT_EQ(command_of(KeyPress{}), std::nullopt);
  EXPECT_EQ(command_of(ctrl('X')), std::nullopt);
}

TEST(Commands, KeysAreWrittenAsMenusShowThem) {
  EXPECT_EQ(to_string(ctrl('Z')), "Ctrl+Z");
  EXPECT_EQ(to_string(ctrl_shift('E')), "Ctrl+Shift+E");
  EXPECT_EQ(to_string(ctrl('+')), "Ctrl +");
  EXPECT_EQ(to_string(ctrl('-')), "Ctrl −");
  EXPECT_EQ(to_string(function_key(11)), "F11");
}

TEST(Palette, FindsACommandByAnyOfItsWordsAndEnterCarriesItOut) {
  LabDriver driver(preset("journey"));
  driver.settle();
  driver.shortcut(Command::palette);
  driver.settle();
  driver.type("OUTPUT proj");
  EXPECT_TRUE(driver.has_item("palette.0"));
  EXPECT_FALSE(driver.has_item("palette.1"));
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_EQ(driver.view.dialogs.open, Dialog::none);
  EXPECT_TRUE(driver.session.model().has_output_projection());
}

TEST(Palette, ArrowsChooseAndEscapeClosesWithoutDoingAnything) {
  LabDriver driver(preset("journey"));
  driver.settle();
  driver.shortcut(Command::palette);
  driver.settle();
  driver.type("text");  // larger, smaller, normal
  driver.key(ImGuiKey_DownArrow);
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_LT(driver.view.preferences.text_size, 1);
  driver.shortcut(Command::palette);
  driver.settle();
  driver.key(ImGuiKey_Escape);
  EXPECT_EQ(driver.view.dialogs.open, Dialog::none);
  EXPECT_TRUE(driver.actions.empty());
}

TEST(Palette, OffersPresetsAndSaysWhereNothingMatches) {
  LabDriver driver(preset("journey"));
  driver.settle();
  driver.shortcut(Command::palette);
  driver.settle();
  driver.type("dog");
  driver.click(driver.item("palette.0").centre());
  driver.settle();
  EXPECT_EQ(driver.count<OpenPreset>(), 1);
  driver.shortcut(Command::palette);
  driver.settle();
  driver.type("zzz");
  EXPECT_FALSE(driver.has_item("palette.0"));
  driver.key(ImGuiKey_Enter);
  EXPECT_EQ(driver.view.dialogs.open, Dialog::palette);
}

}  // namespace
}  // namespace attention_lab::testing

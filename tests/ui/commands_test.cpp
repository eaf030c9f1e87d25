// The table of commands: complete, without a key that two share, and what the palette finds in it.
#include "ui/lab/commands.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "bench.h"

namespace attention_lab::testing {
namespace {

TEST(Commands, StandInTheOrderOfTheirNamesWithDifferentKeysAndTitles) {
  UiBench bench(preset("journey-two-heads"));
  std::set<std::string> keys, titles;
  for (std::size_t i = 0; i < all_commands().size(); ++i) {
    const CommandEntry& entry = all_commands()[i];
    EXPECT_EQ(entry.command, static_cast<Command>(i));
    EXPECT_TRUE(titles.insert(title_of(entry, bench.session, bench.view)).second);
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
  UiBench bench(preset("journey"));
  bench.settle();
  bench.shortcut(Command::palette);
  bench.settle();
  bench.type("OUTPUT proj");
  EXPECT_TRUE(bench.has_item("palette.0"));
  EXPECT_FALSE(bench.has_item("palette.1"));
  bench.key(ImGuiKey_Enter);
  bench.settle();
  EXPECT_EQ(bench.view.dialogs.open, Dialog::none);
  EXPECT_TRUE(bench.session.model().has_output_projection());
}

TEST(Palette, ArrowsChooseAndEscapeClosesWithoutDoingAnything) {
  UiBench bench(preset("journey"));
  bench.settle();
  bench.shortcut(Command::palette);
  bench.settle();
  bench.type("text");  // larger, smaller, normal
  bench.key(ImGuiKey_DownArrow);
  bench.key(ImGuiKey_Enter);
  bench.settle();
  EXPECT_LT(bench.view.preferences.text_size, 1);
  bench.shortcut(Command::palette);
  bench.settle();
  bench.key(ImGuiKey_Escape);
  EXPECT_EQ(bench.view.dialogs.open, Dialog::none);
  EXPECT_TRUE(bench.actions.empty());
}

TEST(Palette, OffersPresetsAndSaysWhereNothingMatches) {
  UiBench bench(preset("journey"));
  bench.settle();
  bench.shortcut(Command::palette);
  bench.settle();
  bench.type("dog");
  bench.click(bench.item("palette.0").centre());
  bench.settle();
  EXPECT_EQ(bench.count<OpenPreset>(), 1);
  bench.shortcut(Command::palette);
  bench.settle();
  bench.type("zzz");
  EXPECT_FALSE(bench.has_item("palette.0"));
  bench.key(ImGuiKey_Enter);
  EXPECT_EQ(bench.view.dialogs.open, Dialog::palette);
}

}  // namespace
}  // namespace attention_lab::testing

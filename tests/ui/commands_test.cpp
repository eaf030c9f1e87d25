// The table of commands is complete and its keys are unique; and what the palette finds in it.
#include "ui/lab/commands.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/document/edits.h"
#include "lab_driver.h"
#include "ui/dialogs/palette_entries.h"

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

TEST(Commands, LettersDoWhatAHandDoesInClass) {
  LabDriver driver(preset("journey-two-heads"));
  driver.settle();
  driver.type("m");
  EXPECT_EQ(driver.session.model().options.mask, Mask::causal);
  driver.type("M");
  EXPECT_EQ(driver.session.model().options.mask, Mask::none);
  driver.type("d");
  EXPECT_EQ(driver.session.model().options.scale.kind, Scale::Kind::none);
  driver.type("h");
  EXPECT_EQ(driver.view.shown_head, 1);
  driver.type("h");
  EXPECT_TRUE(driver.view.pipeline.shows_all_heads);
  driver.type("h");
  EXPECT_EQ(driver.view.shown_head, 0);
  EXPECT_FALSE(driver.view.pipeline.shows_all_heads);
  driver.type("g");
  EXPECT_TRUE(driver.view.steps.is_open) << "guessing opens the steps";
  EXPECT_TRUE(driver.view.steps.predictions.is_on);
  driver.type("g");
  EXPECT_TRUE(driver.view.steps.is_open);
  EXPECT_FALSE(driver.view.steps.predictions.is_on);
}

TEST(Commands, LettersBelongToTheFieldThatIsTypedIn) {
  LabDriver driver(preset("journey"));
  driver.settle();
  driver.click(driver.item("sentence").centre());
  driver.type("mdhgp");
  driver.settle();
  EXPECT_EQ(driver.session.model().options.mask, Mask::none);
  EXPECT_EQ(driver.session.model().options.scale.kind, Scale::Kind::sqrt_d_k);
  EXPECT_FALSE(driver.view.steps.is_open);
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
  EXPECT_TRUE(driver.has_item("palette.1"));  // the word
  EXPECT_FALSE(driver.has_item("palette.2"));
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

/// What the first entry does for a query.
void choose_first(LabDriver& driver, std::string_view query) {
  driver.shortcut(Command::palette);
  driver.settle();
  driver.type(query);
  driver.key(ImGuiKey_Enter);
  driver.settle();
}

TEST(Palette, SetsOptionsOfTheDocument) {
  LabDriver driver(preset("journey"));
  driver.settle();
  choose_first(driver, "mask");
  EXPECT_EQ(driver.session.model().options.mask, Mask::causal);
  choose_first(driver, "scale");
  EXPECT_EQ(driver.session.model().options.scale.kind, Scale::Kind::none);
  choose_first(driver, "dropout");
  EXPECT_GT(driver.session.model().options.dropout.p, 0);
  choose_first(driver, "heads");
  EXPECT_EQ(driver.session.model().n_heads(), 2);
}

TEST(Palette, OpensTheExhibitOfAMistake) {
  LabDriver driver(preset("journey"));
  driver.settle();
  choose_first(driver, "upside down");
  EXPECT_EQ(driver.view.workspace, Workspace::museum);
  EXPECT_EQ(driver.view.museum.mistake, Mistake::mask_upside_down);
}

TEST(Palette, FindsAPresetByItsShortName) {
  LabDriver driver(preset("journey"));
  driver.settle();
  choose_first(driver, "alice-trained");
  EXPECT_EQ(driver.count<OpenPreset>(), 1);
}

TEST(Palette, BeginsWithTheWorkspacesAndPutsUndoBehindCommandsAndOptions) {
  LabDriver driver(preset("journey"));
  driver.session.commit(*edits::set_mask(driver.session.document(), Mask::causal));
  driver.settle();
  const std::vector<PaletteEntry> entries = palette_entries(driver.session, driver.view, driver.queue);
  EXPECT_EQ(entries.front().title, "Pipeline");
  const auto undo = std::find_if(entries.begin(), entries.end(),
                                 [](const PaletteEntry& entry) { return entry.title.rfind("Undo", 0) == 0; });
  ASSERT_NE(undo, entries.end());
  EXPECT_EQ((undo - 1)->title, "Set the number of heads to 2");
  EXPECT_EQ((undo + 1)->title.rfind("Mistake: ", 0), 0u);
}

TEST(Palette, KeepsItsUpperEdgeWhileTheListShrinks) {
  LabDriver driver(preset("journey"));
  driver.settle();
  driver.shortcut(Command::palette);
  driver.settle();
  const Rect field = driver.item("palette.query");
  for (const char* query : {"text", " zzz"}) {
    driver.type(query);
    driver.settle();
    EXPECT_EQ(driver.item("palette.query").y, field.y) << query;
  }
}

}  // namespace
}  // namespace attention_lab::testing

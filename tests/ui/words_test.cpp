// Words that are explained wherever they stand.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/words/glossary.h"
#include "lab_driver.h"
#include "laboratory_driver.h"
#include "ui/words/word_places.h"

namespace attention_lab::testing {
namespace {

/// Clicks a word or, where it is broken into lines, its beginning, and waits for its popup.
void click_word(LabDriver& driver, const std::string& beginning) {
  const std::vector<Item>& all = driver.view.items.all();
  const std::string name = "word." + beginning;
  auto found = std::find_if(all.begin(), all.end(), [&](const Item& item) { return item.name == name; });
  if (found == all.end())
    found =
        std::find_if(all.begin(), all.end(), [&](const Item& item) { return item.name.starts_with(name); });
  ASSERT_NE(found, all.end()) << beginning;
  driver.click(found->rect.centre());
  driver.settle();
}

std::string_view open_word(const LabDriver& driver) {
  return driver.view.words.open ? all_words()[*driver.view.words.open].name : "";
}

TEST(Words, WithNothingSelectedTheColumnLinksItsWords) {
  LabDriver driver(preset("journey"), 1024, 768);
  driver.settle();
  click_word(driver, "query");
  EXPECT_EQ(open_word(driver), "query");
  EXPECT_TRUE(driver.has_item("word popup"));
  driver.key(ImGuiKey_Escape);
  driver.settle();
  EXPECT_FALSE(driver.has_item("word popup"));
}

TEST(Words, TheColumnFitsTheSmallestWindowWithoutScrolling) {
  for (const char* name : {"journey", "journey-two-heads", "journey-simplified", "journey-positions"}) {
    LabDriver driver(preset(name), 1024, 768);
    driver.settle();
    const Rect side = driver.item("side");
    ASSERT_TRUE(driver.has_item("start here")) << name;
    EXPECT_TRUE(is_inside(driver.item("start here"), side)) << name << to_text(driver.item("start here"));
  }
}

TEST(Words, ThePopupExplainsAWordOfItsSentenceAtTheSamePlace) {
  LabDriver driver(preset("journey"));
  driver.settle();
  click_word(driver, "context");
  const Rect before = driver.item("word popup");
  click_word(driver, "attention");
  EXPECT_EQ(open_word(driver), "attention");
  EXPECT_FLOAT_EQ(driver.item("word popup").x, before.x);
}

TEST(Words, ShowMeGoesToThePlaceOfTheWord) {
  LabDriver driver(preset("journey"));
  driver.settle();
  click_word(driver, "attention weight");
  driver.click(driver.item("button.Show me").centre());
  driver.settle();
  EXPECT_FALSE(driver.has_item("word popup"));
  EXPECT_EQ(driver.view.pipeline.focus, MatrixName::weights);
  ASSERT_TRUE(driver.view.selected.has_value());
  EXPECT_EQ(driver.view.selected->matrix.name, MatrixName::weights);
}

TEST(Words, EveryWordLeadsSomewhereInEveryDocument) {
  for (const char* name : {"journey", "journey-simplified", "journey-causal", "journey-two-heads", "words"}) {
    LabDriver driver(preset(name));
    for (std::size_t i = 0; i < all_words().size(); ++i) {
      SCOPED_TRACE(std::string(name) + ": " + std::string(all_words()[i].name));
      driver.view.notice.reset();
      show_word(driver.session, driver.view, i);
      driver.settle();
      const WordPlace place = all_words()[i].place;
      if (place == WordPlace::matrix) {
        EXPECT_EQ(driver.view.workspace, Workspace::pipeline);
        // A number of the matrix, or how the document gets one.
        EXPECT_NE(driver.view.selected.has_value(), driver.view.notice.has_value());
      } else {
        EXPECT_EQ(driver.view.workspace == Workspace::training, place == WordPlace::training ||
                                                                    place == WordPlace::target ||
                                                                    place == WordPlace::next_words);
      }
    }
  }
}

TEST(Words, AWordWithoutItsMatrixSaysHowToGetOne) {
  LabDriver driver(preset("journey"));
  show_word(driver.session, driver.view, word_named("dropout"));
  ASSERT_TRUE(driver.view.notice.has_value());
  EXPECT_NE(driver.view.notice->text.find("dropout"), std::string::npos);
  EXPECT_FALSE(driver.view.selected.has_value());
}

TEST(Words, TheInspectorLinksTheNameOfANumber) {
  LabDriver driver(preset("journey"));
  driver.settle();
  driver.click(driver.item("scores[1,2]").centre());
  driver.settle();
  click_word(driver, "score");
  EXPECT_EQ(open_word(driver), "score");
}

TEST(Words, LabelsAndTitlesOfTheLaboratoryAreLinks) {
  LabDriver driver(preset("journey"));
  open_laboratory(driver, "laboratory.sharpness");
  click_word(driver, "Entropy");  // the title of a plot
  EXPECT_EQ(open_word(driver), "entropy");
  driver.click(driver.item("button.All words").centre());
  driver.settle();
  EXPECT_EQ(driver.view.dialogs.open, Dialog::words);
  EXPECT_EQ(driver.view.words.chosen, word_named("entropy"));
  driver.key(ImGuiKey_Escape);
  driver.settle();
  EXPECT_EQ(driver.view.dialogs.open, Dialog::none);
  open_laboratory(driver, "laboratory.variance");
  const std::uint64_t seed = driver.view.laboratory.variance.settings.seed;
  click_word(driver, "seed");  // the label of a control, which stays as it is
  EXPECT_EQ(open_word(driver), "seed");
  EXPECT_EQ(driver.view.laboratory.variance.settings.seed, seed);
}

TEST(Words, LabelsOfTrainingAreLinksAndTheRestOfTheControlWorks) {
  LabDriver driver(preset("journey"));
  driver.shortcut(command_to_show(Workspace::training));
  driver.settle();
  click_word(driver, "learning rate");
  EXPECT_EQ(open_word(driver), "learning rate");
  driver.key(ImGuiKey_Escape);
  driver.settle();
  const Rect control = driver.item("training.optimizer");
  driver.click({control.right() - 10, control.centre().y});
  driver.settle();
  EXPECT_TRUE(driver.has_item("training.optimizer.1"));
}

TEST(Words, ARightClickOnAControlOfTheBarExplainsItsLabel) {
  LabDriver driver(preset("journey"));
  driver.settle();
  const Rect mask = driver.control("mask");
  driver.right_click(mask.centre());
  driver.settle();
  EXPECT_EQ(open_word(driver), "mask");
  EXPECT_TRUE(driver.has_item("word popup"));
  EXPECT_EQ(driver.session.model().options.mask, Mask::none);
}

TEST(Words, TheMenuOfAMatrixExplainsIt) {
  LabDriver driver(preset("journey"));
  driver.settle();
  driver.right_click(driver.item("V[0,0]").centre());
  driver.settle();
  driver.click(driver.item("entry.explain").centre());
  driver.settle();
  EXPECT_EQ(open_word(driver), "value");
  EXPECT_TRUE(driver.has_item("word popup"));
}

TEST(Words, ThePaletteFindsEachWord) {
  LabDriver driver(preset("journey"));
  driver.settle();
  driver.shortcut(Command::palette);
  driver.settle();
  driver.type("entropy");
  EXPECT_TRUE(driver.has_item("palette.1"));  // cross-entropy
  EXPECT_FALSE(driver.has_item("palette.2"));
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_EQ(driver.view.dialogs.open, Dialog::words);
  EXPECT_EQ(driver.view.words.chosen, word_named("entropy"));
}

TEST(Words, TheDialogFindsAWordAndEnterShowsIt) {
  LabDriver driver(preset("journey"));
  driver.settle();
  driver.shortcut(Command::words);
  driver.settle();
  EXPECT_TRUE(driver.has_item("words.Adam"));
  driver.type("nats");
  driver.settle();
  EXPECT_TRUE(driver.has_item("words.nat"));
  EXPECT_FALSE(driver.has_item("words.Adam"));
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_EQ(driver.view.dialogs.open, Dialog::none);
  EXPECT_EQ(driver.view.workspace, Workspace::laboratory);
  EXPECT_EQ(driver.view.laboratory.page, LaboratoryPage::sharpness);
}

TEST(Words, InTheDialogAWordOfTheSentenceIsShownThere) {
  LabDriver driver(preset("journey"));
  driver.settle();
  driver.shortcut(Command::words);
  driver.settle();
  driver.click(driver.item("words.cross-entropy").centre());
  driver.settle();
  click_word(driver, "loss");
  EXPECT_EQ(driver.view.words.chosen, word_named("loss"));
  EXPECT_EQ(driver.view.dialogs.open, Dialog::words);
  EXPECT_FALSE(driver.has_item("word popup"));
  driver.key(ImGuiKey_DownArrow);
  driver.settle();
  EXPECT_EQ(driver.view.words.chosen, word_named("mask"));
}

TEST(Words, TheHelpLeadsToAllWords) {
  LabDriver driver(preset("journey"));
  driver.settle();
  driver.shortcut(Command::help);
  driver.settle();
  driver.click(driver.item("button.All words").centre());
  driver.settle();
  EXPECT_EQ(driver.view.dialogs.open, Dialog::words);
  EXPECT_TRUE(driver.has_item("words.query"));
}

TEST(Words, ATokenIsNotExplained) {
  Document document = preset("journey");
  document.tokens[0] = "query";
  LabDriver driver(document);
  driver.settle();
  driver.click(driver.item("scores[0,0]").centre());
  driver.settle();
  EXPECT_TRUE(driver.has_item("word.score"));
  EXPECT_FALSE(driver.has_item("word.query"));
}

}  // namespace
}  // namespace attention_lab::testing

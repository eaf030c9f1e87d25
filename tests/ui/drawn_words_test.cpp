// Words and weights drawn at random: the dot beside a label, the inspector's text, the seed box, and the
// order in which the weights of several heads are drawn.
#include <gtest/gtest.h>

#include "core/document/edits.h"
#include "lab_driver.h"
#include "ui/inspector/inspector_content.h"

namespace attention_lab {
namespace {

using testing::LabDriver;
using testing::preset;

Document journey_with(const std::string& sentence) {
  return *edits::set_sentence(preset("journey"), sentence, 123);
}

TEST(DrawnWords, HaveADotBetweenTheirLabelAndTheirNumbers) {
  LabDriver driver(journey_with("Your dog starts with one giant step"));
  driver.settle();
  for (Index row = 0; row < 7; ++row) {
    const std::string name = "X.drawn[" + std::to_string(row) + "]";
    const bool is_new = row == 1 || row == 5;
    ASSERT_EQ(driver.has_item(name), is_new) << name;
    if (!is_new) continue;
    const Rect dot = driver.item(name);
    const Rect cell = driver.item("X[" + std::to_string(row) + ",0]");
    EXPECT_LT(dot.right(), cell.x);
    EXPECT_GT(dot.x, cell.x - cell.height) << "close to its numbers";
    EXPECT_NEAR(dot.centre().y, cell.centre().y, 1);
  }
}

TEST(DrawnWords, HaveTheirDotWhereTheirEmbeddingIsRatherThanItsSumWithThePlace) {
  LabDriver driver(*edits::set_positions(journey_with("Your dog starts"), Positions::sinusoidal, 1));
  driver.settle();
  ASSERT_TRUE(driver.has_item("token_embeddings.drawn[1]"));
  EXPECT_FALSE(driver.has_item("token_embeddings.drawn[0]"));
  EXPECT_FALSE(driver.has_item("X.drawn[1]"));
}

TEST(DrawnWords, LoseTheirDotOnceANumberIsSet) {
  LabDriver driver(journey_with("Your dog starts"));
  driver.settle();
  ASSERT_TRUE(driver.has_item("X.drawn[1]"));
  driver.drag("X[1,2]", 40);
  driver.settle();
  EXPECT_FALSE(driver.has_item("X.drawn[1]"));
  driver.shortcut(Command::undo);
  driver.settle();
  EXPECT_TRUE(driver.has_item("X.drawn[1]"));
}

TEST(DrawnWords, SayWhatTheDotMeansUnderTheMouse) {
  LabDriver driver(journey_with("Your dog starts"));
  driver.settle();
  const auto height_of_tooltip = [&](int row) {
    const Rect cell = driver.item("X[" + std::to_string(row) + ",0]");
    driver.move({cell.x - cell.height, cell.centre().y});
    driver.frame(3);
    return driver.tooltip_height();
  };
  const float of_given_word = height_of_tooltip(0);
  EXPECT_GT(of_given_word, 0) << "what a click does";
  EXPECT_GT(height_of_tooltip(1), of_given_word + driver.view.sizes().body * 0.8f)
      << "and that its embedding was drawn";
}

TEST(DrawnWords, MeanNothingYetAsTheInspectorSays) {
  const Session session(journey_with("Your dog starts"));
  const std::string words = "drawn at random: this word has no meaning yet";
  EXPECT_EQ(plain_sentence(session, {{MatrixName::X, 0}, 1, 0}),
            "Part of the embedding of “dog”, which was " + words +
                ". Drag the number sideways and watch everything after it change.");
  EXPECT_EQ(plain_sentence(session, {{MatrixName::X, 0}, 0, 0}).find(words), std::string::npos);
}

TEST(SeedBox, ShowsTheSeedOfTheDocumentThatIsOpened) {
  ViewState view(testing::bare_services());
  take_seed(view, preset("journey-linear"));
  EXPECT_EQ(view.seed, 789);
  take_seed(view, preset("dog"));
  EXPECT_EQ(view.seed, 789) << "one that does not say leaves it as it is";
  take_seed(view, preset("journey"));
  EXPECT_EQ(view.seed, 123);
}

TEST(DrawAllWeights, ASingleHeadHasOneOrder) {
  LabDriver driver(preset("journey"));
  driver.settle();
  driver.click(driver.item("menu.Edit").centre());
  driver.settle();
  EXPECT_TRUE(driver.has_item("entry.Draw all weights: nn.Linear, seed 123"));
  EXPECT_FALSE(driver.has_item("entry.Draw all weights: nn.Linear, seed 123, head by head"));
}

TEST(DrawAllWeights, SeveralHeadsAreDrawnInEitherOrder) {
  Document document = preset("journey-split-heads");
  const auto drawn_by = [&](const std::string& entry) {
    LabDriver driver(*edits::zero(document, {MatrixName::W_q, 1}));
    driver.settle();
    driver.click(driver.item("menu.Edit").centre());
    driver.settle();
    driver.click(driver.item("entry." + entry).centre());
    driver.settle();
    return driver.session.document();
  };
  EXPECT_TRUE(
      drawn_by("Draw all weights: nn.Linear, seed 123, one projection split into heads, then W_o and b_o") ==
      document);
  const Document one_by_one = drawn_by("Draw all weights: nn.Linear, seed 123, head by head");
  EXPECT_TRUE(one_by_one == *edits::redraw_weights(document, edits::Draw::nn_linear, 123));
  EXPECT_FALSE(one_by_one == document);
}

}  // namespace
}  // namespace attention_lab

// The laboratory's page about the document: its weights are the engine's.
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/document/edits.h"
#include "laboratory_driver.h"

namespace attention_lab::testing {
namespace {

/// The page's weights include positions, but not dropout.
void expect_weights_of_the_engine(const Document& document) {
  LabDriver driver(document);
  driver.view.shown_head = 1;
  open_laboratory(driver, "laboratory.document");
  type_into(driver, "document.divisor", "1.75");
  const Model& model = driver.session.model();
  const NumberTable row = driver.view.laboratory.document.row.plot->numbers();
  const NumberTable entropies = driver.view.laboratory.document.entropies.plot->numbers();
  const NumberTable all = driver.view.laboratory.document.heatmaps.plot->numbers();
  const std::array divisors = {1.0F, std::sqrt(static_cast<float>(model.d_k())),
                               std::sqrt(static_cast<float>(model.d_model())), 1.75F};
  for (std::size_t k = 0; k < divisors.size(); ++k) {
    Model other = model;
    other.options.scale = {Scale::Kind::custom, divisors[k]};
    Trace trace;
    forward(other, trace);
    const Matrix& weights = trace.heads[1].weights;
    for (std::size_t i = 0; i < 6; ++i) {
      double entropy = 0;
      for (std::size_t j = 0; j < 6; ++j) {
        const auto weight = static_cast<double>(weights(static_cast<Index>(i), static_cast<Index>(j)));
        EXPECT_EQ(all.rows[k * 6 + i][j], weight);
        if (i == 1) {
          EXPECT_EQ(row.rows[j][k], weight);
        }
        entropy -= weight * std::log(weight);
      }
      EXPECT_NEAR(entropies.rows[i][k], entropy, 1e-12);
      EXPECT_EQ(all.rows[k * 6 + i][6], entropies.rows[i][k]);
    }
  }
}

TEST(DocumentExperimentState, EveryDivisorGivesTheWeightsOfTheEngine) {
  const Document document = preset("journey-two-heads");
  expect_weights_of_the_engine(document);
  const Document placed = *edits::set_positions(document, Positions::sinusoidal, 1);
  expect_weights_of_the_engine(*edits::set_dropout(placed, {Scalar(0.5), 123}));
}

TEST(DocumentExperimentState, TheSliderMovesTheFiguresAndTheButtonTakesItsDivisorInOneStep) {
  LabDriver driver(preset("journey"));
  open_laboratory(driver, "laboratory.document");
  const auto before = driver.view.laboratory.document.row.plot;
  const Rect track = driver.item("document.divisor.track");
  driver.frame(30);
  driver.move({track.right(), track.centre().y});
  driver.press();
  driver.move({track.x + track.width * 0.8f, track.centre().y});
  EXPECT_NE(driver.view.laboratory.document.row.plot, before);
  driver.release();
  const double chosen = *driver.view.laboratory.document.divisor;
  EXPECT_NEAR(chosen, 1.8, 0.02);
  EXPECT_EQ(driver.count<CommitEdit>(), 0);
  driver.click(driver.item("document.use").centre());
  EXPECT_EQ(driver.count<CommitEdit>(), 1);
  EXPECT_EQ(driver.session.model().options.scale.kind, Scale::Kind::custom);
  EXPECT_EQ(driver.session.model().options.scale.custom_divisor, static_cast<Scalar>(chosen));
  driver.session.undo();
  EXPECT_EQ(driver.session.model().options.scale.kind, Scale::Kind::sqrt_d_k);
}

TEST(DocumentExperimentState, TheFourthDivisorBeginsAtTheDocumentsOwnAndSaysWhichItEquals) {
  for (const Scale scale :
       {Scale{Scale::Kind::sqrt_d_k, 1}, Scale{Scale::Kind::none, 1}, Scale{Scale::Kind::custom, 1.3F},
        Scale{Scale::Kind::custom, 5.0F}, Scale{Scale::Kind::custom, 0.5F}}) {
    LabDriver driver(preset("journey"));
    driver.session.commit(edits::set_scale(driver.session.document(), scale).value());
    open_laboratory(driver, "laboratory.document");
    const DividedDocument& shown = *driver.view.laboratory.document.document;
    const DividedWeights& chosen = *shown.weights[static_cast<std::size_t>(DivisorChoice::chosen)];
    EXPECT_EQ(chosen.divisor, driver.session.model().divisor());
    EXPECT_TRUE(chosen.weights == driver.session.trace().heads[0].weights) << "the document's own picture";
    const std::string words = choice_words(shown, DivisorChoice::chosen, true);
    switch (scale.kind) {
      case Scale::Kind::sqrt_d_k: EXPECT_EQ(words, "÷ 1.41, yours (÷ √d_k)"); break;
      case Scale::Kind::none: EXPECT_EQ(words, "÷ 1.00, yours (undivided)"); break;
      case Scale::Kind::custom: EXPECT_TRUE(words.ends_with(", yours")) << words; break;
    }
  }
}

TEST(DocumentExperimentState, KnowsTheRootOfDkAndOne) {
  LabDriver driver(preset("journey"));
  open_laboratory(driver, "laboratory.document");
  type_into(driver, "document.divisor", "1");
  driver.click(driver.item("document.use").centre());
  EXPECT_EQ(driver.session.model().options.scale.kind, Scale::Kind::none);
  const Rect track = driver.item("document.divisor.track");
  driver.click({track.x + track.width * 0.42f, track.centre().y});
  driver.settle();
  driver.click(driver.item("document.use").centre());
  EXPECT_EQ(driver.session.model().options.scale.kind, Scale::Kind::sqrt_d_k);
  // If d_k is 1, there is nothing to choose.
  driver.session.commit(*edits::set_d_k(driver.session.document(), 1, 1));
  driver.settle();
  EXPECT_FALSE(driver.has_item("document.divisor"));
}

TEST(DocumentExperimentState, DrawsLongDocumentsAndThoseWithoutProjection) {
  for (Document document : {long_document(300), preset("journey-simplified"), preset("alice-trained")}) {
    LabDriver driver(std::move(document));
    open_laboratory(driver, "laboratory.document");
    EXPECT_GT(driver.view.laboratory.document.heatmaps.list.commands.size(), 5u);
    EXPECT_GT(driver.view.laboratory.document.row.list.commands.size(), 5u);
  }
}

}  // namespace
}  // namespace attention_lab::testing

// Which run belongs to the document and the choices: when another one begins, and when the last one returns.
#include "ui/workspaces/training/run_of_document.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/document/edits.h"
#include "core/document/target.h"
#include "training_driver.h"

namespace attention_lab::testing {
namespace {

std::string last_notice(const LabDriver& driver) {
  return driver.view.notice ? driver.view.notice->text : std::string();
}

void commit(LabDriver& driver, const Result<Document>& edited) {
  driver.session.commit(edited.value());
  driver.settle();
}

/// As a choice in the controls does.
void learn(LabDriver& driver, Learned learned) {
  driver.view.training.learned = learned;
  driver.view.training.revision = ~std::uint64_t{0};
  driver.settle();
}

TEST(RunOfDocument, ARunIsKeptForItsOtherBranchesToo) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  click_item(driver, "training.ten");
  click_item(driver, "training.first");
  type_into(driver, "training.rate", "0.2");
  const TrainingRun* run = &run_of(driver);
  ASSERT_EQ(run->last_step(), 0) << "the present line has no step yet";
  ASSERT_EQ(run->branches().size(), 2u);
  commit(driver, edits::set_mask(driver.session.document(), Mask::causal));
  EXPECT_NE(&run_of(driver), run);
  EXPECT_NE(last_notice(driver).find("Undo the change to return to your last run."), std::string::npos);
  driver.shortcut(Command::undo);
  driver.settle();
  EXPECT_EQ(&run_of(driver), run);
  EXPECT_EQ(run_of(driver).branches().front().last_step(), 10);
}

TEST(RunOfDocument, SaysHowTheLastRunComesBack) {
  LabDriver driver(preset("words"));
  open_training(driver);
  click_item(driver, "training.ten");
  const TrainingRun* run = &run_of(driver);
  // Another sentence is not learned from, so that undoing it would not bring the run back.
  commit(driver, edits::set_sentence(driver.session.document(), "Zara will sip", 1));
  ASSERT_EQ(&run_of(driver), run);
  learn(driver, Learned::attention);
  EXPECT_EQ(last_notice(driver), "A new run has begun. Switch back to return to your last run.");
  learn(driver, Learned::next_word);
  EXPECT_EQ(&run_of(driver), run);
  EXPECT_EQ(last_notice(driver), "Your last run is back, with all of its steps.");

  // Where nothing can be learned, no run has begun.
  commit(driver, edits::set_projection(driver.session.document(), Projection::identity, 1));
  EXPECT_FALSE(driver.view.training.run);
  EXPECT_EQ(last_notice(driver), "Your last run is kept: undo the change to return to it.");
  driver.shortcut(Command::undo);
  driver.settle();
  EXPECT_EQ(&run_of(driver), run);

  driver.session.open(preset("alice"));
  driver.settle();
  EXPECT_EQ(last_notice(driver), "A new run has begun with the document that you opened.");
}

TEST(RunOfDocument, LookingAtAnotherHeadDoesNotChangeTheTrainedOne) {
  Document document = edits::set_n_heads(preset("words"), 2, 1).value();
  document.target = even_target(document.model.n_tokens(), document.model.options.mask);
  LabDriver driver(document);
  open_training(driver);
  learn(driver, Learned::attention);
  click_item(driver, "training.ten");
  const TrainingRun* run = &run_of(driver);
  learn(driver, Learned::next_word);
  click_item(driver, "training.head.more");
  EXPECT_EQ(driver.view.training.shown_head, 1);
  learn(driver, Learned::attention);
  EXPECT_EQ(&run_of(driver), run);
}

TEST(RunOfDocument, ComesBackAlthoughTheHeadThatWasTrainedSinceIsGone) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  click_item(driver, "training.ten");
  const TrainingRun* run = &run_of(driver);
  commit(driver, edits::set_n_heads(driver.session.document(), 2, 1));
  click_item(driver, "training.head.more");
  EXPECT_EQ(driver.view.training.trained_head, 1);
  driver.shortcut(Command::undo);
  driver.settle();
  EXPECT_EQ(&run_of(driver), run);
}

TEST(RunOfDocument, ANewHeadIsTrainedLikeTheFirst) {
  LabDriver driver(preset("words"));
  open_training(driver);
  click_item(driver, "training.train.W_v");
  commit(driver, edits::set_n_heads(driver.session.document(), 2, 1));
  EXPECT_TRUE(run_of(driver).is_trained({MatrixName::W_q, 1}));
  EXPECT_TRUE(run_of(driver).is_trained({MatrixName::W_k, 1}));
  EXPECT_FALSE(run_of(driver).is_trained({MatrixName::W_v, 1})) << "frozen in the first head";
  // What is frozen in the second head by hand stays frozen.
  click_item(driver, "training.train.W_q2");
  commit(driver, edits::set_temperature(driver.session.document(), 2));
  EXPECT_FALSE(run_of(driver).is_trained({MatrixName::W_q, 1}));
}

TEST(RunOfDocument, ARandomStartDrawsWhatTheNewObjectiveTrains) {
  LabDriver driver(preset("words"));
  open_training(driver);
  click_item(driver, "training.random");
  ASSERT_TRUE(driver.view.training.random_start);
  // Next words are not learned from the sentence, so this is still the document of the run.
  commit(driver, edits::set_sentence(driver.session.document(), "Zara will sip", 1));
  learn(driver, Learned::attention);
  const Model& given = driver.session.model();
  const Model& model = run_of(driver).objective().model();
  EXPECT_TRUE(driver.view.training.random_start);
  EXPECT_NE(*model.heads[0].W_q, *given.heads[0].W_q);
  EXPECT_NE(*model.heads[0].W_k, *given.heads[0].W_k);
  EXPECT_EQ(*model.heads[0].W_v, *given.heads[0].W_v);
}

TEST(RunOfDocument, ARunThatComesBackHasItsSeedAndTheTargetOfTheDocument) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  driver.view.training.next_random_start = {edits::Draw::torch_randn, 7};
  click_item(driver, "training.random");
  click_item(driver, "training.ten");
  const TrainingRun* run = &run_of(driver);
  click_item(driver, "training.new_seed");
  EXPECT_NE(&run_of(driver), run);
  EXPECT_NE(driver.view.training.next_random_start.seed, 7u);
  click_item(driver, "training.even");
  driver.settle();
  click_item(driver, "training.run_before");
  driver.settle();
  ASSERT_EQ(&run_of(driver), run);
  EXPECT_EQ(driver.view.training.next_random_start.seed, 7u);
  EXPECT_EQ(driver.view.training.next_random_start.draw, edits::Draw::torch_randn);
  EXPECT_EQ(*run_of(driver).settings().target, even_target(4, Mask::none));
}

TEST(RunOfDocument, SeveralRunsComeBackOneAfterAnother) {
  LabDriver driver(preset("alice"), 1280, 1200);
  open_training(driver);
  std::vector<const TrainingRun*> runs;
  for (int i = 0; i < 3; ++i) {
    if (i > 0) click_item(driver, "training.new_seed");
    click_item(driver, "training.ten");
    runs.push_back(&run_of(driver));
  }
  EXPECT_EQ(last_notice(driver), "A new run has begun. “Back to the last run” brings the other one back.");
  for (const TrainingRun* expected : {runs[1], runs[0], runs[2], runs[1]}) {
    click_item(driver, "training.run_before");
    driver.settle();
    EXPECT_EQ(&run_of(driver), expected);
  }
}

TEST(RunOfDocument, TheMaskOfTheDocumentDoesNotMatterForNextWords) {
  LabDriver driver(preset("words"));
  open_training(driver);
  click_item(driver, "training.ten");
  const TrainingRun* run = &run_of(driver);
  commit(driver, edits::set_mask(driver.session.document(), Mask::none));
  EXPECT_EQ(&run_of(driver), run);
}

TEST(RunOfDocument, SaysThatUndoChangesTheTargetAndNotTheWeights) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  click_item(driver, "training.even");
  driver.settle();
  click_item(driver, "training.ten");
  driver.view.notice.reset();
  driver.shortcut(Command::undo);
  driver.settle();
  EXPECT_NE(last_notice(driver).find("Undo does not change the weights of a run"), std::string::npos);
}

TEST(RunOfDocument, SpaceDoesNothingAtTheLastPossibleStep) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  TrainingRun& run = run_of(driver);
  while (run.advance()) continue;
  ASSERT_TRUE(run.is_at_limit());
  driver.view.training.is_locked = true;
  driver.key(ImGuiKey_Space);
  driver.settle();
  EXPECT_FALSE(driver.view.training.is_playing);
  EXPECT_TRUE(driver.view.training.is_locked);
}

}  // namespace
}  // namespace attention_lab::testing

// The training workspace: painting a target, training, going back, and taking the result into the document.
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "core/document/edits.h"
#include "core/document/target.h"
#include "laboratory_driver.h"
#include "training_driver.h"
#include "ui/workspaces/training/training_sentences.h"
#include "ui/workspaces/training/training_work.h"

namespace attention_lab::testing {
namespace {

TEST(TrainingWorkspace, MatchesTheStorysTableByPlaying) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  EXPECT_EQ(run_of(driver).step(), 0);
  driver.view.training.steps_per_second = 1000;
  driver.key(ImGuiKey_Space);
  const TrainingRun& run = run_of(driver);
  ASSERT_TRUE(wait_for(driver, [&] { return run.record().loss - run.objective().least_loss() < 1e-3; }));
  EXPECT_NEAR(run.objective().trace().heads[0].weights(2, 0), 0.7, 0.02) << "eat attends to Alice";
  EXPECT_TRUE(driver.wants_frame());
  driver.key(ImGuiKey_Space);
  EXPECT_FALSE(driver.view.training.is_playing);
  driver.settle();
  EXPECT_FALSE(driver.wants_frame());
  EXPECT_TRUE(driver.session.document() == preset("alice")) << "the document changes only on request";
}

TEST(TrainingWorkspace, BeforeTrainingItComparesTheBestLossOfEachD_k) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  const TrainingState& state = driver.view.training;
  const TargetReach& reach = state.reach.value().value();
  EXPECT_EQ(reach.obstacle, Obstacle::rank_of_X);
  const auto expect_bars = [&](std::size_t count) {
    ASSERT_EQ(state.loss.plot->stem, "least-losses");
    const NumberTable table = state.loss.plot->numbers();
    ASSERT_EQ(table.rows.size(), count);
    const TargetReach& shown = state.reach.value().value();
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(table.row_labels[i], std::to_string(i + 1));
      EXPECT_EQ(table.rows[i][0], shown.least_losses[i].loss);
      EXPECT_EQ(table.rows[i][1], shown.excess(shown.least_losses[i]));
    }
  };
  expect_bars(3);
  EXPECT_EQ(
      sentence_about_reach(driver.session, state),
      "This target can be matched to within 0.0011, but not exactly, whatever d_k is, because the rank of X "
      "is only 3. The best possible loss is 0.9442 nats, less than 0.0001 above the minimum.");

  click_item(driver, "training.from_weights");
  driver.settle();
  EXPECT_EQ(sentence_about_reach(driver.session, state),
            "This target can be matched: it needs a d_k of at least 3, and d_k is 3.");
  driver.session.commit(*edits::set_d_k(driver.session.document(), 1, 123));
  driver.settle();
  EXPECT_EQ(state.reach.value().value().obstacle, Obstacle::d_k);
  expect_bars(3);

  click_item(driver, "training.ten");
  EXPECT_EQ(state.loss.plot->stem, "training-loss") << "from the first step on, there is a curve";
  click_item(driver, "training.curve");
  click_item(driver, "training.curve.4");
  expect_bars(3);
}

TEST(TrainingWorkspace, WithoutBothMatricesItSaysThatReachIsNotComputed) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  click_item(driver, "training.train.W_k");
  EXPECT_FALSE(*driver.view.training.reach);
  EXPECT_EQ(
      sentence_about_reach(driver.session, driver.view.training),
      "Whether this target can be matched is computed only while W_q and W_k are trained and the embeddings "
      "are not.");
  EXPECT_EQ(driver.view.training.loss.plot->stem, "training-loss");
}

TEST(TrainingWorkspace, WhileALongSentencesTargetIsDraggedItsReachIsNotComputed) {
  LabDriver driver(*edits::set_sentence(preset("alice"), "one two three four five six seven eight", 1));
  open_training(driver);
  const TrainingState& state = driver.view.training;
  ASSERT_TRUE(state.reach);
  pull_by(driver, "target[2,0]", {0, -40});
  EXPECT_FALSE(state.reach);
  EXPECT_EQ(state.loss.plot->stem, "training-loss");
  driver.release();
  driver.settle();
  ASSERT_TRUE(state.reach);
  EXPECT_EQ(state.reach->value().obstacle, Obstacle::rank_of_X);
  EXPECT_EQ(state.loss.plot->stem, "least-losses");
}

TEST(TrainingWorkspace, KnowsTheBestPossibleLossOfATargetThatCannotBeMatched) {
  LabDriver driver(edits::set_d_k(preset("alice"), 1, 1).value());
  open_training(driver);
  const TrainingState& state = driver.view.training;
  const std::optional<double> best = best_possible_loss(state);
  ASSERT_TRUE(best);
  EXPECT_GT(*best, run_of(driver).objective().least_loss() + 0.01);
  for (int i = 0; i < 2000; ++i) run_of(driver).advance();
  EXPECT_LT(run_of(driver).record().loss, *best + 0.1);
  EXPECT_GT(run_of(driver).record().loss, *best - 1e-4) << "no training does better";
  click_item(driver, "training.even");
  driver.settle();
  EXPECT_FALSE(best_possible_loss(state)) << "even attention can be matched";
}

TEST(TrainingWorkspace, ThePicturesShowTheNumbersOfTheStep) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  click_item(driver, "training.ten");
  const TrainingRun& run = run_of(driver);
  ASSERT_EQ(run.step(), 10);
  const TrainingState& state = driver.view.training;
  const auto expect_same = [](const PlotPanel& panel, const MatrixView& numbers) {
    const NumberTable table = panel.plot->numbers();
    for (Index i = 0; i < numbers.rows(); ++i)
      for (Index j = 0; j < numbers.cols(); ++j)
        EXPECT_EQ(table.rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)],
                  static_cast<double>(numbers(i, j)))
            << panel.plot->stem;
  };
  const TrainingObjective& objective = run.objective();
  expect_same(state.target, view_of(*driver.session.document().target));
  expect_same(state.weights, view_of(objective.trace().heads[0].weights));
  expect_same(state.numbers, view_of(*objective.model().heads[0].W_q));
  expect_same(state.gradient, view_of(objective.gradients()->heads[0].W_q));
  const NumberTable curve = state.loss.plot->numbers();
  ASSERT_EQ(curve.rows.size(), 11u);
  EXPECT_EQ(curve.rows.back()[0], run.record().loss);
}

TEST(TrainingWorkspace, DraggingACellPaintsTheTargetAsOneUndoStep) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  const Document before = driver.session.document();
  pull_by(driver, "target[2,0]", {0, 40});
  const Matrix& painted = *run_of(driver).settings().target;
  EXPECT_NEAR(painted(2, 0), 0.7 - 40 * 0.005, 0.02) << "the run follows while the cell is dragged";
  EXPECT_TRUE(driver.session.document() == before);
  driver.release();
  driver.settle();
  const Matrix target = *driver.session.document().target;
  EXPECT_EQ(target, *run_of(driver).settings().target);
  EXPECT_NEAR(target.row(2).sum(), 1, 1e-5);
  EXPECT_EQ(driver.session.history().undo_name(), "Change the target");
  driver.shortcut(Command::undo);
  driver.settle();
  EXPECT_TRUE(driver.session.document() == before);
  EXPECT_EQ(*run_of(driver).settings().target, *before.target);
}

TEST(TrainingWorkspace, ATargetWeightCanBeTyped) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  driver.double_click(driver.item("target[1,1]").centre());
  driver.frame(3);
  driver.type("0.25");
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_NEAR((*driver.session.document().target)(1, 1), 0.25, 1e-6);
}

TEST(TrainingWorkspace, ANumberThatIsRefusedCanBeCorrectedAtOnce) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  driver.double_click(driver.item("target[1,1]").centre());
  driver.frame(3);
  driver.type("2");
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_TRUE(driver.view.training.field);
  driver.type("0.25");
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_NEAR((*driver.session.document().target)(1, 1), 0.25, 1e-6);
}

TEST(TrainingWorkspace, GoingBackAndChangingAWeightBeginsABranch) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  for (int i = 0; i < 6; ++i) click_item(driver, "training.ten");
  TrainingRun& run = run_of(driver);
  ASSERT_EQ(run.step(), 60);
  const Rect track = driver.item("training.track");
  driver.click({track.x + track.width * 2 / 3, track.centre().y});
  driver.settle();
  EXPECT_NEAR(static_cast<double>(run.step()), 40, 3);
  const std::int64_t step = run.step();
  const Scalar before = run.objective().model().heads[0].W_q->coeff(0, 1);
  click_item(driver, "training.lock");
  pull_by(driver, "trained[0,1]", {30, 0});
  driver.release();
  driver.settle();
  EXPECT_NEAR(run.objective().model().heads[0].W_q->coeff(0, 1), before + Scalar(0.3), 0.1);
  ASSERT_EQ(run.branches().size(), 2u);
  EXPECT_EQ(run.branches()[1].first_step, step);
  click_item(driver, "training.ten");
  EXPECT_EQ(run.step(), step + 10);
  EXPECT_EQ(run.branches()[0].last_step(), 60) << "the old branch is kept";
  EXPECT_TRUE(driver.has_item("training.branch"));
}

TEST(TrainingWorkspace, ABranchWithoutStepsCanBeChosenIfANumberWasChanged) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  click_item(driver, "training.ten");
  TrainingRun& run = run_of(driver);
  run.set_value({{MatrixName::W_q}, 0, 0}, Scalar(0.7));
  run.go_to(5);
  run.set_value({{MatrixName::W_q}, 1, 0}, Scalar(0.3));
  driver.settle();
  click_item(driver, "training.branch");
  EXPECT_TRUE(driver.has_item("training.branch.2")) << "three branches";
}

TEST(TrainingWorkspace, TheArrowKeysGoOneStepForthAndBack) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  driver.key(ImGuiKey_RightArrow);
  driver.key(ImGuiKey_RightArrow);
  EXPECT_EQ(run_of(driver).step(), 2);
  driver.key(ImGuiKey_LeftArrow);
  EXPECT_EQ(run_of(driver).step(), 1);
  EXPECT_EQ(run_of(driver).last_step(), 2);
}

TEST(TrainingWorkspace, GoingBackAcrossAnotherRateKeepsBoth) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  click_item(driver, "training.ten");
  type_into(driver, "training.rate", "0.2");
  TrainingRun& run = run_of(driver);
  EXPECT_EQ(run.settings().optimizer.learning_rate, 0.2);
  click_item(driver, "training.ten");
  click_item(driver, "training.first");
  driver.settle();
  EXPECT_EQ(run.settings().optimizer.learning_rate, 0.05);
  EXPECT_EQ(run.last_step(), 20) << "looking at an earlier step changes nothing";
  EXPECT_EQ(run.branches().size(), 2u);
}

TEST(TrainingWorkspace, PutsTheWeightsIntoTheDocumentAsOneUndoStep) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  const Document before = driver.session.document();
  click_item(driver, "training.ten");
  click_item(driver, "training.take");
  driver.settle();
  const TrainingRun& run = run_of(driver);
  EXPECT_EQ(*driver.session.model().heads[0].W_q, *run.objective().model().heads[0].W_q);
  EXPECT_EQ(*driver.session.model().heads[0].W_k, *run.objective().model().heads[0].W_k);
  EXPECT_EQ(driver.session.trace().heads[0].weights, run.objective().trace().heads[0].weights);
  EXPECT_EQ(driver.session.history().undo_name(), "Train W_q and W_k for 10 steps");
  EXPECT_EQ(run.step(), 10) << "the run goes on";
  driver.shortcut(Command::undo);
  driver.settle();
  EXPECT_TRUE(driver.session.document() == before);
  EXPECT_EQ(run_of(driver).step(), 10);
}

TEST(TrainingWorkspace, UndoingTheSecondOfTwoTakesKeepsTheRun) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  for (int i = 0; i < 2; ++i) {
    click_item(driver, "training.ten");
    click_item(driver, "training.take");
    driver.settle();
  }
  driver.shortcut(Command::undo);
  driver.settle();
  EXPECT_EQ(run_of(driver).step(), 20);
  driver.shortcut(Command::redo);
  driver.settle();
  EXPECT_EQ(run_of(driver).step(), 20);
}

TEST(TrainingWorkspace, ListsAnswerTheArrowKeys) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  ASSERT_EQ(run_of(driver).settings().optimizer.optimizer, Optimizer::adam);
  const auto press_in_list = [&](std::initializer_list<ImGuiKey> keys) {
    click_item(driver, "training.optimizer");
    for (const ImGuiKey key : keys) driver.key(key);
    driver.settle();
  };
  press_in_list({ImGuiKey_UpArrow, ImGuiKey_UpArrow, ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_Enter});
  EXPECT_EQ(run_of(driver).settings().optimizer.optimizer, Optimizer::momentum);
  EXPECT_FALSE(driver.has_item("training.optimizer.0")) << "the list is closed";
  press_in_list({ImGuiKey_UpArrow, ImGuiKey_Escape});
  EXPECT_EQ(run_of(driver).settings().optimizer.optimizer, Optimizer::momentum);
  EXPECT_EQ(run_of(driver).step(), 0);
}

TEST(TrainingWorkspace, AStepCanBeTyped) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  click_item(driver, "training.ten");
  const auto type_step = [&](std::string_view text) {
    click_item(driver, "training.counter");
    driver.type(text);
    driver.key(ImGuiKey_Enter);
    driver.settle();
  };
  type_step("4");
  EXPECT_EQ(run_of(driver).step(), 4);
  EXPECT_EQ(run_of(driver).last_step(), 10);
  type_step("11");
  EXPECT_EQ(run_of(driver).step(), 4) << "there is no such step yet";
  driver.key(ImGuiKey_Escape);
  driver.settle();
  EXPECT_FALSE(driver.has_item("training.counter.field"));
}

TEST(TrainingWorkspace, AStepLocksTheWeightsWhichThenSayWhyTheyDoNotMove) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  EXPECT_FALSE(driver.view.training.is_locked);
  click_item(driver, "training.step");
  EXPECT_TRUE(driver.view.training.is_locked);
  pull_by(driver, "trained[1,1]", {40, 0});
  driver.release();
  driver.settle();
  EXPECT_EQ(run_of(driver).branches().size(), 1u);
  ASSERT_TRUE(driver.view.notice);
  EXPECT_NE(driver.view.notice->text.find("These weights are locked"), std::string::npos);
}

TEST(TrainingWorkspace, AnotherTargetFromAButtonCountsAlsoWhereTheRunHadAnEarlierOne) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  click_item(driver, "training.ten");
  click_item(driver, "training.even");
  click_item(driver, "training.ten");
  TrainingRun& run = run_of(driver);
  run.go_to(5);
  driver.settle();
  EXPECT_EQ(*run.settings().target, alice_target()) << "as it was at that step";
  click_item(driver, "training.even");
  driver.settle();
  EXPECT_EQ(*run_of(driver).settings().target, even_target(4, Mask::none));
  EXPECT_EQ(run_of(driver).step(), 5);
}

TEST(TrainingWorkspace, TheCardsDoNotMoveWhileTheSentenceGetsShorter) {
  LabDriver driver(preset("alice"), 1024, 768);
  open_training(driver);
  const float top = driver.view.training.target.place.y;
  for (int i = 0; i < 3; ++i) {
    click_item(driver, "training.step");
    EXPECT_EQ(driver.view.training.target.place.y, top) << "after step " << i + 1;
  }
}

TEST(TrainingWorkspace, EmbeddingsThatWordsShareAreNotTrained) {
  LabDriver driver(*edits::set_shared_words(preset("alice"), true));
  open_training(driver);
  EXPECT_FALSE(driver.has_item("training.train.X"));
  EXPECT_TRUE(driver.has_item("training.train.W_q"));
}

TEST(TrainingWorkspace, AVerticalDragChangesNoWeight) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  click_item(driver, "training.ten");
  const Matrix before = *run_of(driver).objective().model().heads[0].W_q;
  pull_by(driver, "trained[1,1]", {0, 20});
  driver.release();
  driver.settle();
  EXPECT_EQ(*run_of(driver).objective().model().heads[0].W_q, before);
  EXPECT_EQ(run_of(driver).branches().size(), 1u);
}

TEST(TrainingWorkspace, FrozenMatricesStandStill) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  click_item(driver, "training.train.W_q");
  EXPECT_FALSE(run_of(driver).is_trained({MatrixName::W_q}));
  click_item(driver, "training.train.W_k");
  EXPECT_TRUE(run_of(driver).is_trained({MatrixName::W_k})) << "something must be trained";
  click_item(driver, "training.ten");
  EXPECT_EQ(*run_of(driver).objective().model().heads[0].W_q, *driver.session.model().heads[0].W_q);
}

TEST(TrainingWorkspace, AnEditOfTheDocumentStartsAgain) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  click_item(driver, "training.ten");
  driver.session.commit(*edits::set_mask(driver.session.document(), Mask::causal));
  driver.settle();
  EXPECT_EQ(run_of(driver).step(), 0);
  EXPECT_EQ(run_of(driver).objective().model().options.mask, Mask::causal);
  EXPECT_EQ((*run_of(driver).settings().target)(0, 1), 0);
}

TEST(TrainingWorkspace, AShorterSentenceEndsWhatWasBeingTypedOrDragged) {
  for (const bool types : {true, false}) {
    LabDriver driver(preset("alice"));
    open_training(driver);
    const Point corner = driver.item("target[3,3]").centre();
    if (types) {
      driver.double_click(corner);
      driver.frame(3);
    } else {
      pull_by(driver, "target[3,3]", {0, -20});
    }
    driver.session.commit(*edits::remove_token(driver.session.document(), 3));
    driver.frame(3);
    driver.release();
    driver.settle();
    EXPECT_EQ(driver.session.document().target->rows(), 3);
    EXPECT_EQ(run_of(driver).settings().target->rows(), 3);
    EXPECT_FALSE(driver.view.training.field);
    EXPECT_FALSE(driver.view.training.drag);
  }
}

TEST(TrainingWorkspace, ARandomStartLeavesTheDocumentAndSurvivesPainting) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  const Document before = driver.session.document();
  click_item(driver, "training.random");
  const Matrix W_q = *run_of(driver).objective().model().heads[0].W_q;
  EXPECT_NE(W_q, *before.model.heads[0].W_q);
  EXPECT_TRUE(driver.session.document() == before);
  click_item(driver, "training.even");
  driver.settle();
  EXPECT_EQ(*run_of(driver).objective().model().heads[0].W_q, W_q);
  EXPECT_EQ(*run_of(driver).settings().target, even_target(4, Mask::none));
}

TEST(TrainingWorkspace, SimplifiedAttentionHasNothingToTrain) {
  LabDriver driver(preset("journey-simplified"));
  open_training(driver);
  EXPECT_FALSE(driver.view.training.run);
  EXPECT_NE(driver.view.training.problem.find("no weight matrices"), std::string::npos);
}

TEST(TrainingWorkspace, EveryHeadCanBeTrained) {
  LabDriver driver(preset("journey-two-heads"));
  open_training(driver);
  driver.view.training.trained_head = 1;
  driver.view.training.trained.clear();
  driver.view.training.run.reset();
  driver.view.training.revision = ~std::uint64_t{0};
  driver.settle();
  const Matrix before = *run_of(driver).objective().model().heads[1].W_q;
  click_item(driver, "training.ten");
  EXPECT_NE(*run_of(driver).objective().model().heads[1].W_q, before);
  EXPECT_EQ(*run_of(driver).objective().model().heads[0].W_q, *driver.session.model().heads[0].W_q);
}

TEST(TrainingWorkspace, ADivergingRunStopsAndSaysWhy) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  TrainingSettings settings = run_of(driver).settings();
  settings.optimizer.learning_rate = 1000;
  run_of(driver).set_settings(settings);
  driver.view.training.steps_per_second = 1000;
  driver.key(ImGuiKey_Space);
  ASSERT_TRUE(wait_for(driver, [&] { return !driver.view.training.is_playing; }));
  ASSERT_TRUE(run_of(driver).problem());
  EXPECT_NE(run_of(driver).problem()->message.find("try a smaller learning rate"), std::string::npos);
}

}  // namespace
}  // namespace attention_lab::testing

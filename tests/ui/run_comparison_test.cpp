// A second run beside the run of the training workspace.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/document/edits.h"
#include "training_driver.h"
#include "ui/workspaces/training/comparison_work.h"

namespace attention_lab::testing {
namespace {

/// Chooses an entry of “compare with”: 0 is nothing, 1 the divisor, then SGD, momentum and Adam.
void compare_with(LabDriver& driver, int entry) {
  click_item(driver, "training.compare");
  click_item(driver, ("training.compare." + std::to_string(entry)).c_str());
}

void finish_second_run(LabDriver& driver) {
  const RunComparisonState& comparison = driver.view.training.comparison;
  ASSERT_TRUE(comparison.runs) << comparison.problem;
  ASSERT_TRUE(wait_for(driver, [&] { return comparison.runs->is_finished(); }));
  driver.settle();
}

/// A column of the table of the curve; empty if there is none.
std::vector<double> column_of(LabDriver& driver, const std::string& name) {
  const NumberTable table = driver.view.training.loss.plot->numbers();
  const auto found = std::find(table.columns.begin(), table.columns.end(), name);
  std::vector<double> numbers;
  if (found == table.columns.end()) return numbers;
  for (const std::vector<double>& row : table.rows)
    numbers.push_back(row[static_cast<std::size_t>(found - table.columns.begin())]);
  return numbers;
}

TEST(TwoRuns, TheLossCanHaveALogarithmicAxis) {
  LabDriver driver(preset("words"));
  open_training(driver);
  click_item(driver, "training.ten");
  click_item(driver, "training.curve");
  click_item(driver, "training.curve.1");
  EXPECT_EQ(driver.view.training.curve, LossCurve::log_loss);
  EXPECT_EQ(column_of(driver, "loss").size(), 11u);
  EXPECT_EQ(column_of(driver, "held-out loss").size(), 11u);
}

TEST(TwoRuns, WithoutTheDivisorTheSecondRunStallsInTheSamePlot) {
  LabDriver driver(preset("words-wide"));
  open_training(driver);
  compare_with(driver, 1);
  TrainingState& state = driver.view.training;
  for (int i = 0; i < 20; ++i) click_item(driver, "training.ten");
  finish_second_run(driver);
  const std::vector<double> scaled = column_of(driver, "loss");
  const std::vector<double> unscaled = column_of(driver, "loss (unscaled)");
  ASSERT_EQ(scaled.size(), 201u);
  ASSERT_EQ(unscaled.size(), 201u);
  EXPECT_EQ(scaled.back(), run_of(driver).record().loss);
  EXPECT_LT(scaled.back(), 0.01);
  EXPECT_GT(unscaled.back(), 1.4);
  EXPECT_EQ(column_of(driver, "held-out loss (unscaled)").size(), 201u);
  EXPECT_EQ(second_curve(state)->name_of_first, "scaled");
  EXPECT_NE(words_about_comparison(state).find("Both runs have the same start and settings, but “unscaled” "
                                               "does not divide the scores by √d_k = 8."),
            std::string::npos);
  EXPECT_FALSE(driver.wants_frame());
  EXPECT_TRUE(driver.session.document() == preset("words-wide"));

  compare_with(driver, 0);
  driver.settle();
  EXPECT_TRUE(column_of(driver, "loss (unscaled)").empty());
  EXPECT_EQ(words_about_comparison(state), "");
}

TEST(TwoRuns, SgdIsComparedWithAdamTowardsATarget) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  click_item(driver, "training.ten");
  compare_with(driver, 2);
  finish_second_run(driver);
  const std::vector<double> adam = column_of(driver, "loss");
  const std::vector<double> sgd = column_of(driver, "loss (SGD)");
  ASSERT_EQ(sgd.size(), 11u);
  EXPECT_EQ(sgd.front(), adam.front());
  EXPECT_NE(sgd.back(), adam.back());
  EXPECT_NE(words_about_comparison(driver.view.training)
                .find("except for the optimizer: Adam with η = 0.05 and SGD with η = 0.1."),
            std::string::npos);
  // It goes on with the first run.
  click_item(driver, "training.ten");
  finish_second_run(driver);
  EXPECT_EQ(column_of(driver, "loss (SGD)").size(), 21u);
  EXPECT_EQ(column_of(driver, "loss (SGD)")[10], sgd.back());
}

TEST(TwoRuns, TheSecondRunAlwaysBelongsToTheFirst) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  compare_with(driver, 1);
  click_item(driver, "training.ten");
  finish_second_run(driver);
  const std::uint64_t begun = driver.view.training.comparison.begun;
  const double unscaled = column_of(driver, "loss (unscaled)").back();
  // Another document begins another run, and so does its second run.
  driver.session.commit(*edits::set_cell(driver.session.document(), {{MatrixName::X}, 0, 0}, 1.5f));
  driver.settle();
  EXPECT_GT(driver.view.training.comparison.begun, begun);
  click_item(driver, "training.ten");
  finish_second_run(driver);
  EXPECT_NE(column_of(driver, "loss (unscaled)").back(), unscaled);
  // A number changed by hand cannot be repeated.
  run_of(driver).set_value({{MatrixName::W_q}, 0, 0}, 2);
  driver.settle();
  EXPECT_TRUE(column_of(driver, "loss (unscaled)").empty());
  EXPECT_EQ(words_about_comparison(driver.view.training),
            "There is no second run on this branch, because a number was changed by hand at step 10.");
}

TEST(TwoRuns, ASecondRunThatDivergesSaysSo) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  compare_with(driver, 3);
  driver.view.training.comparison.wanted->optimizer.learning_rate = 1000;
  for (int i = 0; i < 5; ++i) click_item(driver, "training.ten");
  finish_second_run(driver);
  const RunComparison& runs = *driver.view.training.comparison.runs;
  ASSERT_TRUE(runs.run().problem());
  EXPECT_NE(
      words_about_comparison(driver.view.training).find("The second run stopped: Training diverges: at step"),
      std::string::npos);
  const std::vector<double> losses = column_of(driver, "loss (momentum)");
  ASSERT_EQ(losses.size(), 51u);
  EXPECT_TRUE(std::isnan(losses.back()));
}

}  // namespace
}  // namespace attention_lab::testing

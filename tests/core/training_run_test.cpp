// Steps, rewinding and branches of a training run.
#include "core/training/training_run.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/document/target.h"
#include "core/training/match_objective.h"
#include "core/training/parameter_numbers.h"
#include "every_matrix.h"
#include "random_documents.h"
#include "random_targets.h"

namespace attention_lab {
namespace {

using attention_lab::testing::random_target;
using attention_lab::testing::RandomDocuments;
using attention_lab::testing::Variant;

constexpr MatrixRef trained_W_q{MatrixName::W_q};
constexpr MatrixRef trained_W_k{MatrixName::W_k};

TrainingRun make_run(Optimizer optimizer = Optimizer::adam, double learning_rate = 0.05,
                     TrainingRun::History history = TrainingRun::History::kept) {
  RandomDocuments random(21);
  const Document document = random.document(Variant{});
  return TrainingRun(std::make_unique<MatchObjective>(document.model),
                     {{.optimizer = optimizer, .learning_rate = learning_rate},
                      {trained_W_q, trained_W_k},
                      random_target(document, random)},
                     history);
}

void advance(TrainingRun& run, int steps) {
  for (int i = 0; i < steps; ++i) ASSERT_TRUE(run.advance()) << to_string(*run.problem());
}

/// Everything that must be restored by going back.
struct RunState {
  std::vector<Matrix> matrices;
  TrainingRecord record;
  GradientMoments next_moments;
  Scalar next_value = 0;

  bool operator==(const RunState&) const = default;
};

RunState state_of(const TrainingRun& run) {
  RunState all;
  const Model& model = run.objective().model();
  const Trace& trace = run.objective().trace();
  for (const MatrixRef& ref : testing::every_matrix(model, trace))
    all.matrices.emplace_back(matrix_view(model, trace, ref));
  all.record = run.record();
  const UpdateArithmetic next = run.next_update({trained_W_q, 0, 0});
  all.next_moments = next.after;
  all.next_value = next.next;
  return all;
}

class EveryOptimizer : public ::testing::TestWithParam<Optimizer> {};

TEST_P(EveryOptimizer, GoingBackRestoresEveryNumberOfEveryStep) {
  TrainingRun run = make_run(GetParam(), 0.02);
  std::vector<RunState> steps = {state_of(run)};
  for (int i = 0; i < 100; ++i) {
    advance(run, 1);
    steps.push_back(state_of(run));
  }
  for (const std::int64_t step : {40, 0, 99, 100, 31, 32, 33, 1, 64}) {
    run.go_to(step);
    EXPECT_EQ(run.step(), step);
    EXPECT_EQ(state_of(run), steps[static_cast<std::size_t>(step)]) << step;
  }
  // From an earlier step, training repeats the same steps and then goes on.
  advance(run, 36);
  EXPECT_EQ(state_of(run), steps[100]);
  EXPECT_EQ(run.branches().size(), 1u);
  advance(run, 1);
  EXPECT_EQ(run.last_step(), 101);
}

TEST_P(EveryOptimizer, TheNextUpdateIsWhatTheStepDoes) {
  TrainingRun run = make_run(GetParam(), 0.02);
  for (int i = 0; i < 10; ++i) {
    const UpdateArithmetic next = run.next_update({trained_W_k, 1, 0});
    EXPECT_EQ(next.update, i + 1);
    EXPECT_EQ(next.value, run.objective().model().heads[0].W_k->coeff(1, 0));
    advance(run, 1);
    EXPECT_EQ(run.objective().model().heads[0].W_k->coeff(1, 0), next.next);
    EXPECT_EQ(run.next_update({trained_W_k, 1, 0}).before, next.after);
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryOptimizer, ::testing::ValuesIn(all_optimizers),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

TEST(TrainingRun, TheLossFalls) {
  TrainingRun run = make_run();
  const double before = run.record().loss;
  advance(run, 200);
  EXPECT_LT(run.record().loss - run.objective().least_loss(), (before - run.objective().least_loss()) / 2);
}

TEST(TrainingRun, OnlyTrainedMatricesChange) {
  TrainingRun run = make_run();
  TrainingSettings settings = run.settings();
  settings.trained = {trained_W_k};
  run.set_settings(settings);
  const Matrix before = *run.objective().model().heads[0].W_q;
  const Matrix W_k_before = *run.objective().model().heads[0].W_k;
  advance(run, 5);
  EXPECT_EQ(*run.objective().model().heads[0].W_q, before);
  EXPECT_NE(*run.objective().model().heads[0].W_k, W_k_before);
}

TEST(TrainingRun, AChangedNumberBeginsABranchAndTheOldOneIsKept) {
  TrainingRun run = make_run();
  advance(run, 60);
  const RunState end_of_first = state_of(run);
  run.go_to(40);
  run.set_value({trained_W_q, 0, 1}, 2);
  EXPECT_EQ(run.objective().model().heads[0].W_q->coeff(0, 1), 2);
  ASSERT_EQ(run.branches().size(), 2u);
  EXPECT_EQ(run.branches()[1].cause, BranchCause::edit);
  EXPECT_EQ(run.branches()[1].parent, 0u);
  EXPECT_EQ(run.branches()[1].first_step, 40);
  EXPECT_EQ(run.last_step(), 40);
  advance(run, 10);
  const RunState end_of_second = state_of(run);
  EXPECT_EQ(run.last_step(), 50);
  EXPECT_EQ(run.branches()[0].last_step(), 60);

  // Before the change, the line is that of the first branch; advancing passes through the change again.
  run.go_to(39);
  EXPECT_EQ(run.present_branch(), 0u);
  EXPECT_NE(run.objective().model().heads[0].W_q->coeff(0, 1), 2);
  advance(run, 1);
  EXPECT_EQ(run.present_branch(), 1u);
  EXPECT_EQ(run.objective().model().heads[0].W_q->coeff(0, 1), 2);
  advance(run, 10);
  EXPECT_EQ(state_of(run), end_of_second);

  run.follow(0);
  EXPECT_EQ(run.step(), 60);
  EXPECT_EQ(state_of(run), end_of_first);
  run.follow(1);
  EXPECT_EQ(state_of(run), end_of_second);
}

TEST(TrainingRun, AnotherLearningRateInTheMiddleBeginsABranch) {
  TrainingRun run = make_run();
  advance(run, 3);
  TrainingSettings settings = run.settings();
  settings.optimizer.learning_rate = 0.5;
  run.set_settings(settings);
  ASSERT_EQ(run.branches().size(), 2u);
  EXPECT_EQ(run.branches()[1].cause, BranchCause::settings);
  settings.optimizer.learning_rate = 0.25;
  run.set_settings(settings);  // still at the step where the branch began
  EXPECT_EQ(run.branches().size(), 2u);
  EXPECT_EQ(run.settings(), settings);
  advance(run, 1);
  run.go_to(2);
  EXPECT_EQ(run.settings().optimizer.learning_rate, 0.05);
  run.set_settings(run.settings());
  EXPECT_EQ(run.branches().size(), 2u);
}

TEST(TrainingRun, OfTwoBranchesFromOneStepTheLastOneIsRepeated) {
  TrainingRun run = make_run();
  advance(run, 10);
  run.go_to(5);
  TrainingSettings settings = run.settings();
  settings.optimizer.learning_rate = 0.2;
  run.set_settings(settings);
  advance(run, 3);
  run.go_to(5);
  run.set_value({trained_W_q, 0, 0}, 2);
  ASSERT_EQ(run.branches().size(), 3u);
  advance(run, 2);
  const RunState end = state_of(run);
  run.go_to(4);
  advance(run, 1);
  EXPECT_EQ(run.objective().model().heads[0].W_q->coeff(0, 0), 2);
  advance(run, 2);
  EXPECT_EQ(state_of(run), end);
}

TEST(TrainingRun, AnotherTargetBeginsABranchAndGoingBackRestoresTheOldOne) {
  TrainingRun run = make_run();
  advance(run, 40);
  const RunState before = state_of(run);
  const double least_before = run.objective().least_loss();
  advance(run, 2);
  TrainingSettings settings = run.settings();
  const Index n = settings.target->rows();
  settings.target = even_target(n, run.objective().model().options.mask);
  run.set_settings(settings);
  EXPECT_EQ(run.branches().size(), 2u);
  EXPECT_NE(run.objective().least_loss(), least_before);
  advance(run, 3);
  const RunState after = state_of(run);
  run.go_to(40);
  EXPECT_EQ(state_of(run), before);
  EXPECT_EQ(run.objective().least_loss(), least_before);
  advance(run, 5);
  EXPECT_EQ(state_of(run), after);
}

TEST(TrainingRun, AnotherOptimizerStartsWithoutMoments) {
  TrainingRun run = make_run(Optimizer::momentum);
  advance(run, 3);
  EXPECT_NE(run.next_update({trained_W_q, 0, 0}).before.first, 0);
  TrainingSettings settings = run.settings();
  settings.optimizer.optimizer = Optimizer::adam;
  run.set_settings(settings);
  EXPECT_EQ(run.next_update({trained_W_q, 0, 0}).before, GradientMoments{});
  EXPECT_EQ(run.next_update({trained_W_q, 0, 0}).update, 1);
}

TEST(TrainingRun, WithoutAStepInBetweenTheEarlierOptimizerIsAsItWas) {
  TrainingRun run = make_run();
  advance(run, 20);
  run.go_to(10);
  const RunState before = state_of(run);
  const TrainingSettings adam = run.settings();
  TrainingSettings sgd = adam;
  sgd.optimizer.optimizer = Optimizer::sgd;
  run.set_settings(sgd);
  EXPECT_EQ(run.branches().size(), 2u);
  EXPECT_EQ(run.last_step(), 10);
  run.set_settings(adam);
  EXPECT_EQ(run.branches().size(), 1u) << "nothing would be in it";
  EXPECT_EQ(run.last_step(), 20);
  EXPECT_EQ(state_of(run), before);
}

TEST(TrainingRun, EachMatrixCountsItsOwnUpdates) {
  TrainingRun run = make_run();
  TrainingSettings settings = run.settings();
  const TrainingSettings both = settings;
  settings.trained = {trained_W_q};
  run.set_settings(settings);
  advance(run, 50);
  run.set_settings(both);
  EXPECT_EQ(run.next_update({trained_W_q, 0, 0}).update, 51);
  const UpdateArithmetic first = run.next_update({trained_W_k, 0, 0});
  EXPECT_EQ(first.update, 1);
  // The first step of Adam is about as large as the learning rate.
  EXPECT_NEAR(std::abs(first.next - first.value), both.optimizer.learning_rate, 1e-3);
  const RunState at_50 = state_of(run);
  advance(run, 40);
  run.go_to(50);
  EXPECT_EQ(state_of(run), at_50);
  EXPECT_EQ(run.next_update({trained_W_k, 0, 0}).update, 1);
}

TEST(TrainingRun, ANumberThatIsChangedTogetherWithTheSettingsCountsAsChanged) {
  TrainingRun run = make_run();
  advance(run, 10);
  TrainingSettings settings = run.settings();
  settings.optimizer.learning_rate = 0.1;
  run.set_settings(settings);
  run.set_value({trained_W_q, 0, 0}, 1);
  ASSERT_EQ(run.branches().size(), 2u);
  EXPECT_EQ(run.branches()[1].cause, BranchCause::edit);
}

TEST(TrainingRun, TheNumbersAtTheStartAreThoseOfThePresentLine) {
  TrainingRun run = make_run();
  const auto at_start = [&] {
    return std::vector<Scalar>(run.numbers_at_start().begin(), run.numbers_at_start().end());
  };
  const std::vector<Scalar> first = at_start();
  EXPECT_EQ(first, numbers_of(run.objective()));
  advance(run, 40);
  EXPECT_EQ(at_start(), first);
  run.go_to(0);
  run.set_value({trained_W_q, 0, 0}, 1);
  EXPECT_EQ(at_start(), numbers_of(run.objective()));
  run.follow(0);
  EXPECT_EQ(at_start(), first);
}

TEST(TrainingRun, EqualRunsHaveEqualNumbers) {
  TrainingRun one = make_run();
  TrainingRun other = make_run();
  advance(one, 70);
  advance(other, 70);
  EXPECT_EQ(state_of(one), state_of(other));
}

TEST(TrainingRun, WithoutHistoryItTakesTheSameSteps) {
  TrainingRun with = make_run();
  TrainingRun without = make_run(Optimizer::adam, 0.05, TrainingRun::History::not_kept);
  advance(with, 50);
  advance(without, 50);
  EXPECT_EQ(state_of(with), state_of(without));
  EXPECT_EQ(without.step(), 50);
  EXPECT_EQ(without.branches()[0].records.size(), 1u);
}

TEST(TrainingRun, StopsBeforeNumbersThatAreNotUsable) {
  TrainingRun run = make_run(Optimizer::sgd, 0.1);
  advance(run, 3);
  TrainingSettings settings = run.settings();
  settings.optimizer.learning_rate = 1000;
  run.set_settings(settings);
  while (run.advance()) ASSERT_LT(run.step(), 100);
  ASSERT_TRUE(run.problem());
  const std::int64_t last = run.step();
  EXPECT_GT(last, 0);
  EXPECT_NE(run.problem()->message.find("try a smaller learning rate"), std::string::npos)
      << run.problem()->message;
  EXPECT_EQ(run.last_step(), last);
  run.go_to(0);
  EXPECT_FALSE(run.problem()) << "that is not the step it could not continue from";
  run.go_to(last);
  EXPECT_TRUE(run.problem()) << "the reason is the same when one comes back";
  for (const MatrixRef& ref : run.objective().parameters())
    EXPECT_TRUE(matrix_view(run.objective().model(), run.objective().trace(), ref).allFinite());
}

TEST(TrainingRun, NamesTheFirstMatrixThatIsNotFinite) {
  TrainingRun run = make_run(Optimizer::sgd, 1000);
  // W_k moves by about as much, so that the product of both overflows.
  run.set_value({trained_W_q, 0, 0}, std::sqrt(std::numeric_limits<Scalar>::max()) / 2);
  ASSERT_TRUE(run.record().is_finite());
  EXPECT_FALSE(run.advance());
  ASSERT_TRUE(run.problem());
  EXPECT_NE(run.problem()->message.find("scores would contain a number that is not finite"),
            std::string::npos)
      << run.problem()->message;
}

TEST(TrainingRun, ANumberThatIsTooLargeIsNotBlamedOnTheLearningRate) {
  TrainingRun run = make_run(Optimizer::sgd, 0.1);
  ASSERT_TRUE(run.advance());
  const Scalar huge = 100 * std::sqrt(std::numeric_limits<Scalar>::max());
  for (const MatrixRef& matrix : {trained_W_q, trained_W_k}) run.set_value({matrix, 0, 0}, huge);
  ASSERT_FALSE(run.record().is_finite());
  EXPECT_FALSE(run.advance());
  ASSERT_TRUE(run.problem());
  EXPECT_EQ(run.problem()->message, too_large_to_continue);
}

TEST(TrainingRun, StopsBeforeADivergingLoss) {
  RandomDocuments random(22);
  const Document document = random.document(Variant{});
  TrainingRun run(std::make_unique<MatchObjective>(document.model),
                  {{.optimizer = Optimizer::adam, .learning_rate = 1000},
                   {trained_W_q, trained_W_k},
                   random_target(document, random)});
  int steps = 0;
  while (steps < 100 && run.advance()) ++steps;
  ASSERT_TRUE(run.problem());
  EXPECT_NE(run.problem()->message.find("more than 1,000 times"), std::string::npos)
      << run.problem()->message;
  const RunState kept = state_of(run);
  EXPECT_FALSE(run.advance());  // it would be the same step again
  EXPECT_EQ(state_of(run), kept);
}

TEST(TrainingRun, WithoutHistoryALossThatDivergesSlowlyIsComparedWithTheFirstToo) {
  const auto steps_until_divergence = [](TrainingRun::History history) {
    TrainingRun run = make_run(Optimizer::sgd, 0.02, history);
    TrainingSettings settings = run.settings();
    settings.optimizer.optimizer = Optimizer::momentum;
    settings.optimizer.momentum = 1.3;  // the sum of the gradients grows from step to step
    run.set_settings(settings);
    while (run.step() < 1000 && run.advance()) {
    }
    EXPECT_TRUE(run.problem());
    return run.step();
  };
  const std::int64_t steps = steps_until_divergence(TrainingRun::History::kept);
  EXPECT_GT(steps, 10);
  EXPECT_EQ(steps_until_divergence(TrainingRun::History::not_kept), steps);
}

TEST(TrainingRun, EndsAtTheLimitOfSteps) {
  TrainingRun run = make_run();
  while (run.advance()) {
  }
  EXPECT_FALSE(run.problem());
  EXPECT_EQ(run.step(), limits::training_steps);
  EXPECT_TRUE(run.is_at_limit());
}

TEST(LearningRate, MustBePositiveAndNotHuge) {
  EXPECT_FALSE(check_learning_rate(1e-9));
  EXPECT_FALSE(check_learning_rate(1000));
  for (const double rate : {0.0, -1.0, 1e30, std::numeric_limits<double>::infinity(), std::nan("")})
    EXPECT_TRUE(check_learning_rate(rate)) << rate;
}

}  // namespace
}  // namespace attention_lab

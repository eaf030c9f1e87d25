// A second run beside another one.
#include "core/training/run_comparison.h"

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/document/target.h"
#include "core/training/match_objective.h"
#include "core/training/next_word_objective.h"
#include "random_documents.h"
#include "random_targets.h"
#include "small_corpus.h"

namespace attention_lab {
namespace {

using attention_lab::testing::random_target;
using attention_lab::testing::RandomDocuments;
using attention_lab::testing::small_document_with_corpus;
using attention_lab::testing::Variant;

constexpr RunDifference without_divisor{RunDifference::Kind::divisor};
constexpr RunDifference with_sgd{RunDifference::Kind::optimizer,
                                 {.optimizer = Optimizer::sgd, .learning_rate = 0.1}};
const std::vector<MatrixRef> trained_in_pair = {{MatrixName::W_q}, {MatrixName::W_k}};

/// A document and what its attention is trained towards.
struct Matching {
  Document document;
  Matrix target;

  Matching() {
    RandomDocuments random(21);
    while (document.model.d_k() < 2) document = random.document(Variant{});
    target = random_target(document, random);
  }
  std::unique_ptr<TrainingObjective> objective(const Scale& scale) const {
    Model model = document.model;
    model.options.scale = scale;
    return std::make_unique<MatchObjective>(std::move(model));
  }
  std::unique_ptr<TrainingObjective> objective() const { return objective(document.model.options.scale); }
  std::unique_ptr<TrainingObjective> objective_with(const RunDifference& difference) const {
    const Scale& scale = document.model.options.scale;
    return objective(difference.kind == RunDifference::Kind::divisor ? other_divisor(scale) : scale);
  }
  TrainingRun run() const {
    return TrainingRun(objective(), {{.learning_rate = 0.02}, trained_in_pair, target});
  }
};

void take_steps(TrainingRun& run, int steps) {
  for (int i = 0; i < steps; ++i) ASSERT_TRUE(run.advance()) << to_string(*run.problem());
}

std::vector<double> losses_of(const TrainingRun& run) {
  std::vector<double> losses;
  for (const TrainingRecord& record : run.branches()[run.line().back()].records)
    losses.push_back(record.loss);
  return losses;
}

TEST(RunComparison, TheOtherDivisorIsNoneOrTheUsualOne) {
  EXPECT_EQ(other_divisor({}).kind, Scale::Kind::none);
  EXPECT_EQ(other_divisor({Scale::Kind::custom, 3}).kind, Scale::Kind::none);
  EXPECT_EQ(other_divisor({Scale::Kind::none}).kind, Scale::Kind::sqrt_d_k);
}

TEST(RunComparison, IsTheRunWithTheDifferenceFromTheStart) {
  const Matching matching;
  for (const RunDifference& difference : {without_divisor, with_sgd}) {
    TrainingRun first = matching.run();
    take_steps(first, 30);
    const std::vector<double> before = losses_of(first);
    RunComparison comparison(matching.objective_with(difference), first, difference);
    EXPECT_EQ(first.step(), 30);
    EXPECT_EQ(losses_of(first), before);
    comparison.advance(1e12);
    ASSERT_TRUE(comparison.is_finished());

    TrainingSettings settings = first.settings();
    if (difference.kind == RunDifference::Kind::optimizer) settings.optimizer = difference.optimizer;
    TrainingRun alone(matching.objective_with(difference), settings);
    take_steps(alone, 30);
    EXPECT_EQ(losses_of(comparison.run()), losses_of(alone));
    EXPECT_NE(losses_of(alone).back(), before.back());
  }
}

TEST(RunComparison, DoesNotDependOnTheSlices) {
  const Matching matching;
  TrainingRun first = matching.run();
  take_steps(first, 20);
  RunComparison at_once(matching.objective_with(without_divisor), first, without_divisor);
  RunComparison in_slices(matching.objective_with(without_divisor), first, without_divisor);
  at_once.advance(1e12);
  int slices = 0;
  for (; !in_slices.is_finished(); ++slices) {
    EXPECT_EQ(in_slices.progress().done, slices);
    in_slices.advance(1);
  }
  EXPECT_EQ(slices, 20);
  EXPECT_EQ(losses_of(in_slices.run()), losses_of(at_once.run()));
}

TEST(RunComparison, FollowsTheFirstRunAsItGoesOnAndGoesBack) {
  const Matching matching;
  TrainingRun first = matching.run();
  RunComparison comparison(matching.objective_with(without_divisor), first, without_divisor);
  EXPECT_TRUE(comparison.is_finished()) << "neither has made a step";
  take_steps(first, 5);
  ASSERT_TRUE(comparison.follow(first));
  EXPECT_FALSE(comparison.is_finished());
  comparison.advance(1e12);
  EXPECT_EQ(comparison.run().step(), 5);
  first.go_to(0);
  EXPECT_TRUE(comparison.follow(first));
  EXPECT_EQ(comparison.progress().all, 5);
}

TEST(RunComparison, RepeatsTheChangesOfSettingsOnTheLine) {
  const Matching matching;
  const auto slower = [](TrainingSettings settings) {
    settings.optimizer.learning_rate = 0.001;
    return settings;
  };
  TrainingRun first = matching.run();
  take_steps(first, 10);
  RunComparison comparison(matching.objective_with(without_divisor), first, without_divisor);
  comparison.advance(1e12);
  first.set_settings(slower(first.settings()));
  take_steps(first, 10);
  ASSERT_TRUE(comparison.follow(first));
  comparison.advance(1e12);

  TrainingRun alone(matching.objective_with(without_divisor),
                    {{.learning_rate = 0.02}, trained_in_pair, matching.target});
  take_steps(alone, 10);
  alone.set_settings(slower(alone.settings()));
  take_steps(alone, 10);
  EXPECT_EQ(losses_of(comparison.run()), losses_of(alone));
}

TEST(RunComparison, DoesNotBelongToALineWithAnotherPast) {
  const Matching matching;
  TrainingRun first = matching.run();
  take_steps(first, 10);
  RunComparison comparison(matching.objective_with(without_divisor), first, without_divisor);
  comparison.advance(1e12);
  first.go_to(4);
  TrainingSettings settings = first.settings();
  settings.optimizer.learning_rate = 0.001;
  first.set_settings(settings);
  EXPECT_FALSE(comparison.follow(first)) << "the second run went on from step 4 with the old rate";
  RunComparison anew(matching.objective_with(without_divisor), first, without_divisor);
  EXPECT_EQ(anew.progress().all, 4);
  EXPECT_TRUE(anew.follow(first));
  first.follow(0);
  EXPECT_TRUE(comparison.follow(first)) << "it belongs to the first branch";
}

TEST(RunComparison, ANumberChangedByHandCannotBeRepeated) {
  const Matching matching;
  TrainingRun first = matching.run();
  RunComparison comparison(matching.objective_with(without_divisor), first, without_divisor);
  take_steps(first, 3);
  EXPECT_FALSE(changed_by_hand(first));
  first.set_value({{MatrixName::W_q}, 0, 0}, 2);
  EXPECT_EQ(changed_by_hand(first), 3);
  EXPECT_FALSE(comparison.follow(first));
}

TEST(RunComparison, AnotherStartIsAnotherRun) {
  const Matching matching;
  TrainingRun first = matching.run();
  RunComparison comparison(matching.objective_with(without_divisor), first, without_divisor);
  first.set_value({{MatrixName::W_q}, 0, 0}, 2);
  EXPECT_FALSE(changed_by_hand(first)) << "no step was made before";
  EXPECT_FALSE(comparison.follow(first));
  RunComparison anew(matching.objective_with(without_divisor), first, without_divisor);
  EXPECT_EQ(anew.run().objective().values({MatrixName::W_q})(0, 0), 2);
}

TEST(RunComparison, EndsWhereTheSecondRunCannotContinue) {
  const Matching matching;
  TrainingRun first = matching.run();
  take_steps(first, 50);
  const RunDifference reckless{RunDifference::Kind::optimizer,
                               {.optimizer = Optimizer::momentum, .learning_rate = 1000}};
  RunComparison comparison(matching.objective_with(reckless), first, reckless);
  comparison.advance(1e12);
  EXPECT_TRUE(comparison.is_finished());
  ASSERT_TRUE(comparison.run().problem());
  EXPECT_LT(comparison.run().step(), 50);
  EXPECT_TRUE(std::isfinite(comparison.run().record().loss));
  EXPECT_TRUE(comparison.follow(first)) << "as far as it went";
}

TEST(RunComparison, WorksForNextWords) {
  const Document document = small_document_with_corpus();
  const auto objective = [](const Document& of) {
    return NextWordObjective::make(of, LossOver::last_word).value();
  };
  TrainingRun first(objective(document),
                    {{.learning_rate = 0.02}, {{MatrixName::W_q}, {MatrixName::W_k}, {MatrixName::W_o}}});
  take_steps(first, 10);
  Document other = document;
  other.model.options.scale = other_divisor(document.model.options.scale);
  RunComparison comparison(objective(other), first, without_divisor);
  comparison.advance(1e12);
  TrainingRun alone(objective(other), first.settings());
  take_steps(alone, 10);
  EXPECT_EQ(losses_of(comparison.run()), losses_of(alone));
  EXPECT_EQ(comparison.run().record().held_out_loss, alone.record().held_out_loss);
}

}  // namespace
}  // namespace attention_lab

// How training moves queries and keys.
#include "core/training/vector_history.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
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

struct MovingVectors {
  Document document;
  std::unique_ptr<TrainingRun> run;

  MovingVectors() {
    RandomDocuments random(21);
    document = random.document(Variant{});
    run = std::make_unique<TrainingRun>(std::make_unique<MatchObjective>(document.model),
                                        TrainingSettings{{.learning_rate = 0.01},
                                                         {{MatrixName::W_q}, {MatrixName::W_k}},
                                                         random_target(document, random)});
  }
  void train(VectorHistory& history, int steps) const {
    history.record(*run);
    for (int i = 0; i < steps; ++i) {
      ASSERT_TRUE(run->advance());
      history.record(*run);
    }
  }
};

std::vector<std::int64_t> sampled_steps(const VectorHistory& history, const TrainingRun& run) {
  std::vector<std::int64_t> steps;
  for (const VectorHistory::Sample* sample : history.of_line(run)) steps.push_back(sample->step);
  return steps;
}

TEST(VectorHistory, GivesTheQueriesAndKeysOfEveryStep) {
  const MovingVectors moving;
  VectorHistory history;
  moving.train(history, 12);
  const std::vector<const VectorHistory::Sample*> samples = history.of_line(*moving.run);
  ASSERT_EQ(samples.size(), 13u);
  MatchObjective scratch(moving.document.model);
  Trace trace;
  for (std::int64_t step = 0; step <= 12; ++step) {
    const VectorHistory::Sample& sample = *samples[static_cast<std::size_t>(step)];
    EXPECT_EQ(sample.step, step);
    VectorHistory::restore(sample, scratch);
    forward(scratch.model(), trace);
    moving.run->go_to(step);
    EXPECT_EQ(trace.heads[0].Q, moving.run->objective().trace().heads[0].Q);
    EXPECT_EQ(trace.heads[0].K, moving.run->objective().trace().heads[0].K);
  }
}

TEST(VectorHistory, HasAtMostSoManySamplesEvenlySpread) {
  const MovingVectors moving;
  VectorHistory history(16);
  moving.train(history, 100);
  const std::vector<std::int64_t> steps = sampled_steps(history, *moving.run);
  EXPECT_LE(steps.size(), 16u);
  EXPECT_GE(steps.size(), 8u);
  for (std::size_t i = 0; i < steps.size(); ++i) EXPECT_EQ(steps[i], static_cast<std::int64_t>(i) * 8);
  VectorHistory small(1000, 1);
  moving.run->go_to(0);
  moving.train(small, 5);
  EXPECT_EQ(sampled_steps(small, *moving.run), std::vector<std::int64_t>{0})
      << "the first step is always kept";
}

TEST(VectorHistory, FollowsTheLineThroughItsBranches) {
  const MovingVectors moving;
  TrainingRun& run = *moving.run;
  VectorHistory history;
  moving.train(history, 6);
  run.go_to(3);
  history.record(run);
  run.set_value({{MatrixName::W_q}, 0, 0}, 2);
  moving.train(history, 2);
  EXPECT_EQ(sampled_steps(history, run), (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5}));
  MatchObjective scratch(moving.document.model);
  VectorHistory::restore(*history.of_line(run)[3], scratch);
  EXPECT_EQ((*scratch.model().heads[0].W_q)(0, 0), 2) << "the number after the change";
  run.follow(0);
  EXPECT_EQ(sampled_steps(history, run), (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6}));
}

TEST(VectorHistory, AChangeAtTheStartReplacesTheSample) {
  const MovingVectors moving;
  VectorHistory history;
  history.record(*moving.run);
  const std::uint64_t id = history.of_line(*moving.run).front()->id;
  history.record(*moving.run);
  EXPECT_EQ(history.of_line(*moving.run).front()->id, id);
  moving.run->set_value({{MatrixName::W_k}, 0, 0}, 2);
  history.record(*moving.run);
  ASSERT_EQ(history.of_line(*moving.run).size(), 1u);
  EXPECT_NE(history.of_line(*moving.run).front()->id, id);
}

TEST(VectorHistory, WorksForNextWords) {
  const Document document = small_document_with_corpus();
  const auto objective = [&] { return NextWordObjective::make(document, LossOver::last_word).value(); };
  TrainingRun run(objective(),
                  {{.learning_rate = 0.02}, {{MatrixName::W_q}, {MatrixName::W_k}, {MatrixName::W_v}}});
  VectorHistory history;
  history.record(run);
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(run.advance());
    history.record(run);
  }
  const auto scratch = objective();
  VectorHistory::restore(*history.of_line(run).back(), *scratch);
  const auto& trained = dynamic_cast<const NextWordObjective&>(run.objective());
  const NextWordPrediction expected = trained.predict_tokens(document).value();
  const NextWordPrediction found = scratch->predict_tokens(document).value();
  EXPECT_EQ(found.trace.heads[0].Q, expected.trace.heads[0].Q);
  EXPECT_EQ(found.trace.heads[0].K, expected.trace.heads[0].K);
}

TEST(VectorPlane, IsThatOfTheMostMovement) {
  VectorPaths paths;
  const Matrix still = Matrix::Zero(2, 4);
  paths.add(0, still, still);
  EXPECT_EQ(plane_of_movement(paths), (VectorPlane{0, 1}));
  EXPECT_FALSE(share_of_movement(paths, {0, 1}));
  Matrix queries = still;
  Matrix keys = still;
  queries(0, 3) = 3;  // 9 in coordinate 4
  queries(1, 1) = 2;  // 4 + 4 in coordinate 2
  keys(0, 1) = -2;
  keys(1, 0) = 1;  // 1 in coordinate 1
  paths.add(7, queries, keys);
  EXPECT_EQ(plane_of_movement(paths), (VectorPlane{1, 3}));
  EXPECT_NEAR(share_of_movement(paths, {1, 3}).value(), 17.0 / 18, 1e-6);
  EXPECT_NEAR(share_of_movement(paths, {0, 2}).value(), 1.0 / 18, 1e-6);
}

}  // namespace
}  // namespace attention_lab

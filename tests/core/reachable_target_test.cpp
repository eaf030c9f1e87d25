// Which targets can be matched with which d_k.
#include "core/training/reachable_target.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/document/target.h"
#include "core/training/match_objective.h"
#include "core/training/training_run.h"
#include "preset_documents.h"
#include "random_documents.h"
#include "random_targets.h"
#include "repetitions.h"

namespace attention_lab {
namespace {

using attention_lab::testing::preset_document;
using attention_lab::testing::random_target;
using attention_lab::testing::RandomDocuments;
using attention_lab::testing::repetitions;

const std::vector<MatrixRef> queries_and_keys = {{MatrixName::W_q}, {MatrixName::W_k}};

/// A head with random numbers for embeddings X.
Model model_of(const Matrix& X, Index d_k, RandomDocuments& random) {
  Model model;
  model.token_embeddings = X;
  Head head;
  head.W_q = random.matrix(X.cols(), d_k);
  head.W_k = random.matrix(X.cols(), d_k);
  head.W_v = random.matrix(X.cols(), d_k);
  model.heads.push_back(std::move(head));
  return model;
}

Matrix weights_of(const Model& model) {
  Trace trace;
  forward(model, trace);
  return trace.heads[0].weights;
}

/// Without positions.
TargetReach reach_of(const Model& model, const Matrix& target,
                     const std::vector<MatrixRef>& trained = queries_and_keys) {
  return find_reach(model, *model.token_embeddings, 0, target, trained);
}

std::vector<std::string> words(Index count) {
  std::vector<std::string> tokens;
  for (Index i = 0; i < count; ++i) tokens.push_back("word" + std::to_string(i + 1));
  return tokens;
}

void expect_losses_to_fall(const TargetReach& reach) {
  ASSERT_FALSE(reach.least_losses.empty());
  for (std::size_t i = 0; i < reach.least_losses.size(); ++i) {
    EXPECT_EQ(reach.least_losses[i].d_k, static_cast<Index>(i) + 1);
    EXPECT_GE(reach.least_losses[i].loss, reach.entropy - 1e-9);
    if (i > 0) {
      EXPECT_LE(reach.least_losses[i].loss, reach.least_losses[i - 1].loss + 1e-12);
    }
  }
}

TEST(ReachableTarget, TheRankOfTheScoresDecides) {
  RandomDocuments random(21);
  for (Index n = 5; n <= repetitions(8, 5); n += 3) {
    for (const Index rank : {1, 2, 3, 4}) {
      const Matrix X = random.matrix(n, 8);
      const Matrix target = weights_of(model_of(X, rank, random));
      for (const Index d_k : {1, 2, 3, 4, 6}) {
        SCOPED_TRACE(std::to_string(n) + " tokens, rank " + std::to_string(rank) + ", d_k " +
                     std::to_string(d_k));
        const TargetReach reach = reach_of(model_of(X, d_k, random), target);
        EXPECT_EQ(reach.reach, d_k >= rank ? Reach::reachable : Reach::unreachable);
        EXPECT_EQ(reach.least_d_k, rank);
        EXPECT_TRUE(reach.is_exact);
        expect_losses_to_fall(reach);
        for (const LeastLoss& least : reach.least_losses) {
          if (least.d_k >= rank) {
            EXPECT_EQ(least.loss, reach.entropy);
          } else {
            EXPECT_GT(least.loss, reach.entropy + 1e-9);
          }
        }
        EXPECT_EQ(reach.present.loss == reach.entropy, d_k >= rank);
      }
    }
  }
}

TEST(ReachableTarget, TemperatureAndDivisorDoNotMatter) {
  RandomDocuments random(22);
  const Matrix X = random.matrix(6, 6);
  const Matrix target = weights_of(model_of(X, 2, random));
  Model model = model_of(X, 2, random);
  const TargetReach plain = reach_of(model, target);
  model.options.temperature = 3;
  model.options.scale.kind = Scale::Kind::none;
  const TargetReach scaled = reach_of(model, target);
  EXPECT_EQ(plain.least_d_k, 2);
  EXPECT_EQ(scaled.least_d_k, 2);
  EXPECT_EQ(scaled.least_losses[0].loss, plain.least_losses[0].loss);
}

TEST(ReachableTarget, AlicesTableNeedsAnAttentionOfThreeDimensions) {
  RandomDocuments random(20);
  const TargetReach reach = reach_of(model_of(random.matrix(4, 8), 4, random), alice_target());
  EXPECT_EQ(reach.reach, Reach::reachable);
  EXPECT_EQ(reach.least_d_k, 3);
  EXPECT_EQ(describe_reach(reach, words(4)),
            "This target can be matched: it needs a d_k of at least 3, and d_k is 4.");
  expect_losses_to_fall(reach);
  ASSERT_EQ(reach.least_losses.size(), 4u);
  EXPECT_GT(reach.excess(reach.least_losses[0]), 0.01);
  EXPECT_GT(reach.excess(reach.least_losses[1]), 1e-4);
  EXPECT_EQ(reach.excess(reach.least_losses[2]), 0);
}

TEST(ReachableTarget, TheEmbeddingsOfTheStoryComeCloseToItsTableButNoCloser) {
  // Their three columns cannot make up the scores of four tokens exactly; training gets within .0012.
  const Document alice = preset_document("alice");
  const TargetReach reach = reach_of(alice.model, alice_target());
  EXPECT_EQ(reach.reach, Reach::unreachable);
  EXPECT_EQ(reach.obstacle, Obstacle::rank_of_X);
  EXPECT_TRUE(reach.present.is_best);
  EXPECT_NEAR(reach.present.largest_error, 0.001, 5e-4);
  EXPECT_EQ(
      describe_reach(reach, words(4)),
      "This target can be matched to within 0.0011, but not exactly, whatever d_k is, because the rank of X "
      "is only 3. The best possible loss is 0.9442 nats, less than 0.0001 above the minimum.");
}

/// The loss after 4,000 steps from a random start.
double trained_loss(const Model& model, const Matrix& target) {
  TrainingRun run(std::make_unique<MatchObjective>(model), {OptimizerSettings{}, queries_and_keys, target},
                  TrainingRun::History::not_kept);
  for (int i = 0; i < 4000; ++i) EXPECT_TRUE(run.advance());
  return run.record().loss;
}

TEST(ReachableTarget, TrainingReachesTheLeastLossButNoSmallerOne) {
  RandomDocuments random(23);
  for (const Mask mask : {Mask::none, Mask::causal}) {
    for (const Index d_k : {1, 2}) {
      Model model = model_of(random.matrix(5, 8), d_k, random);
      model.options.mask = mask;
      Document document;
      document.model = model;
      const Matrix target = random_target(document, random);
      const TargetReach reach = reach_of(model, target);
      double best = trained_loss(model, target);
      for (int start = 0; start < 3; ++start) {
        Model other = model_of(*model.token_embeddings, d_k, random);
        other.options.mask = mask;
        best = std::min(best, trained_loss(other, target));
      }
      EXPECT_NEAR(best, reach.present.loss, 1e-4) << d_k;
    }
  }
}

TEST(ReachableTarget, AWeightOfZeroIsOnlyApproached) {
  RandomDocuments random(24);
  const Model model = model_of(random.matrix(5, 8), 2, random);
  const TargetReach reach = reach_of(model, Matrix::Identity(5, 5));
  EXPECT_EQ(reach.reach, Reach::unreachable);
  EXPECT_EQ(reach.obstacle, Obstacle::zero_weight);
  EXPECT_LT(reach.excess(reach.present), 1e-4) << "two dimensions suffice for any number of tokens";
  EXPECT_GT(reach.excess(reach.least_losses[0]), 0.1);
  EXPECT_EQ(
      describe_reach(reach, words(5)),
      "This target can be matched to within 0.0001, but not exactly, because softmax gives no weight of "
      "exactly 0. The best loss found is 0.0000 nats, less than 0.0001 above the minimum.");
}

TEST(ReachableTarget, EqualTokensHaveEqualAttention) {
  RandomDocuments random(25);
  Matrix X = random.matrix(4, 8);
  X.row(3) = X.row(1);
  const Model model = model_of(X, 4, random);
  EXPECT_EQ(reach_of(model, weights_of(model)).reach, Reach::reachable);

  Matrix target = Matrix::Constant(4, 4, Scalar(0.25));
  set_target_weight(target, Mask::none, 3, 0, Scalar(0.4));
  const TargetReach rows = reach_of(model, target);
  EXPECT_EQ(rows.obstacle, Obstacle::equal_tokens);
  EXPECT_FALSE(rows.columns_differ);
  EXPECT_EQ(rows.equal_tokens, std::pair(Index{1}, Index{3}));
  // The best row for both is their mean.
  RowVector mean = (target.row(1) + target.row(3)) / 2;
  double best = 0;
  for (const Index row : {0, 1, 2, 3})
    for (Index key = 0; key < 4; ++key)
      best -= static_cast<double>(target(row, key)) *
              std::log(static_cast<double>(row % 2 == 1 ? mean(key) : target(row, key))) / 4;
  EXPECT_NEAR(rows.present.loss, best, 1e-6);
  EXPECT_TRUE(rows.present.is_best);
  const std::string sentence = describe_reach(rows, words(4));
  EXPECT_EQ(
      sentence.find("This target cannot be matched exactly, whatever d_k is: “word2” (token 2) and "
                    "“word4” (token 4) have the same row of X, so their rows of attention must be equal, "
                    "and in the target they are not. The best possible loss is "),
      0u)
      << sentence;

  target.setConstant(Scalar(0.25));
  for (Index query = 0; query < 4; ++query) set_target_weight(target, Mask::none, query, 3, Scalar(0.4));
  const TargetReach columns = reach_of(model, target);
  EXPECT_EQ(columns.obstacle, Obstacle::equal_tokens);
  EXPECT_TRUE(columns.columns_differ);
  EXPECT_NE(describe_reach(columns, words(4)).find("every token must attend to both equally"),
            std::string::npos);
}

TEST(ReachableTarget, TheRankOfXLimitsWhatAnyD_kCanMatch) {
  RandomDocuments random(26);
  const Matrix X = random.matrix(6, 3);
  const Model model = model_of(X, 5, random);
  const TargetReach own = reach_of(model, weights_of(model));
  EXPECT_EQ(own.reach, Reach::reachable);
  EXPECT_EQ(own.least_d_k, 3);
  Document document;
  document.model = model;
  const Matrix target = random_target(document, random);
  const TargetReach other = reach_of(model, target);
  EXPECT_EQ(other.obstacle, Obstacle::rank_of_X);
  EXPECT_EQ(other.rank_of_X, 3);
  EXPECT_TRUE(other.present.is_best) << "with d_k = 5, the loss is convex in W_q·W_kᵀ";
  EXPECT_NEAR(trained_loss(model, target), other.present.loss, 1e-4);
}

TEST(ReachableTarget, ABiasOfQueriesAddsAColumnOfOnes) {
  RandomDocuments random(27);
  const Matrix X = random.matrix(6, 2);
  Model model = model_of(X, 3, random);
  model.heads[0].b_q = random.row(3);
  model.heads[0].b_k = random.row(3);
  const Matrix target = weights_of(model);
  const TargetReach with = reach_of(model, target, {{MatrixName::W_q}, {MatrixName::W_k}, {MatrixName::b_q}});
  EXPECT_EQ(with.reach, Reach::reachable);
  EXPECT_EQ(with.least_d_k, 2) << "X has two columns";
  EXPECT_EQ(reach_of(model, target).reach, Reach::reachable) << "a frozen bias serves as well";
  model.heads[0].b_q = RowVector(RowVector::Zero(3));
  EXPECT_EQ(reach_of(model, target).obstacle, Obstacle::rank_of_X) << "unless it is 0";
}

TEST(ReachableTarget, UnderACausalMaskAMatchIsFoundOrABlockForbidsIt) {
  RandomDocuments random(28);
  for (const Index rank : {1, 2, 3}) {
    const Matrix X = random.matrix(8, 8);
    Model source = model_of(X, rank, random);
    source.options.mask = Mask::causal;
    const Matrix target = weights_of(source);
    for (const Index d_k : {1, 2, 3, 4}) {
      Model model = model_of(X, d_k, random);
      model.options.mask = Mask::causal;
      const TargetReach reach = reach_of(model, target);
      EXPECT_EQ(reach.reach, d_k >= rank ? Reach::reachable : Reach::unreachable) << rank << " " << d_k;
      EXPECT_EQ(reach.least_d_k, rank);
      EXPECT_TRUE(reach.is_exact);
      expect_losses_to_fall(reach);
    }
  }
}

TEST(ReachableTarget, UnderACausalMaskTheRankOfXLimitsTheTargetToo) {
  RandomDocuments random(29);
  Model model = model_of(random.matrix(7, 2), 4, random);
  model.options.mask = Mask::causal;
  EXPECT_EQ(reach_of(model, weights_of(model)).reach, Reach::reachable);
  Document document;
  document.model = model;
  const TargetReach reach = reach_of(model, random_target(document, random));
  EXPECT_EQ(reach.reach, Reach::unreachable);
  EXPECT_EQ(reach.obstacle, Obstacle::rank_of_X);
}

TEST(ReachableTarget, OneTokenAndEvenAttentionNeedNothing) {
  RandomDocuments random(30);
  for (const Index n : {1, 2, 6}) {
    for (const Mask mask : {Mask::none, Mask::causal}) {
      for (const bool is_zero : {true, false}) {
        Model model = model_of(is_zero ? Matrix(Matrix::Zero(n, 3)) : random.matrix(n, 3), 1, random);
        model.options.mask = mask;
        const TargetReach reach = reach_of(model, even_target(n, mask));
        EXPECT_EQ(reach.reach, Reach::reachable) << n;
        EXPECT_EQ(reach.least_d_k, 1);
        EXPECT_NEAR(reach.present.loss, reach.entropy, 1e-7);
      }
    }
  }
}

TEST(ReachableTarget, TheTheoryNeedsBothMatricesAndFixedTokens) {
  EXPECT_TRUE(has_fixed_tokens(queries_and_keys));
  EXPECT_TRUE(has_fixed_tokens({{MatrixName::W_q}, {MatrixName::W_k}, {MatrixName::b_q}}));
  EXPECT_FALSE(has_fixed_tokens({{MatrixName::W_q}}));
  EXPECT_FALSE(has_fixed_tokens({{MatrixName::X}, {MatrixName::W_q}, {MatrixName::W_k}}));
  EXPECT_FALSE(has_fixed_tokens({{MatrixName::position_embeddings}, {MatrixName::W_q}, {MatrixName::W_k}}));
}

TEST(ReachableTarget, AHundredRandomOnesAreMatchedWithinAHundredth) {
  // At a fixed rate, Adam never quite comes to rest; whoever trains stops when the target is matched.
  constexpr int most_steps = 2000;
  RandomDocuments random(31);
  const OptimizerSettings adam{.learning_rate = 0.1};
  for (int i = 0; i < repetitions(100, 10); ++i) {
    const Matrix X = random.matrix(6, 8);
    const Matrix target = weights_of(model_of(X, 4, random));
    const Model start = model_of(X, 4, random);
    ASSERT_EQ(reach_of(start, target).reach, Reach::reachable);
    TrainingRun run(std::make_unique<MatchObjective>(start), {adam, queries_and_keys, target},
                    TrainingRun::History::not_kept);
    const auto difference = [&] {
      return (run.objective().trace().heads[0].weights - target).cwiseAbs().maxCoeff();
    };
    while (difference() > Scalar(0.01) && run.step() < most_steps) ASSERT_TRUE(run.advance());
    EXPECT_LE(difference(), Scalar(0.01)) << "target " << i;
  }
}

}  // namespace
}  // namespace attention_lab

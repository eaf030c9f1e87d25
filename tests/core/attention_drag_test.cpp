// Moving one attention weight by steps of W_q and W_k.
#include "core/training/attention_drag.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/document/target.h"
#include "random_documents.h"

namespace attention_lab {
namespace {

using attention_lab::testing::RandomDocuments;

const std::vector<std::string> four_words = {"Alice", "will", "eat", "pizza"};

Model random_model(RandomDocuments& random, Index n_tokens, Index d_model, Index d_k) {
  Model model;
  model.token_embeddings = random.matrix(n_tokens, d_model);
  for (int h = 0; h < 2; ++h) {
    Head head;
    head.W_q = random.matrix(d_model, d_k);
    head.W_k = random.matrix(d_model, d_k);
    head.W_v = random.matrix(d_model, d_k);
    model.heads.push_back(std::move(head));
  }
  return model;
}

CellRef weight_at(Index row, Index column, Index head = 0) {
  return {{MatrixName::weights, head}, row, column};
}

Matrix attention_of(const Model& model, Index head = 0) {
  Trace trace;
  forward(model, trace);
  return trace.heads[static_cast<std::size_t>(head)].weights;
}

/// Goes on until the drag no longer moves.
DragProgress settle(AttentionDrag& drag) {
  for (int i = 0; i < 1000 && drag.advance(10) == DragProgress::moving; ++i) {
  }
  return drag.progress();
}

TEST(AttentionDrag, BringsTheWeightWhereItIsWanted) {
  RandomDocuments random(41);
  for (const OtherWeights others : {OtherWeights::free, OtherWeights::held}) {
    for (const Mask mask : {Mask::none, Mask::causal}) {
      for (const double wanted : {0.05, 0.3, 0.7, 0.95}) {
        Model model = random_model(random, 4, 6, 4);
        model.options.mask = mask;
        const Matrix before = attention_of(model, 1);
        auto moved = std::move(AttentionDrag::begin(model, weight_at(3, 1, 1), others)).value();
        EXPECT_EQ(moved->progress(), DragProgress::reached) << "nothing is asked yet";
        moved->pull_to(wanted);
        EXPECT_EQ(settle(*moved), DragProgress::reached) << wanted;
        EXPECT_NEAR(moved->weight(), wanted, AttentionDrag::tolerance);
        const Matrix after = attention_of(moved->model(), 1);
        EXPECT_NEAR(static_cast<double>(after(3, 1)), moved->weight(), 1e-6);
        EXPECT_EQ(*moved->model().heads[0].W_q, *model.heads[0].W_q) << "the other head stays";
        EXPECT_EQ(*moved->model().heads[1].W_v, *model.heads[1].W_v);
        if (others == OtherWeights::free) continue;
        Matrix target = before;
        set_target_weight(target, mask, 3, 1, static_cast<Scalar>(wanted));
        EXPECT_LT((after - target).cwiseAbs().maxCoeff(), Scalar(0.02)) << wanted;
      }
    }
  }
}

TEST(AttentionDrag, FollowsAMovingTarget) {
  RandomDocuments random(42);
  const Model model = random_model(random, 4, 3, 2);
  const auto drag = std::move(AttentionDrag::begin(model, weight_at(0, 2), OtherWeights::free)).value();
  for (const double wanted : {0.4, 0.45, 0.6, 0.8, 0.2, 0.1}) {
    drag->pull_to(wanted);
    EXPECT_EQ(settle(*drag), DragProgress::reached);
    EXPECT_NEAR(drag->weight(), wanted, AttentionDrag::tolerance);
  }
  drag->pull_to(7);
  EXPECT_EQ(drag->wanted(), AttentionDrag::largest_weight);
  EXPECT_EQ(settle(*drag), DragProgress::reached);
}

TEST(AttentionDrag, AFewStepsAreQuickAndAllFinite) {
  RandomDocuments random(43);
  for (const Scalar size : {Scalar(1e-3), Scalar(1), Scalar(30)}) {
    Model model = random_model(random, 6, 8, 4);
    model.heads[0].W_q = Matrix(*model.heads[0].W_q * size);
    model.heads[0].W_k = Matrix(*model.heads[0].W_k * size);
    for (const OtherWeights others : {OtherWeights::free, OtherWeights::held}) {
      const auto drag = std::move(AttentionDrag::begin(model, weight_at(1, 4), others)).value();
      drag->pull_to(0.9);
      for (int i = 0; i < 50; ++i) {
        drag->advance(3);
        EXPECT_TRUE(drag->model().heads[0].W_q->allFinite());
        EXPECT_TRUE(drag->model().heads[0].W_k->allFinite());
        EXPECT_TRUE(std::isfinite(drag->weight()));
      }
      if (others == OtherWeights::free) {
        EXPECT_EQ(settle(*drag), DragProgress::reached) << size;
      }
    }
  }
}

std::string refusal(const Model& model, const CellRef& weight) {
  const auto drag = AttentionDrag::begin(model, weight, OtherWeights::free);
  return drag ? "" : drag.error().message;
}

TEST(AttentionDrag, SaysWhichWeightsNeverChange) {
  RandomDocuments random(44);
  Model model = random_model(random, 4, 3, 2);
  EXPECT_EQ(refusal(model, weight_at(0, 2)), "");
  model.options.mask = Mask::causal;
  EXPECT_EQ(refusal(model, weight_at(0, 2)), "The causal mask hides this key, so its weight is always 0.");
  EXPECT_EQ(refusal(model, weight_at(0, 0)), "This token sees only one key, so the weight is always 1.");
  Matrix X = *model.token_embeddings;
  X.row(1) = X.row(0);
  model.token_embeddings = X;
  EXPECT_EQ(
      refusal(model, weight_at(1, 0)),
      "All keys that this token sees have the same row of X, so they get equal weights, whatever W_q and "
      "W_k are.");
  EXPECT_EQ(refusal(model, weight_at(2, 0)), "");
  model.options.projection = Projection::identity;
  EXPECT_EQ(refusal(model, weight_at(2, 0)),
            "Simplified attention has no W_q and W_k, so this weight cannot be dragged.");
}

TEST(AttentionDrag, EqualKeysShareTheirAttention) {
  RandomDocuments random(45);
  Model model = random_model(random, 4, 6, 4);
  Matrix X = *model.token_embeddings;
  X.row(3) = X.row(1);
  model.token_embeddings = X;
  const auto drag = std::move(AttentionDrag::begin(model, weight_at(0, 1), OtherWeights::free)).value();
  drag->pull_to(0.45);
  EXPECT_EQ(settle(*drag), DragProgress::reached);
  drag->pull_to(0.8);
  EXPECT_EQ(settle(*drag), DragProgress::stuck);
  EXPECT_LE(drag->weight(), 0.5);
  EXPECT_GT(drag->weight(), 0.45);
  EXPECT_EQ(
      drag->describe_result(four_words),
      "The attention of “Alice” to “will” cannot be 0.8000: 2 keys have the same row of X, so each gets at "
      "most 1 ÷ 2.");
  drag->pull_to(0.3);
  EXPECT_EQ(settle(*drag), DragProgress::reached) << "it goes on after it was stuck";
}

TEST(AttentionDrag, SaysIfTheOthersCannotBeHeld) {
  RandomDocuments random(46);
  const std::vector<std::string> words = {"a", "b", "c", "d", "e", "f"};
  for (const Index d_k : {1, 6}) {
    const Model model = random_model(random, 6, 6, d_k);
    const auto held = std::move(AttentionDrag::begin(model, weight_at(2, 4), OtherWeights::held)).value();
    held->pull_to(0.9);
    EXPECT_EQ(held->describe_result(words), "") << "it is moving";
    EXPECT_EQ(settle(*held), DragProgress::reached);
    EXPECT_NEAR(held->weight(), 0.9, AttentionDrag::tolerance);
    if (d_k == 6) {
      EXPECT_LT(held->largest_change_of_others(), 0.01);
      EXPECT_EQ(held->describe_result(words), "");
    } else {
      EXPECT_GT(held->largest_change_of_others(), 0.05);
      EXPECT_NE(held->describe_result(words).find("but the other weights could not all be held"),
                std::string::npos)
          << held->describe_result(words);
    }
  }
}

TEST(AttentionDrag, WithoutAGradientNothingMoves) {
  RandomDocuments random(47);
  Model model = random_model(random, 4, 3, 2);
  model.heads[0].W_q = Matrix(Matrix::Zero(3, 2));
  model.heads[0].W_k = Matrix(Matrix::Zero(3, 2));
  const auto drag = std::move(AttentionDrag::begin(model, weight_at(0, 1), OtherWeights::free)).value();
  drag->pull_to(0.8);
  EXPECT_EQ(settle(*drag), DragProgress::stuck);
  EXPECT_EQ(
      drag->describe_result(four_words),
      "The attention of “Alice” to “will” stays at 0.2500, because the gradients of W_q and W_k are 0.");
}

}  // namespace
}  // namespace attention_lab

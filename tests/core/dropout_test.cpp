// Dropout of the weights: PyTorch's masks for the seed, and the stages after them.
#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/attention/matrix_name.h"
#include "core/random/torch_random.h"
#include "fixtures.h"
#include "random_models.h"
#include "traced.h"

namespace attention_lab {
namespace {

using testing::trace_of;

using fixtures::agree;

Model with_dropout(Model model, Scalar p, std::uint64_t seed) {
  model.options.dropout = {p, seed};
  return model;
}

TEST(Dropout, MaskOfSixTokensIsThatOfPyTorch) {
  const Matrix expected = fixtures::matrix_of(fixtures::read("chapter.json")["dropout_of_ones_seed_123"]);
  const Trace trace = trace_of(with_dropout(draw_model({}), Scalar(0.5), 123));
  EXPECT_EQ(trace.heads[0].dropout_mask, expected);
}

TEST(Dropout, CausalWeightsOfTheChapterAreDroppedAsInPyTorch) {
  const nlohmann::json chapter = fixtures::read("chapter.json");
  Model model = draw_model({.n_heads = 1});
  Head& head = model.heads[0];
  TorchRandom random(789);
  head.W_q = random.linear_weight(3, 2);
  head.W_k = random.linear_weight(3, 2);
  head.W_v = random.linear_weight(3, 2);
  head.b_q = head.b_k = head.b_v = RowVector();
  model.W_o = Matrix();
  model.b_o = RowVector();
  model.token_embeddings = fixtures::matrix_of(fixtures::read("forward.json")["simplified"]["embeddings"]);
  model.options = {};
  model.options.mask = Mask::causal;
  model.options.dropout = {Scalar(0.5), 123};
  const Trace trace = trace_of(model);
  const Matrix expected = fixtures::matrix_of(chapter["causal_weights_seed_789_then_dropout_seed_123"]);
  EXPECT_TRUE(agree(trace.heads[0].dropped_weights, expected, Scalar(1e-6)));
  EXPECT_TRUE(agree(trace.heads[0].head_output, expected * trace.heads[0].V, Scalar(1e-6)));
}

TEST(Dropout, SecondHeadGoesOnWhereTheFirstEnded) {
  const Trace two = trace_of(with_dropout(draw_model({.n_heads = 2}), Scalar(0.3), 7));
  TorchRandom random(7);
  std::vector<std::uint8_t> kept(36);
  for (const HeadStages& head : two.heads) {
    random.dropout_mask(0.3, kept.data(), 36);
    for (Index i = 0; i < 36; ++i)
      EXPECT_EQ(head.dropout_mask.data()[i] != 0, kept[static_cast<std::size_t>(i)] != 0) << i;
  }
}

TEST(Dropout, WeightsThemselvesStayAndEveryKeptOneIsDividedByOneMinusP) {
  const Model model = draw_model({.n_heads = 2});
  const Trace plain = trace_of(model);
  const Trace dropped = trace_of(with_dropout(model, Scalar(0.2), 5));
  for (std::size_t h = 0; h < 2; ++h) {
    EXPECT_EQ(dropped.heads[h].weights, plain.heads[h].weights);
    for (Index i = 0; i < 36; ++i) {
      const Scalar weight = plain.heads[h].weights.data()[i];
      const Scalar result = dropped.heads[h].dropped_weights.data()[i];
      const bool is_kept = dropped.heads[h].dropout_mask.data()[i] != 0;
      EXPECT_NEAR(result, is_kept ? weight / Scalar(0.8) : 0, 1e-6);
    }
  }
}

TEST(Dropout, OffLeavesNoMatricesAndTheOldNumbers) {
  const Model model = draw_model({});
  const Trace plain = trace_of(model);
  Trace trace = trace_of(with_dropout(model, Scalar(0.5), 1));
  forward(model, trace);
  EXPECT_EQ(trace.heads[0].dropped_weights.size(), 0);
  EXPECT_EQ(trace.heads[0].dropout_mask.size(), 0);
  EXPECT_EQ(trace.context, plain.context);
}

TEST(Dropout, MaskIsDrawnAnewWhenSeedOrSizeChangesAndStaysOtherwise) {
  Model model = with_dropout(draw_model({}), Scalar(0.5), 1);
  Trace trace = trace_of(model);
  const Matrix first = trace.heads[0].dropout_mask;
  model.heads[0].W_q.edit()(0, 0) += 1;
  forward(model, trace);
  EXPECT_EQ(trace.heads[0].dropout_mask, first);
  model.options.dropout.seed = 2;
  forward(model, trace);
  EXPECT_NE(trace.heads[0].dropout_mask, first);
  model.options.dropout = {};
  forward(model, trace);
  model.options.dropout = {Scalar(0.5), 1};
  forward(model, trace);
  EXPECT_EQ(trace.heads[0].dropout_mask, first) << "after it was off";
  Matrix longer(7, 3);
  longer << *model.token_embeddings, RowVector::Ones(3);
  model.token_embeddings = longer;
  forward(model, trace);
  EXPECT_EQ(trace.heads[0].dropout_mask, trace_of(model).heads[0].dropout_mask) << "of another size";
}

}  // namespace
}  // namespace attention_lab

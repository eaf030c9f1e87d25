#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/attention/positions.h"
#include "core/steps/step.h"
#include "random_documents.h"
#include "random_models.h"
#include "step_checks.h"
#include "traced.h"

namespace attention_lab {
namespace {

using testing::RandomDocuments;
using testing::small_document;
using testing::trace_of;
using testing::Variant;

std::vector<StepKind> kinds_of(const std::vector<Step>& steps) {
  std::vector<StepKind> kinds;
  for (const Step& step : steps) kinds.push_back(step.kind);
  return kinds;
}

Index count(const std::vector<Step>& steps, StepKind kind) {
  return std::count_if(steps.begin(), steps.end(), [&](const Step& step) { return step.kind == kind; });
}

Index index_of(const std::vector<Step>& steps, const Step& wanted) {
  return std::find(steps.begin(), steps.end(), wanted) - steps.begin();
}

TEST(Steps, ShowTheNumbersOfTheForwardPassUnderEveryOption) {
  RandomDocuments random(41);
  for (const Variant& variant : testing::all_variants()) {
    const Model model = random.document(variant).model;
    testing::check_all_steps(model, trace_of(model));
    if (HasFailure()) return;
  }
}

TEST(Steps, ShowTheNumbersOfTheForwardPassWhereSumsAreTooLongToAddTermByTerm) {
  for (const Sizes& sizes : {Sizes{5, 20, 2, 3, 4}, Sizes{4, 6, 1, 12, 9}, Sizes{40, 3, 1, 2, 2}}) {
    Model model = draw_model(sizes);
    testing::check_all_steps(model, trace_of(model));
    model.options.mask = Mask::causal;
    testing::check_all_steps(model, trace_of(model));
  }
}

TEST(Steps, GoFromTheEmbeddingToTheContextAsOnPaper) {
  using enum StepKind;
  const Model model = small_document().model;  // 3 tokens, d_model 3, d_k 2
  const std::vector<StepKind> expected = {
      embedding,   query_term,   query_term,      query_term,   query_term,  query_term,
      query_term,  key,          score_term,      score_term,   score,       key,
      score_term,  score_term,   score,           key,          score_term,  score_term,
      score,       scaled_score, scaled_score,    scaled_score, row_maximum, exponential,
      exponential, exponential,  exponential_sum, weight,       weight,      weight,
      value,       accumulation, value,           accumulation, value,       accumulation,
  };
  EXPECT_EQ(kinds_of(steps_of(model, 1)), expected);
}

TEST(Steps, MaskBiasHeadsAndOutputEachAddTheirOwn) {
  using enum StepKind;
  RandomDocuments random(3);
  Model model = small_document().model;
  model.options.mask = Mask::causal;
  model.heads[0].b_q = random.row(2);
  model.heads.push_back(model.heads[0]);
  model.W_o = random.matrix(4, 3);
  const std::vector<Step> steps = steps_of(model, 0);
  EXPECT_EQ(count(steps, mask), 1);
  EXPECT_EQ(count(steps, query_bias), 2);
  EXPECT_EQ(count(steps, concatenation), 1);
  EXPECT_EQ(steps.back().kind, output);
  EXPECT_EQ(index_of(steps, {mask, 0, 0, 0, 0}), index_of(steps, {row_maximum, 0, 0, 0, 0}) - 1);
  EXPECT_EQ(index_of(steps, {query_bias, 0, 0, 0, 0}), index_of(steps, {query_term, 0, 0, 0, 2}) + 1);
}

TEST(Steps, TicksTellTheOutputOfAHeadFromTheContext) {
  Document document = small_document();
  EXPECT_STREQ(tick_name(document.model, Stage::head_outputs), "Context");
  document.model.heads.push_back(document.model.heads.front());
  EXPECT_STREQ(tick_name(document.model, Stage::head_outputs), "Head output");
  EXPECT_STREQ(tick_name(document.model, Stage::concatenated), "Context") << "without W_o";
  EXPECT_STREQ(tick_name(document.model, Stage::contexts), "Context");
}

TEST(Steps, PositionsAndDropoutEachAddTheirOwn) {
  using enum StepKind;
  Model model = small_document().model;
  const std::vector<Step> plain = steps_of(model, 1);
  EXPECT_EQ(count(plain, position), 0);
  EXPECT_EQ(count(plain, dropout), 0);
  model.options.positions = Positions::sinusoidal;
  model.position_embeddings = sinusoidal_positions(3, 3);
  model.options.dropout = {Scalar(0.5), 123};
  const std::vector<Step> steps = steps_of(model, 1);
  EXPECT_EQ(std::ssize(steps), std::ssize(plain) + 2);
  ASSERT_EQ(count(steps, position), 1);
  ASSERT_EQ(count(steps, dropout), 1);
  EXPECT_EQ(index_of(steps, {position, 1, 0, 0, 0}), index_of(steps, {embedding, 1, 0, 0, 0}) + 1);
  EXPECT_EQ(index_of(steps, {dropout, 1, 0, 0, 0}), index_of(steps, {weight, 1, 2, 0, 0}) + 1);
  EXPECT_EQ(index_of(steps, {dropout, 1, 0, 0, 0}), index_of(steps, {value, 1, 0, 0, 0}) - 1);
}

TEST(Steps, LookUpTheWordAddItsPlaceAndMixWithWhatDropoutLeaves) {
  Model model = small_document().model;
  model.options.positions = Positions::sinusoidal;
  model.position_embeddings = sinusoidal_positions(3, 3);
  model.options.dropout = {Scalar(0.5), 123};
  const Trace trace = trace_of(model);
  using enum MatrixName;
  const auto row = [](MatrixName name, Index i) { return Place{{name, 0}, i, std::nullopt}; };
  const auto whole = [](MatrixName name) { return Place{{name, 0}, std::nullopt, std::nullopt}; };
  const auto expect = [&](StepKind kind, const std::vector<Place>& operands, const Place& result) {
    const StepNumbers numbers = numbers_of(model, trace, 0, {kind, is_of_all_tokens(kind) ? 0 : 1, 0, 0, 0});
    EXPECT_EQ(numbers.operands, operands) << static_cast<int>(kind);
    EXPECT_EQ(numbers.results, std::vector{result}) << static_cast<int>(kind);
  };
  expect(StepKind::embedding, {}, row(token_embeddings, 1));
  expect(StepKind::position, {row(token_embeddings, 1), row(position_embeddings, 1)}, row(X, 1));
  expect(StepKind::dropout, {row(weights, 1)}, row(dropped_weights, 1));
  expect(StepKind::accumulation, {Place{{dropped_weights, 0}, 1, 0}, row(V, 0)}, row(context, 1));
  expect(StepKind::all_embeddings, {}, whole(token_embeddings));
  expect(StepKind::all_positions, {whole(token_embeddings), whole(position_embeddings)}, whole(X));
  expect(StepKind::all_dropped_weights, {whole(weights)}, whole(dropped_weights));
  expect(StepKind::all_head_outputs, {whole(dropped_weights), whole(V)}, whole(context));
}

TEST(Steps, SimplifiedAttentionCopiesItsQueryAndMakesNoKeysOrValues) {
  using enum StepKind;
  Model model = small_document().model;
  model.options.projection = Projection::identity;
  const std::vector<Step> steps = steps_of(model, 2);
  EXPECT_EQ(steps[1].kind, query);
  EXPECT_EQ(count(steps, key), 0);
  EXPECT_EQ(count(steps, value), 0);
  EXPECT_EQ(count(steps, query_term), 0);
  EXPECT_EQ(steps.back().kind, accumulation);
}

TEST(Steps, LightWhatTakesPartAndFrameWhatComesOfIt) {
  const Model model = small_document().model;
  const Trace trace = trace_of(model);
  const auto row = [](MatrixName name, Index i) { return Place{{name, 0}, i, std::nullopt}; };
  const auto cell = [](MatrixName name, Index i, Index j) { return Place{{name, 0}, i, j}; };
  const auto whole = [](MatrixName name) { return Place{{name, 0}, std::nullopt, std::nullopt}; };
  const auto expect = [&](const Step& step, const std::vector<Place>& operands, const Place& result) {
    const StepNumbers numbers = numbers_of(model, trace, 0, step);
    EXPECT_EQ(numbers.operands, operands) << static_cast<int>(step.kind);
    EXPECT_EQ(numbers.results, std::vector{result}) << static_cast<int>(step.kind);
  };
  using enum MatrixName;
  expect({StepKind::embedding, 1, 0, 0, 0}, {}, row(X, 1));
  expect({StepKind::query_term, 1, 0, 1, 2}, {cell(X, 1, 2), cell(W_q, 2, 1)}, cell(Q, 1, 1));
  expect({StepKind::query_entry, 1, 0, 1, 0}, {row(X, 1), Place{{W_q, 0}, std::nullopt, 1}}, cell(Q, 1, 1));
  expect({StepKind::key, 1, 2, 0, 0}, {row(X, 2), whole(W_k)}, row(K, 2));
  expect({StepKind::score_term, 1, 2, 0, 1}, {cell(Q, 1, 1), cell(K, 2, 1)}, cell(scores, 1, 2));
  expect({StepKind::score, 1, 2, 0, 0}, {row(Q, 1), row(K, 2)}, cell(scores, 1, 2));
  expect({StepKind::scaled_score, 1, 2, 0, 0}, {cell(scores, 1, 2)}, cell(scaled_scores, 1, 2));
  // Without a mask, softmax reads the scaled scores.
  expect({StepKind::exponential, 1, 2, 0, 0}, {cell(scaled_scores, 1, 2)}, cell(weights, 1, 2));
  expect({StepKind::exponential_sum, 1, 0, 0, 0}, {row(weights, 1)}, row(weights, 1));
  expect({StepKind::weight, 1, 2, 0, 0}, {row(weights, 1)}, cell(weights, 1, 2));
  expect({StepKind::value, 1, 2, 0, 0}, {row(X, 2), whole(W_v)}, row(V, 2));
  // With one head and without W_o, the head output is the context.
  expect({StepKind::accumulation, 1, 2, 0, 0}, {cell(weights, 1, 2), row(V, 2)}, row(context, 1));
  expect({StepKind::all_scores, 0, 0, 0, 0}, {whole(Q), whole(K)}, whole(scores));
}

TEST(Steps, AHeadWithoutABiasBesideOneThatHasOneStillEndsInItsQuery) {
  RandomDocuments random(4);
  Model model = small_document().model;
  model.heads.push_back(model.heads[0]);
  model.heads[1].b_q = random.row(2);
  const Trace trace = trace_of(model);
  const Step bias{StepKind::query_bias, 1, 0, 1, 0};
  ASSERT_LT(index_of(steps_of(model, 1), bias), std::ssize(steps_of(model, 1)));
  for (Index head = 0; head < 2; ++head) {
    const StepNumbers numbers = numbers_of(model, trace, head, bias);
    const Scalar q = trace.heads[static_cast<std::size_t>(head)].Q(1, 1);
    EXPECT_EQ(numbers.values.front(), q);
    EXPECT_EQ(numbers.bias.has_value(), head == 1);
    EXPECT_FALSE(numbers.is_partial);
  }
}

TEST(Steps, ThereAreAFewThousandForTheLargestDocuments) {
  const Model model = draw_model({1024, 768, 1, 64, 64});
  const std::vector<Step> steps = steps_of(model, 1023);
  EXPECT_LT(std::ssize(steps), 8000);
  EXPECT_EQ(count(steps, StepKind::weight), 1024);
  EXPECT_EQ(count(steps, StepKind::query), 1);
  EXPECT_EQ(count(steps, StepKind::score_term), 0);
}

TEST(Steps, AreTheSameForEveryTokenButForTheTokenItself) {
  RandomDocuments random(5);
  for (int i = 0; i < 50; ++i) {
    const Model model = random.document().model;
    std::vector<Step> first = steps_of(model, 0);
    for (Index token = 1; token < model.n_tokens(); ++token) {
      for (Step& step : first) step.token = token;
      EXPECT_EQ(steps_of(model, token), first);
    }
  }
}

TEST(Steps, KeepTheirNumbersWhereScoresLeaveTheRangeOfTheScalar) {
  Model model = small_document().model;
  model.options.projection = Projection::identity;
  const Scalar huge = std::sqrt(std::numeric_limits<Scalar>::max()) * 2;
  model.token_embeddings = Matrix(Matrix::Zero(3, 1));
  model.token_embeddings.edit()(0, 0) = huge;
  const Trace trace = trace_of(model);
  const StepNumbers weight = numbers_of(model, trace, 0, {StepKind::weight, 0, 0, 0, 0});
  EXPECT_EQ(weight.values.front(), 1);
  EXPECT_EQ(weight.exponentials, (std::vector<Scalar>{1, 0, 0}));
}

TEST(MatrixSteps, AreFiveProductsAndATranspose) {
  using enum StepKind;
  const std::vector<StepKind> expected = {all_embeddings,    all_queries,         all_keys,
                                          all_values,        all_transposed_keys, all_scores,
                                          all_scaled_scores, all_weights,         all_head_outputs};
  EXPECT_EQ(kinds_of(matrix_steps_of(small_document().model)), expected);
}

TEST(MatrixSteps, OfSimplifiedAttentionAreTwoProductsAndATranspose) {
  using enum StepKind;
  Model model = small_document().model;
  model.options.projection = Projection::identity;
  model.options.mask = Mask::causal;
  const std::vector<StepKind> expected = {all_embeddings,    all_transposed_keys, all_scores,
                                          all_scaled_scores, all_masked_scores,   all_weights,
                                          all_head_outputs};
  EXPECT_EQ(kinds_of(matrix_steps_of(model)), expected);
}

TEST(MatrixSteps, OfPositionsAndDropoutAreOneStepEach) {
  using enum StepKind;
  Model model = small_document().model;
  model.options.positions = Positions::learned;
  model.position_embeddings = model.token_embeddings;
  model.options.dropout = {Scalar(0.25), 1};
  const std::vector<StepKind> expected = {
      all_embeddings, all_positions,       all_queries,     all_keys,
      all_values,     all_transposed_keys, all_scores,      all_scaled_scores,
      all_weights,    all_dropped_weights, all_head_outputs};
  EXPECT_EQ(kinds_of(matrix_steps_of(model)), expected);
}

TEST(MatrixSteps, EndInWhatFollowsTheHeads) {
  using enum StepKind;
  RandomDocuments random(6);
  const Model model = random.document({Projection::trainable, 3, true, true, Mask::none, {}, 1}).model;
  const std::vector<StepKind> kinds = kinds_of(matrix_steps_of(model));
  ASSERT_GE(kinds.size(), 2U);
  EXPECT_EQ(kinds[kinds.size() - 2], all_concatenated);
  EXPECT_EQ(kinds.back(), all_contexts);
}

TEST(SameStage, OfAnotherTokenIsTheSameStep) {
  const Model model = small_document().model;
  const std::vector<Step> from = steps_of(model, 0);
  const std::vector<Step> to = steps_of(model, 2);
  ASSERT_FALSE(from.empty());
  for (Index at = 0; at < std::ssize(from); ++at) EXPECT_EQ(same_stage(from, at, to), at);
}

TEST(SameStage, OfAllTokensIsTheMatrixThatTheStepWorksOn) {
  RandomDocuments random(7);
  for (const Variant& variant : testing::all_variants()) {
    const Model model = random.document(variant).model;
    const std::vector<Step> one = steps_of(model, 0);
    const std::vector<Step> all = matrix_steps_of(model);
    for (Index at = 0; at < std::ssize(one); ++at) {
      const Step& step = one[static_cast<std::size_t>(at)];
      const Step& there = all[static_cast<std::size_t>(same_stage(one, at, all))];
      // A copied query is not a matrix product.
      const bool is_copy = step.kind == StepKind::query && variant.projection == Projection::identity;
      const Stage before = model.has_positions() ? Stage::positions : Stage::embeddings;
      EXPECT_EQ(stage_of(there.kind), is_copy ? before : stage_of(step.kind));
    }
  }
}

TEST(SameStage, OfOneTokenIsWhereTheStageBegins) {
  const Model model = small_document().model;
  const std::vector<Step> one = steps_of(model, 1);
  const std::vector<Step> all = matrix_steps_of(model);
  const auto kind_at = [&](StepKind kind) {
    const Index at = index_of(all, {kind, 0, 0, 0, 0});
    return one[static_cast<std::size_t>(same_stage(all, at, one))];
  };
  EXPECT_EQ(kind_at(StepKind::all_embeddings), (Step{StepKind::embedding, 1, 0, 0, 0}));
  EXPECT_EQ(kind_at(StepKind::all_queries), (Step{StepKind::query_term, 1, 0, 0, 0}));
  EXPECT_EQ(kind_at(StepKind::all_keys), (Step{StepKind::key, 1, 0, 0, 0}));
  EXPECT_EQ(kind_at(StepKind::all_transposed_keys), (Step{StepKind::key, 1, 0, 0, 0}));
  EXPECT_EQ(kind_at(StepKind::all_values), (Step{StepKind::value, 1, 0, 0, 0}));
  EXPECT_EQ(kind_at(StepKind::all_scores), (Step{StepKind::score_term, 1, 0, 0, 0}));
  EXPECT_EQ(kind_at(StepKind::all_weights), (Step{StepKind::row_maximum, 1, 0, 0, 0}));
  EXPECT_EQ(kind_at(StepKind::all_head_outputs), (Step{StepKind::accumulation, 1, 0, 0, 0}));
}

TEST(SameStage, AfterAnEditIsTheStageBeforeWhereThereIsNoSuchStageAnyMore) {
  Model model = small_document().model;
  model.options.mask = Mask::causal;
  const std::vector<Step> masked = steps_of(model, 1);
  model.options.mask = Mask::none;
  const std::vector<Step> open = steps_of(model, 1);
  const Index at = same_stage(masked, index_of(masked, {StepKind::mask, 1, 0, 0, 0}), open);
  EXPECT_EQ(open[static_cast<std::size_t>(at)].kind, StepKind::scaled_score);
  model.options.dropout = {Scalar(0.5), 1};
  const std::vector<Step> dropping = steps_of(model, 1);
  const Index back = same_stage(dropping, index_of(dropping, {StepKind::dropout, 1, 0, 0, 0}), open);
  EXPECT_EQ(open[static_cast<std::size_t>(back)].kind, StepKind::row_maximum);
  model.options.dropout = {};
  model.token_embeddings = Matrix(Matrix::Ones(1, 3));  // as if two tokens were deleted
  const std::vector<Step> shorter = steps_of(model, 0);
  const Index last = same_stage(open, std::ssize(open) - 1, shorter);
  EXPECT_EQ(shorter[static_cast<std::size_t>(last)].kind, StepKind::accumulation);
}

TEST(SameStage, OfNothingIsTheBeginning) {
  EXPECT_EQ(same_stage({}, 3, matrix_steps_of(small_document().model)), 0);
  EXPECT_EQ(same_stage(matrix_steps_of(small_document().model), 3, {}), 0);
}

}  // namespace
}  // namespace attention_lab

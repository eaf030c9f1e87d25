#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/attention/matrix_name.h"
#include "core/attention/rounding.h"
#include "core/mistakes/giveaway.h"
#include "core/mistakes/mistake.h"
#include "fixtures.h"
#include "random_documents.h"
#include "random_models.h"
#include "special_numbers.h"

namespace attention_lab {
namespace {

using fixtures::agree;
using testing::infinity;
using testing::RandomDocuments;
using testing::Variant;

Trace right(const Model& model) {
  Trace trace;
  forward(model, trace);
  return trace;
}

/// The wrong trace; fails the test if the mistake cannot be made.
Trace wrong(const Model& model, Mistake mistake) {
  Result<Trace> trace = forward_with_mistake(model, mistake);
  EXPECT_TRUE(trace) << to_string(mistake) << ": " << (trace ? "" : trace.error().message);
  return trace ? *std::move(trace) : Trace{};
}

Giveaway giveaway_in(const Model& model, Mistake mistake) {
  return attention_lab::giveaway_of(model, mistake, right(model), wrong(model, mistake));
}

bool are_equal_or_nan(const Matrix& a, const Matrix& b) {
  const auto is_same = [](Scalar x, Scalar y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::equal(a.data(), a.data() + a.size(), b.data(), is_same);
}

/// Null means −∞, and "nan" means NaN.
Matrix matrix_with_nan(const nlohmann::json& rows) {
  Matrix matrix(static_cast<Index>(rows.size()), static_cast<Index>(rows.at(0).size()));
  for (Index i = 0; i < matrix.rows(); ++i)
    for (Index j = 0; j < matrix.cols(); ++j) {
      const nlohmann::json& value = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
      matrix(i, j) =
          value.is_string() ? std::numeric_limits<Scalar>::quiet_NaN() : fixtures::number_of(value);
    }
  return matrix;
}

/// Like agree(), but with NaN in the same places.
::testing::AssertionResult agree_with_nan(Matrix actual, Matrix expected, Scalar tolerance) {
  if (actual.rows() == expected.rows() && actual.cols() == expected.cols()) {
    for (Index i = 0; i < actual.size(); ++i) {
      if (!std::isnan(actual.data()[i]) || !std::isnan(expected.data()[i])) continue;
      actual.data()[i] = 0;
      expected.data()[i] = 0;
    }
  }
  return agree(actual, expected, tolerance);
}

Model causal(Model model) {
  model.options.mask = Mask::causal;
  return model;
}

/// Every stage before `until`, in order of computation, of every head.
std::vector<Matrix> stages_before(const Model& model, const Trace& trace, MatrixName until) {
  std::vector<Matrix> stages;
  for (const HeadStages& head : trace.heads) {
    if (until == MatrixName::Q) continue;
    stages.insert(stages.end(), {head.Q, head.K, head.V});
    if (until == MatrixName::scores) continue;
    stages.push_back(head.scores);
    if (until == MatrixName::scaled_scores) continue;
    stages.push_back(head.scaled_scores);
    if (until == MatrixName::masked_scores) continue;
    stages.push_back(scores_for_softmax(model, head));
    EXPECT_EQ(until, MatrixName::weights);
  }
  return stages;
}

// ----------------------------------------------------------------------------------------------- names

TEST(Mistake, EachHasANameOfItsOwnAndSaysWhatIsWrong) {
  std::set<std::string_view> names, titles;
  for (const Mistake mistake : all_mistakes) {
    EXPECT_EQ(mistake_from(to_string(mistake)), mistake);
    names.insert(to_string(mistake));
    const MistakeText& text = text_of(mistake);
    titles.insert(text.title);
    EXPECT_EQ(text.what_is_wrong.back(), '.');
    EXPECT_EQ(text.how_to_notice.back(), '.');
    EXPECT_FALSE(text.wrong_code.empty());
    EXPECT_FALSE(text.right_code.empty());
    EXPECT_NE(text.wrong_code, text.right_code);
    EXPECT_FALSE(wrong_formula(mistake, first_wrong_stage(mistake)).empty()) << to_string(mistake);
    EXPECT_TRUE(wrong_formula(mistake, MatrixName::context).empty());
  }
  EXPECT_EQ(names.size(), all_mistakes.size());
  EXPECT_EQ(titles.size(), all_mistakes.size());
  EXPECT_EQ(mistake_from("softmax"), std::nullopt);
  EXPECT_EQ(mistake_from(""), std::nullopt);
}

// --------------------------------------------------------------------------------------------- PyTorch

TEST(Mistake, EveryStageEqualsWhatTheSameMistakeGivesInPyTorch) {
  std::set<Mistake> seen;
  const nlohmann::json cases = fixtures::read("mistakes.json");
  for (const auto& [name, document] : cases.items()) {
    SCOPED_TRACE(name);
    const std::optional<Mistake> mistake = mistake_from(document.at("mistake").get<std::string>());
    ASSERT_TRUE(mistake);
    seen.insert(*mistake);
    const Model model = fixtures::model_of(document);
    const Trace trace = wrong(model, *mistake);
    const nlohmann::json& expected = document.at("trace");
    EXPECT_NEAR(static_cast<double>(trace.divisor), expected.at("divisor").get<double>(), 1e-6);
    ASSERT_EQ(trace.heads.size(), expected.at("heads").size());
    for (std::size_t h = 0; h < trace.heads.size(); ++h) {
      const auto stage = [&](const char* member) {
        return matrix_with_nan(expected.at("heads")[h].at(member));
      };
      constexpr Scalar tolerance = Scalar(1e-5);
      const HeadStages& head = trace.heads[h];
      EXPECT_TRUE(agree(head.Q, stage("Q"), tolerance));
      EXPECT_TRUE(agree(head.K, stage("K"), tolerance));
      EXPECT_TRUE(agree(head.V, stage("V"), tolerance));
      EXPECT_TRUE(agree(head.scores, stage("scores"), tolerance));
      EXPECT_TRUE(agree(head.scaled_scores, stage("scaled_scores"), tolerance));
      EXPECT_TRUE(agree(scores_for_softmax(model, head), stage("masked_scores"), tolerance));
      EXPECT_TRUE(agree_with_nan(head.weights, stage("weights"), tolerance));
      EXPECT_TRUE(agree_with_nan(head.head_output, stage("head_output"), tolerance));
    }
    EXPECT_TRUE(agree_with_nan(trace.context, matrix_with_nan(expected.at("context")), Scalar(1e-5)));
  }
  EXPECT_EQ(seen.size(), all_mistakes.size());
}

// ------------------------------------------------------------------------------------ random documents

TEST(Mistake, WhatComesBeforeItStaysAsItIsBitForBit) {
  RandomDocuments random(4);
  std::multiset<Mistake> made;
  for (int i = 0; i < 1000; ++i) {
    const Model model = random.document().model;
    const Trace expected = right(model);
    for (const Mistake mistake : all_mistakes) {
      const Result<Trace> trace = forward_with_mistake(model, mistake);
      if (!trace) continue;
      made.insert(mistake);
      ASSERT_EQ(trace->heads.size(), expected.heads.size());
      const MatrixName first_wrong = first_wrong_stage(mistake);
      const std::vector<Matrix> actual_stages = stages_before(model, *trace, first_wrong);
      const std::vector<Matrix> expected_stages = stages_before(model, expected, first_wrong);
      ASSERT_EQ(actual_stages.size(), expected_stages.size());
      for (std::size_t s = 0; s < actual_stages.size(); ++s)
        ASSERT_TRUE(are_equal_or_nan(actual_stages[s], expected_stages[s])) << to_string(mistake);
      ASSERT_EQ(trace->context.rows(), expected.context.rows());
      ASSERT_EQ(trace->context.cols(), expected.context.cols());
    }
  }
  for (const Mistake mistake : all_mistakes) EXPECT_GT(made.count(mistake), 10u) << to_string(mistake);
}

TEST(Mistake, MaskAfterSoftmaxRenormalisedIsRightAfterAll) {
  RandomDocuments random(5);
  for (int i = 0; i < 1000; ++i) {
    Variant variant = random.variant();
    variant.mask = Mask::causal;
    const Model model = random.document(variant).model;
    const Trace expected = right(model);
    const Trace actual = wrong(model, Mistake::mask_after_softmax_renormalised);
    for (std::size_t h = 0; h < expected.heads.size(); ++h)
      ASSERT_TRUE(agree(actual.heads[h].weights, expected.heads[h].weights, Scalar(1e-6)));
    const Scalar size = std::max(Scalar{1}, expected.context.cwiseAbs().maxCoeff());
    ASSERT_TRUE(agree(actual.context, expected.context, Scalar(1e-6) * size));
  }
}

TEST(Mistake, RowsThatSeeNothingAreNaNWithoutTheMaximum) {
  Model model = testing::small_document().model;
  model.options.mask = Mask::padded(1, false);
  EXPECT_TRUE(wrong(model, Mistake::softmax_without_maximum).heads[0].weights.row(2).array().isNaN().all());
  EXPECT_FALSE(wrong(model, Mistake::mask_after_softmax).heads[0].weights.hasNaN());
  EXPECT_TRUE(giveaway_in(model, Mistake::softmax_without_maximum).has_nan);
}

TEST(Mistake, EachMaskCanComeAfterSoftmaxButOnlyTheCausalOneStandsUpsideDown) {
  Model model = testing::small_document().model;
  for (const Mask& mask :
       {Mask::sliding_window({1, 0}), Mask::padded(1, true), Mask::of_cells(VisibleCells::Identity(3, 3))}) {
    model.options.mask = mask;
    const Trace late = wrong(model, Mistake::mask_after_softmax);
    for (Index i = 0; i < 3; ++i)
      for (Index j = 0; j < 3; ++j) EXPECT_EQ(late.heads[0].weights(i, j) > 0, is_visible(mask, i, j, 3));
    const Result<Trace> upside_down = forward_with_mistake(model, Mistake::mask_upside_down);
    ASSERT_FALSE(upside_down);
    EXPECT_EQ(
        upside_down.error().message,
        "Only the causal mask can stand upside down like this; set the mask to causal to see this mistake.");
  }
}

TEST(Mistake, SoftmaxWithoutMaximumIsRightAsLongAsNothingOverflows) {
  RandomDocuments random(6);
  int n_moderate = 0;
  for (int i = 0; i < 1000; ++i) {
    const Model model = random.document().model;
    if (has_empty_row(model.options.mask, model.n_tokens())) continue;  // 0 ÷ 0
    const Trace expected = right(model);
    const Trace actual = wrong(model, Mistake::softmax_without_maximum);
    for (std::size_t h = 0; h < expected.heads.size(); ++h) {
      if (expected.heads[h].scaled_scores.cwiseAbs().maxCoeff() / model.options.temperature > 80) continue;
      ++n_moderate;
      ASSERT_TRUE(agree(actual.heads[h].weights, expected.heads[h].weights, Scalar(1e-5)));
    }
  }
  EXPECT_GT(n_moderate, 500);
}

TEST(Mistake, SoftmaxOverQueriesGivesColumnsThatSumToOne) {
  RandomDocuments random(7);
  for (int i = 0; i < 300; ++i) {
    const Model model = random.document().model;
    const Giveaway giveaway = giveaway_in(model, Mistake::softmax_over_queries);
    EXPECT_TRUE(giveaway.column_sums_are_one);
    EXPECT_EQ(giveaway.sees_future, false);
  }
}

TEST(Mistake, MaskUpsideDownHidesExactlyThePast) {
  RandomDocuments random(8);
  for (int i = 0; i < 300; ++i) {
    Variant variant = random.variant();
    variant.mask = Mask::causal;
    const Model model = random.document(variant).model;
    for (const HeadStages& head : wrong(model, Mistake::mask_upside_down).heads)
      for (Index row = 0; row < head.weights.rows(); ++row)
        for (Index column = 0; column < head.weights.cols(); ++column) {
          EXPECT_EQ(head.masked_scores(row, column) == -infinity, column < row);
          if (column < row) {
            EXPECT_EQ(head.weights(row, column), 0);
          }
        }
  }
}

// No mistake concerns positions or dropout: X and the dropout mask must be unchanged.
TEST(Mistake, LeavesPositionsAndDropoutAsTheyAre) {
  RandomDocuments random(14);
  std::multiset<Mistake> made;
  for (const Variant& variant : testing::all_variants(1)) {
    const Model model = random.document(variant).model;
    const Trace expected = right(model);
    for (const Mistake mistake : all_mistakes) {
      const Result<Trace> trace = forward_with_mistake(model, mistake);
      if (!trace) continue;
      SCOPED_TRACE(to_string(mistake));
      ASSERT_TRUE(are_equal_or_nan(trace->X, expected.X));
      for (std::size_t h = 0; h < trace->heads.size(); ++h) {
        const HeadStages& head = trace->heads[h];
        ASSERT_TRUE(are_equal_or_nan(head.dropout_mask, expected.heads[h].dropout_mask));
        if (!model.has_dropout()) continue;
        made.insert(mistake);
        ASSERT_TRUE(are_equal_or_nan(head.dropped_weights, head.weights.cwiseProduct(head.dropout_mask)));
        const Matrix& values = mistake == Mistake::keys_and_values_exchanged ? head.K : head.V;
        ASSERT_TRUE(agree_with_nan(head.head_output, head.dropped_weights * values, Scalar(1e-5)));
      }
    }
  }
  for (const Mistake mistake : all_mistakes) EXPECT_GE(made.count(mistake), 3u) << to_string(mistake);
}

// The stages after the weights must have the same bits as those of the engine, block by block.
TEST(Mistake, StagesAfterTheMistakeAreTheEngines) {
  for (const Sizes& sizes : {Sizes{6, 3, 1, 2, 2}, Sizes{129, 20, 3, 8, 5}, Sizes{300, 64, 2, 32, 48}}) {
    Model model = causal(draw_model(sizes));
    if (sizes.n_heads > 1) model.options.dropout = {Scalar(0.5), 123};
    const Trace expected = right(model);
    Trace trace = expected;
    for (HeadStages& head : trace.heads) {
      head.weights.setConstant(7);
      head.dropped_weights.setConstant(7);
      head.head_output.setConstant(7);
    }
    trace.concatenated.setConstant(7);
    trace.context.setConstant(7);
    mistakes::redo_softmax(model, trace);
    mistakes::redo_output(model, trace);
    for (std::size_t h = 0; h < trace.heads.size(); ++h) {
      EXPECT_TRUE(are_equal_or_nan(trace.heads[h].weights, expected.heads[h].weights));
      EXPECT_TRUE(are_equal_or_nan(trace.heads[h].dropped_weights, expected.heads[h].dropped_weights));
      EXPECT_TRUE(are_equal_or_nan(trace.heads[h].head_output, expected.heads[h].head_output));
    }
    EXPECT_TRUE(are_equal_or_nan(trace.concatenated, expected.concatenated));
    EXPECT_TRUE(are_equal_or_nan(trace.context, expected.context));
  }
}

// ------------------------------------------------------------------------------------ what cannot be done

TEST(Mistake, ThatCannotBeMadeSaysWhy) {
  const Model plain = draw_model({.n_tokens = 4, .d_model = 3, .d_k = 2, .d_v = 4});
  Model identity = plain;
  identity.options.projection = Projection::identity;
  identity.heads.clear();
  Model unscaled = plain;
  unscaled.options.scale.kind = Scale::Kind::none;
  const Model square = draw_model({.n_tokens = 4, .d_model = 3, .d_k = 3, .d_v = 3});

  const struct {
    const Model& model;
    Mistake mistake;
    ErrorCode code;
    std::string part;
  } cases[] = {
      {plain, Mistake::transposed_weights, ErrorCode::wrong_shape, "W_q is (3 × 2)"},
      {identity, Mistake::transposed_weights, ErrorCode::not_found, "no weights"},
      {square, Mistake::sqrt_d_model, ErrorCode::not_found, "both 3"},
      {unscaled, Mistake::sqrt_d_model, ErrorCode::not_found, "does not divide by √d_k"},
      {unscaled, Mistake::no_scaling, ErrorCode::not_found, "The divisor of this document is 1"},
      {plain, Mistake::mask_after_softmax, ErrorCode::not_found, "no mask"},
      {plain, Mistake::mask_after_softmax_renormalised, ErrorCode::not_found, "no mask"},
      {plain, Mistake::mask_upside_down, ErrorCode::not_found, "no mask"},
      {plain, Mistake::keys_and_values_exchanged, ErrorCode::wrong_shape, "d_k is 2 and d_v is 4"},
      {identity, Mistake::keys_and_values_exchanged, ErrorCode::not_found, "both X"},
  };
  for (const auto& [model, mistake, code, part] : cases) {
    const Result<Trace> trace = forward_with_mistake(model, mistake);
    ASSERT_FALSE(trace) << to_string(mistake);
    EXPECT_EQ(trace.error().code, code) << to_string(mistake);
    EXPECT_NE(trace.error().message.find(part), std::string::npos) << trace.error().message;
    EXPECT_EQ(trace.error().message.back(), '.');
  }
}

TEST(Mistake, TransposedValuesThatDoNotFitAreNamed) {
  const Model model = draw_model({.n_tokens = 4, .d_model = 3, .d_k = 3, .d_v = 2});
  const Result<Trace> trace = forward_with_mistake(model, Mistake::transposed_weights);
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().place, "heads[0].W_v");
}

// -------------------------------------------------------------------------------------------- giveaways

Model journey() {
  return fixtures::model_of(fixtures::read("forward.json").at("rand_seed_123"));
}

TEST(Giveaway, OfTheRightNumbersIsNothing) {
  const Model model = causal(journey());
  const Giveaway giveaway = giveaway_in(model, Mistake::mask_after_softmax_renormalised);
  EXPECT_TRUE(giveaway.numbers_agree);
  EXPECT_TRUE(giveaway.row_sums_are_one);
  EXPECT_FALSE(giveaway.column_sums_are_one);
  EXPECT_FALSE(giveaway.sees_future);
  EXPECT_FALSE(giveaway.leaks_future);
  EXPECT_FALSE(giveaway.has_nan);
  EXPECT_LT(giveaway.largest_difference, 1e-6);
  EXPECT_LT(giveaway.largest_weight_difference, 1e-6);
  EXPECT_EQ(phrases_of(giveaway, Mistake::mask_after_softmax_renormalised),
            std::vector<std::string>{"nothing, the numbers agree with the correct computation"});
}

TEST(Giveaway, OfTheWrongAxisIsColumnsThatSumToOne) {
  const Giveaway giveaway = giveaway_in(journey(), Mistake::softmax_over_queries);
  EXPECT_TRUE(giveaway.column_sums_are_one);
  EXPECT_FALSE(giveaway.row_sums_are_one);
  EXPECT_LT(giveaway.smallest_row_sum, 0.99);
  EXPECT_GT(giveaway.largest_row_sum, 1.01);
  EXPECT_FALSE(giveaway.numbers_agree);
  EXPECT_EQ(phrases_of(giveaway, Mistake::softmax_over_queries)
                .front()
                .rfind("each column of weights sums to 1", 0),
            0u);
}

TEST(Giveaway, OfTheWrongAxisUnderAMaskIsThatTheFutureLeaks) {
  const Giveaway giveaway = giveaway_in(causal(journey()), Mistake::softmax_over_queries);
  EXPECT_FALSE(giveaway.sees_future);
  EXPECT_TRUE(giveaway.leaks_future);
}

TEST(Giveaway, OfAMaskAfterSoftmaxIsRowsBelowOneThatStillDependOnLaterTokens) {
  const Giveaway giveaway = giveaway_in(causal(journey()), Mistake::mask_after_softmax);
  EXPECT_FALSE(giveaway.row_sums_are_one);
  EXPECT_FALSE(giveaway.column_sums_are_one);
  EXPECT_LT(giveaway.smallest_row_sum, 0.3);  // "Your" keeps about a sixth
  EXPECT_NEAR(giveaway.largest_row_sum, 1, 1e-6);
  EXPECT_FALSE(giveaway.sees_future);
  EXPECT_TRUE(giveaway.leaks_future);
}

TEST(Giveaway, OfAMaskUpsideDownIsAFutureTokenSeen) {
  const Giveaway giveaway = giveaway_in(causal(journey()), Mistake::mask_upside_down);
  EXPECT_TRUE(giveaway.sees_future);
  EXPECT_TRUE(giveaway.row_sums_are_one);
  EXPECT_GT(giveaway.largest_weight_difference, 0.8);  // "Your" no longer attends only to itself
}

TEST(Giveaway, OfAWrongDivisorIsTheDivisorAndTheSharpnessOfTheRows) {
  const Giveaway too_large = giveaway_in(journey(), Mistake::sqrt_d_model);
  EXPECT_NEAR(too_large.divisor, std::sqrt(3.0), 1e-6);
  EXPECT_NEAR(too_large.right_divisor, std::sqrt(2.0), 1e-6);
  EXPECT_GT(too_large.mean_entropy, too_large.right_mean_entropy);
  EXPECT_TRUE(too_large.row_sums_are_one);
  const Giveaway none = giveaway_in(journey(), Mistake::no_scaling);
  EXPECT_EQ(none.divisor, 1);
  EXPECT_LT(none.mean_entropy, none.right_mean_entropy);
  EXPECT_EQ(phrases_of(none, Mistake::no_scaling).front(), "scores are divided by 1.0000 instead of 1.4142");
}

TEST(Giveaway, OfShapesThatFitByLuckIsTheLuck) {
  const Model square = draw_model({.n_tokens = 5, .d_model = 3, .d_k = 3, .d_v = 3});
  for (const Mistake mistake : {Mistake::transposed_weights, Mistake::keys_and_values_exchanged}) {
    const Giveaway giveaway = giveaway_in(square, mistake);
    EXPECT_TRUE(giveaway.fits_by_luck);
    EXPECT_TRUE(giveaway.row_sums_are_one);
    EXPECT_FALSE(giveaway.numbers_agree);
    EXPECT_GT(giveaway.largest_difference, 0.01);
  }
}

TEST(Giveaway, OfSymmetricWeightsTransposedIsLuckAlone) {
  Model model = draw_model({.n_tokens = 5, .d_model = 3, .d_k = 3, .d_v = 3});
  for (Shared<Matrix>* W : {&model.heads[0].W_q, &model.heads[0].W_k, &model.heads[0].W_v})
    *W = Matrix(**W + (*W)->transpose());
  const Giveaway giveaway = giveaway_in(model, Mistake::transposed_weights);
  EXPECT_TRUE(giveaway.numbers_agree);
  EXPECT_EQ(phrases_of(giveaway, Mistake::transposed_weights).back(),
            "yet the numbers agree with the correct computation");
}

TEST(Giveaway, OfSoftmaxWithoutMaximumIsNan) {
  Model model = journey();
  EXPECT_FALSE(giveaway_in(model, Mistake::softmax_without_maximum).has_nan);
  model.token_embeddings.edit() *= 1000;
  const Giveaway giveaway = giveaway_in(model, Mistake::softmax_without_maximum);
  EXPECT_TRUE(giveaway.has_nan);
  EXPECT_FALSE(giveaway.row_sums_are_one);
  EXPECT_FALSE(giveaway.numbers_agree);
  EXPECT_TRUE(std::isinf(giveaway.largest_difference));
  EXPECT_EQ(phrases_of(giveaway, Mistake::softmax_without_maximum),
            std::vector<std::string>{"NaN where the correct computation has numbers"});
}

// ------------------------------------------------------------------------------------ numbers of any size

/// Like GPT-2 before training: everything is drawn from N(0, 0.02).
Model gpt_2_start(Index n_tokens, Index d_k, unsigned seed, Mask mask) {
  std::mt19937 random(seed);
  const auto draw = [&](Index rows, Index columns) {
    return draw_matrix(rows, columns, random, Scalar(0.02));
  };
  Model model;
  model.options.mask = mask;
  model.token_embeddings = draw(n_tokens, 64);
  Head& head = model.heads.emplace_back();
  head.W_q = draw(64, d_k);
  head.W_k = draw(64, d_k);
  head.W_v = draw(64, d_k);
  return model;
}

bool is_right_in_the_end(Mistake mistake) {
  return mistake == Mistake::mask_after_softmax_renormalised || mistake == Mistake::softmax_without_maximum;
}

TEST(Giveaway, TellsEveryMistakeFromTheRightPassAtTheScaleOfGpt2) {
  for (const Index n_tokens : {4, 6, 12, 32})
    for (const Mask mask : {Mask::none, Mask::causal})
      for (unsigned seed = 1; seed <= 20; ++seed) {
        std::multiset<Mistake> made;
        for (const Mistake mistake : all_mistakes) {
          // Transposed weights fit only if they are square.
          const Index d_k = mistake == Mistake::transposed_weights ? 64 : 16;
          const Model model = gpt_2_start(n_tokens, d_k, seed, mask);
          if (!forward_with_mistake(model, mistake)) continue;
          made.insert(mistake);
          const Giveaway giveaway = giveaway_in(model, mistake);
          EXPECT_EQ(giveaway.numbers_agree, is_right_in_the_end(mistake))
              << to_string(mistake) << ", " << n_tokens << " tokens, seed " << seed;
          EXPECT_FALSE(giveaway.has_nan);
          if (mistake == Mistake::softmax_over_queries) {
            EXPECT_TRUE(giveaway.column_sums_are_one);
            EXPECT_FALSE(giveaway.row_sums_are_one) << n_tokens << " tokens, seed " << seed;
          } else if (mistake != Mistake::mask_after_softmax) {
            EXPECT_TRUE(giveaway.row_sums_are_one) << to_string(mistake);
          }
          if (mask == Mask::causal && mistake != Mistake::mask_upside_down) {
            EXPECT_EQ(giveaway.leaks_future,
                      mistake == Mistake::softmax_over_queries || mistake == Mistake::mask_after_softmax)
                << to_string(mistake) << ", " << n_tokens << " tokens, seed " << seed;
          }
        }
        EXPECT_EQ(made.size(), mask == Mask::causal ? all_mistakes.size() : all_mistakes.size() - 3);
      }
}

TEST(Giveaway, SaysHowFarSumsAreFromOneWhereFourDecimalsCannot) {
  const Giveaway giveaway = giveaway_in(gpt_2_start(6, 16, 1, Mask::none), Mistake::softmax_over_queries);
  const std::string phrase = phrases_of(giveaway, Mistake::softmax_over_queries).front();
  EXPECT_EQ(phrase.rfind("each column of weights sums to 1, but the rows sum to 1 − ", 0), 0u) << phrase;
  EXPECT_NE(phrase.find("e-"), std::string::npos) << phrase;
}

/// The same softmax and the same products with sums in reverse order, from the last token to the first, in
/// Scalar.
Trace in_reverse_order(const Model& model, Trace trace) {
  for (HeadStages& head : trace.heads) {
    const Matrix& scores = scores_for_softmax(model, head);
    const Index n = head.weights.rows();
    for (Index i = 0; i < n; ++i) {
      const Scalar largest = scores.row(i).maxCoeff();
      Scalar sum = 0;
      for (Index j = n - 1; j >= 0; --j) {
        head.weights(i, j) =
            std::exp(scores(i, j) / model.options.temperature - largest / model.options.temperature);
        sum += head.weights(i, j);
      }
      for (Index j = 0; j < n; ++j) head.weights(i, j) *= 1 / sum;
      for (Index c = 0; c < head.V.cols(); ++c) {
        Scalar output = 0;
        for (Index j = n - 1; j >= 0; --j) output += head.weights(i, j) * head.V(j, c);
        head.head_output(i, c) = output;
      }
    }
  }
  Index first = 0;
  for (const HeadStages& head : trace.heads) {
    trace.concatenated.middleCols(first, head.V.cols()) = head.head_output;
    first += head.V.cols();
  }
  if (!model.has_output_projection()) {
    trace.context = trace.concatenated;
    return trace;
  }
  for (Index i = 0; i < trace.context.rows(); ++i)
    for (Index c = 0; c < trace.context.cols(); ++c) {
      Scalar output = model.b_o->size() > 0 ? model.b_o->data()[c] : Scalar{0};
      for (Index a = trace.concatenated.cols() - 1; a >= 0; --a)
        output += trace.concatenated(i, a) * (*model.W_o)(a, c);
      trace.context(i, c) = output;
    }
  return trace;
}

TEST(Giveaway, ARightComputationInAnotherOrderAgreesHoweverLargeTheNumbersAre) {
  for (const Scalar factor :
       {Scalar(1e-3), Scalar(1e-2), Scalar(0.1), Scalar(1), Scalar(10), Scalar(100), Scalar(1e3)})
    for (const Index n_tokens : {1, 2, 6, 40, 300})
      for (unsigned seed = 1; seed <= 3; ++seed) {
        std::vector<Model> models;
        for (const Mask mask : {Mask::none, Mask::causal})
          models.push_back(gpt_2_start(n_tokens, 16, seed, mask));
        models.push_back(draw_model({n_tokens, 33, 3, 9, 5}, seed));
        models.push_back(causal(draw_model({n_tokens, 3, 1, 2, 2}, seed)));
        for (Model& model : models) {
          model.token_embeddings.edit() *= factor;
          const Trace expected = right(model);
          const Giveaway giveaway = attention_lab::giveaway_of(model, Mistake::no_scaling, expected,
                                                               in_reverse_order(model, expected));
          EXPECT_TRUE(giveaway.numbers_agree)
              << "X times " << factor << ", " << n_tokens << " tokens, seed " << seed << ", weights off by "
              << giveaway.largest_weight_difference << ", context by " << giveaway.largest_difference;
          EXPECT_TRUE(giveaway.row_sums_are_one) << factor << ", " << n_tokens;
        }
      }
}

// Only if the later tokens do not take all of the weight.
TEST(Giveaway, AMaskAfterSoftmaxRenormalisedAgreesHoweverLargeTheNumbersAre) {
  for (const Scalar factor :
       {Scalar(1e-3), Scalar(1e-2), Scalar(0.1), Scalar(1), Scalar(10), Scalar(100), Scalar(1e3)})
    for (unsigned seed = 1; seed <= 10; ++seed) {
      Model model = gpt_2_start(12, 16, seed, Mask::causal);
      model.token_embeddings.edit() *= factor;
      EXPECT_TRUE(giveaway_in(model, Mistake::mask_after_softmax_renormalised).numbers_agree)
          << "X times " << factor << ", seed " << seed;
      EXPECT_FALSE(giveaway_in(model, Mistake::softmax_over_queries).numbers_agree)
          << "X times " << factor << ", seed " << seed;
    }
}

// Covers sums whose rounding errors all have the same sign. Dropout divides the weights it keeps by 1 − p,
// which also magnifies every error of the context.
TEST(Giveaway, AMaskAfterSoftmaxRenormalisedAgreesUnderDropout) {
  for (unsigned seed = 1; seed <= 1000; ++seed) {
    Model model = causal(draw_model({.n_tokens = 4, .d_model = 4, .d_k = 4, .d_v = 4}, seed));
    model.options.dropout = {Scalar(0.99), seed};
    ASSERT_TRUE(giveaway_in(model, Mistake::mask_after_softmax_renormalised).numbers_agree) << seed;
  }
}

TEST(Giveaway, LooksAtTheWeightsBeforeDropout) {
  Model model = draw_model({.n_tokens = 6, .d_model = 4, .d_k = 2, .d_v = 2});
  model.options.dropout = {Scalar(0.5), 123};
  const Giveaway giveaway = giveaway_in(model, Mistake::no_scaling);
  EXPECT_TRUE(giveaway.row_sums_are_one);
  const Giveaway masked = giveaway_in(causal(model), Mistake::mask_upside_down);
  EXPECT_TRUE(masked.sees_future);
}

TEST(Giveaway, AThousandEqualWeightsBesideALargeOneAgree) {
  for (const Scalar logit : {Scalar(-2.3), Scalar(-1), Scalar(-0.01), Scalar(3), Scalar(6)}) {
    Model model;
    model.options.projection = Projection::identity;
    model.options.scale.kind = Scale::Kind::none;
    Matrix X = Matrix::Constant(1000, 1, logit);
    X(0, 0) = 1;
    model.token_embeddings = X;
    EXPECT_TRUE(giveaway_in(model, Mistake::softmax_without_maximum).numbers_agree) << logit;
    model.options.mask = Mask::causal;
    EXPECT_TRUE(giveaway_in(model, Mistake::mask_after_softmax_renormalised).numbers_agree) << logit;
  }
}

TEST(Giveaway, FindsNoFutureWhereThereIsNone) {
  RandomDocuments random(9);
  for (int i = 0; i < 300; ++i) {
    Variant variant = random.variant();
    variant.mask = Mask::causal;
    const Model model = random.document(variant).model;
    for (const Mistake mistake :
         {Mistake::transposed_weights, Mistake::sqrt_d_model, Mistake::no_scaling,
          Mistake::mask_after_softmax_renormalised, Mistake::keys_and_values_exchanged}) {
      const Result<Trace> trace = forward_with_mistake(model, mistake);
      if (!trace) continue;
      const Giveaway giveaway = attention_lab::giveaway_of(model, mistake, right(model), *trace);
      EXPECT_FALSE(giveaway.sees_future) << to_string(mistake);
      EXPECT_FALSE(giveaway.leaks_future) << to_string(mistake);
    }
  }
}

TEST(Giveaway, AlwaysHasSomethingToSay) {
  RandomDocuments random(10);
  for (int i = 0; i < 300; ++i) {
    const Model model = random.document().model;
    for (const Mistake mistake : all_mistakes) {
      const Result<Trace> trace = forward_with_mistake(model, mistake);
      if (!trace) continue;
      const Giveaway giveaway = attention_lab::giveaway_of(model, mistake, right(model), *trace);
      const std::vector<std::string> phrases = phrases_of(giveaway, mistake);
      ASSERT_FALSE(phrases.empty());
      for (const std::string& phrase : phrases) EXPECT_EQ(phrase.find("nan"), std::string::npos) << phrase;
    }
  }
}

}  // namespace
}  // namespace attention_lab

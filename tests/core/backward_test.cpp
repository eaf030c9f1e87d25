#include "core/attention/backward.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "every_matrix.h"
#include "fixtures.h"
#include "random_documents.h"
#include "random_models.h"
#include "special_numbers.h"
#include "traced.h"

namespace attention_lab {
namespace {

using testing::epsilon;
using testing::infinity;
using testing::not_a_number;
using testing::trace_of;

using attention_lab::testing::all_variants;
using attention_lab::testing::every_matrix;
using attention_lab::testing::RandomDocuments;
using attention_lab::testing::Variant;
using fixtures::agree;

Stages gradients_of(const Model& model, const Trace& trace, const std::vector<Seed>& seeds) {
  Stages gradients;
  backward(model, trace, seeds, gradients);
  return gradients;
}

// Two tokens with Q = K = V = X and a divisor of 1.
Model identity_model(const Matrix& X) {
  Model model;
  model.options.projection = Projection::identity;
  model.options.scale.kind = Scale::Kind::none;
  model.token_embeddings = X;
  return model;
}

// ------------------------------------------------------------------------------------------- PyTorch

// Compares with a relative tolerance of 1e-5. In float, numbers far below the largest of their matrix are
// sums of larger ones that cancel, so the error is relative to at least a tenth of the largest. A matrix of
// exact zeros, like the gradient of b_k, contains only rounding errors here and in PyTorch.
::testing::AssertionResult agree_relatively(const Matrix& actual, const Matrix& expected) {
  const Scalar largest = expected.cwiseAbs().maxCoeff();
  if (largest < Scalar(1e-14)) return agree(actual, expected, epsilon);
  const Scalar least = sizeof(Scalar) == sizeof(float) ? largest / 10 : largest * Scalar(1e-9);
  for (Index i = 0; i < expected.rows(); ++i)
    for (Index j = 0; j < expected.cols(); ++j) {
      const Scalar size = std::max(std::abs(expected(i, j)), least);
      auto found = agree(actual.block(i, j, 1, 1), expected.block(i, j, 1, 1), Scalar(1e-5) * size);
      if (!found) return found << " at [" << i << "," << j << "]";
    }
  return ::testing::AssertionSuccess();
}

class BackwardFixture : public ::testing::TestWithParam<std::string> {};

TEST_P(BackwardFixture, EveryGradientEqualsPyTorch) {
  const nlohmann::json document = fixtures::read("gradients.json").at(GetParam());
  const Model model = fixtures::model_of(document);
  const Trace trace = trace_of(model);
  const auto ref_of = [](const nlohmann::json& entry) {
    return MatrixRef{*matrix_name_from(entry.at("matrix").get<std::string>()), entry.at("head").get<Index>()};
  };
  const auto numbers_of = [](const nlohmann::json& entry) {
    const nlohmann::json& gradient = entry.at("gradient");
    return gradient.at(0).is_array() ? fixtures::matrix_of(gradient) : Matrix(fixtures::vector_of(gradient));
  };

  std::vector<Matrix> given;
  for (const nlohmann::json& seed : document.at("seeds")) given.push_back(numbers_of(seed));
  std::vector<Seed> seeds;
  for (std::size_t i = 0; i < given.size(); ++i)
    seeds.push_back({ref_of(document.at("seeds")[i]), view_of(given[i])});
  const Stages gradients = gradients_of(model, trace, seeds);

  EXPECT_EQ(document.at("gradients").size(), every_matrix(model, trace).size());
  for (const nlohmann::json& entry : document.at("gradients")) {
    const MatrixRef ref = ref_of(entry);
    const MatrixView actual = matrix_view(gradients, ref);
    const Matrix expected = numbers_of(entry);
    ASSERT_EQ(actual.rows(), expected.rows()) << to_string(ref, 2);
    ASSERT_EQ(actual.cols(), expected.cols()) << to_string(ref, 2);
    EXPECT_TRUE(agree_relatively(actual, expected)) << to_string(ref, 2);
  }
}

INSTANTIATE_TEST_SUITE_P(Backward, BackwardFixture,
                         ::testing::Values("match_target", "match_target_causal", "context_error",
                                           "context_error_causal", "identity", "identity_everything", "bias",
                                           "temperature_and_divisor", "wide_values", "three_heads_causal",
                                           "two_heads_output_projection", "two_heads_everything"),
                         [](const auto& instance) { return instance.param; });

TEST(Backward, EveryFixtureHasATest) {
  EXPECT_EQ(fixtures::read("gradients.json").size(), 12U);
}

// -------------------------------------------------------------------------------------------- shapes

TEST(Backward, GradientsHaveTheShapesOfTheModelAndTheTrace) {
  RandomDocuments random(1);
  Stages gradients;  // reused on purpose, whatever it held before
  for (const Variant& variant : all_variants()) {
    const Document document = random.document(variant);
    const Trace trace = trace_of(document.model);
    const Matrix ones = Matrix::Ones(trace.context.rows(), trace.context.cols());
    backward(document.model, trace, std::array{Seed{{MatrixName::context}, view_of(ones)}}, gradients);
    for (const MatrixName name : all_matrix_names)
      for (Index head = 0; head < 4; ++head) {
        const MatrixView given = matrix_view(document.model, trace, {name, head});
        const MatrixView gradient = matrix_view(gradients, {name, head});
        EXPECT_EQ(gradient.rows(), given.rows()) << to_string(MatrixRef{name, head}, 4);
        EXPECT_EQ(gradient.cols(), given.cols()) << to_string(MatrixRef{name, head}, 4);
      }
  }
}

TEST(Backward, NothingMovesAnObjectiveThatReadsNothing) {
  const Model model = draw_model({});
  const Trace trace = trace_of(model);
  const Stages gradients = gradients_of(model, trace, {});
  for (const MatrixRef& ref : every_matrix(model, trace)) {
    EXPECT_TRUE(matrix_view(gradients, ref).isZero(0)) << to_string(ref);
  }
}

TEST(Backward, SeedsOfOneMatrixAddUp) {
  const Model model = draw_model({});
  const Trace trace = trace_of(model);
  const Matrix ones = Matrix::Ones(6, 3);
  const Matrix threes = Matrix::Constant(6, 3, 3);
  const Seed one{{MatrixName::context}, view_of(ones)};
  const Seed three{{MatrixName::context}, view_of(threes)};
  const Stages thrice = gradients_of(model, trace, {one, one, one});
  const Stages once = gradients_of(model, trace, {three});
  EXPECT_TRUE(agree(thrice.X, once.X, 4 * epsilon));
  EXPECT_TRUE(agree(thrice.heads[0].W_q, once.heads[0].W_q, 4 * epsilon));
}

TEST(Backward, SeedOfAnInputReachesNothingElse) {
  const Model model = draw_model({});
  const Trace trace = trace_of(model);
  const RowVector ones = RowVector::Ones(2);
  const Stages gradients = gradients_of(model, trace, {{{MatrixName::b_q}, view_of(ones)}});
  for (const MatrixRef& ref : every_matrix(model, trace)) {
    const MatrixView gradient = matrix_view(gradients, ref);
    if (ref.name == MatrixName::b_q)
      EXPECT_TRUE(gradient.isOnes(0));
    else
      EXPECT_TRUE(gradient.isZero(0)) << to_string(ref);
  }
}

TEST(Backward, LargeProblemEqualsPlainArithmetic) {
  // Larger than one piece of the products in every dimension.
  Model model = draw_model({.n_tokens = 300, .d_model = 150, .n_heads = 1, .d_k = 140, .d_v = 170});
  model.options.mask = Mask::causal;
  const Trace trace = trace_of(model);
  std::mt19937 random(2);
  const Matrix seed = draw_matrix(300, 150, random);
  const Stages gradients = gradients_of(model, trace, {{{MatrixName::context}, view_of(seed)}});

  const auto precise = [](const Matrix& matrix) -> Eigen::MatrixXd { return matrix.cast<double>(); };
  const HeadStages& head = trace.heads[0];
  const Eigen::MatrixXd head_output = precise(seed) * precise(*model.W_o).transpose();
  const Eigen::MatrixXd weights = head_output * precise(head.V).transpose();
  const Eigen::MatrixXd V = precise(head.weights).transpose() * head_output;
  Eigen::MatrixXd scores(300, 300);
  for (Index i = 0; i < 300; ++i) {
    const Eigen::RowVectorXd w = precise(head.weights.row(i));
    scores.row(i) = w.cwiseProduct(weights.row(i)) - w * w.dot(weights.row(i));
  }
  scores /= std::sqrt(140.0);
  const Eigen::MatrixXd Q = scores * precise(head.K);
  const Eigen::MatrixXd K = scores.transpose() * precise(head.Q);
  const Eigen::MatrixXd X = Q * precise(*model.heads[0].W_q).transpose() +
                            K * precise(*model.heads[0].W_k).transpose() +
                            V * precise(*model.heads[0].W_v).transpose();
  const auto expect = [](const Matrix& actual, const Eigen::MatrixXd& expected, const char* name) {
    const Matrix rounded = expected.cast<Scalar>();
    const Scalar tolerance = 100 * epsilon * rounded.cwiseAbs().maxCoeff();
    EXPECT_TRUE(agree(actual, rounded, tolerance)) << name;
  };
  expect(gradients.W_o, precise(trace.concatenated).transpose() * precise(seed), "W_o");
  expect(gradients.b_o, precise(seed).colwise().sum(), "b_o");
  expect(gradients.heads[0].scores, scores, "scores");
  expect(gradients.heads[0].Q, Q, "Q");
  expect(gradients.heads[0].K, K, "K");
  expect(gradients.heads[0].V, V, "V");
  expect(gradients.heads[0].W_k, precise(*model.token_embeddings).transpose() * K, "W_k");
  expect(gradients.X, X, "X");
}

// ------------------------------------------------------------------------------- masks and saturation

TEST(Backward, NothingPassesAHiddenCell) {
  Model model = draw_model({.n_tokens = 5, .n_heads = 2});
  model.options.mask = Mask::causal;
  const Trace trace = trace_of(model);
  const Matrix ones = Matrix::Ones(5, 3);
  // Seeds of masked cells must not matter.
  Matrix seed_of_weights = Matrix::Ones(5, 5);
  seed_of_weights.triangularView<Eigen::StrictlyUpper>().setConstant(not_a_number);
  const Stages gradients = gradients_of(model, trace,
                                        {{{MatrixName::context}, view_of(ones)},
                                         {{MatrixName::weights, 1}, view_of(seed_of_weights)},
                                         {{MatrixName::masked_scores, 1}, view_of(seed_of_weights)}});
  EXPECT_TRUE(gradients.X.allFinite());
  for (const HeadStages& head : gradients.heads)
    for (Index i = 0; i < 5; ++i)
      for (Index j = i + 1; j < 5; ++j) {
        EXPECT_EQ(head.scaled_scores(i, j), 0);
        EXPECT_EQ(head.scores(i, j), 0);
      }
}

TEST(Backward, SaturatedSoftmaxGivesZerosNotNan) {
  Matrix X(2, 2);
  X << 1000, 0, 0, 1000;  // scores 1e6 and 0
  const Model model = identity_model(X);
  const Trace trace = trace_of(model);
  ASSERT_TRUE(trace.heads[0].weights.isIdentity(0));
  const Matrix seed = (Matrix(2, 2) << 1, -2, 3, 4).finished();
  const Stages gradients = gradients_of(model, trace, {{{MatrixName::context}, view_of(seed)}});
  EXPECT_TRUE(gradients.heads[0].masked_scores.isZero(0));
  EXPECT_TRUE(gradients.heads[0].scores.isZero(0));
  EXPECT_TRUE(gradients.heads[0].Q.isZero(0));
  EXPECT_TRUE(gradients.heads[0].K.isZero(0));
  EXPECT_TRUE(agree(gradients.X, seed, 0)) << "through V alone";
}

TEST(Backward, InfiniteSeedOfAWeightThatIsZeroDoesNotMatter) {
  Matrix X(2, 2);
  X << 1000, 0, 0, 1000;
  const Model model = identity_model(X);
  // −target ÷ weights, as the gradient of −Σ target·log weights
  const Matrix seed = (Matrix(2, 2) << -1, -infinity, -infinity, -1).finished();
  const Stages gradients = gradients_of(model, trace_of(model), {{{MatrixName::weights}, view_of(seed)}});
  EXPECT_TRUE(gradients.X.isZero(0));
}

TEST(Backward, ScoresBeyondTheRangeOfNumbersGiveZeros) {
  const Scalar huge = std::sqrt(std::numeric_limits<Scalar>::max()) * 2;
  Matrix X(3, 1);
  X << huge, -huge, huge;  // scores ±∞
  const Model model = identity_model(X);
  const Trace trace = trace_of(model);
  ASSERT_EQ(trace.heads[0].weights(0, 0), Scalar(0.5));
  const Matrix seed = (Matrix(3, 3) << 1, 2, 3, 4, 5, 6, 7, 8, 9).finished();
  const Stages gradients = gradients_of(model, trace, {{{MatrixName::weights}, view_of(seed)}});
  EXPECT_TRUE(gradients.heads[0].scores.isZero(0));
  EXPECT_TRUE(gradients.X.isZero(0));
}

TEST(Backward, FullyMaskedRowGivesZeros) {
  const Model model = identity_model(Matrix::Ones(2, 2));
  Trace trace = trace_of(model);
  trace.heads[0].scaled_scores.row(1).setConstant(-infinity);
  trace.heads[0].weights.row(1).setZero();
  const Matrix seed = (Matrix(2, 2) << 1, 2, 3, 4).finished();
  const Stages gradients = gradients_of(model, trace, {{{MatrixName::weights}, view_of(seed)}});
  EXPECT_TRUE(gradients.heads[0].scores.row(1).isZero(0));
  EXPECT_FALSE(gradients.heads[0].scores.row(0).isZero(0));
  EXPECT_TRUE(gradients.X.allFinite());
}

TEST(Backward, OneTokenHasNothingToShiftItsAttentionTo) {
  const Model model = draw_model({.n_tokens = 1});
  const Matrix ones = Matrix::Ones(1, 3);
  const Stages gradients = gradients_of(model, trace_of(model), {{{MatrixName::context}, view_of(ones)}});
  EXPECT_TRUE(gradients.heads[0].W_q.isZero(0));
  EXPECT_TRUE(gradients.heads[0].W_k.isZero(0));
  EXPECT_FALSE(gradients.heads[0].W_v.isZero(0));
}

TEST(Backward, NanInOneTokenIsShownNotHidden) {
  Model model = draw_model({.n_tokens = 4});
  model.token_embeddings.edit()(3, 0) = not_a_number;
  const Matrix ones = Matrix::Ones(4, 3);
  const Stages gradients = gradients_of(model, trace_of(model), {{{MatrixName::context}, view_of(ones)}});
  EXPECT_TRUE(gradients.heads[0].W_q.hasNaN());
}

}  // namespace
}  // namespace attention_lab

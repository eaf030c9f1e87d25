// The forward pass at the limits of Scalar, as documented in core/attention/forward.h.
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/forward_with.h"
#include "core/attention/matrix_name.h"
#include "core/attention/softmax.h"
#include "kernel_variants.h"
#include "random_models.h"
#include "special_numbers.h"

namespace attention_lab {
namespace {

using testing::infinity;

using Limits = std::numeric_limits<Scalar>;

class FloatRange : public testing::EachVariant {
 protected:
  std::vector<Scalar> softmax_of(const std::vector<Scalar>& logits, Scalar temperature = 1) const {
    std::vector<Scalar> probabilities(logits.size());
    kernels().softmax(logits.data(), probabilities.data(), static_cast<Index>(logits.size()), temperature);
    return probabilities;
  }

  Matrix stage_of(const Model& model, MatrixName name) const {
    Trace trace;
    forward_with(kernels(), model, trace);
    return matrix_view(model, trace, {name});
  }
};
INSTANTIATE_TEST_SUITE_P(Variant, FloatRange, testing::every_variant(), testing::name_of_variant);

// Q = K = V = X.
Model simplified(const Matrix& X, Scalar divisor) {
  Model model;
  model.token_embeddings = X;
  model.options.projection = Projection::identity;
  model.options.scale = {Scale::Kind::custom, divisor};
  return model;
}

TEST_P(FloatRange, DifferenceBeyondTheRangeOnceDividedIsAWeightOfZero) {
  EXPECT_EQ(softmax_of({0, -1, -2}, Limits::min()), (std::vector<Scalar>{1, 0, 0}));
  EXPECT_EQ(softmax_of({5, 5, -Limits::max()}, Limits::min()), (std::vector<Scalar>{0.5, 0.5, 0}));
}

TEST_P(FloatRange, LargeEntriesDividedByASmallTemperatureGiveNoNan) {
  // exp(large ÷ T − large ÷ T) would be NaN.
  constexpr Scalar large = Limits::max() / 4;
  EXPECT_EQ(softmax_of({large, large, 0}, Scalar(0.01)), (std::vector<Scalar>{0.5, 0.5, 0}));
}

TEST_P(FloatRange, InfinitiesInARowShareItAndOnlyMinusInfinitiesLeaveNothing) {
  EXPECT_EQ(softmax_of({infinity, 3, infinity}), (std::vector<Scalar>{0.5, 0, 0.5}));
  EXPECT_EQ(softmax_of({infinity, -infinity}), (std::vector<Scalar>{1, 0}));
  EXPECT_EQ(softmax_of({-infinity, -infinity}), (std::vector<Scalar>{0, 0}));
}

TEST_P(FloatRange, SmallestDivisorGivesEqualScoresEqualWeights) {
  const Matrix weights = stage_of(simplified(Matrix::Zero(2, 1), Limits::min()), MatrixName::weights);
  EXPECT_EQ(weights, Matrix::Constant(2, 2, Scalar(0.5)));
}

TEST_P(FloatRange, ScoresThatTheDivisorMakesInfiniteShareTheirRow) {
  // In float the divisor is 2⁻¹²⁶: 16 ÷ divisor exceeds the range, which ends at 2¹²⁸; 1 ÷ divisor does not.
  const Model model = simplified(Matrix{{4}, {4}, {Scalar(0.25)}}, Limits::min());
  const Matrix scaled = stage_of(model, MatrixName::scaled_scores);
  EXPECT_EQ(scaled(0, 0), infinity);
  EXPECT_EQ(scaled(0, 1), infinity);
  EXPECT_TRUE(std::isfinite(scaled(2, 2)));
  EXPECT_EQ(stage_of(model, MatrixName::weights).row(0), (Matrix{{Scalar(0.5), Scalar(0.5), 0}}).row(0));
}

TEST_P(FloatRange, ProductPastTheRangeIsAnInfinity) {
  const Model model = simplified(Matrix{{Limits::max()}, {1}}, 1);
  const Matrix scores = stage_of(model, MatrixName::scores);
  EXPECT_EQ(scores(0, 0), infinity);
  EXPECT_EQ(scores(1, 0), Limits::max());
  EXPECT_EQ(stage_of(model, MatrixName::weights), (Matrix{{1, 0}, {1, 0}}));
}

#if defined(__SSE2__)
TEST_P(FloatRange, NumbersBelowTheRangeCountAsZero) {
  const Scalar tiny = Limits::min() / 100;  // in float about 1e-40
  Model model = draw_model({.n_tokens = 3, .d_model = 2, .n_heads = 1, .d_k = 2, .d_v = 2});
  model.token_embeddings = Matrix(Matrix::Constant(3, 2, tiny));
  Head& head = model.heads.front();
  head.W_q = Matrix(Matrix::Constant(2, 2, 1000));  // the exact product would be a normal number
  head.b_q = RowVector();
  EXPECT_EQ(stage_of(model, MatrixName::Q), Matrix::Zero(3, 2));
}
#endif

}  // namespace
}  // namespace attention_lab

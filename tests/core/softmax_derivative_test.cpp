#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "core/attention/softmax.h"
#include "special_numbers.h"

namespace attention_lab {
namespace {

using testing::epsilon;

TEST(SoftmaxDerivative, NearSaturationKeepsItsDigits) {
  // With weights (1 − w, w) and w = e^−gap, every gradient is ±w·(1 − w)·(g_1 − g_0), however small w is,
  // even though 1 − w rounds to 1.
  for (const Scalar gap : {Scalar(1), Scalar(10), Scalar(20), Scalar(60), Scalar(85)}) {
    const std::array<Scalar, 2> logits = {gap, 0};
    std::array<Scalar, 2> weights{};
    softmax(logits.data(), weights.data(), 2);
    const std::array<Scalar, 2> direction = {Scalar(1.7), Scalar(-0.6)};
    std::array<Scalar, 2> result{};
    add_softmax_derivative(logits.data(), weights.data(), direction.data(), result.data(), 2, 1);
    const double w = 1 / (1 + std::exp(double{gap}));
    const double expected = w * (1 - w) * (-0.6 - 1.7);
    const double tolerance = std::abs(expected) * 1e-5;
    EXPECT_NEAR(result[1], expected, tolerance) << gap;
    EXPECT_NEAR(result[0], -expected, tolerance) << gap;
  }
}

TEST(SoftmaxDerivative, EqualShiftOfAllLogitsMovesNothing) {
  const std::array<Scalar, 3> logits = {1, 2, -1};
  std::array<Scalar, 3> weights{};
  softmax(logits.data(), weights.data(), 3);
  const std::array<Scalar, 3> direction = {5, 5, 5};
  std::array<Scalar, 3> result = {1, 2, 3};
  add_softmax_derivative(logits.data(), weights.data(), direction.data(), result.data(), 3, 1);
  EXPECT_EQ(result, (std::array<Scalar, 3>{1, 2, 3}));
}

TEST(SoftmaxDerivative, TemperatureDividesIt) {
  const std::array<Scalar, 3> logits = {1, 2, -1};
  const std::array<Scalar, 3> direction = {1, 0, 0};
  std::array<Scalar, 3> weights{};
  softmax(logits.data(), weights.data(), 3, 4);
  std::array<Scalar, 3> result{};
  add_softmax_derivative(logits.data(), weights.data(), direction.data(), result.data(), 3, 4);
  EXPECT_NEAR(result[0], weights[0] * (1 - weights[0]) / 4, epsilon);
  EXPECT_NEAR(result[1], -weights[0] * weights[1] / 4, epsilon);
  EXPECT_NEAR(result[2], -weights[0] * weights[2] / 4, epsilon);
}

TEST(SoftmaxDerivative, AnEmptyRowTouchesNothing) {
  const Scalar beyond = 7;
  Scalar result = 7;
  add_softmax_derivative(&beyond, &beyond, &beyond, &result, 0, 1);
  EXPECT_EQ(result, 7);
}

}  // namespace
}  // namespace attention_lab

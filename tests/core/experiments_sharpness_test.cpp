#include <array>
#include <limits>

#include <gtest/gtest.h>

#include "core/experiments/sharpness.h"
#include "fixtures.h"

namespace attention_lab {
namespace {

const std::vector<Scalar> example = {Scalar(.1), Scalar(-.2), Scalar(.3), Scalar(-.2), Scalar(.5)};

TEST(Sharpness, EqualsPyTorch) {
  const nlohmann::json all_fixtures = fixtures::read("experiments.json");
  for (const nlohmann::json& fixture : all_fixtures.at("sharpness")) {
    const auto logits = fixture.at("logits").get<std::vector<Scalar>>();
    const auto factor = fixture.at("factor").get<Scalar>();
    const Sharpness actual = sharpness(logits, factor);
    const auto expected = fixture.at("softmax").get<std::vector<double>>();
    ASSERT_EQ(actual.probabilities.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(static_cast<double>(actual.probabilities[i]), expected[i], 1e-6) << factor;
    const auto expect_near = [&](double number, const char* name) {
      // The logits are rounded to 7 digits before they are multiplied by the factor.
      const double exact = fixture.at(name).get<double>();
      EXPECT_NEAR(number, exact, 1e-5 * std::abs(exact) + 1e-9) << name << " at " << factor;
    };
    expect_near(actual.largest, "largest");
    expect_near(actual.entropy, "entropy");
    expect_near(actual.jacobian_norm, "jacobian_norm");
    EXPECT_DOUBLE_EQ(actual.effective_tokens, std::exp(actual.entropy));
  }
}

TEST(Sharpness, ExampleTimesEight) {
  const std::array<double, 5> expected = {.0326, .0030, .1615, .0030, .8000};
  const Sharpness actual = sharpness(example, 8);
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(static_cast<double>(actual.probabilities[i]), expected[i], 5e-5);
}

TEST(Sharpness, GrowsWithTheFactor) {
  const std::vector<double> factors = logarithmic_steps(0.1, 100, 61);
  const std::vector<Sharpness> line = sharpness_over(example, factors);
  ASSERT_EQ(line.size(), 61U);
  for (std::size_t i = 1; i < line.size(); ++i) {
    EXPECT_GE(line[i].largest, line[i - 1].largest);
    EXPECT_LT(line[i].entropy, line[i - 1].entropy);
    EXPECT_LT(line[i].effective_tokens, line[i - 1].effective_tokens + 1e-15);
  }
  EXPECT_LT(line.back().jacobian_norm, line.front().jacobian_norm);
}

TEST(Sharpness, NearSaturationKeepsItsDigits) {
  // p = (1 − w, w): every entry of the Jacobian is ±w·(1 − w), so its norm is twice that.
  for (const Scalar gap : {Scalar(1), Scalar(20), Scalar(60), Scalar(85)}) {
    const double e = std::exp(-static_cast<double>(gap));
    const double w = e / (1 + e);
    const Sharpness actual = sharpness(std::array<Scalar, 2>{gap, 0});
    EXPECT_NEAR(actual.jacobian_norm, 2 * w * (1 - w), 1e-5 * w) << gap;
    EXPECT_NEAR(actual.entropy, w * static_cast<double>(gap) + std::log1p(e), 1e-5 * w * 60) << gap;
  }
}

TEST(Sharpness, EvenAndSaturatedAreTheTwoEnds) {
  const Sharpness even = sharpness(std::array<Scalar, 4>{3, 3, 3, 3}, 5);
  EXPECT_NEAR(even.entropy, std::log(4.0), 1e-7);
  EXPECT_NEAR(even.effective_tokens, 4, 1e-6);
  EXPECT_NEAR(even.jacobian_norm, std::sqrt(3.0) / 4, 1e-7);
  const Sharpness saturated = sharpness(std::array<Scalar, 3>{0, 1000, -5}, 100);
  EXPECT_EQ(saturated.largest, 1);
  EXPECT_EQ(saturated.entropy, 0);
  EXPECT_EQ(saturated.effective_tokens, 1);
  EXPECT_EQ(saturated.jacobian_norm, 0);
}

TEST(Sharpness, NumbersBeyondTheRangeAreTheLimit) {
  const Scalar huge = std::numeric_limits<Scalar>::max();
  const Sharpness two = sharpness(std::array<Scalar, 3>{huge, huge, 1}, 100);
  EXPECT_NEAR(two.effective_tokens, 2, 1e-6);
  const Sharpness other_end = sharpness(std::array<Scalar, 2>{huge, 1}, -100);
  EXPECT_EQ(other_end.probabilities, (std::vector<Scalar>{0, 1}));
}

TEST(Sharpness, RefusesWhatIsNoListOfNumbers) {
  EXPECT_EQ(check_logits({}).error().code, ErrorCode::empty_sentence);
  EXPECT_EQ(logits_from(" ").error().code, ErrorCode::empty_sentence);
  EXPECT_EQ(logits_from("1 2 three").error().code, ErrorCode::not_a_number);
  EXPECT_EQ(check_logits(std::vector<Scalar>(1025, 0)).error().code, ErrorCode::over_limit);
  const std::array<Scalar, 2> wrong = {1, std::numeric_limits<Scalar>::infinity()};
  EXPECT_EQ(check_logits(wrong).error().message, "Number 2 is not finite.");
  EXPECT_TRUE(check_logits(example));
  EXPECT_TRUE(check_logits(std::vector<Scalar>(1024, 0)));
}

TEST(LogarithmicSteps, AreEquallyFarApartInTheirLogarithm) {
  const std::vector<double> steps = logarithmic_steps(0.1, 100, 4);
  ASSERT_EQ(steps.size(), 4U);
  EXPECT_EQ(steps.front(), 0.1);
  EXPECT_NEAR(steps[1], 1, 1e-12);
  EXPECT_NEAR(steps[2], 10, 1e-11);
  EXPECT_EQ(steps.back(), 100);
}

}  // namespace
}  // namespace attention_lab

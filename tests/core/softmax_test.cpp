#include "core/attention/softmax.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "fixtures.h"
#include "kernel_variants.h"
#include "special_numbers.h"

namespace attention_lab {
namespace {

using testing::infinity;
using testing::not_a_number;

std::vector<Scalar> softmax_of(const std::vector<Scalar>& logits, Scalar temperature = 1) {
  std::vector<Scalar> probabilities(logits.size());
  softmax(logits.data(), probabilities.data(), static_cast<Index>(logits.size()), temperature);
  return probabilities;
}

// Rows with lengths around the widths of registers, and numbers between −3 and 3.
std::vector<Scalar> wave(Index size) {
  std::vector<Scalar> row;
  for (Index j = 0; j < size; ++j) row.push_back(3 * std::sin(static_cast<Scalar>(j)));
  return row;
}

TEST(Softmax, EqualsPyTorch) {
  const nlohmann::json all_fixtures = fixtures::read("softmax.json");
  for (const auto& [name, fixture] : all_fixtures.items()) {
    const RowVector logits = fixtures::vector_of(fixture.at("logits"));
    const RowVector expected = fixtures::vector_of(fixture.at("softmax"));
    RowVector actual(logits.size());
    const SoftmaxOutcome outcome =
        softmax(logits.data(), actual.data(), logits.size(), fixture.at("temperature").get<Scalar>());
    EXPECT_EQ(outcome, SoftmaxOutcome::ordinary) << name;
    EXPECT_TRUE(fixtures::agree(actual, expected, Scalar(1e-6))) << name;
  }
}

class SoftmaxOfVariant : public testing::EachVariant {};
INSTANTIATE_TEST_SUITE_P(Variant, SoftmaxOfVariant, testing::every_variant(), testing::name_of_variant);

TEST_P(SoftmaxOfVariant, IsExpOverSumForEveryLength) {
  for (Index size = 1; size <= 70; ++size) {
    const std::vector<Scalar> logits = wave(size);
    std::vector<Scalar> probabilities(logits.size());
    kernels().softmax(logits.data(), probabilities.data(), size, 1);
    double sum = 0;
    for (const Scalar logit : logits) sum += std::exp(double{logit});
    for (std::size_t j = 0; j < logits.size(); ++j)
      EXPECT_NEAR(probabilities[j], std::exp(double{logits[j]}) / sum, 2e-7)
          << "entry " << j << " of " << size;
  }
}

TEST(Softmax, ExponentialIsExactToTheLastDigits) {
  // With a second entry of 0, the weight is exp(x) ÷ (1 + exp(x)).
  for (double x = -87.3; x < 0; x += 0.0173) {
    const auto logit = static_cast<Scalar>(x);
    const double expected = std::exp(double{logit}) / (1 + std::exp(double{logit}));
    EXPECT_NEAR(softmax_of({0, logit})[1] / expected, 1, 4e-7) << x;
  }
}

TEST(Softmax, ProbabilitiesSumToOne) {
  for (const Index size : {1, 2, 6, 63, 1000, 1024}) {
    double sum = 0;
    for (const Scalar probability : softmax_of(wave(size))) sum += double{probability};
    EXPECT_NEAR(sum, 1, 1e-6) << size;
  }
}

TEST(Softmax, FullyMaskedRowIsZeroNotNan) {
  for (const std::size_t size : {1U, 5U, 16U, 33U}) {
    const std::vector<Scalar> logits(size, -infinity);
    std::vector<Scalar> probabilities(size, 7);
    EXPECT_EQ(softmax(logits.data(), probabilities.data(), static_cast<Index>(size)),
              SoftmaxOutcome::fully_masked);
    EXPECT_EQ(probabilities, std::vector<Scalar>(size, 0));
  }
}

TEST(Softmax, NanAnywhereMakesTheWholeRowNan) {
  for (const std::size_t place : {0U, 4U, 17U, 39U})
    for (const Scalar others : {Scalar(1), infinity, -infinity}) {
      std::vector<Scalar> logits(40, others);
      logits[place] = not_a_number;
      std::vector<Scalar> probabilities(40);
      EXPECT_EQ(softmax(logits.data(), probabilities.data(), 40), SoftmaxOutcome::not_a_number);
      for (const Scalar probability : probabilities) EXPECT_TRUE(std::isnan(probability)) << place;
    }
}

TEST(Softmax, PositiveInfinitiesShareTheRowEvenly) {
  EXPECT_EQ(softmax_of({1, infinity, -infinity, infinity}), (std::vector<Scalar>{0, 0.5, 0, 0.5}));
}

TEST(Softmax, MaskedEntryIsExactlyZero) {
  EXPECT_EQ(softmax_of({1, -infinity, 1}), (std::vector<Scalar>{0.5, 0, 0.5}));
}

TEST(Softmax, EntryFarBelowTheMaximumIsExactlyZero) {
  EXPECT_EQ(softmax_of({-2000, 0}), (std::vector<Scalar>{0, 1}));
}

TEST(Softmax, HugeEntriesAreStable) {
  EXPECT_EQ(softmax_of({Scalar(1e30), Scalar(-1e30)}), (std::vector<Scalar>{1, 0}));
  EXPECT_EQ(softmax_of({Scalar(-1e30), Scalar(-1e30)}), (std::vector<Scalar>{0.5, 0.5}));
  constexpr Scalar most = std::numeric_limits<Scalar>::max();
  EXPECT_EQ(softmax_of({most, -most}), (std::vector<Scalar>{1, 0}));
}

TEST(Softmax, ShiftOfAllEntriesChangesNothing) {
  const std::vector<Scalar> row = {1, 2, Scalar(2.5), -3};
  std::vector<Scalar> shifted = row;
  for (Scalar& entry : shifted) entry += 512;
  EXPECT_EQ(softmax_of(row), softmax_of(shifted));
}

TEST(Softmax, TemperatureDividesTheEntries) {
  EXPECT_EQ(softmax_of({1, 2, 3}, Scalar(0.5)), softmax_of({2, 4, 6}));
}

TEST(Softmax, TinyTemperaturePicksTheLargestEntry) {
  EXPECT_EQ(softmax_of({1, 2, 1}, std::numeric_limits<Scalar>::denorm_min()), (std::vector<Scalar>{0, 1, 0}));
}

TEST(Softmax, WorksInPlace) {
  std::vector<Scalar> row = wave(100);
  const std::vector<Scalar> expected = softmax_of(row);
  softmax(row.data(), row.data(), 100);
  EXPECT_EQ(row, expected);
}

TEST(Entropy, IsZeroForOneTokenAndLargestWhereAllAreEqual) {
  const auto entropy_of = [](const std::vector<Scalar>& row) {
    return entropy(row.data(), static_cast<Index>(row.size()));
  };
  EXPECT_EQ(entropy_of({0, 1, 0}), 0);
  EXPECT_FALSE(std::signbit(entropy_of({0, 1, 0})));
  EXPECT_NEAR(entropy_of({0.25f, 0.25f, 0.25f, 0.25f}), std::log(4.0), 1e-12);
  EXPECT_NEAR(entropy_of({0.5f, 0.25f, 0.25f}), 1.5 * std::log(2.0), 1e-12);
  EXPECT_TRUE(std::isnan(entropy_of({0.5f, not_a_number})));
}

TEST(Softmax, EmptyRowIsLeftAlone) {
  EXPECT_EQ(softmax_of({}), std::vector<Scalar>{});
}

}  // namespace
}  // namespace attention_lab

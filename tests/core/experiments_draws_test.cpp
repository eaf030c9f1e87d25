#include <random>

#include <gtest/gtest.h>

#include "core/experiments/torch_draws.h"
#include "core/random/torch_random.h"
#include "fixtures.h"

namespace attention_lab {
namespace {

TEST(TorchDraws, TwisterEqualsTheStandardOne) {
  for (const std::uint32_t seed : {0U, 123U, 0xFFFFFFFFU}) {
    std::mt19937 expected(seed);
    FastTwister twister(seed);
    std::array<std::uint32_t, FastTwister::draws_per_round> round;
    for (int i = 0; i < 5; ++i) {
      twister.next_round(round);
      for (const std::uint32_t draw : round) ASSERT_EQ(draw, expected());
    }
  }
}

TEST(TorchDraws, RandEqualsTorchRandom) {
  TorchDraws draws(42);
  TorchRandom random(42);
  std::vector<float> numbers(3000);
  for (const Index count : {1, 5, 623, 3000, 1}) {
    draws.rand(numbers.data(), count);
    const Matrix expected = random.rand(1, count);
    for (Index i = 0; i < count; ++i)
      ASSERT_EQ(numbers[static_cast<std::size_t>(i)], static_cast<float>(expected(0, i))) << count;
  }
}

TEST(TorchDraws, RandnEqualsPyTorch) {
  const nlohmann::json all_fixtures = fixtures::read("experiments.json");
  for (const nlohmann::json& fixture : all_fixtures.at("draws")) {
    TorchDraws draws(fixture.at("seed").get<std::uint64_t>());
    for (const nlohmann::json& values : fixture.at("values")) {
      const auto expected = values.get<std::vector<float>>();
      std::vector<float> numbers(expected.size());
      draws.randn(numbers.data(), static_cast<Index>(numbers.size()));
      for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_NEAR(numbers[i], expected[i], 2e-6F) << "of " << expected.size() << ", number " << i;
    }
  }
}

TEST(TorchDraws, NormalNumbersAreFiniteAndSpreadAsTheyShould) {
  TorchDraws draws(1);
  std::vector<float> numbers(1'000'000);
  draws.randn(numbers.data(), static_cast<Index>(numbers.size()));
  double sum = 0;
  double squares = 0;
  double fourths = 0;
  for (const float number : numbers) {
    ASSERT_TRUE(std::isfinite(number));
    const double square = double{number} * double{number};
    sum += double{number};
    squares += square;
    fourths += square * square;
  }
  // Five standard errors of each: those of n normal numbers are 1, √2 and √96, ÷ √n.
  EXPECT_NEAR(sum / 1e6, 0, 5e-3);
  EXPECT_NEAR(squares / 1e6, 1, 5e-3 * std::sqrt(2.0));
  EXPECT_NEAR(fourths / 1e6, 3, 5e-3 * std::sqrt(96.0));
}

}  // namespace
}  // namespace attention_lab

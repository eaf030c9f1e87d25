#include <random>

#include <gtest/gtest.h>

#include "core/random/torch_random.h"
#include "fixtures.h"

namespace attention_lab {
namespace {

// Numbers are drawn in float, so they are compared in float, bit for bit.
void expect_same_floats(const Matrix& actual, const nlohmann::json& rows) {
  ASSERT_EQ(static_cast<std::size_t>(actual.rows()), rows.size());
  for (Index i = 0; i < actual.rows(); ++i) {
    const auto expected = rows[static_cast<std::size_t>(i)].get<std::vector<float>>();
    ASSERT_EQ(static_cast<std::size_t>(actual.cols()), expected.size());
    for (Index j = 0; j < actual.cols(); ++j)
      EXPECT_EQ(static_cast<float>(actual(i, j)), expected[static_cast<std::size_t>(j)]) << i << ", " << j;
  }
}

TEST(FastTwister, EqualsTheStandardOne) {
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

TEST(TorchRandom, RandEqualsPyTorchBitForBit) {
  const nlohmann::json all_fixtures = fixtures::read("random.json");
  for (const nlohmann::json& fixture : all_fixtures.at("rand")) {
    TorchRandom random(fixture.at("seed").get<std::uint64_t>());
    const nlohmann::json& values = fixture.at("values");
    expect_same_floats(random.rand(1, static_cast<Index>(values.size())), nlohmann::json::array({values}));
  }
}

TEST(TorchRandom, NumbersDrawnInPiecesAreThoseDrawnAtOnce) {
  TorchRandom random(42);
  TorchRandom in_pieces(42);
  std::vector<float> numbers(3000);
  for (const Index count : {1, 5, 623, 3000, 1}) {
    random.rand(numbers.data(), count);
    for (Index i = 0; i < count; ++i)
      ASSERT_EQ(numbers[static_cast<std::size_t>(i)], static_cast<float>(in_pieces.rand(1, 1)(0, 0)))
          << count;
  }
}

TEST(TorchRandom, LinearEqualsPyTorchBitForBit) {
  const nlohmann::json all_fixtures = fixtures::read("random.json");
  for (const nlohmann::json& fixture : all_fixtures.at("linear")) {
    TorchRandom random(fixture.at("seed").get<std::uint64_t>());
    const auto d_in = fixture.at("d_in").get<Index>();
    const auto d_out = fixture.at("d_out").get<Index>();
    const Matrix weight = random.linear_weight(d_in, d_out);
    ASSERT_EQ(weight.rows(), d_in);
    expect_same_floats(weight.transpose(), fixture.at("weight_out_in"));
    expect_same_floats(random.linear_bias(d_in, d_out), nlohmann::json::array({fixture.at("bias")}));
  }
}

TEST(TorchRandom, HeadsOfTheRunningExampleAreDrawnInTheOrderQKV) {
  const nlohmann::json given = fixtures::read("forward.json").at("rand_seed_123").at("heads").at(0);
  TorchRandom random(123);
  expect_same_floats(random.rand(3, 2), given.at("W_q"));
  expect_same_floats(random.rand(3, 2), given.at("W_k"));
  expect_same_floats(random.rand(3, 2), given.at("W_v"));
}

TEST(TorchRandom, RandnEqualsPyTorch) {
  const nlohmann::json all_fixtures = fixtures::read("experiments.json");
  for (const nlohmann::json& fixture : all_fixtures.at("draws")) {
    TorchRandom random(fixture.at("seed").get<std::uint64_t>());
    for (const nlohmann::json& values : fixture.at("values")) {
      const auto expected = values.get<std::vector<float>>();
      std::vector<float> numbers(expected.size());
      random.randn(numbers.data(), static_cast<Index>(numbers.size()));
      for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_NEAR(numbers[i], expected[i], 2e-6F) << "of " << expected.size() << ", number " << i;
    }
  }
}

TEST(TorchRandom, NormalNumbersAreFiniteAndSpreadAsTheyShould) {
  TorchRandom random(1);
  std::vector<float> numbers(1'000'000);
  random.randn(numbers.data(), static_cast<Index>(numbers.size()));
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
  // Five standard errors of each; for n normal numbers the errors are 1, √2 and √96, divided by √n.
  EXPECT_NEAR(sum / 1e6, 0, 5e-3);
  EXPECT_NEAR(squares / 1e6, 1, 5e-3 * std::sqrt(2.0));
  EXPECT_NEAR(fourths / 1e6, 3, 5e-3 * std::sqrt(96.0));
}

TEST(TorchRandom, DropoutKeepsWhatPyTorchKeepsCallAfterCall) {
  const nlohmann::json all_fixtures = fixtures::read("random.json");
  for (const nlohmann::json& fixture : all_fixtures.at("dropout")) {
    TorchRandom random(fixture.at("seed").get<std::uint64_t>());
    for (const nlohmann::json& call : fixture.at("calls")) {
      const auto expected = call.at("kept").get<std::vector<std::uint8_t>>();
      std::vector<std::uint8_t> kept(expected.size(), 2);
      random.dropout_mask(call.at("p").get<double>(), kept.data(), static_cast<Index>(kept.size()));
      EXPECT_EQ(kept, expected) << call.at("p");
    }
    expect_same_floats(random.rand(1, 3), nlohmann::json::array({fixture.at("then")}));
  }
}

TEST(TorchRandom, DropoutOfTheChapterKeepsTheSamePlaces) {
  const nlohmann::json rows = fixtures::read("chapter.json").at("dropout_of_ones_seed_123");
  TorchRandom random(123);
  for (const nlohmann::json& row : rows) {
    std::vector<std::uint8_t> kept(row.size());
    random.dropout_mask(0.5, kept.data(), static_cast<Index>(kept.size()));
    for (std::size_t j = 0; j < kept.size(); ++j) EXPECT_EQ(kept[j] * 2.0F, row[j].get<float>());
  }
}

}  // namespace
}  // namespace attention_lab

#include <gtest/gtest.h>

#include "core/random/torch_random.h"
#include "fixtures.h"

namespace attention_lab {
namespace {

// Draws are made in float, so they are compared in float: bit for bit.
void expect_same_floats(const Matrix& actual, const nlohmann::json& rows) {
  ASSERT_EQ(static_cast<std::size_t>(actual.rows()), rows.size());
  for (Index i = 0; i < actual.rows(); ++i) {
    const auto expected = rows[static_cast<std::size_t>(i)].get<std::vector<float>>();
    ASSERT_EQ(static_cast<std::size_t>(actual.cols()), expected.size());
    for (Index j = 0; j < actual.cols(); ++j)
      EXPECT_EQ(static_cast<float>(actual(i, j)), expected[static_cast<std::size_t>(j)]) << i << ", " << j;
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

}  // namespace
}  // namespace attention_lab

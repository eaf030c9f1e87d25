#include "core/random/streams.h"

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/random/torch_random.h"

namespace attention_lab {
namespace {

/// The first eight numbers of a stream, which no other stream starts with.
std::vector<Scalar> beginning(const Stream& stream) {
  std::vector<Scalar> numbers;
  for (Index i = 0; i < 8; ++i) numbers.push_back(stream.number(i));
  return numbers;
}

TEST(Streams, TheSameNameHasTheSameNumbersOnEveryPlatform) {
  EXPECT_EQ(beginning(Stream(123).of("word").of("cat")), beginning(Stream(123).of("word").of("cat")));
  // Recorded values: documents drawn from a seed must not change with new versions of the program.
  const Stream cat = Stream(123).of("word").of("cat");
  EXPECT_EQ(static_cast<int>(cat.number(0) * 0x1p24F), 14256397);
  EXPECT_EQ(static_cast<int>(cat.number(1) * 0x1p24F), 12417006);
  EXPECT_EQ(static_cast<int>(Stream(7).of("W_q").of(1).of(0).number(2) * 0x1p24F), 8422352);
}

TEST(Streams, NoTwoNamesShareNumbers) {
  std::set<std::vector<Scalar>> seen;
  std::size_t n_streams = 0;
  const auto add = [&](const Stream& stream) {
    seen.insert(beginning(stream));
    ++n_streams;
  };
  for (const std::uint64_t seed : {0ULL, 1ULL, 123ULL, 1ULL << 32U, (1ULL << 32U) + 123}) {
    add(Stream(seed));
    for (const char* name : {"word", "position", "W_q", "W_k", "W_v", "W_o", ""}) {
      const Stream kind = Stream(seed).of(name);
      add(kind);
      for (const char* word : {"cat", "Cat", "act", "ca", "", "0", "1", "été", "猫"}) add(kind.of(word));
      for (Index i = 0; i < 100; ++i) {
        add(kind.of(i));
        for (Index j = 0; j < 20; ++j) add(kind.of(i).of(j));
      }
    }
  }
  EXPECT_EQ(seen.size(), n_streams);
}

TEST(Streams, NumbersAreNotThoseOfTorchRandFromTheSameSeed) {
  for (const std::uint64_t seed : {0ULL, 123ULL, 789ULL}) {
    std::set<Scalar> drawn;
    const Matrix rand = TorchRandom(seed).rand(1, 64);
    for (Index j = 0; j < rand.cols(); ++j) drawn.insert(rand(0, j));
    for (const char* kind : {"word", "W_q"})
      for (Index i = 0; i < 20; ++i)
        for (Index j = 0; j < 20; ++j) EXPECT_EQ(drawn.count(Stream(seed).of(kind).of(i).number(j)), 0U);
  }
}

TEST(Streams, NumbersAreUniformWithinAndAcrossStreams) {
  constexpr int n = 100'000;
  const auto expect_uniform = [](const auto& number_at) {
    double sum = 0;
    double squares = 0;
    double neighbours = 0;
    double last = 0.5;
    for (int i = 0; i < n; ++i) {
      const auto number = static_cast<double>(number_at(i));
      ASSERT_GE(number, 0);
      ASSERT_LT(number, 1);
      sum += number - 0.5;
      squares += (number - 0.5) * (number - 0.5);
      neighbours += (number - 0.5) * (last - 0.5);
      last = number;
    }
    // Five standard errors of each; the errors are √(1/12), √(1/180) and 1/12, divided by √n.
    EXPECT_NEAR(sum / n, 0, 5 * 0.2887 / std::sqrt(n));
    EXPECT_NEAR(squares / n, 1.0 / 12, 5 * 0.0745 / std::sqrt(n));
    EXPECT_NEAR(neighbours / n, 0, 5 / 12.0 / std::sqrt(n));
  };
  const Stream position = Stream(123).of("position");
  const Stream word = Stream(123).of("word");
  expect_uniform([&](int i) { return position.number(i); });
  expect_uniform([&](int i) { return position.of(i).number(0); });
  expect_uniform([&](int i) { return word.of(std::to_string(i)).number(3); });
  expect_uniform([&](int i) { return Stream(static_cast<std::uint64_t>(i)).of("word").of("cat").number(0); });
}

}  // namespace
}  // namespace attention_lab

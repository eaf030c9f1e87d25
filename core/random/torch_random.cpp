#include "core/random/torch_random.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace attention_lab {
namespace {

// PyTorch draws in float, also where a Scalar is a double.
using FloatMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr double two_pi = 6.283185307179586;

/// PyTorch uses the low 24 bits of each 32-bit draw, as many as a float holds exactly. The cast to a signed
/// integer allows vector instructions for the conversion.
float uniform_of(std::uint32_t draw) {
  return static_cast<float>(static_cast<std::int32_t>(draw & 0xFFFFFFU)) * 0x1p-24F;
}

/// PyTorch computes this in double and rounds once.
float linear_bound(Index d_in) {
  return static_cast<float>(1.0 / std::sqrt(static_cast<double>(d_in)));
}

// Turns eight pairs of uniform numbers into normal ones. The second number of a pair is 8 after the first.
void box_muller_16(float* numbers) {
  using Eight = Eigen::Array<float, 8, 1>;
  Eigen::Map<Eight> first(numbers);
  Eigen::Map<Eight> second(numbers + 8);
  const Eight radius = (-2.0F * (1.0F - first).log()).sqrt();  // 1 − u is never 0
  const Eight angle = static_cast<float>(two_pi) * second;
  first = radius * angle.cos();
  second = radius * angle.sin();
}

std::uint32_t twist(std::uint32_t word, std::uint32_t next, std::uint32_t distant) {
  const std::uint32_t mixed = (word & 0x80000000U) | (next & 0x7FFFFFFFU);
  return distant ^ (mixed >> 1U) ^ ((0U - (mixed & 1U)) & 0x9908B0DFU);
}

}  // namespace

std::uint32_t TorchRandom::next() {
  if (used_ == round_.size()) {
    twister_.next_round(round_);
    used_ = 0;
  }
  return round_[used_++];
}

double TorchRandom::next_double() {
  const std::uint64_t high = next();
  const std::uint64_t bits = (high << 32U | next()) & ((std::uint64_t{1} << 53U) - 1);
  return static_cast<double>(bits) * 0x1p-53;
}

double TorchRandom::next_normal() {
  if (kept_) {
    const double normal = *kept_;
    kept_.reset();
    return normal;
  }
  const double angle = two_pi * next_double();
  const double radius = std::sqrt(-2.0 * std::log1p(-next_double()));
  kept_ = radius * std::sin(angle);
  return radius * std::cos(angle);
}

float TorchRandom::next_within(float bound) {
  // x · (to − from) + from with one rounding: PyTorch's compiled code fuses the two operations.
  return std::fma(uniform_of(next()), bound + bound, -bound);
}

void TorchRandom::rand(float* numbers, Index count) {
  while (count > 0) {
    if (used_ == round_.size()) {
      twister_.next_round(round_);
      used_ = 0;
    }
    const Index taken = std::min(count, static_cast<Index>(round_.size() - used_));
    const std::uint32_t* words = round_.data() + used_;
    for (Index i = 0; i < taken; ++i) numbers[i] = uniform_of(words[i]);
    used_ += static_cast<std::size_t>(taken);
    numbers += taken;
    count -= taken;
  }
}

Matrix TorchRandom::rand(Index rows, Index cols) {
  FloatMatrix drawn(rows, cols);
  rand(drawn.data(), drawn.size());
  return drawn.cast<Scalar>();
}

Matrix TorchRandom::randn(Index rows, Index cols) {
  FloatMatrix drawn(rows, cols);
  randn(drawn.data(), drawn.size());
  return drawn.cast<Scalar>();
}

void TorchRandom::randn(float* numbers, Index count) {
  if (count < 16) {
    for (Index i = 0; i < count; ++i) numbers[i] = static_cast<float>(next_normal());
    return;
  }
  rand(numbers, count);
  for (Index i = 0; i + 16 <= count; i += 16) box_muller_16(numbers + i);
  if (count % 16 != 0) {
    rand(numbers + count - 16, 16);
    box_muller_16(numbers + count - 16);
  }
}

Matrix TorchRandom::linear_weight(Index d_in, Index d_out) {
  const float bound = linear_bound(d_in);
  Matrix weight(d_in, d_out);
  for (Index out = 0; out < d_out; ++out)
    for (Index in = 0; in < d_in; ++in) weight(in, out) = static_cast<Scalar>(next_within(bound));
  return weight;
}

RowVector TorchRandom::linear_bias(Index d_in, Index d_out) {
  const float bound = linear_bound(d_in);
  RowVector bias(d_out);
  for (Index out = 0; out < d_out; ++out) bias(out) = static_cast<Scalar>(next_within(bound));
  return bias;
}

void TorchRandom::dropout_mask(double p, std::uint8_t* kept, Index count) {
  assert(p >= 0 && p <= 1);
  if (p == 0 || p == 1) {
    std::fill_n(kept, count, static_cast<std::uint8_t>(p == 0));
    return;
  }
  const double keep = 1 - p;
  for (Index i = 0; i < count; ++i) kept[i] = static_cast<std::uint8_t>(next_double() < keep);
}

FastTwister::FastTwister(std::uint32_t seed) {
  state_[0] = seed;
  for (std::size_t i = 1; i < draws_per_round; ++i) {
    const std::uint32_t previous = state_[i - 1];
    state_[i] = 1812433253U * (previous ^ (previous >> 30U)) + static_cast<std::uint32_t>(i);
  }
}

void FastTwister::next_round(std::array<std::uint32_t, draws_per_round>& draws) {
  constexpr std::size_t n = draws_per_round;
  constexpr std::size_t m = 397;
  // Three loops without wrapping indices, which the compiler can vectorise.
  for (std::size_t i = 0; i < n - m; ++i) state_[i] = twist(state_[i], state_[i + 1], state_[i + m]);
  for (std::size_t i = n - m; i < n - 1; ++i) state_[i] = twist(state_[i], state_[i + 1], state_[i + m - n]);
  state_[n - 1] = twist(state_[n - 1], state_[0], state_[m - 1]);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint32_t word = state_[i];
    word ^= word >> 11U;
    word ^= (word << 7U) & 0x9D2C5680U;
    word ^= (word << 15U) & 0xEFC60000U;
    draws[i] = word ^ (word >> 18U);
  }
}

}  // namespace attention_lab

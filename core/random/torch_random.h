// Random numbers that equal PyTorch's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/attention/types.h"

namespace attention_lab {

/// std::mt19937, many times as fast: 32-bit words, and a whole round of 624 draws at once.
/// Source: Matsumoto and Nishimura, "Mersenne Twister" (1998).
class FastTwister {
 public:
  explicit FastTwister(std::uint32_t seed);

  static constexpr std::size_t draws_per_round = 624;
  void next_round(std::array<std::uint32_t, draws_per_round>& draws);

 private:
  std::array<std::uint32_t, draws_per_round> state_;
};

/// The CPU generator of PyTorch after torch.manual_seed(seed): the standard mt19937 of the seed's low 32
/// bits. Each call goes on where the last one ended. Numbers are drawn in float, as torch's default dtype is,
/// and equal PyTorch's bit for bit, randn's but for their last digit.
class TorchRandom {
 public:
  explicit TorchRandom(std::uint64_t seed) : twister_(static_cast<std::uint32_t>(seed)) {}

  /// torch.rand(count): uniform in [0, 1), one 32-bit draw a number, (draw & 0xFFFFFF) ÷ 2²⁴.
  void rand(float* numbers, Index count);

  /// torch.rand(rows, cols), row by row.
  Matrix rand(Index rows, Index cols);

  /// torch.randn(count): normal with mean 0 and variance 1, from pairs of uniform numbers: √(−2·ln u)·cos 2πv
  /// and √(−2·ln u)·sin 2πv. From 16 numbers on PyTorch makes them 16 at a time in float, the last 16 anew
  /// if they do not come out even; fewer one by one in double, keeping the odd one for the next call. The
  /// last digit may differ, for PyTorch's own logarithm and cosine differ in it from one processor to the
  /// next. Source: Box and Muller, "A Note on the Generation of Random Normal Deviates" (1958).
  void randn(float* numbers, Index count);

  /// The weight of torch.nn.Linear(d_in, d_out) in our orientation (d_in, d_out): uniform in ±1/√d_in.
  /// PyTorch fills its (d_out, d_in) weight row by row, so we draw in that order and transpose here.
  Matrix linear_weight(Index d_in, Index d_out);

  /// The bias of torch.nn.Linear(d_in, d_out): uniform in ±1/√d_in; drawn right after the weight.
  RowVector linear_bias(Index d_in, Index d_out);

  /// What torch.nn.Dropout(p) keeps of `count` numbers: 1 where it is kept, 0 where it is dropped. A number
  /// is kept where a uniform one is below 1 − p; that takes one 64-bit draw a number, of which the low 53
  /// bits count. With p = 0 or p = 1 nothing is drawn, as in PyTorch. What is kept is then divided by 1 − p.
  /// Equals PyTorch without Intel's MKL, which draws in another way. Precondition: 0 ≤ p ≤ 1.
  void dropout_mask(double p, std::uint8_t* kept, Index count);

 private:
  std::uint32_t next();
  double next_double();  // uniform in [0, 1), 53 bits
  double next_normal();
  float next_within(float bound);  // uniform in [−bound, bound)

  FastTwister twister_;
  std::array<std::uint32_t, FastTwister::draws_per_round> round_{};
  std::size_t used_ = FastTwister::draws_per_round;  // of the round
  std::optional<double> kept_;                       // the second normal number of a pair
};

}  // namespace attention_lab

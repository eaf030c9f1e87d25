// Random numbers equal to PyTorch's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/attention/types.h"

namespace attention_lab {

/// Gives the sequence of std::mt19937 many times faster: 32-bit words, a whole round of 624 at once.
/// Source: Matsumoto and Nishimura, "Mersenne Twister" (1998).
class FastTwister {
 public:
  explicit FastTwister(std::uint32_t seed);

  static constexpr std::size_t draws_per_round = 624;
  void next_round(std::array<std::uint32_t, draws_per_round>& draws);

 private:
  std::array<std::uint32_t, draws_per_round> state_;
};

/// PyTorch's CPU generator after torch.manual_seed(seed): the standard mt19937, seeded with the low 32 bits
/// of the seed. Each call continues where the last one ended. Numbers are drawn in float, torch's default
/// dtype, and equal PyTorch's bit for bit, except for the last digit of randn.
class TorchRandom {
 public:
  explicit TorchRandom(std::uint64_t seed) : twister_(static_cast<std::uint32_t>(seed)) {}

  /// torch.rand(count): uniform in [0, 1), one 32-bit draw per number, (draw & 0xFFFFFF) ÷ 2²⁴.
  void rand(float* numbers, Index count);

  /// torch.rand(rows, cols), row by row.
  Matrix rand(Index rows, Index cols);

  /// torch.randn(count): normal with mean 0 and variance 1, from pairs of uniform numbers: √(−2·ln u)·cos 2πv
  /// and √(−2·ln u)·sin 2πv. For 16 numbers or more, PyTorch generates 16 at a time in float, and the last 16
  /// again if the count is not a multiple of 16; fewer are generated one by one in double, and the second of
  /// a pair is kept for the next call. The last digit may differ, because PyTorch's own logarithm and cosine
  /// differ between processors. Source: Box and Muller, "A Note on the Generation of Random Normal Deviates"
  /// (1958).
  void randn(float* numbers, Index count);

  /// torch.randn(rows, cols), row by row.
  Matrix randn(Index rows, Index cols);

  /// The weight of torch.nn.Linear(d_in, d_out) in our orientation (d_in, d_out): uniform in ±1/√d_in.
  /// PyTorch fills its (d_out, d_in) weight row by row, so we draw in that order and transpose here.
  Matrix linear_weight(Index d_in, Index d_out);

  /// The bias of torch.nn.Linear(d_in, d_out): uniform in ±1/√d_in; drawn right after the weight.
  RowVector linear_bias(Index d_in, Index d_out);

  /// Which of `count` numbers torch.nn.Dropout(p) keeps: 1 if kept, 0 if dropped. A number is kept if a
  /// uniform one is below 1 − p; this takes the low 53 bits of one 64-bit draw per number. With p = 0 or p =
  /// 1 nothing is drawn, as in PyTorch. The caller divides kept numbers by 1 − p. Equals PyTorch without
  /// Intel's MKL, which draws differently. Precondition: 0 ≤ p ≤ 1.
  void dropout_mask(double p, std::uint8_t* kept, Index count);

 private:
  std::uint32_t next();
  double next_double();  // uniform in [0, 1), 53 bits
  double next_normal();
  float next_within(float bound);  // uniform in [−bound, bound)

  FastTwister twister_;
  std::array<std::uint32_t, FastTwister::draws_per_round> round_{};
  std::size_t used_ = FastTwister::draws_per_round;  // in the current round
  std::optional<double> kept_;                       // the second normal number of a pair
};

}  // namespace attention_lab

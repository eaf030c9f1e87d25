// Fast normal and uniform draws that equal PyTorch's.
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

/// The CPU generator of PyTorch after torch.manual_seed(seed), for many numbers: rand() gives the same bits;
/// randn() the same draws, whose last digit may differ, for PyTorch's own logarithm and cosine differ in it
/// from one processor to the next.
class TorchDraws {
 public:
  explicit TorchDraws(std::uint64_t seed) : twister_(static_cast<std::uint32_t>(seed)) {}

  /// torch.rand(count): uniform in [0, 1), multiples of 2⁻²⁴.
  void rand(float* numbers, Index count);

  /// torch.randn(count): normal with mean 0 and variance 1, from pairs of uniform numbers: √(−2·ln u)·cos 2πv
  /// and √(−2·ln u)·sin 2πv. From 16 numbers on PyTorch makes them 16 at a time in float, the last 16 anew
  /// if they do not come out even; fewer one by one in double, keeping the odd one for the next call.
  /// Source: Box and Muller, "A Note on the Generation of Random Normal Deviates" (1958).
  void randn(float* numbers, Index count);

 private:
  std::uint32_t next();
  double next_double();  // uniform in [0, 1), 53 bits
  double next_normal();

  FastTwister twister_;
  std::array<std::uint32_t, FastTwister::draws_per_round> round_{};
  std::size_t used_ = FastTwister::draws_per_round;  // of the round
  std::optional<double> kept_;                       // the second normal number of a pair
};

}  // namespace attention_lab

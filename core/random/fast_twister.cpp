#include "core/random/fast_twister.h"

namespace attention_lab {
namespace {

std::uint32_t twist(std::uint32_t word, std::uint32_t next, std::uint32_t distant) {
  const std::uint32_t mixed = (word & 0x80000000U) | (next & 0x7FFFFFFFU);
  return distant ^ (mixed >> 1U) ^ ((0U - (mixed & 1U)) & 0x9908B0DFU);
}

}  // namespace

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
  // In three loops without wrapping indices, each of which the compiler turns into vector instructions.
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

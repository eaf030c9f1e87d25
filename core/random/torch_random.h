// Random numbers that equal PyTorch's, bit for bit.
#pragma once

#include <cstdint>
#include <random>

#include "core/attention/types.h"

namespace attention_lab {

/// The CPU generator of PyTorch after torch.manual_seed(seed): the standard mt19937 of the seed's low 32
/// bits. Draws are made in float, as torch's default dtype does, and then widened to Scalar.
class TorchRandom {
 public:
  explicit TorchRandom(std::uint64_t seed) : generator_(static_cast<std::uint32_t>(seed)) {}

  /// torch.rand(rows, cols): uniform in [0, 1), one 32-bit draw a value, (draw & 0xFFFFFF) ÷ 2²⁴, row by row.
  Matrix rand(Index rows, Index cols);

  /// The weight of torch.nn.Linear(d_in, d_out) in our orientation (d_in, d_out): uniform in ±1/√d_in.
  /// PyTorch fills its (d_out, d_in) weight row by row, so we draw in that order and transpose here.
  Matrix linear_weight(Index d_in, Index d_out);

  /// The bias of torch.nn.Linear(d_in, d_out): uniform in ±1/√d_in; drawn right after the weight.
  RowVector linear_bias(Index d_in, Index d_out);

 private:
  float next();                    // uniform in [0, 1), 24 bits
  float next_within(float bound);  // uniform in [−bound, bound)

  std::mt19937 generator_;
};

}  // namespace attention_lab

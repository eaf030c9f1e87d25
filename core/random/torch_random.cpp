#include "core/random/torch_random.h"

#include <cmath>

namespace attention_lab {

float TorchRandom::next() {
  // Of each 32-bit draw PyTorch keeps the 24 low bits: as many as a float holds exactly.
  const auto bits = static_cast<std::uint32_t>(generator_()) & 0xFFFFFFU;
  return static_cast<float>(bits) * 0x1p-24F;
}

float TorchRandom::next_within(float bound) {
  // x · (to − from) + from, rounded once at the end: PyTorch's compiled code fuses the two operations.
  return std::fma(next(), bound + bound, -bound);
}

namespace {

// PyTorch computes it in double and rounds once.
float linear_bound(Index d_in) {
  return static_cast<float>(1.0 / std::sqrt(static_cast<double>(d_in)));
}

}  // namespace

Matrix TorchRandom::rand(Index rows, Index cols) {
  Matrix drawn(rows, cols);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < cols; ++j) drawn(i, j) = static_cast<Scalar>(next());
  return drawn;
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

}  // namespace attention_lab

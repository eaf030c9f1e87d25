#include "core/attention/positions.h"

#include <cmath>

namespace attention_lab {

Matrix sinusoidal_positions(Index n_tokens, Index d_model) {
  Matrix positions(n_tokens, d_model);
  for (Index place = 0; place < n_tokens; ++place) {
    for (Index column = 0; column < d_model; ++column) {
      const double angle = sinusoidal_angle(place, column, d_model);
      positions(place, column) = static_cast<Scalar>(column % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }
  return positions;
}

double sinusoidal_angle(Index place, Index column, Index d_model) {
  const Index first_of_pair = column - column % 2;
  const double exponent = static_cast<double>(first_of_pair) / static_cast<double>(d_model);
  return static_cast<double>(place) / std::pow(10000.0, exponent);
}

}  // namespace attention_lab

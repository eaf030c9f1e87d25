// The figures of the page about sharpness.
#pragma once

#include <string>
#include <vector>

#include "core/experiments/sharpness.h"
#include "ui/figures/base/plot.h"

namespace attention_lab {

inline constexpr double least_factor = 0.1;
inline constexpr double largest_factor = 100;

/// Softmax of the numbers, and softmax of the numbers times a factor.
struct SharpnessPair {
  std::vector<std::string> labels;  // of the numbers, plain text
  double factor = 1;
  Sharpness plain;
  Sharpness multiplied;
};

/// Sharpness at many factors from `least_factor` to `largest_factor`.
struct SharpnessCurve {
  std::vector<double> factors;
  std::vector<Sharpness> at;  // one for each factor
};

SharpnessCurve sharpness_curve(const std::vector<Scalar>& logits);

PlotPointer sharpness_bars(SharpnessPair pair);

/// The four measures of sharpness.
enum class SharpnessMeasure { largest, entropy, effective_tokens, jacobian_norm };
double measure_of(const Sharpness& sharpness, SharpnessMeasure measure);
PlotPointer sharpness_line(const SharpnessCurve& curve, SharpnessMeasure measure, double factor,
                           const Sharpness& present);

/// Examples: "×8", "×0.1".
std::string factor_text(double factor);

}  // namespace attention_lab

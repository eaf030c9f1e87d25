// The second experiment on √d_k: how peaked softmax becomes as its inputs grow, and how little gradient then
// passes through it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/attention/types.h"
#include "core/result.h"

namespace attention_lab {

/// Softmax of some numbers, and measures of how sharp it is.
struct Sharpness {
  std::vector<Scalar> probabilities;
  double largest = 0;  ///< probability
  double entropy = 0;  ///< H = −Σ p·ln p, in nats: from 0 (one probability is 1) to ln n (all equal)
  double effective_tokens = 1;  ///< e^H: from 1 to n
  /// ‖diag(p) − p·pᵀ‖, the Frobenius norm of ∂p ÷ ∂logits: how much gradient passes. For two numbers at most
  /// ½; 0 where softmax is saturated.
  double jacobian_norm = 0;
};

/// empty_sentence if there are no numbers, over_limit if there are more than limits::n_tokens, not_finite if
/// one is infinite or NaN.
Status check_logits(std::span<const Scalar> logits);
/// Typed logits (see parse_list), checked.
Result<std::vector<Scalar>> logits_from(std::string_view text);

/// Measures softmax(factor·logits). Preconditions: check_logits() succeeds, and `factor` is finite.
Sharpness sharpness(std::span<const Scalar> logits, Scalar factor = 1);

/// `count` numbers from `low` to `high` with a constant ratio, used as factors along a logarithmic axis.
/// Preconditions: 0 < low < high, count ≥ 2.
std::vector<double> logarithmic_steps(double low, double high, int count);

/// sharpness() for each factor.
std::vector<Sharpness> sharpness_over(std::span<const Scalar> logits, std::span<const double> factors);

}  // namespace attention_lab

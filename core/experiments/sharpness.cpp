#include "core/experiments/sharpness.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>

#include "core/attention/softmax.h"
#include "core/limits.h"
#include "core/words/templates.h"
#include "core/words/typed_numbers.h"

namespace attention_lab {
namespace {

/// Sums over all probabilities except the largest. Where softmax saturates, computing 1 − largest loses all
/// digits, but the equal sum of the other probabilities keeps them.
struct Others {
  double sum = 0;
  double squares = 0;
};

double entropy_of(std::span<const Scalar> p, std::size_t top, const Others& others) {
  double entropy = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const auto probability = static_cast<double>(p[i]);
    if (i == top)
      entropy -= probability * (others.sum < 0.5 ? std::log1p(-others.sum) : std::log(probability));
    else if (probability > 0)
      entropy -= probability * std::log(probability);
  }
  return entropy;
}

/// √ of the sum over i of p_i²·((1 − p_i)² + Σ over j ≠ i of p_j²), row by row of the Jacobian.
double jacobian_norm_of(std::span<const Scalar> p, std::size_t top, const Others& others) {
  const auto largest = static_cast<double>(p[top]);
  double sum = largest * largest * (others.sum * others.sum + others.squares);
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (i == top) continue;
    const auto probability = static_cast<double>(p[i]);
    const double square = probability * probability;
    sum += square * ((1 - probability) * (1 - probability) + largest * largest + others.squares - square);
  }
  return std::sqrt(sum);
}

}  // namespace

Status check_logits(std::span<const Scalar> logits) {
  if (logits.empty()) return Error{ErrorCode::empty_sentence, "Softmax needs at least one number."};
  if (static_cast<Index>(logits.size()) > limits::n_tokens) {
    return Error{ErrorCode::over_limit,
                 filled("Softmax can be shown for at most <most> numbers, not <count>.",
                        {{"most", limits::n_tokens}, {"count", logits.size()}})};
  }
  for (std::size_t i = 0; i < logits.size(); ++i) {
    if (!std::isfinite(logits[i]))
      return Error{ErrorCode::not_finite, filled("Number <position> is not finite.", {{"position", i + 1}})};
  }
  return Done{};
}

Result<std::vector<Scalar>> logits_from(std::string_view text) {
  Result<std::vector<Scalar>> numbers = parse_list(text);
  if (!numbers) return numbers;
  if (Status checked = check_logits(*numbers); !checked) return checked.error();
  return numbers;
}

Sharpness sharpness(std::span<const Scalar> logits, Scalar factor) {
  assert(!logits.empty());
  Sharpness result;
  std::vector<Scalar>& p = result.probabilities;
  for (const Scalar logit : logits) p.push_back(factor * logit);
  softmax(p.data(), p.data(), static_cast<Index>(p.size()));
  const auto top = static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
  Others others;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (i == top) continue;
    const auto probability = static_cast<double>(p[i]);
    others.sum += probability;
    others.squares += probability * probability;
  }
  result.largest = static_cast<double>(p[top]);
  result.entropy = entropy_of(p, top, others);
  result.effective_tokens = std::exp(result.entropy);
  result.jacobian_norm = jacobian_norm_of(p, top, others);
  return result;
}

std::vector<double> logarithmic_steps(double low, double high, int count) {
  assert(low > 0 && low < high && count >= 2);
  std::vector<double> steps;
  for (int i = 0; i < count; ++i) steps.push_back(low * std::pow(high / low, i / (count - 1.0)));
  steps.back() = high;
  return steps;
}

std::vector<Sharpness> sharpness_over(std::span<const Scalar> logits, std::span<const double> factors) {
  std::vector<Sharpness> result;
  for (const double factor : factors) result.push_back(sharpness(logits, static_cast<Scalar>(factor)));
  return result;
}

}  // namespace attention_lab

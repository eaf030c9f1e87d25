// Optimizers: how a gradient becomes a new value.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/types.h"

namespace attention_lab {

enum class Optimizer {
  sgd,       ///< a step against the gradient
  momentum,  ///< a step against a decaying sum of the gradients
  adam,      ///< a step of similar size for every number, whatever the size of its gradient
};
inline constexpr std::array all_optimizers = {Optimizer::sgd, Optimizer::momentum, Optimizer::adam};

/// "sgd", "momentum", "adam".
std::string_view to_string(Optimizer optimizer);
/// "SGD", "momentum", "Adam".
const char* display_name(Optimizer optimizer);
/// The inverse of to_string.
std::optional<Optimizer> optimizer_from(std::string_view text);

/// PyTorch's defaults, except for the learning rate, which has no default in torch.optim.SGD.
struct OptimizerSettings {
  Optimizer optimizer = Optimizer::adam;
  double learning_rate = 0.05;  ///< η
  double momentum = 0.9;        ///< μ, for momentum
  double beta1 = 0.9;           ///< β₁, for Adam
  double beta2 = 0.999;         ///< β₂, for Adam
  double epsilon = 1e-8;        ///< ε, for Adam

  bool operator==(const OptimizerSettings&) const = default;
};

/// With at most four significant digits: "0.05", "0.00015".
std::string rate_text(double learning_rate);
/// The rate that has this text.
double rounded_rate(double learning_rate);

/// What an optimizer remembers about one number.
struct GradientMoments {
  Scalar first = 0;   ///< v with momentum, m with Adam
  Scalar second = 0;  ///< v with Adam

  bool operator==(const GradientMoments&) const = default;
};

/// The factors of an update that are the same for all numbers.
class UpdateRule {
 public:
  /// `update` is counted from 1 since the moments were 0.
  UpdateRule(const OptimizerSettings& settings, std::int64_t update);

  /// The new value of one number w with the gradient g; changes its moments:
  ///
  ///   sgd        w ← w − η·g
  ///   momentum   v ← μ·v + g;  w ← w − η·v
  ///   Adam       m ← β₁·m + (1 − β₁)·g;  v ← β₂·v + (1 − β₂)·g²
  ///              w ← w − (η ÷ (1 − β₁ᵗ))·m ÷ (√v ÷ √(1 − β₂ᵗ) + ε), where t is the number of the update
  ///
  /// Source: torch.optim.SGD and torch.optim.Adam; Kingma and Ba, "Adam" (2015).
  Scalar new_value(Scalar value, Scalar gradient, GradientMoments& moments) const;

  Scalar step_size() const { return step_size_; }              ///< η, or with Adam η ÷ (1 − β₁ᵗ)
  Scalar root_correction() const { return root_correction_; }  ///< √(1 − β₂ᵗ), with Adam

 private:
  Optimizer optimizer_;
  Scalar step_size_;
  Scalar momentum_;
  Scalar beta1_;
  Scalar rest1_;  // 1 − β₁
  Scalar beta2_;
  Scalar rest2_;  // 1 − β₂
  Scalar root_correction_;
  Scalar epsilon_;
};

/// Applies the rule to every number.
void take_step(const UpdateRule& rule, std::span<Scalar> values, std::span<const Scalar> gradients,
               std::span<GradientMoments> moments);

}  // namespace attention_lab

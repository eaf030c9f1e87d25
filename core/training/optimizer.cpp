#include "core/training/optimizer.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

#include "core/words/number_format.h"

namespace attention_lab {

std::string_view to_string(Optimizer optimizer) {
  switch (optimizer) {
    case Optimizer::sgd: return "sgd";
    case Optimizer::momentum: return "momentum";
    case Optimizer::adam: return "adam";
  }
  return "";
}

const char* display_name(Optimizer optimizer) {
  switch (optimizer) {
    case Optimizer::sgd: return "SGD";
    case Optimizer::momentum: return "momentum";
    case Optimizer::adam: return "Adam";
  }
  return "";
}

std::optional<Optimizer> optimizer_from(std::string_view text) {
  for (const Optimizer optimizer : all_optimizers)
    if (to_string(optimizer) == text) return optimizer;
  return std::nullopt;
}

namespace {

int decimals_of_rate(double learning_rate) {
  constexpr int digits = 4;
  return std::max(digits - 1 - static_cast<int>(std::floor(std::log10(learning_rate))), 0);
}

}  // namespace

std::string rate_text(double learning_rate) {
  return format_plainly(learning_rate, decimals_of_rate(learning_rate));
}

double rounded_rate(double learning_rate) {
  const double unit = std::pow(10.0, decimals_of_rate(learning_rate));
  return std::round(learning_rate * unit) / unit;
}

UpdateRule::UpdateRule(const OptimizerSettings& settings, std::int64_t update)
    : optimizer_(settings.optimizer),
      step_size_(static_cast<Scalar>(settings.learning_rate)),
      momentum_(static_cast<Scalar>(settings.momentum)),
      beta1_(static_cast<Scalar>(settings.beta1)),
      rest1_(static_cast<Scalar>(1 - settings.beta1)),
      beta2_(static_cast<Scalar>(settings.beta2)),
      rest2_(static_cast<Scalar>(1 - settings.beta2)),
      root_correction_(1),
      epsilon_(static_cast<Scalar>(settings.epsilon)) {
  if (optimizer_ != Optimizer::adam) return;
  const auto t = static_cast<double>(update);
  step_size_ = static_cast<Scalar>(settings.learning_rate / (1 - std::pow(settings.beta1, t)));
  root_correction_ = static_cast<Scalar>(std::sqrt(1 - std::pow(settings.beta2, t)));
}

Scalar UpdateRule::new_value(Scalar value, Scalar gradient, GradientMoments& moments) const {
  switch (optimizer_) {
    case Optimizer::sgd: return value - step_size_ * gradient;
    case Optimizer::momentum:
      moments.first = momentum_ * moments.first + gradient;
      return value - step_size_ * moments.first;
    case Optimizer::adam:
      moments.first = beta1_ * moments.first + rest1_ * gradient;
      moments.second = beta2_ * moments.second + rest2_ * gradient * gradient;
      return value - step_size_ * moments.first / (std::sqrt(moments.second) / root_correction_ + epsilon_);
  }
  return value;
}

void take_step(const UpdateRule& rule, std::span<Scalar> values, std::span<const Scalar> gradients,
               std::span<GradientMoments> moments) {
  assert(values.size() == gradients.size() && values.size() == moments.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = rule.new_value(values[i], gradients[i], moments[i]);
}

}  // namespace attention_lab

#include "core/experiments/variance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/document/checks.h"

namespace attention_lab {
namespace {

constexpr double pi = 3.141592653589793;
constexpr std::size_t n_bins = 80;

/// Equal numbers have no spread to measure in; any unit will do.
double unit_of(const ProductTheory& theory) {
  return theory.variance > 0 ? std::sqrt(theory.variance) : 1;
}

Bins bins_for(const ProductTheory& theory) {
  Bins bins;
  bins.low = theory.mean - 4 * unit_of(theory);
  bins.high = theory.mean + 4 * unit_of(theory);
  bins.counts.resize(n_bins);
  return bins;
}

Status check(const VarianceSpec& spec) {
  const auto refuse = [](const char* what, std::int64_t least, std::int64_t most, std::int64_t given) {
    return Error{ErrorCode::out_of_range, must_be_between(what, least, most, given), ""};
  };
  if (spec.dimension < 1 || spec.dimension > limits::dimension)
    return refuse("The dimension", 1, limits::dimension, spec.dimension);
  if (spec.trials < limits::least_trials || spec.trials > limits::most_trials)
    return refuse("The number of trials", limits::least_trials, limits::most_trials, spec.trials);
  if (spec.components != Components::given) return Done{};
  if (spec.products.size() == 0)
    return Error{ErrorCode::wrong_shape, "There are no queries and keys to draw from.", ""};
  if (!spec.products.allFinite())
    return Error{ErrorCode::not_finite,
                 "Some products of the given queries and keys are too large: infinite or NaN.", ""};
  return Done{};
}

}  // namespace

std::string_view to_string(Components components) {
  switch (components) {
    case Components::normal: return "normal";
    case Components::uniform: return "uniform";
    case Components::given: return "given";
  }
  return "";
}

ProductTheory theory_of(const VarianceSpec& spec) {
  if (spec.components != Components::given) return {0, static_cast<double>(spec.dimension)};
  const Eigen::ArrayXXd products = spec.products.cast<double>().array();
  const double mean = products.mean();
  return {mean, (products - mean).square().mean()};
}

ProductTheory scaled(const ProductTheory& theory, double factor) {
  return {theory.mean * factor, theory.variance * factor * factor};
}

double normal_density(double x, const ProductTheory& theory) {
  const double distance = x - theory.mean;
  return std::exp(-distance * distance / (2 * theory.variance)) / std::sqrt(2 * pi * theory.variance);
}

double product_density(double x, Index dimension) {
  // With s = ln |k|², q·k has the density ∫ normal(x; 0, e^s)·chi_squared(e^s; d)·e^s ds. In s the integrand
  // is smooth and falls off on both sides faster than any exponential (but for x = 0 and small d), so that
  // plain sums over equal steps are exact to many digits.
  const auto d = static_cast<double>(dimension);
  if (x == 0) {
    if (dimension == 1) return std::numeric_limits<double>::infinity();
    return std::exp(std::lgamma((d - 1) / 2) - std::lgamma(d / 2)) / (2 * std::sqrt(pi));
  }
  const double constant = -0.5 * std::log(2 * pi) - d / 2 * std::log(2.0) - std::lgamma(d / 2);
  const auto log_integrand = [&](double s) {
    return constant - s / 2 - x * x / 2 * std::exp(-s) + d / 2 * s - std::exp(s) / 2;
  };
  // The peak, where the derivative (d − 1)/2 + x²/2·e^−s − e^s/2 is 0: a quadratic in e^s.
  const double peak = std::log(((d - 1) + std::sqrt((d - 1) * (d - 1) + 4 * x * x)) / 2);
  const double curvature = (x * x * std::exp(-peak) + std::exp(peak)) / 2;
  const double step = 0.2 / std::sqrt(std::max(curvature, 1.0));
  double sum = std::exp(log_integrand(peak));
  for (const double direction : {step, -step}) {
    for (int i = 1; i < 10'000; ++i) {
      const double term = std::exp(log_integrand(peak + i * direction));
      sum += term;
      if (term <= sum * 1e-13) break;
    }
  }
  return sum * step;
}

Result<VarianceExperiment> VarianceExperiment::start(VarianceSpec spec) {
  if (const Status status = check(spec); !status) return status.error();
  return VarianceExperiment(std::move(spec));
}

VarianceExperiment::VarianceExperiment(VarianceSpec spec)
    : spec_(std::move(spec)),
      theory_(theory_of(spec_)),
      draws_(spec_.seed),
      moments_(theory_.mean, unit_of(theory_)),
      bins_(bins_for(theory_)),
      q_(spec_.dimension),
      k_(spec_.dimension) {}

double VarianceExperiment::scale() const {
  return 1 / std::sqrt(static_cast<double>(spec_.dimension));
}

void VarianceExperiment::advance(std::int64_t trials) {
  const std::int64_t left = spec_.trials - trials_done();
  for (std::int64_t trial = std::min(trials, left); trial > 0; --trial) {
    const double product = next_product();
    moments_.add(product);
    bins_.add(product);
  }
}

double VarianceExperiment::next_product() {
  switch (spec_.components) {
    case Components::normal:
      draws_.randn(q_.data(), q_.size());
      draws_.randn(k_.data(), k_.size());
      break;
    case Components::uniform:
      for (Eigen::VectorXf* vector : {&q_, &k_}) {
        draws_.rand(vector->data(), vector->size());
        *vector = (2 * vector->array() - 1) * std::sqrt(3.0F);
      }
      break;
    case Components::given: {
      float uniform[2];
      draws_.rand(uniform, 2);
      const auto drawn = [](float u, Index count) {
        return std::min(static_cast<Index>(static_cast<double>(u) * static_cast<double>(count)), count - 1);
      };
      return static_cast<double>(
          spec_.products(drawn(uniform[0], spec_.products.rows()), drawn(uniform[1], spec_.products.cols())));
    }
  }
  return static_cast<double>(q_.dot(k_));
}

Bins VarianceExperiment::scaled_bins() const {
  Bins scaled = bins_;
  scaled.low *= scale();
  scaled.high *= scale();
  return scaled;
}

}  // namespace attention_lab

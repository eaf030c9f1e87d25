#include "core/experiments/variance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/document/checks.h"

namespace attention_lab {
namespace {

constexpr double pi = 3.141592653589793;
constexpr std::size_t n_bins = 80;

/// If the variance is 0, any unit will do.
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
    return Error{ErrorCode::out_of_range, must_be_between(what, least, most, given)};
  };
  if (spec.dimension < 1 || spec.dimension > limits::dimension)
    return refuse("The dimension", 1, limits::dimension, spec.dimension);
  if (spec.trials < limits::least_trials || spec.trials > limits::most_trials)
    return refuse("The number of trials", limits::least_trials, limits::most_trials, spec.trials);
  if (spec.components != Components::given) return Done{};
  if (spec.products.size() == 0)
    return Error{ErrorCode::wrong_shape, "There are no queries and keys to draw from."};
  if (!spec.products.allFinite())
    return Error{ErrorCode::not_finite,
                 "Some products of the given queries and keys are too large: infinite or NaN."};
  return Done{};
}

/// The cost of one trial, in units of work: some numbers are drawn one by one, and every trial is counted.
double cost_of(const VarianceSpec& spec) {
  constexpr double counting = 6;
  if (spec.components == Components::given) return counting;
  const double drawing = spec.components == Components::normal && spec.dimension < 16 ? 5 : 1;
  return counting + drawing * static_cast<double>(spec.dimension);
}

std::int64_t trials_for(double work, const VarianceSpec& spec) {
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(work / cost_of(spec)));
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

std::optional<Components> distribution_from(std::string_view text) {
  for (const Components distribution : all_distributions) {
    if (to_string(distribution) == text) return distribution;
  }
  return std::nullopt;
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
  // With s = ln |k|², q·k has the density ∫ normal(x; 0, e^s)·chi_squared(e^s; d)·e^s ds. As a function of s,
  // the integrand is smooth and decreases faster than any exponential on both sides (except for x = 0 and
  // small d), so that a sum over equal steps is exact to many digits.
  const auto d = static_cast<double>(dimension);
  if (x == 0) {
    if (dimension == 1) return std::numeric_limits<double>::infinity();
    return std::exp(std::lgamma((d - 1) / 2) - std::lgamma(d / 2)) / (2 * std::sqrt(pi));
  }
  const double constant = -0.5 * std::log(2 * pi) - d / 2 * std::log(2.0) - std::lgamma(d / 2);
  const auto log_integrand = [&](double s) {
    return constant - s / 2 - x * x / 2 * std::exp(-s) + d / 2 * s - std::exp(s) / 2;
  };
  // At the peak the derivative (d − 1)/2 + x²/2·e^−s − e^s/2 is 0, a quadratic equation in e^s.
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

Estimate scaled(const Estimate& estimate, double factor) {
  const double size = std::abs(factor);
  return {estimate.mean * factor, estimate.mean_standard_error * size, estimate.variance * factor * factor,
          estimate.variance_standard_error * factor * factor};
}

Estimate Moments::estimate() const {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (count_ < 2) return {none, none, none, none};
  const auto n = static_cast<double>(count_);
  const double mean = sum_ / n;
  // Central moments from raw moments. Rounding must not make them negative.
  const double second = std::max(0.0, squares_ / n - mean * mean);
  const double fourth =
      fourths_ / n - 4 * mean * cubes_ / n + 6 * mean * mean * squares_ / n - 3 * mean * mean * mean * mean;
  const double variance = second * n / (n - 1);
  const double spread = std::max(0.0, fourth - variance * variance * (n - 3) / (n - 1));
  return scaled({mean + center_ / unit_, std::sqrt(variance / n), variance, std::sqrt(spread / n)}, unit_);
}

void VarianceRun::ask(const VarianceSettings& settings, const std::optional<GivenProducts>& given,
                      const Matrix& products) {
  const bool is_new = starts() == 0;
  const bool same_rows = !is_new && settings.trials == settings_.trials && settings.seed == settings_.seed &&
                         settings.components == settings_.components && given == given_;
  if (same_rows && settings == settings_) return;
  settings_ = settings;
  given_ = given;
  VarianceSpec spec;
  spec.dimension = given ? given->d_k : settings.dimension;
  spec.trials = settings.trials;
  spec.seed = settings.seed;
  spec.components = settings.components;
  if (given) spec.products = products;
  Result<VarianceExperiment> started = VarianceExperiment::start(std::move(spec));
  problem_ = started ? "" : started.error().message;
  start(started ? std::optional(*std::move(started)) : std::nullopt);
  if (!same_rows) clear_rows();
}

void VarianceRun::clear_rows() {
  rows_.clear();
  row_.reset();
  // The queries and keys of a document have only one dimension.
  if (given_ && experiment_) {
    rows_.push_back({given_->d_k, 0, {}, {}});
  } else if (!given_) {
    for (const Index dimension : dimensions_) rows_.push_back({dimension, 0, {}, {}});
  }
}

std::int64_t VarianceRun::trials_of_row(Index dimension) const {
  return std::clamp<std::int64_t>(most_draws_a_row / dimension, limits::least_trials, settings_.trials);
}

std::size_t VarianceRun::rows_done() const {
  return static_cast<std::size_t>(
      std::count_if(rows_.begin(), rows_.end(), [](const VarianceRow& row) { return row.trials > 0; }));
}

bool VarianceRun::is_finished() const {
  return experiment_ && experiment_->is_finished() && rows_done() == rows_.size();
}

void VarianceRun::add_row(Index dimension) {
  const auto at = std::lower_bound(dimensions_.begin(), dimensions_.end(), dimension);
  if (given_ || (at != dimensions_.end() && *at == dimension)) return;
  dimensions_.insert(at, dimension);
  const auto below = [](const VarianceRow& row, Index d) { return row.dimension < d; };
  rows_.insert(std::lower_bound(rows_.begin(), rows_.end(), dimension, below), {dimension, 0, {}, {}});
}

void VarianceRun::advance(double work) {
  if (!is_running()) return;
  if (experiment_->is_finished()) {
    advance_rows(work);
  } else {
    experiment_->advance(trials_for(work, experiment_->spec()));
  }
}

void VarianceRun::advance_rows(double work) {
  while (work > 0) {
    const auto next =
        std::find_if(rows_.begin(), rows_.end(), [](const VarianceRow& row) { return row.trials == 0; });
    if (next == rows_.end()) break;
    if (!row_ || row_->spec().dimension != next->dimension) {
      VarianceSpec spec = experiment_->spec();
      spec.dimension = next->dimension;
      spec.trials = trials_of_row(next->dimension);
      row_ = VarianceExperiment::start(std::move(spec)).value();
    }
    const std::int64_t before = row_->trials_done();
    row_->advance(trials_for(work, row_->spec()));
    work -= static_cast<double>(row_->trials_done() - before) * cost_of(row_->spec());
    if (!row_->is_finished()) break;
    *next = {next->dimension, row_->trials_done(), row_->products(), row_->scaled_products()};
    row_.reset();
  }
}

}  // namespace attention_lab

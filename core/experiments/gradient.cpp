#include "core/experiments/gradient.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/attention/softmax.h"
#include "core/document/checks.h"
#include "core/limits.h"

namespace attention_lab {
namespace {

Status check_range(const char* what, std::int64_t least, std::int64_t most, std::int64_t given) {
  if (given >= least && given <= most) return Done{};
  return Error{ErrorCode::out_of_range, must_be_between(what, least, most, given)};
}

Status check(const GradientSpec& spec) {
  if (Status status = check_range("d_model", 1, limits::d_model, spec.d_model); !status) return status;
  if (Status status = check_range("The number of tokens", 2, limits::gradient_tokens, spec.n_tokens); !status)
    return status;
  if (Status status = check_range("The number of trials", 1, limits::gradient_trials, spec.trials); !status)
    return status;
  if (spec.dimensions.empty()) return Error{ErrorCode::out_of_range, "No d_k was given; give at least one."};
  for (const Index d_k : spec.dimensions) {
    if (Status status = check_range("The d_k of one head", 1, spec.d_model, d_k); !status) return status;
  }
  return Done{};
}

double divisor_of(ExperimentDivisor divisor, Index d_k, Index d_model) {
  switch (divisor) {
    case ExperimentDivisor::sqrt_d_k: return std::sqrt(static_cast<double>(d_k));
    case ExperimentDivisor::none: return 1;
    case ExperimentDivisor::sqrt_d_model: return std::sqrt(static_cast<double>(d_model));
  }
  return 1;
}

Matrix drawn_normal(TorchRandom& draws, Index rows, Index columns) {
  Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> drawn(rows, columns);
  draws.randn(drawn.data(), drawn.size());
  return drawn.cast<Scalar>();
}

/// Interpolates between the two neighbours if the position is not an integer, like torch.quantile.
double quantile(const std::vector<double>& sorted, double fraction) {
  const double place = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

Spread spread_of(std::vector<double> numbers) {
  if (numbers.empty()) return {};
  std::sort(numbers.begin(), numbers.end());
  double sum = 0;
  for (const double number : numbers) sum += number;
  return {sum / static_cast<double>(numbers.size()), quantile(numbers, 0.25), quantile(numbers, 0.5),
          quantile(numbers, 0.75)};
}

constexpr std::int64_t looks = 25;  // updates during a run; each sorts all trials so far

/// The cost of one trial, in units of work.
double cost_of(const GradientSpec& spec, Index d_k) {
  constexpr double softmax = 12;  // per token, with three divisors
  return static_cast<double>(spec.n_tokens) * (static_cast<double>(d_k) + softmax) +
         static_cast<double>(spec.d_model);
}

}  // namespace

std::string_view to_string(ExperimentDivisor divisor) {
  switch (divisor) {
    case ExperimentDivisor::sqrt_d_k: return "sqrt_d_k";
    case ExperimentDivisor::none: return "none";
    case ExperimentDivisor::sqrt_d_model: return "sqrt_d_model";
  }
  return "";
}

std::vector<Index> doubling_dimensions(Index d_model) {
  std::vector<Index> dimensions;
  for (Index d = 1; d < d_model; d *= 2) dimensions.push_back(d);
  dimensions.push_back(d_model);
  return dimensions;
}

Result<GradientExperiment> GradientExperiment::start(GradientSpec spec) {
  if (const Status status = check(spec); !status) return status.error();
  return GradientExperiment(std::move(spec));
}

GradientExperiment::GradientExperiment(GradientSpec spec)
    : spec_(std::move(spec)), draws_(spec_.seed), samples_(spec_.dimensions.size()) {}

void GradientExperiment::advance(std::int64_t trials) {
  const std::int64_t end = std::min(done_ + trials, trials_in_all());
  for (; done_ < end; ++done_) {
    if (done_ % spec_.trials == 0) draws_ = TorchRandom(spec_.seed);
    do_trial(static_cast<std::size_t>(done_ / spec_.trials));
  }
}

void GradientExperiment::do_trial(std::size_t dimension) {
  const Index d_k = spec_.dimensions[dimension];
  const Index n = spec_.n_tokens;
  const Matrix x = drawn_normal(draws_, 1, spec_.d_model);
  const Matrix q = drawn_normal(draws_, 1, d_k);
  const Matrix K = drawn_normal(draws_, n, d_k);
  const Matrix v = drawn_normal(draws_, 1, n);
  const Matrix scores = q * K.transpose();  // (1, n)
  for (const ExperimentDivisor kind : all_experiment_divisors) {
    const auto divisor = static_cast<Scalar>(divisor_of(kind, d_k, spec_.d_model));
    const Matrix scaled_scores = scores / divisor;
    Matrix weights(1, n);
    softmax(scaled_scores.data(), weights.data(), n);
    Matrix dscaled_scores = Matrix::Zero(1, n);
    add_softmax_derivative(scaled_scores.data(), weights.data(), v.data(), dscaled_scores.data(), n,
                           Scalar{1});
    const Matrix dq = dscaled_scores / divisor * K;  // (1, d_k)
    Samples& samples = samples_[dimension][static_cast<std::size_t>(kind)];
    samples.W_q.push_back(static_cast<double>(x.norm()) * static_cast<double>(dq.norm()));
    samples.passed.push_back(static_cast<double>(dscaled_scores.norm()) / static_cast<double>(v.norm()));
  }
}

std::vector<GradientPoint> GradientExperiment::points() const {
  std::vector<GradientPoint> points;
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    GradientPoint point;
    point.d_k = spec_.dimensions[i];
    point.trials = static_cast<std::int64_t>(samples_[i].front().W_q.size());
    for (std::size_t k = 0; k < point.measures.size(); ++k)
      point.measures[k] = {spread_of(samples_[i][k].W_q), spread_of(samples_[i][k].passed)};
    points.push_back(point);
  }
  return points;
}

void GradientRun::ask(const GradientSettings& settings) {
  if (experiment_ && settings == settings_) return;
  settings_ = settings;
  GradientSpec spec;
  spec.dimensions = doubling_dimensions(settings.d_model);
  spec.d_model = settings.d_model;
  spec.n_tokens = settings.n_tokens;
  spec.trials = settings.trials;
  spec.seed = settings.seed;
  start(GradientExperiment::start(std::move(spec)).value());
  points_.clear();
  looked_up_at_ = 0;
}

void GradientRun::advance(double work) {
  if (!is_running()) return;
  const GradientSpec& spec = experiment_->spec();
  while (work > 0 && !experiment_->is_finished()) {
    const std::int64_t done = experiment_->trials_done();
    const double cost = cost_of(spec, spec.dimensions[static_cast<std::size_t>(done / spec.trials)]);
    const std::int64_t left = spec.trials - done % spec.trials;  // at this d_k
    const auto trials = std::clamp<std::int64_t>(static_cast<std::int64_t>(work / cost), 1, left);
    experiment_->advance(trials);
    work -= static_cast<double>(trials) * cost;
  }
  const std::int64_t step = std::max<std::int64_t>(1, experiment_->trials_in_all() / looks);
  if (experiment_->is_finished() || experiment_->trials_done() - looked_up_at_ >= step) look_up();
}

void GradientRun::stop() {
  if (!is_running()) return;
  StoppableRun::stop();
  look_up();
}

void GradientRun::look_up() {
  points_ = experiment_->points();
  std::erase_if(points_, [](const GradientPoint& point) { return point.trials == 0; });
  looked_up_at_ = experiment_->trials_done();
}

}  // namespace attention_lab

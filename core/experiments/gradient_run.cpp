#include "core/experiments/gradient_run.h"

#include <algorithm>
#include <cmath>

namespace attention_lab {
namespace {

constexpr std::int64_t looks = 25;  // during a run: each sorts all trials so far

/// Of a trial, in units of work.
double cost_of(const GradientSpec& spec, Index d_k) {
  constexpr double softmax = 12;  // of a token, with three divisors
  return static_cast<double>(spec.n_tokens) * (static_cast<double>(d_k) + softmax) +
         static_cast<double>(spec.d_model);
}

}  // namespace

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

#include "core/experiments/variance_run.h"

#include <algorithm>

namespace attention_lab {
namespace {

/// Of a trial, in units of work: few numbers are drawn one by one, and each trial is counted.
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
  // Queries and keys of a document have the one dimension they have.
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

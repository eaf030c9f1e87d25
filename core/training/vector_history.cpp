#include "core/training/vector_history.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/training/parameter_numbers.h"

namespace attention_lab {
namespace {

/// Whether queries and keys depend on the parameter.
bool makes_queries_or_keys(MatrixName name) {
  const Layer* layer = layer_of(name);
  const bool is_embedding = layer == nullptr && name != MatrixName::W_u;
  return is_embedding ||
         (layer != nullptr && (layer->product == MatrixName::Q || layer->product == MatrixName::K));
}

/// Of each coordinate, Σ (last − first)² over all queries and keys.
RowVector squared_movement(const VectorPaths& paths) {
  return (paths.queries.back() - paths.queries.front()).array().square().colwise().sum() +
         (paths.keys.back() - paths.keys.front()).array().square().colwise().sum();
}

}  // namespace

void VectorHistory::record(const TrainingRun& run) {
  branches_.resize(run.branches().size());
  const std::size_t branch = run.present_branch();
  const std::int64_t first_step = run.branches()[branch].first_step;
  if ((run.step() - first_step) % interval_ != 0) return;
  std::vector<Sample>& samples = branches_[branch];
  const auto at =
      std::lower_bound(samples.begin(), samples.end(), run.step(),
                       [](const Sample& sample, std::int64_t step) { return sample.step < step; });
  const bool is_known = at != samples.end() && at->step == run.step();
  // Only where a branch begins can a number change without a new branch.
  if (is_known && run.step() != first_step) return;
  std::vector<Scalar> numbers = numbers_of(run.objective(), makes_queries_or_keys);
  if (is_known) {
    if (at->numbers == numbers) return;
    at->numbers = std::move(numbers);
    at->id = ++last_id_;
    return;
  }
  samples.insert(at, {++last_id_, run.step(), std::move(numbers)});
  thin_out(run);
}

void VectorHistory::thin_out(const TrainingRun& run) {
  const auto is_too_much = [&] {
    std::size_t count = 0;
    std::size_t bytes = 0;
    for (const std::vector<Sample>& samples : branches_) {
      count += samples.size();
      for (const Sample& sample : samples) bytes += sample.numbers.size() * sizeof(Scalar);
    }
    const bool has_more_than_first_steps = count > branches_.size();
    return has_more_than_first_steps && (count > most_samples_ || bytes > most_bytes_);
  };
  while (is_too_much()) {
    interval_ *= 2;
    for (std::size_t b = 0; b < branches_.size(); ++b) {
      const std::int64_t first_step = run.branches()[b].first_step;
      std::erase_if(branches_[b],
                    [&](const Sample& sample) { return (sample.step - first_step) % interval_ != 0; });
    }
  }
}

std::vector<const VectorHistory::Sample*> VectorHistory::of_line(const TrainingRun& run) const {
  std::vector<const Sample*> found;
  const std::vector<std::size_t>& line = run.line();
  for (std::size_t i = 0; i < line.size() && line[i] < branches_.size(); ++i) {
    const bool is_last = i + 1 == line.size();
    for (const Sample& sample : branches_[line[i]])
      if (is_last || sample.step < run.end_in_line(i)) found.push_back(&sample);
  }
  return found;
}

void VectorHistory::restore(const Sample& sample, TrainingObjective& objective) {
  write_numbers(sample.numbers, objective, makes_queries_or_keys);
}

void VectorPaths::add(std::int64_t step, Matrix step_queries, Matrix step_keys) {
  steps.push_back(step);
  queries.push_back(std::move(step_queries));
  keys.push_back(std::move(step_keys));
}

VectorPlane plane_of_movement(const VectorPaths& paths) {
  RowVector movement = squared_movement(paths);
  assert(movement.size() >= 2);
  Index first = 0;
  movement.maxCoeff(&first);
  if (!(movement(first) > 0)) return {};
  movement(first) = -1;
  Index second = 0;
  movement.maxCoeff(&second);
  return {std::min(first, second), std::max(first, second)};
}

std::optional<double> share_of_movement(const VectorPaths& paths, const VectorPlane& plane) {
  const RowVector movement = squared_movement(paths);
  const auto all = static_cast<double>(movement.sum());
  if (!(all > 0)) return std::nullopt;
  return static_cast<double>(movement(plane.x) + movement(plane.y)) / all;
}

}  // namespace attention_lab

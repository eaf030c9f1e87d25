#include "core/training/run_comparison.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/training/parameter_numbers.h"
#include "core/training/seed_comparison.h"

namespace attention_lab {
namespace {

std::unique_ptr<TrainingObjective> with_numbers(std::unique_ptr<TrainingObjective> objective,
                                                const std::vector<Scalar>& numbers) {
  write_numbers(numbers, *objective);
  return objective;
}

}  // namespace

Scale other_divisor(const Scale& scale) {
  return {scale.kind == Scale::Kind::none ? Scale::Kind::sqrt_d_k : Scale::Kind::none};
}

std::optional<std::int64_t> changed_by_hand(const TrainingRun& run) {
  for (const std::size_t branch : run.line()) {
    if (run.branches()[branch].cause == BranchCause::edit) return run.branches()[branch].first_step;
  }
  return std::nullopt;
}

RunComparison::RunComparison(std::unique_ptr<TrainingObjective> objective, const TrainingRun& first,
                             const RunDifference& difference)
    : difference_(difference),
      segments_(segments_of(first)),
      last_step_(first.last_step()),
      start_(first.numbers_at_start().begin(), first.numbers_at_start().end()),
      first_record_(first.record_at(0)),
      run_(with_numbers(std::move(objective), start_), with_difference(segments_.front().settings)),
      work_of_step_(work_of_step(run_.objective())) {
  assert(!changed_by_hand(first));
  use_due_settings();
}

std::vector<RunComparison::Segment> RunComparison::segments_of(const TrainingRun& run) {
  std::vector<Segment> segments;
  for (const std::size_t branch : run.line())
    segments.push_back({run.branches()[branch].first_step, run.branches()[branch].settings});
  return segments;
}

TrainingSettings RunComparison::with_difference(TrainingSettings settings) const {
  if (difference_.kind == RunDifference::Kind::optimizer) settings.optimizer = difference_.optimizer;
  return settings;
}

bool RunComparison::follow(const TrainingRun& first) {
  std::vector<Segment> segments = segments_of(first);
  const bool has_same_past =
      segments.size() >= used_ &&
      std::equal(segments.begin(), segments.begin() + static_cast<std::ptrdiff_t>(used_), segments_.begin());
  const bool is_past_a_change = segments.size() > used_ && segments[used_].first_step < run_.step();
  if (changed_by_hand(first) || !has_same_past || is_past_a_change || first.last_step() < run_.step() ||
      !(first.record_at(0) == first_record_))
    return false;
  // The records cannot show every change: b_k changes no loss.
  const std::span<const Scalar> start = first.numbers_at_start();
  if (!std::equal(start.begin(), start.end(), start_.begin(), start_.end())) return false;
  segments_ = std::move(segments);
  last_step_ = first.last_step();
  use_due_settings();
  return true;
}

void RunComparison::use_due_settings() {
  for (; used_ < segments_.size() && segments_[used_].first_step == run_.step(); ++used_)
    run_.set_settings(with_difference(segments_[used_].settings));
}

void RunComparison::advance(double work) {
  for (double done = 0; done < work && !is_finished(); done += work_of_step_) {
    if (!run_.advance()) return;
    use_due_settings();
  }
}

}  // namespace attention_lab

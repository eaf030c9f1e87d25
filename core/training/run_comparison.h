// A second run beside another one: the same training, except for one thing.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/attention/model.h"
#include "core/experiments/run.h"
#include "core/training/objective.h"
#include "core/training/training_run.h"

namespace attention_lab {

/// The one thing in which the second run differs.
struct RunDifference {
  enum class Kind {
    divisor,    ///< of the scores, see other_divisor
    optimizer,  ///< or its learning rate
  };
  Kind kind = Kind::divisor;
  OptimizerSettings optimizer{};  ///< of the second run, with Kind::optimizer

  bool operator==(const RunDifference&) const = default;
};

/// What the second run divides the scores by: nothing, or √d_k if the first run does not divide them.
Scale other_divisor(const Scale& scale);

/// The step at which the present line of a run has a number that was changed by hand, which another run
/// cannot repeat; nullopt: there is none, and the run can be compared.
std::optional<std::int64_t> changed_by_hand(const TrainingRun& run);

/// Trains a second run to the last step of the present line of a first one: from the same numbers at step 0,
/// and with the same changes of settings on the way. Results depend on the line alone, never on the slices.
class RunComparison {
 public:
  /// `objective` is like that of the first run, except for the difference if that is in the model; it is
  /// given the numbers of step 0. Preconditions: the line has no number that was changed by hand; both
  /// objectives have the same parameters.
  RunComparison(std::unique_ptr<TrainingObjective> objective, const TrainingRun& first,
                const RunDifference& difference);

  /// Goes on to the last step of the present line. False if the second run does not belong to this line: it
  /// must begin anew then.
  bool follow(const TrainingRun& first);

  /// A unit of work takes about 10 ns.
  void advance(double work);
  /// In steps.
  RunProgress progress() const { return {run_.step(), last_step_}; }
  /// Also if the second run could not continue; see run().problem().
  bool is_finished() const { return run_.step() >= last_step_ || run_.problem(); }

  const RunDifference& difference() const { return difference_; }
  const TrainingRun& run() const { return run_; }

 private:
  /// Settings of the first run, from a step on.
  struct Segment {
    std::int64_t first_step = 0;
    TrainingSettings settings;

    bool operator==(const Segment&) const = default;
  };

  static std::vector<Segment> segments_of(const TrainingRun& run);
  TrainingSettings with_difference(TrainingSettings settings) const;
  void use_due_settings();

  RunDifference difference_;
  std::vector<Segment> segments_;
  std::size_t used_ = 1;  // segments whose settings the second run has used
  std::int64_t last_step_ = 0;
  std::vector<Scalar> start_;    // all numbers of the first run at step 0
  TrainingRecord first_record_;  // of the first run at step 0
  TrainingRun run_;
  double work_of_step_;
};
static_assert(Run<RunComparison>);

}  // namespace attention_lab

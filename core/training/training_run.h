// A training run: every step of it can be returned to, and continued differently.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/result.h"
#include "core/training/objective.h"
#include "core/training/optimizer.h"

namespace attention_lab {

namespace limits {
inline constexpr std::int64_t training_steps = 10'000;  ///< of a run that can be rewound
}  // namespace limits

/// out_of_range: the learning rate must be a positive number up to 1,000, and not so small that it counts as
/// 0.
std::optional<Error> check_learning_rate(double learning_rate);

/// Measured at the numbers after a step, before the next update.
struct TrainingRecord {
  double loss = 0;
  double gradient_norm = 0;               ///< of all trained numbers together: √Σ gradient²
  std::optional<double> held_out_loss{};  ///< see TrainingObjective

  /// If not, a run cannot go on from here.
  bool is_finite() const { return std::isfinite(loss) && std::isfinite(gradient_norm); }
  bool operator==(const TrainingRecord&) const = default;
};

/// Why a run cannot begin if its first record is not finite.
inline constexpr const char* too_large_to_train =
    "This document cannot be trained, because its numbers are too large to compute with; make them smaller "
    "first.";
/// The same for a run in which a number was changed by hand.
inline constexpr const char* too_large_to_continue =
    "Training cannot continue from this step, because its numbers are too large to compute with; make them "
    "smaller first.";

/// Why a branch begins.
enum class BranchCause {
  start,     ///< the first one
  settings,  ///< the optimizer, its learning rate, the trained matrices or the target changed
  edit,      ///< the user changed a number
};

/// A part of a run with the same settings throughout. Its first step is a step of its parent, with the
/// change.
struct TrainingBranch {
  BranchCause cause = BranchCause::start;
  std::optional<std::size_t> parent{};  ///< its index in branches()
  std::int64_t first_step = 0;
  TrainingSettings settings{};
  double least_loss = 0;                  ///< see TrainingObjective
  std::optional<CellRef> edited{};        ///< the number that was changed last where it begins
  std::vector<TrainingRecord> records{};  ///< of first_step, first_step + 1, …; at least one

  std::int64_t last_step() const { return first_step + std::ssize(records) - 1; }
  const TrainingRecord& at(std::int64_t step) const {
    return records[static_cast<std::size_t>(step - first_step)];
  }
};

/// The arithmetic of the next update of one number; see UpdateRule.
struct UpdateArithmetic {
  OptimizerSettings settings;
  std::int64_t update = 1;  ///< t of its matrix, counted from 1 since the moments were 0
  Scalar value = 0;
  Scalar gradient = 0;
  GradientMoments before;
  GradientMoments after;
  Scalar step_size = 0;
  Scalar root_correction = 1;
  Scalar next = 0;
};

/// Step k is the state after k updates; step 0 is the start. The run can go to any step and continue there.
/// If something changes there, a new branch begins and the old one is kept. Going back restores numbers,
/// moments and losses bit for bit: snapshots are kept every few steps, and the steps between are repeated.
///
/// A change at a step where a branch has only just begun belongs to that branch. Most steps allocate nothing:
/// memory is needed only for a snapshot, and when the records grow.
class TrainingRun {
 public:
  enum class History { kept, not_kept };

  /// Preconditions: settings.trained are parameters of the objective; the learning rate is valid.
  /// With History::not_kept, go_to() cannot go back, and there is no limit on the number of steps.
  TrainingRun(std::unique_ptr<TrainingObjective> objective, TrainingSettings settings,
              History history = History::kept);

  const TrainingObjective& objective() const { return *objective_; }
  std::int64_t step() const { return step_; }
  const TrainingRecord& record() const { return record_at(step_); }
  /// Of a step of the present line, from 0 to last_step().
  const TrainingRecord& record_at(std::int64_t step) const {
    return branches_[line_[segment_of(step)]].at(step);
  }
  const TrainingSettings& settings() const { return segment().settings; }

  /// Goes one step further: repeats a step of the present line, or makes a new one at its end. Returns false,
  /// and changes nothing, if a number would not be finite or the loss would diverge; see problem(). Also
  /// false at the limit of steps.
  bool advance();
  /// Why the run could not continue from its present step: one sentence that names the first quantity that
  /// was not finite. Null if it has not tried, or could.
  const Error* problem() const;
  bool is_at_limit() const { return history_ == History::kept && step_ >= limits::training_steps; }

  /// Goes to a step of the present line, from 0 to last_step().
  void go_to(std::int64_t step);
  /// Increases with every change of the step, the numbers or the settings.
  std::uint64_t changes() const { return changes_; }
  /// The last step of the present line.
  std::int64_t last_step() const { return branches_[line_.back()].last_step(); }
  /// All numbers of the parameters (see parameter_numbers.h) at step 0 of the present line. Precondition: the
  /// run keeps its history.
  std::span<const Scalar> numbers_at_start() const { return snapshots_[line_[segment_of(0)]].front().values; }

  /// Continues from the present step with other settings, as a new branch unless they are equal. Without a
  /// step in between, going back to the earlier settings also goes back to their branch. Moments are set to 0
  /// by the first update of another optimizer.
  void set_settings(const TrainingSettings& settings);
  /// Changes one number of a parameter, as a new branch unless it is equal. Its moments are kept.
  /// Preconditions: the cell exists; the value is finite.
  void set_value(const CellRef& cell, Scalar value);

  /// In the order in which they began.
  const std::vector<TrainingBranch>& branches() const { return branches_; }
  /// The branches that lead to the present line's last step, by index: the first begins at step 0.
  const std::vector<std::size_t>& line() const { return line_; }
  /// The last step that the branch line()[i] contributes to the line.
  std::int64_t end_in_line(std::size_t i) const {
    return i + 1 == line_.size() ? last_step() : branches_[line_[i + 1]].first_step;
  }
  /// The branch of the line that the present step belongs to.
  std::size_t present_branch() const { return line_[segment_of(step_)]; }
  /// Makes the line end with this branch, and goes to its last step.
  void follow(std::size_t branch);

  /// Whether the matrix is trained at present.
  bool is_trained(const MatrixRef& matrix) const;
  /// Precondition: the cell belongs to a parameter.
  UpdateArithmetic next_update(const CellRef& cell) const;

 private:
  /// A parameter, and where its numbers are in a State.
  struct Block {
    MatrixRef matrix;
    std::size_t first = 0;
    std::size_t size = 0;
    Index columns = 0;
  };
  struct State {
    std::int64_t step = 0;
    Optimizer optimizer = Optimizer::sgd;  // that the moments are of
    std::vector<std::int64_t> updates;     // of each block since its moments were 0
    std::vector<Scalar> values;
    std::vector<GradientMoments> moments;
  };
  struct Problem {
    std::size_t branch = 0;
    std::int64_t step = 0;
    Error error;
  };

  std::size_t segment_of(std::int64_t step) const;  // index in line_
  const TrainingBranch& segment() const { return branches_[line_[segment_of(step_)]]; }
  std::size_t block_of(const CellRef& cell) const;
  std::size_t index_of(const CellRef& cell) const;
  void write_values();
  /// The numbers are those of this step.
  TrainingRecord evaluate(std::int64_t step);
  void make_update(const TrainingSettings& settings);
  std::optional<Error> find_problem(const TrainingRecord& record) const;
  void load(const State& state);
  void keep_snapshot(std::size_t branch);
  void begin_branch(BranchCause cause, TrainingSettings settings);
  void change_empty_branch(BranchCause cause, TrainingSettings settings);

  std::unique_ptr<TrainingObjective> objective_;
  History history_;
  std::vector<Block> blocks_;
  State state_;     // at step_
  State previous_;  // to return to after a failed step
  std::vector<Scalar> gradients_;
  std::int64_t step_ = 0;
  std::uint64_t changes_ = 0;
  double first_loss_ = 0;  // at step 0, if no history is kept
  std::optional<Problem> problem_;
  std::vector<TrainingBranch> branches_;
  std::vector<std::vector<State>> snapshots_;  // of each branch, by step; the first is of its first step
  std::int64_t snapshot_interval_ = 32;
  std::vector<std::size_t> line_;
};

}  // namespace attention_lab

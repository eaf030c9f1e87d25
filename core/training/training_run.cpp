#include "core/training/training_run.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "core/attention/flush_denormals.h"
#include "core/document/checks.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr double largest_learning_rate = 1000;
constexpr std::size_t snapshot_memory = std::size_t{256} << 20;  // bytes

/// A loss this many times the first one, or 1 if that is smaller, counts as diverging.
constexpr double divergence_factor = 1000;

bool is_finite(const MatrixView& numbers) {
  return !first_not_finite(numbers).has_value();
}

/// The first matrix of the pass, in order of computation, with a number that is not finite.
std::optional<MatrixRef> first_overflow(const Model& model, const Trace& trace) {
  for (const MatrixName name : all_matrix_names) {
    if (name == MatrixName::masked_scores) continue;  // −∞ where masked
    const Index heads = is_per_head(name) ? model.n_heads() : 1;
    for (Index head = 0; head < heads; ++head)
      if (!is_finite(matrix_view(model, trace, {name, head}))) return MatrixRef{name, head};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> check_learning_rate(double learning_rate) {
  // Updates are computed with the nearest Scalar, and the smallest ones count as 0 there.
  constexpr auto least = static_cast<double>(std::numeric_limits<Scalar>::min());
  if (learning_rate >= least && learning_rate <= largest_learning_rate) return std::nullopt;
  if (learning_rate > 0 && learning_rate < least) {
    return Error{ErrorCode::out_of_range,
                 filled("A learning rate of <given> is too small to change anything; 0.01 to 0.1 is a good "
                        "start.",
                        {{"given", format_exactly(learning_rate)}})};
  }
  return Error{
      ErrorCode::out_of_range,
      filled("The learning rate must be greater than 0 and at most 1000, not <given>; 0.01 to 0.1 is "
             "a good start.",
             {{"given", format_exactly(learning_rate)}})};
}

TrainingRun::TrainingRun(std::unique_ptr<TrainingObjective> objective, TrainingSettings settings,
                         History history)
    : objective_(std::move(objective)), history_(history) {
  std::size_t size = 0;
  for (const MatrixRef& ref : objective_->parameters()) {
    const WritableView values = objective_->values(ref);
    blocks_.push_back({ref, size, static_cast<std::size_t>(values.size()), values.cols()});
    size += blocks_.back().size;
    state_.values.insert(state_.values.end(), values.data(), values.data() + values.size());
  }
  state_.moments.resize(size);
  state_.updates.resize(blocks_.size());
  state_.optimizer = settings.optimizer.optimizer;
  gradients_.resize(size);
  objective_->use(settings);
  branches_.push_back({.settings = std::move(settings), .least_loss = objective_->least_loss()});
  snapshots_.emplace_back();
  line_ = {0};
  branches_[0].records.push_back({});  // evaluate() looks up the settings of the step
  branches_[0].records[0] = evaluate(0);
  first_loss_ = branches_[0].records[0].loss;
  previous_ = state_;
  keep_snapshot(0);
}

bool TrainingRun::advance() {
  problem_.reset();
  if (is_at_limit()) return false;
  const std::size_t segment = segment_of(step_);
  if (!record().is_finite()) {
    problem_ = {line_[segment], step_, Error{ErrorCode::not_finite, too_large_to_continue}};
    return false;
  }
  const std::size_t next = segment_of(step_ + 1);  // several branches may begin there; the last one counts
  ++changes_;
  if (next != segment) {
    load(snapshots_[line_[next]].front());
    objective_->use(this->segment().settings);
    evaluate(step_);
    return true;
  }
  TrainingBranch& branch = branches_[line_[segment]];
  // If there is no memory for another record, nothing has changed yet.
  const bool is_new = history_ == History::kept && step_ == branch.last_step();
  if (is_new && branch.records.size() == branch.records.capacity())
    branch.records.reserve(2 * branch.records.size());
  previous_ = state_;
  make_update(branch.settings);
  const TrainingRecord record = evaluate(step_ + 1);
  if (std::optional<Error> found = find_problem(record)) {
    load(previous_);
    evaluate(step_);
    problem_ = {line_[segment], step_, *std::move(found)};
    return false;
  }
  ++step_;
  state_.step = step_;
  if (history_ == History::not_kept) {
    branch.first_step = step_;
    branch.records[0] = record;
    return true;
  }
  if (is_new) {
    branch.records.push_back(record);
    if ((step_ - branch.first_step) % snapshot_interval_ == 0) keep_snapshot(line_[segment]);
  }
  return true;
}

void TrainingRun::go_to(std::int64_t step) {
  assert(history_ == History::kept && step >= 0 && step <= last_step());
  if (step == step_) return;
  ++changes_;
  const std::size_t branch = line_[segment_of(step)];
  const std::vector<State>& snapshots = snapshots_[branch];
  const auto after = std::upper_bound(snapshots.begin(), snapshots.end(), step,
                                      [](std::int64_t s, const State& state) { return s < state.step; });
  const State& nearest = *(after - 1);
  // If the step is a little ahead, the present state may be nearer than the snapshot.
  const bool is_ahead = step_ < step && step_ >= nearest.step && line_[segment_of(step_)] == branch;
  if (!is_ahead) {
    load(nearest);
    objective_->use(branches_[branch].settings);
    evaluate(step_);
  }
  while (step_ < step) {
    make_update(branches_[branch].settings);
    ++step_;
    state_.step = step_;
    evaluate(step_);
  }
}

void TrainingRun::set_settings(const TrainingSettings& settings) {
  if (settings == segment().settings) return;
  begin_branch(BranchCause::settings, settings);
}

void TrainingRun::set_value(const CellRef& cell, Scalar value) {
  assert(std::isfinite(value));
  Scalar& present = state_.values[index_of(cell)];
  if (have_same_bits(&present, &value, 1)) return;
  present = value;
  write_values();
  begin_branch(BranchCause::edit, segment().settings);
  branches_[present_branch()].edited = cell;
}

void TrainingRun::follow(std::size_t branch) {
  std::vector<std::size_t> line = {branch};
  while (const std::optional<std::size_t> parent = branches_[line.back()].parent) line.push_back(*parent);
  std::reverse(line.begin(), line.end());
  line_ = std::move(line);
  step_ = -1;  // wherever it was, that was on another line
  go_to(last_step());
}

bool TrainingRun::is_trained(const MatrixRef& matrix) const {
  const std::vector<MatrixRef>& trained = settings().trained;
  return std::find(trained.begin(), trained.end(), matrix) != trained.end();
}

const Error* TrainingRun::problem() const {
  const bool is_here = problem_ && problem_->step == step_ && problem_->branch == present_branch();
  return is_here ? &problem_->error : nullptr;
}

UpdateArithmetic TrainingRun::next_update(const CellRef& cell) const {
  const std::size_t i = index_of(cell);
  const bool are_moments_kept = state_.optimizer == settings().optimizer.optimizer;
  const GradientMoments moments = are_moments_kept ? state_.moments[i] : GradientMoments{};
  UpdateArithmetic arithmetic{.settings = settings().optimizer,
                              .update = (are_moments_kept ? state_.updates[block_of(cell)] : 0) + 1,
                              .value = state_.values[i],
                              .gradient = gradients_[i],
                              .before = moments,
                              .after = moments};
  const UpdateRule rule(arithmetic.settings, arithmetic.update);
  arithmetic.step_size = rule.step_size();
  arithmetic.root_correction = rule.root_correction();
  const FlushDenormals flush_denormals;
  arithmetic.next = rule.new_value(arithmetic.value, arithmetic.gradient, arithmetic.after);
  return arithmetic;
}

std::size_t TrainingRun::segment_of(std::int64_t step) const {
  std::size_t segment = line_.size() - 1;
  while (branches_[line_[segment]].first_step > step && segment > 0) --segment;
  return segment;
}

std::size_t TrainingRun::block_of(const CellRef& cell) const {
  const auto found = std::find_if(blocks_.begin(), blocks_.end(),
                                  [&](const Block& block) { return block.matrix == cell.matrix; });
  assert(found != blocks_.end());
  return static_cast<std::size_t>(found - blocks_.begin());
}

std::size_t TrainingRun::index_of(const CellRef& cell) const {
  const Block& block = blocks_[block_of(cell)];
  return block.first + static_cast<std::size_t>(cell.row * block.columns + cell.column);
}

void TrainingRun::write_values() {
  for (const Block& block : blocks_) {
    const auto first = state_.values.begin() + static_cast<std::ptrdiff_t>(block.first);
    std::copy_n(first, block.size, objective_->values(block.matrix).data());
  }
}

TrainingRecord TrainingRun::evaluate(std::int64_t step) {
  TrainingRecord record;
  objective_->draw(step);
  record.loss = objective_->evaluate();
  double squares = 0;
  for (const Block& block : blocks_) {
    const MatrixView gradient = objective_->gradient(block.matrix);
    std::copy_n(gradient.data(), block.size, gradients_.begin() + static_cast<std::ptrdiff_t>(block.first));
    if (!is_trained(block.matrix)) continue;
    for (Index i = 0; i < gradient.size(); ++i) {
      const auto g = static_cast<double>(gradient.data()[i]);
      squares += g * g;
    }
  }
  record.gradient_norm = std::sqrt(squares);
  record.held_out_loss = objective_->held_out_loss();
  return record;
}

void TrainingRun::make_update(const TrainingSettings& settings) {
  const FlushDenormals flush_denormals;
  if (state_.optimizer != settings.optimizer.optimizer) {
    std::fill(state_.moments.begin(), state_.moments.end(), GradientMoments{});
    std::fill(state_.updates.begin(), state_.updates.end(), 0);
    state_.optimizer = settings.optimizer.optimizer;
  }
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const Block& block = blocks_[i];
    if (std::find(settings.trained.begin(), settings.trained.end(), block.matrix) == settings.trained.end())
      continue;
    // A matrix that was frozen at first has had fewer updates than the others.
    const UpdateRule rule(settings.optimizer, ++state_.updates[i]);
    take_step(rule, std::span(state_.values).subspan(block.first, block.size),
              std::span(gradients_).subspan(block.first, block.size),
              std::span(state_.moments).subspan(block.first, block.size));
  }
  write_values();
}

std::optional<Error> TrainingRun::find_problem(const TrainingRecord& record) const {
  // A changed number or target may begin with a much larger loss than the start.
  const double first_loss =
      history_ == History::kept ? std::max(record_at(0).loss, segment().records.front().loss) : first_loss_;
  const bool diverges = record.loss > divergence_factor * std::max(1.0, first_loss);
  if (record.is_finite() && !diverges) return std::nullopt;
  const std::optional<MatrixRef> matrix = first_overflow(objective_->model(), objective_->trace());
  if (matrix) {
    return Error{
        ErrorCode::not_finite,
        filled(
            "Step <step> is not possible: <matrix> would contain a number that is not finite. The numbers of "
            "step <last> are kept; try a smaller learning rate.",
            {{"step", step_ + 1},
             {"matrix", name_with_head(objective_->model(), *matrix)},
             {"last", step_}})};
  }
  const char* sentence =
      diverges && std::isfinite(record.loss)
          ? "Training diverges: at step <step> the loss would be more than 1,000 times its value at the "
            "start. The numbers of step <last> are kept; try a smaller learning rate."
      : std::isfinite(record.loss)
          ? "Step <step> is not possible: the gradient would not be finite. The numbers of step "
            "<last> are kept; try a smaller learning rate."
          : "Step <step> is not possible: the loss would not be finite. The numbers of step <last> "
            "are kept; try a smaller learning rate.";
  return Error{ErrorCode::not_finite, filled(sentence, {{"step", step_ + 1}, {"last", step_}})};
}

void TrainingRun::load(const State& state) {
  step_ = state.step;
  if (&state != &state_) state_ = state;
  write_values();
}

void TrainingRun::keep_snapshot(std::size_t branch) {
  if (history_ == History::not_kept) return;
  snapshots_[branch].push_back(state_);
  const std::size_t bytes = state_.values.size() * (sizeof(Scalar) + sizeof(GradientMoments)) +
                            state_.updates.size() * sizeof(std::int64_t) + sizeof(State);
  std::size_t count = 0;
  for (const std::vector<State>& snapshots : snapshots_) count += snapshots.size();
  if (count * bytes <= snapshot_memory) return;
  // Every other one is dropped, but never a branch's first.
  if (count == snapshots_.size()) return;
  snapshot_interval_ *= 2;
  for (std::size_t b = 0; b < snapshots_.size(); ++b) {
    const std::int64_t first = branches_[b].first_step;
    std::erase_if(snapshots_[b],
                  [&](const State& state) { return (state.step - first) % snapshot_interval_ != 0; });
  }
}

void TrainingRun::begin_branch(BranchCause cause, TrainingSettings settings) {
  problem_.reset();
  ++changes_;
  objective_->use(settings);
  const std::size_t segment = segment_of(step_);
  const std::size_t parent = line_[segment];
  const auto begins_at_parent = [&](const TrainingBranch& branch) { return branch.parent == parent; };
  const bool is_empty = branches_[parent].records.size() == 1 &&
                        std::none_of(branches_.begin(), branches_.end(), begins_at_parent);
  if (is_empty) return change_empty_branch(cause, std::move(settings));  // nothing would be lost
  line_.resize(segment + 1);
  branches_.push_back({.cause = cause,
                       .parent = parent,
                       .first_step = step_,
                       .settings = std::move(settings),
                       .least_loss = objective_->least_loss(),
                       .records = {TrainingRecord{}}});
  snapshots_.emplace_back();
  line_.push_back(branches_.size() - 1);
  branches_.back().records[0] = evaluate(step_);
  keep_snapshot(branches_.size() - 1);
}

void TrainingRun::change_empty_branch(BranchCause cause, TrainingSettings settings) {
  const std::size_t index = line_.back();
  TrainingBranch& branch = branches_[index];
  if (cause == BranchCause::edit && branch.cause == BranchCause::settings) branch.cause = BranchCause::edit;
  const bool is_like_parent = branch.cause == BranchCause::settings && branch.parent &&
                              settings == branches_[*branch.parent].settings;
  if (is_like_parent && index + 1 == branches_.size()) {
    line_.pop_back();
    branches_.pop_back();
    snapshots_.pop_back();
    evaluate(step_);
    return;
  }
  branch.settings = std::move(settings);
  branch.least_loss = objective_->least_loss();
  branch.records[0] = evaluate(step_);
  snapshots_[index].clear();
  keep_snapshot(index);
}

}  // namespace attention_lab

#include "core/training/attention_drag.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/document/target.h"
#include "core/training/match_objective.h"
#include "core/training/weight_objective.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr int steps_between_checks = 40;      // steps
constexpr double least_progress = 1e-4;       // of the weight, in so many steps
constexpr double least_loss_decrease = 1e-7;  // of the loss, likewise
constexpr int most_steps = 5000;              // towards one target
constexpr double first_change = 0.05;         // of all numbers together, in the first step
constexpr double largest_change = 1;          // likewise, in any step
constexpr double rounding_of_loss = 1e-7;
constexpr int most_halvings = 30;
constexpr double change_that_is_near = 0.05;  // how far a weight that is held may move without a word

double length_of(const std::vector<double>& numbers) {
  double squares = 0;
  for (const double number : numbers) squares += number * number;
  return std::sqrt(squares);
}

Error refusal(const char* sentence) {
  return {ErrorCode::not_editable, sentence, ""};
}

/// X, as far as it decides about scores: tokens and positions together.
Matrix rows_of_X(const Model& model) {
  if (!model.has_positions()) return *model.token_embeddings;
  return *model.token_embeddings + *model.position_embeddings;
}

}  // namespace

Result<std::unique_ptr<AttentionDrag>> AttentionDrag::begin(const Model& model, const CellRef& weight,
                                                            OtherWeights others) {
  if (model.is_identity())
    return refusal("Simplified attention has no W_q and W_k, so this weight cannot be dragged.");
  const Mask& mask = model.options.mask;
  const Index n_tokens = model.n_tokens();
  if (!is_visible(mask, weight.row, weight.column, n_tokens)) {
    return refusal(mask == Mask::causal ? "The causal mask hides this key, so its weight is always 0."
                                        : "The mask hides this key, so its weight is always 0.");
  }
  const Index n_visible = n_visible_keys(mask, weight.row, n_tokens);
  if (n_visible == 1) return refusal("This token sees only one key, so the weight is always 1.");
  const Matrix X = rows_of_X(model);
  Index equal_keys = 0;
  for_each_visible_key(mask, weight.row, n_tokens,
                       [&](Index key) { equal_keys += X.row(key) == X.row(weight.column) ? 1 : 0; });
  if (equal_keys == n_visible) {
    return refusal(
        "All keys that this token sees have the same row of X, so they get equal weights, whatever W_q and "
        "W_k are.");
  }
  std::unique_ptr<AttentionDrag> drag(new AttentionDrag(model, weight, others, equal_keys));
  if (!std::isfinite(drag->loss_))
    return refusal("The numbers of this document are too large for gradient steps; make them smaller first.");
  return drag;
}

AttentionDrag::AttentionDrag(const Model& model, const CellRef& weight, OtherWeights others, Index equal_keys)
    : cell_(weight), others_(others), equal_keys_(equal_keys) {
  if (others == OtherWeights::free) {
    objective_ = std::make_unique<WeightObjective>(model, weight);
  } else {
    objective_ = std::make_unique<MatchObjective>(model, weight.matrix.head);
  }
  // A target is needed before the weights are known.
  TrainingSettings settings;
  settings.target = even_target(model.n_tokens(), model.options.mask);
  objective_->use(settings);
  objective_->evaluate();
  before_ = matrix_view(objective_->trace(), weight.matrix);
  wanted_ = aim_ = target_ = this->weight();
  settings.target = before_;
  objective_->use(settings);
  read(numbers_);
  loss_ = evaluate();
}

double AttentionDrag::weight() const {
  return static_cast<double>(matrix_view(objective_->trace(), cell_.matrix)(cell_.row, cell_.column));
}

void AttentionDrag::pull_to(double weight) {
  const double wanted = std::clamp(weight, least_weight, largest_weight);
  if (wanted == wanted_) return;
  wanted_ = wanted;
  // Towards more than the equal keys can have, the weights of all other keys would vanish, and with them the
  // gradients that are needed to return.
  aim_ = std::min(wanted, largest_weight / static_cast<double>(equal_keys_));
  target_ = aim_;
  descend_to_target();
  steps_ = 0;
  progress_ = DragProgress::moving;
}

Matrix AttentionDrag::target_with(double weight) const {
  Matrix target = before_;
  set_target_weight(target, model().options.mask, cell_.row, cell_.column, static_cast<Scalar>(weight));
  return target;
}

void AttentionDrag::descend_to_target() {
  TrainingSettings settings;
  settings.target = target_with(target_);
  objective_->use(settings);
  loss_ = evaluate();
  gradient_ = tried_gradient_;
  const double size = length_of(gradient_);
  length_ = size > 0 ? first_change / size : 0;
  loss_before_ = loss_;
  weight_before_ = this->weight();
}

bool AttentionDrag::corrects_target() {
  // The least loss is a compromise between this weight and the others. What it lacks is added to its target,
  // as in the method of multipliers, until the others give way.
  const double corrected = std::clamp(target_ + aim_ - weight(), least_weight, largest_weight);
  if (others_ == OtherWeights::free || is_at_aim() || corrected == target_) return false;
  target_ = corrected;
  descend_to_target();
  return true;
}

DragProgress AttentionDrag::advance(int steps) {
  for (int i = 0; i < steps && progress_ == DragProgress::moving; ++i) {
    // If the others are held, they may still move to where they belong.
    if (is_at_aim() && others_ == OtherWeights::free) {
      end();
      break;
    }
    const bool has_moved = step();
    bool is_at_rest = !has_moved;
    if (++steps_ % steps_between_checks == 0) {
      is_at_rest = is_at_rest || (loss_before_ - loss_ < least_loss_decrease &&
                                  std::abs(weight() - weight_before_) < least_progress);
      loss_before_ = loss_;
      weight_before_ = weight();
    }
    if (steps_ >= most_steps || (is_at_rest && !corrects_target())) end();
  }
  return progress_;
}

bool AttentionDrag::is_at_aim() const {
  return std::abs(weight() - aim_) <= tolerance;
}

void AttentionDrag::end() {
  progress_ = is_at_aim() && aim_ == wanted_ ? DragProgress::reached : DragProgress::stuck;
}

bool AttentionDrag::step() {
  const double size = length_of(gradient_);
  if (!(size > 0)) return false;
  double length = std::min(length_, largest_change / size);
  for (int halving = 0; halving < most_halvings; ++halving, length /= 2) {
    tried_.resize(numbers_.size());
    for (std::size_t i = 0; i < numbers_.size(); ++i) tried_[i] = numbers_[i] - length * gradient_[i];
    write(tried_);
    const double tried_loss = evaluate();
    if (!(tried_loss <= loss_ + rounding_of_loss)) continue;
    double change_times_change = 0;
    double change_times_bend = 0;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      const double change = tried_[i] - numbers_[i];
      change_times_change += change * change;
      change_times_bend += change * (tried_gradient_[i] - gradient_[i]);
    }
    // Where the loss is not convex, a longer step.
    length_ = change_times_bend > 0 ? change_times_change / change_times_bend : 2 * length;
    std::swap(numbers_, tried_);
    std::swap(gradient_, tried_gradient_);
    loss_ = tried_loss;
    return true;
  }
  write(numbers_);
  loss_ = evaluate();
  return false;
}

double AttentionDrag::evaluate() {
  const double loss = objective_->evaluate();
  tried_gradient_.clear();
  for (const MatrixRef& matrix : {W_q(), W_k()}) {
    const MatrixView gradient = objective_->gradient(matrix);
    tried_gradient_.insert(tried_gradient_.end(), gradient.data(), gradient.data() + gradient.size());
  }
  return loss;
}

void AttentionDrag::read(std::vector<double>& numbers) const {
  numbers.clear();
  for (const MatrixRef& matrix : {W_q(), W_k()}) {
    const MatrixView values = matrix_view(model(), objective_->trace(), matrix);
    numbers.insert(numbers.end(), values.data(), values.data() + values.size());
  }
}

void AttentionDrag::write(const std::vector<double>& numbers) {
  std::size_t at = 0;
  for (const MatrixRef& matrix : {W_q(), W_k()}) {
    WritableView values = objective_->values(matrix);
    for (Index i = 0; i < values.size(); ++i) values.data()[i] = static_cast<Scalar>(numbers[at++]);
  }
}

double AttentionDrag::largest_change_of_others() const {
  Matrix change = matrix_view(objective_->trace(), cell_.matrix) - target_with(weight());
  change(cell_.row, cell_.column) = 0;
  return static_cast<double>(change.cwiseAbs().maxCoeff());
}

std::string AttentionDrag::describe_result(const std::vector<std::string>& tokens) const {
  if (progress_ == DragProgress::stuck) return describe_limit(tokens);
  const double change = largest_change_of_others();
  if (progress_ == DragProgress::moving || others_ == OtherWeights::free || change <= change_that_is_near)
    return {};
  return filled(
      "The attention of <query> to <key> is <weight>, but the other weights could not all be held: those of "
      "the same row should share what is left, those of other rows should not change, and they are up to "
      "<change> away from that.",
      {{"query", in_curly_quotes(tokens[static_cast<std::size_t>(cell_.row)])},
       {"key", in_curly_quotes(tokens[static_cast<std::size_t>(cell_.column)])},
       {"weight", format_number(weight(), 4)},
       {"change", format_number(change, 4)}});
}

std::string AttentionDrag::describe_limit(const std::vector<std::string>& tokens) const {
  const auto word = [&](Index token) { return in_curly_quotes(tokens[static_cast<std::size_t>(token)]); };
  const std::string weight = format_number(this->weight(), 4);
  const std::string wanted = format_number(wanted_, 4);
  if (aim_ < wanted_) {
    return filled(
        "The attention of <query> to <key> cannot be <wanted>: <count> keys have the same row of X, so each "
        "gets at most 1 ÷ <count>.",
        {{"query", word(cell_.row)},
         {"key", word(cell_.column)},
         {"wanted", wanted},
         {"count", equal_keys_}});
  }
  if (gradient_.empty() || length_of(gradient_) == 0) {
    return filled(
        "The attention of <query> to <key> stays at <weight>, because the gradients of W_q and W_k are 0.",
        {{"query", word(cell_.row)}, {"key", word(cell_.column)}, {"weight", weight}});
  }
  return filled(
      others_ == OtherWeights::held
          ? "As long as the other weights stay close to their values, the attention of <query> to <key> "
            "cannot get any closer to <wanted> than <weight>."
          : "The attention of <query> to <key> cannot get any closer to <wanted> than <weight>.",
      {{"query", word(cell_.row)}, {"key", word(cell_.column)}, {"wanted", wanted}, {"weight", weight}});
}

}  // namespace attention_lab

// Walks through the steps of a document and compares what they show with the forward pass; used with random
// documents and with the presets.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/model.h"
#include "core/steps/step_numbers.h"
#include "every_matrix.h"

namespace attention_lab::testing {

inline constexpr double step_tolerance = 1e-6;  // relative to the largest number involved

/// All steps of one token in one head, in order.
class StepWalk {
 public:
  StepWalk(const Model& model, const Trace& trace, Index head, Index token)
      : model_(model), trace_(trace), head_(head), token_(token) {}

  void run() {
    for (const Step& step : steps_of(model_, token_)) {
      SCOPED_TRACE("head " + std::to_string(head_) + ", token " + std::to_string(token_) + ", kind " +
                   std::to_string(static_cast<int>(step.kind)) + ", key " + std::to_string(step.key) +
                   ", column " + std::to_string(step.column) + ", term " + std::to_string(step.term));
      EXPECT_EQ(step.token, token_);
      const StepNumbers numbers = numbers_of(model_, trace_, head_, step);
      check_places(numbers);
      check_cells(numbers);
      check_held(step, numbers);
      check_terms(numbers);
      check_lights(step, numbers);
      check_arithmetic(step, numbers);
      if (::testing::Test::HasFailure()) return;
    }
    check_every_result_is_reached();
  }

  /// Whether the pipeline shows a separate matrix for `name`.
  static bool has_matrix_of_its_own(const Model& model, MatrixName name) {
    const bool is_identity = model.options.projection == Projection::identity;
    const bool has_output = model.has_output_projection();
    switch (name) {
      case MatrixName::Q:
      case MatrixName::K:
      case MatrixName::V: return !is_identity;
      case MatrixName::masked_scores: return model.options.mask != Mask::none;
      case MatrixName::head_output: return model.n_heads() > 1 || has_output;
      case MatrixName::concatenated: return model.n_heads() > 1 && has_output;
      case MatrixName::dropout_mask: return false;  // shown in the dropped weights
      default: return true;
    }
  }

  /// Whether steps compute the matrix, rather than look it up like token and position embeddings.
  static bool is_made_by_steps(const Model& model, MatrixName name) {
    return !is_given(model, name) && name != MatrixName::position_embeddings &&
           has_matrix_of_its_own(model, name);
  }

 private:
  using Key = std::tuple<MatrixName, Index, Index, Index>;
  static Key key_of(const CellRef& c) { return {c.matrix.name, c.matrix.head, c.row, c.column}; }

  Scalar at(MatrixName name, Index row, Index column) const {
    return value_of(model_, trace_, {{name, head_}, row, column});
  }

  void check_places(const StepNumbers& numbers) const {
    EXPECT_FALSE(numbers.results.empty());
    for (const auto* places : {&numbers.operands, &numbers.results}) {
      for (const Place& place : *places) {
        EXPECT_TRUE(contains(model_, trace_, {place.matrix, place.row.value_or(0), place.column.value_or(0)}))
            << to_string(place.matrix, 2);
        EXPECT_TRUE(has_matrix_of_its_own(model_, place.matrix.name)) << to_string(place.matrix, 2);
      }
    }
  }

  void check_cells(const StepNumbers& numbers) {
    ASSERT_FALSE(numbers.values.empty());
    if (numbers.cells.empty()) {
      EXPECT_EQ(numbers.values.size(), 1U);
      EXPECT_FALSE(numbers.is_partial);
      return;
    }
    ASSERT_EQ(numbers.cells.size(), numbers.values.size());
    for (std::size_t n = 0; n < numbers.cells.size(); ++n) {
      const CellRef& cell = numbers.cells[n];
      ASSERT_TRUE(contains(model_, trace_, cell)) << to_string(cell, 2);
      EXPECT_TRUE(has_matrix_of_its_own(model_, cell.matrix.name)) << to_string(cell, 2);
      EXPECT_TRUE(is_within(numbers.results, cell)) << to_string(cell, 2);
      const bool is_given_cell = cell.matrix.name == MatrixName::X;  // a query may be a copy of it
      EXPECT_TRUE(is_given_cell || !complete_.contains(key_of(cell))) << to_string(cell, 2) << " made twice";
      if (numbers.is_partial) continue;
      EXPECT_EQ(numbers.values[n], value_of(model_, trace_, cell)) << to_string(cell, 2);
      complete_.insert(key_of(cell));
    }
  }

  /// Intermediate numbers: the cells of the step, and the exponentials that have not been divided yet.
  void check_held(const Step& step, const StepNumbers& numbers) const {
    std::size_t of_step = 0;
    for (const Held& held : numbers.held) {
      const auto cell = std::find(numbers.cells.begin(), numbers.cells.end(), held.cell);
      if (cell != numbers.cells.end()) {
        EXPECT_EQ(held.value, numbers.values[static_cast<std::size_t>(cell - numbers.cells.begin())]);
        ++of_step;
        continue;
      }
      EXPECT_EQ(held.cell.matrix.name, MatrixName::weights);
      EXPECT_EQ(held.cell.row, token_);
      EXPECT_EQ(held.value, numbers.exponentials.at(static_cast<std::size_t>(held.cell.column)));
      EXPECT_EQ(complete_.count(key_of(held.cell)), 0u) << to_string(held.cell, 2);
    }
    EXPECT_EQ(of_step, numbers.is_partial ? numbers.cells.size() : 0);
    if (step.kind == StepKind::exponential_sum) {
      EXPECT_EQ(numbers.held.size(), numbers.exponentials.size());
    }
  }

  static bool is_within(const std::vector<Place>& places, const CellRef& cell) {
    return std::any_of(places.begin(), places.end(), [&](const Place& place) {
      return place.matrix == cell.matrix && place.row.value_or(cell.row) == cell.row &&
             place.column.value_or(cell.column) == cell.column;
    });
  }

  void expect_lit(const StepNumbers& numbers, const Operand& operand) const {
    if (!has_matrix_of_its_own(model_, operand.cell.matrix.name)) return;
    EXPECT_TRUE(is_within(numbers.operands, operand.cell)) << to_string(operand.cell, 2);
  }

  /// Operands are highlighted: the numbers shown and, for whole rows, everything they are computed from.
  void check_lights(const Step& step, const StepNumbers& numbers) const {
    for (const Term& term : numbers.terms) {
      expect_lit(numbers, term.left);
      expect_lit(numbers, term.right);
    }
    for (const Operand& added : numbers.added) expect_lit(numbers, added);
    if (numbers.bias) expect_lit(numbers, *numbers.bias);
    if (numbers.source && step.kind != StepKind::weight) expect_lit(numbers, *numbers.source);
    if (stage_of(step.kind) == Stage::weights || numbers.is_partial || !numbers.terms.empty()) return;
    for (const CellRef& cell : numbers.cells) {
      const Explanation explanation = explain(model_, trace_, cell);
      for (const Term& term : explanation.terms) {
        if (step.kind == StepKind::query_bias) break;  // the products were separate steps
        expect_lit(numbers, term.left);
        expect_lit(numbers, term.right);
      }
      if (step.kind == StepKind::position) {
        for (const Operand& summand : explanation.summands) expect_lit(numbers, summand);
      }
      if (explanation.bias) expect_lit(numbers, *explanation.bias);
      if (explanation.source) expect_lit(numbers, *explanation.source);
    }
  }

  void check_operand(const Operand& operand) const {
    ASSERT_TRUE(contains(model_, trace_, operand.cell)) << to_string(operand.cell, 2);
    EXPECT_EQ(operand.value, value_of(model_, trace_, operand.cell)) << to_string(operand.cell, 2);
  }

  void check_terms(const StepNumbers& numbers) const {
    for (const Term& term : numbers.terms) {
      check_operand(term.left);
      check_operand(term.right);
      EXPECT_EQ(term.product, term.left.value * term.right.value);
    }
    for (const Operand& added : numbers.added) check_operand(added);
    if (numbers.bias) check_operand(*numbers.bias);
    if (numbers.source) check_operand(*numbers.source);
  }

  static double size_of(Scalar value) { return std::abs(static_cast<double>(value)); }
  static void expect_near(Scalar a, Scalar b, double magnitude) {
    if (a == b) return;  // also equal infinities
    EXPECT_NEAR(static_cast<double>(a), static_cast<double>(b), step_tolerance * std::max(1.0, magnitude));
  }

  /// The products in `numbers` must be those that `explain` gives for the completed cell.
  void expect_terms_of(const Explanation& explanation, const StepNumbers& numbers, std::size_t first) const {
    ASSERT_LE(first + numbers.terms.size(), explanation.terms.size());
    for (std::size_t t = 0; t < numbers.terms.size(); ++t) {
      EXPECT_EQ(numbers.terms[t].product, explanation.terms[first + t].product);
      EXPECT_EQ(numbers.terms[t].left.value, explanation.terms[first + t].left.value);
      EXPECT_EQ(numbers.terms[t].right.value, explanation.terms[first + t].right.value);
    }
  }

  /// The sum before this step is the result of the last one, and this step adds its product.
  void check_sum(const StepNumbers& numbers, bool is_first) {
    ASSERT_EQ(numbers.before.size(), numbers.cells.size());
    ASSERT_EQ(numbers.terms.size(), numbers.cells.size());
    if (is_first) magnitudes_.assign(numbers.cells.size(), 0);
    for (std::size_t n = 0; n < numbers.cells.size(); ++n) {
      EXPECT_EQ(numbers.before[n], is_first ? Scalar{0} : so_far_[n]);
      magnitudes_[n] += size_of(numbers.terms[n].product);
      expect_near(numbers.before[n] + numbers.terms[n].product, numbers.values[n], magnitudes_[n]);
    }
    so_far_ = numbers.values;
  }

  void check_arithmetic(const Step& step, const StepNumbers& numbers) {
    switch (step.kind) {
      case StepKind::embedding: so_far_ = numbers.values; break;
      case StepKind::position: check_position(numbers); break;
      case StepKind::query_term: {
        expect_terms_of(explain(model_, trace_, numbers.cells.front()), numbers,
                        static_cast<std::size_t>(step.term));
        check_sum(numbers, step.term == 0);
        break;
      }
      case StepKind::query_bias:
        EXPECT_EQ(numbers.before.front(), so_far_.front());
        expect_near(numbers.before.front() + (numbers.bias ? numbers.bias->value : Scalar{0}),
                    numbers.values.front(), magnitudes_.front());
        break;
      case StepKind::score_term:
        expect_terms_of(explain(model_, trace_, numbers.cells.front()), numbers,
                        static_cast<std::size_t>(step.term));
        EXPECT_EQ(numbers.values.front(), numbers.terms.front().product) << "the sum is asked for later";
        EXPECT_TRUE(numbers.is_partial);
        if (step.term == 0) so_far_ = {0};
        so_far_.front() += numbers.values.front();
        break;
      case StepKind::query_entry:
      case StepKind::score: check_whole_sum(step, numbers); break;
      case StepKind::scaled_score:
        EXPECT_EQ(numbers.source->value, at(MatrixName::scores, token_, step.key));
        EXPECT_EQ(numbers.divisor, trace_.divisor);
        expect_near(numbers.source->value / numbers.divisor, numbers.values.front(),
                    size_of(numbers.source->value));
        break;
      case StepKind::mask: check_mask(numbers); break;
      case StepKind::row_maximum:
      case StepKind::exponential:
      case StepKind::exponential_sum:
      case StepKind::weight: check_softmax(step, numbers); break;
      case StepKind::dropout: check_dropout(numbers); break;
      case StepKind::accumulation: check_accumulation(step, numbers); break;
      default: break;  // whole rows of the trace: check_cells
    }
  }

  void check_whole_sum(const Step& step, const StepNumbers& numbers) {
    const Explanation explanation = explain(model_, trace_, numbers.cells.front());
    ASSERT_EQ(numbers.terms.size(), explanation.terms.size());
    expect_terms_of(explanation, numbers, 0);
    Scalar sum = numbers.bias ? numbers.bias->value : Scalar{0};
    double magnitude = size_of(sum);
    for (const Term& term : numbers.terms) {
      sum += term.product;
      magnitude += size_of(term.product);
    }
    expect_near(sum, numbers.values.front(), magnitude);
    const bool had_terms = step.kind == StepKind::score && numbers.terms.size() > 1 &&
                           std::ssize(numbers.terms) <= most_terms && model_.n_tokens() <= most_keys_in_terms;
    if (had_terms) expect_near(so_far_.front(), numbers.values.front(), magnitude);
  }

  /// The token embedding and the position embedding add up to the row of X.
  void check_position(const StepNumbers& numbers) const {
    EXPECT_EQ(numbers.before, so_far_);
    ASSERT_EQ(numbers.added.size(), numbers.cells.size());
    ASSERT_EQ(std::ssize(numbers.cells), model_.d_model());
    for (std::size_t n = 0; n < numbers.cells.size(); ++n) {
      const Index column = static_cast<Index>(n);
      const CellRef added{{MatrixName::position_embeddings, 0}, token_, column};
      EXPECT_EQ(numbers.cells[n], (CellRef{{MatrixName::X, 0}, token_, column}));
      EXPECT_EQ(numbers.added[n].cell, added);
      EXPECT_EQ(numbers.before[n], at(MatrixName::token_embeddings, token_, column));
      EXPECT_EQ(numbers.before[n] + numbers.added[n].value, numbers.values[n]);
    }
  }

  /// Each weight is dropped or divided by 1 − p.
  void check_dropout(const StepNumbers& numbers) const {
    ASSERT_EQ(std::ssize(numbers.terms), model_.n_tokens());
    ASSERT_EQ(numbers.cells.size(), numbers.terms.size());
    const Scalar kept = 1 / (1 - model_.options.dropout.p);
    for (std::size_t n = 0; n < numbers.terms.size(); ++n) {
      const Index key = static_cast<Index>(n);
      const Term& term = numbers.terms[n];
      EXPECT_EQ(numbers.cells[n], (CellRef{{MatrixName::dropped_weights, head_}, token_, key}));
      EXPECT_EQ(term.left.value, at(MatrixName::weights, token_, key));
      EXPECT_TRUE(term.right.value == 0 || term.right.value == kept) << term.right.value;
      EXPECT_EQ(term.product, numbers.values[n]);
    }
  }

  void check_accumulation(const Step& step, const StepNumbers& numbers) {
    check_sum(numbers, step.key == 0);
    const MatrixName mixing = mixing_weights(model_);
    for (const Term& term : numbers.terms) {
      EXPECT_EQ(term.left.cell, (CellRef{{mixing, head_}, token_, step.key}));
      EXPECT_EQ(term.left.value, at(mixing, token_, step.key));
    }
  }

  void check_mask(const StepNumbers& numbers) const {
    for (Index key = 0; key < model_.n_tokens(); ++key) {
      const Scalar value = numbers.values[static_cast<std::size_t>(key)];
      if (is_visible(model_.options.mask, token_, key, model_.n_tokens())) {
        EXPECT_EQ(value, at(MatrixName::scaled_scores, token_, key));
      } else {
        EXPECT_TRUE(std::isinf(value) && value < 0);
      }
    }
  }

  void check_softmax(const Step& step, const StepNumbers& numbers) {
    const MatrixView masked = matrix_view(model_, trace_, {MatrixName::masked_scores, head_});
    const std::size_t key = static_cast<std::size_t>(step.key);
    EXPECT_EQ(numbers.row_maximum, masked.row(token_).maxCoeff());
    EXPECT_EQ(numbers.temperature, model_.options.temperature);
    ASSERT_EQ(std::ssize(numbers.exponentials), model_.n_tokens());
    const Scalar value = numbers.values.front();
    switch (step.kind) {
      case StepKind::row_maximum: {
        const Place& place = numbers.results.front();
        EXPECT_EQ(value, numbers.row_maximum);
        EXPECT_EQ(value_of(model_, trace_, {place.matrix, *place.row, *place.column}), value);
        shown_exponentials_.clear();
        break;
      }
      case StepKind::exponential: {
        const bool is_hidden = !is_visible(model_.options.mask, token_, step.key, model_.n_tokens());
        const Scalar again =
            is_hidden ? 0 : std::exp((numbers.source->value - numbers.row_maximum) / numbers.temperature);
        EXPECT_EQ(numbers.source->value, masked(token_, step.key));
        expect_near(value, again, 1);
        EXPECT_EQ(value, numbers.exponentials[key]);
        if (!is_visible(model_.options.mask, token_, step.key, model_.n_tokens())) {
          EXPECT_EQ(value, 0);
        }
        shown_exponentials_.push_back(value);
        break;
      }
      case StepKind::exponential_sum: {
        Scalar sum = 0;
        for (const Scalar each : shown_exponentials_) sum += each;
        EXPECT_EQ(std::ssize(shown_exponentials_), model_.n_tokens());
        expect_near(value, sum, size_of(sum));
        EXPECT_EQ(value, numbers.exponential_sum);
        break;
      }
      default:
        // 0 ÷ 0 in a row that sees nothing.
        const Scalar quotient =
            numbers.exponential_sum == 0 ? 0 : shown_exponentials_[key] / numbers.exponential_sum;
        expect_near(quotient, value, 1);
        sum_of_weights_ += value;
        if (step.key + 1 == model_.n_tokens())
          expect_near(sum_of_weights_, numbers.exponential_sum == 0 ? Scalar{0} : Scalar{1}, 1);
        break;
    }
  }

  void check_every_result_is_reached() const {
    for (const MatrixRef& matrix : every_matrix(model_, trace_)) {
      const bool is_elsewhere = is_per_head(matrix.name) && matrix.head != head_;
      if (!is_made_by_steps(model_, matrix.name) || is_elsewhere) continue;
      const bool has_all_rows = matrix.name == MatrixName::K || matrix.name == MatrixName::V;
      for (const CellRef& cell : every_cell(model_, trace_, matrix)) {
        const bool is_due = has_all_rows || cell.row == token_;
        EXPECT_EQ(complete_.contains(key_of(cell)), is_due) << to_string(cell, 2);
      }
    }
  }

  const Model& model_;
  const Trace& trace_;
  Index head_;
  Index token_;
  std::set<Key> complete_;
  std::vector<Scalar> so_far_;      // the current partial sums, one per cell
  std::vector<double> magnitudes_;  // Σ |product| of each
  std::vector<Scalar> shown_exponentials_;
  Scalar sum_of_weights_ = 0;
};

/// Checks every step of every token and head, and the steps for all tokens at once.
inline void check_all_steps(const Model& model, const Trace& trace) {
  for (Index head = 0; head < model.n_heads(); ++head) {
    for (Index token = 0; token < model.n_tokens(); ++token) StepWalk(model, trace, head, token).run();
    std::set<MatrixName> made;
    for (const Step& step : matrix_steps_of(model)) {
      const StepNumbers numbers = numbers_of(model, trace, head, step);
      ASSERT_EQ(numbers.results.size(), 1U);
      EXPECT_TRUE(numbers.values.empty());
      made.insert(numbers.results.front().matrix.name);
      for (const auto* places : {&numbers.operands, &numbers.results}) {
        for (const Place& place : *places) {
          EXPECT_GT(matrix_view(model, trace, place.matrix).size(), 0);
          EXPECT_FALSE(place.row || place.column);
        }
      }
    }
    for (const MatrixRef& matrix : every_matrix(model, trace)) {
      if (is_given(model, matrix.name)) continue;
      EXPECT_EQ(made.contains(matrix.name), StepWalk::is_made_by_steps(model, matrix.name))
          << to_string(matrix);
    }
    EXPECT_TRUE(made.contains(MatrixName::X));
    EXPECT_EQ(made.contains(MatrixName::token_embeddings), model.has_positions());
    EXPECT_EQ(made.contains(MatrixName::dropped_weights), model.has_dropout());
  }
}

}  // namespace attention_lab::testing

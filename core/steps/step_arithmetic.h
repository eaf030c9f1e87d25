// Builds the numbers of a step; the table of steps (step_table.cpp) uses it.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "core/attention/explain.h"
#include "core/steps/step_numbers.h"

namespace attention_lab {

class StepArithmetic {
 public:
  StepArithmetic(const Model& model, const Trace& trace, Index head, const Step& step)
      : model_(model), trace_(trace), head_(head), step_(step) {}

  /// Returns the numbers collected so far.
  StepNumbers take() {
    for (std::size_t n = 0; numbers_.is_partial && n < numbers_.cells.size(); ++n)
      numbers_.held.push_back({numbers_.cells[n], numbers_.values[n]});
    return std::move(numbers_);
  }

  const Model& model() const { return model_; }
  const Step& step() const { return step_; }

  // --- steps of all tokens at once, and whole rows

  /// Adds an operand.
  void use(MatrixName name, std::optional<Index> row = {}, std::optional<Index> column = {}) {
    add(numbers_.operands, {ref(name), row, column});
  }
  void use_all_heads(std::optional<Index> row) {
    for (Index head = 0; head < model_.n_heads(); ++head) {
      add(numbers_.operands, {{MatrixName::head_output, head}, row, std::nullopt});
    }
  }

  /// Adds a row of the trace as a result.
  void make_row(MatrixName name, Index row) {
    const MatrixView matrix = matrix_view(model_, trace_, ref(name));
    for (Index column = 0; column < matrix.cols(); ++column) {
      make(CellRef{ref(name), row, column}, matrix(row, column));
    }
    add(numbers_.results, {ref(name), row, std::nullopt});
  }
  /// A whole matrix, computed from others.
  void make_all(MatrixName name, std::initializer_list<MatrixName> from) {
    for (const MatrixName operand : from) use(operand);
    add(numbers_.results, {ref(name), std::nullopt, std::nullopt});
  }

  void all_scaled_scores() {
    numbers_.divisor = trace_.divisor;
    make_all(MatrixName::scaled_scores, {MatrixName::scores});
  }

  void all_weights() {
    numbers_.temperature = model_.options.temperature;
    make_all(MatrixName::weights, {MatrixName::masked_scores});
  }

  // --- one token

  void position() {
    use(MatrixName::token_embeddings, step_.token);
    use(MatrixName::position_embeddings, step_.token);
    make_row(MatrixName::X, step_.token);
    for (const CellRef& cell : numbers_.cells) {
      const Explanation e = explain(model_, trace_, cell);
      numbers_.before.push_back(e.summands.front().value);
      numbers_.added.push_back(e.summands.back());
    }
  }

  void query_term() {
    const Explanation e = explained(MatrixName::Q, step_.token, step_.column);
    const bool is_last = step_.term + 1 == std::ssize(e.terms) && !e.bias;
    add_term(e, MatrixName::Q, step_.token, step_.column, is_last);
  }

  void query_bias() {
    const Explanation e = explained(MatrixName::Q, step_.token, step_.column);
    numbers_.before = {e.bias ? sum_of(e.terms, std::ssize(e.terms)) : e.value};
    numbers_.bias = e.bias;
    use(MatrixName::b_q, 0, step_.column);
    make(MatrixName::Q, step_.token, step_.column, e.value);
  }

  void query_entry() {
    const Explanation e = explained(MatrixName::Q, step_.token, step_.column);
    numbers_.terms = e.terms;
    numbers_.bias = e.bias;
    use(MatrixName::X, step_.token);
    use(MatrixName::W_q, std::nullopt, step_.column);
    if (e.bias) use(*e.bias);
    make(MatrixName::Q, step_.token, step_.column, e.value);
  }

  /// A whole row of Q, K or V.
  void project(MatrixName name, MatrixName weight, MatrixName bias, Index row) {
    use(MatrixName::X, row);
    use(weight);
    use(bias);
    make_row(name, row);
  }

  void score_term() {
    const Explanation e = explained(MatrixName::scores, step_.token, step_.key);
    const Term term = shown(e.terms[static_cast<std::size_t>(step_.term)]);
    numbers_.terms = {term};
    numbers_.is_partial = true;
    use(term.left);
    use(term.right);
    // Only the product, since a later step asks for the sum.
    make(MatrixName::scores, step_.token, step_.key, term.product);
  }

  void score() {
    const Explanation e = explained(MatrixName::scores, step_.token, step_.key);
    for (const Term& term : e.terms) numbers_.terms.push_back(shown(term));
    use(MatrixName::Q, step_.token);
    use(MatrixName::K, step_.key);
    make(MatrixName::scores, step_.token, step_.key, e.value);
  }

  void scaled_score() {
    const Explanation e = explained(MatrixName::scaled_scores, step_.token, step_.key);
    numbers_.source = e.source;
    numbers_.divisor = e.divisor;
    use(*e.source);
    make(MatrixName::scaled_scores, step_.token, step_.key, e.value);
  }

  void row_maximum() {
    const Explanation e = softmax();
    use(MatrixName::masked_scores, step_.token);
    const auto largest =
        std::max_element(e.softmax.begin(), e.softmax.end(),
                         [](const auto& a, const auto& b) { return a.logit.value < b.logit.value; });
    add(numbers_.results,
        {ref(MatrixName::masked_scores), step_.token, static_cast<Index>(largest - e.softmax.begin())});
    numbers_.values = {e.row_maximum};
  }

  void exponential() {
    const Explanation e = softmax();
    hold_exponentials(0, step_.key);
    const SoftmaxEntry& entry = e.softmax[static_cast<std::size_t>(step_.key)];
    numbers_.source = shown(entry.logit);
    numbers_.is_partial = true;
    use(*numbers_.source);
    make(MatrixName::weights, step_.token, step_.key, entry.exponential);
  }

  void exponential_sum() {
    const Explanation e = softmax();
    hold_exponentials(0, std::ssize(e.softmax));
    use(MatrixName::weights, step_.token);
    add(numbers_.results, {ref(MatrixName::weights), step_.token, std::nullopt});
    numbers_.values = {e.exponential_sum};
  }

  void weight() {
    const Explanation e = softmax();
    hold_exponentials(step_.key + 1, std::ssize(e.softmax));
    numbers_.source = shown(e.softmax[static_cast<std::size_t>(step_.key)].logit);
    use(MatrixName::weights, step_.token);
    make(MatrixName::weights, step_.token, step_.key, e.value);
  }

  void dropout() {
    use(MatrixName::weights, step_.token);
    make_row(MatrixName::dropped_weights, step_.token);
    for (const CellRef& cell : numbers_.cells)
      numbers_.terms.push_back(explain(model_, trace_, cell).terms.front());
  }

  void accumulation() {
    const MatrixName mixing = mixing_weights(model_);
    const MatrixView weights = matrix_view(model_, trace_, {mixing, head_});
    const MatrixView V = matrix_view(model_, trace_, {MatrixName::V, head_});
    const MatrixView head_output = matrix_view(model_, trace_, {MatrixName::head_output, head_});
    const Index i = step_.token;
    const Index j = step_.key;
    const bool is_last = j + 1 == weights.cols();
    numbers_.is_partial = !is_last;
    // The same arithmetic in the same order as the terms of explain(head_output[i,c]), for all columns at
    // once.
    RowVector before = RowVector::Zero(V.cols());  // (d_v)
    for (Index key = 0; key < j; ++key) before += weights(i, key) * V.row(key);
    numbers_.before.assign(before.begin(), before.end());
    for (Index c = 0; c < V.cols(); ++c) {
      const Term term{{{ref(mixing), i, j}, weights(i, j)},
                      {{ref(MatrixName::V), j, c}, V(j, c)},
                      weights(i, j) * V(j, c)};
      numbers_.terms.push_back(term);
      make(CellRef{ref(MatrixName::head_output), i, c},
           is_last ? head_output(i, c) : before(c) + term.product);
    }
    use(mixing, i, j);
    use(MatrixName::V, j);
    add(numbers_.results, {ref(MatrixName::head_output), i, std::nullopt});
  }

 private:
  // --- where numbers are

  /// The matrix that shows the numbers of `name`.
  MatrixRef ref(MatrixName name) const {
    const MatrixName found = shown_matrix(model_, name);
    return {found, is_per_head(found) ? head_ : 0};
  }
  Operand shown(Operand operand) const {
    operand.cell.matrix = ref(operand.cell.matrix.name);
    return operand;
  }
  Term shown(Term term) const { return {shown(term.left), shown(term.right), term.product}; }

  bool exists(const MatrixRef& matrix) const { return matrix_view(model_, trace_, matrix).size() > 0; }
  void add(std::vector<Place>& places, const Place& place) {
    const bool is_known = std::find(places.begin(), places.end(), place) != places.end();
    if (!is_known && exists(place.matrix)) places.push_back(place);
  }
  void use(const Operand& operand) {
    add(numbers_.operands, {operand.cell.matrix, operand.cell.row, operand.cell.column});
  }
  void make(MatrixName name, Index row, Index column, Scalar value) {
    make(CellRef{ref(name), row, column}, value);
    add(numbers_.results, {ref(name), row, column});
  }
  void make(const CellRef& cell, Scalar value) {
    numbers_.cells.push_back(cell);
    numbers_.values.push_back(value);
  }
  Explanation explained(MatrixName name, Index row, Index column) const {
    return explain(model_, trace_, {{name, head_}, row, column});
  }

  static Scalar sum_of(const std::vector<Term>& terms, Index count) {
    Scalar sum = 0;
    for (Index t = 0; t < count; ++t) sum += terms[static_cast<std::size_t>(t)].product;
    return sum;
  }

  /// Adds one term of a dot product; `is_last` completes the cell.
  /// One product, added to the sum so far.
  void add_term(const Explanation& e, MatrixName name, Index row, Index column, bool is_last) {
    const Term& term = e.terms[static_cast<std::size_t>(step_.term)];
    numbers_.terms = {shown(term)};
    numbers_.before = {sum_of(e.terms, step_.term)};
    numbers_.is_partial = !is_last;
    use(numbers_.terms.front().left);
    use(numbers_.terms.front().right);
    make(name, row, column, is_last ? e.value : sum_of(e.terms, step_.term + 1));
  }

  // --- softmax

  Explanation softmax() {
    Explanation e = explained(MatrixName::weights, step_.token, step_.key);
    numbers_.row_maximum = e.row_maximum;
    numbers_.temperature = e.temperature;
    numbers_.exponential_sum = e.exponential_sum;
    for (const SoftmaxEntry& entry : e.softmax) numbers_.exponentials.push_back(entry.exponential);
    return e;
  }

  /// The row of weights shows exponentials from when they are computed until they are divided by their sum.
  void hold_exponentials(Index from, Index to) {
    for (Index key = from; key < to; ++key) {
      numbers_.held.push_back({{ref(MatrixName::weights), step_.token, key},
                               numbers_.exponentials[static_cast<std::size_t>(key)]});
    }
  }

  const Model& model_;
  const Trace& trace_;
  Index head_;
  Step step_;
  StepNumbers numbers_;
};

}  // namespace attention_lab

#include "core/attention/explain.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/attention/model.h"
#include "core/attention/positions.h"

namespace attention_lab {
namespace {

class Explainer {
 public:
  Explainer(const Model& model, const Trace& trace, const CellRef& cell)
      : model_(model), trace_(trace), head_(cell.matrix.head) {
    assert(contains(model, trace, cell));
    explanation_.cell = cell;
    explanation_.value = value_of(model, trace, cell);
  }

  Explanation explain() {
    const Index row = explanation_.cell.row;
    const Index column = explanation_.cell.column;
    const MatrixName name = explanation_.cell.matrix.name;
    switch (name) {
      case MatrixName::X: embed(row, column); break;
      case MatrixName::position_embeddings:
        if (model_.options.positions == Positions::sinusoidal) {
          explanation_.operation = Operation::sinusoid;
          explanation_.angle = sinusoidal_angle(row, column, model_.d_model());
        }
        break;
      case MatrixName::Q:
      case MatrixName::K:
      case MatrixName::V: project(*layer_of(name)); break;
      case MatrixName::scores: {
        explanation_.operation = Operation::dot_product;
        for (Index k = 0; k < columns_of(MatrixName::Q); ++k) {
          add_term(cell(MatrixName::Q, row, k), cell(MatrixName::K, column, k));
        }
        break;
      }
      case MatrixName::scaled_scores:
        explanation_.operation = Operation::quotient;
        explanation_.source = operand(cell(MatrixName::scores, row, column));
        explanation_.divisor = trace_.divisor;
        break;
      case MatrixName::masked_scores:
        explanation_.operation = Operation::mask;
        explanation_.source = operand(cell(MatrixName::scaled_scores, row, column));
        explanation_.is_hidden = !is_visible(model_.options.mask, row, column, model_.n_tokens());
        break;
      case MatrixName::weights: softmax(row); break;
      case MatrixName::dropout_mask:
        explanation_.operation = Operation::draw;
        explanation_.dropout = model_.options.dropout;
        break;
      case MatrixName::dropped_weights:
        explanation_.operation = Operation::dot_product;
        add_term(cell(MatrixName::weights, row, column), cell(MatrixName::dropout_mask, row, column));
        break;
      case MatrixName::head_output: multiply(mixing_weights(model_), MatrixName::V); break;
      case MatrixName::concatenated: {
        const Index d_v = columns_of(MatrixName::V);
        copy({{MatrixName::head_output, column / d_v}, row, column % d_v});
        break;
      }
      case MatrixName::context:
        if (model_.has_output_projection()) {
          multiply(MatrixName::concatenated, MatrixName::W_o);
          add_bias(MatrixName::b_o);
        } else {
          copy(cell(MatrixName::concatenated, row, column));
        }
        break;
      default: assert(is_given(model_, name));
    }
    return std::move(explanation_);
  }

 private:
  CellRef cell(MatrixName name, Index row, Index column) const {
    return {{name, is_per_head(name) ? head_ : 0}, row, column};
  }
  Operand operand(const CellRef& ref) const { return {ref, value_of(model_, trace_, ref)}; }
  Index columns_of(MatrixName name) const { return matrix_view(model_, trace_, {name, head_}).cols(); }

  void add_term(const CellRef& left, const CellRef& right) {
    Term term{operand(left), operand(right), 0};
    term.product = term.left.value * term.right.value;
    explanation_.terms.push_back(term);
  }

  void add_bias(MatrixName name) {
    const CellRef ref = cell(name, 0, explanation_.cell.column);
    if (contains(model_, trace_, ref)) explanation_.bias = operand(ref);
  }

  void copy(const CellRef& source) {
    explanation_.operation = Operation::copy;
    explanation_.source = operand(source);
  }

  /// The dot product of row `row` of `left` and column `column` of `right`.
  void multiply(MatrixName left, MatrixName right) {
    explanation_.operation = Operation::dot_product;
    for (Index k = 0; k < columns_of(left); ++k) {
      add_term(cell(left, explanation_.cell.row, k), cell(right, k, explanation_.cell.column));
    }
  }

  void project(const Layer& layer) {
    if (model_.options.projection == Projection::identity) {
      copy(cell(MatrixName::X, explanation_.cell.row, explanation_.cell.column));
      return;
    }
    multiply(MatrixName::X, layer.weight);
    add_bias(layer.bias);
  }

  void embed(Index row, Index column) {
    if (!model_.has_positions()) return;  // given
    explanation_.operation = Operation::sum;
    for (const MatrixName name : {MatrixName::token_embeddings, MatrixName::position_embeddings}) {
      explanation_.summands.push_back(operand(cell(name, row, column)));
    }
  }

  void softmax(Index row) {
    explanation_.operation = Operation::softmax;
    explanation_.temperature = model_.options.temperature;
    Scalar maximum = -std::numeric_limits<Scalar>::infinity();
    for (Index key = 0; key < columns_of(MatrixName::masked_scores); ++key) {
      const Operand logit = operand(cell(MatrixName::masked_scores, row, key));
      maximum = std::max(maximum, logit.value);
      explanation_.softmax.push_back({logit, 0});
    }
    explanation_.row_maximum = maximum;
    for (SoftmaxEntry& entry : explanation_.softmax) {
      entry.exponential = exponential_of(entry.logit.value);
      explanation_.exponential_sum += entry.exponential;
    }
  }

  Scalar exponential_of(Scalar logit) const {
    // An infinite score has no distance from the maximum: +∞ is the maximum itself, and exp(−∞) is 0.
    if (std::isinf(logit)) return logit > 0 ? Scalar{1} : Scalar{0};
    return std::exp((logit - explanation_.row_maximum) / explanation_.temperature);
  }

  const Model& model_;
  const Trace& trace_;
  Index head_;
  Explanation explanation_;
};

}  // namespace

Explanation explain(const Model& model, const Trace& trace, const CellRef& cell) {
  return Explainer(model, trace, cell).explain();
}

}  // namespace attention_lab

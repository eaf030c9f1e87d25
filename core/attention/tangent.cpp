#include "core/attention/tangent.h"

#include <cassert>
#include <cstddef>

#include "core/attention/flush_denormals.h"
#include "core/attention/mask.h"
#include "core/attention/softmax_derivative.h"
#include "core/attention/sparse_product.h"

namespace attention_lab {
namespace {

void set_zero_like(const Matrix& shape, Matrix& matrix) {
  matrix.setZero(shape.rows(), shape.cols());
}

void set_zero_like(const Trace& shape, Trace& moved) {
  moved.heads.resize(shape.heads.size());
  for (std::size_t h = 0; h < shape.heads.size(); ++h) {
    const HeadTrace& from = shape.heads[h];
    HeadTrace& to = moved.heads[h];
    set_zero_like(from.Q, to.Q);
    set_zero_like(from.K, to.K);
    set_zero_like(from.V, to.V);
    set_zero_like(from.scores, to.scores);
    set_zero_like(from.scaled_scores, to.scaled_scores);
    set_zero_like(from.masked_scores, to.masked_scores);
    set_zero_like(from.weights, to.weights);
    set_zero_like(from.head_output, to.head_output);
  }
  set_zero_like(shape.concatenated, moved.concatenated);
  set_zero_like(shape.context, moved.context);
  moved.divisor = 0;
}

// X(row, column) moves row `row` of Q, K and V in every head.
void move_embedding(const Model& model, Index row, Index column, Trace& moved) {
  for (std::size_t h = 0; h < moved.heads.size(); ++h) {
    HeadTrace& head = moved.heads[h];
    if (model.options.projection == Projection::identity) {
      head.Q(row, column) = 1;
      head.K(row, column) = 1;
      head.V(row, column) = 1;
    } else {
      const Head& given = model.heads[h];
      head.Q.row(row) = given.W_q->row(column);
      head.K.row(row) = given.W_k->row(column);
      head.V.row(row) = given.W_v->row(column);
    }
  }
}

// What a cell of one head moves at once.
void move_in_head(const Matrix& X, const CellRef& cell, HeadTrace& head) {
  const Index row = cell.row;
  const Index column = cell.column;
  switch (cell.matrix.name) {
    case MatrixName::W_q: head.Q.col(column) = X.col(row); break;
    case MatrixName::W_k: head.K.col(column) = X.col(row); break;
    case MatrixName::W_v: head.V.col(column) = X.col(row); break;
    case MatrixName::b_q: head.Q.col(column).setOnes(); break;
    case MatrixName::b_k: head.K.col(column).setOnes(); break;
    case MatrixName::b_v: head.V.col(column).setOnes(); break;
    case MatrixName::Q: head.Q(row, column) = 1; break;
    case MatrixName::K: head.K(row, column) = 1; break;
    case MatrixName::V: head.V(row, column) = 1; break;
    case MatrixName::scores: head.scores(row, column) = 1; break;
    case MatrixName::scaled_scores: head.scaled_scores(row, column) = 1; break;
    case MatrixName::masked_scores: head.masked_scores(row, column) = 1; break;
    case MatrixName::weights: head.weights(row, column) = 1; break;
    default: head.head_output(row, column) = 1; break;
  }
}

// What the cell moves at once: itself, where it is one of the trace's own; where it is given, what is made
// of it.
void start(const Model& model, const Trace& trace, const CellRef& cell, Trace& moved) {
  switch (cell.matrix.name) {
    case MatrixName::X: move_embedding(model, cell.row, cell.column, moved); break;
    case MatrixName::W_o: moved.context.col(cell.column) = trace.concatenated.col(cell.row); break;
    case MatrixName::b_o: moved.context.col(cell.column).setOnes(); break;
    case MatrixName::concatenated: moved.concatenated(cell.row, cell.column) = 1; break;
    case MatrixName::context: moved.context(cell.row, cell.column) = 1; break;
    default: move_in_head(*model.X, cell, moved.heads[static_cast<std::size_t>(cell.matrix.head)]); break;
  }
}

// Whether anything of the head can move.
bool moves_head(const CellRef& cell, Index head) {
  if (is_per_head(cell.matrix.name)) return cell.matrix.head == head;
  return cell.matrix.name == MatrixName::X;
}

// From scores to weights, for one query.
void move_weights(const Model& model, const HeadTrace& head, Scalar divisor, Index query, HeadTrace& moved) {
  const Index n = head.weights.cols();
  const Index n_visible = visible_keys(model.options.mask, query, n);
  for (Index key = 0; key < n; ++key) {
    // A divisor too small to be a normal number counts as zero, and 0 ÷ 0 is NaN.
    if (moved.scores(query, key) != 0) moved.scaled_scores(query, key) += moved.scores(query, key) / divisor;
    if (key < n_visible) moved.masked_scores(query, key) += moved.scaled_scores(query, key);
  }
  add_softmax_derivative(head.masked_scores.row(query).data(), head.weights.row(query).data(),
                         moved.masked_scores.row(query).data(), moved.weights.row(query).data(), n,
                         model.options.temperature);
}

}  // namespace

void tangent(const Model& model, const Trace& trace, const CellRef& cell, Trace& moved) {
  assert(contains(model, trace, cell) && &moved != &trace);
  const FlushDenormals flush_denormals;
  set_zero_like(trace, moved);
  start(model, trace, cell, moved);

  for (std::size_t h = 0; h < trace.heads.size(); ++h) {
    if (!moves_head(cell, static_cast<Index>(h))) continue;
    const HeadTrace& head = trace.heads[h];
    HeadTrace& d = moved.heads[h];
    add_product(d.Q, head.K.transpose(), d.scores);
    add_product(head.Q, d.K.transpose(), d.scores);
    for (Index query = 0; query < head.weights.rows(); ++query) {
      move_weights(model, head, trace.divisor, query, d);
    }
    add_product(d.weights, head.V, d.head_output);
    add_product(head.weights, d.V, d.head_output);
    const Index d_v = head.V.cols();
    moved.concatenated.middleCols(static_cast<Index>(h) * d_v, d_v) += d.head_output;
  }

  if (model.has_output_projection())
    add_product(moved.concatenated, *model.W_o, moved.context);
  else
    moved.context += moved.concatenated;
}

}  // namespace attention_lab

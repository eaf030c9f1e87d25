#include "core/attention/tangent.h"

#include <cassert>
#include <cstddef>

#include "core/attention/flush_denormals.h"
#include "core/attention/model.h"
#include "core/attention/softmax.h"
#include "core/attention/sparse_product.h"

namespace attention_lab {
namespace {

// Y = X·W + b
void move_projection(const Matrix& X, const Matrix& W, const Matrix& dX, const Matrix& dW, const Matrix& db,
                     Matrix& dY) {
  add_product(dX, W, dY);
  add_product(X, dW, dY);
  if (db.size() > 0) dY.rowwise() += db.row(0);
}

// From X and the weights to Q, K and V of one head.
void move_projections(const Model& model, const Trace& trace, std::size_t h, const Matrix& dX,
                      HeadStages& d) {
  if (model.options.projection == Projection::identity) {
    d.Q += dX;
    d.K += dX;
    d.V += dX;
    return;
  }
  const Head& given = model.heads[h];
  move_projection(X_of(model, trace), *given.W_q, dX, d.W_q, d.b_q, d.Q);
  move_projection(X_of(model, trace), *given.W_k, dX, d.W_k, d.b_k, d.K);
  move_projection(X_of(model, trace), *given.W_v, dX, d.W_v, d.b_v, d.V);
}

// Whether any number of the head can change.
bool moves_head(const MatrixRef& matrix, Index head) {
  if (is_per_head(matrix.name)) return matrix.head == head;
  return matrix.name <= MatrixName::X;
}

// From scores to weights, for one query.
void move_weights(const Model& model, const HeadStages& head, Scalar divisor, Index query,
                  HeadStages& moved) {
  const Index n = head.weights.cols();
  for (Index key = 0; key < n; ++key) {
    // A subnormal divisor is flushed to zero, and 0 ÷ 0 is NaN.
    if (moved.scores(query, key) != 0) moved.scaled_scores(query, key) += moved.scores(query, key) / divisor;
  }
  for_each_visible_key(model.options.mask, query, n, [&](Index key) {
    moved.masked_scores(query, key) += moved.scaled_scores(query, key);
  });
  add_softmax_derivative(scores_for_softmax(model, head).row(query).data(), head.weights.row(query).data(),
                         moved.masked_scores.row(query).data(), moved.weights.row(query).data(), n,
                         model.options.temperature);
}

}  // namespace

void tangent(const Model& model, const Trace& trace, std::span<const CellRef> cells, Stages& moved) {
  assert(!cells.empty() && &moved != &trace);
  const FlushDenormals flush_denormals;
  set_zero(model, trace, moved);
  const MatrixRef& matrix = cells.front().matrix;
  for (const CellRef& cell : cells) {
    assert(contains(model, trace, cell) && cell.matrix == matrix);
    (*find(moved, matrix))(cell.row, cell.column) = 1;
  }

  if (model.has_positions()) moved.X += moved.token_embeddings + moved.position_embeddings;
  for (std::size_t h = 0; h < trace.heads.size(); ++h) {
    if (!moves_head(matrix, static_cast<Index>(h))) continue;
    const HeadStages& head = trace.heads[h];
    HeadStages& d = moved.heads[h];
    move_projections(model, trace, h, moved.X, d);
    add_product(d.Q, head.K.transpose(), d.scores);
    add_product(head.Q, d.K.transpose(), d.scores);
    for (Index query = 0; query < head.weights.rows(); ++query) {
      move_weights(model, head, trace.divisor, query, d);
    }
    if (model.has_dropout()) {
      d.dropped_weights +=
          d.weights.cwiseProduct(head.dropout_mask) + head.weights.cwiseProduct(d.dropout_mask);
    }
    add_product(mixing_weights(model, d), head.V, d.head_output);
    add_product(mixing_weights(model, head), d.V, d.head_output);
    const Index d_v = head.V.cols();
    moved.concatenated.middleCols(static_cast<Index>(h) * d_v, d_v) += d.head_output;
  }

  if (model.has_output_projection()) {
    move_projection(trace.concatenated, *model.W_o, moved.concatenated, moved.W_o, moved.b_o, moved.context);
  } else {
    moved.context += moved.concatenated;
  }
}

}  // namespace attention_lab

#include "core/attention/backward.h"

#include <cassert>
#include <cstddef>

#include "core/attention/flush_denormals.h"
#include "core/attention/model.h"
#include "core/attention/softmax.h"
#include "core/attention/sparse_product.h"

namespace attention_lab {
namespace {

void add_row_sum(const Matrix& rows, Matrix& sum) {
  if (sum.size() == 0) return;  // there is no bias
  for (Index i = 0; i < rows.rows(); ++i) sum.row(0) += rows.row(i);
}

// From context to concatenated.
void through_output(const Model& model, const Trace& trace, Stages& gradients) {
  if (!model.has_output_projection()) {
    gradients.concatenated += gradients.context;
    return;
  }
  add_row_sum(gradients.context, gradients.b_o);
  add_product(trace.concatenated.transpose(), gradients.context, gradients.W_o);
  add_product(gradients.context, model.W_o->transpose(), gradients.concatenated);
}

// From masked_scores to scores, for one query.
void through_scale_and_mask(const Model& model, Scalar divisor, Index query, HeadStages& gradients) {
  const Index n = gradients.scores.cols();
  const Index n_visible = visible_keys(model.options.mask, query, n);
  for (Index key = 0; key < n; ++key) {
    Scalar& scaled_score = gradients.scaled_scores(query, key);
    if (key < n_visible) scaled_score += gradients.masked_scores(query, key);
    // A subnormal divisor is flushed to zero, and 0 ÷ 0 is NaN.
    if (scaled_score != 0) gradients.scores(query, key) += scaled_score / divisor;
  }
}

// From head_output to Q, K and V.
void through_attention(const Model& model, const HeadStages& head, Scalar divisor, HeadStages& gradients) {
  Matrix& mixing_gradient = mixing_weights(model, gradients);
  add_product(gradients.head_output, head.V.transpose(), mixing_gradient);
  add_product(mixing_weights(model, head).transpose(), gradients.head_output, gradients.V);
  if (model.has_dropout()) {
    gradients.weights += mixing_gradient.cwiseProduct(head.dropout_mask);
    gradients.dropout_mask += mixing_gradient.cwiseProduct(head.weights);
  }

  const Index n = head.weights.rows();
  for (Index query = 0; query < n; ++query) {
    add_softmax_derivative(scores_for_softmax(model, head).row(query).data(), head.weights.row(query).data(),
                           gradients.weights.row(query).data(), gradients.masked_scores.row(query).data(), n,
                           model.options.temperature);
    through_scale_and_mask(model, divisor, query, gradients);
  }

  add_product(gradients.scores, head.K, gradients.Q);
  add_product(gradients.scores.transpose(), head.Q, gradients.K);
}

// From Y = X·W + b to X, W and b.
void through_projection(const Matrix& X, const Matrix& W, const Matrix& dY, Matrix& dX, Matrix& dW,
                        Matrix& db) {
  add_row_sum(dY, db);
  add_product(X.transpose(), dY, dW);
  add_product(dY, W.transpose(), dX);
}

}  // namespace

void backward(const Model& model, const Trace& trace, std::span<const Seed> seeds, Stages& gradients) {
  const FlushDenormals flush_denormals;
  set_zero(model, trace, gradients);
  for (const Seed& seed : seeds) {
    Matrix& gradient = *find(gradients, seed.matrix);
    assert(gradient.rows() == seed.gradient.rows() && gradient.cols() == seed.gradient.cols());
    gradient += seed.gradient;
  }

  // The stages of the forward pass in reverse order. When a stage is reached, all later stages have already
  // added their contributions to its gradient.
  through_output(model, trace, gradients);
  for (std::size_t h = 0; h < trace.heads.size(); ++h) {
    HeadStages& head = gradients.heads[h];
    const Index d_v = head.V.cols();
    head.head_output += gradients.concatenated.middleCols(static_cast<Index>(h) * d_v, d_v);
    through_attention(model, trace.heads[h], trace.divisor, head);

    if (model.options.projection == Projection::identity) {
      gradients.X += head.Q + head.K + head.V;
      continue;
    }
    const Head& given = model.heads[h];
    through_projection(X_of(model, trace), *given.W_q, head.Q, gradients.X, head.W_q, head.b_q);
    through_projection(X_of(model, trace), *given.W_k, head.K, gradients.X, head.W_k, head.b_k);
    through_projection(X_of(model, trace), *given.W_v, head.V, gradients.X, head.W_v, head.b_v);
  }
  if (model.has_positions()) {
    gradients.token_embeddings += gradients.X;
    gradients.position_embeddings += gradients.X;
  }
}

}  // namespace attention_lab

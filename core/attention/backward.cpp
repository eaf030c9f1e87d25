#include "core/attention/backward.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <span>

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

// From masked_scores to scores, for one query of a sentence.
void through_scale_and_mask(const Model& model, Scalar divisor, const Span& sentence, Index query,
                            HeadStages& gradients) {
  for_each_visible_key(model.options.mask, query - sentence.first, sentence.size, [&](Index seen) {
    const Index key = sentence.first + seen;
    gradients.scaled_scores(query, key) += gradients.masked_scores(query, key);
  });
  for (Index key = sentence.first; key < sentence.end(); ++key) {
    const Scalar scaled_score = gradients.scaled_scores(query, key);
    // A subnormal divisor is flushed to zero, and 0 ÷ 0 is NaN.
    if (scaled_score != 0) gradients.scores(query, key) += scaled_score / divisor;
  }
}

// From head_output to Q, K and V. The tokens of the sentence attend only to each other.
void through_attention(const Model& model, const HeadStages& head, Scalar divisor, const Span& sentence,
                       HeadStages& gradients) {
  const auto rows_of = [&](auto& matrix) { return matrix.middleRows(sentence.first, sentence.size); };
  const auto square_of = [&](auto& matrix) {
    return matrix.block(sentence.first, sentence.first, sentence.size, sentence.size);
  };
  Matrix& mixing_gradient = mixing_weights(model, gradients);
  add_product(rows_of(gradients.head_output), rows_of(head.V).transpose(), square_of(mixing_gradient));
  add_product(square_of(mixing_weights(model, head)).transpose(), rows_of(gradients.head_output),
              rows_of(gradients.V));
  if (model.has_dropout()) {
    square_of(gradients.weights) += square_of(mixing_gradient).cwiseProduct(square_of(head.dropout_mask));
    square_of(gradients.dropout_mask) += square_of(mixing_gradient).cwiseProduct(square_of(head.weights));
  }

  const Index n = head.weights.cols();
  for (Index query = sentence.first; query < sentence.end(); ++query) {
    const Index first_score = query * n + sentence.first;
    add_softmax_derivative(scores_for_softmax(model, head).data() + first_score,
                           head.weights.data() + first_score, gradients.weights.data() + first_score,
                           gradients.masked_scores.data() + first_score, sentence.size,
                           model.options.temperature);
    through_scale_and_mask(model, divisor, sentence, query, gradients);
  }

  add_product(square_of(gradients.scores), rows_of(head.K), rows_of(gradients.Q));
  add_product(square_of(gradients.scores).transpose(), rows_of(head.Q), rows_of(gradients.K));
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
  const std::array whole = {Span{0, model.n_tokens()}};
  backward_sentences(model, whole, trace, seeds, gradients);
}

void backward_sentences(const Model& model, std::span<const Span> sentences, const Trace& trace,
                        std::span<const Seed> seeds, Stages& gradients) {
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
    for (const Span& sentence : sentences)
      through_attention(model, trace.heads[h], trace.divisor, sentence, head);

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

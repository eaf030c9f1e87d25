// The gradient of one number with respect to every matrix of a model and its trace.
#pragma once

#include <vector>

#include "core/attention/matrix_name.h"
#include "core/attention/model.h"
#include "core/attention/types.h"

namespace attention_lab {

/// Gradients of one head: W_q(a, b) is ∂objective ÷ ∂W_q(a, b), and so on. What the model does not have (a
/// bias, any weight with projection identity) is empty.
struct HeadGradients {
  Matrix W_q;            // (d_model, d_k)
  Matrix W_k;            // (d_model, d_k)
  Matrix W_v;            // (d_model, d_v)
  RowVector b_q;         // (d_k)
  RowVector b_k;         // (d_k)
  RowVector b_v;         // (d_v)
  Matrix Q;              // (n_tokens, d_k)
  Matrix K;              // (n_tokens, d_k)
  Matrix V;              // (n_tokens, d_v)
  Matrix scores;         // (n_tokens, n_tokens)
  Matrix scaled_scores;  // (n_tokens, n_tokens)
  Matrix masked_scores;  // (n_tokens, n_tokens)
  Matrix weights;        // (n_tokens, n_tokens)
  Matrix head_output;    // (n_tokens, d_v)
};

/// Named and shaped as the model and the trace.
struct Gradients {
  Matrix X;                          // (n_tokens, d_model)
  std::vector<HeadGradients> heads;  // as many as the trace has
  Matrix concatenated;               // (n_tokens, n_heads·d_v)
  Matrix W_o;                        // (n_heads·d_v, d_out), or empty
  RowVector b_o;                     // (d_out), or empty
  Matrix context;                    // (n_tokens, d_out)
};

/// Zeros in the model's shapes. Allocates nothing where the shapes already fit.
void set_zero(const Model& model, Gradients& gradients);

/// One of the matrices, a bias as one row; 0×0 where there is none of that name (see matrix_view).
MatrixView gradient_view(const Gradients& gradients, const MatrixRef& ref);
/// The same, to be written to.
Eigen::Map<Matrix> writable_gradient_view(Gradients& gradients, const MatrixRef& ref);

}  // namespace attention_lab

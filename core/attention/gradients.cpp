#include "core/attention/gradients.h"

#include <cstddef>
#include <type_traits>

namespace attention_lab {
namespace {

template <class Object>
void set_zero_like(const Object& shape, Object& gradient) {
  gradient.setZero(shape.rows(), shape.cols());
}

void set_zero_weights(const Head& given, HeadGradients& head) {
  set_zero_like(*given.W_q, head.W_q);
  set_zero_like(*given.W_k, head.W_k);
  set_zero_like(*given.W_v, head.W_v);
  set_zero_like(*given.b_q, head.b_q);
  set_zero_like(*given.b_k, head.b_k);
  set_zero_like(*given.b_v, head.b_v);
}

// One function for both views. `Some` is Gradients or const Gradients.
template <class Some>
auto view_in(Some& gradients, const MatrixRef& ref) {
  using View = std::conditional_t<std::is_const_v<Some>, MatrixView, Eigen::Map<Matrix>>;
  const auto view = [](auto& matrix) {
    return matrix.size() == 0 ? View(nullptr, 0, 0) : View(matrix.data(), matrix.rows(), matrix.cols());
  };
  switch (ref.name) {
    case MatrixName::X: return view(gradients.X);
    case MatrixName::W_o: return view(gradients.W_o);
    case MatrixName::b_o: return view(gradients.b_o);
    case MatrixName::concatenated: return view(gradients.concatenated);
    case MatrixName::context: return view(gradients.context);
    default: break;
  }
  const std::size_t h = static_cast<std::size_t>(ref.head);
  if (h >= gradients.heads.size()) return View(nullptr, 0, 0);
  auto& head = gradients.heads[h];
  switch (ref.name) {
    case MatrixName::W_q: return view(head.W_q);
    case MatrixName::W_k: return view(head.W_k);
    case MatrixName::W_v: return view(head.W_v);
    case MatrixName::b_q: return view(head.b_q);
    case MatrixName::b_k: return view(head.b_k);
    case MatrixName::b_v: return view(head.b_v);
    case MatrixName::Q: return view(head.Q);
    case MatrixName::K: return view(head.K);
    case MatrixName::V: return view(head.V);
    case MatrixName::scores: return view(head.scores);
    case MatrixName::scaled_scores: return view(head.scaled_scores);
    case MatrixName::masked_scores: return view(head.masked_scores);
    case MatrixName::weights: return view(head.weights);
    default: return view(head.head_output);
  }
}

}  // namespace

void set_zero(const Model& model, Gradients& gradients) {
  const Index n = model.n_tokens();
  // A model may keep weights that projection identity does not use: they have no gradient.
  const bool is_trainable = model.options.projection == Projection::trainable;
  static const Head no_weights;
  gradients.heads.resize(static_cast<std::size_t>(model.n_heads()));
  for (std::size_t h = 0; h < gradients.heads.size(); ++h) {
    HeadGradients& head = gradients.heads[h];
    set_zero_weights(is_trainable ? model.heads[h] : no_weights, head);
    head.Q.setZero(n, model.d_k());
    head.K.setZero(n, model.d_k());
    head.V.setZero(n, model.d_v());
    head.scores.setZero(n, n);
    head.scaled_scores.setZero(n, n);
    head.masked_scores.setZero(n, n);
    head.weights.setZero(n, n);
    head.head_output.setZero(n, model.d_v());
  }
  gradients.X.setZero(n, model.d_model());
  gradients.concatenated.setZero(n, model.n_heads() * model.d_v());
  gradients.context.setZero(n, model.d_out());
  const bool has_output = model.has_output_projection();
  gradients.W_o.setZero(has_output ? model.W_o->rows() : 0, has_output ? model.W_o->cols() : 0);
  gradients.b_o.setZero(has_output ? model.b_o->size() : 0);
}

MatrixView gradient_view(const Gradients& gradients, const MatrixRef& ref) {
  return view_in(gradients, ref);
}
Eigen::Map<Matrix> writable_gradient_view(Gradients& gradients, const MatrixRef& ref) {
  return view_in(gradients, ref);
}

}  // namespace attention_lab

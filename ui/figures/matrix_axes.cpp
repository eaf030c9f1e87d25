#include "ui/figures/matrix_axes.h"

namespace attention_lab {

Axis row_axis(MatrixName name) {
  switch (name) {
    case MatrixName::W_q:
    case MatrixName::W_k:
    case MatrixName::W_v: return Axis::d_model;
    case MatrixName::b_q:
    case MatrixName::b_k:
    case MatrixName::b_v:
    case MatrixName::b_o: return Axis::one;
    case MatrixName::K:
    case MatrixName::V: return Axis::key;
    case MatrixName::W_o: return Axis::d_concatenated;
    default: return Axis::query;
  }
}

Axis column_axis(MatrixName name) {
  switch (name) {
    case MatrixName::X: return Axis::d_model;
    case MatrixName::W_q:
    case MatrixName::W_k:
    case MatrixName::b_q:
    case MatrixName::b_k:
    case MatrixName::Q:
    case MatrixName::K: return Axis::d_k;
    case MatrixName::W_v:
    case MatrixName::b_v:
    case MatrixName::V:
    case MatrixName::head_output: return Axis::d_v;
    case MatrixName::concatenated: return Axis::d_concatenated;
    case MatrixName::W_o:
    case MatrixName::b_o:
    case MatrixName::context: return Axis::d_out;
    default: return Axis::key;
  }
}

PerAxis<Index> axis_sizes(const Model& model) {
  PerAxis<Index> sizes;
  sizes[Axis::one] = 1;
  sizes[Axis::query] = sizes[Axis::key] = model.n_tokens();
  sizes[Axis::d_model] = model.d_model();
  sizes[Axis::d_k] = model.d_k();
  sizes[Axis::d_v] = model.d_v();
  sizes[Axis::d_concatenated] = model.n_heads() * model.d_v();
  sizes[Axis::d_out] = model.d_out();
  return sizes;
}

std::string axis_label(const Document& document, Axis axis, Index i) {
  if (axis == Axis::query || axis == Axis::key) return document.tokens[static_cast<std::size_t>(i)];
  return axis == Axis::one ? std::string() : std::to_string(i + 1);
}

}  // namespace attention_lab

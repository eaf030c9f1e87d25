#include "core/attention/matrix_name.h"

#include <cassert>

namespace attention_lab {
namespace {

struct Properties {
  MatrixName name;
  std::string_view text;
  bool given;
  bool per_head;
  bool token_rows;
  bool token_columns;
};

// In the order of the enumeration, so that a name is its own index.
constexpr std::array<Properties, all_matrix_names.size()> properties = {{
    {MatrixName::X, "X", true, false, true, false},
    {MatrixName::W_q, "W_q", true, true, false, false},
    {MatrixName::W_k, "W_k", true, true, false, false},
    {MatrixName::W_v, "W_v", true, true, false, false},
    {MatrixName::b_q, "b_q", true, true, false, false},
    {MatrixName::b_k, "b_k", true, true, false, false},
    {MatrixName::b_v, "b_v", true, true, false, false},
    {MatrixName::Q, "Q", false, true, true, false},
    {MatrixName::K, "K", false, true, true, false},
    {MatrixName::V, "V", false, true, true, false},
    {MatrixName::scores, "scores", false, true, true, true},
    {MatrixName::scaled_scores, "scaled_scores", false, true, true, true},
    {MatrixName::masked_scores, "masked_scores", false, true, true, true},
    {MatrixName::weights, "weights", false, true, true, true},
    {MatrixName::head_output, "head_output", false, true, true, false},
    {MatrixName::concatenated, "concatenated", false, false, true, false},
    {MatrixName::W_o, "W_o", true, false, false, false},
    {MatrixName::b_o, "b_o", true, false, false, false},
    {MatrixName::context, "context", false, false, true, false},
}};

const Properties& of(MatrixName name) {
  const Properties& found = properties[static_cast<std::size_t>(name)];
  assert(found.name == name);
  return found;
}

MatrixView view_of_head(const Head& head, MatrixName name) {
  switch (name) {
    case MatrixName::W_q: return view_of(*head.W_q);
    case MatrixName::W_k: return view_of(*head.W_k);
    case MatrixName::W_v: return view_of(*head.W_v);
    case MatrixName::b_q: return view_of(*head.b_q);
    case MatrixName::b_k: return view_of(*head.b_k);
    default: return view_of(*head.b_v);
  }
}

MatrixView view_of_trace(const HeadTrace& head, MatrixName name) {
  switch (name) {
    case MatrixName::Q: return view_of(head.Q);
    case MatrixName::K: return view_of(head.K);
    case MatrixName::V: return view_of(head.V);
    case MatrixName::scores: return view_of(head.scores);
    case MatrixName::scaled_scores: return view_of(head.scaled_scores);
    case MatrixName::masked_scores: return view_of(head.masked_scores);
    case MatrixName::weights: return view_of(head.weights);
    default: return view_of(head.head_output);
  }
}

}  // namespace

std::string_view to_string(MatrixName name) {
  return of(name).text;
}
bool is_given(MatrixName name) {
  return of(name).given;
}
bool is_per_head(MatrixName name) {
  return of(name).per_head;
}
bool has_token_rows(MatrixName name) {
  return of(name).token_rows;
}
bool has_token_columns(MatrixName name) {
  return of(name).token_columns;
}

std::optional<MatrixName> matrix_name_from(std::string_view text) {
  for (const Properties& candidate : properties) {
    if (candidate.text == text) return candidate.name;
  }
  return std::nullopt;
}

std::string to_string(const MatrixRef& matrix, Index n_heads) {
  std::string text;
  if (is_per_head(matrix.name) && n_heads > 1) text = "heads[" + std::to_string(matrix.head) + "].";
  text += to_string(matrix.name);
  return text;
}

std::string to_string(const CellRef& cell, Index n_heads) {
  return to_string(cell.matrix, n_heads) + "[" + std::to_string(cell.row) + "," +
         std::to_string(cell.column) + "]";
}

MatrixView matrix_view(const Model& model, const Trace& trace, const MatrixRef& ref) {
  const MatrixView none(nullptr, 0, 0);
  const bool is_identity = model.options.projection == Projection::identity;
  // A model may keep weights that projection identity does not use; they take no part, so there are none.
  if (is_identity && is_given(ref.name) && ref.name != MatrixName::X) return none;
  switch (ref.name) {
    case MatrixName::X: return view_of(*model.X);
    case MatrixName::W_o: return view_of(*model.W_o);
    case MatrixName::b_o: return view_of(*model.b_o);
    case MatrixName::concatenated: return view_of(trace.concatenated);
    case MatrixName::context: return view_of(trace.context);
    default: break;
  }
  const std::size_t head = static_cast<std::size_t>(ref.head);
  if (is_given(ref.name)) {
    return head < model.heads.size() ? view_of_head(model.heads[head], ref.name) : none;
  }
  return head < trace.heads.size() ? view_of_trace(trace.heads[head], ref.name) : none;
}

bool contains(const Model& model, const Trace& trace, const CellRef& cell) {
  const MatrixView matrix = matrix_view(model, trace, cell.matrix);
  return cell.row >= 0 && cell.row < matrix.rows() && cell.column >= 0 && cell.column < matrix.cols();
}

Scalar value_of(const Model& model, const Trace& trace, const CellRef& cell) {
  assert(contains(model, trace, cell));
  return matrix_view(model, trace, cell.matrix)(cell.row, cell.column);
}

}  // namespace attention_lab

#include "core/attention/changes.h"

#include <cstddef>

namespace attention_lab {
namespace {

template <class Numbers>
bool have_same_shape(const Shared<Numbers>& a, const Shared<Numbers>& b) {
  return a->rows() == b->rows() && a->cols() == b->cols();
}

// The rows in which the token or position embeddings differ.
Spans changed_rows(const Model& before, const Model& after) {
  const Index n_tokens = after.n_tokens();
  const Index d_model = after.d_model();
  const bool has_positions = after.has_positions();
  if (before.has_positions() != has_positions) return Spans({0, n_tokens});
  const bool are_tokens_shared = before.token_embeddings.identity() == after.token_embeddings.identity();
  const bool are_positions_shared =
      !has_positions || before.position_embeddings.identity() == after.position_embeddings.identity();
  Spans rows;
  if (are_tokens_shared && are_positions_shared) return rows;
  const auto is_same_row = [&](const Matrix& a, const Matrix& b, Index row) {
    return have_same_bits(a.data() + row * d_model, b.data() + row * d_model, d_model);
  };
  for (Index row = 0; row < n_tokens; ++row) {
    const bool is_same =
        (are_tokens_shared || is_same_row(*before.token_embeddings, *after.token_embeddings, row)) &&
        (are_positions_shared || is_same_row(*before.position_embeddings, *after.position_embeddings, row));
    if (!is_same) rows.add(row);
  }
  return rows;
}

// The columns in which two weights or two biases differ; all `n_columns` of the product if the shapes differ,
// for example because a bias was switched off.
template <class Numbers>
Span changed_columns(const Shared<Numbers>& before, const Shared<Numbers>& after, Index n_columns) {
  Span columns;
  if (before.identity() == after.identity()) return columns;
  if (!have_same_shape(before, after)) return {0, n_columns};
  const Index width = after->cols();
  for (Index row = 0; row < after->rows(); ++row) {
    const Scalar* a = before->data() + row * width;
    const Scalar* b = after->data() + row * width;
    if (have_same_bits(a, b, width)) continue;
    Index first = 0;
    Index last = width - 1;
    while (have_same_bits(a + first, b + first, 1)) ++first;
    while (have_same_bits(a + last, b + last, 1)) --last;
    columns = hull(columns, {first, last + 1 - first});
  }
  return columns;
}

HeadChanges head_changes(const Head& before, const Head& after) {
  const auto columns = [](const auto& W, const auto& W_after, const auto& b, const auto& b_after) {
    const Index n_columns = W_after->cols();
    return hull(changed_columns(W, W_after, n_columns), changed_columns(b, b_after, n_columns));
  };
  return {columns(before.W_q, after.W_q, before.b_q, after.b_q),
          columns(before.W_k, after.W_k, before.b_k, after.b_k),
          columns(before.W_v, after.W_v, before.b_v, after.b_v)};
}

bool are_comparable(const Model& before, const Model& after) {
  const Index n_heads = after.n_heads();
  return n_heads <= limits::n_heads && before.options.projection == after.options.projection &&
         before.n_heads() == n_heads && have_same_shape(before.token_embeddings, after.token_embeddings) &&
         before.d_k() == after.d_k() && before.d_v() == after.d_v();
}

}  // namespace

Changes everything(const Model& model) {
  return {.X_rows = Spans({0, model.n_tokens()})};
}

Changes changes_between(const Model& before, const Model& after) {
  if (!are_comparable(before, after)) return everything(after);
  Changes changes = {.X_rows = changed_rows(before, after)};
  if (after.options.projection == Projection::trainable) {
    changes.heads.emplace();
    for (std::size_t h = 0; h < after.heads.size(); ++h)
      (*changes.heads)[h] = head_changes(before.heads[h], after.heads[h]);
  }
  changes.divisor = before.divisor() != after.divisor();
  changes.mask = before.options.mask != after.options.mask;
  changes.temperature = before.options.temperature != after.options.temperature;

  const Index d_out = after.d_out();
  if (before.has_output_projection() != after.has_output_projection()) {
    changes.context_columns = {0, d_out};
  } else if (after.has_output_projection()) {
    changes.context_columns =
        hull(changed_columns(before.W_o, after.W_o, d_out), changed_columns(before.b_o, after.b_o, d_out));
  }
  return changes;
}

}  // namespace attention_lab

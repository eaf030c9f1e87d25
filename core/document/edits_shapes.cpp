// Edits of shapes: d_model, d_k, d_v, n_heads.
#include <algorithm>

#include "core/document/checks.h"
#include "core/document/edits_internal.h"
#include "core/limits.h"

namespace attention_lab::edits {
namespace {

/// `old` as (rows, columns): what stands in both shapes keeps its value, and the rest is drawn row by row.
Matrix resized(const Matrix& old, Index rows, Index columns, TorchRandom& random) {
  const Index kept_rows = std::min(rows, old.rows());
  const Index kept_columns = std::min(columns, old.cols());
  const Matrix drawn = random.rand(1, rows * columns - kept_rows * kept_columns);
  Matrix fresh(rows, columns);
  Index next = 0;
  for (Index row = 0; row < rows; ++row) {
    for (Index column = 0; column < columns; ++column) {
      const bool is_kept = row < kept_rows && column < kept_columns;
      fresh(row, column) = is_kept ? old(row, column) : drawn(0, next++);
    }
  }
  return fresh;
}

void resize(Shared<Matrix>& matrix, Index rows, Index columns, TorchRandom& random) {
  if (matrix->rows() == rows && matrix->cols() == columns) return;
  matrix = resized(*matrix, rows, columns, random);
}

/// A weight's columns, and its bias where there is one.
void resize_layer(Shared<Matrix>& weight, Shared<RowVector>& bias, Index d_out, TorchRandom& random) {
  resize(weight, weight->rows(), d_out, random);
  if (bias->size() == 0 || bias->size() == d_out) return;
  bias = RowVector(resized(*bias, 1, d_out, random).row(0));
}

/// The rows of W_o are one block of d_v a head; each block keeps what belongs to its head.
void resize_blocks(Shared<Matrix>& W_o, Index n_heads, Index d_v, TorchRandom& random) {
  const Index old_d_v = W_o->rows() / n_heads;
  if (W_o->size() == 0 || old_d_v == d_v) return;
  Matrix fresh(n_heads * d_v, W_o->cols());
  for (Index head = 0; head < n_heads; ++head) {
    fresh.middleRows(head * d_v, d_v) =
        resized(W_o->middleRows(head * old_d_v, old_d_v), d_v, W_o->cols(), random);
  }
  W_o = std::move(fresh);
}

/// A head with the shapes of `model`'s heads: drawn weights, and zero biases where the first head has them.
Head new_head(const Model& model, TorchRandom& random) {
  Head head = draw_head(model.d_model(), model.d_k(), model.d_v(), random);
  const Head& first = model.heads.front();
  if (first.b_q->size() > 0) head.b_q = zeros_for(*head.W_q);
  if (first.b_k->size() > 0) head.b_k = zeros_for(*head.W_k);
  if (first.b_v->size() > 0) head.b_v = zeros_for(*head.W_v);
  return head;
}

std::optional<Error> refuse_shape(const Document& document, std::string_view name, Index value, Index limit) {
  if (std::optional<Error> refused = refuse_weights(document, name)) return refused;
  return check_amount(name, value, limit, name);
}

}  // namespace

Result<Document> set_d_model(const Document& document, Index d_model, std::uint64_t seed) {
  if (std::optional<Error> refused = check_amount("d_model", d_model, limits::d_model, "d_model")) {
    return *std::move(refused);
  }
  return changed(document, [&](Document& copy) {
    TorchRandom random(seed);
    resize(copy.model.token_embeddings, copy.model.n_tokens(), d_model, random);
    for (Head& head : copy.model.heads) {
      for (Shared<Matrix>* weight : {&head.W_q, &head.W_k, &head.W_v}) {
        resize(*weight, d_model, (*weight)->cols(), random);
      }
    }
  });
}

Result<Document> set_d_k(const Document& document, Index d_k, std::uint64_t seed) {
  if (std::optional<Error> refused = refuse_shape(document, "d_k", d_k, limits::d_model)) {
    return *std::move(refused);
  }
  return changed(document, [&](Document& copy) {
    TorchRandom random(seed);
    for (Head& head : copy.model.heads) {
      resize_layer(head.W_q, head.b_q, d_k, random);
      resize_layer(head.W_k, head.b_k, d_k, random);
    }
  });
}

Result<Document> set_d_v(const Document& document, Index d_v, std::uint64_t seed) {
  if (std::optional<Error> refused = refuse_shape(document, "d_v", d_v, limits::d_model)) {
    return *std::move(refused);
  }
  return changed(document, [&](Document& copy) {
    TorchRandom random(seed);
    for (Head& head : copy.model.heads) resize_layer(head.W_v, head.b_v, d_v, random);
    resize_blocks(copy.model.W_o, copy.model.n_heads(), d_v, random);
  });
}

Result<Document> set_n_heads(const Document& document, Index n_heads, std::uint64_t seed) {
  if (std::optional<Error> refused = refuse_shape(document, "n_heads", n_heads, limits::n_heads)) {
    return *std::move(refused);
  }
  return changed(document, [&](Document& copy) {
    TorchRandom random(seed);
    std::vector<Head>& heads = copy.model.heads;
    if (n_heads < copy.model.n_heads()) heads.resize(static_cast<std::size_t>(n_heads));
    while (copy.model.n_heads() < n_heads) heads.push_back(new_head(document.model, random));
    Shared<Matrix>& W_o = copy.model.W_o;
    if (W_o->size() > 0) resize(W_o, n_heads * copy.model.d_v(), W_o->cols(), random);
  });
}

}  // namespace attention_lab::edits

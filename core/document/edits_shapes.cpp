// Edits of shapes: d_model, d_k, d_v, n_heads.
#include <algorithm>

#include "core/attention/positions.h"
#include "core/document/checks.h"
#include "core/document/edits_internal.h"
#include "core/document/memory_budget.h"
#include "core/limits.h"

namespace attention_lab::edits {
namespace {

void resize(Shared<Matrix>& weight, Index rows, Index columns, const Stream& stream) {
  if (weight->rows() == rows && weight->cols() == columns) return;
  weight = resized(*weight, rows, columns, [&stream](Index row) { return stream.of(row); });
}

/// Resizes the weight's columns and its bias, if there is one. New bias entries are 0, the initial value.
void resize_layer(Shared<Matrix>& weight, Shared<RowVector>& bias, Index d_out, const Stream& stream) {
  resize(weight, weight->rows(), d_out, stream);
  if (bias->size() == 0 || bias->size() == d_out) return;
  RowVector fresh = RowVector::Zero(d_out);
  const Index kept = std::min(d_out, bias->size());
  fresh.head(kept) = bias->head(kept);
  bias = std::move(fresh);
}

/// W_o has one block of d_v rows per head; each block keeps the entries of its head.
void resize_output_projection(Model& model, Index old_n_heads, Index old_d_v, std::uint64_t seed) {
  const Index n_heads = model.n_heads();
  const Index d_v = model.d_v();
  Shared<Matrix>& W_o = model.W_o;
  if (W_o->size() == 0 || (old_n_heads == n_heads && old_d_v == d_v)) return;
  Matrix fresh(n_heads * d_v, W_o->cols());
  for (Index head = 0; head < n_heads; ++head) {
    const Index kept = head < old_n_heads ? old_d_v : 0;
    const Stream stream = weight_stream(seed, {MatrixName::W_o, head});
    fresh.middleRows(head * d_v, d_v) = resized(W_o->middleRows(kept * head, kept), d_v, W_o->cols(),
                                                [&stream](Index row) { return stream.of(row); });
  }
  W_o = std::move(fresh);
}

/// A head with the shapes of `model`'s heads: drawn weights, and zero biases if the first head has biases.
Head new_head(const Model& model, Index index, std::uint64_t seed) {
  Head head = draw_head(index, model.d_model(), model.d_k(), model.d_v(), seed);
  const Head& first = model.heads.front();
  for (const auto& [weight, bias] : head_layers)
    if ((first.*bias)->size() > 0) head.*bias = zeros_for(*(head.*weight));
  return head;
}

/// Calls `change(head, index)` for every head, including those that projection identity does not use.
template <class Change>
void for_each_head(Model& model, Change change) {
  Index index = 0;
  for (Head& head : model.heads) change(head, index++);
}

/// Why this size of the document cannot become `value`; nullopt if it can.
std::optional<Error> refuse_size(const Document& document, Index Shape::*size, std::string_view name,
                                 Index value, Index limit) {
  if (std::optional<Error> refused = check_amount(name, value, limit, name)) return refused;
  Shape shape = document.model.shape();
  shape.*size = value;
  return check_memory(shape);
}

/// The same for sizes of the weights.
std::optional<Error> refuse_size_of_weights(const Document& document, Index Shape::*size,
                                            std::string_view name, Index value, Index limit) {
  if (std::optional<Error> refused = refuse_weights(document, name)) return refused;
  return refuse_size(document, size, name, value, limit);
}

}  // namespace

void fit_positions(Model& model, std::uint64_t seed) {
  const Index rows = model.n_tokens();
  const Index columns = model.d_model();
  Shared<Matrix>& positions = model.position_embeddings;
  switch (model.options.positions) {
    case Positions::none: positions = Matrix(); return;
    case Positions::learned: resize(positions, rows, columns, Stream(seed).of("position")); return;
    case Positions::sinusoidal:
      if (positions->rows() != rows || positions->cols() != columns)
        positions = sinusoidal_positions(rows, columns);
      return;
  }
}

Result<Document> set_d_model(const Document& document, Index d_model, std::uint64_t seed) {
  if (std::optional<Error> refused =
          refuse_size(document, &Shape::d_model, "d_model", d_model, limits::d_model)) {
    return *std::move(refused);
  }
  return changed(document, [&](Document& copy) {
    Model& model = copy.model;
    if (model.d_model() == d_model) return;
    model.token_embeddings =
        resized(*document.model.token_embeddings, model.n_tokens(), d_model,
                [&](Index row) { return word_stream(seed, document.tokens[static_cast<std::size_t>(row)]); });
    pad_to_longest(copy, length_of_sentence(document));
    for (Sentence& other : copy.batch.others) {
      other.embeddings = resized(*other.embeddings, std::ssize(other.tokens), d_model, [&](Index row) {
        return word_stream(seed, other.tokens[static_cast<std::size_t>(row)]);
      });
    }
    if (copy.vocabulary) {
      Vocabulary& vocabulary = *copy.vocabulary;
      vocabulary.embeddings = resized(
          *vocabulary.embeddings, std::ssize(vocabulary.words), d_model,
          [&](Index row) { return word_stream(seed, vocabulary.words[static_cast<std::size_t>(row)]); });
    }
    if (copy.W_u->size() > 0)
      resize(copy.W_u, d_model, copy.W_u->cols(), weight_stream(seed, {MatrixName::W_u}));
    if (!copy.features.empty()) copy.features.resize(static_cast<std::size_t>(d_model));
    drop_empty_names(copy);
    fit_positions(model, seed);
    for_each_head(model, [&](Head& head, Index h) {
      resize(head.W_q, d_model, head.W_q->cols(), weight_stream(seed, {MatrixName::W_q, h}));
      resize(head.W_k, d_model, head.W_k->cols(), weight_stream(seed, {MatrixName::W_k, h}));
      resize(head.W_v, d_model, head.W_v->cols(), weight_stream(seed, {MatrixName::W_v, h}));
    });
  });
}

Result<Document> set_d_k(const Document& document, Index d_k, std::uint64_t seed) {
  if (std::optional<Error> refused =
          refuse_size_of_weights(document, &Shape::given_d_k, "d_k", d_k, limits::d_model)) {
    return *std::move(refused);
  }
  return changed(document, [&](Document& copy) {
    for_each_head(copy.model, [&](Head& head, Index h) {
      resize_layer(head.W_q, head.b_q, d_k, weight_stream(seed, {MatrixName::W_q, h}));
      resize_layer(head.W_k, head.b_k, d_k, weight_stream(seed, {MatrixName::W_k, h}));
    });
  });
}

Result<Document> set_d_v(const Document& document, Index d_v, std::uint64_t seed) {
  if (std::optional<Error> refused =
          refuse_size_of_weights(document, &Shape::given_d_v, "d_v", d_v, limits::d_model)) {
    return *std::move(refused);
  }
  return changed(document, [&](Document& copy) {
    for_each_head(copy.model, [&](Head& head, Index h) {
      resize_layer(head.W_v, head.b_v, d_v, weight_stream(seed, {MatrixName::W_v, h}));
    });
    resize_output_projection(copy.model, document.model.n_heads(), document.model.d_v(), seed);
  });
}

Result<Document> set_n_heads(const Document& document, Index n_heads, std::uint64_t seed) {
  if (std::optional<Error> refused =
          refuse_size_of_weights(document, &Shape::n_given_heads, "n_heads", n_heads, limits::n_heads)) {
    return *std::move(refused);
  }
  return changed(document, [&](Document& copy) {
    std::vector<Head>& heads = copy.model.heads;
    if (n_heads < copy.model.n_heads()) heads.resize(static_cast<std::size_t>(n_heads));
    while (copy.model.n_heads() < n_heads)
      heads.push_back(new_head(document.model, copy.model.n_heads(), seed));
    resize_output_projection(copy.model, document.model.n_heads(), document.model.d_v(), seed);
  });
}

}  // namespace attention_lab::edits

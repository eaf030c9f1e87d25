// Helpers shared by the source files of the edits; not for use elsewhere.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/attention/types.h"
#include "core/document/edits.h"
#include "core/document/output_layer.h"
#include "core/random/streams.h"
#include "core/random/torch_random.h"

namespace attention_lab::edits {

/// not_editable if the projection is identity, because editing the weights would have no effect.
std::optional<Error> refuse_weights(const Document& document, std::string_view place);

/// "W_q" or "heads[1].W_q", as the user sees it in this document.
std::string name_of(const Document& document, const MatrixRef& matrix);
std::string name_of(const Document& document, const CellRef& cell);

/// A copy of the document modified by `change`. It keeps the document that its title was written for, and the
/// columns of W_u follow their words.
template <class Change>
Document changed(const Document& document, Change change) {
  Document copy = document;
  if (!copy.titled && !copy.was_changed_since_titled)
    copy.titled = std::make_shared<const Document>(document);
  change(copy);
  follow_words(copy, document);
  return copy;
}

/// Marks the embeddings of these tokens as drawn or as given.
void set_drawn(Document& document, const Span& rows, bool are_drawn);

/// A copy of the document in which `change` modified one matrix, in the given rows or in all. Changed
/// embeddings count as given from then on.
template <class Change>
Result<Document> with_matrix(const Document& document, const MatrixRef& matrix, Change change,
                             std::optional<Span> rows = std::nullopt) {
  if (std::optional<Error> refused = refuse_edit(document, matrix)) return *std::move(refused);
  return changed(document, [&](Document& copy) {
    WritableView target = writable_view(copy, matrix);
    change(target);
    if (matrix.name != word_embeddings(document.model)) return;
    const Span written = rows.value_or(Span{0, target.rows()});
    target.bottomRows(target.rows() - length_of_sentence(document)).setZero();
    set_drawn(copy, written, false);
    if (copy.vocabulary) share_rows(copy, written);
  });
}

/// A weight drawn as `draw` says: (d_in, d_out).
Matrix draw_weight(Draw draw, Index d_in, Index d_out, TorchRandom& random);
/// The bias of such a weight.
RowVector draw_bias(Draw draw, Index d_in, Index d_out, TorchRandom& random);

/// Embeddings drawn as `draw` says: (rows, d_model).
Matrix draw_embeddings(Draw draw, Index rows, Index d_model, TorchRandom& random);

/// The stream for the embedding of a new word: number j is dimension j.
Stream word_stream(std::uint64_t seed, std::string_view word);
/// Gives a word that is new in the sentence the embedding that it has elsewhere in the batch, or else one
/// drawn from the seed. Returns whether it counts as drawn.
bool embed_new_word(const Document& document, const std::string& word, std::uint64_t seed,
                    Eigen::Ref<RowVector> embedding);
/// Why the shown sentence cannot have this many tokens; nullopt if it can.
std::optional<Error> refuse_length(const Document& document, Index n_tokens);

/// The stream for new rows of a head's weight; row i is `of(i)`, whose number j is in column j. For W_o, it
/// covers the head's block of rows.
Stream weight_stream(std::uint64_t seed, const MatrixRef& weight);
/// Copies numbers of the stream into the row, each at its own column, starting at column `first`.
template <class Row>
void draw_from(const Stream& numbers, Index first, Row&& row) {
  for (Index column = first; column < row.size(); ++column) row(column) = numbers.number(column);
}

/// `old` resized to (rows, columns). Entries present in both shapes keep their values. New entries of row i
/// come from `stream_of(i)`, indexed by column, so they depend on their place and not on how the matrix grew.
template <class StreamOfRow>
Matrix resized(const Matrix& old, Index rows, Index columns, StreamOfRow stream_of) {
  const Index kept_rows = std::min(rows, old.rows());
  const Index kept_columns = std::min(columns, old.cols());
  Matrix fresh(rows, columns);
  fresh.topLeftCorner(kept_rows, kept_columns) = old.topLeftCorner(kept_rows, kept_columns);
  for (Index row = 0; row < rows; ++row) {
    const Index first = row < kept_rows ? kept_columns : 0;
    if (first < columns) draw_from(stream_of(row), first, fresh.row(row));
  }
  return fresh;
}

/// A document in which no feature has a name has no names.
void drop_empty_names(Document& document);

/// The three weights of a new head with index `head`, without biases.
Head draw_head(Index head, Index d_model, Index d_k, Index d_v, std::uint64_t seed);

/// Resizes the position embeddings to the tokens; new rows of learned positions are drawn.
void fit_positions(Model& model, std::uint64_t seed);

/// An error if the output projection for all heads side by side would be too wide.
std::optional<Error> refuse_output_projection(const Model& model);

/// A zero bias, one entry per column of `weight`.
RowVector zeros_for(const Matrix& weight);

}  // namespace attention_lab::edits

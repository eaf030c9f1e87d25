// What the files of edits share; of no use to anyone else.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/attention/types.h"
#include "core/document/edits.h"
#include "core/random/streams.h"
#include "core/random/torch_random.h"

namespace attention_lab::edits {

/// A look at one matrix of a document under construction; a bias is one row.
using WritableView = Eigen::Map<Matrix>;

/// Why `matrix` cannot be edited: it is computed, switched off, or there is none; nullopt if it can.
std::optional<Error> refuse_edit(const Document& document, const MatrixRef& matrix);
/// not_editable where the projection is identity: edits of the weights would show nothing.
std::optional<Error> refuse_weights(const Document& document, std::string_view place);

/// A given matrix to read. Precondition: !refuse_edit().
MatrixView given_view(const Document& document, const MatrixRef& matrix);
/// The same to write; its content is no longer shared afterwards. Precondition: !refuse_edit().
WritableView writable_view(Document& document, const MatrixRef& matrix);

/// "W_q" or "heads[1].W_q", as a person sees it in this document.
std::string name_of(const Document& document, const MatrixRef& matrix);
std::string name_of(const Document& document, const CellRef& cell);

/// A copy of the document, changed by `change`. It remembers the document that its title was written for.
template <class Change>
Document changed(const Document& document, Change change) {
  Document copy = document;
  if (!copy.titled && !copy.was_changed_since_titled)
    copy.titled = std::make_shared<const Document>(document);
  change(copy);
  return copy;
}

/// Notes that the embeddings of these tokens were drawn, or were given.
void set_drawn(Document& document, const Span& rows, bool are_drawn);

/// A copy of the document, one matrix of it changed by `change` in the given rows, or in all. Embeddings
/// that were drawn are given from then on.
template <class Change>
Result<Document> with_matrix(const Document& document, const MatrixRef& matrix, Change change,
                             std::optional<Span> rows = std::nullopt) {
  if (std::optional<Error> refused = refuse_edit(document, matrix)) return *std::move(refused);
  return changed(document, [&](Document& copy) {
    const WritableView target = writable_view(copy, matrix);
    change(target);
    if (matrix.name != word_embeddings(document.model)) return;
    const Span written = rows.value_or(Span{0, target.rows()});
    set_drawn(copy, written, false);
    if (copy.vocabulary) share_rows(copy, written);
  });
}

/// A weight as `draw` makes it: (d_in, d_out).
Matrix draw_weight(Draw draw, Index d_in, Index d_out, TorchRandom& random);
/// The bias of such a weight.
RowVector draw_bias(Draw draw, Index d_in, Index d_out, TorchRandom& random);

/// What a new word's embedding is made of: number j is its dimension j.
Stream word_stream(std::uint64_t seed, std::string_view word);
/// What new rows of a head's weight are made of; row i is `of(i)`, whose number j stands in column j. Of W_o
/// it is the head's block of rows.
Stream weight_stream(std::uint64_t seed, const MatrixRef& weight);
/// Numbers of the stream into a row, each at its column, from column `first` on.
template <class Row>
void draw_from(const Stream& numbers, Index first, Row&& row) {
  for (Index column = first; column < row.size(); ++column) row(column) = numbers.number(column);
}

/// `old` as (rows, columns): what stands in both shapes keeps its value; the new numbers of row i are those
/// of `stream_of(i)`, each at its column, so that they depend on their place and not on how the matrix grew.
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

/// Three weights as head number `head` gets them when it is new; no biases.
Head draw_head(Index head, Index d_model, Index d_k, Index d_v, std::uint64_t seed);

/// Position embeddings in the shape that the tokens ask for; new ones of learned positions are drawn.
void fit_positions(Model& model, std::uint64_t seed);

/// Whether an output projection as wide as all heads side by side would be too wide.
std::optional<Error> refuse_output_projection(const Model& model);

/// One zero for every column of `weight`.
RowVector zeros_for(const Matrix& weight);

}  // namespace attention_lab::edits

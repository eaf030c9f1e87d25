// Every change a person can make to a document, as pure functions: the old document in, a new one out, or
// the reason why not. Contents that did not change are shared between the two.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/attention/matrix_name.h"
#include "core/document/document.h"
#include "core/result.h"

namespace attention_lab::edits {

/// How a matrix is drawn anew; both equal PyTorch's for the same seed.
enum class Draw {
  torch_rand,  ///< torch.rand: uniform on [0, 1)
  nn_linear,   ///< the initialisation of nn.Linear: uniform in ±1/√fan_in
};

/// In which order the weights of several heads are drawn anew.
enum class DrawOrder {
  head_by_head,      ///< W_q, W_k and W_v of the first head, then those of the second, and so on
  split_projection,  ///< W_q of all heads at once, then W_k, then W_v, then W_o with b_o
};

// Numbers that an edit adds (those of a new word, head, row or column) are drawn from a stream of their own
// (core/random/streams.h): uniform in [0, 1) as those of torch.rand, and determined by the seed and by the
// place where they stand: the word and the dimension, or the matrix, its head, row and column. So nothing
// repeats, the same word gets the same embedding whenever it comes, and it does not matter in which order a
// document grew. New numbers of a bias are 0.

// Numbers. Only given matrices can be set (embeddings, weights, biases): not_editable otherwise, and so are
// the weights while the projection is identity. Not finite: not_finite. Outside the matrix, or no such head:
// out_of_range. A bias or W_o that is switched off: not_found. A bias is a matrix of one row. A token's
// embedding of which any number is set counts as given from then on (Document::drawn_tokens).
Result<Document> set_cell(const Document& document, const CellRef& cell, Scalar value);
/// `values` must have the shape of the matrix it replaces (wrong_shape otherwise).
Result<Document> set_matrix(const Document& document, const MatrixRef& matrix, const Matrix& values);
/// Writes `block` with its upper left corner at `corner`; it must fit inside the matrix.
Result<Document> set_block(const Document& document, const CellRef& corner, const Matrix& block);

// Whole matrices at once. Where words own their embedding, equal tokens cannot be given different rows
// (wrong_shape), and of drawn rows they take the first.
Result<Document> zero(const Document& document, const MatrixRef& matrix);
/// Ones on the diagonal, zeros elsewhere; works for any shape.
Result<Document> identity(const Document& document, const MatrixRef& matrix);
/// Square matrices only.
Result<Document> transpose(const Document& document, const MatrixRef& matrix);
/// Every entry times `factor`, which must be finite.
Result<Document> scale_matrix(const Document& document, const MatrixRef& matrix, Scalar factor);
/// Draws the whole matrix anew, as PyTorch would: a matrix drawn alone equals the first draw of that seed.
/// With nn_linear, fan_in is the rows of the weight (for a bias, of its weight; for embeddings, d_model). The
/// embeddings of all tokens count as drawn afterwards.
Result<Document> redraw(const Document& document, const MatrixRef& matrix, Draw draw, std::uint64_t seed);
/// Draws the weights of every head anew as one PyTorch script would, and notes the seed in the document.
/// Biases present are drawn after their weight. The seed is past its limit: over_limit.
///
/// head_by_head: W_q, W_k, W_v, head after head; with seed 123 and torch_rand the textbook's numbers. W_o
/// stays.
///
/// split_projection: as a multi-head attention draws them that projects once and splits the result: one layer
/// (d_model, n_heads·d_k) for the queries of all heads, one for the keys, one (d_model, n_heads·d_v) for the
/// values; head h has the columns h·d_k to (h + 1)·d_k − 1. Then out_proj, (n_heads·d_v, d_out) with its
/// bias: W_o and b_o, which the document has from then on; where it had no W_o, d_out is n_heads·d_v (past
/// its limit: over_limit).
Result<Document> redraw_weights(const Document& document, Draw draw, std::uint64_t seed,
                                DrawOrder order = DrawOrder::head_by_head);

// Tokens. An empty one, or no token at all: empty_sentence. Outside the sentence: out_of_range. Bytes that
// are no UTF-8: not_utf8. Past limits::n_tokens: over_limit.
/// Inserts before `position` (n_tokens appends). A word the document knows takes the embedding of its first
/// occurrence; a new word's is drawn.
Result<Document> add_token(const Document& document, Index position, std::string_view token,
                           std::uint64_t seed);
Result<Document> remove_token(const Document& document, Index position);
/// The row keeps its numbers; where words own their embedding, a word that the document knows brings its own.
Result<Document> rename_token(const Document& document, Index position, std::string_view token);
/// Moves the token, with its embedding, so that it stands at `to`. Position embeddings stay where they are.
Result<Document> move_token(const Document& document, Index from, Index to);
/// A new sentence (split_sentence). Words the document knows keep their embedding: the k-th occurrence that
/// of the k-th before, further ones that of the first. Those of new words are drawn, and a word that appears
/// twice gets one embedding. "Your" is not "your".
Result<Document> set_sentence(const Document& document, std::string_view sentence, std::uint64_t seed);
/// Words own their embedding: equal tokens take the row of the first, and from then on an edit of one moves
/// all (Document::vocabulary). Or each token has numbers of its own again, which stay as they are.
Result<Document> set_shared_words(const Document& document, bool are_shared);
/// Both make title and description up to date again (is_changed_since_titled).
Result<Document> set_title(const Document& document, std::string_view title);
Result<Document> set_description(const Document& document, std::string_view description);

// Shapes. Entries that remain keep their values; new ones are drawn, each for its own place. Below 1:
// out_of_range. Past its limit: over_limit. While the projection is identity, all but d_model are
// not_editable.
/// Resizes X and the rows of all W_q, W_k and W_v, also of heads that projection identity keeps unused. The
/// new columns of X continue the embedding that would be drawn for each word.
Result<Document> set_d_model(const Document& document, Index d_model, std::uint64_t seed);
/// Resizes the columns of all W_q, W_k, b_q and b_k.
Result<Document> set_d_k(const Document& document, Index d_k, std::uint64_t seed);
/// Resizes the columns of all W_v and b_v, and in W_o each head's block of rows.
Result<Document> set_d_v(const Document& document, Index d_v, std::uint64_t seed);
/// Adds heads (zero biases where the first head has biases) or drops the last ones, with their rows of W_o.
Result<Document> set_n_heads(const Document& document, Index n_heads, std::uint64_t seed);

// Options. A divisor or temperature that is not greater than 0: out_of_range; NaN or infinite: not_finite.
/// To identity: the scale becomes none, as simplified attention is taught. The heads are kept in the
/// document, unused, so that switching back brings them back. To trainable: a scale of none becomes √d_k, as
/// attention with weights is taught; a divisor of the person's own stays. With no head yet, one is drawn, d_k
/// = d_v = min(2, d_model). Where the projection is the wanted one already, the scale stays.
Result<Document> set_projection(const Document& document, Projection projection, std::uint64_t seed);
/// Learned positions are drawn from the seed, a row for each position; sinusoidal ones are computed. To none
/// they are forgotten.
Result<Document> set_positions(const Document& document, Positions positions, std::uint64_t seed);
/// 0 ≤ p < 1, p = 0: no dropout; else out_of_range. A seed past limits::seed: over_limit.
Result<Document> set_dropout(const Document& document, Dropout dropout);
Result<Document> set_scale(const Document& document, Scale scale);
Result<Document> set_mask(const Document& document, Mask mask);
Result<Document> set_temperature(const Document& document, Scalar temperature);
/// Zero biases where there are none (b_o among them where there is a W_o), or none at all.
Result<Document> set_biases(const Document& document, bool present);
/// An output projection: the identity (n_heads·d_v square) where there is none, with a zero b_o if the first
/// head has a b_v; or none.
Result<Document> set_output_projection(const Document& document, bool present);

}  // namespace attention_lab::edits

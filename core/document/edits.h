// Every change the user can make to a document, as a pure function that returns a new document or the reason
// why the change is refused. The new document shares the unchanged contents with the old one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/document.h"
#include "core/result.h"

namespace attention_lab::edits {

/// How new random numbers of a matrix are drawn; they equal PyTorch's for the same seed
/// (see torch_random.h).
enum class Draw {
  torch_rand,   ///< torch.rand: uniform on [0, 1)
  nn_linear,    ///< the initialisation of nn.Linear: uniform in [−1/√fan_in, 1/√fan_in)
  torch_randn,  ///< torch.randn: normal with mean 0 and variance 1
};
inline constexpr std::array all_draws = {Draw::torch_rand, Draw::nn_linear, Draw::torch_randn};

/// "torch.rand", "nn.Linear", "torch.randn".
const char* display_name(Draw draw);
/// What the numbers are, for people: "uniform on [0, 1)".
const char* description(Draw draw);

/// The order in which the weights of several heads are drawn.
enum class DrawOrder {
  head_by_head,      ///< W_q, W_k and W_v of the first head, then of the second, and so on
  split_projection,  ///< W_q of all heads at once, then W_k, then W_v, then W_o with b_o
};

// Numbers that an edit adds (for a new word, head, row or column) come from random streams
// (core/random/streams.h). They are uniform in [0, 1), like those of torch.rand, and depend only on the seed
// and on their place: the word and the dimension, or the matrix, head, row and column. Therefore no numbers
// repeat, the same word always gets the same embedding, and the order of the edits does not matter. New bias
// entries are 0.

// Numbers. Only given matrices (embeddings, weights, biases) can be set; others give not_editable, and so do
// the weights while the projection is identity. Numbers that are not finite: not_finite. A cell outside the
// matrix, or a head that does not exist: out_of_range. A bias, W_o or W_u that is absent: not_found. A bias
// is a matrix of one row. Once any number of a token's embedding is set, the embedding counts as given
// (Document::drawn_tokens).
/// Why `matrix` cannot be edited: computed, switched off or missing; nullopt if it can.
std::optional<Error> refuse_edit(const Document& document, const MatrixRef& matrix);
Result<Document> set_cell(const Document& document, const CellRef& cell, Scalar value);
/// `values` must have the shape of the matrix it replaces (wrong_shape otherwise).
Result<Document> set_matrix(const Document& document, const MatrixRef& matrix, const Matrix& values);
/// Writes `block` with its top-left corner at `corner`; it must fit inside the matrix.
Result<Document> set_block(const Document& document, const CellRef& corner, const Matrix& block);

/// Sets the attention weights to train towards. Errors: see make_target.
Result<Document> set_target(const Document& document, const Matrix& target);

// Next words.
/// Changes the sentences to learn from, those held out, or both. Errors: see check_corpus_text. Words without
/// features are refused only when training starts (make_corpus).
Result<Document> set_corpus(const Document& document, const std::optional<std::string>& sentences,
                            const std::optional<std::string>& held_out);
/// Gives a word of the vocabulary its embedding, wherever it occurs, or adds a new word. `embedding` has one
/// row of d_model numbers (wrong_shape). Without a vocabulary: not_found. A new word that is not exactly one
/// word: empty_sentence or out_of_range. A number that is not finite: not_finite. Too many words: over_limit.
Result<Document> set_word(const Document& document, std::string_view word, const Matrix& embedding);
/// Draws the embeddings of these words of the vocabulary as redraw() draws those of tokens, one row per word.
/// They count as given afterwards, because they are where training starts. Without a vocabulary, or for a
/// word that is not in it: not_found.
Result<Document> redraw_words(const Document& document, const std::vector<std::string>& words, Draw draw,
                              std::uint64_t seed);
/// Gives next words an output layer W_u of their own, or removes it (the output is tied then). W_u starts
/// with the features of the words as its columns, so that no prediction changes until it is trained or
/// edited. Without a vocabulary or without a word to predict: not_found.
///
/// From then on, every edit that changes the words to predict lets each column follow its word: a word that
/// is no candidate any more loses its column, and a new one gets a column of zeros. If no candidate is left
/// (if equal words no longer share an embedding), W_u is removed.
Result<Document> set_output_layer(const Document& document, bool present);
/// Names a column of X; an empty name is shown as its number. A column that X does not have: out_of_range.
Result<Document> set_feature_name(const Document& document, Index feature, std::string_view name);

// Whole matrices. If equal words share their embedding, equal tokens cannot get different rows (wrong_shape);
// of several drawn rows for one word, the first is used.
Result<Document> zero(const Document& document, const MatrixRef& matrix);
/// Ones on the diagonal, zeros elsewhere, for any shape.
Result<Document> identity(const Document& document, const MatrixRef& matrix);
/// Square matrices only.
Result<Document> transpose(const Document& document, const MatrixRef& matrix);
/// Every entry times `factor`, which must be finite.
Result<Document> scale_matrix(const Document& document, const MatrixRef& matrix, Scalar factor);
/// Redraws the whole matrix as PyTorch would: a matrix redrawn alone equals the first draw after that seed.
/// With nn_linear, fan_in is the number of rows of the weight (for a bias, of its weight; for embeddings,
/// d_model). Afterwards the embeddings of all tokens count as drawn.
Result<Document> redraw(const Document& document, const MatrixRef& matrix, Draw draw, std::uint64_t seed);
/// Redraws the weights of every head as one PyTorch script would, and stores the seed in the document. Each
/// bias is drawn after its weight. A seed past its limit: over_limit.
///
/// head_by_head: W_q, W_k, W_v of one head after the other; with seed 123 and torch_rand these are the
/// textbook's numbers. W_o is left unchanged.
///
/// split_projection: as in a multi-head attention that projects once and splits the result: one layer
/// (d_model, n_heads·d_k) for the queries of all heads, one for the keys, and one (d_model, n_heads·d_v) for
/// the values; head h gets the columns h·d_k to (h + 1)·d_k − 1. Then out_proj, (n_heads·d_v, d_out) with a
/// bias; these become W_o and b_o, even if the document had none. Without a previous W_o, d_out is
/// n_heads·d_v (past its limit: over_limit).
Result<Document> redraw_weights(const Document& document, Draw draw, std::uint64_t seed,
                                DrawOrder order = DrawOrder::head_by_head);

// Tokens. An empty token, or no token at all: empty_sentence. A position outside the sentence: out_of_range.
// Invalid UTF-8: not_utf8. More than limits::n_tokens: over_limit.
/// Inserts before `position` (n_tokens appends). A word that is already in the document gets the embedding of
/// its first occurrence; the embedding of a new word is drawn.
Result<Document> add_token(const Document& document, Index position, std::string_view token,
                           std::uint64_t seed);
Result<Document> remove_token(const Document& document, Index position);
/// The row keeps its numbers; but if words share embeddings, a known word brings its own.
Result<Document> rename_token(const Document& document, Index position, std::string_view token);
/// Moves the token and its embedding to position `to`. Position embeddings stay in place.
Result<Document> move_token(const Document& document, Index from, Index to);
/// In a batch, these are the tokens of the sentence that is shown, without its padding, and a new word gets
/// the embedding that it has in another sentence. Sets a new sentence (split_sentence). Known words keep
/// their embeddings: the k-th occurrence gets that of the previous k-th occurrence, additional occurrences
/// that of the first. Embeddings of new words are drawn, one per word even if the word occurs twice. "Your"
/// and "your" are different words.
Result<Document> set_sentence(const Document& document, std::string_view sentence, std::uint64_t seed);

// Batches. A sentence that does not exist: out_of_range.
/// Adds a sentence after the others and shows it. Words that occur in another sentence keep their embedding;
/// those of new words are drawn. All sentences are padded to the longest. A target, embeddings that equal
/// words share, and a mask that is neither causal nor that of padding do not go with a batch, whichever comes
/// first: not_editable. Otherwise as set_sentence; too many sentences: over_limit.
Result<Document> add_sentence(const Document& document, std::string_view sentence, std::uint64_t seed);
/// The last one left cannot be removed: empty_sentence.
Result<Document> remove_sentence(const Document& document, Index sentence);
/// Shows another sentence, which changes nothing else.
Result<Document> show_sentence(const Document& document, Index sentence);

/// If `are_shared`, equal tokens take the row of the first one, and from then on editing one changes all
/// (Document::vocabulary). Otherwise each token has its own numbers, which keep their present values.
Result<Document> set_shared_words(const Document& document, bool are_shared);
/// Both mark title and description as up to date (is_changed_since_titled).
Result<Document> set_title(const Document& document, std::string_view title);
Result<Document> set_description(const Document& document, std::string_view description);

// Shapes. Remaining entries keep their values; new ones are drawn, each for its own place. A size below 1:
// out_of_range. Past its limit: over_limit. While the projection is identity, all sizes except d_model are
// not_editable.
/// Resizes X and the rows of W_u and of all W_q, W_k and W_v, including those of heads that projection
/// identity does not use. New columns of X continue the embedding that would be drawn for each word.
Result<Document> set_d_model(const Document& document, Index d_model, std::uint64_t seed);
/// Resizes the columns of all W_q, W_k, b_q and b_k.
Result<Document> set_d_k(const Document& document, Index d_k, std::uint64_t seed);
/// Resizes the columns of all W_v and b_v, and in W_o each head's block of rows.
Result<Document> set_d_v(const Document& document, Index d_v, std::uint64_t seed);
/// Adds heads (zero biases if the first head has biases) or removes the last ones and their rows of W_o.
Result<Document> set_n_heads(const Document& document, Index n_heads, std::uint64_t seed);

// Options. A divisor or temperature that is not positive: out_of_range; NaN or infinite: not_finite.
/// To identity: the scale becomes none, as is usual for simplified attention. The heads stay in the document,
/// unused, so that switching back restores them. To trainable: a scale of none becomes √d_k, as is usual for
/// attention with weights; a custom divisor is kept. If there is no head yet, one is drawn with d_k = d_v =
/// min(2, d_model). If the projection does not change, the scale stays as it is.
Result<Document> set_projection(const Document& document, Projection projection, std::uint64_t seed);
/// Learned positions are drawn from the seed, one row per position; sinusoidal ones are computed.
/// Positions::none discards the position embeddings.
Result<Document> set_positions(const Document& document, Positions positions, std::uint64_t seed);
/// 0 ≤ p < 1, where 0 means no dropout; otherwise out_of_range. A seed past limits::seed: over_limit.
Result<Document> set_dropout(const Document& document, Dropout dropout);
Result<Document> set_scale(const Document& document, Scale scale);
/// Errors of a mask that does not fit the sentence: see check_mask.
Result<Document> set_mask(const Document& document, const Mask& mask);
/// Shows or hides one key for one query. The mask becomes a painted one, with the cells of the mask before.
/// out_of_range if there is no such token.
Result<Document> set_visible(const Document& document, Index query, Index key, bool is_visible);
Result<Document> set_temperature(const Document& document, Scalar temperature);
/// Adds zero biases where there are none (including b_o if there is a W_o), or removes all biases.
Result<Document> set_biases(const Document& document, bool present);
/// Adds an output projection if there is none: the identity (n_heads·d_v square), with a zero b_o if the
/// first head has a b_v. Or removes it.
Result<Document> set_output_projection(const Document& document, bool present);

}  // namespace attention_lab::edits

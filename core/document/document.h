// The document: what the user creates, saves and shares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/attention/model.h"
#include "core/document/batch.h"
#include "core/document/vocabulary.h"

namespace attention_lab {

struct Document {
  std::string title;
  std::string description;          // one sentence that states its purpose; may be empty
  std::vector<std::string> tokens;  // UTF-8, one per row of model.token_embeddings
  Model model;
  /// The other sentences, if there are several. Then there is neither a vocabulary nor a target.
  Batch batch;
  /// Present if each word has one shared embedding. Equal tokens then have equal rows, and are drawn or given
  /// together. Without a vocabulary, each token has its own numbers.
  std::optional<Vocabulary> vocabulary;
  /// What the attention weights are to be trained towards (target.h), (n_tokens, n_tokens); or empty.
  Shared<Matrix> target;
  /// The sentences from which next words are to be learned (corpus.h), one per line; or empty.
  std::string corpus;
  /// Sentences that are never learned, only predicted, in the same form; or empty.
  std::string held_out;
  /// The output layer for next words, logits = context·W_u: (d_model, n_words), one column for each of
  /// words_to_predict() (corpus.h), in that order. Or empty: the output is tied, logits = context·Eᵀ with the
  /// features E of these words. Edits let each column follow its word (output_layer.h).
  Shared<Matrix> W_u;
  /// The names of the features, the columns of X; either empty or d_model names, some of which may be empty.
  std::vector<std::string> features;
  /// Indices, in ascending order, of the tokens whose embeddings were drawn at random rather than given: they
  /// mean nothing yet.
  std::vector<Index> drawn_tokens;
  /// The seed that all weights were last drawn from, if they were.
  std::optional<std::uint64_t> seed;
  /// Keys of the file that this version does not know, as the JSON text of one object; or empty. They are
  /// kept so that saving loses nothing; core never reads them.
  std::string unknown_keys;

  /// The document that the title and description were written for; null means this one. Edits keep it, so
  /// that manual changes back to the original are recognised, like undo.
  std::shared_ptr<const Document> titled;
  /// Title and description were already outdated when the document was read, and have not been rewritten.
  bool was_changed_since_titled = false;
};

/// Whether the token's embedding was drawn at random.
bool is_drawn(const Document& document, Index token);

/// A matrix that the document was given, one of its model or W_u; 0×0 if the document does not have it.
/// Precondition: is_given().
MatrixView given_view(const Document& document, const MatrixRef& matrix);
/// The same for changing it. Precondition: the document has it.
WritableView writable_view(Document& document, const MatrixRef& matrix);

/// Equal in everything that is saved; numbers are compared bit for bit (0 and −0 differ).
bool operator==(const Document& a, const Document& b);

/// Equal in tokens and given numbers, which are compared the same way.
bool has_same_numbers(const Document& a, const Document& b);

/// Equal in what a title describes: tokens, numbers and options, compared the same way. Which sentence of a
/// batch is shown makes no difference.
bool has_same_contents(const Document& a, const Document& b);

/// Whether tokens, numbers or options differ from those that the title and description were written for.
/// Never true if both texts are empty.
bool is_changed_since_titled(const Document& document);

/// The title, followed by " (edited since)" if it is outdated; used as the heading of exports.
std::string dated_title(const Document& document);

/// The tokens of a sentence. Splits at white space and makes each punctuation mark a token ("ball," is two
/// tokens), except an apostrophe or a hyphen within a word ("couldn't") and a point or comma within a number
/// ("3.14"). Works on UTF-8 of any script; in scripts without spaces, a run of letters is one token.
std::vector<std::string> split_sentence(std::string_view sentence);

/// The inverse, for the sentence box: tokens joined with spaces, but none before closing or after opening
/// punctuation. split_sentence(join_tokens(t)) == t for every t that split_sentence can return.
std::string join_tokens(const std::vector<std::string>& tokens);

/// Called with the address and the size in bytes of each object that documents can share (a matrix, or the
/// document that a title was written for).
using CountShared = std::function<void(const void* identity, std::size_t bytes)>;

/// The memory of a document in bytes, without objects that other documents may share. Each of those is passed
/// to `count_shared`, once for every place where it is used.
std::size_t memory_of(const Document& document, const CountShared& count_shared);

}  // namespace attention_lab

// Words that share one embedding wherever they occur.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/attention/types.h"
#include "core/shared.h"

namespace attention_lab {

struct Document;

/// One embedding per word, wherever the word occurs in the sentence. Words that are no longer in the sentence
/// are kept, so that a word that returns gets the same numbers.
struct Vocabulary {
  std::vector<std::string> words;  // without duplicates
  Shared<Matrix> embeddings;       // (words, d_model)
  /// The words not in the sentence whose embeddings were drawn at random. (For words in the sentence, see
  /// Document::drawn_tokens.)
  std::vector<std::string> drawn_words;
};

/// The index of a word, or −1.
Index find_word(const Vocabulary& vocabulary, std::string_view word);

/// Whether the embedding of a word of the vocabulary was drawn at random, in the sentence or not.
/// Precondition: the document has a vocabulary.
bool is_drawn_word(const Document& document, const std::string& word);

/// Every distinct token once, with the embedding of its first occurrence.
Vocabulary vocabulary_of(const std::vector<std::string>& tokens, const Matrix& token_embeddings);

/// Gives a word its embedding, and adds the word if it is new. From then on it counts as given.
void set_word(Vocabulary& vocabulary, const std::string& word, const RowVector& embedding);

/// The tokens that share the embedding of `token`, including itself; only `token` if each token has its own
/// numbers.
std::vector<Index> tokens_sharing_with(const Document& document, Index token);

/// Called after these rows of token_embeddings were written in a document with a vocabulary: equal tokens
/// take the first written row of their word and its drawn status, and the vocabulary is updated.
void share_rows(Document& document, const Span& written);

/// Called after a change of the sentence: adds its words to the vocabulary, and keeps those of `before` that
/// are gone. If limits::n_words leaves no room for all of them, drawn ones are dropped first.
void follow_sentence(Document& document, const Document& before);

}  // namespace attention_lab

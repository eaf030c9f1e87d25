// Words that own their embedding.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/attention/types.h"
#include "core/shared.h"

namespace attention_lab {

struct Document;

/// One row of numbers for each word, wherever it stands in a sentence. Words that are not in the sentence are
/// remembered, so that one that comes back has the numbers it had.
struct Vocabulary {
  std::vector<std::string> words;  // no word twice
  Shared<Matrix> embeddings;       // (words, d_model)
  /// Of the words that are not in the sentence, those whose embedding was drawn at random. (Of the tokens,
  /// Document::drawn_tokens says it.)
  std::vector<std::string> drawn_words;
};

/// The place of a word, or −1.
Index find_word(const Vocabulary& vocabulary, std::string_view word);

/// Each token once, with the embedding of its first occurrence.
Vocabulary vocabulary_of(const std::vector<std::string>& tokens, const Matrix& token_embeddings);

/// The tokens that share the embedding of `token`, itself among them; it alone where each token has numbers
/// of its own.
std::vector<Index> tokens_sharing_with(const Document& document, Index token);

/// After these rows of the token embeddings were written in a document whose words own theirs: equal tokens
/// take the first of their rows that was written, are drawn where it is, and the vocabulary follows.
void share_rows(Document& document, const Span& written);

/// After a change of the sentence: adds its words to the vocabulary, and remembers those of `before` that are
/// gone. Where limits::n_words leaves no room for all of these, drawn ones are forgotten first.
void follow_sentence(Document& document, const Document& before);

}  // namespace attention_lab

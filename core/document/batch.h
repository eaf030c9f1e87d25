// A batch: several sentences in one document, padded to the longest of them.
#pragma once

#include <string>
#include <vector>

#include "core/attention/types.h"
#include "core/shared.h"

namespace attention_lab {

struct Document;

/// A sentence of a batch, without padding.
struct Sentence {
  std::vector<std::string> tokens;
  Shared<Matrix> embeddings;        // (n_tokens, d_model)
  std::vector<Index> drawn_tokens;  // as in Document
};

/// The sentences of a document other than the one that is shown, which is the document's own. The shown one
/// is padded to the longest: its last tokens are then padding_token, with embeddings of 0, and the mask is
/// that of the padding, with or without the causal one.
struct Batch {
  std::vector<Sentence> others;  // in their order; empty: the document has one sentence
  Index shown = 0;               // the place of the shown one: 0 ≤ shown ≤ number of others
};

inline constexpr const char* padding_token = "[PAD]";

bool has_batch(const Document& document);
/// At least 1.
Index n_sentences(const Document& document);
/// The length of the longest sentence that is not shown; 0 if there is none.
Index longest_of_others(const Document& document);
/// The number of tokens of the shown sentence without the padding of the batch.
Index length_of_sentence(const Document& document);
/// These tokens.
std::vector<std::string> tokens_of_sentence(const Document& document);
/// Those of one of the sentences. Precondition: 0 ≤ sentence < n_sentences().
std::vector<std::string> tokens_of_sentence(const Document& document, Index sentence);
/// Whether the token is padding of the batch. (A padding mask of a single sentence covers ordinary tokens.)
bool is_padding(const Document& document, Index token);

/// One of the sentences, without padding. Precondition: 0 ≤ sentence < n_sentences().
Sentence sentence_at(const Document& document, Index sentence);
/// The same document with another sentence shown. The same precondition.
Document showing(const Document& document, Index sentence);

/// Pads the shown sentence, which is the first `length` tokens, to the longest of the batch, and sets the
/// mask to that of the padding. Without other sentences, only the sentence remains, and no padding mask. The
/// rows of the position embeddings are left to the caller.
void pad_to_longest(Document& document, Index length);

}  // namespace attention_lab

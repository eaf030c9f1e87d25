#include "core/document/batch.h"

#include <algorithm>
#include <utility>

#include "core/document/document.h"

namespace attention_lab {
namespace {

/// Precondition: it is not the one shown.
const Sentence& other_of(const Batch& batch, Index sentence) {
  return batch.others[static_cast<std::size_t>(sentence < batch.shown ? sentence : sentence - 1)];
}

}  // namespace

bool has_batch(const Document& document) {
  return !document.batch.others.empty();
}

Index n_sentences(const Document& document) {
  return static_cast<Index>(document.batch.others.size()) + 1;
}

Index longest_of_others(const Document& document) {
  Index longest = 0;
  for (const Sentence& other : document.batch.others) longest = std::max(longest, std::ssize(other.tokens));
  return longest;
}

Index length_of_sentence(const Document& document) {
  const Index n_tokens = std::ssize(document.tokens);
  return has_batch(document) ? n_tokens - document.model.options.mask.n_padded() : n_tokens;
}

std::vector<std::string> tokens_of_sentence(const Document& document) {
  return {document.tokens.begin(), document.tokens.begin() + length_of_sentence(document)};
}

bool is_padding(const Document& document, Index token) {
  return token >= length_of_sentence(document);
}

std::vector<std::string> tokens_of_sentence(const Document& document, Index sentence) {
  return sentence == document.batch.shown ? tokens_of_sentence(document)
                                          : other_of(document.batch, sentence).tokens;
}

Sentence sentence_at(const Document& document, Index sentence) {
  if (sentence != document.batch.shown) return other_of(document.batch, sentence);
  const Index length = length_of_sentence(document);
  const Shared<Matrix>& rows = document.model.token_embeddings;
  const bool is_whole = rows->rows() == length;
  return {tokens_of_sentence(document), is_whole ? rows : Shared<Matrix>(Matrix(rows->topRows(length))),
          document.drawn_tokens};
}

Document showing(const Document& document, Index sentence) {
  Document copy = document;
  Batch& batch = copy.batch;
  if (sentence == batch.shown) return copy;
  Sentence next = sentence_at(document, sentence);
  const auto place = [](Index at) { return static_cast<std::ptrdiff_t>(at); };
  batch.others.erase(batch.others.begin() + place(sentence < batch.shown ? sentence : sentence - 1));
  batch.others.insert(batch.others.begin() + place(sentence < batch.shown ? batch.shown - 1 : batch.shown),
                      sentence_at(document, document.batch.shown));
  batch.shown = sentence;
  copy.tokens = std::move(next.tokens);
  copy.model.token_embeddings = std::move(next.embeddings);
  copy.drawn_tokens = std::move(next.drawn_tokens);
  pad_to_longest(copy, std::ssize(copy.tokens));
  return copy;
}

void pad_to_longest(Document& document, Index length) {
  const Index longest = std::max(length, longest_of_others(document));
  document.tokens.resize(static_cast<std::size_t>(length));
  document.tokens.resize(static_cast<std::size_t>(longest), padding_token);
  const Shared<Matrix>& before = document.model.token_embeddings;
  if (longest != before->rows() || longest != length) {
    Matrix rows = Matrix::Zero(longest, before->cols());
    rows.topRows(length) = before->topRows(length);
    document.model.token_embeddings = std::move(rows);
  }
  std::vector<Index>& drawn = document.drawn_tokens;
  drawn.erase(std::lower_bound(drawn.begin(), drawn.end(), length), drawn.end());
  Mask& mask = document.model.options.mask;
  if (has_batch(document))
    mask = Mask::padded(longest - length, mask.is_causal());
  else if (mask == Mask::padding)
    mask = beside_padding(mask);
}

}  // namespace attention_lab

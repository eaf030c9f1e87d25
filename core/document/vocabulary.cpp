#include "core/document/vocabulary.h"

#include <algorithm>
#include <unordered_map>

#include "core/document/document.h"
#include "core/limits.h"

namespace attention_lab {
namespace {

/// The indices of the tokens of each word, in order.
std::unordered_map<std::string_view, std::vector<Index>> occurrences_of(
    const std::vector<std::string>& tokens) {
  std::unordered_map<std::string_view, std::vector<Index>> occurrences;
  for (Index i = 0; i < std::ssize(tokens); ++i)
    occurrences[tokens[static_cast<std::size_t>(i)]].push_back(i);
  return occurrences;
}

void add_row(Vocabulary& vocabulary, const std::string& word, const RowVector& row) {
  Matrix& embeddings = vocabulary.embeddings.edit();
  embeddings.conservativeResize(embeddings.rows() + 1, row.size());
  embeddings.bottomRows(1) = row;
  vocabulary.words.push_back(word);
}

}  // namespace

Index find_word(const Vocabulary& vocabulary, std::string_view word) {
  const auto found = std::find(vocabulary.words.begin(), vocabulary.words.end(), word);
  return found == vocabulary.words.end() ? -1 : found - vocabulary.words.begin();
}

bool is_drawn_word(const Document& document, const std::string& word) {
  const auto token = std::find(document.tokens.begin(), document.tokens.end(), word);
  if (token != document.tokens.end()) return is_drawn(document, token - document.tokens.begin());
  const std::vector<std::string>& drawn = document.vocabulary->drawn_words;
  return std::find(drawn.begin(), drawn.end(), word) != drawn.end();
}

Vocabulary vocabulary_of(const std::vector<std::string>& tokens, const Matrix& token_embeddings) {
  Vocabulary vocabulary;
  for (Index i = 0; i < std::ssize(tokens); ++i) {
    const std::string& token = tokens[static_cast<std::size_t>(i)];
    if (find_word(vocabulary, token) < 0) add_row(vocabulary, token, token_embeddings.row(i));
  }
  return vocabulary;
}

void set_word(Vocabulary& vocabulary, const std::string& word, const RowVector& embedding) {
  const Index row = find_word(vocabulary, word);
  if (row < 0)
    add_row(vocabulary, word, embedding);
  else
    vocabulary.embeddings.edit().row(row) = embedding;
  std::erase(vocabulary.drawn_words, word);
}

std::vector<Index> tokens_sharing_with(const Document& document, Index token) {
  if (!document.vocabulary) return {token};
  std::vector<Index> sharing;
  const std::string& word = document.tokens[static_cast<std::size_t>(token)];
  for (Index i = 0; i < std::ssize(document.tokens); ++i)
    if (document.tokens[static_cast<std::size_t>(i)] == word) sharing.push_back(i);
  return sharing;
}

void share_rows(Document& document, const Span& written) {
  Vocabulary& vocabulary = *document.vocabulary;
  Matrix& rows = document.model.token_embeddings.edit();
  std::vector<Index> drawn;
  for (const auto& [word, tokens] : occurrences_of(document.tokens)) {
    const auto given = std::lower_bound(tokens.begin(), tokens.end(), written.first);
    const bool is_written = given != tokens.end() && *given < written.end();
    const Index source = is_written ? *given : tokens.front();
    if (is_drawn(document, source)) drawn.insert(drawn.end(), tokens.begin(), tokens.end());
    if (!is_written) continue;
    const RowVector row = rows.row(source);
    for (const Index token : tokens) rows.row(token) = row;
    vocabulary.embeddings.edit().row(find_word(vocabulary, word)) = row;
  }
  std::sort(drawn.begin(), drawn.end());
  document.drawn_tokens = std::move(drawn);
}

void follow_sentence(Document& document, const Document& before) {
  const Vocabulary& old = *before.vocabulary;
  const auto occurrences = occurrences_of(document.tokens);
  const auto occurrences_before = occurrences_of(before.tokens);
  const auto was_drawn = [&](const std::string& word) {
    const auto tokens = occurrences_before.find(word);
    if (tokens != occurrences_before.end()) return is_drawn(before, tokens->second.front());
    return std::find(old.drawn_words.begin(), old.drawn_words.end(), word) != old.drawn_words.end();
  };
  Vocabulary vocabulary = vocabulary_of(document.tokens, *document.model.token_embeddings);
  for (const bool are_drawn : {false, true}) {
    for (Index i = 0; i < std::ssize(old.words); ++i) {
      const std::string& word = old.words[static_cast<std::size_t>(i)];
      if (occurrences.contains(word) || was_drawn(word) != are_drawn) continue;
      if (std::ssize(vocabulary.words) == limits::n_words) break;
      add_row(vocabulary, word, old.embeddings->row(i));
      if (are_drawn) vocabulary.drawn_words.push_back(word);
    }
  }
  document.vocabulary = std::move(vocabulary);
}

}  // namespace attention_lab

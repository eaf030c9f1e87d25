// Edits of the sentence: tokens and, with them, the rows of X.
#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "core/document/checks.h"
#include "core/document/edits_internal.h"
#include "core/document/target.h"
#include "core/limits.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab::edits {
namespace {

std::string token_place(Index position) {
  return "tokens[" + std::to_string(position) + "]";
}

Index count_of(const std::vector<std::string>& tokens) {
  return static_cast<Index>(tokens.size());
}

std::optional<Error> refuse_token(std::string_view token, Index position) {
  if (token.empty()) {
    return Error{ErrorCode::empty_sentence,
                 "A token needs at least one character; type one, or remove the token.",
                 token_place(position)};
  }
  return check_utf8("The token", token, token_place(position));
}

/// `last` is the last valid position.
std::optional<Error> refuse_position(Index position, Index last) {
  if (position >= 0 && position <= last) return std::nullopt;
  return Error{ErrorCode::out_of_range,
               filled("There is no position <position>; choose one from 0 to <last>.",
                      {{"position", position}, {"last", last}}),
               token_place(position)};
}

/// The row indices 0 to n_tokens − 1.
std::vector<Index> rows_in_order(Index n_tokens) {
  std::vector<Index> rows(static_cast<std::size_t>(n_tokens));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

constexpr Index to_be_drawn = -1;

/// The source of a word not in the sentence: n_tokens plus its index in the vocabulary, or to_be_drawn.
Index source_of_unused(const Document& document, std::string_view word) {
  const Index found = document.vocabulary ? find_word(*document.vocabulary, word) : -1;
  return found < 0 ? to_be_drawn : document.model.n_tokens() + found;
}

/// The sources that are tokens of `document`, and −1 for all others.
std::vector<Index> tokens_among(const std::vector<Index>& sources, const Document& document) {
  std::vector<Index> tokens = sources;
  for (Index& source : tokens)
    if (source >= document.model.n_tokens()) source = -1;
  return tokens;
}

/// Of the sources, the tokens that stay: the first with each source among the tokens of `document`. −1 for
/// new tokens, further copies of one included.
std::vector<Index> tokens_that_stay(const std::vector<Index>& sources, const Document& document) {
  std::vector<Index> tokens = tokens_among(sources, document);
  std::vector<bool> is_taken(static_cast<std::size_t>(document.model.n_tokens()));
  for (Index& source : tokens) {
    if (source < 0) continue;
    if (is_taken[static_cast<std::size_t>(source)])
      source = -1;
    else
      is_taken[static_cast<std::size_t>(source)] = true;
  }
  return tokens;
}

/// A document with other tokens, each with the embedding of its source: the row of a token, the row of a word
/// in the vocabulary, or that of a new word (embed_new_word). A copy of a drawn row counts as drawn.
/// Position embeddings stay in place. The mask follows the tokens that stay: for each new token, its index
/// before, or −1.
Document with_tokens(const Document& document, std::vector<std::string> tokens,
                     const std::vector<Index>& sources, const std::vector<Index>& staying,
                     std::uint64_t seed = 0) {
  const Matrix& before = *document.model.token_embeddings;
  Matrix X(count_of(tokens), before.cols());
  std::vector<Index> drawn;
  for (Index row = 0; row < X.rows(); ++row) {
    const Index source = sources[static_cast<std::size_t>(row)];
    const std::string& token = tokens[static_cast<std::size_t>(row)];
    if (source == to_be_drawn) {
      if (embed_new_word(document, token, seed, X.row(row))) drawn.push_back(row);
    } else if (source < document.model.n_tokens()) {
      X.row(row) = before.row(source);
      if (is_drawn(document, source)) drawn.push_back(row);
    } else {
      const Vocabulary& known = *document.vocabulary;
      X.row(row) = known.embeddings->row(source - document.model.n_tokens());
      if (std::find(known.drawn_words.begin(), known.drawn_words.end(), token) != known.drawn_words.end())
        drawn.push_back(row);
    }
  }
  return changed(document, [&](Document& copy) {
    copy.tokens = std::move(tokens);
    copy.model.token_embeddings = std::move(X);
    copy.drawn_tokens = std::move(drawn);
    copy.model.options.mask =
        rearranged_mask(document.model.options.mask, staying, document.model.n_tokens());
    if (has_batch(copy)) pad_to_longest(copy, count_of(copy.tokens));
    fit_positions(copy.model, seed);
    if (copy.target->size() > 0)
      copy.target = rearranged_target(*copy.target, tokens_among(sources, document), copy.model.options.mask);
    if (copy.vocabulary) follow_sentence(copy, document);
  });
}

/// The source of the embedding for each token of a new sentence.
std::vector<Index> find_sources(const Document& document, const std::vector<std::string>& after) {
  const std::vector<std::string> before = tokens_of_sentence(document);
  std::unordered_map<std::string, std::vector<Index>> known;
  for (Index row = 0; row < count_of(before); ++row)
    known[before[static_cast<std::size_t>(row)]].push_back(row);
  std::unordered_map<std::string, std::size_t> occurrences;
  std::vector<Index> sources;
  for (const std::string& token : after) {
    const std::vector<Index>& rows = known[token];
    const std::size_t occurrence = occurrences[token]++;
    if (rows.empty()) {
      sources.push_back(source_of_unused(document, token));
    } else {
      sources.push_back(occurrence < rows.size() ? rows[occurrence] : rows.front());
    }
  }
  return sources;
}

}  // namespace

Result<Document> add_token(const Document& document, Index position, std::string_view token,
                           std::uint64_t seed) {
  const Index n_tokens = length_of_sentence(document);
  if (std::optional<Error> refused = refuse_position(position, n_tokens)) return *std::move(refused);
  if (std::optional<Error> refused = refuse_token(token, position)) return *std::move(refused);
  if (std::optional<Error> refused = refuse_length(document, n_tokens + 1)) return *std::move(refused);
  std::vector<std::string> tokens = tokens_of_sentence(document);
  const auto same = std::find(tokens.begin(), tokens.end(), token);
  const Index source = same == tokens.end() ? source_of_unused(document, token) : same - tokens.begin();
  tokens.emplace(tokens.begin() + position, token);
  std::vector<Index> staying = rows_in_order(n_tokens);
  std::vector<Index> sources = staying;
  staying.insert(staying.begin() + position, -1);
  sources.insert(sources.begin() + position, source);
  return with_tokens(document, std::move(tokens), sources, staying, seed);
}

Result<Document> remove_token(const Document& document, Index position) {
  const Index n_tokens = length_of_sentence(document);
  if (std::optional<Error> refused = refuse_position(position, n_tokens - 1)) return *std::move(refused);
  if (n_tokens == 1) {
    return Error{ErrorCode::empty_sentence, "A sentence needs at least one token; rename this one instead.",
                 token_place(position)};
  }
  std::vector<std::string> tokens = tokens_of_sentence(document);
  std::vector<Index> sources = rows_in_order(n_tokens);
  tokens.erase(tokens.begin() + position);
  sources.erase(sources.begin() + position);
  return with_tokens(document, std::move(tokens), sources, sources);
}

Result<Document> rename_token(const Document& document, Index position, std::string_view token) {
  const Index last = length_of_sentence(document) - 1;
  if (std::optional<Error> refused = refuse_position(position, last)) return *std::move(refused);
  if (std::optional<Error> refused = refuse_token(token, position)) return *std::move(refused);
  const auto at = static_cast<std::size_t>(position);
  if (!document.vocabulary) return changed(document, [&](Document& copy) { copy.tokens[at] = token; });
  // If words share embeddings, a known word brings its own; otherwise the row stays as it is.
  std::vector<std::string> tokens = document.tokens;
  const std::vector<Index> in_place = rows_in_order(document.model.n_tokens());
  std::vector<Index> sources = in_place;
  tokens[at] = token;
  const auto same = std::find(document.tokens.begin(), document.tokens.end(), token);
  const Index known =
      same == document.tokens.end() ? source_of_unused(document, token) : same - document.tokens.begin();
  if (known != to_be_drawn) sources[at] = known;
  return with_tokens(document, std::move(tokens), sources, in_place);
}

Result<Document> move_token(const Document& document, Index from, Index to) {
  const Index n_tokens = length_of_sentence(document);
  if (std::optional<Error> refused = refuse_position(from, n_tokens - 1)) return *std::move(refused);
  if (std::optional<Error> refused = refuse_position(to, n_tokens - 1)) return *std::move(refused);
  if (from == to) return document;
  const auto move_entry = [from, to](auto& entries) {
    const auto first = entries.begin();
    if (from < to) std::rotate(first + from, first + from + 1, first + to + 1);
    if (from > to) std::rotate(first + to, first + from, first + from + 1);
  };
  std::vector<std::string> tokens = tokens_of_sentence(document);
  std::vector<Index> sources = rows_in_order(n_tokens);
  move_entry(tokens);
  move_entry(sources);
  return with_tokens(document, std::move(tokens), sources, sources);
}

Result<Document> set_sentence(const Document& document, std::string_view sentence, std::uint64_t seed) {
  if (std::optional<Error> refused = check_utf8("The sentence", sentence, "tokens"))
    return *std::move(refused);
  std::vector<std::string> tokens = split_sentence(sentence);
  if (tokens.empty()) {
    return Error{ErrorCode::empty_sentence, "The sentence is empty; type at least one word."};
  }
  if (std::optional<Error> refused = refuse_length(document, count_of(tokens))) return *std::move(refused);
  if (tokens == tokens_of_sentence(document)) return document;
  const std::vector<Index> sources = find_sources(document, tokens);
  return with_tokens(document, std::move(tokens), sources, tokens_that_stay(sources, document), seed);
}

namespace {

/// A new title or description describes the document as it is now.
template <class Change>
Document retitled(const Document& document, Change change) {
  return changed(document, [&](Document& copy) {
    change(copy);
    copy.titled.reset();
    copy.was_changed_since_titled = false;
  });
}

}  // namespace

Result<Document> set_shared_words(const Document& document, bool are_shared) {
  if (document.vocabulary.has_value() == are_shared) return document;
  if (are_shared && has_batch(document)) {
    return Error{ErrorCode::not_editable,
                 "Words of a batch cannot share one embedding; remove the other sentences first.",
                 "vocabulary"};
  }
  return changed(document, [&](Document& copy) {
    copy.vocabulary.reset();
    if (!are_shared) return;
    copy.vocabulary = vocabulary_of(copy.tokens, *copy.model.token_embeddings);
    Matrix& rows = copy.model.token_embeddings.edit();
    std::vector<Index> drawn;
    for (Index token = 0; token < rows.rows(); ++token) {
      const std::string& word = copy.tokens[static_cast<std::size_t>(token)];
      rows.row(token) = copy.vocabulary->embeddings->row(find_word(*copy.vocabulary, word));
      const auto first = std::find(copy.tokens.begin(), copy.tokens.end(), word);
      if (is_drawn(document, first - copy.tokens.begin())) drawn.push_back(token);
    }
    copy.drawn_tokens = std::move(drawn);
  });
}

Result<Document> set_title(const Document& document, std::string_view title) {
  if (std::optional<Error> refused = check_utf8("The title", title, "title")) return *std::move(refused);
  return retitled(document, [&](Document& copy) { copy.title = title; });
}

Result<Document> set_description(const Document& document, std::string_view description) {
  if (std::optional<Error> refused = check_utf8("The description", description, "description"))
    return *std::move(refused);
  return retitled(document, [&](Document& copy) { copy.description = description; });
}

}  // namespace attention_lab::edits

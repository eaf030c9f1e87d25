// Edits of the sentence: tokens and, with them, the rows of X.
#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "core/document/checks.h"
#include "core/document/edits_internal.h"
#include "core/limits.h"

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

/// `last` is the last position that makes sense.
std::optional<Error> refuse_position(Index position, Index last) {
  if (position >= 0 && position <= last) return std::nullopt;
  return Error{ErrorCode::out_of_range,
               "There is no position " + std::to_string(position) + "; choose one from 0 to " +
                   std::to_string(last) + ".",
               token_place(position)};
}

std::optional<Error> refuse_n_tokens(Index n_tokens) {
  if (n_tokens <= limits::n_tokens) return std::nullopt;
  return Error{ErrorCode::over_limit,
               "The sentence would have " + std::to_string(n_tokens) + " tokens; the limit is " +
                   std::to_string(limits::n_tokens) + ".",
               "tokens"};
}

/// The rows of X in another order, or only some of them.
Matrix rows_of(const Matrix& X, const std::vector<Index>& order) {
  Matrix chosen(static_cast<Index>(order.size()), X.cols());
  for (std::size_t row = 0; row < order.size(); ++row) {
    chosen.row(static_cast<Index>(row)) = X.row(order[row]);
  }
  return chosen;
}

/// Where each token of a new sentence takes its embedding from: rows of X, and then, counted on from
/// n_tokens, rows yet to be drawn.
struct Sources {
  std::vector<Index> rows;
  Index n_drawn = 0;
};

Sources find_sources(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  std::unordered_map<std::string, std::vector<Index>> known;
  for (Index row = 0; row < count_of(before); ++row)
    known[before[static_cast<std::size_t>(row)]].push_back(row);
  std::unordered_map<std::string, std::size_t> occurrences;
  Sources sources;
  for (const std::string& token : after) {
    std::vector<Index>& rows = known[token];
    if (rows.empty()) rows.push_back(count_of(before) + sources.n_drawn++);
    const std::size_t occurrence = occurrences[token]++;
    sources.rows.push_back(occurrence < rows.size() ? rows[occurrence] : rows.front());
  }
  return sources;
}

}  // namespace

Result<Document> add_token(const Document& document, Index position, std::string_view token,
                           std::uint64_t seed) {
  const Index n_tokens = document.model.n_tokens();
  if (std::optional<Error> refused = refuse_position(position, n_tokens)) return *std::move(refused);
  if (std::optional<Error> refused = refuse_token(token, position)) return *std::move(refused);
  if (std::optional<Error> refused = refuse_n_tokens(n_tokens + 1)) return *std::move(refused);
  return changed(document, [&](Document& copy) {
    copy.tokens.emplace(copy.tokens.begin() + position, token);
    const Matrix& before = *document.model.X;
    Matrix X(n_tokens + 1, before.cols());
    X << before.topRows(position), TorchRandom(seed).rand(1, before.cols()),
        before.bottomRows(n_tokens - position);
    copy.model.X = std::move(X);
  });
}

Result<Document> remove_token(const Document& document, Index position) {
  const Index n_tokens = document.model.n_tokens();
  if (std::optional<Error> refused = refuse_position(position, n_tokens - 1)) return *std::move(refused);
  if (n_tokens == 1) {
    return Error{ErrorCode::empty_sentence, "A sentence needs at least one token; rename this one instead.",
                 token_place(position)};
  }
  return changed(document, [&](Document& copy) {
    copy.tokens.erase(copy.tokens.begin() + position);
    std::vector<Index> order(static_cast<std::size_t>(n_tokens));
    std::iota(order.begin(), order.end(), Index{0});
    order.erase(order.begin() + position);
    copy.model.X = rows_of(*document.model.X, order);
  });
}

Result<Document> rename_token(const Document& document, Index position, std::string_view token) {
  const Index last = document.model.n_tokens() - 1;
  if (std::optional<Error> refused = refuse_position(position, last)) return *std::move(refused);
  if (std::optional<Error> refused = refuse_token(token, position)) return *std::move(refused);
  return changed(document, [&](Document& copy) { copy.tokens[static_cast<std::size_t>(position)] = token; });
}

Result<Document> move_token(const Document& document, Index from, Index to) {
  const Index n_tokens = document.model.n_tokens();
  if (std::optional<Error> refused = refuse_position(from, n_tokens - 1)) return *std::move(refused);
  if (std::optional<Error> refused = refuse_position(to, n_tokens - 1)) return *std::move(refused);
  if (from == to) return document;
  const auto move_entry = [from, to](auto& entries) {
    const auto first = entries.begin();
    if (from < to) std::rotate(first + from, first + from + 1, first + to + 1);
    if (from > to) std::rotate(first + to, first + from, first + from + 1);
  };
  return changed(document, [&](Document& copy) {
    std::vector<Index> order(static_cast<std::size_t>(n_tokens));
    std::iota(order.begin(), order.end(), Index{0});
    move_entry(order);
    move_entry(copy.tokens);
    copy.model.X = rows_of(*document.model.X, order);
  });
}

Result<Document> set_sentence(const Document& document, std::string_view sentence, std::uint64_t seed) {
  if (std::optional<Error> refused = check_utf8("The sentence", sentence, "tokens"))
    return *std::move(refused);
  std::vector<std::string> tokens = split_sentence(sentence);
  if (tokens.empty()) {
    return Error{ErrorCode::empty_sentence, "The sentence is empty; type at least one word.", "tokens"};
  }
  if (std::optional<Error> refused = refuse_n_tokens(count_of(tokens))) return *std::move(refused);
  if (tokens == document.tokens) return document;
  return changed(document, [&](Document& copy) {
    const Matrix& before = *document.model.X;
    const Sources sources = find_sources(document.tokens, tokens);
    Matrix candidates(before.rows() + sources.n_drawn, before.cols());
    candidates << before, TorchRandom(seed).rand(sources.n_drawn, before.cols());
    copy.model.X = rows_of(candidates, sources.rows);
    copy.tokens = std::move(tokens);
  });
}

namespace {

/// Whoever writes title or description says what the document shows now.
template <class Change>
Document retitled(const Document& document, Change change) {
  return changed(document, [&](Document& copy) {
    change(copy);
    copy.titled.reset();
    copy.was_changed_since_titled = false;
  });
}

}  // namespace

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

// What a person makes, saves and shares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/model.h"
#include "core/document/vocabulary.h"

namespace attention_lab {

struct Document {
  std::string title;
  std::string description;          // one sentence: what it is for; may be empty
  std::vector<std::string> tokens;  // UTF-8, one a row of model.token_embeddings
  Model model;
  /// Present if words own their embeddings: one row for each word. Equal tokens then have equal rows, and are
  /// equally drawn. Without it each token has numbers of its own.
  std::optional<Vocabulary> vocabulary;
  /// The tokens whose embedding was drawn at random and not given: they mean nothing yet. Their indices,
  /// ascending.
  std::vector<Index> drawn_tokens;
  /// From which all weights were drawn last, if they were.
  std::optional<std::uint64_t> seed;
  /// Keys of the file that this version does not know, as JSON text of one object, or empty.
  /// Kept so that saving loses nothing; core never looks inside.
  std::string unknown_keys;

  /// The document that title and description were written for; null: this one. Edits keep it, so that going
  /// back by hand is seen as well as undo.
  std::shared_ptr<const Document> titled;
  /// Title and description were out of date when the document was read, and nobody has written new ones.
  bool was_changed_since_titled = false;
};

/// Whether the token's embedding was drawn at random.
bool is_drawn(const Document& document, Index token);

/// Equal in everything that is saved, every number bit for bit (0 and −0 differ).
bool operator==(const Document& a, const Document& b);

/// Equal in what a title speaks of: tokens, numbers and options, in the same sense.
bool has_same_contents(const Document& a, const Document& b);

/// Whether tokens, numbers or options are no longer those that title and description were written for. Never
/// where both are empty.
bool is_changed_since_titled(const Document& document);

/// The title, followed by " (since changed)" where it is out of date: for headings of what is exported.
std::string dated_title(const Document& document);

/// Words of a sentence: split at white space, and punctuation stands alone ("ball," is two tokens), except
/// an apostrophe or a hyphen within a word ("couldn't") and a point or comma within a number ("3.14").
/// Works on UTF-8 of any script; where words have no spaces between them, a run of letters is one token.
std::vector<std::string> split_sentence(std::string_view sentence);

/// The inverse, for the sentence box: tokens joined with spaces, none before closing punctuation and none
/// after opening punctuation.
/// split_sentence(join_tokens(t)) == t for all t that split_sentence can yield.
std::string join_tokens(const std::vector<std::string>& tokens);

/// Takes what documents share (a matrix, or the document that a title was written for) by its address, and
/// the bytes it holds.
using CountShared = std::function<void(const void* identity, std::size_t bytes)>;

/// The memory a document holds by itself, in bytes. Its matrices, which other documents may share, are not in
/// it: each is handed to `count_shared`, the same one twice if it stands in two places.
std::size_t memory_of(const Document& document, const CountShared& count_shared);

}  // namespace attention_lab

// Documents as JSON text: the file a person saves, shares and edits by hand.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/document/document.h"
#include "core/result.h"

namespace attention_lab {

inline constexpr std::string_view document_format = "attention-lab/document";
inline constexpr int document_version = 1;

struct ReadDocument {
  Document document;                  // validate(document) is empty
  std::vector<std::string> warnings;  // what a person should know, but need not act on: unknown keys
};

/// Reads a document of version 1. The error is the first problem that find_problems would list; its place is
/// "heads[0].W_q", or "line 12, column 7" for a text that is no JSON. Keys that stand in one object twice are
/// an error, since nobody can say which of the two is meant; unknown keys are kept, with a warning.
Result<ReadDocument> parse_document(std::string_view text);

/// Everything that is wrong, each with its place; at most 100 problems are listed. Empty: all is well.
std::vector<Error> find_problems(std::string_view text);

/// The text of a document, made for people: one row of a matrix a line, short numbers, keys in the order of
/// the format's description, a line break at the end. The same document always gives the same bytes, and
/// parse_document gives the document back with every number bit for bit.
/// Precondition: validate(document) is empty.
std::string to_json(const Document& document);

}  // namespace attention_lab

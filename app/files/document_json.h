// Documents as JSON text: the format of document files, which users may edit by hand.
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
  Document document;  // validate(document) is empty
  /// Worth knowing, but nothing to act on: a target whose rows do not sum to 1, unknown keys.
  std::vector<std::string> warnings;
};

/// Reads a document of version 1. The error is the first that find_problems would list; its place is
/// "heads[0].W_q", or "line 12, column 7" for text that is not JSON. Duplicate keys in an object are an
/// error, since it is unclear which is meant; unknown keys are kept, with a warning.
Result<ReadDocument> parse_document(std::string_view text);

/// All errors with their places, at most 100 of them; empty if the document is valid.
std::vector<Error> find_problems(std::string_view text);

/// The JSON text of a document, readable by humans: one row of a matrix per line, short numbers, keys in the
/// order of the format's description, and a final line break. The same document always gives the same bytes,
/// and parse_document restores every number exactly. Precondition: validate(document) is empty.
std::string to_json(const Document& document);

}  // namespace attention_lab

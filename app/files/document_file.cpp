#include "app/files/document_file.h"

#include <exception>

#include "app/files/text_file.h"
#include "core/document/checks.h"

namespace attention_lab {
namespace {

Result<ReadDocument> parse(const Result<std::string>& text, const std::string& source) {
  if (!text) return text.error();
  Result<ReadDocument> read = parse_document(*text);
  if (read) return read;
  Error error = read.error();
  error.place = error.place.empty() ? source : source + ": " + error.place;
  return error;
}

}  // namespace

Result<ReadDocument> read_document(const std::filesystem::path& path) {
  return parse(read_file(path, document_size_limit), path.string());
}

Result<ReadDocument> read_document_from_standard_input() {
  return parse(read_standard_input(document_size_limit), "standard input");
}

Status write_document(const std::filesystem::path& path, const Document& document) try {
  const std::string text = to_json(document);
  if (text.size() > document_size_limit) {
    return Error{ErrorCode::not_writable,
                 "The document would be " + size_in_words(text.size()) + " large, and at most " +
                     size_in_words(document_size_limit) + " can be opened again.",
                 path.string()};
  }
  return write_file_atomically(path, text);
} catch (const std::exception&) {
  return Error{ErrorCode::not_writable, "There is not enough memory to save this document.", path.string()};
}

}  // namespace attention_lab

#include "app/files/document_file.h"

#include <exception>
#include <optional>
#include <utility>

#include "core/document/memory_budget.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

Result<ReadDocument> parse(const Result<std::string>& text, const std::string& source) {
  if (!text) return text.error();
  Result<ReadDocument> read = parse_document(*text);
  const std::optional<Error> error = read ? check_memory(read->document.model.shape()) : read.error();
  if (!error) return read;
  return Error{error->code, error->message, error->place.empty() ? source : source + ": " + error->place};
}

}  // namespace

Result<ReadDocument> read_document(const std::filesystem::path& path) {
  return parse(read_file(path, document_size_limit), path.string());
}

Result<StampedDocument> read_document_and_stamp(const std::filesystem::path& path) {
  Result<StampedText> file = read_file_and_stamp(path, document_size_limit);
  if (!file) return file.error();
  const FileStamp stamp = file->stamp;
  Result<ReadDocument> read = parse(std::move(file).value().text, path.string());
  if (!read) return read.error();
  return StampedDocument{std::move(read).value(), stamp};
}

Result<ReadDocument> read_document_from_standard_input() {
  return parse(read_standard_input(document_size_limit), "standard input");
}

Status write_document(const std::filesystem::path& path, const Document& document) {
  const Result<FileStamp> written = write_document_over(path, document, Anything{});
  return written ? Status(Done{}) : Status(written.error());
}

Result<FileStamp> write_document_over(const std::filesystem::path& path, const Document& document,
                                      const MayReplace& may_replace) try {
  const std::string text = to_json(document);
  if (text.size() > document_size_limit) {
    return Error{
        ErrorCode::not_writable,
        filled("The document would take <size>, but only files of up to <limit> can be opened again.",
               {{"size", size_in_words(text.size())}, {"limit", size_in_words(document_size_limit)}}),
        path.string()};
  }
  return write_file_over(path, text, may_replace);
} catch (const std::exception&) {
  return not_enough_memory("There is not enough memory to save this document.", ErrorCode::not_writable,
                           path.string());
}

}  // namespace attention_lab

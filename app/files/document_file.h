// Documents as files.
#pragma once

#include <cstdint>
#include <filesystem>

#include "app/files/document_json.h"
#include "app/files/text_file.h"

namespace attention_lab {

/// The largest file that is read, and written, as a document: some 50 million numbers. The longest sentence
/// of the widest embeddings (1,024 tokens of d_model 4,096) takes about 40 MB, a whole attention layer of
/// GPT-2 small about 25 MB. A document within every limit of limits.h can still be larger (64 heads, each of
/// d_k 4,096, are 3 thousand million numbers): it is refused when it is saved, not when it can no longer be
/// opened.
inline constexpr std::uintmax_t document_size_limit = std::uintmax_t{512} << 20;

/// Errors as read_file and parse_document; the place is the file, and where in it: "lesson.json: heads[0]".
/// over_limit also where the document needs more memory than it may (see memory_budget.h).
Result<ReadDocument> read_document(const std::filesystem::path& path);

struct StampedDocument {
  ReadDocument read;
  FileStamp stamp;  // of the file it was read from
};

/// As read_document.
Result<StampedDocument> read_document_and_stamp(const std::filesystem::path& path);

/// As read_document, from standard input.
Result<ReadDocument> read_document_from_standard_input();

/// Saves atomically (write_file_atomically). Errors: not_writable; what was there before is then untouched.
Status write_document(const std::filesystem::path& path, const Document& document);

/// The same, but only in place of what `may_replace` allows (write_file_over). Returns what stands there now.
Result<FileStamp> write_document_over(const std::filesystem::path& path, const Document& document,
                                      const MayReplace& may_replace);

}  // namespace attention_lab

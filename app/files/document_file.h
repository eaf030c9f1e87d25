// Reading and writing documents as files.
#pragma once

#include <cstdint>
#include <filesystem>

#include "app/files/document_json.h"
#include "app/files/text_file.h"

namespace attention_lab {

/// The largest document file that is read or written: some 50 million numbers. The longest sentence of the
/// widest embeddings (1,024 tokens of d_model 4,096) takes about 40 MB, a whole attention layer of GPT-2
/// small about 25 MB. A document within all limits of limits.h can still be larger (64 heads with d_k 4,096
/// have 3 billion numbers); saving it fails, so that there are no files that cannot be opened.
inline constexpr std::uintmax_t document_size_limit = std::uintmax_t{512} << 20;

/// Errors: as read_file and parse_document; the place is the file and the position in it: "lesson.json:
/// heads[0]". Also over_limit if the document needs more memory than allowed (see memory_budget.h).
Result<ReadDocument> read_document(const std::filesystem::path& path);

struct StampedDocument {
  ReadDocument read;
  FileStamp stamp;  // of the file it was read from
};

/// Errors: as read_document.
Result<StampedDocument> read_document_and_stamp(const std::filesystem::path& path);

/// The same from standard input.
Result<ReadDocument> read_document_from_standard_input();

/// Saves atomically (write_file_atomically). Errors: not_writable; the old file is then untouched.
Status write_document(const std::filesystem::path& path, const Document& document);

/// The same, but replaces only what `may_replace` allows (write_file_over). Returns the new file's stamp.
Result<FileStamp> write_document_over(const std::filesystem::path& path, const Document& document,
                                      const MayReplace& may_replace);

}  // namespace attention_lab

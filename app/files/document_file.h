// Documents as files.
#pragma once

#include <cstdint>
#include <filesystem>

#include "app/files/document_json.h"

namespace attention_lab {

/// The largest file that is read, and written, as a document. 512 MB hold some 50 million numbers: a full
/// sentence (1,024 tokens of d_model 4,096 are about 40 MB) with every weight of the largest attention layer
/// people use (64 heads of d_k 64 at d_model 4,096, with W_o, about 67 million four-digit numbers) fits
/// just about. A document within all limits can be larger still (64 heads, each of d_k 4,096): it is refused
/// when it is saved, not when it can no longer be opened.
inline constexpr std::uintmax_t document_size_limit = std::uintmax_t{512} << 20;

/// Errors as read_file and parse_document; the place is the file, and where in it: "lesson.json: $.heads[0]".
Result<ReadDocument> read_document(const std::filesystem::path& path);

/// As read_document, from standard input.
Result<ReadDocument> read_document_from_standard_input();

/// Saves atomically (write_file_atomically). Errors: not_writable; what was there before is then untouched.
Status write_document(const std::filesystem::path& path, const Document& document);

}  // namespace attention_lab

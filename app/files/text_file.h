// Whole files as text: read with a limit, written so that a failure leaves what was there before.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.h"

namespace attention_lab {

/// The whole file. A file that says it is larger than `size_limit` is refused without being read; a pipe is
/// read until it ends or passes the limit.
/// Errors, each with the path as its place: not_found; not_readable (a folder, permissions, too large, …).
Result<std::string> read_file(const std::filesystem::path& path, std::uintmax_t size_limit);

/// Standard input until it ends. Errors: not_readable.
Result<std::string> read_standard_input(std::uintmax_t size_limit);

/// Puts `text` into the file: written beside it under another name, flushed to the disk, then renamed over
/// it, so that whoever looks sees the old file or the new one and nothing between. A file that is replaced
/// passes its permissions on; a symbolic link stays, and what it points to is replaced. Errors: not_writable,
/// with the path as its place; the old file is then untouched and nothing is left over.
Status write_file_atomically(const std::filesystem::path& path, std::string_view text);

/// Makes the folder and those above it, readable by their owner only. Errors: not_writable.
Status make_folders(const std::filesystem::path& folder);

/// "512 MB", "1.0 GB": a size for people.
std::string size_in_words(std::uintmax_t bytes);

}  // namespace attention_lab

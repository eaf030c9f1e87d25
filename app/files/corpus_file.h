// A text file of sentences, one per line.
#pragma once

#include <string>

#include "core/result.h"

namespace attention_lab {

/// What messages call the file: its name, or "standard input" for "-".
std::string name_of_corpus(const std::string& file);

/// The sentences of the file ("-": standard input), separated by \n. Errors: as read_file; not_utf8
/// with the place of the first such line, "file.txt, line 3"; over_limit.
Result<std::string> read_corpus(const std::string& file);

}  // namespace attention_lab

#include "app/files/corpus_file.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include "app/files/text_file.h"
#include "core/document/checks.h"
#include "core/document/corpus.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

/// The number, counted from 1, of the first line that is not valid UTF-8.
std::size_t line_of_bad_text(std::string_view text) {
  for (std::size_t number = 1;; ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (!is_utf8(text.substr(0, end)) || end == text.size()) return number;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

std::string name_of_corpus(const std::string& file) {
  return file == "-" ? "standard input" : shortened(file, longest_place);
}

Result<std::string> read_corpus(const std::string& file) {
  // Twice the limit, because line ends of two bytes become one byte.
  constexpr std::size_t most = 2 * limits::corpus_bytes;
  Result<std::string> read = file == "-" ? read_standard_input(most) : read_file(file, most);
  if (!read) return read;
  std::string text = *std::move(read);
  const std::string name = name_of_corpus(file);
  if (!is_utf8(text)) {
    const std::string place =
        filled("<file>, line <number>", {{"file", name}, {"number", line_of_bad_text(text)}});
    return *check_utf8("The text", text, place);
  }
  for (std::size_t at = text.find("\r\n"); at != std::string::npos; at = text.find("\r\n", at))
    text.erase(at, 1);
  if (!text.empty() && text.back() == '\n') text.pop_back();  // of the last line
  if (std::optional<Error> refused = check_corpus_text("The text", text, name)) return *std::move(refused);
  return text;
}

}  // namespace attention_lab

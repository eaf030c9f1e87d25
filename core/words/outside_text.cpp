#include "core/words/outside_text.h"

#include <cassert>

#include "core/words/utf8.h"

namespace attention_lab {
namespace {

constexpr std::string_view ellipsis = "…";

/// Appends at most `count` characters, each sanitised; returns how many bytes of `text` they took.
std::size_t append_start(std::string& line, std::string_view text, std::size_t count) {
  std::size_t at = 0;
  for (; count > 0 && at < text.size(); --count) {
    const CodePoint c = code_point_at(text, at);
    line += c.is_valid && is_line_or_tab(c.value) ? " "
            : c.is_valid && is_showable(c.value)  ? text.substr(at, c.size)
                                                  : replacement_text;
    at += c.size;
  }
  return at;
}

/// The byte at which the last `count` characters begin.
std::size_t start_of_end(std::string_view text, std::size_t count) {
  std::size_t at = text.size();
  for (; count > 0 && at > 0; --count) {
    constexpr std::size_t longest_character = 4;
    const std::size_t end = at--;
    while (at > 0 && end - at < longest_character && continues_character(text[at])) --at;
    if (code_point_at(text, at).size != end - at) at = end - 1;  // malformed: each byte counts as a character
  }
  return at;
}

}  // namespace

std::string shortened(std::string_view text, std::size_t most) {
  assert(most > 0);
  std::string line;
  if (append_start(line, text, most) == text.size()) return line;
  line.clear();
  const std::size_t kept_of_end = (most - 1) / 3;
  append_start(line, text, most - 1 - kept_of_end);
  line += ellipsis;
  append_start(line, text.substr(start_of_end(text, kept_of_end)), kept_of_end);
  return line;
}

std::string in_quotes(std::string_view text) {
  return '"' + shortened(text) + '"';
}

std::string in_curly_quotes(std::string_view text, std::size_t most) {
  return "“" + shortened(text, most) + "”";
}

std::string in_small_letters(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

std::string quoted_markup(std::string_view text, std::size_t most) {
  return escape_markup(in_curly_quotes(text, most));
}

std::string escape_markup(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '_' || c == '^' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blank) - begin + 1);
}

}  // namespace attention_lab

#include <algorithm>
#include <cctype>
#include <string>

#include "app/files/json_value.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "core/words/utf8.h"

namespace attention_lab {
namespace {

/// A piece of the text: a quoted string, one of the characters []{},: or a run of anything else.
struct Piece {
  std::size_t begin = 0;
  std::size_t end = 0;
};

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_structural(char c) {
  return std::string_view("[]{},:").find(c) != std::string_view::npos;
}

std::size_t end_of_string(std::string_view text, std::size_t begin) {
  for (std::size_t i = begin + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      return i + 1;
    }
  }
  return text.size();
}

std::size_t end_of_piece(std::string_view text, std::size_t begin) {
  if (text[begin] == '"') return end_of_string(text, begin);
  if (is_structural(text[begin])) return begin + 1;
  std::size_t end = begin + 1;
  while (end < text.size() && !is_space(text[end]) && !is_structural(text[end]) && text[end] != '"') ++end;
  return end;
}

/// The grammar of JSON: -? (0 | [1-9][0-9]*) fraction? exponent?
bool is_well_written_number(std::string_view word) {
  const auto skip_digits = [&word] {
    const std::size_t count = std::min(word.find_first_not_of("0123456789"), word.size());
    word.remove_prefix(count);
    return count > 0;
  };
  const auto skip = [&word](std::string_view any_of) {
    const bool found = !word.empty() && any_of.find(word.front()) != std::string_view::npos;
    if (found) word.remove_prefix(1);
    return found;
  };
  skip("-");
  if (!skip("0") && !skip_digits()) return false;
  if (skip(".") && !skip_digits()) return false;
  if (skip("eE")) {
    skip("+-");
    if (!skip_digits()) return false;
  }
  return word.empty();
}

/// Whether a string that begins with a quote also ends with one.
bool is_closed(std::string_view string) {
  bool is_escaped = false;
  for (const char c : string.substr(1)) {
    if (c == '"' && !is_escaped) return true;
    is_escaped = c == '\\' && !is_escaped;
  }
  return false;
}

bool is_literal(std::string_view piece) {
  return piece == "true" || piece == "false" || piece == "null";
}

/// Whether the piece is a complete value or a structural character.
bool is_complete(std::string_view text, const Piece& piece) {
  const std::string_view read = text.substr(piece.begin, piece.end - piece.begin);
  if (read.front() == '"') return is_closed(read);
  return is_structural(read.front()) || is_literal(read) || is_well_written_number(read);
}

/// The piece at which the parser stopped, and the one before it. An empty piece means none.
struct Stop {
  Piece before;
  Piece at;
};

Stop find_stop(std::string_view text, std::size_t stopped_at) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  Stop stop;
  std::size_t i = text.substr(0, byte_order_mark.size()) == byte_order_mark ? byte_order_mark.size() : 0;
  while (true) {
    while (i < text.size() && is_space(text[i])) ++i;
    if (i == text.size()) {
      // At the end of the text, report the piece before it if that was not complete.
      if (stop.at.end > stop.at.begin && !is_complete(text, stop.at)) return stop;
      stop.before = stop.at;
      stop.at = {i, i};
      return stop;
    }
    stop.before = stop.at;
    stop.at = {i, end_of_piece(text, i)};
    if (stop.at.end >= stopped_at) return stop;
    i = stop.at.end;
  }
}

std::string line_and_column(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, position);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  const std::size_t column = 1 + count_characters(before.substr(line_start));
  return filled("line <line>, column <column>", {{"line", line}, {"column", column}});
}

/// Matches NaN, Infinity, -inf and the like.
bool is_not_finite_word(std::string_view word) {
  if (!word.empty() && (word.front() == '-' || word.front() == '+')) word.remove_prefix(1);
  const std::string lower = in_small_letters(std::string(word));
  return lower == "nan" || lower == "inf" || lower == "infinity" || lower == "1.#inf" || lower == "1.#qnan";
}

bool looks_like_number(std::string_view word) {
  const bool starts_like_one = word.front() == '+' || word.front() == '-' || word.front() == '.' ||
                               std::isdigit(static_cast<unsigned char>(word.front())) != 0;
  return starts_like_one && word.find_first_not_of("0123456789+-.eE") == std::string_view::npos;
}

bool starts_value(std::string_view piece) {
  return piece.front() == '"' || piece.front() == '[' || piece.front() == '{' || looks_like_number(piece) ||
         is_literal(piece);
}

bool ends_value(std::string_view piece) {
  return !piece.empty() && piece != "[" && piece != "{" && piece != "," && piece != ":";
}

/// The parser stopped inside a quoted string, at the character before `stopped_at`.
std::string problem_inside_string(std::string_view text, const Piece& piece, std::size_t stopped_at) {
  const auto last = static_cast<unsigned char>(text[stopped_at - 1]);
  if (last == '\n' || last == '\r') {
    return "Text in quotes must end on the line where it starts; write a line break as \\n.";
  }
  if (last == '\t') return "Write a tab inside text as \\t.";
  if (last < 0x20) return "Write a control character as \\u followed by four hexadecimal digits.";
  const std::string_view read = text.substr(piece.begin, stopped_at - piece.begin);
  const std::size_t escape = read.rfind('\\');
  if (escape != std::string_view::npos && escape + 2 == read.size()) {
    return filled("<escape> is not a valid escape in JSON; write a backslash itself as \\\\.",
                  {{"escape", in_quotes(read.substr(escape))}});
  }
  return "Write four hexadecimal digits after \\u; a character past U+FFFF needs two such escapes.";
}

std::string problem(std::string_view text, const Stop& stop, std::size_t stopped_at) {
  const std::string_view at = text.substr(stop.at.begin, stop.at.end - stop.at.begin);
  const std::string_view before = text.substr(stop.before.begin, stop.before.end - stop.before.begin);
  const auto with_piece = [at](const char* sentence) { return filled(sentence, {{"piece", in_quotes(at)}}); };
  if (at.empty()) {
    return before.empty() ? "The text is empty."
                          : "The text is incomplete: a bracket or brace is not closed.";
  }
  if (at.front() == '"') {
    if (!is_closed(at)) return "The text that starts here has no closing quote.";
    if (!ends_value(before)) return problem_inside_string(text, stop.at, std::min(stopped_at, stop.at.end));
  }
  if (is_not_finite_word(at))
    return with_piece("<piece> cannot be a number in a document; numbers must be finite.");
  if (looks_like_number(at)) {
    if (!is_well_written_number(at)) return with_piece("<piece> is not a valid JSON number.");
    if (stopped_at >= stop.at.end && !ends_value(before)) return with_piece("<piece> is too large a number.");
  }
  if ((at == "]" || at == "}") && before == ",") return "There is an extra comma before this bracket.";
  if (ends_value(before) && starts_value(at))
    return with_piece("A comma or a colon is missing before <piece>.");
  if (at.front() == '\'') return "Use double quotes around text, not single quotes.";
  if (at.substr(0, 2) == "//" || at.substr(0, 2) == "/*" || at.front() == '#')
    return "JSON does not allow comments.";
  if (before.empty()) return with_piece("This is not JSON: it starts with <piece>.");
  return with_piece("<piece> does not belong here.");
}

}  // namespace

Error describe_syntax_error(std::string_view text, std::size_t stopped_at) {
  const Stop stop = find_stop(text, stopped_at);
  const std::size_t length = stop.at.end - stop.at.begin;
  const bool is_inside = length > 0 && text[stop.at.begin] == '"' && stopped_at > stop.at.begin + 1 &&
                         stopped_at < stop.at.end && is_closed(text.substr(stop.at.begin, length));
  return {ErrorCode::not_json, problem(text, stop, stopped_at),
          line_and_column(text, is_inside ? stopped_at - 1 : stop.at.begin)};
}

Error describe_broken_utf8(std::string_view text) {
  std::size_t line = 1;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (!is_utf8(text.substr(begin, end - begin))) break;
    begin = end + 1;
    ++line;
  }
  return {ErrorCode::not_utf8, "The text is not valid UTF-8.", filled("line <line>", {{"line", line}})};
}

}  // namespace attention_lab

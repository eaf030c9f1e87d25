#include "app/export/text_escapes.h"

#include <cmath>
#include <cstdlib>

#include "app/files/json_writer.h"
#include "core/words/number_format.h"
#include "core/words/utf8.h"

namespace attention_lab {
namespace {

/// Characters that change the direction of text: code would read differently from how it runs.
bool turns_text(char32_t c) {
  return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/// Calls write(code point, its bytes) for each character.
template <class Write>
void for_each_character(std::string_view text, Write write) {
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint c = code_point_at(text, i);
    write(c.value, c.is_valid ? text.substr(i, c.size) : replacement_text);
    i += c.size;
  }
}

std::string in_one_line(std::string_view text) {
  std::string line;
  for_each_character(text, [&](char32_t c, std::string_view bytes) {
    line += is_line_or_tab(c) ? " " : is_showable(c) ? bytes : replacement_text;
  });
  return line;
}

std::string with_doubled_quotes(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

/// The LaTeX for a character; empty if it needs no escape.
std::string_view latex_character(char32_t c) {
  switch (c) {
    case U'\\': return "\\textbackslash{}";
    case U'^': return "\\textasciicircum{}";
    case U'~': return "\\textasciitilde{}";
    case U'`': return "\\textasciigrave{}";
    case U'<': return "\\textless{}";
    case U'>': return "\\textgreater{}";
    case U'|': return "\\textbar{}";
    case U'"': return "\\symbol{34}";  // active in some languages of babel
    case U'{': return "\\{";
    case U'}': return "\\}";
    case U'$': return "\\$";
    case U'&': return "\\&";
    case U'#': return "\\#";
    case U'%': return "\\%";
    case U'_': return "\\_";
    case U'[': return "{[}";
    case U']': return "{]}";
    case U'*': return "{*}";
    default: return {};
  }
}

std::string python_escape(char32_t c) {
  switch (c) {
    case U'\\': return "\\\\";
    case U'"': return "\\\"";
    case U'\n': return "\\n";
    case U'\r': return "\\r";
    case U'\t': return "\\t";
    default: break;
  }
  if (is_showable(c) && !is_line_or_tab(c) && !turns_text(c) && c != 0xFEFF) return {};
  constexpr std::string_view digits = "0123456789abcdef";
  std::string escape = c < 0x100 ? "\\x" : c < 0x10000 ? "\\u" : "\\U";
  for (int shift = c < 0x100 ? 4 : c < 0x10000 ? 12 : 28; shift >= 0; shift -= 4)
    escape += digits[(c >> shift) & 0xF];
  return escape;
}

}  // namespace

std::string exact_number(Scalar value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::string text;
  append_number(text, static_cast<float>(value));
  // A few floats (7.038531e-26) come back as their neighbour if rounded twice; they get more digits.
  const double read = std::strtod(text.c_str(), nullptr);
  if (static_cast<float>(read) == static_cast<float>(value)) return text;
  return json_of(static_cast<double>(value));
}

std::string python_number(Scalar value, std::string_view infinity, std::string_view nan) {
  if (std::isnan(value)) return std::string(nan);
  if (std::isinf(value)) return (value > 0 ? "" : "-") + std::string(infinity);
  return exact_number(value);
}

std::string latex_number(Scalar value, int decimals) {
  if (std::isnan(value)) return "\\mathrm{NaN}";
  if (std::isinf(value)) return value > 0 ? "\\infty" : "-\\infty";
  constexpr std::string_view minus = "−";
  std::string text = format_number(static_cast<double>(value), decimals);
  if (text.rfind(minus, 0) == 0) text.replace(0, minus.size(), "-");
  const std::size_t e = text.find('e');
  return e == std::string::npos ? text : text.substr(0, e) + " \\cdot 10^{" + text.substr(e + 1) + "}";
}

std::string csv_field(std::string_view text) {
  std::string field;
  for_each_character(text, [&](char32_t c, std::string_view bytes) {
    const bool is_kept = is_showable(c) || c == U'\t' || c == U'\n' || c == U'\r';
    field += is_kept ? bytes : is_line_or_tab(c) ? " " : replacement_text;
  });
  const bool has_blank_end = !field.empty() && (field.front() == ' ' || field.back() == ' ');
  return has_blank_end || field.find_first_of(",\"\r\n") != std::string::npos ? with_doubled_quotes(field)
                                                                              : field;
}

std::string tsv_field(std::string_view text) {
  const std::string field = in_one_line(text);
  return field.find('"') == std::string::npos ? field : with_doubled_quotes(field);
}

std::string markdown_field(std::string_view text) {
  constexpr std::string_view marks = "\\`*_[]<>|~&$#";
  std::string field;
  for (const char c : in_one_line(text)) {
    if (marks.find(c) != std::string_view::npos) field += '\\';
    field += c;
  }
  return field;
}

std::string latex_field(std::string_view text) {
  std::string field;
  char32_t last = 0;
  for_each_character(in_one_line(text), [&](char32_t c, std::string_view bytes) {
    // Repeated hyphens would become a dash, repeated apostrophes or commas a quotation mark.
    if (c == last && (c == U'-' || c == U'\'' || c == U',')) field += "{}";
    const std::string_view escaped = latex_character(c);
    field += escaped.empty() ? bytes : escaped;
    last = c;
  });
  return field;
}

std::string python_string(std::string_view text) {
  std::string literal = "\"";
  for_each_character(text, [&](char32_t c, std::string_view bytes) {
    const std::string escape = python_escape(c);
    literal += escape.empty() ? bytes : std::string_view(escape);
  });
  return literal + '"';
}

std::string comment_text(std::string_view text) {
  std::string comment;
  for_each_character(in_one_line(text), [&](char32_t c, std::string_view bytes) {
    comment += turns_text(c) ? replacement_text : bytes;
  });
  return comment;
}

}  // namespace attention_lab

#include "core/words/typed_numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr std::string_view real_minus = "−";
constexpr std::string_view decimal_digits = "0123456789";

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// The nonempty parts between any of `separators`.
std::vector<std::string_view> words_between(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> words;
  for (std::size_t start = text.find_first_not_of(separators); start != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(separators, start), text.size());
    words.push_back(text.substr(start, end - start));
    start = text.find_first_not_of(separators, end);
  }
  return words;
}

/// Whether every comma is followed by exactly three decimal digits: "1,000", "1,000,000.5".
bool groups_thousands(std::string_view number) {
  number = number.substr(0, number.find('.'));
  for (std::size_t at = number.find(','); at != std::string_view::npos; at = number.find(',', at + 1)) {
    const std::string_view group = number.substr(at + 1, number.find(',', at + 1) - at - 1);
    if (at == 0 || group.size() != 3 || group.find_first_not_of(decimal_digits) != std::string_view::npos)
      return false;
  }
  return true;
}

/// In the form that strtod reads.
std::string as_c_number(std::string_view text, TypedAs as) {
  std::string number;
  for (std::size_t i = 0; i < text.size();) {
    const bool is_minus = text.substr(i, real_minus.size()) == real_minus;
    number += is_minus ? '-' : text[i];
    i += is_minus ? real_minus.size() : 1;
  }
  if (as == TypedAs::whole_number) std::erase(number, ' ');  // "20 000"
  const auto commas = std::count(number.begin(), number.end(), ',');
  const bool has_point = number.find('.') != std::string::npos;
  if (groups_thousands(number) && (has_point || commas > 1 || as == TypedAs::whole_number)) {
    std::erase(number, ',');
  } else if (!has_point && commas == 1) {
    std::replace(number.begin(), number.end(), ',', '.');
  }
  return number;
}

/// "0,5", but not "1,2,3", "0.1,0.2" or "1,".
bool has_decimal_comma(std::string_view word) {
  const std::size_t at = word.find(',');
  if (at == std::string_view::npos || at != word.rfind(',') || word.find('.') != std::string_view::npos)
    return false;
  const auto is_digit = [&](std::size_t i) {
    return i < word.size() && decimal_digits.find(word[i]) != std::string_view::npos;
  };
  return at > 0 && is_digit(at - 1) && is_digit(at + 1);
}

std::vector<std::string_view> split_columns(std::string_view line) {
  for (const char separator : {'\t', ';', ','}) {
    if (line.find(separator) != std::string_view::npos) return split(line, separator);
  }
  return words_between(line, " ");
}

}  // namespace

Result<double> typed_number(std::string_view text, TypedAs as) {
  const std::string_view given = trimmed(text);
  if (given.empty()) return Error{ErrorCode::not_a_number, "Type a number, such as 0.43."};
  const std::string number = as_c_number(given, as);
  char* end = nullptr;
  const double value = std::strtod(number.c_str(), &end);
  const bool is_number = end == number.c_str() + number.size();
  // strtod also accepts "inf", "nan" and hexadecimal numbers, which are not meant here.
  const bool has_letters = number.find_first_not_of("0123456789+-.eE") != std::string::npos;
  if (is_number && has_letters && !std::isfinite(value))
    return Error{ErrorCode::not_finite, "The number must be finite."};
  if (!is_number || has_letters)
    return Error{ErrorCode::not_a_number,
                 filled("<text> is not a number.", {{"text", in_curly_quotes(given)}})};
  if (!std::isfinite(static_cast<float>(value))) {
    return Error{ErrorCode::not_finite, filled("<number> is too large: the largest 32-bit number is 3.4e38.",
                                               {{"number", shortened(given)}})};
  }
  return value;
}

std::string hint_of(const TypedRange& range) {
  const auto text = [&](double bound) {
    return range.as == TypedAs::whole_number ? count_text(static_cast<std::int64_t>(bound))
                                             : format_briefly(bound);
  };
  return filled("from <low> to <high>", {{"low", text(range.low)}, {"high", text(range.high)}});
}

std::string problem_with_typed(const TypedRange& range, std::string_view text) {
  const Result<double> typed = typed_number(text, range.as);
  if (!typed) return typed.error().message;
  if (*typed >= range.low && *typed <= range.high) return {};
  return filled("Type a number <range>.", {{"range", hint_of(range)}});
}

double number_typed_for(const TypedRange& range, std::string_view text, double now) {
  if (!problem_with_typed(range, text).empty()) return now;
  const double typed = *typed_number(text, range.as);
  return range.as == TypedAs::whole_number ? std::round(typed) : typed;
}

Result<Scalar> parse_number(std::string_view text) {
  const Result<double> number = typed_number(text);
  if (!number) return number.error();
  return static_cast<Scalar>(*number);
}

Result<std::vector<Scalar>> parse_list(std::string_view text) {
  std::vector<Scalar> numbers;
  for (std::string_view word : words_between(text, " ;\t\r\n")) {
    // "0,5, 0,3": a comma before a space ends a number.
    if (word.ends_with(',')) word.remove_suffix(1);
    const auto parts =
        has_decimal_comma(word) ? std::vector<std::string_view>{word} : words_between(word, ",");
    for (const std::string_view part : parts) {
      const Result<Scalar> number = parse_number(part);
      if (!number) return number.error();
      numbers.push_back(*number);
    }
  }
  return numbers;
}

std::string list_text(const std::vector<Scalar>& numbers) {
  std::string text;
  for (const Scalar number : numbers) {
    std::string one = format_exactly(static_cast<float>(number));
    if (one.front() == '-') one.replace(0, 1, real_minus);
    text += (text.empty() ? "" : " ") + one;
  }
  return text;
}

Result<Matrix> parse_block(std::string_view text) {
  std::vector<std::vector<Scalar>> rows;
  for (const std::string_view line : split(text, '\n')) {
    if (trimmed(line).empty()) continue;
    std::vector<Scalar> row;
    for (const std::string_view column : split_columns(trimmed(line))) {
      Result<Scalar> value = parse_number(column);
      if (!value) {
        return Error{
            value.error().code, value.error().message,
            filled("row <row>, column <column>", {{"row", rows.size() + 1}, {"column", row.size() + 1}})};
      }
      row.push_back(*value);
    }
    if (!rows.empty() && row.size() != rows.front().size()) {
      return Error{ErrorCode::wrong_shape,
                   filled("This row has <count> numbers, but the first has <first>.",
                          {{"count", row.size()}, {"first", rows.front().size()}}),
                   filled("row <row>", {{"row", rows.size() + 1}})};
    }
    rows.push_back(std::move(row));
  }
  if (rows.empty()) return Error{ErrorCode::not_a_number, "There are no numbers on the clipboard."};
  Matrix block(static_cast<Index>(rows.size()), static_cast<Index>(rows.front().size()));
  for (Index i = 0; i < block.rows(); ++i) {
    for (Index j = 0; j < block.cols(); ++j) {
      block(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    }
  }
  return block;
}

std::string block_text(const MatrixView& matrix) {
  std::string text;
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j) {
      if (j > 0) text += '\t';
      text += format_exactly(static_cast<float>(matrix(i, j)));
    }
    text += '\n';
  }
  return text;
}

}  // namespace attention_lab

#include "ui/cell_editing.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "core/document/edits.h"
#include "core/outside_text.h"
#include "ui/figures/number_format.h"

namespace attention_lab {
namespace {

constexpr double value_per_pixel = 0.01;
constexpr double finest = 1e-4;  // dragged numbers have at most four decimals: what cells show

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> split_columns(std::string_view line) {
  for (const char separator : {'\t', ';', ','}) {
    if (line.find(separator) != std::string_view::npos) return split(line, separator);
  }
  std::vector<std::string_view> columns;
  for (const std::string_view part : split(line, ' ')) {
    if (!part.empty()) columns.push_back(part);
  }
  return columns;
}

// Real minus signs become ASCII; a lone comma is a decimal comma.
std::string as_c_number(std::string_view text) {
  constexpr std::string_view minus = "−";
  const std::string_view shown = trimmed(text);
  const bool has_decimal_comma =
      shown.find('.') == std::string_view::npos && std::count(shown.begin(), shown.end(), ',') == 1;
  std::string number;
  for (std::size_t i = 0; i < shown.size();) {
    const bool is_minus = shown.substr(i, minus.size()) == minus;
    const bool is_comma = shown[i] == ',' && has_decimal_comma;
    number += is_minus ? '-' : is_comma ? '.' : shown[i];
    i += is_minus ? minus.size() : 1;
  }
  return number;
}

}  // namespace

Result<Scalar> parse_number(std::string_view text) {
  const std::string number = as_c_number(text);
  const std::string_view given = trimmed(text);
  char* end = nullptr;
  const double value = std::strtod(number.c_str(), &end);
  const bool is_number = !number.empty() && end == number.c_str() + number.size();
  // strtod also takes "inf", "nan" and hexadecimal numbers, which nobody means here.
  const bool has_letters = number.find_first_not_of("0123456789+-.eE") != std::string::npos;
  if (!is_number || has_letters) {
    if (given.empty()) return Error{ErrorCode::not_a_number, "Type a number, such as 0.43.", ""};
    const bool is_infinite = is_number && !std::isfinite(value);
    return Error{
        is_infinite ? ErrorCode::not_finite : ErrorCode::not_a_number,
        is_infinite ? "Only finite numbers can be used here." : in_curly_quotes(given) + " is not a number.",
        ""};
  }
  const Scalar narrowed = static_cast<Scalar>(value);
  if (!std::isfinite(narrowed)) {
    return Error{ErrorCode::not_finite,
                 shortened(given) + " is too large: the largest 32-bit number is 3.4e38.", ""};
  }
  return narrowed;
}

Result<Matrix> parse_block(std::string_view text) {
  std::vector<std::vector<Scalar>> rows;
  for (const std::string_view line : split(text, '\n')) {
    if (trimmed(line).empty()) continue;
    std::vector<Scalar> row;
    for (const std::string_view column : split_columns(trimmed(line))) {
      Result<Scalar> value = parse_number(column);
      const std::string place =
          "row " + std::to_string(rows.size() + 1) + ", column " + std::to_string(row.size() + 1);
      if (!value) return Error{value.error().code, value.error().message, place};
      row.push_back(*value);
    }
    if (!rows.empty() && row.size() != rows.front().size()) {
      return Error{ErrorCode::wrong_shape,
                   "This row has " + std::to_string(row.size()) + " numbers, the first has " +
                       std::to_string(rows.front().size()) + ".",
                   "row " + std::to_string(rows.size() + 1)};
    }
    rows.push_back(std::move(row));
  }
  if (rows.empty()) return Error{ErrorCode::not_a_number, "The clipboard holds no numbers.", ""};
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

double dragged_value(double value, float pixels, bool is_fast, bool is_fine) {
  const double step = value_per_pixel * (is_fast ? 10 : is_fine ? 0.1 : 1);
  return std::round((value + step * static_cast<double>(pixels)) / finest) * finest;
}

Edit set_cell_edit(const CellRef& cell, Scalar value) {
  return [cell, value](const Document& document) { return edits::set_cell(document, cell, value); };
}

}  // namespace attention_lab

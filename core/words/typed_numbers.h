// Parses typed and pasted numbers: one rule for minus signs, commas and spaces.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/attention/types.h"
#include "core/result.h"

namespace attention_lab {

// "−1.5" equals "-1.5", and "0.5" equals "0,5". Commas that group three digits are ignored if a point
// follows, if there are several, or if a whole number is expected: "1,000.5", "1,000,000". A whole number may
// also be grouped with spaces.

enum class TypedAs { number, whole_number };

/// One number. Errors: not_a_number; not_finite, also if it does not fit into a 32-bit float.
Result<double> typed_number(std::string_view text, TypedAs as = TypedAs::number);

/// The numbers that a field takes.
struct TypedRange {
  double low = 0;
  double high = 1;
  TypedAs as = TypedAs::number;
};
/// "from 0 to 10,000".
std::string hint_of(const TypedRange& range);
/// What is wrong with a typed text, in one sentence, or nothing: it must be a number in the range.
std::string problem_with_typed(const TypedRange& range, std::string_view text);
/// The number that was typed, rounded if a whole one is expected; `now` if something is wrong with it.
double number_typed_for(const TypedRange& range, std::string_view text, double now);

/// One number as an entry of a matrix.
Result<Scalar> parse_number(std::string_view text);

/// Numbers separated by spaces, semicolons or commas. A single comma between digits, without a point in the
/// same number, is a decimal comma: "0,5 0,3" are two numbers, "1,2,3" and "0.1,0.2" are lists. An empty text
/// gives an empty list. Errors: as for parse_number, naming the word that is not a number.
Result<std::vector<Scalar>> parse_list(std::string_view text);
/// The inverse: the shortest text of each number, separated by spaces, with a real minus sign.
std::string list_text(const std::vector<Scalar>& numbers);

/// A block as copied from a spreadsheet: one row per line, columns separated by tabs, semicolons, commas or
/// spaces. All rows must have the same number of columns (wrong_shape).
Result<Matrix> parse_block(std::string_view text);
/// The inverse: tabs and line ends, every number exact.
std::string block_text(const MatrixView& matrix);

}  // namespace attention_lab

// Numbers as people type and paste them: the one rule for minus signs, commas and blanks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/attention/types.h"
#include "core/result.h"

namespace attention_lab {

// "−1.5" and "-1.5" are the same, and so are "0.5" and "0,5". Commas before each three digits are left out
// where a point follows, where there are several, or where a whole number is meant: "1,000.5", "1,000,000".
// A whole number may have blanks there instead.

enum class TypedAs { number, whole_number };

/// One number. Errors: not_a_number; not_finite, also for what no 32-bit number can hold.
Result<double> typed_number(std::string_view text, TypedAs as = TypedAs::number);

/// The same, for a matrix.
Result<Scalar> parse_number(std::string_view text);

/// Numbers with blanks, semicolons or commas between them. A single comma directly between digits, with no
/// point beside it, is a decimal comma: "0,5 0,3" are two numbers, "1,2,3" and "0.1,0.2" lists. An empty text
/// has none. Errors: those of parse_number, naming the word that is not a number.
Result<std::vector<Scalar>> parse_list(std::string_view text);
/// The inverse: as short as they read back the same, with blanks between them and a real minus sign.
std::string list_text(const std::vector<Scalar>& numbers);

/// A block as spreadsheets copy it: rows by line, columns by tab, semicolon, comma or blanks.
/// All rows must have equally many columns (wrong_shape).
Result<Matrix> parse_block(std::string_view text);
/// The inverse: tabs and lines, every number exact.
std::string block_text(const MatrixView& matrix);

}  // namespace attention_lab

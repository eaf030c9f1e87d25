// Escapes numbers and tokens for each text format.
#pragma once

#include <string>
#include <string_view>

#include "core/attention/types.h"

namespace attention_lab {

/// The shortest text that reads back as the same float, whether it is read as float or as double and then
/// rounded (Python, spreadsheets). "inf", "-inf" or "nan" for non-finite numbers.
std::string exact_number(Scalar value);

/// The same as a Python expression, with the library's names for infinity and NaN: "np.inf", "np.nan".
std::string python_number(Scalar value, std::string_view infinity, std::string_view nan);

/// For math mode: "-0.1516", "1.5 \cdot 10^{30}", "-\infty".
std::string latex_number(Scalar value, int decimals);

/// A CSV field (RFC 4180): quoted if it contains a comma, a quote or a line break, or begins or ends with a
/// blank. This and the functions below replace what no file can contain (is_showable), white space excepted,
/// by U+FFFD, so that a token cannot control a terminal. python_string escapes it.
std::string csv_field(std::string_view text);
/// A TSV field for spreadsheets: tabs and line breaks become blanks; quoted as in CSV.
std::string tsv_field(std::string_view text);
/// A cell of a Markdown table, with all special characters escaped.
std::string markdown_field(std::string_view text);
/// LaTeX text; safe at the start of a table row too, where \\ would take a [ or * as its argument.
std::string latex_field(std::string_view text);
/// A Python string literal with its quotes.
std::string python_string(std::string_view text);

/// Text for a comment in Python or LaTeX: one line, without control or bidirectional characters.
std::string comment_text(std::string_view text);

}  // namespace attention_lab

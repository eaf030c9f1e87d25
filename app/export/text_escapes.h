// Numbers and tokens as each text format wants them.
#pragma once

#include <string>
#include <string_view>

#include "core/attention/types.h"

namespace attention_lab {

/// The shortest text that reads back as the same float, whether it is read as float, or as double and then
/// rounded (Python, spreadsheets). "inf", "-inf" and "nan" for what is no finite number.
std::string exact_number(Scalar value);

/// The same as a Python expression; `infinity` and `nan` are how the library writes them: "np.inf", "np.nan".
std::string python_number(Scalar value, std::string_view infinity, std::string_view nan);

/// For math mode: "-0.1516", "1.5 \cdot 10^{30}", "-\infty".
std::string latex_number(Scalar value, int decimals);

/// A field of CSV (RFC 4180): in quotes where it holds a comma, a quote or a line end, or blanks at its ends.
/// In all of these, what no file can show (is_showable) becomes U+FFFD, white space excepted, so that a token
/// cannot command the terminal that shows the text. A Python literal escapes it instead.
std::string csv_field(std::string_view text);
/// A field of TSV as spreadsheets take it: tabs and line ends become blanks, quotes as in CSV.
std::string tsv_field(std::string_view text);
/// A cell of a Markdown table: shown as it is, whatever it holds.
std::string markdown_field(std::string_view text);
/// LaTeX text, also at the start of a row of a table, where \\ would take a [ or * as its own.
std::string latex_field(std::string_view text);
/// A Python literal with its quotes.
std::string python_string(std::string_view text);

/// For a comment of Python or LaTeX: one line, nothing that commands a terminal or turns text around.
std::string comment_text(std::string_view text);

}  // namespace attention_lab

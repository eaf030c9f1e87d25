// Matrices, and the numbers of plots, as tables (CSV, TSV, Markdown, LaTeX) and as Python.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/export/text_names.h"
#include "app/files/text_pieces.h"
#include "ui/figures/base/plot.h"
#include "ui/lab/export_format.h"

namespace attention_lab {

/// A longer cell of Markdown is left unpadded so that it does not widen its column. In characters.
inline constexpr std::size_t widest_padded_cell = 20;

/// One matrix in a format of tables: what matrix_as_text says of it. Lines end in LF.
void write_matrix_table(TextPieces& text, const TextSource& source, const MatrixRef& ref, TextFormat format);

/// All of exported_matrices(), an empty line between two: CSV and TSV with a header row (the name, then the
/// labels of the columns) and a label before every row; Markdown with the title and a heading over each
/// matrix; LaTeX with a comment over each that says what it is.
void write_all_tables(TextPieces& text, const TextSource& source, TextFormat format);

/// Where NumPy and PyTorch differ.
struct PythonLibrary {
  std::string_view name;
  std::string_view import;
  std::string_view array;  // a call: array([[1, 2]], dtype)
  std::string_view dtype;
  std::string_view infinity;
  std::string_view nan;
  std::string_view print_options;  // a call, its further arguments and the closing bracket left open
  std::string_view zeros;
  std::string_view side_by_side;  // a call: side_by_side(arrays, axis)
  std::string_view columns_axis;
};

/// nullptr for a format of tables.
const PythonLibrary* library_of(TextFormat format);

/// The import, a comment, and `name = …`.
void write_python_matrix(TextPieces& text, const PythonLibrary& library, const TextSource& source,
                         const MatrixRef& ref);

/// A script that rebuilds the document, computes attention step by step, and prints every intermediate with
/// 4 decimals under its name.
void write_python_script(TextPieces& text, const PythonLibrary& library, const TextSource& source);

/// The numbers of a plot, in the formats of matrix_as_text, but in double precision: CSV, TSV, NumPy and
/// PyTorch have every digit, Markdown and LaTeX six. `name` becomes the variable of NumPy and PyTorch,
/// "variance-histogram" as variance_histogram. TSV has its header row and labels here, for nothing pastes it
/// back.
std::string table_as_text(const NumberTable& table, std::string_view name, TextFormat format);

}  // namespace attention_lab

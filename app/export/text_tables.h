// Matrices and the numbers of plots as tables (CSV, TSV, Markdown, LaTeX) and as Python.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/export/text_names.h"
#include "app/files/text_pieces.h"
#include "ui/figures/base/plot.h"
#include "ui/lab/export_format.h"

namespace attention_lab {

/// In characters. Longer Markdown cells are not padded and do not widen their column.
inline constexpr std::size_t widest_padded_cell = 20;

/// Writes one matrix in a table format: see matrix_as_text. Lines end in LF.
void write_matrix_table(TextPieces& text, const TextSource& source, const MatrixRef& ref, TextFormat format);

/// Writes all exported_matrices(), separated by empty lines: CSV and TSV with a header row (the name, then
/// the labels of the columns) and a label in each row; Markdown with the title and a heading for each matrix;
/// LaTeX with a comment that names each.
void write_all_tables(TextPieces& text, const TextSource& source, TextFormat format);

/// The differences between NumPy and PyTorch.
struct PythonLibrary {
  std::string_view name;
  std::string_view import;
  std::string_view array;  // a call: array([[1, 2]], dtype)
  std::string_view dtype;
  std::string_view infinity;
  std::string_view nan;
  std::string_view print_options;  // a call without its further arguments and the closing bracket
  std::string_view zeros;
  std::string_view side_by_side;  // a call: side_by_side(arrays, axis)
  std::string_view columns_axis;
};

/// Null for table formats.
const PythonLibrary* library_of(TextFormat format);

/// Writes the import, a comment, and `name = …`.
void write_python_matrix(TextPieces& text, const PythonLibrary& library, const TextSource& source,
                         const MatrixRef& ref);

/// Writes a script that rebuilds the document, computes attention step by step, and prints every intermediate
/// with its name and 4 decimals.
void write_python_script(TextPieces& text, const PythonLibrary& library, const TextSource& source);

/// The numbers of a plot in the formats of matrix_as_text, but in double precision: CSV, TSV, NumPy and
/// PyTorch have all digits, Markdown and LaTeX six. `name` becomes the variable's name in NumPy and PyTorch,
/// with "variance-histogram" as variance_histogram. Unlike matrix_as_text, TSV has a header row and labels,
/// since nothing pastes it back.
std::string table_as_text(const NumberTable& table, std::string_view name, TextFormat format);

}  // namespace attention_lab

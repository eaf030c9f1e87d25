// Matrices, and the numbers of plots, as tables: CSV, TSV, Markdown, LaTeX.
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

/// Each writes one matrix with a header row (its name, then the labels of its columns) and a label before
/// every row. Lines end in LF.
void write_csv_table(TextPieces& text, const TextSource& source, const MatrixRef& ref);
void write_tsv_table(TextPieces& text, const TextSource& source, const MatrixRef& ref);
/// Padded so that its source can be read as well.
void write_markdown_table(TextPieces& text, const TextSource& source, const MatrixRef& ref);
/// A tabular with plain \hline.
void write_latex_table(TextPieces& text, const TextSource& source, const MatrixRef& ref);
/// The numbers alone, as Ctrl+C copies them.
void write_tsv_block(TextPieces& text, const TextSource& source, const MatrixRef& ref);
/// A displayed equation, name = bmatrix (of amsmath).
void write_latex_matrix(TextPieces& text, const TextSource& source, const MatrixRef& ref);

/// All of exported_matrices(), an empty line between two.
void write_csv_document(TextPieces& text, const TextSource& source);
void write_tsv_document(TextPieces& text, const TextSource& source);
/// With the title and a heading over each matrix.
void write_markdown_document(TextPieces& text, const TextSource& source);
/// Each under a comment that says what it is.
void write_latex_matrices_document(TextPieces& text, const TextSource& source);
void write_latex_tables_document(TextPieces& text, const TextSource& source);

/// The numbers of a plot, in the formats of matrix_as_text, but in double precision: CSV, TSV, NumPy and
/// PyTorch have every digit, Markdown and LaTeX six. `name` becomes the variable of NumPy and PyTorch,
/// "variance-histogram" as variance_histogram. TSV has its header row and labels here, for nothing pastes it
/// back.
std::string table_as_text(const NumberTable& table, std::string_view name, TextFormat format);

}  // namespace attention_lab

// Matrices as LaTeX: a matrix in brackets, or a table.
#pragma once

#include <string>

#include "app/export/text_names.h"
#include "app/export/text_pieces.h"

namespace attention_lab {

/// In math mode: "W_q", "\mathrm{scaled\_scores}", and for one of several heads "Q^{(2)}".
std::string latex_name(const TextSource& source, const MatrixRef& ref);

/// A displayed equation, name = bmatrix (of amsmath).
void write_latex_matrix(TextPieces& text, const TextSource& source, const MatrixRef& ref);
/// A tabular with labels of rows and columns and plain \hline.
void write_latex_table(TextPieces& text, const TextSource& source, const MatrixRef& ref);

/// All of exported_matrices(), each under a comment that says what it is.
void write_latex_matrices_document(TextPieces& text, const TextSource& source);
void write_latex_tables_document(TextPieces& text, const TextSource& source);

}  // namespace attention_lab

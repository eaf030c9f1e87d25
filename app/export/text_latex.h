// Matrices as LaTeX: a matrix in brackets, or a table.
#pragma once

#include <string>

#include "app/export/text_names.h"

namespace attention_lab {

/// In math mode: "W_q", "\mathrm{scaled\_scores}", and for one of several heads "Q^{(2)}".
std::string latex_name(const TextSource& source, const MatrixRef& ref);

/// A displayed equation, name = bmatrix (of amsmath).
std::string latex_matrix(const TextSource& source, const MatrixRef& ref);
/// A tabular with labels of rows and columns and plain \hline.
std::string latex_table(const TextSource& source, const MatrixRef& ref);

/// All of exported_matrices(), each under a comment that says what it is.
std::string latex_matrices_document(const TextSource& source);
std::string latex_tables_document(const TextSource& source);

}  // namespace attention_lab

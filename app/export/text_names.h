// Names and formulas of matrices in exported text, and the list of matrices of a document.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/document.h"

namespace attention_lab {

/// The input of all text writers: a document, its trace and the number of decimals.
struct TextSource {
  const Document& document;
  const Trace& trace;
  int decimals = 4;

  const Model& model() const { return document.model; }
  MatrixView view(const MatrixRef& ref) const { return matrix_view(document.model, trace, ref); }
  /// If so, the name of a matrix includes its head.
  bool has_several_heads() const { return trace.heads.size() > 1; }
};

/// The matrices in an export of the whole document, in the order of computation: X, then for each head its
/// weights and intermediates, then the matrices after the heads. Leaves out `concatenated` if it equals
/// head_output or context. Needs no trace.
std::vector<MatrixRef> exported_matrices(const Model& model);

/// "softmax of each row of masked_scores ÷ 2"; the temperature is empty if it is 1.
std::string softmax_formula(std::string_view temperature);

/// The formula of a matrix, "X · W_q + b_q"; empty for parameters and other given matrices.
std::string formula_text(const TextSource& source, MatrixName name);

/// "Q of head 2 = X · W_q + b_q (6 × 2)"
std::string heading_of(const TextSource& source, const MatrixRef& ref);

/// The dimension of rows or columns, "n_tokens" or "n_heads·d_v"; empty for the single row of a bias.
std::string row_dimension(MatrixName name);
std::string column_dimension(MatrixName name);

/// Labels of all rows or columns: the tokens, or dimensions counted from 1; "" for a bias.
std::vector<std::string> row_labels(const TextSource& source, const MatrixRef& ref);
std::vector<std::string> column_labels(const TextSource& source, const MatrixRef& ref);

}  // namespace attention_lab

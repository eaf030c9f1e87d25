// What a matrix is called in exported text, what made it, and which matrices a document has.
#pragma once

#include <string>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/document.h"

namespace attention_lab {

/// A document, its trace and how many decimals: what every writer of text looks at.
struct TextSource {
  const Document& document;
  const Trace& trace;
  int decimals = 4;

  const Model& model() const { return document.model; }
  MatrixView view(const MatrixRef& ref) const { return matrix_view(document.model, trace, ref); }
  /// There are several, so that a matrix of one must say which.
  bool has_several_heads() const { return trace.heads.size() > 1; }
};

/// The matrices that an export of the whole document holds, in the order of the computation: X, then head
/// after head its weights and intermediates, then what becomes of the heads. Leaves out `concatenated`
/// where it is the same as head_output or context. Needs no trace: it is known before anything is computed.
std::vector<MatrixRef> exported_matrices(const Model& model);

/// "W_q", or "W_q of head 2" where there are several.
std::string label_of(const Model& model, const MatrixRef& ref);

/// What made it, "X · W_q + b_q"; empty for what is given.
std::string formula_text(const TextSource& source, MatrixName name);

/// "Q of head 2 = X · W_q + b_q (6 × 2)"
std::string heading_of(const TextSource& source, const MatrixRef& ref);

/// What rows or columns run over, "n_tokens" or "n_heads·d_v"; empty for the single row of a bias.
std::string row_dimension(MatrixName name);
std::string column_dimension(MatrixName name);

/// Labels of all rows or columns: tokens as they are, dimensions counted from 1, "" for a bias.
std::vector<std::string> row_labels(const TextSource& source, const MatrixRef& ref);
std::vector<std::string> column_labels(const TextSource& source, const MatrixRef& ref);

}  // namespace attention_lab

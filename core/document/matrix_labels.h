// What the rows and columns of the matrices are called.
#pragma once

#include <string>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/document.h"

namespace attention_lab {

/// The label of entry `i` of an axis: a token, or the number of a dimension, counted from 1.
std::string axis_label(const Document& document, Axis axis, Index i);
/// The label of row `i` of a matrix. Position embeddings are labelled with the position, counted from 1,
/// because they do not belong to the word there.
std::string row_label(const Document& document, MatrixName name, Index i);
std::string column_label(const Document& document, MatrixName name, Index i);
/// "2 (“person”)", or "2" if the label of entry 1 is only its number. Plain text.
std::string number_and_label(Index i, const std::string& label);
/// The labels of the first `count` rows or columns.
std::vector<std::string> labels_of_rows(const Document& document, MatrixName name, Index count);
std::vector<std::string> labels_of_columns(const Document& document, MatrixName name, Index count);

}  // namespace attention_lab

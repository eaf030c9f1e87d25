// The axes of the matrices: sizes and labels. Matrices that share an axis scroll along it together.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/document.h"

namespace attention_lab {

/// Those of the matrices of a model; words, of which it knows nothing, come after them.
inline constexpr auto axis_count = static_cast<std::size_t>(Axis::word);

/// One value per axis of a model.
template <class T>
struct PerAxis {
  std::array<T, axis_count> values{};
  T& operator[](Axis axis) { return values[static_cast<std::size_t>(axis)]; }
  const T& operator[](Axis axis) const { return values[static_cast<std::size_t>(axis)]; }
};

/// The length of each axis.
PerAxis<Index> axis_sizes(const Model& model);

/// The label of entry `i` of an axis: a token, or the number of a dimension, counted from 1.
std::string axis_label(const Document& document, Axis axis, Index i);
/// The label of row `i` of a matrix. Position embeddings are labelled with the position, counted from 1,
/// because they do not belong to the word there.
std::string row_label(const Document& document, MatrixName name, Index i);
std::string column_label(const Document& document, MatrixName name, Index i);
/// The labels of the first `count` rows or columns.
std::vector<std::string> labels_of_rows(const Document& document, MatrixName name, Index count);
std::vector<std::string> labels_of_columns(const Document& document, MatrixName name, Index count);

}  // namespace attention_lab

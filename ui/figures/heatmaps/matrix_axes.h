// What the rows and columns of each matrix run over. Matrices that share an axis scroll along it together.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/document.h"

namespace attention_lab {

inline constexpr std::size_t axis_count = 8;

/// A number for each axis.
template <class T>
struct PerAxis {
  std::array<T, axis_count> values{};
  T& operator[](Axis axis) { return values[static_cast<std::size_t>(axis)]; }
  const T& operator[](Axis axis) const { return values[static_cast<std::size_t>(axis)]; }
};

/// How long each axis is.
PerAxis<Index> axis_sizes(const Model& model);

/// What stands beside entry `i` of an axis: a token, or a dimension's number counted from 1.
std::string axis_label(const Document& document, Axis axis, Index i);
/// What stands beside row `i` of a matrix; a position embedding belongs to a place, counted from 1, and not
/// to the word that is there.
std::string row_label(const Document& document, MatrixName name, Index i);
std::string column_label(const Document& document, MatrixName name, Index i);
/// All of them, from the first to `count`.
std::vector<std::string> labels_of_rows(const Document& document, MatrixName name, Index count);
std::vector<std::string> labels_of_columns(const Document& document, MatrixName name, Index count);

}  // namespace attention_lab

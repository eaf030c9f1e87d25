// Matrices as Python code.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/files/text_pieces.h"
#include "core/attention/matrix_name.h"
#include "core/attention/types.h"

namespace attention_lab {

struct PythonLibrary;

/// The parts of a literal. A bias becomes one-dimensional, as in PyTorch.
struct PythonLiteral {
  MatrixView values;
  bool is_vector = false;
  std::vector<std::string> row_comments;  // empty: none
  std::string shape;                      // "(d_model, d_k) = (3, 2)", written as a comment after the literal
  int indent = 0;                         // of the line in which it starts
};

/// Whether the matrix is a single row without a name, which is one-dimensional in Python.
bool is_bias(MatrixName name);

/// Example: "(n_tokens, d_k) = (6, 2)".
std::string python_shape(MatrixName name, const MatrixView& values);

/// Writes "torch.tensor([ … ], dtype=torch.float32)", `end`, and the shape as a comment; no line break.
void write_python_literal(TextPieces& text, const PythonLibrary& library, const PythonLiteral& literal,
                          std::string_view end = "");

}  // namespace attention_lab

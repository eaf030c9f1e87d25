// Matrices as Python: NumPy or PyTorch.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/export/text_names.h"
#include "app/export/text_pieces.h"

namespace attention_lab {

/// Where NumPy and PyTorch differ.
struct PythonLibrary {
  std::string_view name;
  std::string_view import;
  std::string_view array;  // a call: array([[1, 2]], dtype)
  std::string_view dtype;
  std::string_view infinity;
  std::string_view nan;
  std::string_view print_options;  // a call, its further arguments and the closing bracket left open
  std::string_view zeros;
  std::string_view side_by_side;  // a call: side_by_side(arrays, axis)
  std::string_view columns_axis;
};

extern const PythonLibrary numpy_library;
extern const PythonLibrary pytorch_library;

/// What a literal is made of. A bias becomes one-dimensional, as in PyTorch.
struct PythonLiteral {
  MatrixView values;
  bool is_vector = false;
  std::vector<std::string> row_comments;  // empty: none
  std::string shape;                      // "(d_model, d_k) = (3, 2)", a comment after it
  int indent = 0;                         // of the line it starts in
};

/// "torch.tensor([ … ], dtype=torch.float32)" and `end`, then its shape as a comment; no line end.
void write_python_literal(TextPieces& text, const PythonLibrary& library, const PythonLiteral& literal,
                          std::string_view end = "");

/// The literal of a matrix of the document; rows that are tokens are commented with them.
PythonLiteral literal_of(const TextSource& source, const MatrixRef& ref, int indent = 0);

/// "(n_tokens, d_k) = (6, 2)"
std::string python_shape(const TextSource& source, const MatrixRef& ref);

/// The import, a comment, and `name = …`.
void write_python_matrix(TextPieces& text, const PythonLibrary& library, const TextSource& source,
                         const MatrixRef& ref);

/// A script that rebuilds the document, computes attention step by step, and prints every intermediate with
/// 4 decimals under its name.
void write_python_script(TextPieces& text, const PythonLibrary& library, const TextSource& source);

}  // namespace attention_lab

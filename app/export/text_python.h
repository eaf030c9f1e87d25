// Matrices as Python: NumPy or PyTorch.
#pragma once

#include <string_view>

#include "app/export/text_names.h"
#include "app/files/text_pieces.h"

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

/// The import, a comment, and `name = …`.
void write_python_matrix(TextPieces& text, const PythonLibrary& library, const TextSource& source,
                         const MatrixRef& ref);

/// A script that rebuilds the document, computes attention step by step, and prints every intermediate with
/// 4 decimals under its name.
void write_python_script(TextPieces& text, const PythonLibrary& library, const TextSource& source);

}  // namespace attention_lab

#include "app/export/text_python.h"

#include "app/export/text_escapes.h"

namespace attention_lab {

const PythonLibrary numpy_library = {
    .name = "NumPy",
    .import = "import numpy as np",
    .array = "np.array",
    .dtype = "np.float32",
    .infinity = "np.inf",
    .nan = "np.nan",
    .print_options = R"(np.set_printoptions(precision=4, suppress=True, floatmode="fixed", linewidth=120)",
    .zeros = "np.zeros",
    .side_by_side = "np.concatenate",
    .columns_axis = "axis=1",
};

const PythonLibrary pytorch_library = {
    .name = "PyTorch",
    .import = "import torch",
    .array = "torch.tensor",
    .dtype = "torch.float32",
    .infinity = "float(\"inf\")",
    .nan = "float(\"nan\")",
    .print_options = "torch.set_printoptions(precision=4, sci_mode=False, linewidth=120",
    .zeros = "torch.zeros",
    .side_by_side = "torch.cat",
    .columns_axis = "dim=1",
};

namespace {

void append_row(TextPieces& text, const PythonLibrary& library, const MatrixView& values, Index row) {
  text += '[';
  for (Index j = 0; j < values.cols(); ++j) {
    if (j > 0) text += ", ";
    text += python_number(values(row, j), library.infinity, library.nan);
  }
  text += ']';
}

/// None for a token that nobody would see.
void append_comment(TextPieces& text, const std::string& comment) {
  if (comment.find_first_not_of(' ') != std::string::npos) text += "  # " + comment;
}

bool is_bias(MatrixName name) {
  return row_dimension(name).empty();
}

}  // namespace

void write_python_literal(TextPieces& text, const PythonLibrary& library, const PythonLiteral& literal,
                          std::string_view end) {
  const std::string indent(static_cast<std::size_t>(literal.indent), ' ');
  text += std::string(library.array) + '(';
  if (literal.is_vector) {
    append_row(text, library, literal.values, 0);
  } else {
    text += "[\n";
    for (Index i = 0; i < literal.values.rows(); ++i) {
      text += indent + "    ";
      append_row(text, library, literal.values, i);
      text += ',';
      if (!literal.row_comments.empty())
        append_comment(text, literal.row_comments[static_cast<std::size_t>(i)]);
      text += '\n';
    }
    text += indent + ']';
  }
  text += ", dtype=" + std::string(library.dtype) + ')' + std::string(end) + "  # " + literal.shape;
}

std::string python_shape(const TextSource& source, const MatrixRef& ref) {
  const MatrixView values = source.view(ref);
  const std::string columns = std::to_string(values.cols());
  if (is_bias(ref.name)) return "(" + column_dimension(ref.name) + ",) = (" + columns + ",)";
  return "(" + row_dimension(ref.name) + ", " + column_dimension(ref.name) + ") = (" +
         std::to_string(values.rows()) + ", " + columns + ")";
}

PythonLiteral literal_of(const TextSource& source, const MatrixRef& ref, int indent) {
  PythonLiteral literal{source.view(ref), is_bias(ref.name), {}, python_shape(source, ref), indent};
  if (has_token_rows(ref.name)) {
    for (const std::string& token : row_labels(source, ref))
      literal.row_comments.push_back(comment_text(token));
  }
  return literal;
}

void write_python_matrix(TextPieces& text, const PythonLibrary& library, const TextSource& source,
                         const MatrixRef& ref) {
  text += std::string(library.import) + "\n\n# " + heading_of(source, ref) + "\n" +
          std::string(to_string(ref.name)) + " = ";
  write_python_literal(text, library, literal_of(source, ref));
  text += '\n';
}

}  // namespace attention_lab

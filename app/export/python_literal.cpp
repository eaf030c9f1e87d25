#include "app/export/python_literal.h"

#include <cstddef>

#include "app/export/text_escapes.h"
#include "app/export/text_names.h"
#include "app/export/text_tables.h"

namespace attention_lab {
namespace {

void append_row(TextPieces& text, const PythonLibrary& library, const MatrixView& values, Index row) {
  text += '[';
  for (Index j = 0; j < values.cols(); ++j) {
    if (j > 0) text += ", ";
    text += python_number(values(row, j), library.infinity, library.nan);
  }
  text += ']';
}

/// Appends no comment for a token that is invisible.
void append_comment(TextPieces& text, const std::string& comment) {
  if (comment.find_first_not_of(' ') != std::string::npos) text += "  # " + comment;
}

}  // namespace

bool is_bias(MatrixName name) {
  return row_dimension(name).empty();
}

std::string python_shape(MatrixName name, const MatrixView& values) {
  const std::string columns = std::to_string(values.cols());
  if (is_bias(name)) return "(" + column_dimension(name) + ",) = (" + columns + ",)";
  return "(" + row_dimension(name) + ", " + column_dimension(name) + ") = (" + std::to_string(values.rows()) +
         ", " + columns + ")";
}

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

}  // namespace attention_lab

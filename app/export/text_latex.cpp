#include "app/export/text_latex.h"

#include <algorithm>

#include "app/export/text_escapes.h"

namespace attention_lab {
namespace {

using MatrixWriter = void (*)(TextPieces& text, const TextSource& source, const MatrixRef& ref);

/// bmatrix stops at ten columns unless it is told.
std::string column_limit(Index columns) {
  constexpr Index most_without = 10;
  return columns > most_without ? "\\setcounter{MaxMatrixCols}{" + std::to_string(columns) + "}\n" : "";
}

void write_displayed_matrix(TextPieces& text, const TextSource& source, const MatrixRef& ref) {
  const MatrixView values = source.view(ref);
  text += "\\[\n" + latex_name(source, ref) + " =\n\\begin{bmatrix}\n";
  for (Index i = 0; i < values.rows(); ++i) {
    text += "  ";
    for (Index j = 0; j < values.cols(); ++j) {
      if (j > 0) text += " & ";
      text += latex_number(values(i, j), source.decimals);
    }
    text += i + 1 < values.rows() ? " \\\\\n" : "\n";
  }
  text += "\\end{bmatrix}\n\\]\n";
}

void write_all_matrices(TextPieces& text, const TextSource& source, MatrixWriter write) {
  for (const MatrixRef& ref : exported_matrices(source.model())) {
    text += (text.is_empty() ? "% " : "\n% ") + heading_of(source, ref) + "\n";
    write(text, source, ref);
  }
}

std::string title_comment(const TextSource& source) {
  return source.document.title.empty() ? "" : "% " + comment_text(dated_title(source.document)) + "\n";
}

}  // namespace

std::string latex_name(const TextSource& source, const MatrixRef& ref) {
  std::string name(to_string(ref.name));
  const std::size_t underscore = name.find('_');
  // "X" and "W_q" are symbols, "weights" and "scaled_scores" are words.
  const std::size_t symbol_length = std::min(underscore, name.size());
  if (symbol_length > 1) {
    if (underscore != std::string::npos) name.insert(underscore, "\\");
    name = "\\mathrm{" + name + "}";
  }
  if (is_per_head(ref.name) && source.has_several_heads())
    name += "^{(" + std::to_string(ref.head + 1) + ")}";
  return name;
}

void write_latex_matrix(TextPieces& text, const TextSource& source, const MatrixRef& ref) {
  text += "% needs \\usepackage{amsmath}\n" + column_limit(source.view(ref).cols());
  write_displayed_matrix(text, source, ref);
}

void write_latex_table(TextPieces& text, const TextSource& source, const MatrixRef& ref) {
  const MatrixView values = source.view(ref);
  const std::vector<std::string> rows = row_labels(source, ref);
  text += "\\begin{tabular}{l|" + std::string(static_cast<std::size_t>(values.cols()), 'r') + "}\n";
  text += "  $" + latex_name(source, ref) + "$";
  for (const std::string& label : column_labels(source, ref)) text += " & " + latex_field(label);
  text += " \\\\\n  \\hline\n";
  for (Index i = 0; i < values.rows(); ++i) {
    text += "  " + latex_field(rows[static_cast<std::size_t>(i)]);
    for (Index j = 0; j < values.cols(); ++j) {
      text += " & $" + latex_number(values(i, j), source.decimals) + "$";
    }
    text += " \\\\\n";
  }
  text += "\\end{tabular}\n";
}

void write_latex_matrices_document(TextPieces& text, const TextSource& source) {
  Index most_columns = 0;
  for (const MatrixRef& ref : exported_matrices(source.model())) {
    most_columns = std::max(most_columns, source.view(ref).cols());
  }
  text += title_comment(source) + "% needs \\usepackage{amsmath}\n" + column_limit(most_columns);
  write_all_matrices(text, source, write_displayed_matrix);
}

void write_latex_tables_document(TextPieces& text, const TextSource& source) {
  text += title_comment(source);
  write_all_matrices(text, source, write_latex_table);
}

}  // namespace attention_lab

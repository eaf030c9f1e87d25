#include "app/export/text_numbers.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "app/export/markdown_table.h"
#include "app/export/text_escapes.h"
#include "app/export/text_python.h"

namespace attention_lab {
namespace {

using Field = std::string (*)(std::string_view text);

/// The shortest text that reads back as the same double.
std::string exact_double(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

/// Six digits, for people.
std::string rounded(double value) {
  if (!std::isfinite(value)) return exact_double(value);
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "%.6g", value);
  return digits.data();
}

/// For math mode: 3.2e-07 as 3.2 \cdot 10^{-7}.
std::string latex(double value) {
  if (std::isnan(value)) return "\\mathrm{NaN}";
  if (std::isinf(value)) return value > 0 ? "\\infty" : "-\\infty";
  const std::string text = rounded(value);
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  return text.substr(0, e) + " \\cdot 10^{" + std::to_string(std::stoi(text.substr(e + 1))) + "}";
}

std::string label_of_row(const NumberTable& table, std::size_t row) {
  return table.row_labels.empty() ? std::to_string(row + 1) : table.row_labels[row];
}

std::string separated(const NumberTable& table, char separator, Field field) {
  std::string text = field(table.corner);
  for (const std::string& column : table.columns) (text += separator) += field(column);
  text += '\n';
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    text += field(label_of_row(table, i));
    for (const double value : table.rows[i]) (text += separator) += exact_double(value);
    text += '\n';
  }
  return text;
}

std::string markdown(const NumberTable& table) {
  MarkdownTable written;
  written.rows = table.rows.size() + 1;
  written.columns = table.columns.size() + 1;
  written.cell = [&](std::size_t row, std::size_t column) {
    if (row == 0) return markdown_field(column == 0 ? table.corner : table.columns[column - 1]);
    if (column == 0) return markdown_field(label_of_row(table, row - 1));
    return rounded(table.rows[row - 1][column - 1]);
  };
  return in_one_piece([&](TextPieces& text) { write_markdown(text, written); });
}

std::string latex_rows(const NumberTable& table, bool has_labels) {
  std::string text;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    text += "  ";
    if (has_labels) text += latex_field(label_of_row(table, i)) + " & ";
    for (std::size_t j = 0; j < table.rows[i].size(); ++j) {
      if (j > 0) text += " & ";
      text += has_labels ? "$" + latex(table.rows[i][j]) + "$" : latex(table.rows[i][j]);
    }
    text += " \\\\\n";
  }
  return text;
}

std::string latex_matrix(const NumberTable& table) {
  return "% needs \\usepackage{amsmath}\n\\setcounter{MaxMatrixCols}{" +
         std::to_string(table.columns.size() + 1) + "}\n\\[\n\\begin{bmatrix}\n" + latex_rows(table, false) +
         "\\end{bmatrix}\n\\]\n";
}

std::string latex_table(const NumberTable& table) {
  std::string text = "\\begin{tabular}{l|" + std::string(table.columns.size(), 'r') + "}\n  ";
  text += latex_field(table.corner);
  for (const std::string& column : table.columns) text += " & " + latex_field(column);
  return text + " \\\\\n  \\hline\n" + latex_rows(table, true) + "\\end{tabular}\n";
}

std::string python_double(const PythonLibrary& library, double value) {
  if (std::isnan(value)) return std::string(library.nan);
  if (std::isinf(value)) return (value > 0 ? "" : "-") + std::string(library.infinity);
  return exact_double(value);
}

std::string python(const PythonLibrary& library, const NumberTable& table, std::string_view name) {
  std::string variable;
  for (const char c : name) variable += c == '-' ? '_' : c;
  std::string text = std::string(library.import) + "\n\n# columns: ";
  for (std::size_t j = 0; j < table.columns.size(); ++j)
    text += (j > 0 ? ", " : "") + comment_text(table.columns[j]);
  text += "\n" + variable + " = " + std::string(library.array) + "([\n";
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    text += "    [";
    for (std::size_t j = 0; j < table.rows[i].size(); ++j)
      text += (j > 0 ? ", " : "") + python_double(library, table.rows[i][j]);
    text += "],  # " + comment_text(label_of_row(table, i)) + "\n";
  }
  const std::string module(library.dtype.substr(0, library.dtype.find('.')));
  return text + "], dtype=" + module + ".float64)\n";
}

}  // namespace

std::string table_as_text(const NumberTable& table, std::string_view name, TextFormat format) {
  switch (format) {
    case TextFormat::csv: return separated(table, ',', csv_field);
    case TextFormat::tsv: return separated(table, '\t', tsv_field);
    case TextFormat::markdown: return markdown(table);
    case TextFormat::latex: return latex_matrix(table);
    case TextFormat::latex_table: return latex_table(table);
    case TextFormat::numpy: return python(numpy_library, table, name);
    case TextFormat::pytorch: return python(pytorch_library, table, name);
  }
  return {};
}

}  // namespace attention_lab

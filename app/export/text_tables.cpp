#include "app/export/text_tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

#include "app/export/text_escapes.h"
#include "app/files/json_writer.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/typed_numbers.h"
#include "core/words/utf8.h"
#include "ui/lab/cell_editing.h"

namespace attention_lab {
namespace {

using Field = std::string (*)(std::string_view text);

/// The shortest text that reads back as the same double.
std::string exact_double(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return json_of(value);
}

/// With six digits.
std::string rounded(double value) {
  if (!std::isfinite(value)) return exact_double(value);
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "%.6g", value);
  return digits.data();
}

/// For math mode: 3.2e-07 becomes 3.2 \cdot 10^{-7}.
std::string latex(double value) {
  if (std::isnan(value)) return "\\mathrm{NaN}";
  if (std::isinf(value)) return value > 0 ? "\\infty" : "-\\infty";
  std::string text = rounded(value);
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  return text.substr(0, e) + " \\cdot 10^{" + std::to_string(std::stoi(text.substr(e + 1))) + "}";
}

/// In math mode: "W_q", "\mathrm{scaled\_scores}", and for one of several heads "Q^{(2)}".
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

/// The texts that all formats write: labels, the corner above the row labels, and numbers.
struct TextTable {
  std::string corner;
  std::vector<std::string> columns;
  std::vector<std::string> rows;
  std::function<std::string(std::size_t row, std::size_t column)> number;
};

template <class NumberText>
TextTable table_of(const TextSource& source, const MatrixRef& ref, NumberText number_text) {
  const MatrixView values = source.view(ref);
  return {name_with_head(source.model(), ref), column_labels(source, ref), row_labels(source, ref),
          [values, number_text](std::size_t row, std::size_t column) {
            return number_text(values(static_cast<Index>(row), static_cast<Index>(column)));
          }};
}

/// The result refers to `numbers`. Rows without labels are counted from 1.
template <class NumberText>
TextTable table_of(const NumberTable& numbers, NumberText number_text) {
  TextTable table{numbers.corner, numbers.columns, numbers.row_labels,
                  [&numbers, number_text](std::size_t row, std::size_t column) {
                    return number_text(numbers.rows[row][column]);
                  }};
  while (table.rows.size() < numbers.rows.size()) table.rows.push_back(std::to_string(table.rows.size() + 1));
  return table;
}

// ---------------------------------------------------------------------------------------------- CSV and TSV

void write_separated(TextPieces& text, const TextTable& table, char separator, Field field) {
  text += field(table.corner);
  for (const std::string& label : table.columns) (text += separator) += field(label);
  text += '\n';
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    text += field(table.rows[row]);
    for (std::size_t column = 0; column < table.columns.size(); ++column)
      (text += separator) += table.number(row, column);
    text += '\n';
  }
}

// ------------------------------------------------------------------------------------------------- Markdown

constexpr std::size_t shortest_rule = 2;  // "-:", which aligns right

/// Row and column 0 contain the labels. Called twice for each cell: to measure and to write it.
std::string markdown_cell(const TextTable& table, std::size_t row, std::size_t column) {
  if (row > 0 && column > 0) return table.number(row - 1, column - 1);
  if (row > 0) return markdown_field(table.rows[row - 1]);
  return markdown_field(column == 0 ? table.corner : table.columns[column - 1]);
}

/// The width of each column in characters.
std::vector<std::size_t> widths_of(const TextTable& table) {
  std::vector<std::size_t> widths(table.columns.size() + 1, shortest_rule);
  for (std::size_t row = 0; row <= table.rows.size(); ++row) {
    for (std::size_t column = 0; column < widths.size(); ++column) {
      const std::size_t width = count_characters(markdown_cell(table, row, column));
      if (width <= widest_padded_cell) widths[column] = std::max(widths[column], width);
    }
  }
  return widths;
}

void write_cell(TextPieces& text, const std::string& cell, std::size_t column, std::size_t width) {
  const std::string padding(width - std::min(width, count_characters(cell)), ' ');
  text += "| ";
  if (column == 0) {
    (text += cell) += padding;
  } else {
    (text += padding) += cell;
  }
  text += ' ';
}

void write_rule(TextPieces& text, const std::vector<std::size_t>& widths) {
  for (std::size_t column = 0; column < widths.size(); ++column) {
    const std::string rule(widths[column] + 1, '-');
    text += column == 0 ? "|:" + rule : "|" + rule + ":";
  }
  text += "|\n";
}

/// The first column is aligned to the left, all others to the right.
void write_markdown(TextPieces& text, const TextTable& table) {
  const std::vector<std::size_t> widths = widths_of(table);
  for (std::size_t row = 0; row <= table.rows.size(); ++row) {
    for (std::size_t column = 0; column < widths.size(); ++column)
      write_cell(text, markdown_cell(table, row, column), column, widths[column]);
    text += "|\n";
    if (row == 0) write_rule(text, widths);
  }
}

// ---------------------------------------------------------------------------------------------------- LaTeX

/// By default, bmatrix allows only ten columns.
std::string column_limit(Index columns) {
  constexpr Index most_without = 10;
  return columns > most_without ? "\\setcounter{MaxMatrixCols}{" + std::to_string(columns) + "}\n" : "";
}

/// The rows of a matrix in brackets; `end` follows the last one.
void write_bmatrix(TextPieces& text, const TextTable& table, std::string_view end) {
  text += "\\begin{bmatrix}\n";
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    text += "  ";
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      if (column > 0) text += " & ";
      text += table.number(row, column);
    }
    text += row + 1 < table.rows.size() ? " \\\\\n" : end;
  }
  text += "\\end{bmatrix}\n\\]\n";
}

/// `corner` is LaTeX.
void write_tabular(TextPieces& text, const TextTable& table, const std::string& corner) {
  text += "\\begin{tabular}{l|" + std::string(table.columns.size(), 'r') + "}\n  " + corner;
  for (const std::string& label : table.columns) text += " & " + latex_field(label);
  text += " \\\\\n  \\hline\n";
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    text += "  " + latex_field(table.rows[row]);
    for (std::size_t column = 0; column < table.columns.size(); ++column)
      text += " & $" + table.number(row, column) + "$";
    text += " \\\\\n";
  }
  text += "\\end{tabular}\n";
}

std::string title_comment(const TextSource& source) {
  return source.document.title.empty() ? "" : "% " + comment_text(dated_title(source.document)) + "\n";
}

// --------------------------------------------------------------------------------------- matrices by format

/// One matrix with labels or, if the format is `latex`, in brackets after its name.
void write_table(TextPieces& text, const TextSource& source, const MatrixRef& ref, TextFormat format) {
  const auto decimals = source.decimals;
  const auto latex_table = [&] {
    return table_of(source, ref, [decimals](Scalar value) { return latex_number(value, decimals); });
  };
  switch (format) {
    case TextFormat::csv: return write_separated(text, table_of(source, ref, exact_number), ',', csv_field);
    case TextFormat::tsv: return write_separated(text, table_of(source, ref, exact_number), '\t', tsv_field);
    case TextFormat::markdown:
      return write_markdown(text, table_of(source, ref, [decimals](Scalar value) {
                              return format_number(static_cast<double>(value), decimals);
                            }));
    case TextFormat::latex:
      text += "\\[\n" + latex_name(source, ref) + " =\n";
      return write_bmatrix(text, latex_table(), "\n");
    default: return write_tabular(text, latex_table(), "$" + latex_name(source, ref) + "$");
  }
}

/// Writes the package and the setting that bmatrix requires.
void write_latex_needs(TextPieces& text, Index columns) {
  text += "% needs \\usepackage{amsmath}\n" + column_limit(columns);
}

// --------------------------------------------------------------------------------------------------- Python

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
  const std::vector<std::string> labels = table_of(table, exact_double).rows;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    text += "    [";
    for (std::size_t j = 0; j < table.rows[i].size(); ++j)
      text += (j > 0 ? ", " : "") + python_double(library, table.rows[i][j]);
    text += "],  # " + comment_text(labels[i]) + "\n";
  }
  const std::string module(library.dtype.substr(0, library.dtype.find('.')));
  return text + "], dtype=" + module + ".float64)\n";
}

}  // namespace

void write_matrix_table(TextPieces& text, const TextSource& source, const MatrixRef& ref, TextFormat format) {
  const MatrixView values = source.view(ref);
  if (format == TextFormat::tsv) {
    for (Index i = 0; i < values.rows(); ++i)
      text += block_text(MatrixView(values.data() + i * values.cols(), 1, values.cols()));
    return;
  }
  if (format == TextFormat::latex) write_latex_needs(text, values.cols());
  write_table(text, source, ref, format);
}

void write_all_tables(TextPieces& text, const TextSource& source, TextFormat format) {
  const std::vector<MatrixRef> matrices = exported_matrices(source.model());
  const bool is_latex = format == TextFormat::latex || format == TextFormat::latex_table;
  if (is_latex) text += title_comment(source);
  if (format == TextFormat::latex) {
    Index most_columns = 0;
    for (const MatrixRef& ref : matrices) most_columns = std::max(most_columns, source.view(ref).cols());
    write_latex_needs(text, most_columns);
  }
  if (format == TextFormat::markdown && !source.document.title.empty())
    text += "# " + markdown_field(dated_title(source.document)) + "\n";
  for (const MatrixRef& ref : matrices) {
    if (!text.is_empty()) text += '\n';
    if (format == TextFormat::markdown) text += "## " + heading_of(source, ref) + "\n\n";
    if (is_latex) text += "% " + heading_of(source, ref) + "\n";
    write_table(text, source, ref, format);
  }
}

std::string table_as_text(const NumberTable& table, std::string_view name, TextFormat format) {
  return in_one_piece([&](TextPieces& text) {
    switch (format) {
      case TextFormat::csv: return write_separated(text, table_of(table, exact_double), ',', csv_field);
      case TextFormat::tsv: return write_separated(text, table_of(table, exact_double), '\t', tsv_field);
      case TextFormat::markdown: return write_markdown(text, table_of(table, rounded));
      case TextFormat::latex:
        text += "% needs \\usepackage{amsmath}\n\\setcounter{MaxMatrixCols}{" +
                std::to_string(table.columns.size() + 1) + "}\n\\[\n";
        return write_bmatrix(text, table_of(table, latex), " \\\\\n");
      case TextFormat::latex_table:
        return write_tabular(text, table_of(table, latex), latex_field(table.corner));
      case TextFormat::numpy:
      case TextFormat::pytorch: text += python(*library_of(format), table, name); return;
    }
  });
}

}  // namespace attention_lab

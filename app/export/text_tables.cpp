#include "app/export/text_tables.h"

#include "app/export/markdown_table.h"
#include "app/export/text_escapes.h"
#include "ui/figures/number_format.h"

namespace attention_lab {
namespace {

using Field = std::string (*)(std::string_view text);
using Table = std::string (*)(const TextSource& source, const MatrixRef& ref);

/// CSV and TSV.
std::string separated_table(const TextSource& source, const MatrixRef& ref, char separator, Field field) {
  const MatrixView values = source.view(ref);
  const std::vector<std::string> rows = row_labels(source, ref);
  std::string text = field(label_of(source, ref));
  for (const std::string& label : column_labels(source, ref)) (text += separator) += field(label);
  text += '\n';
  for (Index i = 0; i < values.rows(); ++i) {
    text += field(rows[static_cast<std::size_t>(i)]);
    for (Index j = 0; j < values.cols(); ++j) (text += separator) += exact_number(values(i, j));
    text += '\n';
  }
  return text;
}

std::string all_tables(const TextSource& source, Table table) {
  std::string text;
  for (const MatrixRef& ref : exported_matrices(source)) {
    if (!text.empty()) text += '\n';
    text += table(source, ref);
  }
  return text;
}

}  // namespace

std::string csv_table(const TextSource& source, const MatrixRef& ref) {
  return separated_table(source, ref, ',', csv_field);
}

std::string tsv_table(const TextSource& source, const MatrixRef& ref) {
  return separated_table(source, ref, '\t', tsv_field);
}

std::string markdown_table(const TextSource& source, const MatrixRef& ref) {
  const MatrixView values = source.view(ref);
  const std::vector<std::string> rows = row_labels(source, ref);
  MarkdownTable table;
  table.begin_row();
  table.add(markdown_field(label_of(source, ref)));
  for (const std::string& label : column_labels(source, ref)) table.add(markdown_field(label));
  for (Index i = 0; i < values.rows(); ++i) {
    table.begin_row();
    table.add(markdown_field(rows[static_cast<std::size_t>(i)]));
    for (Index j = 0; j < values.cols(); ++j) table.add(format_number(values(i, j), source.decimals));
  }
  return table.text();
}

std::string csv_document(const TextSource& source) {
  return all_tables(source, csv_table);
}

std::string tsv_document(const TextSource& source) {
  return all_tables(source, tsv_table);
}

std::string markdown_document(const TextSource& source) {
  std::string text;
  if (!source.document.title.empty()) text += "# " + markdown_field(dated_title(source.document)) + "\n";
  for (const MatrixRef& ref : exported_matrices(source)) {
    if (!text.empty()) text += '\n';
    text += "## " + heading_of(source, ref) + "\n\n" + markdown_table(source, ref);
  }
  return text;
}

}  // namespace attention_lab

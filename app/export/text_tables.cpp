#include "app/export/text_tables.h"

#include "app/export/markdown_table.h"
#include "app/export/text_escapes.h"
#include "core/words/number_format.h"
#include "core/words/typed_numbers.h"
#include "ui/lab/cell_editing.h"

namespace attention_lab {
namespace {

using Field = std::string (*)(std::string_view text);
using Table = void (*)(TextPieces& text, const TextSource& source, const MatrixRef& ref);

/// CSV and TSV.
void write_separated(TextPieces& text, const TextSource& source, const MatrixRef& ref, char separator,
                     Field field) {
  const MatrixView values = source.view(ref);
  const std::vector<std::string> rows = row_labels(source, ref);
  text += field(label_of(source.model(), ref));
  for (const std::string& label : column_labels(source, ref)) (text += separator) += field(label);
  text += '\n';
  for (Index i = 0; i < values.rows(); ++i) {
    text += field(rows[static_cast<std::size_t>(i)]);
    for (Index j = 0; j < values.cols(); ++j) (text += separator) += exact_number(values(i, j));
    text += '\n';
  }
}

void write_all_tables(TextPieces& text, const TextSource& source, Table write_table) {
  for (const MatrixRef& ref : exported_matrices(source.model())) {
    if (!text.is_empty()) text += '\n';
    write_table(text, source, ref);
  }
}

}  // namespace

void write_csv_table(TextPieces& text, const TextSource& source, const MatrixRef& ref) {
  write_separated(text, source, ref, ',', csv_field);
}

void write_tsv_table(TextPieces& text, const TextSource& source, const MatrixRef& ref) {
  write_separated(text, source, ref, '\t', tsv_field);
}

void write_tsv_block(TextPieces& text, const TextSource& source, const MatrixRef& ref) {
  const MatrixView values = source.view(ref);
  for (Index i = 0; i < values.rows(); ++i)
    text += block_text(MatrixView(values.data() + i * values.cols(), 1, values.cols()));
}

void write_markdown_table(TextPieces& text, const TextSource& source, const MatrixRef& ref) {
  const MatrixView values = source.view(ref);
  const std::vector<std::string> rows = row_labels(source, ref);
  const std::vector<std::string> columns = column_labels(source, ref);
  MarkdownTable table;
  table.rows = rows.size() + 1;
  table.columns = columns.size() + 1;
  table.cell = [&](std::size_t row, std::size_t column) {
    if (row == 0) return markdown_field(column == 0 ? label_of(source.model(), ref) : columns[column - 1]);
    if (column == 0) return markdown_field(rows[row - 1]);
    return format_number(values(static_cast<Index>(row) - 1, static_cast<Index>(column) - 1),
                         source.decimals);
  };
  write_markdown(text, table);
}

void write_csv_document(TextPieces& text, const TextSource& source) {
  write_all_tables(text, source, write_csv_table);
}

void write_tsv_document(TextPieces& text, const TextSource& source) {
  write_all_tables(text, source, write_tsv_table);
}

void write_markdown_document(TextPieces& text, const TextSource& source) {
  if (!source.document.title.empty()) text += "# " + markdown_field(dated_title(source.document)) + "\n";
  for (const MatrixRef& ref : exported_matrices(source.model())) {
    if (!text.is_empty()) text += '\n';
    text += "## " + heading_of(source, ref) + "\n\n";
    write_markdown_table(text, source, ref);
  }
}

}  // namespace attention_lab

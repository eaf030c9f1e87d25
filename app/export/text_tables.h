// Matrices as tables: CSV, TSV, Markdown.
#pragma once

#include "app/export/text_names.h"
#include "app/export/text_pieces.h"

namespace attention_lab {

/// Each writes one matrix with a header row (its name, then the labels of its columns) and a label before
/// every row. Lines end in LF.
void write_csv_table(TextPieces& text, const TextSource& source, const MatrixRef& ref);
void write_tsv_table(TextPieces& text, const TextSource& source, const MatrixRef& ref);
void write_markdown_table(TextPieces& text, const TextSource& source, const MatrixRef& ref);
/// The numbers alone, as Ctrl+C copies them.
void write_tsv_block(TextPieces& text, const TextSource& source, const MatrixRef& ref);

/// All of exported_matrices(), an empty line between two.
void write_csv_document(TextPieces& text, const TextSource& source);
void write_tsv_document(TextPieces& text, const TextSource& source);
/// With the title and a heading over each matrix.
void write_markdown_document(TextPieces& text, const TextSource& source);

}  // namespace attention_lab

// Matrices as tables: CSV, TSV, Markdown.
#pragma once

#include <string>

#include "app/export/text_names.h"

namespace attention_lab {

/// Each writes one matrix with a header row (its name, then the labels of its columns) and a label before
/// every row. Lines end in LF.
std::string csv_table(const TextSource& source, const MatrixRef& ref);
std::string tsv_table(const TextSource& source, const MatrixRef& ref);
std::string markdown_table(const TextSource& source, const MatrixRef& ref);

/// All of exported_matrices(), an empty line between two.
std::string csv_document(const TextSource& source);
std::string tsv_document(const TextSource& source);
/// With the title and a heading over each matrix.
std::string markdown_document(const TextSource& source);

}  // namespace attention_lab

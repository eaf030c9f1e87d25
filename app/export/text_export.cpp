#include "app/export/text_export.h"

#include "app/export/text_latex.h"
#include "app/export/text_names.h"
#include "app/export/text_python.h"
#include "app/export/text_tables.h"
#include "ui/cell_editing.h"

namespace attention_lab {
namespace {

Error no_such_matrix(const TextSource& source, const MatrixRef& ref) {
  const Index n_heads = static_cast<Index>(source.trace.heads.size());
  if (is_per_head(ref.name) && (ref.head < 0 || ref.head >= n_heads)) {
    return {ErrorCode::out_of_range,
            "There is no head " + std::to_string(ref.head + 1) + ": this document has " +
                (n_heads == 1 ? "one head." : std::to_string(n_heads) + " heads."),
            ""};
  }
  std::string known;
  for (const MatrixName name : all_matrix_names) {
    if (source.view({name, is_per_head(name) ? ref.head : 0}).size() == 0) continue;
    known += (known.empty() ? "" : ", ") + std::string(to_string(name));
  }
  return {ErrorCode::not_found,
          "This document has no " + label_of(source, ref) + ". There are: " + known + ".", ""};
}

}  // namespace

Result<std::string> matrix_as_text(const Document& document, const Trace& trace, const MatrixRef& matrix,
                                   TextFormat format, int decimals) {
  const TextSource source{document, trace, decimals};
  if (source.view(matrix).size() == 0) return no_such_matrix(source, matrix);
  switch (format) {
    case TextFormat::csv: return csv_table(source, matrix);
    case TextFormat::tsv: return block_text(source.view(matrix));
    case TextFormat::markdown: return markdown_table(source, matrix);
    case TextFormat::latex: return latex_matrix(source, matrix);
    case TextFormat::latex_table: return latex_table(source, matrix);
    case TextFormat::numpy: return python_matrix(numpy_library, source, matrix);
    case TextFormat::pytorch: return python_matrix(pytorch_library, source, matrix);
  }
  return std::string();
}

std::string document_as_text(const Document& document, const Trace& trace, TextFormat format, int decimals) {
  const TextSource source{document, trace, decimals};
  switch (format) {
    case TextFormat::csv: return csv_document(source);
    case TextFormat::tsv: return tsv_document(source);
    case TextFormat::markdown: return markdown_document(source);
    case TextFormat::latex: return latex_matrices_document(source);
    case TextFormat::latex_table: return latex_tables_document(source);
    case TextFormat::numpy: return python_script(numpy_library, source);
    case TextFormat::pytorch: return python_script(pytorch_library, source);
  }
  return {};
}

std::size_t estimated_text_size(const Document& document, const Trace& trace, TextFormat format) {
  constexpr std::size_t bytes_of_a_number = 12;  // nine digits, a point, a separator
  const TextSource source{document, trace};
  const bool is_script = format == TextFormat::numpy || format == TextFormat::pytorch;
  std::size_t numbers = 0;
  for (const MatrixRef& ref : exported_matrices(source)) {
    const bool is_in_script = is_given(document.model, ref.name) || ref.name == MatrixName::dropout_mask ||
                              ref.name == MatrixName::position_embeddings;
    if (!is_script || is_in_script) numbers += static_cast<std::size_t>(source.view(ref).size());
  }
  return numbers * bytes_of_a_number;
}

}  // namespace attention_lab

#include "app/export/text_export.h"

#include <algorithm>

#include "app/export/text_names.h"
#include "app/export/text_tables.h"
#include "core/attention/matrix_name.h"
#include "core/document/checks.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "ui/figures/base/text_faults.h"

namespace attention_lab {
namespace {

/// Of all tokens; each has a few more bytes than its text.
std::size_t bytes_of_tokens(const Document& document) {
  constexpr std::size_t bytes_around = 3;
  std::size_t bytes = 0;
  for (const std::string& token : document.tokens) bytes += token.size() + bytes_around;
  return bytes;
}

}  // namespace

Result<std::string> matrix_as_text(const Document& document, const Trace& trace, const MatrixRef& matrix,
                                   TextFormat format, int decimals) {
  if (const Status status = check_text(document, matrix, format); !status) return status.error();
  return in_one_piece(
      [&](TextPieces& text) { write_matrix_as_text(text, document, trace, matrix, format, decimals); });
}

Result<std::string> document_as_text(const Document& document, const Trace& trace, TextFormat format,
                                     int decimals) {
  if (const Status status = check_text(document, format); !status) return status.error();
  return in_one_piece(
      [&](TextPieces& text) { write_document_as_text(text, document, trace, format, decimals); });
}

void write_matrix_as_text(TextPieces& text, const Document& document, const Trace& trace,
                          const MatrixRef& matrix, TextFormat format, int decimals) {
  const TextSource source{document, trace, decimals};
  if (const PythonLibrary* library = library_of(format)) {
    write_python_matrix(text, *library, source, matrix);
  } else {
    write_matrix_table(text, source, matrix, format);
  }
}

void write_document_as_text(TextPieces& text, const Document& document, const Trace& trace, TextFormat format,
                            int decimals) {
  const TextSource source{document, trace, decimals};
  if (const PythonLibrary* library = library_of(format)) {
    write_python_script(text, *library, source);
  } else {
    write_all_tables(text, source, format);
  }
}

std::vector<std::string> replaced_in_text(const Document& document, TextFormat format) {
  if (library_of(format) != nullptr) return {};
  std::vector<std::string> texts;
  if (format != TextFormat::latex) texts = document.tokens;  // LaTeX matrices have no labels
  texts.push_back(document.title);
  return in_sentences(faults_in_text(texts));
}

std::size_t estimated_text_size(const Document& document, const MatrixRef& matrix, TextFormat format) {
  const bool has_token_columns = attention_lab::has_token_columns(matrix.name);
  std::size_t bytes_of_a_cell = bytes_of_a_number;
  if (format == TextFormat::markdown && has_token_columns) {
    // Numbers are padded to the width of the labels above them.
    for (const std::string& token : document.tokens)
      bytes_of_a_cell = std::max(bytes_of_a_cell, std::min(token.size(), widest_padded_cell) + 3);
  }
  const std::size_t labels = (has_token_rows(matrix.name) ? 1 : 0) + (has_token_columns ? 1 : 0);
  return static_cast<std::size_t>(number_count(document.model, matrix)) * bytes_of_a_cell +
         labels * bytes_of_tokens(document);
}

std::size_t estimated_text_size(const Document& document, TextFormat format) {
  std::size_t bytes = 0;
  for (const MatrixRef& ref : exported_matrices(document.model)) {
    const bool is_in_script = is_given(document.model, ref.name) || ref.name == MatrixName::dropout_mask ||
                              ref.name == MatrixName::position_embeddings;
    if (library_of(format) == nullptr || is_in_script) bytes += estimated_text_size(document, ref, format);
  }
  return bytes;
}

Status check_text_size(std::size_t bytes, const char* sentence) {
  if (bytes <= largest_text) return Done{};
  return Error{ErrorCode::over_limit,
               filled(sentence, {{"size", size_in_words(bytes)}, {"limit", size_in_words(largest_text)}})};
}

Status check_text(const Document& document, TextFormat format) {
  return check_text_size(
      estimated_text_size(document, format),
      "This would be about <size> of text, and the limit is <limit>; copy a single matrix instead.");
}

Status check_text(const Document& document, const MatrixRef& matrix, TextFormat format) {
  if (number_count(document.model, matrix) == 0) return no_such_matrix(document.model, matrix);
  return check_text_size(estimated_text_size(document, matrix, format),
                         "This would be about <size> of text, and the limit is <limit>.");
}

}  // namespace attention_lab

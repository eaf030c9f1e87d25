// "Copy as": a matrix or a whole document as text for other programs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/text_pieces.h"
#include "core/attention/matrix_name.h"
#include "core/attention/stages.h"
#include "core/document/document.h"
#include "core/result.h"
#include "ui/lab/export_format.h"

namespace attention_lab {

/// For Markdown and LaTeX; CSV, TSV, NumPy and PyTorch always have all digits.
inline constexpr int default_text_decimals = 4;

/// One matrix. Labels are tokens, or dimensions counted from 1:
///
///   csv          header row and labels, quoted according to RFC 4180, lines ending in LF
///   tsv          only the numbers, as Ctrl+C copies them; they can be pasted (parse_block)
///   markdown     a table with labels
///   latex        \[ name = \begin{bmatrix} … \end{bmatrix} \], without labels; requires amsmath
///   latex_table  a tabular with labels; requires no package
///   numpy        an executable assignment of a float32 array
///   pytorch      the same with torch.tensor
///
/// Errors: out_of_range (no such head), not_found (no such matrix; lists those of the document), over_limit.
Result<std::string> matrix_as_text(const Document& document, const Trace& trace, const MatrixRef& matrix,
                                   TextFormat format, int decimals = default_text_decimals);

/// The whole document. Tables and LaTeX: every matrix in the order of computation, under its name, separated
/// by an empty line. NumPy and PyTorch: a script that rebuilds the document and prints every intermediate
/// with 4 decimals; README.md says what it guarantees. Errors: over_limit.
Result<std::string> document_as_text(const Document& document, const Trace& trace, TextFormat format,
                                     int decimals = default_text_decimals);

/// The same in pieces. Precondition: check_text_size returned no error.
void write_matrix_as_text(TextPieces& text, const Document& document, const Trace& trace,
                          const MatrixRef& matrix, TextFormat format, int decimals);
void write_document_as_text(TextPieces& text, const Document& document, const Trace& trace, TextFormat format,
                            int decimals);

/// A warning if characters of the document were replaced in the text. Scripts replace none, since they escape
/// them.
std::vector<std::string> replaced_in_text(const Document& document, TextFormat format);

/// The maximum number of bytes of text that is written, copied or printed.
inline constexpr std::size_t largest_text = std::size_t{512} << 20;
/// The approximate number of bytes per number: nine digits, a point, a separator.
inline constexpr std::size_t bytes_of_a_number = 12;

/// The approximate number of bytes of the text of a document or of one matrix. Needs no trace.
std::size_t estimated_text_size(const Document& document, TextFormat format);
std::size_t estimated_text_size(const Document& document, const MatrixRef& matrix, TextFormat format);

/// Errors: over_limit beyond largest_text; `sentence` is the template of its message, with the places size
/// and limit.
Status check_text_size(std::size_t bytes, const char* sentence);
/// Checks for errors before a long computation. Errors: as matrix_as_text and document_as_text.
Status check_text(const Document& document, TextFormat format);
Status check_text(const Document& document, const MatrixRef& matrix, TextFormat format);

}  // namespace attention_lab

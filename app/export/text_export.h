// "Copy as": a matrix, or a whole document, as text for other programs.
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

/// Of Markdown and LaTeX; CSV, TSV, NumPy and PyTorch always have every digit.
inline constexpr int default_text_decimals = 4;

/// One matrix. Labels are its tokens, or its dimensions counted from 1:
///
///   csv          header row and labels, quoted by RFC 4180, lines ending in LF
///   tsv          the numbers alone, as Ctrl+C copies them: they can be pasted back (parse_block)
///   markdown     a table with labels
///   latex        \[ name = \begin{bmatrix} … \end{bmatrix} \], without labels; needs amsmath
///   latex_table  a tabular with labels; needs no package
///   numpy        an assignment, float32, that can be run
///   pytorch      the same with torch.tensor
///
/// Errors: out_of_range (no such head), not_found (the document has no such matrix; names those it has),
/// over_limit.
Result<std::string> matrix_as_text(const Document& document, const Trace& trace, const MatrixRef& matrix,
                                   TextFormat format, int decimals = default_text_decimals);

/// The whole document. Tables and LaTeX: every matrix in the order of the computation, under its name, an
/// empty line between two. NumPy and PyTorch: a script that rebuilds the document and prints every
/// intermediate with 4 decimals: what they promise stands in README.md.
/// Errors: over_limit.
Result<std::string> document_as_text(const Document& document, const Trace& trace, TextFormat format,
                                     int decimals = default_text_decimals);

/// The same, piece by piece. Precondition: check_text_size found nothing.
void write_matrix_as_text(TextPieces& text, const Document& document, const Trace& trace,
                          const MatrixRef& matrix, TextFormat format, int decimals);
void write_document_as_text(TextPieces& text, const Document& document, const Trace& trace, TextFormat format,
                            int decimals);

/// What to tell whoever made the text: a sentence where characters of the document were replaced. Scripts
/// replace none: they escape them.
std::vector<std::string> replaced_in_text(const Document& document, TextFormat format);

/// How many bytes of text are written, copied or printed at most.
inline constexpr std::size_t largest_text = std::size_t{512} << 20;
/// About how many bytes a number takes: nine digits, a point, a separator.
inline constexpr std::size_t bytes_of_a_number = 12;

/// About how many bytes the text of the whole document is, or of one matrix. Known before anything is
/// computed.
std::size_t estimated_text_size(const Document& document, TextFormat format);
std::size_t estimated_text_size(const Document& document, const MatrixRef& matrix, TextFormat format);

/// Errors: over_limit past largest_text; `sentence` is its template, with the places size and limit.
Status check_text_size(std::size_t bytes, const char* sentence);
/// What to refuse before a long wait. Errors as matrix_as_text and document_as_text.
Status check_text(const Document& document, TextFormat format);
Status check_text(const Document& document, const MatrixRef& matrix, TextFormat format);

}  // namespace attention_lab

// "Copy as": a matrix, or a whole document, as text for other programs.
#pragma once

#include <cstddef>
#include <string>

#include "core/attention/matrix_name.h"
#include "core/attention/trace.h"
#include "core/document/document.h"
#include "core/result.h"
#include "ui/text_format.h"

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
/// Errors: out_of_range (no such head), not_found (the document has no such matrix; names those it has).
Result<std::string> matrix_as_text(const Document& document, const Trace& trace, const MatrixRef& matrix,
                                   TextFormat format, int decimals = default_text_decimals);

/// The whole document. Tables and LaTeX: every matrix in the order of the computation, under its name, an
/// empty line between two. NumPy and PyTorch: a script that rebuilds the document and prints every
/// intermediate with 4 decimals: what they promise stands in README.md.
std::string document_as_text(const Document& document, const Trace& trace, TextFormat format,
                             int decimals = default_text_decimals);

/// About how many bytes document_as_text gives: what to tell, or refuse, before a long wait.
std::size_t estimated_text_size(const Document& document, const Trace& trace, TextFormat format);

}  // namespace attention_lab

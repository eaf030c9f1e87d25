// The names and notation of matrices and their numbers.
#pragma once

#include <string>
#include <string_view>

#include "core/attention/matrix_name.h"

namespace attention_lab {

/// Mark-up: "W_q", "scaled scores".
std::string display_name(MatrixName name);
/// Converts the engine's plain text to mark-up: W_q, d_k, d_model and ^T become subscripts and superscripts,
/// masked_scores gets its name on the screen, and other underscores are kept.
std::string as_markup(std::string_view plain);
/// Plain text: "W_q", or "W_q of head 2" if there are several heads.
std::string name_with_head(const Model& model, const MatrixRef& ref);
/// How the matrix is computed, as mark-up: "= QK^T", "= softmax of each row"; empty if the arrows show it.
std::string formula_of(const Model& model, MatrixName name);
/// What the scores are divided by: "√d_k", "1", "3.5".
std::string divisor_symbol(const Scale& scale);
/// The same with its value: "÷ √d_k = 1.4142", "not scaled", "÷ 3.5".
std::string divisor_text(const Model& model);
/// Plain text, for W_q, W_k, W_v and W_o: how PyTorch stores the same numbers.
std::string transpose_note(MatrixName weight);
/// Rows × columns: "6 × 2".
std::string shape_text(Index rows, Index columns);
/// The same with the sentences of a batch, "3 × 6 × 2", for what each of them has.
std::string shape_text(Index n_sentences, MatrixName name, Index rows, Index columns);
/// Mark-up: "ω_{2,3}", the symbol of a number; indices are counted from 1 as in papers.
std::string symbol_of(const CellRef& cell);

}  // namespace attention_lab

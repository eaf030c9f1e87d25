#include <cmath>

#include "app/commands/compute_output.h"
#include "app/files/number_text.h"
#include "app/files/unknown_keys.h"
#include "core/attention/matrix_name.h"
#include "core/attention/model.h"

namespace attention_lab {
namespace {

/// JSON has neither infinities nor NaN. Written as text they can be told apart, and Python's float() and
/// JavaScript's Number() read them.
void append_any_number(TextPieces& text, float number) {
  if (std::isfinite(number)) {
    std::string digits;
    append_number(digits, number);
    text += digits;
  } else if (std::isnan(number)) {
    text += "\"NaN\"";
  } else {
    text += number > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  }
}

/// What masked_scores leave out; elsewhere −∞ is a number that left the range of float.
struct Hidden {
  Mask mask = Mask::none;
  bool is_upside_down = false;

  bool operator()(Index query, Index key) const {
    if (is_upside_down) return mask == Mask::causal && key < query;
    return !is_visible(mask, query, key);
  }
};

Hidden hidden_by(Mask mask, const MadeMistake* made) {
  if (made == nullptr) return {mask};
  switch (made->mistake) {
    case Mistake::mask_after_softmax:
    case Mistake::mask_after_softmax_renormalised: return {Mask::none};
    case Mistake::mask_upside_down: return {mask, true};
    default: return {mask};
  }
}

void append_matrix(TextPieces& text, const MatrixView& matrix, const std::string& indent,
                   const Hidden& is_hidden = {}) {
  text += '[';
  for (Index row = 0; row < matrix.rows(); ++row) {
    if (row > 0) text += ',';
    (text += '\n') += indent + "  [";
    for (Index column = 0; column < matrix.cols(); ++column) {
      if (column > 0) text += ", ";
      if (is_hidden(row, column)) {
        text += "null";
      } else {
        append_any_number(text, matrix(row, column));
      }
    }
    text += ']';
  }
  ((text += '\n') += indent) += ']';
}

/// The computed matrices of one head.
void append_head(TextPieces& text, const Model& model, const Trace& trace, Index head, const Hidden& hidden) {
  text += "    {";
  bool is_first = true;
  for (const MatrixName name : all_matrix_names) {
    if (!is_per_head(name) || is_given(model, name)) continue;
    const MatrixView matrix = matrix_view(model, trace, {name, head});
    if (matrix.size() == 0) continue;
    ((text += is_first ? "\n      \"" : ",\n      \"") += to_string(name)) += "\": ";
    append_matrix(text, matrix, "      ", name == MatrixName::masked_scores ? hidden : Hidden{});
    is_first = false;
  }
  text += "\n    }";
}

/// Without the brace at the end. `made` is null in the correct computation.
void open_json(TextPieces& text, const Document& document, const Trace& trace, const MadeMistake* made) {
  const Hidden hidden = hidden_by(document.model.options.mask, made);
  text += "{\n  \"tokens\": [";
  for (std::size_t i = 0; i < document.tokens.size(); ++i) {
    if (i > 0) text += ", ";
    text += json_string(document.tokens[i]);
  }
  text += "],\n";
  if (document.model.has_positions()) {
    for (const MatrixName name :
         {MatrixName::token_embeddings, MatrixName::position_embeddings, MatrixName::X}) {
      ((text += "  \"") += to_string(name)) += "\": ";
      append_matrix(text, matrix_view(document.model, trace, {name}), "  ");
      text += ",\n";
    }
  }
  text += "  \"heads\": [\n";
  for (std::size_t i = 0; i < trace.heads.size(); ++i) {
    if (i > 0) text += ",\n";
    append_head(text, document.model, trace, static_cast<Index>(i), hidden);
  }
  text += "\n  ],\n  \"context\": ";
  append_matrix(text, view_of(trace.context), "  ");
}

void append_giveaway(TextPieces& text, const Giveaway& giveaway) {
  const struct {
    const char* name;
    bool value;
  } flags[] = {
      {"row_sums_are_one", giveaway.row_sums_are_one},
      {"column_sums_are_one", giveaway.column_sums_are_one},
      {"sees_future", giveaway.sees_future},
      {"leaks_future", giveaway.leaks_future},
      {"has_nan", giveaway.has_nan},
      {"fits_by_luck", giveaway.fits_by_luck},
      {"numbers_agree", giveaway.numbers_agree},
  };
  const struct {
    const char* name;
    double value;
  } numbers[] = {
      {"smallest_row_sum", giveaway.smallest_row_sum},
      {"largest_row_sum", giveaway.largest_row_sum},
      {"largest_difference", giveaway.largest_difference},
      {"largest_weight_difference", giveaway.largest_weight_difference},
      {"divisor", giveaway.divisor},
      {"right_divisor", giveaway.right_divisor},
      {"mean_entropy", giveaway.mean_entropy},
      {"right_mean_entropy", giveaway.right_mean_entropy},
  };
  text += '{';
  const char* separator = "";
  for (const auto& flag : flags) {
    (((text += separator) += "\n    \"") += flag.name) += flag.value ? "\": true" : "\": false";
    separator = ",";
  }
  for (const auto& number : numbers) {
    (((text += separator) += "\n    \"") += number.name) += "\": ";
    append_any_number(text, static_cast<float>(number.value));
  }
  text += "\n  }";
}

}  // namespace

void compute_json(TextPieces& text, const Document& document, const Trace& trace) {
  open_json(text, document, trace, nullptr);
  text += "\n}\n";
}

void compute_json(TextPieces& text, const Document& document, const Trace& wrong, const MadeMistake& made) {
  open_json(text, document, wrong, &made);
  text += ",\n  \"mistake\": " + json_string(std::string(to_string(made.mistake))) + ",\n  \"giveaway\": ";
  append_giveaway(text, made.giveaway);
  text += "\n}\n";
}

}  // namespace attention_lab

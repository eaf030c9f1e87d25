// Common mistakes in implementations of attention, in one table: name, texts, formulas, and a deliberately
// wrong forward pass.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/attention/matrix_name.h"
#include "core/attention/model.h"
#include "core/attention/stages.h"
#include "core/result.h"

namespace attention_lab {

/// One wrong way to compute attention (see forward_with_mistake).
enum class Mistake {
  softmax_over_queries,             ///< each column of weights sums to 1 instead of each row
  transposed_weights,               ///< (out, in) read as (in, out): X·Wᵀ instead of X·W
  sqrt_d_model,                     ///< scores ÷ √d_model instead of scores ÷ √d_k
  no_scaling,                       ///< scores are not divided at all
  mask_after_softmax,               ///< masked weights set to 0, rows not renormalised
  mask_after_softmax_renormalised,  ///< the same, then each row ÷ its sum: correct after all
  mask_upside_down,                 ///< a token attends to itself and later tokens
  keys_and_values_exchanged,        ///< scores = Q·Vᵀ, head_output = weights·K
  softmax_without_maximum,          ///< exp overflows
};

inline constexpr std::array all_mistakes = {
    Mistake::softmax_over_queries,
    Mistake::transposed_weights,
    Mistake::sqrt_d_model,
    Mistake::no_scaling,
    Mistake::mask_after_softmax,
    Mistake::mask_after_softmax_renormalised,
    Mistake::mask_upside_down,
    Mistake::keys_and_values_exchanged,
    Mistake::softmax_without_maximum,
};

/// The one way that looks wrong but is correct.
constexpr bool is_right_after_all(Mistake mistake) {
  return mistake == Mistake::mask_after_softmax_renormalised;
}

/// "softmax_over_queries", …: the name on the command line.
std::string_view to_string(Mistake mistake);
/// The inverse of to_string.
std::optional<Mistake> mistake_from(std::string_view text);

/// The texts about a mistake that do not depend on the document.
struct MistakeText {
  std::string_view title;          ///< "Softmax along the wrong axis"
  std::string_view what_is_wrong;  ///< one plain sentence
  std::string_view how_to_notice;  ///< one sentence: what to look for in your own code
  std::string_view wrong_code;     ///< the mistake as a line of PyTorch
  std::string_view right_code;     ///< the correct line
};
const MistakeText& text_of(Mistake mistake);

/// The first stage whose numbers are wrong; all stages before it have the same bits as in the correct
/// computation. For transposed_weights, Q represents Q, K and V.
MatrixName first_wrong_stage(Mistake mistake);

/// The stage that shows the mistake best.
MatrixName most_telling_stage(Mistake mistake);

/// How the mistake computes a stage: "softmax of each column of masked_scores". Empty if the stage is
/// computed correctly. Does not mention biases or the temperature.
std::string_view wrong_formula(Mistake mistake, MatrixName stage, bool has_dropout = false);

/// The trace of a forward pass with one mistake in it. Stages before first_wrong_stage() have the same bits
/// as with forward(); later stages are computed correctly from the wrong one. The members keep their names:
/// with mask_after_softmax, masked_scores holds the input of softmax, which is not masked; with
/// keys_and_values_exchanged, K is still X·W_k + b_k.
///
/// If the mistake cannot be made with this model, the error says what would have to change: wrong_shape if a
/// product does not fit; not_found if there is nothing to get wrong (no mask, no weights, no division, or the
/// wrong divisor equals the correct one).
/// Precondition: `model` satisfies its invariant. NaN and infinities are kept.
Result<Trace> forward_with_mistake(const Model& model, Mistake mistake);

/// The correct stages that follow a wrong one.
namespace mistakes {

/// weights = softmax of each row of the masked (or only scaled) scores ÷ temperature, in every head.
void redo_softmax(const Model& model, Trace& trace);
/// Everything after the weights of every head: head_output, concatenated, context.
void redo_output(const Model& model, Trace& trace);

}  // namespace mistakes

}  // namespace attention_lab

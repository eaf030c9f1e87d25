// The mistakes that people make when they write attention themselves, in one table: name, words, formulas and
// the forward pass done wrong on purpose.
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
  transposed_weights,               ///< (out, in) read as (in, out): X·Wᵀ for X·W
  sqrt_d_model,                     ///< scores ÷ √d_model for scores ÷ √d_k
  no_scaling,                       ///< scores not divided at all
  mask_after_softmax,               ///< hidden weights set to 0, rows left as they are
  mask_after_softmax_renormalised,  ///< the same, each row then ÷ its sum: correct after all
  mask_upside_down,                 ///< a token sees itself and what stands after it
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

/// The friendly case: a way that looks wrong and is right.
constexpr bool is_right_after_all(Mistake mistake) {
  return mistake == Mistake::mask_after_softmax_renormalised;
}

/// "softmax_over_queries", …: the name on the command line.
std::string_view to_string(Mistake mistake);
/// The inverse of to_string.
std::optional<Mistake> mistake_from(std::string_view text);

/// What there is to say about a mistake, whatever the document.
struct MistakeText {
  std::string_view title;          ///< "Softmax along the wrong axis"
  std::string_view what_is_wrong;  ///< one plain sentence
  std::string_view how_to_notice;  ///< one sentence: what to look for in one's own code
  std::string_view wrong_code;     ///< the mistake as a line of PyTorch
  std::string_view right_code;     ///< the same line as it should be
};
const MistakeText& text_of(Mistake mistake);

/// The first stage whose numbers are wrong; everything before it is as in the correct computation, bit for
/// bit. For transposed_weights, Q stands for Q, K and V.
MatrixName first_wrong_stage(Mistake mistake);

/// The stage on which the mistake is seen best.
MatrixName most_telling_stage(Mistake mistake);

/// How the mistake computes a stage: "softmax of each column of masked_scores". Empty where it does as the
/// correct computation does. Neither biases nor the temperature are spoken of.
std::string_view wrong_formula(Mistake mistake, MatrixName stage, bool has_dropout = false);

/// The trace of a forward pass with one mistake in it. Stages before first_wrong_stage() are those of
/// forward(), bit for bit; what follows is computed from the wrong stage as the correct computation would.
/// The members keep their names: with mask_after_softmax, masked_scores holds what goes into softmax, which
/// is not masked; with keys_and_values_exchanged, K still is X·W_k + b_k.
///
/// Error where the mistake cannot be made with this model, with what would have to change: wrong_shape where
/// a product does not fit; not_found where there is nothing to be wrong about (no mask, no weights, no
/// division, or the wrong divisor is the right one).
/// Precondition: `model` satisfies its invariant. NaN and infinities are kept as they come.
Result<Trace> forward_with_mistake(const Model& model, Mistake mistake);

/// What the wrong passes go on with, where the rest is right.
namespace mistakes {

/// weights = softmax of each row of the masked (or only scaled) scores ÷ temperature, in every head.
void redo_softmax(const Model& model, Trace& trace);
/// What follows from the weights of every head: head_output, concatenated, context.
void redo_output(const Model& model, Trace& trace);

}  // namespace mistakes

}  // namespace attention_lab

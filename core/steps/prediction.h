// Predict first: the number that a learner works out before the step shows it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/document/session.h"
#include "core/result.h"
#include "core/steps/step_numbers.h"

namespace attention_lab {

/// What to predict in a step.
struct Prediction {
  std::optional<CellRef> cell;  ///< the cell that stays covered until then; none if the step computes no cell
  Scalar value = 0;
  std::string symbol;  ///< mark-up: "k_{3,1}"

  bool operator==(const Prediction&) const = default;
};

/// What the learner predicts: the product of a score_term, the sum so far of a query_term, the first entry if
/// the step computes several. Nothing if the step computes no new number: embeddings, copies, the mask, ÷ 1,
/// numbers that dropout removes, all tokens at once, NaN.
std::optional<Prediction> prediction_of(const Session& session, Index head, const Step& step);

/// Whether a typed guess, rounded to `decimals`, equals `value` as shown: "0.4306", ",4306", "−.5", "-inf".
/// Errors, each with a sentence: not_a_number, not_finite (too large).
Result<bool> is_right(std::string_view guess, Scalar value, int decimals);

/// How many decimals are shown, and how many of them a guess must get right.
struct GuessDecimals {
  int shown = 4;
  int asked = 2;
};

/// "2 decimals", "1 decimal", "the whole number".
std::string decimals_in_words(int decimals);

enum class Judgement { right, too_low, too_high };

/// Judges a guess for the number of a step, to the required decimals. A result computed from the rounded
/// numbers on display is also correct, even if its last digit differs. Precondition: prediction_of() returns
/// a prediction.
Result<Judgement> judge(std::string_view guess, const Session& session, Index head, const Step& step,
                        GuessDecimals decimals);

}  // namespace attention_lab

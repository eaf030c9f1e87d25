// Predict first: the number that a learner works out before a step shows it.
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
  std::optional<CellRef> cell;  ///< the cell that stays covered meanwhile; none where the step makes no cell
  Scalar value = 0;
  std::string symbol;  ///< mark-up: "k_{3,1}"

  bool operator==(const Prediction&) const = default;
};

/// The number of the step: the product of a score_term, the sum so far of a query_term, the first entry where
/// the step makes several. Nothing where it makes no new number: embeddings, copies, the mask, ÷ 1, what
/// dropout leaves out, all tokens at once, NaN.
std::optional<Prediction> prediction_of(const Session& session, Index head, const Step& step);

/// Whether a typed guess, rounded to `decimals`, is `value` as shown: "0.4306", ",4306", "−.5", "-inf".
/// Errors, each a sentence: not_a_number, not_finite (too large to be read).
Result<bool> is_right(std::string_view guess, Scalar value, int decimals);

/// How many of a number's decimals are shown, and how many of them a guess must have right.
struct GuessDecimals {
  int shown = 4;
  int asked = 2;
};

/// "2 decimals", "1 decimal", "the whole number".
std::string decimals_in_words(int decimals);

enum class Judgement { right, too_low, too_high };

/// The same for the number of a step, to the decimals asked for. A learner who works with the numbers as they
/// are shown, rounded, and arrives at another last digit is right too. Precondition: prediction_of() has a
/// prediction.
Result<Judgement> judge(std::string_view guess, const Session& session, Index head, const Step& step,
                        GuessDecimals decimals);

}  // namespace attention_lab

// Predict first: the numbers that a learner works out before the step shows them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/document/session.h"
#include "core/result.h"
#include "core/steps/step_numbers.h"

namespace attention_lab {

/// One number to predict.
struct AskedNumber {
  std::optional<CellRef> cell;  ///< the cell that stays covered until then; none if the step computes no cell
  Scalar value = 0;
  std::string symbol;  ///< mark-up: "k_{3,1}"

  bool operator==(const AskedNumber&) const = default;
};

/// Of a longer vector, only the first entries are asked for.
inline constexpr std::size_t most_asked_numbers = 8;

/// What the learner predicts: the product of a score_term, the sum so far of a query_term, each entry of a
/// vector. Empty if the step computes no new number: embeddings, copies, the mask, ÷ 1, numbers that dropout
/// removes, all tokens at once, NaN.
std::vector<AskedNumber> asked_numbers(const Session& session, Index head, const Step& step);

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

/// Judges a guess for one of asked_numbers(), to the required decimals. A result computed from the rounded
/// numbers on display is also correct, even if its last digit differs. Precondition: asked_numbers() has the
/// entry.
Result<Judgement> judge(std::string_view guess, const Session& session, Index head, const Step& step,
                        std::size_t entry, GuessDecimals decimals);

}  // namespace attention_lab

// The signs by which a mistake can be recognised.
#pragma once

#include <string>
#include <vector>

#include "core/attention/model.h"
#include "core/attention/stages.h"
#include "core/mistakes/mistake.h"

namespace attention_lab {

/// What can be seen in a wrong trace, and how far it is from the correct one, over all heads.
struct Giveaway {
  bool row_sums_are_one = true;      ///< for every row of weights, up to rounding (is_one)
  bool column_sums_are_one = false;  ///< every column of weights, likewise
  double smallest_row_sum = 1;       ///< rows with NaN are skipped
  double largest_row_sum = 1;
  bool sees_future = false;   ///< the document is causal, and a token attends to a later one
  bool leaks_future = false;  ///< it is causal, no weight is on a later token, and yet the rows of earlier
                              ///< tokens change when the last token's embedding does
  bool has_nan = false;       ///< NaN in weights or context that the correct computation does not have
  bool fits_by_luck = false;  ///< the shapes fit only because two sizes happen to be equal
  /// Weights and context are correct up to rounding (rounding.h): each row of weights relative to its largest
  /// weight, context relative to what it averages, so the magnitude of the numbers does not matter.
  bool numbers_agree = false;
  double largest_difference = 0;         ///< |wrong − right| in context; ∞ if only one of them is finite
  double largest_weight_difference = 0;  ///< the same in weights
  double divisor = 1;                    ///< the divisor that was used
  double right_divisor = 1;              ///< the correct divisor
  double mean_entropy = 0;               ///< of a row of weights, −Σ w·ln w; NaN if a weight is NaN
  double right_mean_entropy = 0;
};

/// Compares `wrong`, which is forward_with_mistake(model, mistake), with `right`, which is forward(model).
/// For causal documents it may run the wrong pass once more to find out whether the future leaks.
Giveaway giveaway_of(const Model& model, Mistake mistake, const Trace& right, const Trace& wrong);

/// A difference of any size: "0.0134", "3.0e-8", "0".
std::string text_of_difference(double difference);

/// The same as short phrases without a full stop, the most revealing first; never empty: "columns of weights
/// sum to 1, rows sum to 0.5614 … 1.3517".
std::vector<std::string> phrases_of(const Giveaway& giveaway, Mistake mistake);

}  // namespace attention_lab

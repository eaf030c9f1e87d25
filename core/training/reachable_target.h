// Whether attention weights can be equal to a target, before anything is trained.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/attention/model.h"
#include "core/attention/types.h"
#include "core/result.h"
#include "core/training/objective.h"

namespace attention_lab {

namespace limits {
inline constexpr Index tokens_of_reachable_target = 16;  ///< beyond, the computation takes too long
inline constexpr Index compared_d_k = 8;  ///< the largest d_k that is compared with smaller ones
}  // namespace limits

/// The loss of the best attention found with one d_k, whatever the numbers of W_q and W_k.
struct LeastLoss {
  Index d_k = 1;
  double loss = 0;           ///< in nats
  double largest_error = 0;  ///< the largest difference between a weight and its target
  bool is_best = false;      ///< whether it is proved that no W_q and W_k of any size have a smaller loss
};

/// What can be said about a target.
enum class Reach {
  reachable,    ///< some W_q and W_k give the target up to rounding
  unreachable,  ///< none do
  unknown,      ///< none were found
};

/// Why a target is unreachable.
enum class Obstacle {
  none,
  zero_weight,   ///< softmax gives no weight of exactly 0, but it may come as close as one likes
  equal_tokens,  ///< two tokens with the same row of X have equal attention
  rank_of_X,     ///< no B of any rank gives the scores that the target needs
  d_k,           ///< they have a larger rank
};

/// The theory, for a head whose W_q and W_k may have any numbers while X stays as it is:
///
/// Softmax does not change if a number is added to a row of its inputs. So weights = target means that
///
///   ln target + c·1ᵀ = [X 1]·B·Xᵀ ÷ (divisor·temperature),  where B = [W_q; b_q]·W_kᵀ has rank d_k at most
///
/// for some column c; without b_q there is no column of ones, and b_k only adds to c. Without a mask, this
/// decides exactly which d_k a target needs: if the rows of X are linearly independent, the rank
/// of ln target less the mean of each row. The causal mask leaves the scores of hidden keys open, and which
/// rank such a matrix can be completed to is not known in general: the fully visible blocks of the matrix
/// give a lower bound, and scores that match the target show that it is reachable.
struct TargetReach {
  Reach reach = Reach::unknown;
  Obstacle obstacle = Obstacle::none;
  Index d_k = 1;  ///< of the model
  Index rank_of_X = 0;
  Index least_d_k = 1;    ///< no smaller one can match the target
  bool is_exact = false;  ///< whether least_d_k can
  /// Two tokens with the same row of X, and whether their columns of the target differ, or else their rows.
  std::optional<std::pair<Index, Index>> equal_tokens;
  bool columns_differ = false;
  double entropy = 0;                   ///< of the target: the loss when it is matched
  LeastLoss present;                    ///< with the model's d_k
  std::vector<LeastLoss> least_losses;  ///< with d_k = 1, 2, 3, …

  /// Whether training can come so close that a picture shows no difference to speak of.
  bool is_nearly_reachable() const { return present.largest_error <= 0.01; }
  double excess(const LeastLoss& loss) const { return std::max(0.0, loss.loss - entropy); }
};

/// Whether the theory applies: W_q and W_k of the head are trained, and the embeddings and positions are not.
bool has_fixed_tokens(const std::vector<MatrixRef>& trained);

/// Preconditions: the theory applies, without a mask or with the causal mask; `target` is a result of
/// make_target() for this model and has at most limits::tokens_of_reachable_target tokens; X is that of its
/// trace, and finite.
TargetReach find_reach(const Model& model, const Matrix& X, Index head, const Matrix& target,
                       const std::vector<MatrixRef>& trained);

/// The same for an objective with a target. Error: not_found, with the reason, if it cannot be computed.
Result<TargetReach> find_reach(const TrainingObjective& objective, Index head,
                               const TrainingSettings& settings);

/// One or two sentences of plain text: "This target can be matched: it needs a d_k of at least 2, and d_k is
/// 4."
std::string describe_reach(const TargetReach& reach, const std::vector<std::string>& tokens);

}  // namespace attention_lab

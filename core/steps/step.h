// Attention as one would compute it on paper, step by step.
#pragma once

#include <vector>

#include "core/attention/model.h"

namespace attention_lab {

/// What a step computes. i is the token, j the key, c the column and t the term of the Step.
enum class StepKind {
  // One query token, as on paper.
  embedding,        ///< looks up row i of the token embeddings; without positions, row i of X
  position,         ///< adds row i of the position embeddings: row i of X
  query_term,       ///< one product X[i,t] · W_q[t,c], added to Q[i,c] so far
  query_bias,       ///< b_q[c], added to Q[i,c] so far
  query_entry,      ///< Q[i,c] at once, if it has too many terms
  query,            ///< row i of Q at once, if it has too many columns or is a copy of X
  key,              ///< row j of K at once
  score_term,       ///< one product Q[i,t] · K[j,t] of scores[i,j]
  score,            ///< scores[i,j], the sum of the products
  scaled_score,     ///< scores[i,j] ÷ divisor
  mask,             ///< row i: scores of later keys become −∞
  row_maximum,      ///< the largest score of row i
  exponential,      ///< exp((score − maximum) ÷ temperature)
  exponential_sum,  ///< Σ of the exponentials of row i
  weight,           ///< exponential ÷ sum
  dropout,          ///< row i of weights: some become 0, the others are divided by 1 − p
  value,            ///< row j of V at once
  accumulation,     ///< weights[i,j] (after dropout) · row j of V, added to row i of head_output so far
  concatenation,    ///< row i of all head outputs, side by side
  output,           ///< row i of context: concatenated · W_o + b_o

  // All tokens at once.
  all_embeddings,
  all_positions,        ///< X = token embeddings + position embeddings
  all_queries,          ///< Q = X·W_q + b_q
  all_keys,             ///< K = X·W_k + b_k
  all_values,           ///< V = X·W_v + b_v
  all_transposed_keys,  ///< Kᵀ
  all_scores,           ///< Q·Kᵀ
  all_scaled_scores,    ///< ÷ divisor
  all_masked_scores,    ///< later keys become −∞
  all_weights,          ///< softmax of each row
  all_dropped_weights,  ///< weights ∘ dropout mask
  all_head_outputs,     ///< weights·V, after dropout dropped_weights·V
  all_concatenated,     ///< head outputs side by side
  all_contexts,         ///< concatenated·W_o + b_o
};

/// One step. Indices that its kind does not use are 0.
struct Step {
  StepKind kind = StepKind::embedding;
  Index token = 0;   ///< i, the query: row of Q, scores, weights, context
  Index key = 0;     ///< j: row of K and V, column of scores and weights
  Index column = 0;  ///< c: column of Q
  Index term = 0;    ///< t: summand of a dot product

  bool operator==(const Step&) const = default;
};

/// A section of the pipeline, the same for one token and for all tokens.
enum class Stage {
  embeddings,
  positions,
  queries,
  keys,
  values,
  scores,
  scaled_scores,
  masked_scores,
  weights,
  dropped_weights,
  head_outputs,
  concatenated,
  contexts,
};

Stage stage_of(StepKind kind);
/// "Keys", "Softmax", "Head output"; empty for stages that need no name of their own on a track of all steps.
const char* tick_name(const Model& model, Stage stage);

/// Whether the step covers all tokens at once.
constexpr bool is_of_all_tokens(StepKind kind) {
  return kind >= StepKind::all_embeddings;
}

/// Up to this d_model and d_k, every product of a query or a score is a step; above, they are added in one.
inline constexpr Index most_terms = 8;
/// With at most this many keys, each score is added up term by term.
inline constexpr Index most_keys_in_terms = 32;
/// Whether the products of a score are separate steps.
bool has_score_terms(const Model& model);

/// The steps of one query token through one head: embedding, position, query; for each key the score, ÷
/// divisor, mask; softmax as exp, sum and quotient; dropout; for each value the weighted sum; then the stages
/// after the heads. Parts that the document does not have (positions, mask, dropout, …) have no steps. The
/// list depends only on shapes and options, is the same for every head, and has at most about 7·n_tokens
/// steps where sums are long. With projection identity, queries are copies, and there are no steps for keys
/// and values. Precondition: 0 ≤ token < n_tokens.
std::vector<Step> steps_of(const Model& model, Index token);

/// The steps for all tokens at once: five matrix products and a transpose, with the stages before and between
/// them (positions, scaling, mask, softmax, dropout). W_o adds a sixth product; projection identity has only
/// two, X·Xᵀ and weights·X.
std::vector<Step> matrix_steps_of(const Model& model);

/// The index in `to` (another token, all tokens, or the same steps after an edit) that corresponds to step
/// `at` of `from`: the same step for the other token, else the first of its kind, else the first of the
/// latest stage that is not beyond its stage. 0 if `from` or `to` is empty.
Index same_stage(const std::vector<Step>& from, Index at, const std::vector<Step>& to);

}  // namespace attention_lab

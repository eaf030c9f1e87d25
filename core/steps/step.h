// Attention as a person would compute it on paper, one step after the other.
#pragma once

#include <vector>

#include "core/attention/model.h"

namespace attention_lab {

/// What happens in one step. i is the token, j the key, c the column, t the term of the Step.
enum class StepKind {
  // One query token on paper.
  embedding,        ///< row i of the token embeddings is looked up; without positions that is row i of X
  position,         ///< row i of the position embeddings, added to it: row i of X
  query_term,       ///< one product X[i,t] · W_q[t,c], added to Q[i,c] so far
  query_bias,       ///< b_q[c], added to Q[i,c] so far
  query_entry,      ///< Q[i,c] at once, where it has too many terms
  query,            ///< row i of Q at once: too many columns, or a copy of X
  key,              ///< row j of K at once
  score_term,       ///< one product Q[i,t] · K[j,t], added to scores[i,j] so far
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

/// One step. Indices that mean nothing for its kind are 0.
struct Step {
  StepKind kind = StepKind::embedding;
  Index token = 0;   ///< i, the query: row of Q, scores, weights, context
  Index key = 0;     ///< j: row of K and V, column of scores and weights
  Index column = 0;  ///< c: column of Q
  Index term = 0;    ///< t: summand of a dot product

  bool operator==(const Step&) const = default;
};

/// A stretch of the way through the pipeline, the same for one token and for all tokens.
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

/// Whether the step concerns all tokens at once.
constexpr bool is_of_all_tokens(StepKind kind) {
  return kind >= StepKind::all_embeddings;
}

/// Dot products of so many terms are added up term by term, and queries of so many columns entry by entry.
inline constexpr Index most_terms = 8;
/// With so many keys at most, each score is added up term by term.
inline constexpr Index most_keys_in_terms = 32;
/// Whether the products of a score have steps of their own.
bool has_score_terms(const Model& model);

/// The way of one query token through one head: embedding, position, query, then key by key the scores,
/// ÷ divisor, mask, softmax as exp, sum and quotient, dropout, then value by value the sum, and what follows
/// the heads. What the document does not have (positions, mask, dropout, …) has no step. The list depends on
/// shapes and options only, is the same for every head, and has about 7·n_tokens steps at most
/// where there is a lot to add up. With projection identity queries are copies and there are no steps for
/// keys and values. Precondition: 0 ≤ token < n_tokens.
std::vector<Step> steps_of(const Model& model, Index token);

/// All tokens at once: five matrix products and a transpose, with what lies before and between them
/// (positions, scaling, mask, softmax, dropout). W_o is a sixth product; projection identity has two, X·Xᵀ
/// and weights·X.
std::vector<Step> matrix_steps_of(const Model& model);

/// Where to stand in `to` when coming from step `at` of `from` (another token, all tokens, or the same way
/// after an edit): the same step for the other token, else the beginning of the same stage, else of the stage
/// before. 0 where `from` or `to` is empty.
Index same_stage(const std::vector<Step>& from, Index at, const std::vector<Step>& to);

}  // namespace attention_lab

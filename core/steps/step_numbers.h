// The numbers of one step, read from the trace.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/attention/explain.h"
#include "core/document/session.h"
#include "core/steps/place.h"
#include "core/steps/step.h"

namespace attention_lab {

/// The content of a pipeline cell during a step, if it is not the number of the trace.
struct Held {
  CellRef cell;
  Scalar value = 0;

  bool operator==(const Held&) const = default;
};

/// Everything a step shows. Members that its kind does not use are empty, or 0 (divisor, temperature: 1).
/// Places and cells are in the matrices that the pipeline shows (shown_matrix).
struct StepNumbers {
  std::vector<Place> operands;  ///< inputs, to be highlighted
  std::vector<Place> results;   ///< results, to be framed

  /// The cells that the step computes or continues, in order, and their numbers. While is_partial, a number
  /// is an intermediate one: a running sum, a product, or an exponential that is not yet a weight. The step
  /// that completes a cell has the number of the trace. Without cells (row_maximum, exponential_sum) there is
  /// one number. Both are empty for all tokens at once, where `results` names whole matrices.
  std::vector<CellRef> cells;
  std::vector<Scalar> values;
  bool is_partial = false;
  /// Intermediate numbers: those of the cells above while is_partial, and exponentials in the row of weights
  /// that have not been divided by their sum yet.
  std::vector<Held> held;

  /// Products: one (query_term, score_term), all of the sum (query_entry, score), or one per cell (dropout:
  /// weight times dropout mask; accumulation).
  std::vector<Term> terms;
  /// Sums before this step, one per cell; 0 before the first. position: the embeddings.
  std::vector<Scalar> before;
  std::vector<Operand> added;     ///< position: the summands, one per cell
  std::optional<Operand> bias;    ///< query_bias, query_entry
  std::optional<Operand> source;  ///< scaled_score: the score; exponential, weight: the masked score
  Scalar divisor = 1;             ///< scaled_score, all_scaled_scores

  Scalar row_maximum = 0;            ///< row_maximum and every later step of softmax
  Scalar temperature = 1;            ///< the same
  std::vector<Scalar> exponentials;  ///< the same: one per key
  Scalar exponential_sum = 0;        ///< the same
};

/// Preconditions: `step` is one of steps_of(model, …) or matrix_steps_of(model), `trace` is the trace of
/// `model`, and 0 ≤ head < n_heads.
StepNumbers numbers_of(const Model& model, const Trace& trace, Index head, const Step& step);

/// One line each. Mark-up as for layout_markup, with the symbols of symbol_of (core/words/matrix_words.h);
/// e_{i} is an embedding, and e_{i,j} are the exponentials of softmax.
struct StepContent {
  std::string title;     ///< mark-up: "Query of “journey”, dimension 1: product 2 of 3"
  std::string formula;   ///< mark-up: "q_{2,1} = Σ_t x_{2,t} × W_q[t,1],  now t = 2"
  std::string numbers;   ///< mark-up, left of the sign: "0.1629 + 0.8700 × 0.2961"
  std::string sign;      ///< "=", or "→" if a row is changed rather than computed (mask)
  std::string result;    ///< mark-up, right of the sign: "0.4205", "[0.4306  1.4551]", "Q (6 × 2)"
  std::string sentence;  ///< mark-up: why, for someone who sees attention for the first time
};

/// Precondition: as for numbers_of. Vectors and sums too long for a line end in "…" and the sum of the rest.
StepContent describe_step(const Session& session, Index head, const Step& step, int decimals);

/// "numbers = result", as mark-up.
std::string equation_of(const StepContent& content);

}  // namespace attention_lab

// The arithmetic of an update, in symbols, numbers and words.
#pragma once

#include <string>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/document.h"
#include "core/training/training_run.h"

namespace attention_lab {

/// One summand of a gradient: left · right.
struct GradientTerm {
  std::string token;  ///< where it comes from
  Scalar left = 0;    ///< a number of the forward pass
  Scalar right = 0;   ///< a gradient
};

/// The gradient of one number of W_q, W_k or W_v, b_q, b_k or b_v as the sum that it is:
///
///   ∂L ÷ ∂W_q[i,j] = Σ_t x_t,i · ∂L ÷ ∂q_t,j       ∂L ÷ ∂b_q[j] = Σ_t 1 · ∂L ÷ ∂q_t,j
///
/// One term per token, in order. Empty for other matrices.
std::vector<GradientTerm> gradient_terms(const TrainingObjective& objective,
                                         const std::vector<std::string>& tokens, const CellRef& cell);

/// One line of the explanation: symbols = numbers = result. All mark-up; numbers may be missing, or stand
/// alone.
struct UpdateLine {
  std::string symbols;
  std::string numbers;
  std::string result;
};

struct UpdateWords {
  std::string title;              ///< mark-up: "W_q row 1, column 2, step 40"
  std::vector<UpdateLine> lines;  ///< from the gradient to the next value
  std::string sentence;           ///< mark-up: what it means
};

/// How the next step changes the number. Numbers have all the digits that tell them apart, so that the
/// arithmetic can be redone. A matrix that is not trained keeps its numbers, and the sentence says so.
UpdateWords describe_update(const TrainingRun& run, const std::vector<std::string>& tokens,
                            const CellRef& cell);

}  // namespace attention_lab

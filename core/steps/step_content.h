// What a step says: title, formula, the same with numbers, and one sentence.
#pragma once

#include <string>

#include "core/document/session.h"
#include "core/steps/step.h"

namespace attention_lab {

/// One line each. Mark-up is that of layout_markup, with the symbols of symbol_of
/// (core/words/matrix_words.h); e_{i} is an embedding, and e_{i,j} are the exponentials of softmax.
struct StepContent {
  std::string title;     ///< mark-up: "Query of “journey”, entry 1: product 2 of 3"
  std::string formula;   ///< mark-up: "q_{2,1} = Σ_t x_{2,t} × W_q[t,1],  now t = 2"
  std::string numbers;   ///< mark-up, left of the sign: "0.1629 + 0.8700 × 0.2961"
  std::string sign;      ///< "=", or "→" where a row is changed rather than computed (mask)
  std::string result;    ///< plain, right of the sign: "0.4205", "[0.4306  1.4551]", "(6 × 2)"
  std::string sentence;  ///< mark-up: why, for somebody who sees attention for the first time
};

/// Precondition: as numbers_of. Vectors and sums too long for a line end in "…", with the total of the rest.
StepContent describe_step(const Session& session, Index head, const Step& step, int decimals);

/// "numbers = result", as mark-up.
std::string equation_of(const StepContent& content);

}  // namespace attention_lab

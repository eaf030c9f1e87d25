// The arithmetic of an update, in symbols, numbers and words.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/document.h"
#include "core/training/training_run.h"

namespace attention_lab {

/// What a row or a column of a parameter is called: a word of the objective, or else as in the document.
std::string row_label(const TrainingObjective& objective, const Document& document, MatrixName name,
                      Index row);
std::string column_label(const TrainingObjective& objective, const Document& document, MatrixName name,
                         Index column);

/// One summand of a gradient.
struct GradientPart {
  std::string source;  ///< mark-up: "“Alice”", "as a query"
  Scalar value = 0;
  std::vector<TokenProduct> products{};  ///< that add up to it, if they are known
  std::vector<std::string> sentence{};   ///< of their tokens; empty: that of the document
};

/// A gradient as the sum that it is.
struct GradientSum {
  std::string symbols;  ///< mark-up: "Σ_t X[t,2] · ∂L ÷ ∂Q[t,1]"
  std::string inner_symbols;  ///< mark-up: "∂L ÷ ∂Q[t,1] = Σ_k K[k,1] · ∂L ÷ ∂scores[t,k], …", or empty
  std::vector<GradientPart> parts;
};

/// The gradient of one number:
///
///   weights of a head      ∂L ÷ ∂W_q[i,j] = Σ_t X[t,i] · ∂L ÷ ∂Q[t,j], one part per token
///   biases of a head       ∂L ÷ ∂b_q[j] = Σ_t ∂L ÷ ∂Q[t,j], likewise
///   embeddings             ∂L ÷ ∂X[t,i] = Σ_j ∂L ÷ ∂Q[t,j] · W_q[i,j] + Σ_j ∂L ÷ ∂K[t,j] · W_k[i,j] + …, one
///                          part for each role of the token: query, key and value
///   sentences of a corpus  one part per sentence
///
/// In a sum over tokens, the gradients of the first tokens are sums themselves (see products_over_tokens); in
/// a sum over sentences, those of every token.
///
/// nullopt if there is no such sum, and for b_k, whose gradient is 0. `document` names the tokens.
std::optional<GradientSum> gradient_sum(const TrainingObjective& objective, const Document& document,
                                        const CellRef& cell);

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
/// `document` names the tokens and the features.
UpdateWords describe_update(const TrainingRun& run, const Document& document, const CellRef& cell);

}  // namespace attention_lab

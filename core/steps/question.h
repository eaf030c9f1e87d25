// Multiple-choice questions: what a learner predicts before a step where asking for a number would be
// pointless.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/model.h"
#include "core/attention/stages.h"
#include "core/document/session.h"
#include "core/result.h"
#include "core/steps/step.h"

namespace attention_lab {

enum class QuestionKind {
  division,        ///< before the first score is divided: how that changes the weights
  visibility,      ///< before the causal mask: whether the token may attend to `key`
  largest_weight,  ///< before softmax: which token will get the largest weight
};

/// The answers of QuestionKind::division, in this order.
enum class DivisionEffect { flatter, sharper, none };
/// The answers of QuestionKind::visibility, in this order.
enum class Visibility { sees, does_not_see };

struct Question {
  QuestionKind kind = QuestionKind::division;
  Index token = 0;           ///< the row of the step; visibility: the query
  Index key = 0;             ///< visibility: the key that may be visible or not
  Index n_answers = 0;       ///< largest_weight: the tokens up to the last visible one
  std::vector<Index> right;  ///< the correct answers, ascending; several if the largest weights are equal

  bool is_right(Index answer) const;
  /// The number of attempts: two, but one if the second could only be the correct answer.
  int tries() const { return n_answers > 2 ? 2 : 1; }

  bool operator==(const Question&) const = default;
};

/// The question asked before `step`, with its answers from the trace; nothing if none is worth asking:
///
///   division        at the first scaled_score, unless the divisor is 1 or all visible scores are equal, so
///                   that nothing would change. Softmax of s ÷ d is flatter for d > 1 and sharper for d < 1.
///   visibility      at the mask: the question about an even token is whether it sees a later one, about an
///                   odd token whether it sees an earlier one. The last token sees all, so the question is
///                   whether an earlier one sees it.
///   largest_weight  at the row's maximum, unless all weights are equal, only one token is visible, or a
///                   weight is NaN.
///
/// Precondition: as for numbers_of.
std::optional<Question> question_of(const Model& model, const Trace& trace, Index head, const Step& step);

/// Mark-up: "Does “starts” see “one”?"
std::string question_in_words(const Session& session, const Question& question);

/// Plain text: "sharper", "yes", a token.
std::string answer_in_words(const Session& session, const Question& question, Index answer);

/// Mark-up: why the correct answer is correct, with its numbers.
std::string explanation_in_words(const Session& session, Index head, const Question& question, int decimals);

/// The answer that was typed, as its text in any case or as its number counted from 1. If several tokens have
/// the same text, a correct one is chosen. Error: not_found.
Result<Index> answer_from(std::string_view typed, const Session& session, const Question& question);

}  // namespace attention_lab

// Questions with a few answers to choose from: what a learner predicts before a step shows it, where a number
// would not be worth asking for.
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
  division,        ///< before the first score is divided: what that will do to the weights
  visibility,      ///< before the causal mask: whether the token sees `key`
  largest_weight,  ///< before softmax: which token will get the largest weight
};

/// The answers of QuestionKind::division, in this order.
enum class DivisionEffect { flatter, sharper, none };
/// The answers of QuestionKind::visibility, in this order.
enum class Visibility { sees, does_not_see };

struct Question {
  QuestionKind kind = QuestionKind::division;
  Index token = 0;           ///< the row that the step works on; visibility: the token that looks
  Index key = 0;             ///< visibility: the token that may be seen or not
  Index n_answers = 0;       ///< to choose from; largest_weight: the leading tokens, all that `token` sees
  std::vector<Index> right;  ///< the right ones, ascending: several where the largest weights are equal

  bool is_right(Index answer) const;
  /// How often a person may answer: twice, but once where the second answer could only be the right one.
  int tries() const { return n_answers > 2 ? 2 : 1; }

  bool operator==(const Question&) const = default;
};

/// The question that is asked before `step`, answered from the trace; nothing where none is worth asking:
///
///   division        at the first scaled_score, unless the divisor is 1 or the scores that the token sees are
///                   all equal, so that nothing would change. Softmax of s ÷ d is flatter for d > 1 and
///                   sharper for d < 1.
///   visibility      at the mask: does an even token see a later one, an odd token an earlier one? The last
///                   token sees all, so there the question is whether an earlier one sees it.
///   largest_weight  at the row's maximum, unless all weights are equal, the token sees but one token, or a
///                   weight is NaN.
///
/// Precondition: as numbers_of.
std::optional<Question> question_of(const Model& model, const Trace& trace, Index head, const Step& step);

/// Mark-up: "Does “starts” see “one”?"
std::string question_in_words(const Session& session, const Question& question);

/// Plain: "sharper", "yes", a token.
std::string answer_in_words(const Session& session, const Question& question, Index answer);

/// Mark-up: why the right answer is right, with its numbers.
std::string explanation_in_words(const Session& session, Index head, const Question& question, int decimals);

/// The answer that was typed: its words, in capitals or not, or its number counted from 1. Of tokens that are
/// written alike a right one is taken. Error: not_found.
Result<Index> answer_from(std::string_view typed, const Session& session, const Question& question);

}  // namespace attention_lab

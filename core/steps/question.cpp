#include "core/steps/question.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>

#include "core/attention/matrix_name.h"
#include "core/attention/model.h"
#include "core/steps/step_table.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

Index index_of(DivisionEffect effect) {
  return static_cast<Index>(effect);
}
Index index_of(Visibility visibility) {
  return static_cast<Index>(visibility);
}

/// The numbers of a row that the mask does not hide.
std::vector<Scalar> visible_numbers(const Model& model, const Trace& trace, const MatrixRef& matrix,
                                    Index row) {
  const MatrixView all = matrix_view(model, trace, matrix);
  std::vector<Scalar> numbers;
  for_each_visible_key(model.options.mask, row, model.n_tokens(),
                       [&](Index key) { numbers.push_back(all(row, key)); });
  return numbers;
}
bool are_finite(const std::vector<Scalar>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](Scalar number) { return std::isfinite(number); });
}
bool are_equal(const std::vector<Scalar>& numbers) {
  return std::adjacent_find(numbers.begin(), numbers.end(), std::not_equal_to<>()) == numbers.end();
}

std::optional<Question> about_division(const Model& model, const Trace& trace, Index head, const Step& step) {
  if (step.key != 0 || trace.divisor == 1) return std::nullopt;
  const std::vector<Scalar> scores = visible_numbers(model, trace, {MatrixName::scores, head}, step.token);
  if (scores.empty() || !are_finite(scores) || are_equal(scores)) return std::nullopt;
  Question question;
  question.kind = QuestionKind::division;
  question.token = step.token;
  question.n_answers = 3;
  question.right = {index_of(trace.divisor > 1 ? DivisionEffect::flatter : DivisionEffect::sharper)};
  return question;
}

std::optional<Question> about_visibility(const Model& model, const Trace&, Index, const Step& step) {
  const Index n_tokens = model.n_tokens();
  const Index later = n_tokens - 1 - step.token;
  if (model.options.mask != Mask::causal || n_tokens == 1) return std::nullopt;
  Question question;
  question.kind = QuestionKind::visibility;
  question.n_answers = 2;
  const Index earlier = step.token / 2;
  if (later == 0) {
    question.token = earlier;
    question.key = step.token;
  } else {
    question.token = step.token;
    question.key = step.token % 2 == 0 ? step.token + 1 + step.token % later : earlier;
  }
  const bool sees = is_visible(model.options.mask, question.token, question.key, n_tokens);
  question.right = {index_of(sees ? Visibility::sees : Visibility::does_not_see)};
  return question;
}

std::optional<Question> about_largest_weight(const Model& model, const Trace& trace, Index head,
                                             const Step& step) {
  const MatrixRef matrix{MatrixName::weights, head};
  const std::vector<Scalar> weights = visible_numbers(model, trace, matrix, step.token);
  if (weights.size() < 2 || !are_finite(weights)) return std::nullopt;
  Question question;
  question.kind = QuestionKind::largest_weight;
  question.token = step.token;
  const Mask& mask = model.options.mask;
  const Index n_tokens = model.n_tokens();
  question.n_answers = visible_span(mask, step.token, n_tokens).end();
  const Scalar largest = *std::max_element(weights.begin(), weights.end());
  const MatrixView all = matrix_view(model, trace, matrix);
  for_each_visible_key(mask, step.token, n_tokens, [&](Index key) {
    if (all(step.token, key) == largest) question.right.push_back(key);
  });
  // If all are equal, every answer would be correct.
  if (question.right.size() == weights.size()) return std::nullopt;
  return question;
}

struct QuestionRow {
  QuestionKind kind;
  std::optional<Question> (*ask)(const Model& model, const Trace& trace, Index head, const Step& step);
  // Templates for StepContext::fill, with the token and key of the question.
  const char* words;
  /// The words of the answers; empty if the answers are tokens.
  std::vector<std::string> answers;
  const char* (*why)(const Question& question, const Session& session);
};

const QuestionRow& question_row(QuestionKind kind) {
  static const std::array question_rows = {
      QuestionRow{QuestionKind::division,
                  about_division,
                  "After dividing by <divisor symbol>, will the weights be sharper or flatter?",
                  {"flatter", "sharper", "the same"},
                  [](const Question&, const Session& session) {
                    return session.trace().divisor > 1
                               ? "Dividing by <brief divisor> brings the scores closer together, so softmax "
                                 "distinguishes less between them: the weights get flatter."
                               : "Dividing by <brief divisor> moves the scores further apart, so softmax "
                                 "distinguishes more between them: the weights get sharper.";
                  }},
      QuestionRow{QuestionKind::visibility,
                  about_visibility,
                  "Does <token> see <key>?",
                  {"yes", "no"},
                  [](const Question& question, const Session&) {
                    return question.key > question.token
                               ? "No: <key> comes after <token>, and the causal mask hides what comes later."
                               : "Yes: <key> comes before <token>, and the causal mask hides only what comes "
                                 "later.";
                  }},
      QuestionRow{
          QuestionKind::largest_weight,
          about_largest_weight,
          "Which word will get the largest weight?",
          {},
          [](const Question& question, const Session&) {
            return question.right.size() > 1
                       ? "Several words share the largest score, <masked score>. Softmax keeps the "
                         "order of the scores, so they share the largest weight."
                       : "<key> has the largest score, <masked score>. Softmax keeps the order of the "
                         "scores, so it gets the largest weight.";
          }},
  };
  return question_rows[static_cast<std::size_t>(kind)];
}

std::string fill(const Session& session, Index head, const Question& question, int decimals,
                 const char* text) {
  Step step{StepKind::score, question.token, question.key, 0, 0};
  if (question.kind == QuestionKind::largest_weight) step.key = question.right.front();
  return StepContext(session, head, step, decimals).fill(text);
}

}  // namespace

bool Question::is_right(Index answer) const {
  return std::find(right.begin(), right.end(), answer) != right.end();
}

std::optional<Question> question_of(const Model& model, const Trace& trace, Index head, const Step& step) {
  const std::optional<QuestionKind> kind = step_row(step.kind).question;
  return kind ? question_row(*kind).ask(model, trace, head, step) : std::nullopt;
}

std::string question_in_words(const Session& session, const Question& question) {
  return fill(session, 0, question, 0, question_row(question.kind).words);
}

std::string answer_in_words(const Session& session, const Question& question, Index answer) {
  const auto at = static_cast<std::size_t>(answer);
  const std::vector<std::string>& answers = question_row(question.kind).answers;
  return answers.empty() ? shortened(session.document().tokens[at]) : answers[at];
}

std::string explanation_in_words(const Session& session, Index head, const Question& question, int decimals) {
  return fill(session, head, question, decimals, question_row(question.kind).why(question, session));
}

Result<Index> answer_from(std::string_view typed, const Session& session, const Question& question) {
  const std::string text = in_small_letters(std::string(trimmed(typed)));
  std::optional<Index> found;
  for (Index answer = 0; answer < question.n_answers; ++answer) {
    if (in_small_letters(answer_in_words(session, question, answer)) != text) continue;
    if (!found || question.is_right(answer)) found = answer;
  }
  if (found) return *found;
  Index number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (is_number && number >= 1 && number <= question.n_answers) return number - 1;
  return Error{ErrorCode::not_found, filled("Type one of the answers, or its number, 1 to <count>.",
                                            {{"count", question.n_answers}})};
}

}  // namespace attention_lab

#include "ui/steps/question_words.h"

#include <array>
#include <charconv>

#include "core/attention/matrix_name.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "ui/steps/step_sentences.h"

namespace attention_lab {
namespace {

constexpr std::array division_answers = {"flatter", "sharper", "the same"};
constexpr std::array visibility_answers = {"yes", "no"};

std::string about_division(const Session& session) {
  const double divisor = static_cast<double>(session.trace().divisor);
  return "Dividing by " + format_briefly(divisor) +
         (divisor > 1
              ? " brings the scores closer together, so softmax tells them apart less: the weights get "
                "flatter."
              : " moves the scores further apart, so softmax tells them apart more: the weights get "
                "sharper.");
}

std::string about_visibility(const Session& session, const Question& question) {
  const std::string token = quoted_token(session, question.token);
  const std::string key = quoted_token(session, question.key);
  return question.key > question.token
             ? "No: " + key + " comes after " + token + ", and the causal mask hides what comes later."
             : "Yes: " + key + " comes before " + token +
                   ", and the causal mask hides only what comes later.";
}

std::string about_largest_weight(const Session& session, Index head, const Question& question, int decimals) {
  const Index key = question.right.front();
  const Scalar score =
      value_of(session.model(), session.trace(), {{MatrixName::masked_scores, head}, question.token, key});
  const std::string number = format_number(static_cast<double>(score), decimals);
  if (question.right.size() > 1) {
    return "Several words share the largest score, " + number +
           ". Softmax keeps the order of the scores, so they share the largest weight.";
  }
  return quoted_token(session, key) + " has the largest score, " + number +
         ". Softmax keeps the order of the scores, so it gets the largest weight.";
}

std::string in_small_letters(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

}  // namespace

std::string question_in_words(const Session& session, const Question& question) {
  switch (question.kind) {
    case QuestionKind::division:
      return "After ÷ " + divisor_symbol(session.model().options.scale) +
             ", will the weights be sharper or flatter?";
    case QuestionKind::visibility:
      return "Does " + quoted_token(session, question.token) + " see " + quoted_token(session, question.key) +
             "?";
    case QuestionKind::largest_weight: return "Which word will get the largest weight?";
  }
  return {};
}

std::string answer_in_words(const Session& session, const Question& question, Index answer) {
  const auto at = static_cast<std::size_t>(answer);
  switch (question.kind) {
    case QuestionKind::division: return division_answers[at];
    case QuestionKind::visibility: return visibility_answers[at];
    case QuestionKind::largest_weight: return shortened(session.document().tokens[at]);
  }
  return {};
}

std::string explanation_in_words(const Session& session, Index head, const Question& question, int decimals) {
  switch (question.kind) {
    case QuestionKind::division: return about_division(session);
    case QuestionKind::visibility: return about_visibility(session, question);
    case QuestionKind::largest_weight: return about_largest_weight(session, head, question, decimals);
  }
  return {};
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
  return Error{ErrorCode::not_found,
               "Type one of the answers, or its number, 1 to " + std::to_string(question.n_answers) + ".",
               ""};
}

std::string decimals_in_words(int decimals) {
  if (decimals == 0) return "the whole number";
  return std::to_string(decimals) + (decimals == 1 ? " decimal" : " decimals");
}

}  // namespace attention_lab

#include "core/steps/question.h"

#include <algorithm>
#include <cmath>

#include "core/attention/mask.h"
#include "core/attention/matrix_name.h"

namespace attention_lab {
namespace {

Index index_of(DivisionEffect effect) {
  return static_cast<Index>(effect);
}
Index index_of(Visibility visibility) {
  return static_cast<Index>(visibility);
}

std::optional<Question> about_division(const Model& model, const Trace& trace, Index head, const Step& step) {
  if (step.key != 0 || trace.divisor == 1) return std::nullopt;
  const Index visible = visible_keys(model.options.mask, step.token, model.n_tokens());
  const MatrixView all = matrix_view(model, trace, {MatrixName::scores, head});
  const auto scores = all.row(step.token).head(visible);
  if (!scores.allFinite() || scores.maxCoeff() == scores.minCoeff()) return std::nullopt;
  Question question;
  question.kind = QuestionKind::division;
  question.token = step.token;
  question.n_answers = 3;
  question.right = {index_of(trace.divisor > 1 ? DivisionEffect::flatter : DivisionEffect::sharper)};
  return question;
}

std::optional<Question> about_visibility(const Model& model, const Step& step) {
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
  const bool sees = is_visible(model.options.mask, question.token, question.key);
  question.right = {index_of(sees ? Visibility::sees : Visibility::does_not_see)};
  return question;
}

std::optional<Question> about_largest_weight(const Model& model, const Trace& trace, Index head,
                                             const Step& step) {
  const Index visible = visible_keys(model.options.mask, step.token, model.n_tokens());
  if (visible < 2) return std::nullopt;
  const MatrixView all = matrix_view(model, trace, {MatrixName::weights, head});
  const auto weights = all.row(step.token).head(visible);
  if (!weights.allFinite()) return std::nullopt;
  Question question;
  question.kind = QuestionKind::largest_weight;
  question.token = step.token;
  question.n_answers = visible;
  const Scalar largest = weights.maxCoeff();
  for (Index key = 0; key < visible; ++key) {
    if (weights(key) == largest) question.right.push_back(key);
  }
  // Where all are equal, every answer would be right.
  if (std::ssize(question.right) == visible) return std::nullopt;
  return question;
}

}  // namespace

bool Question::is_right(Index answer) const {
  return std::find(right.begin(), right.end(), answer) != right.end();
}

std::optional<Question> question_of(const Model& model, const Trace& trace, Index head, const Step& step) {
  switch (step.kind) {
    case StepKind::scaled_score: return about_division(model, trace, head, step);
    case StepKind::mask: return about_visibility(model, step);
    case StepKind::row_maximum: return about_largest_weight(model, trace, head, step);
    default: return std::nullopt;
  }
}

}  // namespace attention_lab

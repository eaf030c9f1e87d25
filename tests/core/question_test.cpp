#include "core/steps/question.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/attention/matrix_name.h"
#include "random_documents.h"
#include "traced.h"

namespace attention_lab {
namespace {

using testing::RandomDocuments;
using testing::trace_of;

/// The entropy of a row of weights in nats: the flatter the row, the larger.
double entropy_of_row(const MatrixView& weights, Index row) {
  double sum = 0;
  for (Index key = 0; key < weights.cols(); ++key) {
    const double weight = static_cast<double>(weights(row, key));
    if (weight > 0) sum -= weight * std::log(weight);
  }
  return sum;
}

std::optional<Question> asked(const Model& model, const Step& step, Index head = 0) {
  return question_of(model, trace_of(model), head, step);
}

Step division(Index token) {
  return {StepKind::scaled_score, token, 0, 0, 0};
}
Step mask(Index token) {
  return {StepKind::mask, token, 0, 0, 0};
}
Step softmax_step(Index token) {
  return {StepKind::row_maximum, token, 0, 0, 0};
}

// Compares the answers with the forward pass, not with the rule that produced them.
TEST(Question, AnswersAreThoseOfTheForwardPassUnderEveryOption) {
  RandomDocuments random(41);
  int divisions = 0;
  for (const testing::Variant& variant : testing::all_variants()) {
    const Model model = random.document(variant).model;
    const Trace trace = trace_of(model);
    Model undivided_model = model;
    undivided_model.options.scale = {Scale::Kind::none, 1};
    const Trace undivided = trace_of(undivided_model);
    for (Index head = 0; head < model.n_heads(); ++head) {
      const MatrixView weights = matrix_view(model, trace, {MatrixName::weights, head});
      const MatrixView before = matrix_view(undivided_model, undivided, {MatrixName::weights, head});
      for (Index token = 0; token < model.n_tokens(); ++token) {
        if (const auto question = question_of(model, trace, head, softmax_step(token))) {
          for (Index key = 0; key < question->n_answers; ++key)
            EXPECT_EQ(question->is_right(key), weights(token, key) == weights.row(token).maxCoeff());
        }
        if (const auto question = question_of(model, trace, head, division(token))) {
          const double change = entropy_of_row(weights, token) - entropy_of_row(before, token);
          if (std::abs(change) < 1e-7) continue;  // the scores are almost equal
          ++divisions;
          const bool is_flatter = change > 0;
          EXPECT_EQ(question->right, std::vector<Index>{is_flatter ? 0 : 1});
        }
        if (const auto question = question_of(model, trace, head, mask(token))) {
          EXPECT_EQ(question->is_right(0), weights(question->token, question->key) > 0)
              << token << question->key;
        }
      }
    }
  }
  EXPECT_GT(divisions, 20);
}

TEST(Question, OfADivisionDependsOnTheDivisor) {
  Model model = testing::small_document().model;
  EXPECT_EQ(asked(model, division(1))->right, std::vector<Index>{0}) << "÷ √2: flatter";
  model.options.scale = {Scale::Kind::custom, Scalar(0.5)};
  EXPECT_EQ(asked(model, division(1))->right, std::vector<Index>{1}) << "÷ 0.5: sharper";
  model.options.scale = {Scale::Kind::custom, 1};
  EXPECT_FALSE(asked(model, division(1)));
  model.options.scale = {Scale::Kind::none, 1};
  EXPECT_FALSE(asked(model, division(1)));
  model.options.scale = {};
  EXPECT_FALSE(asked(model, {StepKind::scaled_score, 1, 1, 0, 0})) << "once a row";
  model.token_embeddings = Matrix(Matrix::Ones(3, 3));
  EXPECT_FALSE(asked(model, division(1))) << "equal scores stay as flat as they are";
  EXPECT_FALSE(asked(model, softmax_step(1))) << "every answer would be right";
}

TEST(Question, IsNotAskedOfATokenThatSeesButItself) {
  Model model = testing::small_document().model;
  model.options.mask = Mask::causal;
  EXPECT_FALSE(asked(model, division(0)));
  EXPECT_FALSE(asked(model, softmax_step(0)));
  ASSERT_TRUE(asked(model, softmax_step(1)));
  EXPECT_EQ(asked(model, softmax_step(1))->n_answers, 2) << "later tokens are no answers";
}

TEST(Question, WhatATokenSeesIsAskedOfEarlierAndOfLaterTokens) {
  RandomDocuments random(42);
  Model model = testing::small_document().model;
  model.token_embeddings = random.matrix(9, 3);
  EXPECT_FALSE(asked(model, mask(1))) << "without a mask every token sees every token";
  model.options.mask = Mask::causal;
  std::set<Index> answers;
  for (Index token = 0; token < 9; ++token) {
    const std::optional<Question> question = asked(model, mask(token));
    ASSERT_TRUE(question);
    ASSERT_LT(question->key, 9);
    EXPECT_NE(question->key, question->token);
    EXPECT_TRUE(question->token == token || question->key == token);
    EXPECT_EQ(question, asked(model, mask(token))) << "the same token is always asked the same";
    answers.insert(question->right.front());
  }
  const std::optional<Question> of_last = asked(model, mask(8));
  ASSERT_TRUE(of_last);
  EXPECT_EQ(of_last->key, 8) << "the last token itself sees all";
  EXPECT_FALSE(of_last->is_right(static_cast<Index>(Visibility::sees)));
  EXPECT_EQ(answers.size(), 2u) << "yes and no";
}

TEST(Question, GivesASecondTryWhereItIsNoGift) {
  Question question;
  question.n_answers = 2;
  EXPECT_EQ(question.tries(), 1);
  question.n_answers = 3;
  EXPECT_EQ(question.tries(), 2);
}

}  // namespace
}  // namespace attention_lab

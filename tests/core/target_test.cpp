// The attention weights that a document is to be trained towards.
#include "core/document/target.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "core/document/checks.h"
#include "core/document/edits.h"
#include "fixtures.h"
#include "random_documents.h"

namespace attention_lab {
namespace {

using attention_lab::testing::RandomDocuments;
using attention_lab::testing::small_document;
using attention_lab::testing::Variant;

TEST(Target, RowsAreDividedByTheirSums) {
  Document document = small_document();
  const Index n = document.model.n_tokens();
  const Result<Matrix> target = make_target(document.model, Matrix::Constant(n, n, 3));
  ASSERT_TRUE(target) << to_string(target.error());
  EXPECT_TRUE(
      fixtures::agree(*target, Matrix::Constant(n, n, Scalar(1) / static_cast<Scalar>(n)), Scalar(1e-7)));
}

TEST(Target, SaysWhichRowsAreDivided) {
  Matrix numbers = Matrix::Constant(2, 2, Scalar(0.5));
  EXPECT_EQ(describe_row_sums(numbers), "");
  numbers(1, 0) = Scalar(3.5);
  EXPECT_EQ(describe_row_sums(numbers),
            "Row 2 of the target sums to 4 instead of 1, so its numbers are divided by 4.");
  numbers(0, 0) = Scalar(0.25);
  EXPECT_EQ(describe_row_sums(numbers),
            "2 rows of the target do not sum to 1, so their numbers are divided by the sum of their row; row "
            "1, for example, sums to 0.75.");
}

void expect_target_refused(const Document& document, const Matrix& target, ErrorCode code,
                           const std::string& place) {
  const Result<Matrix> refused = make_target(document.model, target);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, code) << refused.error().message;
  EXPECT_EQ(refused.error().place, place);
}

TEST(Target, WhatIsNoDistributionIsRefusedWithItsPlace) {
  Document document = small_document();
  const Index n = document.model.n_tokens();
  const Matrix good = Matrix::Constant(n, n, Scalar(0.5));
  const auto changed = [&](Index row, Index column, Scalar value) {
    Matrix target = good;
    target(row, column) = value;
    return target;
  };
  expect_target_refused(document, Matrix::Ones(n, n + 1), ErrorCode::wrong_shape, "target");
  expect_target_refused(document, Matrix(), ErrorCode::wrong_shape, "target");
  expect_target_refused(document, changed(1, 0, Scalar(-0.1)), ErrorCode::out_of_range, "target[1][0]");
  expect_target_refused(document, changed(0, 1, std::nanf("")), ErrorCode::not_finite, "target[0][1]");
  Matrix empty_row = good;
  empty_row.row(1).setZero();
  expect_target_refused(document, empty_row, ErrorCode::out_of_range, "target[1]");
  document.model.options.mask = Mask::causal;
  expect_target_refused(document, good, ErrorCode::out_of_range, "target[0][1]");
}

TEST(Target, ASetWeightTakesItsShareFromTheOthersOfTheRow) {
  Matrix target = fixtures::matrix_of({{0.2, 0.2, 0.6}, {0, 0, 1}, {0.25, 0.25, 0.5}});
  set_target_weight(target, Mask::none, 0, 2, Scalar(0.2));
  set_target_weight(target, Mask::none, 1, 2, Scalar(0.5));  // the others were 0
  set_target_weight(target, Mask::none, 2, 0, 7);
  EXPECT_TRUE(fixtures::agree(target, fixtures::matrix_of({{0.4, 0.4, 0.2}, {0.25, 0.25, 0.5}, {1, 0, 0}}),
                              Scalar(1e-6)));
}

TEST(Target, HiddenKeysStayAtZero) {
  Matrix target = even_target(3, Mask::causal);
  const Matrix before = target;
  set_target_weight(target, Mask::causal, 0, 0, Scalar(0.5));  // the only visible key
  set_target_weight(target, Mask::causal, 1, 2, Scalar(0.5));
  EXPECT_EQ(target, before);
  set_target_weight(target, Mask::causal, 1, 0, Scalar(0.9));
  EXPECT_TRUE(fixtures::agree(target.row(1), fixtures::matrix_of({{0.9, 0.1, 0}}), Scalar(1e-6)));
}

Document with_target(const Matrix& target) {
  RandomDocuments random(7);
  Document document = random.document(Variant{});
  document.tokens = {"a", "b", "c"};
  document.model.token_embeddings = random.matrix(3, document.model.d_model());
  document.vocabulary.reset();
  document.drawn_tokens.clear();
  return edits::set_target(document, target).value();
}

TEST(Target, FollowsTheTokens) {
  const Document document = with_target(fixtures::matrix_of({{0.5, 0.25, 0.25}, {0, 0.5, 0.5}, {0, 0, 1}}));
  const auto third = Scalar(1) / 3;
  EXPECT_TRUE(fixtures::agree(*edits::move_token(document, 0, 2).value().target,
                              fixtures::matrix_of({{0.5, 0.5, 0}, {0, 1, 0}, {0.25, 0.25, 0.5}}),
                              Scalar(1e-6)));
  EXPECT_TRUE(fixtures::agree(*edits::remove_token(document, 2).value().target,
                              fixtures::matrix_of({{2 * third, third}, {0, 1}}), Scalar(1e-6)));
  const Document longer = edits::add_token(document, 1, "new", 1).value();
  EXPECT_TRUE(fixtures::agree(
      *longer.target,
      fixtures::matrix_of({{0.5, 0, 0.25, 0.25}, {0.25, 0.25, 0.25, 0.25}, {0, 0, 0.5, 0.5}, {0, 0, 0, 1}}),
      Scalar(1e-6)));
  EXPECT_TRUE(validate(longer).empty());
}

TEST(Target, FollowsTheCausalMask) {
  const Document document = with_target(fixtures::matrix_of({{0, 0.5, 0.5}, {0.25, 0.25, 0.5}, {0, 0, 1}}));
  EXPECT_TRUE(fixtures::agree(*edits::set_mask(document, Mask::causal).value().target,
                              fixtures::matrix_of({{1, 0, 0}, {0.5, 0.5, 0}, {0, 0, 1}}), Scalar(1e-6)));
}

TEST(Target, IsPartOfTheDocumentButNotOfWhatItsTitleDescribes) {
  const Document document = with_target(even_target(3, Mask::none));
  Document without = document;
  without.target = Matrix();
  EXPECT_FALSE(document == without);
  EXPECT_TRUE(has_same_contents(document, without));
}

}  // namespace
}  // namespace attention_lab

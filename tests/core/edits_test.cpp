// Edits of numbers: cells, rows, blocks and whole matrices.
#include "core/document/edits.h"

#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/limits.h"
#include "core/random/torch_random.h"
#include "edit_checks.h"
#include "special_numbers.h"

namespace attention_lab {
namespace {

using edits::Draw;
using testing::edited;
using testing::embeddings_ref;
using testing::expect_refusal;
using testing::full_document;
using testing::given;
using testing::infinity;
using testing::is_shared;
using testing::RandomDocuments;
using testing::simplified_document;
using testing::small_document;

constexpr MatrixRef W_q{MatrixName::W_q, 0};

/// Every given matrix of the full document.
std::vector<MatrixRef> all_given() {
  std::vector<MatrixRef> matrices = {embeddings_ref, {MatrixName::W_o, 0}, {MatrixName::b_o, 0}};
  for (const MatrixName name : testing::weight_and_bias_names) {
    if (is_per_head(name)) matrices.insert(matrices.end(), {{name, 0}, {name, 1}});
  }
  return matrices;
}

TEST(Edits, SetCellChangesThatNumberAndNoOther) {
  const Document document = full_document();
  for (const MatrixRef& matrix : all_given()) {
    SCOPED_TRACE(to_string(matrix, 2));
    const Index row = given(document, matrix).rows() - 1;
    const Document after = edited(edits::set_cell(document, {matrix, row, 1}, 42));
    for (const MatrixRef& other : all_given()) {
      Matrix expected = given(document, other);
      if (other == matrix) expected(row, 1) = 42;
      EXPECT_EQ(given(after, other), expected);
      EXPECT_EQ(given(after, other).data() == given(document, other).data(), !(other == matrix));
    }
  }
}

TEST(Edits, SetCellLeavesTheOldDocumentAsItWas) {
  const Document document = full_document();
  const Matrix before = *document.model.token_embeddings;
  edited(edits::set_cell(document, {embeddings_ref, 0, 0}, 42));
  EXPECT_EQ(*document.model.token_embeddings, before);
}

TEST(Edits, SetCellOfAComputedMatrixIsRefused) {
  for (const MatrixName name : all_matrix_names) {
    if (is_given(full_document().model, name) || name == MatrixName::position_embeddings) continue;
    const Result<Document> result = edits::set_cell(full_document(), {{name, 0}, 0, 0}, 1);
    expect_refusal(result, ErrorCode::not_editable, to_string(MatrixRef{name, 0}, 2),
                   name == MatrixName::dropout_mask ? "drawn at random" : "are computed from");
  }
}

TEST(Edits, SetCellOutsideTheMatrixIsRefused) {
  const Document document = small_document();
  const std::string words = "W_q has 3 rows and 2 columns, counted from 0";
  expect_refusal(edits::set_cell(document, {W_q, 3, 0}, 1), ErrorCode::out_of_range, "W_q[3,0]", words);
  expect_refusal(edits::set_cell(document, {W_q, 0, 2}, 1), ErrorCode::out_of_range, "W_q[0,2]", words);
  expect_refusal(edits::set_cell(document, {W_q, -1, 0}, 1), ErrorCode::out_of_range, "W_q[-1,0]", words);
}

TEST(Edits, ANumberThatIsNotFiniteIsRefused) {
  const Document document = full_document();
  expect_refusal(edits::set_cell(document, {{MatrixName::W_k, 1}, 1, 0}, infinity), ErrorCode::not_finite,
                 "heads[1].W_k[1,0]", "finite");
  Matrix block = Matrix::Zero(2, 2);
  block(1, 0) = std::numeric_limits<Scalar>::quiet_NaN();
  expect_refusal(edits::set_block(document, {embeddings_ref, 1, 1}, block), ErrorCode::not_finite, "X[2,1]",
                 "finite");
}

TEST(Edits, AHeadThatDoesNotExistIsNamed) {
  for (const Index head : {Index{-1}, Index{2}}) {
    const MatrixRef matrix{MatrixName::W_q, head};
    expect_refusal(edits::zero(full_document(), matrix), ErrorCode::out_of_range, to_string(matrix, 2),
                   "There is no head " + std::to_string(head) + "; the heads are numbered 0 to 1");
  }
}

TEST(Edits, ABiasOrOutputProjectionThatIsSwitchedOffIsNotFound) {
  const Document document = small_document();
  expect_refusal(edits::zero(document, {MatrixName::b_k, 0}), ErrorCode::not_found, "b_k",
                 "turn on biases first");
  expect_refusal(edits::zero(document, {MatrixName::W_o, 0}), ErrorCode::not_found, "W_o",
                 "turn on the output projection first");
  expect_refusal(edits::zero(document, {MatrixName::b_o, 0}), ErrorCode::not_found, "b_o",
                 "turn on the output projection first");
}

TEST(Edits, WeightsCannotBeEditedUnderProjectionIdentityButXCan) {
  const Document document = simplified_document();
  for (const MatrixName name : testing::weight_and_bias_names) {
    expect_refusal(edits::set_cell(document, {{name, 0}, 0, 0}, 1), ErrorCode::not_editable,
                   std::string(to_string(name)), "switch the projection to trainable first");
  }
  EXPECT_EQ((*edited(edits::set_cell(document, {embeddings_ref, 0, 0}, 42)).model.token_embeddings)(0, 0),
            42);
}

TEST(Edits, ABlockOfOneRowReplacesThatRow) {
  const Document document = full_document();
  const RowVector values = RowVector::LinSpaced(3, 7, 9);
  const Document after = edited(edits::set_block(document, {embeddings_ref, 1, 0}, values));
  EXPECT_EQ(after.model.token_embeddings->row(1), values);
  EXPECT_EQ(after.model.token_embeddings->row(0), document.model.token_embeddings->row(0));
  EXPECT_EQ(after.model.token_embeddings->row(2), document.model.token_embeddings->row(2));
  const Document biased = edited(edits::set_block(document, {{MatrixName::b_v, 1}, 0, 0}, values));
  EXPECT_EQ(*biased.model.heads[1].b_v, values);
}

TEST(Edits, ARowOutsideIsRefused) {
  const Document document = small_document();
  expect_refusal(edits::set_block(document, {embeddings_ref, 3, 0}, RowVector::Zero(3)),
                 ErrorCode::out_of_range, "X[3,0]", "X has 3 rows and 3 columns");
}

TEST(Edits, SetMatrixReplacesAllAndOnlyTakesTheSameShape) {
  const Document document = full_document();
  const Matrix values = RandomDocuments(21).matrix(6, 4);
  const Document after = edited(edits::set_matrix(document, {MatrixName::W_o, 0}, values));
  EXPECT_EQ(*after.model.W_o, values);
  EXPECT_TRUE(is_shared(after.model.token_embeddings, document.model.token_embeddings));
  expect_refusal(edits::set_matrix(document, {MatrixName::W_o, 0}, values.transpose()),
                 ErrorCode::wrong_shape, "W_o",
                 "W_o has 6 rows and 4 columns, but 4 rows and 6 columns were given");
  expect_refusal(edits::set_matrix(document, {MatrixName::weights, 1}, values), ErrorCode::not_editable,
                 "heads[1].weights", "; change a number there instead");
}

TEST(Edits, SetBlockWritesFromItsCornerOn) {
  const Document document = small_document();
  const Matrix block = Matrix::Constant(2, 1, 9);
  const Document after = edited(edits::set_block(document, {embeddings_ref, 1, 2}, block));
  Matrix expected = *document.model.token_embeddings;
  expected(1, 2) = 9;
  expected(2, 2) = 9;
  EXPECT_EQ(*after.model.token_embeddings, expected);
}

TEST(Edits, ABlockThatDoesNotFitIsRefused) {
  const Document document = small_document();
  expect_refusal(
      edits::set_block(document, {embeddings_ref, 1, 2}, Matrix::Zero(2, 2)), ErrorCode::wrong_shape,
      "X[1,2]",
      "2 rows and 2 columns were given, but from this cell on there is room for 2 rows and 1 column");
  expect_refusal(edits::set_block(document, {embeddings_ref, 0, 0}, Matrix()), ErrorCode::wrong_shape,
                 "X[0,0]", "No number was given");
}

TEST(Edits, ZeroAndIdentityFillAnyShape) {
  const Document document = full_document();
  for (const MatrixRef& matrix : all_given()) {
    const MatrixView before = given(document, matrix);
    EXPECT_EQ(given(edited(edits::zero(document, matrix)), matrix),
              Matrix::Zero(before.rows(), before.cols()));
    EXPECT_EQ(given(edited(edits::identity(document, matrix)), matrix),
              Matrix::Identity(before.rows(), before.cols()));
  }
}

TEST(Edits, TransposeIsForSquareMatricesOnly) {
  const Document document = full_document();
  const MatrixRef W_v{MatrixName::W_v, 1};
  EXPECT_EQ(given(edited(edits::transpose(document, W_v)), W_v), given(document, W_v).transpose());
  expect_refusal(edits::transpose(document, {MatrixName::W_q, 1}), ErrorCode::wrong_shape, "heads[1].W_q",
                 "only a square matrix");
}

TEST(Edits, AWeightDrawnAloneIsTheFirstDrawOfItsSeed) {
  const Document document = full_document();
  const MatrixRef W_k{MatrixName::W_k, 1};
  EXPECT_EQ(given(edited(edits::redraw(document, W_k, Draw::torch_rand, 123)), W_k),
            TorchRandom(123).rand(3, 2));
  EXPECT_EQ(given(edited(edits::redraw(document, W_k, Draw::nn_linear, 789)), W_k),
            TorchRandom(789).linear_weight(3, 2));
  EXPECT_EQ(given(edited(edits::redraw(document, W_k, Draw::torch_randn, 789)), W_k),
            TorchRandom(789).randn(3, 2));
}

TEST(Edits, ABiasDrawnAloneTakesTheFanInOfItsWeight) {
  const Document document = full_document();
  const MatrixRef b_o{MatrixName::b_o, 0};
  EXPECT_EQ(given(edited(edits::redraw(document, b_o, Draw::nn_linear, 5)), b_o),
            TorchRandom(5).linear_bias(6, 4));
  const MatrixRef b_v{MatrixName::b_v, 1};
  EXPECT_EQ(given(edited(edits::redraw(document, b_v, Draw::nn_linear, 5)), b_v),
            TorchRandom(5).linear_bias(3, 3));
  EXPECT_EQ(given(edited(edits::redraw(document, b_v, Draw::torch_rand, 5)), b_v), TorchRandom(5).rand(1, 3));
}

TEST(Edits, EmbeddingsDrawnLikeALinearLayerStayWithinTheirFanIn) {
  const Document document = full_document();
  const Document after = edited(edits::redraw(document, embeddings_ref, Draw::nn_linear, 5));
  EXPECT_EQ(*after.model.token_embeddings, TorchRandom(5).linear_weight(3, 3).transpose());
  EXPECT_LE(after.model.token_embeddings->cwiseAbs().maxCoeff(), Scalar{1} / std::sqrt(Scalar{3}));
  EXPECT_EQ(*edited(edits::redraw(document, embeddings_ref, Draw::torch_rand, 5)).model.token_embeddings,
            TorchRandom(5).rand(3, 3));
}

TEST(Edits, RedrawWeightsDrawsQueryKeyAndValueOfHeadAfterHead) {
  Document document = small_document();
  document.model.heads.push_back(document.model.heads.front());
  const Document after = edited(edits::redraw_weights(document, Draw::torch_rand, 123));
  TorchRandom random(123);
  for (const Head& head : after.model.heads) {
    EXPECT_EQ(*head.W_q, random.rand(3, 2));
    EXPECT_EQ(*head.W_k, random.rand(3, 2));
    EXPECT_EQ(*head.W_v, random.rand(3, 2));
  }
  EXPECT_TRUE(is_shared(after.model.token_embeddings, document.model.token_embeddings));
}

TEST(Edits, RedrawWeightsDrawsABiasRightAfterItsWeight) {
  const Document document = full_document();
  const Document after = edited(edits::redraw_weights(document, Draw::nn_linear, 789));
  TorchRandom random(789);
  for (const Head& head : after.model.heads) {
    EXPECT_EQ(*head.W_q, random.linear_weight(3, 2));
    EXPECT_EQ(*head.b_q, random.linear_bias(3, 2));
    EXPECT_EQ(*head.W_k, random.linear_weight(3, 2));
    EXPECT_EQ(*head.b_k, random.linear_bias(3, 2));
    EXPECT_EQ(*head.W_v, random.linear_weight(3, 3));
    EXPECT_EQ(*head.b_v, random.linear_bias(3, 3));
  }
  EXPECT_TRUE(is_shared(after.model.W_o, document.model.W_o));
  expect_refusal(edits::redraw_weights(simplified_document(), Draw::nn_linear, 1), ErrorCode::not_editable,
                 "heads", "no weight matrices");
}

TEST(Edits, RedrawWeightsNotesItsSeed) {
  const Document document = small_document();
  EXPECT_FALSE(document.seed);
  EXPECT_EQ(edited(edits::redraw_weights(document, Draw::torch_rand, 789)).seed, 789U);
  EXPECT_FALSE(edited(edits::redraw(document, embeddings_ref, Draw::torch_rand, 789)).seed)
      << "one matrix is not all";
  const auto largest = static_cast<std::uint64_t>(limits::seed);
  EXPECT_EQ(edited(edits::redraw_weights(document, Draw::torch_rand, largest)).seed, largest);
  expect_refusal(edits::redraw_weights(document, Draw::torch_rand, largest + 1), ErrorCode::over_limit,
                 "seed", "its limit is 2147483647");
}

TEST(Edits, ASplitProjectionIsDrawnAsOneLayerForAllHeads) {
  const Document document = full_document();  // with biases, and W_o is (6, 4)
  const Document after =
      edited(edits::redraw_weights(document, Draw::nn_linear, 5, edits::DrawOrder::split_projection));
  TorchRandom random(5);
  const Matrix queries = random.linear_weight(3, 4);
  const RowVector query_bias = random.linear_bias(3, 4);
  random.linear_weight(3, 4);
  random.linear_bias(3, 4);
  const Matrix values = random.linear_weight(3, 6);
  const RowVector value_bias = random.linear_bias(3, 6);
  for (Index h = 0; h < 2; ++h) {
    const Head& head = after.model.heads[static_cast<std::size_t>(h)];
    EXPECT_EQ(*head.W_q, queries.middleCols(2 * h, 2));
    EXPECT_EQ(*head.b_q, query_bias.segment(2 * h, 2));
    EXPECT_EQ(*head.W_v, values.middleCols(3 * h, 3));
    EXPECT_EQ(*head.b_v, value_bias.segment(3 * h, 3));
  }
  EXPECT_EQ(*after.model.W_o, random.linear_weight(6, 4)) << "as wide as it was";
  EXPECT_EQ(*after.model.b_o, random.linear_bias(6, 4));
  EXPECT_EQ(after.seed, 5U);
  EXPECT_TRUE(is_shared(after.model.token_embeddings, document.model.token_embeddings));
}

TEST(Edits, ASplitProjectionBringsAnOutputProjectionAlong) {
  Document document = edited(edits::set_n_heads(small_document(), 3, 1));
  document = edited(edits::redraw_weights(document, Draw::nn_linear, 5, edits::DrawOrder::split_projection));
  EXPECT_EQ(document.model.W_o->rows(), 6);
  EXPECT_EQ(document.model.W_o->cols(), 6);
  EXPECT_EQ(document.model.b_o->size(), 6);
  EXPECT_EQ(document.model.heads[1].b_q->size(), 0);

  Document wide = small_document();
  wide.model.heads[0].W_v = Matrix(Matrix::Zero(3, 2049));
  wide.model.heads.push_back(wide.model.heads.front());
  expect_refusal(edits::redraw_weights(wide, Draw::nn_linear, 5, edits::DrawOrder::split_projection),
                 ErrorCode::over_limit, "W_o", "4098 columns");
}

TEST(Edits, Seed123GivesTheNumbersOfTheTextbook) {
  Document document = small_document();
  document.tokens = {"Your", "journey", "starts", "with", "one", "step"};
  Matrix embeddings(6, 3);
  embeddings << Scalar(.43), Scalar(.15), Scalar(.89), Scalar(.55), Scalar(.87), Scalar(.66), Scalar(.57),
      Scalar(.85), Scalar(.64), Scalar(.22), Scalar(.58), Scalar(.33), Scalar(.77), Scalar(.25), Scalar(.10),
      Scalar(.05), Scalar(.80), Scalar(.55);
  document.model.token_embeddings = embeddings;
  document = edited(edits::redraw_weights(document, Draw::torch_rand, 123));
  Trace trace;
  forward(document.model, trace);
  EXPECT_NEAR(trace.heads[0].scores(1, 1), 1.8524, 5e-5);
  EXPECT_NEAR(trace.context(1, 0), .3061, 5e-5);
  EXPECT_NEAR(trace.context(1, 1), .8210, 5e-5);
}

TEST(Edits, WhateverPeopleDoTheDocumentStaysValid) {
  RandomDocuments random(22);
  for (int round = 0; round < 40; ++round) {
    Document document = random.document();
    for (int step = 0; step < 60; ++step) {
      const std::uint64_t seed = static_cast<std::uint64_t>(step);
      const Index amount = random.below(7) - 1;
      const MatrixRef matrix{all_matrix_names[static_cast<std::size_t>(random.below(19))],
                             random.below(4) - 1};
      const CellRef cell{matrix, random.below(5) - 1, random.below(5) - 1};
      const auto edit = [&]() -> Result<Document> {
        switch (random.below(22)) {
          case 0: return edits::set_cell(document, cell, random.number());
          case 1: return edits::set_block(document, {matrix, amount, 0}, random.row(random.below(5)));
          case 2: return edits::set_matrix(document, matrix, random.matrix(3, 2));
          case 3: return edits::set_block(document, cell, random.matrix(random.below(3), random.below(3)));
          case 4: return edits::zero(document, matrix);
          case 5: return edits::identity(document, matrix);
          case 6: return edits::transpose(document, matrix);
          case 7:
            return edits::redraw(document, matrix, random.coin() ? Draw::torch_rand : Draw::nn_linear, seed);
          case 8:
            return edits::redraw_weights(
                document, Draw::nn_linear, seed,
                random.coin() ? edits::DrawOrder::head_by_head : edits::DrawOrder::split_projection);
          case 9: return edits::add_token(document, amount, "new", seed);
          case 10: return edits::remove_token(document, amount);
          case 11: return edits::rename_token(document, amount, "other");
          case 12: return edits::move_token(document, amount, random.below(7) - 1);
          case 13: return edits::set_sentence(document, "one step, then one more step", seed);
          case 14: return edits::set_d_model(document, amount, seed);
          case 15: return edits::set_d_k(document, amount, seed);
          case 16: return edits::set_d_v(document, amount, seed);
          case 17: return edits::set_n_heads(document, amount, seed);
          case 18: return edits::set_projection(document, static_cast<Projection>(random.below(2)), seed);
          case 19: return edits::set_temperature(document, random.number());
          case 20: return edits::set_biases(document, random.coin());
          default: return edits::set_output_projection(document, random.coin());
        }
      };
      const Result<Document> result = edit();
      if (result) {
        document = edited(result);
      } else {
        EXPECT_FALSE(result.error().message.empty() || result.error().place.empty());
      }
    }
  }
}

}  // namespace
}  // namespace attention_lab

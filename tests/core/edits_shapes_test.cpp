// Edits of shapes and options.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "core/document/edits.h"
#include "core/limits.h"
#include "core/random/streams.h"
#include "edit_checks.h"

namespace attention_lab {
namespace {

using testing::edited;
using testing::expect_refusal;
using testing::full_document;
using testing::is_shared;
using testing::simplified_document;
using testing::small_document;

constexpr std::uint64_t shapes_seed = 11;

/// The numbers of a stream as a matrix: row i is `of(i)`.
Matrix drawn(const Stream& stream, Index rows, Index columns) {
  return Matrix::NullaryExpr(rows, columns, [&](Index i, Index j) { return stream.of(i).number(j); });
}

Stream stream_of(const char* weight, Index head) {
  return Stream(shapes_seed).of(weight).of(head);
}

TEST(EditsShapes, DModelResizesEmbeddingsAndTheRowsOfTheWeights) {
  const Document before = full_document();
  const Document after = edited(edits::set_d_model(before, 5, shapes_seed));
  EXPECT_EQ(after.model.token_embeddings->leftCols(3), *before.model.token_embeddings);
  for (Index row = 0; row < 3; ++row) {
    const Stream word = Stream(shapes_seed).of("word").of(before.tokens[static_cast<std::size_t>(row)]);
    for (Index column = 3; column < 5; ++column)
      EXPECT_EQ((*after.model.token_embeddings)(row, column), word.number(column))
          << "as if the word were new";
  }
  for (std::size_t i = 0; i < 2; ++i) {
    const Head& head = after.model.heads[i];
    const Index h = static_cast<Index>(i);
    EXPECT_EQ(head.W_q->topRows(3), *before.model.heads[i].W_q);
    EXPECT_EQ(head.W_q->bottomRows(2), drawn(stream_of("W_q", h), 5, 2).bottomRows(2));
    EXPECT_EQ(head.W_k->bottomRows(2), drawn(stream_of("W_k", h), 5, 2).bottomRows(2));
    EXPECT_EQ(head.W_v->bottomRows(2), drawn(stream_of("W_v", h), 5, 3).bottomRows(2));
    EXPECT_TRUE(is_shared(head.b_q, before.model.heads[i].b_q));
  }
  EXPECT_TRUE(is_shared(after.model.W_o, before.model.W_o));
  EXPECT_TRUE(after.drawn_tokens.empty()) << "what was given stays given";
}

TEST(EditsShapes, ASmallerShapeKeepsWhatFits) {
  const Document before = full_document();
  const Document after = edited(edits::set_d_model(before, 2, shapes_seed));
  EXPECT_EQ(*after.model.token_embeddings, before.model.token_embeddings->leftCols(2));
  EXPECT_EQ(*after.model.heads[1].W_v, before.model.heads[1].W_v->topRows(2));
}

TEST(EditsShapes, GrowingAndShrinkingAgainGivesTheOldDocumentBack) {
  const Document document = full_document();
  using Edit = Result<Document> (*)(const Document&, Index, std::uint64_t);
  const std::vector<std::pair<Edit, Index>> shapes = {
      {edits::set_d_model, 3}, {edits::set_d_k, 2}, {edits::set_d_v, 3}, {edits::set_n_heads, 2}};
  for (const auto& [edit, present] : shapes) {
    const Document larger = edited(edit(document, present + 3, shapes_seed));
    EXPECT_FALSE(larger == document);
    EXPECT_TRUE(edited(edit(larger, present, shapes_seed)) == document);
  }
}

TEST(EditsShapes, TheSameShapeSharesEverything) {
  const Document before = full_document();
  for (const Document& after :
       {edited(edits::set_d_model(before, 3, shapes_seed)), edited(edits::set_d_k(before, 2, shapes_seed)),
        edited(edits::set_d_v(before, 3, shapes_seed)), edited(edits::set_n_heads(before, 2, shapes_seed))}) {
    EXPECT_TRUE(after == before);
    EXPECT_TRUE(is_shared(after.model.token_embeddings, before.model.token_embeddings));
    EXPECT_TRUE(is_shared(after.model.W_o, before.model.W_o));
    EXPECT_TRUE(is_shared(after.model.heads[1].W_v, before.model.heads[1].W_v));
    EXPECT_TRUE(is_shared(after.model.heads[1].b_q, before.model.heads[1].b_q));
  }
}

TEST(EditsShapes, DKResizesQueriesAndKeysWithTheirBiases) {
  const Document before = full_document();
  const Document after = edited(edits::set_d_k(before, 4, shapes_seed));
  for (std::size_t i = 0; i < 2; ++i) {
    const Head& head = after.model.heads[i];
    const Index h = static_cast<Index>(i);
    EXPECT_EQ(head.W_q->leftCols(2), *before.model.heads[i].W_q);
    EXPECT_EQ(head.W_q->rightCols(2), drawn(stream_of("W_q", h), 3, 4).rightCols(2));
    EXPECT_EQ(head.b_q->head(2), *before.model.heads[i].b_q);
    EXPECT_EQ(head.b_q->tail(2), RowVector::Zero(2));
    EXPECT_EQ(head.W_k->rightCols(2), drawn(stream_of("W_k", h), 3, 4).rightCols(2));
    EXPECT_EQ(head.b_k->tail(2), RowVector::Zero(2));
    EXPECT_TRUE(is_shared(head.W_v, before.model.heads[i].W_v));
  }
  EXPECT_TRUE(is_shared(after.model.token_embeddings, before.model.token_embeddings));
}

TEST(EditsShapes, DVKeepsTheRowsOfEachHeadInTheOutputProjection) {
  const Document before = full_document();  // d_v is 3, so W_o has the blocks of rows 0–2 and 3–5
  const Document larger = edited(edits::set_d_v(before, 4, shapes_seed));
  for (std::size_t i = 0; i < 2; ++i) {
    const Index h = static_cast<Index>(i);
    EXPECT_EQ(larger.model.heads[i].W_v->rightCols(1), drawn(stream_of("W_v", h), 3, 4).rightCols(1));
    EXPECT_EQ(larger.model.heads[i].b_v->tail(1), RowVector::Zero(1));
    EXPECT_TRUE(is_shared(larger.model.heads[i].W_q, before.model.heads[i].W_q));
  }
  const Matrix& W_o = *larger.model.W_o;
  ASSERT_EQ(W_o.rows(), 8);
  EXPECT_EQ(W_o.middleRows(0, 3), before.model.W_o->middleRows(0, 3));
  EXPECT_EQ(W_o.row(3), drawn(stream_of("W_o", 0), 4, 4).row(3));
  EXPECT_EQ(W_o.middleRows(4, 3), before.model.W_o->middleRows(3, 3));
  EXPECT_EQ(W_o.row(7), drawn(stream_of("W_o", 1), 4, 4).row(3));

  const Document smaller = edited(edits::set_d_v(before, 1, shapes_seed));
  EXPECT_EQ(smaller.model.W_o->row(0), before.model.W_o->row(0));
  EXPECT_EQ(smaller.model.W_o->row(1), before.model.W_o->row(3));
}

TEST(EditsShapes, MoreHeadsAreDrawnAndHaveZeroBiases) {
  const Document before = full_document();
  const Document after = edited(edits::set_n_heads(before, 3, shapes_seed));
  const Head& added = after.model.heads[2];
  EXPECT_EQ(*added.W_q, drawn(stream_of("W_q", 2), 3, 2));
  EXPECT_EQ(*added.W_k, drawn(stream_of("W_k", 2), 3, 2));
  EXPECT_EQ(*added.W_v, drawn(stream_of("W_v", 2), 3, 3));
  EXPECT_EQ(*added.b_q, RowVector::Zero(2));
  EXPECT_EQ(*added.b_v, RowVector::Zero(3));
  EXPECT_EQ(after.model.W_o->topRows(6), *before.model.W_o);
  EXPECT_EQ(after.model.W_o->bottomRows(3), drawn(stream_of("W_o", 2), 3, 4));
  EXPECT_TRUE(is_shared(after.model.heads[1].W_q, before.model.heads[1].W_q));
  EXPECT_EQ(edited(edits::set_n_heads(small_document(), 2, shapes_seed)).model.heads[1].b_q->size(), 0);
}

TEST(EditsShapes, ANewHeadIsNoCopyOfTheFirst) {
  const Document drawn = edited(edits::redraw_weights(small_document(), edits::Draw::torch_rand, 123));
  const Document after = edited(edits::set_n_heads(drawn, 3, 123));
  const auto& heads = after.model.heads;
  for (const auto& [a, b] : {std::pair<std::size_t, std::size_t>{0, 1}, {0, 2}, {1, 2}}) {
    EXPECT_NE(*heads[a].W_q, *heads[b].W_q);
    EXPECT_NE(*heads[a].W_k, *heads[b].W_k);
    EXPECT_NE(*heads[a].W_v, *heads[b].W_v);
  }
}

TEST(EditsShapes, FewerHeadsDropTheLastOnes) {
  const Document before = full_document();
  const Document after = edited(edits::set_n_heads(before, 1, shapes_seed));
  EXPECT_EQ(after.model.n_heads(), 1);
  EXPECT_TRUE(is_shared(after.model.heads[0].W_q, before.model.heads[0].W_q));
  EXPECT_EQ(*after.model.W_o, before.model.W_o->topRows(3));
}

TEST(EditsShapes, AmountsOutsideTheirLimitsAreRefused) {
  const Document document = full_document();
  using enum ErrorCode;
  expect_refusal(edits::set_d_model(document, 0, shapes_seed), out_of_range, "d_model",
                 "d_model would be 0; it must be");
  expect_refusal(edits::set_d_model(document, 4097, shapes_seed), over_limit, "d_model", "its limit is 4096");
  expect_refusal(edits::set_d_k(document, 0, shapes_seed), out_of_range, "d_k", "at least 1");
  expect_refusal(edits::set_d_k(document, 4097, shapes_seed), over_limit, "d_k", "its limit is 4096");
  expect_refusal(edits::set_d_v(document, -1, shapes_seed), out_of_range, "d_v", "d_v would be -1");
  expect_refusal(edits::set_d_v(document, 4097, shapes_seed), over_limit, "d_v", "its limit is 4096");
  expect_refusal(edits::set_n_heads(document, 0, shapes_seed), out_of_range, "n_heads", "at least 1");
  expect_refusal(edits::set_n_heads(document, 65, shapes_seed), over_limit, "n_heads", "its limit is 64");
}

TEST(EditsShapes, SimplifiedAttentionHasOnlyDModel) {
  const Document document = simplified_document();
  const std::string words =
      "Simplified attention has no weight matrices; switch the projection to trainable first.";
  expect_refusal(edits::set_d_k(document, 3, shapes_seed), ErrorCode::not_editable, "d_k", words);
  expect_refusal(edits::set_d_v(document, 3, shapes_seed), ErrorCode::not_editable, "d_v", words);
  expect_refusal(edits::set_n_heads(document, 3, shapes_seed), ErrorCode::not_editable, "n_heads", words);
  const Document after = edited(edits::set_d_model(document, 5, shapes_seed));
  EXPECT_EQ(after.model.d_model(), 5);
  EXPECT_EQ(after.model.heads[1].W_q->rows(), 5) << "the heads it keeps must fit when it is switched back";
}

TEST(EditsOptions, ProjectionIdentityAndBackLosesNothing) {
  const Document before = full_document();
  const Document simplified = edited(edits::set_projection(before, Projection::identity, shapes_seed));
  EXPECT_EQ(simplified.model.options.projection, Projection::identity);
  EXPECT_TRUE(edited(edits::set_projection(simplified, Projection::trainable, shapes_seed)) == before);
}

TEST(EditsOptions, SimplifiedIsUndividedAsItIsTaughtAndTrainableIsDividedAgain) {
  for (const Scale& scale : {Scale{}, Scale{Scale::Kind::none, 1}, Scale{Scale::Kind::custom, 2}}) {
    const Document before = edited(edits::set_scale(small_document(), scale));
    const Document simplified = edited(edits::set_projection(before, Projection::identity, shapes_seed));
    EXPECT_EQ(simplified.model.options.scale.kind, Scale::Kind::none);
    const Document trainable = edited(edits::set_projection(simplified, Projection::trainable, shapes_seed));
    EXPECT_EQ(trainable.model.options.scale.kind, Scale::Kind::sqrt_d_k);
  }
}

TEST(EditsOptions, ADivisorChosenForSimplifiedAttentionStays) {
  const Document simplified =
      edited(edits::set_projection(small_document(), Projection::identity, shapes_seed));
  for (const Scale& scale : {Scale{}, Scale{Scale::Kind::custom, 2}}) {
    const Document divided = edited(edits::set_scale(simplified, scale));
    EXPECT_TRUE(edited(edits::set_projection(divided, Projection::identity, shapes_seed)) == divided);
    EXPECT_EQ(edited(edits::set_projection(divided, Projection::trainable, shapes_seed)).model.options.scale,
              scale);
  }
}

TEST(EditsOptions, ProjectionTrainableDrawsAHeadWhereThereIsNone) {
  Document document = small_document();
  document.model.options.projection = Projection::identity;
  document.model.heads.clear();
  const Document after = edited(edits::set_projection(document, Projection::trainable, 123));
  ASSERT_EQ(after.model.n_heads(), 1);
  EXPECT_EQ(*after.model.heads[0].W_q, drawn(Stream(123).of("W_q").of(0), 3, 2));
  EXPECT_EQ(*after.model.heads[0].W_k, drawn(Stream(123).of("W_k").of(0), 3, 2));
  EXPECT_EQ(*after.model.heads[0].W_v, drawn(Stream(123).of("W_v").of(0), 3, 2));
  const Document narrow = edited(edits::set_d_model(document, 1, shapes_seed));
  EXPECT_EQ(edited(edits::set_projection(narrow, Projection::trainable, shapes_seed)).model.d_v(), 1);
}

TEST(EditsOptions, ScaleTakesAnyPositiveDivisor) {
  const Document document = small_document();
  using enum Scale::Kind;
  const Document after = edited(edits::set_scale(document, {custom, Scalar(2.5)}));
  EXPECT_EQ(after.model.divisor(), Scalar(2.5));
  EXPECT_TRUE(is_shared(after.model.token_embeddings, document.model.token_embeddings));
  EXPECT_EQ(edited(edits::set_scale(after, {none, 7})).model.divisor(), 1);
  EXPECT_TRUE(edited(edits::set_scale(after, {sqrt_d_k, 7})) == document);
  expect_refusal(edits::set_scale(document, {custom, 0}), ErrorCode::out_of_range, "scale",
                 "The divisor is 0;");
  expect_refusal(edits::set_scale(document, {custom, -1}), ErrorCode::out_of_range, "scale",
                 "greater than 0");
  expect_refusal(edits::set_scale(document, {custom, std::numeric_limits<Scalar>::infinity()}),
                 ErrorCode::not_finite, "scale", "not a finite number");
}

TEST(EditsOptions, TemperatureIsPositive) {
  const Document document = small_document();
  EXPECT_EQ(edited(edits::set_temperature(document, Scalar(0.5))).model.options.temperature, Scalar(0.5));
  expect_refusal(edits::set_temperature(document, Scalar(-0.5)), ErrorCode::out_of_range, "temperature",
                 "The temperature is -0.5;");
  expect_refusal(edits::set_temperature(document, std::numeric_limits<Scalar>::quiet_NaN()),
                 ErrorCode::not_finite, "temperature", "not a finite number");
}

TEST(EditsOptions, NumberTooSmallToDivideByIsRefusedAndTheSmallestThatServesIsNamed) {
  const Document document = small_document();
  constexpr Scalar smallest = std::numeric_limits<Scalar>::min();
  const Scalar below = std::nextafter(smallest, Scalar{0});
  const char* named = sizeof(Scalar) == sizeof(float) ? "it must be at least 1.17549435e-38."
                                                      : "it must be at least 2.2250738585072014e-308.";
  expect_refusal(edits::set_scale(document, {Scale::Kind::custom, below}), ErrorCode::out_of_range, "scale",
                 named);
  expect_refusal(edits::set_temperature(document, below), ErrorCode::out_of_range, "temperature", named);
  EXPECT_EQ(edited(edits::set_scale(document, {Scale::Kind::custom, smallest})).model.divisor(), smallest);
  EXPECT_EQ(edited(edits::set_temperature(document, smallest)).model.options.temperature, smallest);
}

TEST(EditsOptions, MaskIsSet) {
  const Document before = small_document();
  const Document after = edited(edits::set_mask(before, Mask::causal));
  EXPECT_EQ(after.model.options.mask, Mask::causal);
  EXPECT_TRUE(edited(edits::set_mask(after, Mask::none)) == before);
}

TEST(EditsOptions, BiasesComeAsZerosAndGo) {
  const Document before = edited(edits::set_output_projection(small_document(), true));
  const Document after = edited(edits::set_biases(before, true));
  EXPECT_EQ(*after.model.heads[0].b_q, RowVector::Zero(2));
  EXPECT_EQ(*after.model.heads[0].b_k, RowVector::Zero(2));
  EXPECT_EQ(*after.model.heads[0].b_v, RowVector::Zero(2));
  EXPECT_EQ(*after.model.b_o, RowVector::Zero(2));
  EXPECT_TRUE(edited(edits::set_biases(after, false)) == before);
  EXPECT_TRUE(edited(edits::set_biases(full_document(), true)) == full_document()) << "those present stay";
  EXPECT_EQ(edited(edits::set_biases(small_document(), true)).model.b_o->size(), 0) << "no W_o, no b_o";
  expect_refusal(edits::set_biases(simplified_document(), true), ErrorCode::not_editable, "biases",
                 "no weight");
}

TEST(EditsOptions, TheOutputProjectionStartsAsTheIdentity) {
  Document before = small_document();
  before.model.heads.push_back(before.model.heads.front());
  const Document after = edited(edits::set_output_projection(before, true));
  EXPECT_EQ(*after.model.W_o, Matrix::Identity(4, 4));
  EXPECT_EQ(after.model.b_o->size(), 0);
  EXPECT_TRUE(edited(edits::set_output_projection(after, false)) == before);
  EXPECT_TRUE(edited(edits::set_output_projection(full_document(), true)) == full_document());
  const Document none = edited(edits::set_output_projection(full_document(), false));
  EXPECT_EQ(none.model.b_o->size(), 0);
  EXPECT_EQ(*edited(edits::set_output_projection(none, true)).model.b_o, RowVector::Zero(6));
}

TEST(EditsOptions, AnOutputProjectionPastTheLimitIsRefused) {
  Document wide = small_document();
  wide.model.heads[0].W_v = Matrix(Matrix::Zero(3, 2049));
  wide.model.heads.push_back(wide.model.heads.front());
  expect_refusal(edits::set_output_projection(wide, true), ErrorCode::over_limit, "W_o", "4098 columns");
  expect_refusal(edits::set_output_projection(simplified_document(), true), ErrorCode::not_editable, "W_o",
                 "no weight");
}

}  // namespace
}  // namespace attention_lab

// Edits of shared word embeddings, positions and dropout.
#include <cmath>
#include <limits>

#include "core/attention/positions.h"
#include "core/limits.h"
#include "core/random/streams.h"
#include "core/random/torch_random.h"
#include "edit_checks.h"

namespace attention_lab {
namespace {

using testing::edited;
using testing::embeddings_ref;
using testing::expect_refusal;
using testing::small_document;

constexpr std::uint64_t drawn_from = 123;

/// "the cat sat on the mat", each token with its own numbers.
Document cat() {
  Document document = small_document();
  document.tokens = {"the", "cat", "sat", "on", "the", "mat"};
  document.model.token_embeddings = testing::RandomDocuments(3).matrix(6, 3);
  return document;
}

Document cat_with_shared_words() {
  return edited(edits::set_shared_words(cat(), true));
}

RowVector row_of(const Document& document, Index token) {
  return document.model.token_embeddings->row(token);
}

TEST(SharedWords, EqualTokensTakeTheRowOfTheFirst) {
  const Document before = cat();
  const Document after = cat_with_shared_words();
  EXPECT_EQ(row_of(after, 0), row_of(before, 0));
  EXPECT_EQ(row_of(after, 4), row_of(before, 0));
  EXPECT_EQ(row_of(after, 5), row_of(before, 5));
  EXPECT_EQ(after.vocabulary->words, (std::vector<std::string>{"the", "cat", "sat", "on", "mat"}));
}

TEST(SharedWords, EditOfOneMovesTheOtherAndItsWord) {
  const Document after = edited(edits::set_cell(cat_with_shared_words(), {embeddings_ref, 4, 1}, 42));
  EXPECT_EQ(row_of(after, 0)(1), 42);
  EXPECT_EQ(row_of(after, 4), row_of(after, 0));
  EXPECT_EQ((*after.vocabulary->embeddings)(0, 1), 42);
}

TEST(SharedWords, SwitchedOffEachPlaceHasNumbersOfItsOwnAgain) {
  const Document shared = cat_with_shared_words();
  const Document own = edited(edits::set_shared_words(shared, false));
  EXPECT_FALSE(own.vocabulary);
  EXPECT_EQ(*own.model.token_embeddings, *shared.model.token_embeddings);
  const Document after = edited(edits::set_cell(own, {embeddings_ref, 4, 1}, 42));
  EXPECT_NE(row_of(after, 0)(1), 42);
}

TEST(SharedWords, DifferentNumbersForOneWordAreRefused) {
  const Document document = cat_with_shared_words();
  Matrix block = document.model.token_embeddings->topRows(5);
  block(4, 2) += 1;
  const Result<Document> result = edits::set_block(document, {embeddings_ref, 0, 0}, block);
  expect_refusal(result, ErrorCode::wrong_shape, "X[0,0]", "rows 1 and 5 were given different numbers");
  block.row(4) = block.row(0);
  edited(edits::set_block(document, {embeddings_ref, 0, 0}, block));
}

TEST(SharedWords, WholeMatrixEditsKeepThemEqual) {
  const Document document = cat_with_shared_words();
  for (const Document& after : {edited(edits::zero(document, embeddings_ref)),
                                edited(edits::redraw(document, embeddings_ref, edits::Draw::torch_rand, 7)),
                                edited(edits::redraw(document, embeddings_ref, edits::Draw::nn_linear, 7))}) {
    EXPECT_EQ(row_of(after, 0), row_of(after, 4));
  }
}

TEST(SharedWords, FirstOfTheirRowsCountsHoweverOftenAMatrixIsWritten) {
  const Document document = cat_with_shared_words();
  const Matrix drawn = TorchRandom(7).rand(6, 3);
  Document again = document;
  for (int i = 0; i < 3; ++i) {
    again = edited(edits::redraw(again, embeddings_ref, edits::Draw::torch_rand, 7));
    EXPECT_EQ(row_of(again, 4), RowVector(drawn.row(0)));
    EXPECT_EQ(again.drawn_tokens.size(), 6U);
  }
}

TEST(SharedWords, IdentityAndTransposeAreRefusedWhereTheyWouldTellEqualWordsApart) {
  const Document document = cat_with_shared_words();
  expect_refusal(edits::identity(document, embeddings_ref), ErrorCode::wrong_shape, "X[0,0]", "rows 1 and 5");
  const Document square = edited(edits::set_d_model(document, 6, drawn_from));
  expect_refusal(edits::transpose(square, embeddings_ref), ErrorCode::wrong_shape, "X[0,0]", "rows 1 and 5");
  const Document own = edited(edits::set_shared_words(square, false));
  EXPECT_EQ(*edited(edits::transpose(own, embeddings_ref)).model.token_embeddings,
            Matrix(own.model.token_embeddings->transpose()));
}

TEST(SharedWords, SignOfAZeroReachesEveryEqualWord) {
  const Document zeros = edited(edits::zero(cat_with_shared_words(), embeddings_ref));
  const Document after = edited(edits::set_cell(zeros, {embeddings_ref, 4, 0}, Scalar(-0.0)));
  EXPECT_TRUE(std::signbit(row_of(after, 0)(0)));
  EXPECT_TRUE(std::signbit((*after.vocabulary->embeddings)(0, 0)));
}

TEST(SharedWords, EqualTokensAreEquallyDrawn) {
  const Document document =
      edited(edits::redraw(cat_with_shared_words(), embeddings_ref, edits::Draw::torch_rand, 7));
  const Scalar same = row_of(document, 4)(0);
  const Document after = edited(edits::set_cell(document, {embeddings_ref, 4, 0}, same));
  EXPECT_EQ(after.drawn_tokens, (std::vector<Index>{1, 2, 3, 5}));
}

TEST(SharedWords, WordThatLeavesAndComesBackHasTheNumbersItHad) {
  const Document document = cat_with_shared_words();
  const Document without = edited(edits::set_sentence(document, "the mat", drawn_from));
  const Document back = edited(edits::set_sentence(without, "the cat saw the mat", drawn_from));
  EXPECT_EQ(row_of(back, 1), row_of(document, 1));
  EXPECT_EQ(back.drawn_tokens, (std::vector<Index>{2})) << "only “saw” is new";
}

TEST(SharedWords, DrawnWordThatLeavesAndComesBackHasItsNumbersAndIsStillDrawn) {
  const Document document =
      edited(edits::redraw(cat_with_shared_words(), embeddings_ref, edits::Draw::torch_rand, 7));
  const Document without = edited(edits::set_sentence(document, "the mat", drawn_from));
  EXPECT_NE(without.vocabulary->drawn_words, std::vector<std::string>{});
  const Document still_without = edited(edits::set_sentence(without, "mat", drawn_from));
  const Document back = edited(edits::set_sentence(still_without, "the cat", drawn_from + 1));
  EXPECT_EQ(row_of(back, 0), row_of(document, 0));
  EXPECT_EQ(row_of(back, 1), row_of(document, 1));
  EXPECT_EQ(back.drawn_tokens, (std::vector<Index>{0, 1}));
}

TEST(SharedWords, DrawnWordsAreForgottenFirstWhereThereIsNoRoom) {
  Document document = cat_with_shared_words();
  for (Index n_words = 0; n_words < limits::n_words; n_words += limits::n_tokens) {
    std::string sentence;
    for (Index i = 0; i < limits::n_tokens; ++i) sentence += "word" + std::to_string(n_words + i) + " ";
    document = edited(edits::set_sentence(document, sentence, drawn_from));
  }
  EXPECT_EQ(std::ssize(document.vocabulary->words), limits::n_words);
  EXPECT_GE(find_word(*document.vocabulary, "cat"), 0) << "its numbers were given";
}

TEST(SharedWords, RenamedTokenTakesTheEmbeddingOfItsNewName) {
  const Document document = cat_with_shared_words();
  EXPECT_EQ(row_of(edited(edits::rename_token(document, 5, "cat")), 5), row_of(document, 1));
  EXPECT_EQ(row_of(edited(edits::rename_token(document, 5, "rug")), 5), row_of(document, 5));
}

TEST(SharedWords, TableGrowsWithTheDimensions) {
  const Document document = edited(edits::set_sentence(cat_with_shared_words(), "cat", drawn_from));
  const Document wider = edited(edits::set_d_model(document, 5, drawn_from));
  EXPECT_EQ(wider.vocabulary->embeddings->cols(), 5);
  const Document back = edited(edits::set_sentence(wider, "the cat", drawn_from));
  EXPECT_EQ(row_of(back, 0).head(3), row_of(cat_with_shared_words(), 0));
}

TEST(SharedWords, StayEqualOverRandomEdits) {
  testing::RandomDocuments random(5);
  const std::vector<std::string> sentences = {"the cat sat on the mat", "a dog and the cat", "mat mat mat",
                                              "it"};
  Document document = cat_with_shared_words();
  for (int i = 0; i < 400; ++i) {
    const Index n = document.model.n_tokens();
    switch (random.below(10)) {
      case 0:
        document =
            edited(edits::set_sentence(document, sentences[static_cast<std::size_t>(random.below(4))], 9));
        break;
      case 7: document = edited(edits::redraw(document, {embeddings_ref}, edits::Draw::nn_linear, 9)); break;
      case 8: document = edited(edits::zero(document, {embeddings_ref})); break;
      case 9:
        document = edited(edits::set_cell(document, {embeddings_ref, random.below(n), 0}, Scalar(-0.0)));
        break;
      case 1:
        document = edited(edits::set_cell(document, {embeddings_ref, random.below(n), 0}, random.number()));
        break;
      case 2:
        document = edited(edits::add_token(document, random.below(n + 1), random.coin() ? "the" : "owl", 9));
        break;
      case 3: document = edited(edits::move_token(document, random.below(n), random.below(n))); break;
      case 4:
        document = edited(edits::rename_token(document, random.below(n), random.coin() ? "cat" : "fox"));
        break;
      case 5:
        if (n > 1) document = edited(edits::remove_token(document, random.below(n)));
        break;
      default: document = edited(edits::set_d_model(document, 1 + random.below(4), 9)); break;
    }
    ASSERT_FALSE(::testing::Test::HasFailure()) << "after edit " << i;  // edited() validates every document
    for (Index a = 0; a < document.model.n_tokens(); ++a)
      for (const Index b : tokens_sharing_with(document, a)) {
        ASSERT_EQ(is_drawn(document, a), is_drawn(document, b)) << "after edit " << i;
        ASSERT_EQ(std::signbit((*document.model.token_embeddings)(a, 0)),
                  std::signbit((*document.model.token_embeddings)(b, 0)))
            << "after edit " << i;
      }
  }
}

TEST(PositionEdits, LearnedOnesAreDrawnEachForItsPlace) {
  const Document document = edited(edits::set_positions(cat(), Positions::learned, drawn_from));
  const Stream second = Stream(drawn_from).of("position").of(1);
  EXPECT_EQ((*document.model.position_embeddings)(1, 2), second.number(2));
  EXPECT_NE(document.model.position_embeddings->row(0), document.model.position_embeddings->row(1));
  const Document longer = edited(edits::add_token(document, 0, "all", drawn_from));
  EXPECT_EQ(longer.model.position_embeddings->topRows(6), *document.model.position_embeddings);
  EXPECT_EQ(longer.model.position_embeddings->rows(), 7);
}

TEST(PositionEdits, SinusoidalOnesFollowTheShape) {
  Document document = edited(edits::set_positions(cat(), Positions::sinusoidal, drawn_from));
  document = edited(edits::set_d_model(document, 5, drawn_from));
  document = edited(edits::remove_token(document, 0));
  EXPECT_EQ(*document.model.position_embeddings, sinusoidal_positions(5, 5));
}

TEST(PositionEdits, MovedWordTakesItsEmbeddingAlongAndNotItsPosition) {
  const Document before = edited(edits::set_positions(cat(), Positions::learned, drawn_from));
  const Document after = edited(edits::move_token(before, 1, 3));
  EXPECT_EQ(row_of(after, 3), row_of(before, 1));
  EXPECT_EQ(*after.model.position_embeddings, *before.model.position_embeddings);
}

TEST(PositionEdits, SumCannotBeEditedAndItsPartsCan) {
  const Document document = edited(edits::set_positions(cat(), Positions::learned, drawn_from));
  expect_refusal(edits::set_cell(document, {embeddings_ref, 0, 0}, 1), ErrorCode::not_editable, "X",
                 "computed from token_embeddings and position_embeddings; change a number there");
  const CellRef place{{MatrixName::position_embeddings, 0}, 2, 1};
  EXPECT_EQ((*edited(edits::set_cell(document, place, 42)).model.position_embeddings)(2, 1), 42);
  const CellRef word{{MatrixName::token_embeddings, 0}, 2, 1};
  EXPECT_EQ((*edited(edits::set_cell(document, word, 42)).model.token_embeddings)(2, 1), 42);
}

TEST(PositionEdits, SinusoidalOnesCannotBeEditedAndThoseThatAreOffAreNotThere) {
  const CellRef place{{MatrixName::position_embeddings, 0}, 0, 0};
  const Document waves = edited(edits::set_positions(cat(), Positions::sinusoidal, drawn_from));
  expect_refusal(edits::set_cell(waves, place, 1), ErrorCode::not_editable, "position_embeddings", "learned");
  expect_refusal(edits::set_cell(cat(), place, 1), ErrorCode::not_found, "position_embeddings",
                 "turn on positions");
  const CellRef word{{MatrixName::token_embeddings, 0}, 0, 0};
  expect_refusal(edits::set_cell(cat(), word, 1), ErrorCode::not_found, "token_embeddings", "called X");
}

TEST(DropoutEdits, SharePIsAtLeastZeroAndLessThanOne) {
  EXPECT_EQ(edited(edits::set_dropout(cat(), {Scalar(0.5), 7})).model.options.dropout,
            (Dropout{Scalar(0.5), 7}));
  for (const Scalar p : {Scalar(-0.1), Scalar(1), Scalar(2)}) {
    expect_refusal(edits::set_dropout(cat(), {p, 7}), ErrorCode::out_of_range, "dropout.p", "less than 1");
  }
  const Scalar below_the_range = std::numeric_limits<Scalar>::min() / 2;
  expect_refusal(edits::set_dropout(cat(), {below_the_range, 7}), ErrorCode::out_of_range, "dropout.p",
                 "too small to compute with");
  const Scalar nan = std::numeric_limits<Scalar>::quiet_NaN();
  expect_refusal(edits::set_dropout(cat(), {nan, 7}), ErrorCode::not_finite, "dropout.p", "less than 1");
  const std::uint64_t too_large = static_cast<std::uint64_t>(limits::seed) + 1;
  expect_refusal(edits::set_dropout(cat(), {0, too_large}), ErrorCode::over_limit, "dropout.seed", "limit");
}

}  // namespace
}  // namespace attention_lab

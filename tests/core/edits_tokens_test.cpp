// Edits of the sentence: tokens and, with them, the rows of X.
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
using testing::small_document;
using Tokens = std::vector<std::string>;

constexpr std::uint64_t tokens_seed = 123;

Document document_of(const Tokens& tokens) {
  Document document = small_document();
  document.tokens = tokens;
  document.model.token_embeddings = testing::RandomDocuments(30).matrix(static_cast<Index>(tokens.size()), 3);
  return document;
}

Document longest_document() {
  return document_of(Tokens(static_cast<std::size_t>(limits::n_tokens), "word"));
}

/// The embedding that is drawn for a new word.
RowVector embedding_of(const std::string& word, std::uint64_t from, Index d_model) {
  const Stream numbers = Stream(from).of("word").of(word);
  return RowVector::NullaryExpr(d_model, [&](Index j) { return numbers.number(j); });
}

/// Row `row` of `after` is row `before_row` of `before`.
void expect_row(const Document& after, Index row, const Document& before, Index before_row) {
  EXPECT_EQ(after.model.token_embeddings->row(row), before.model.token_embeddings->row(before_row))
      << "row " << row;
}

TEST(EditsTokens, AddTokenInsertsItWithADrawnEmbedding) {
  const Document before = small_document();
  for (Index position = 0; position <= 3; ++position) {
    const Document after = edited(edits::add_token(before, position, "giant", 7));
    Tokens expected = before.tokens;
    expected.insert(expected.begin() + position, "giant");
    EXPECT_EQ(after.tokens, expected);
    EXPECT_EQ(after.model.token_embeddings->row(position), embedding_of("giant", 7, 3));
    EXPECT_EQ(after.drawn_tokens, std::vector<Index>{position});
    for (Index row = 0; row < 3; ++row) expect_row(after, row < position ? row : row + 1, before, row);
    EXPECT_TRUE(is_shared(after.model.heads[0].W_q, before.model.heads[0].W_q));
  }
}

TEST(EditsTokens, AddTokenIsRefusedOutsideTheSentencePastTheLimitAndForNoText) {
  const Document document = small_document();
  expect_refusal(edits::add_token(document, 4, "a", 0), ErrorCode::out_of_range, "tokens[4]", "from 0 to 3");
  expect_refusal(edits::add_token(document, -1, "a", 0), ErrorCode::out_of_range, "tokens[-1]",
                 "from 0 to 3");
  expect_refusal(edits::add_token(document, 0, "", 0), ErrorCode::empty_sentence, "tokens[0]",
                 "at least one character");
  expect_refusal(edits::add_token(document, 0, "\xFF", 0), ErrorCode::not_utf8, "tokens[0]", "UTF-8");
  expect_refusal(edits::add_token(longest_document(), 0, "a", 0), ErrorCode::over_limit, "tokens",
                 "1,025 tokens; the limit is 1,024");
}

TEST(EditsTokens, AddTokenGivesAKnownWordTheEmbeddingItHas) {
  const Document before = small_document();
  const Document given = edited(edits::add_token(before, 0, "step", 7));
  expect_row(given, 0, before, 2);
  EXPECT_TRUE(given.drawn_tokens.empty());
  const Document drawn =
      edited(edits::add_token(edited(edits::add_token(before, 3, "giant", 7)), 0, "giant", 8));
  EXPECT_EQ(drawn.model.token_embeddings->row(0), drawn.model.token_embeddings->row(4));
  EXPECT_EQ(drawn.drawn_tokens, (std::vector<Index>{0, 4}));
}

TEST(EditsTokens, RemoveTokenTakesItsEmbeddingAlong) {
  const Document before = small_document();
  const Document after = edited(edits::remove_token(before, 1));
  EXPECT_EQ(after.tokens, (Tokens{"one", "step"}));
  expect_row(after, 0, before, 0);
  expect_row(after, 1, before, 2);
}

TEST(EditsTokens, TheLastTokenStays) {
  expect_refusal(edits::remove_token(document_of({"alone"}), 0), ErrorCode::empty_sentence, "tokens[0]",
                 "rename this one instead");
  expect_refusal(edits::remove_token(small_document(), 3), ErrorCode::out_of_range, "tokens[3]",
                 "from 0 to 2");
}

TEST(EditsTokens, RenameTokenKeepsItsEmbedding) {
  const Document before = small_document();
  const Document after = edited(edits::rename_token(before, 1, "New York"));
  EXPECT_EQ(after.tokens, (Tokens{"one", "New York", "step"}));
  EXPECT_TRUE(is_shared(after.model.token_embeddings, before.model.token_embeddings));
  expect_refusal(edits::rename_token(before, 3, "a"), ErrorCode::out_of_range, "tokens[3]", "from 0 to 2");
  expect_refusal(edits::rename_token(before, 0, ""), ErrorCode::empty_sentence, "tokens[0]",
                 "at least one character");
  expect_refusal(edits::rename_token(before, 0, "\xC0"), ErrorCode::not_utf8, "tokens[0]", "UTF-8");
}

TEST(EditsTokens, MoveTokenTakesItsEmbeddingAlong) {
  const Document before = document_of({"a", "b", "c", "d"});
  const Document later = edited(edits::move_token(before, 0, 2));
  EXPECT_EQ(later.tokens, (Tokens{"b", "c", "a", "d"}));
  expect_row(later, 0, before, 1);
  expect_row(later, 1, before, 2);
  expect_row(later, 2, before, 0);
  expect_row(later, 3, before, 3);
  EXPECT_TRUE(edited(edits::move_token(later, 2, 0)) == before);
  EXPECT_TRUE(is_shared(edited(edits::move_token(before, 1, 1)).model.token_embeddings,
                        before.model.token_embeddings));
}

TEST(EditsTokens, MoveTokenOutsideTheSentenceIsRefused) {
  expect_refusal(edits::move_token(small_document(), 3, 0), ErrorCode::out_of_range, "tokens[3]",
                 "from 0 to 2");
  expect_refusal(edits::move_token(small_document(), 0, -1), ErrorCode::out_of_range, "tokens[-1]",
                 "from 0 to 2");
}

TEST(EditsTokens, ANewSentenceKeepsTheEmbeddingsOfWordsItKnows) {
  const Document before = small_document();
  const Document after = edited(edits::set_sentence(before, "step small giant One, giant", 7));
  EXPECT_EQ(after.tokens, (Tokens{"step", "small", "giant", "One", ",", "giant"}));
  expect_row(after, 0, before, 2);
  expect_row(after, 1, before, 1);
  EXPECT_EQ(after.model.token_embeddings->row(2), embedding_of("giant", 7, 3));
  EXPECT_EQ(after.model.token_embeddings->row(3), embedding_of("One", 7, 3)) << "One is not one";
  EXPECT_EQ(after.model.token_embeddings->row(4), embedding_of(",", 7, 3));
  EXPECT_EQ(after.model.token_embeddings->row(5), after.model.token_embeddings->row(2))
      << "a word that appears twice has one embedding";
  EXPECT_EQ(after.drawn_tokens, (std::vector<Index>{2, 3, 4, 5}));
  EXPECT_TRUE(is_shared(after.model.heads[0].W_v, before.model.heads[0].W_v));
  EXPECT_EQ(after.title, before.title);
}

TEST(EditsTokens, ARepeatedWordKeepsItsKthEmbeddingForItsKthOccurrence) {
  const Document before = document_of({"the", "cat", "the"});
  const Document after = edited(edits::set_sentence(before, "the the the cat", 7));
  expect_row(after, 0, before, 0);
  expect_row(after, 1, before, 2);
  expect_row(after, 2, before, 0);
  expect_row(after, 3, before, 1);
}

TEST(EditsTokens, AWordGetsTheSameEmbeddingInWhateverSentenceItComes) {
  const Document start = small_document();
  const Document first = edited(edits::set_sentence(start, "the cat sleeps", 123));
  const Document second = edited(edits::set_sentence(start, "a dog and the cat", 123));
  expect_row(second, 3, first, 0);
  expect_row(second, 4, first, 1);
  const Matrix& X = *second.model.token_embeddings;
  for (Index a = 0; a < 5; ++a)
    for (Index b = 0; b < a; ++b) EXPECT_NE(X.row(a), X.row(b)) << second.tokens[static_cast<std::size_t>(a)];
  expect_row(edited(edits::set_sentence(first, "the cat purrs", 123)), 2,
             edited(edits::set_sentence(second, "purrs", 123)), 0);
}

TEST(EditsTokens, ADrawnWordThatGrowsEqualsTheSameWordDrawnLater) {
  const Document start = small_document();
  const Document grown = edited(edits::set_d_model(edited(edits::set_sentence(start, "cat", 5)), 6, 5));
  const Document drawn = edited(edits::set_sentence(edited(edits::set_d_model(start, 6, 5)), "cat", 5));
  EXPECT_EQ(*grown.model.token_embeddings, *drawn.model.token_embeddings);
  EXPECT_TRUE(grown == drawn);
}

TEST(EditsTokens, WhatWasDrawnMovesAlongWithItsToken) {
  Document document = document_of({"a", "b", "c", "d"});
  document = edited(edits::set_sentence(document, "x a b c d y", 7));
  EXPECT_EQ(document.drawn_tokens, (std::vector<Index>{0, 5}));
  document = edited(edits::move_token(document, 0, 3));
  EXPECT_EQ(document.drawn_tokens, (std::vector<Index>{3, 5}));
  document = edited(edits::remove_token(document, 1));
  EXPECT_EQ(document.drawn_tokens, (std::vector<Index>{2, 4}));
  document = edited(edits::rename_token(document, 2, "z"));
  EXPECT_EQ(document.drawn_tokens, (std::vector<Index>{2, 4})) << "another name for the same numbers";
  document = edited(edits::set_sentence(document, "y c y", 7));
  EXPECT_EQ(document.drawn_tokens, (std::vector<Index>{0, 2})) << "a copy of a drawn row is drawn";
}

TEST(EditsTokens, ARowOfWhichANumberIsSetIsGiven) {
  const MatrixRef X{MatrixName::X, 0};
  Document document = edited(edits::set_sentence(small_document(), "v w x y z", 7));
  document = edited(edits::set_cell(document, {X, 1, 2}, 1));
  EXPECT_EQ(document.drawn_tokens, (std::vector<Index>{0, 2, 3, 4}));
  document = edited(edits::set_block(document, {X, 2, 0}, Matrix::Ones(2, 1)));
  EXPECT_EQ(document.drawn_tokens, (std::vector<Index>{0, 4}));
  document = edited(edits::set_cell(document, {{MatrixName::W_q, 0}, 0, 0}, 1));
  EXPECT_EQ(document.drawn_tokens, (std::vector<Index>{0, 4})) << "a weight is no embedding";
  EXPECT_TRUE(edited(edits::zero(document, X)).drawn_tokens.empty());
  EXPECT_TRUE(edited(edits::identity(document, X)).drawn_tokens.empty());
  EXPECT_TRUE(edited(edits::set_matrix(document, X, Matrix::Ones(5, 3))).drawn_tokens.empty());
  document = edited(edits::redraw(document, X, edits::Draw::torch_rand, 1));
  EXPECT_EQ(document.drawn_tokens, (std::vector<Index>{0, 1, 2, 3, 4}));
}

TEST(EditsTokens, TheSameSentenceChangesNothing) {
  const Document before = small_document();
  const Document after = edited(edits::set_sentence(before, "one small  step ", 7));
  EXPECT_TRUE(after == before);
  EXPECT_TRUE(is_shared(after.model.token_embeddings, before.model.token_embeddings));
}

TEST(EditsTokens, ASentenceWithoutAWordIsRefused) {
  for (const char* sentence : {"", "  \t", "\u3000"}) {
    expect_refusal(edits::set_sentence(small_document(), sentence, 0), ErrorCode::empty_sentence, "",
                   "type at least one word");
  }
}

TEST(EditsTokens, ASentenceThatIsNoUtf8IsRefused) {
  expect_refusal(edits::set_sentence(small_document(), "caf\xE9", 0), ErrorCode::not_utf8, "tokens", "UTF-8");
}

TEST(EditsTokens, ASentencePastTheLimitIsRefused) {
  std::string sentence;
  for (int i = 0; i < 1024; ++i) sentence += "word ";
  EXPECT_EQ(edited(edits::set_sentence(small_document(), sentence, 0)).model.n_tokens(), 1024);
  expect_refusal(edits::set_sentence(small_document(), sentence + "more", 0), ErrorCode::over_limit, "tokens",
                 "1,025 tokens; the limit is 1,024");
}

TEST(EditsTokens, SetTitleChangesTheTitleAlone) {
  const Document before = small_document();
  Document after = edited(edits::set_title(before, "été"));
  EXPECT_EQ(after.title, "été");
  EXPECT_EQ(edited(edits::set_title(before, "")).title, "");
  after.title = before.title;
  EXPECT_TRUE(after == before);
  expect_refusal(edits::set_title(before, "\xFF"), ErrorCode::not_utf8, "title", "UTF-8");
}

TEST(EditsTokens, SetDescriptionChangesTheDescriptionAlone) {
  const Document before = small_document();
  Document after = edited(edits::set_description(before, "Shows how small steps add up."));
  EXPECT_EQ(after.description, "Shows how small steps add up.");
  after.description.clear();
  EXPECT_TRUE(after == before);
  expect_refusal(edits::set_description(before, "\xFF"), ErrorCode::not_utf8, "description", "UTF-8");
}

TEST(TitledDocument, IsOutOfDateAfterAnyEditOfWhatItSpeaksOf) {
  const Document before = full_document();
  EXPECT_FALSE(is_changed_since_titled(before));
  EXPECT_EQ(dated_title(before), "Small");
  const std::vector<Result<Document>> edits = {
      edits::set_cell(before, {{MatrixName::X, 0}, 0, 0}, 7),
      edits::redraw_weights(before, edits::Draw::torch_rand, tokens_seed),
      edits::rename_token(before, 0, "two"),
      edits::set_d_k(before, 3, tokens_seed),
      edits::set_mask(before, Mask::causal),
      edits::set_temperature(before, 2),
      edits::set_scale(before, {Scale::Kind::none, 1}),
      edits::set_projection(before, Projection::identity, tokens_seed),
  };
  for (const Result<Document>& after : edits) {
    EXPECT_TRUE(is_changed_since_titled(edited(after)));
    EXPECT_EQ(dated_title(edited(after)), "Small (edited since)");
  }
}

TEST(TitledDocument, IsUpToDateAgainOnceTheEditsAreUndoneByHand) {
  const Document before = small_document();
  const Document masked = edited(edits::set_mask(before, Mask::causal));
  const Document cooler = edited(edits::set_temperature(masked, 2));
  const Document unmasked = edited(edits::set_mask(cooler, Mask::none));
  EXPECT_TRUE(is_changed_since_titled(unmasked));
  const Document back = edited(edits::set_temperature(unmasked, 1));
  EXPECT_FALSE(is_changed_since_titled(back));
  EXPECT_TRUE(back == before);
}

TEST(TitledDocument, IsUpToDateAgainOnceItHasANewTitleOrDescription) {
  const Document after = edited(edits::set_mask(small_document(), Mask::causal));
  EXPECT_FALSE(is_changed_since_titled(edited(edits::set_title(after, "Causal"))));
  EXPECT_FALSE(is_changed_since_titled(edited(edits::set_description(after, "No word looks ahead."))));
  const Document confirmed = edited(edits::set_title(after, after.title));
  EXPECT_FALSE(is_changed_since_titled(confirmed));
  EXPECT_FALSE(confirmed == after) << "a step of its own";
  const Document again = edited(edits::set_mask(confirmed, Mask::none));
  EXPECT_TRUE(is_changed_since_titled(again)) << "the old title spoke of the causal mask";
}

TEST(TitledDocument, StaysOutOfDateIfItWasReadThatWay) {
  Document document = small_document();
  document.was_changed_since_titled = true;
  const Document after = edited(edits::set_mask(document, Mask::causal));
  EXPECT_TRUE(is_changed_since_titled(after));
  EXPECT_TRUE(is_changed_since_titled(edited(edits::set_mask(after, Mask::none))));
  EXPECT_FALSE(is_changed_since_titled(edited(edits::set_title(after, "Causal"))));
}

TEST(TitledDocument, WithoutTitleAndDescriptionThereIsNothingToBeOutOfDate) {
  Document document = small_document();
  document.title.clear();
  EXPECT_FALSE(is_changed_since_titled(edited(edits::set_mask(document, Mask::causal))));
}

}  // namespace
}  // namespace attention_lab

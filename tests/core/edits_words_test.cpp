// Edits of what next words are learned from.
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/document/corpus.h"
#include "core/random/torch_random.h"
#include "edit_checks.h"

namespace attention_lab {
namespace {

using attention_lab::testing::edited;
using attention_lab::testing::expect_refusal;
using attention_lab::testing::is_shared;
using attention_lab::testing::RandomDocuments;

/// "a b a", with shared words and three features.
Document small_sentence() {
  Document document;
  document.tokens = {"a", "b", "a"};
  document.model.token_embeddings = (Matrix(3, 3) << 1, 2, 3, 4, 5, 6, 1, 2, 3).finished();
  document.model.options.projection = Projection::identity;
  document.drawn_tokens = {0, 2};
  return edited(edits::set_shared_words(document, true));
}

TEST(EditsOfWords, CorpusAndHeldOutSentencesAreIndependent) {
  Document document = edited(edits::set_corpus(small_sentence(), "a b\n\nb a", {}));
  document = edited(edits::set_corpus(document, {}, "b b"));
  EXPECT_EQ(document.corpus, "a b\n\nb a");
  EXPECT_EQ(document.held_out, "b b");
  EXPECT_FALSE(document == small_sentence());
  EXPECT_TRUE(has_same_contents(document, small_sentence())) << "the title does not describe them";
}

TEST(EditsOfWords, CorpusMayHaveWordsWithoutFeaturesButMustBeText) {
  EXPECT_EQ(edited(edits::set_corpus(small_sentence(), "unknown words", {})).corpus, "unknown words");
  expect_refusal(edits::set_corpus(small_sentence(), "\xff", {}), ErrorCode::not_utf8, "corpus", "UTF-8");
  expect_refusal(edits::set_corpus(small_sentence(), {}, "\xff"), ErrorCode::not_utf8, "held_out", "UTF-8");
  expect_refusal(edits::set_corpus(small_sentence(), std::string(limits::corpus_bytes + 1, 'a'), {}),
                 ErrorCode::over_limit, "corpus", "262,144");
  const auto lines = static_cast<std::size_t>(limits::corpus_words);
  EXPECT_TRUE(edits::set_corpus(small_sentence(), std::string(lines - 1, '\n'), {}));
  expect_refusal(edits::set_corpus(small_sentence(), std::string(lines, '\n'), {}), ErrorCode::over_limit,
                 "corpus", "4,096 lines");
}

TEST(EditsOfWords, WordChangesWhereverItOccursAndCountsAsGiven) {
  const Matrix numbers = (Matrix(1, 3) << 7, 8, 9).finished();
  const Document document = edited(edits::set_word(small_sentence(), "a", numbers));
  EXPECT_EQ(*document.model.token_embeddings, (Matrix(3, 3) << 7, 8, 9, 4, 5, 6, 7, 8, 9).finished());
  EXPECT_TRUE(document.drawn_tokens.empty());
  const Document longer = edited(edits::set_word(document, "new", numbers));
  EXPECT_EQ(*longer.model.token_embeddings, *document.model.token_embeddings);
  EXPECT_EQ(longer.vocabulary->embeddings->row(find_word(*longer.vocabulary, "new")), numbers.row(0));
}

TEST(EditsOfWords, WordThatWasDrawnEarlierCountsAsGiven) {
  Document document = edited(edits::set_sentence(small_sentence(), "a new", 1));
  document = edited(edits::set_sentence(document, "a", 1));
  ASSERT_TRUE(is_drawn_word(document, "new"));
  document = edited(edits::set_word(document, "new", Matrix::Ones(1, 3)));
  EXPECT_FALSE(is_drawn_word(document, "new"));
}

TEST(EditsOfWords, WordMustBeOneWordWithOneNumberPerFeature) {
  const Document document = small_sentence();
  const Matrix numbers = Matrix::Ones(1, 3);
  expect_refusal(edits::set_word(document, "", numbers), ErrorCode::empty_sentence, "vocabulary", "type one");
  expect_refusal(edits::set_word(document, "two words", numbers), ErrorCode::out_of_range, "vocabulary",
                 "“two words” is not a single word");
  expect_refusal(edits::set_word(document, "c", Matrix::Ones(1, 2)), ErrorCode::wrong_shape, "vocabulary",
                 "needs 3 numbers, one per feature; 2 were given");
  expect_refusal(
      edits::set_word(document, "c", Matrix::Constant(1, 3, std::numeric_limits<Scalar>::infinity())),
      ErrorCode::not_finite, "vocabulary", "finite");
  expect_refusal(edits::set_word(edited(edits::set_shared_words(document, false)), "c", numbers),
                 ErrorCode::not_found, "vocabulary", "share one");
}

TEST(EditsOfWords, NamesOfFeaturesFollowTheShape) {
  Document document = edited(edits::set_feature_name(small_sentence(), 1, "dog"));
  EXPECT_EQ(document.features, (std::vector<std::string>{"", "dog", ""}));
  EXPECT_EQ(edited(edits::set_d_model(document, 2, 1)).features, (std::vector<std::string>{"", "dog"}));
  EXPECT_EQ(edited(edits::set_d_model(document, 4, 1)).features.size(), 4u);
  EXPECT_TRUE(edited(edits::set_feature_name(document, 1, "")).features.empty());
  for (const char* name : {"a,b", "a:b", "a\nb", " a"})
    expect_refusal(edits::set_feature_name(document, 0, name), ErrorCode::out_of_range, "features", "comma");
  EXPECT_TRUE(edited(edits::set_d_model(document, 1, 1)).features.empty()) << "only unnamed ones are left";
  expect_refusal(edits::set_feature_name(document, 3, "x"), ErrorCode::out_of_range, "features",
                 "no column 4");
}

/// Predicts y, b, x, a and z, in this order, with 10, 11, 12, 13 and 14 in the columns of W_u.
Document with_output_layer() {
  Document document = small_sentence();
  for (const char* word : {"z", "y", "x"})
    document = edited(edits::set_word(document, word, Matrix::Ones(1, 3)));
  document = edited(edits::set_corpus(document, "y b", "x a"));
  document = edited(edits::set_output_layer(document, true));
  for (Index column = 0; column < 5; ++column)
    document.W_u.edit().col(column).setConstant(Scalar(10 + column));
  return edited(document);
}

/// The first row of W_u, with the word of each column.
std::vector<std::pair<std::string, Scalar>> output_of(const Document& document) {
  std::vector<std::pair<std::string, Scalar>> columns;
  const std::vector<std::string> words = words_to_predict(document).words;
  for (Index column = 0; column < document.W_u->cols(); ++column)
    columns.emplace_back(words.at(static_cast<std::size_t>(column)), (*document.W_u)(0, column));
  return columns;
}

TEST(OutputLayer, StartsWithTheFeaturesOfTheWords) {
  const Document document = edited(edits::set_corpus(small_sentence(), "b a", {}));
  const Document linear = edited(edits::set_output_layer(document, true));
  EXPECT_EQ(*linear.W_u, (Matrix(3, 2) << 4, 1, 5, 2, 6, 3).finished());
  EXPECT_FALSE(linear == document);
  EXPECT_FALSE(has_same_contents(linear, document)) << "a title may describe it";
  EXPECT_TRUE(edited(edits::set_output_layer(linear, true)) == linear);
  EXPECT_TRUE(edited(edits::set_output_layer(linear, false)) == document);
  EXPECT_TRUE(edited(edits::set_output_layer(document, false)) == document);
}

TEST(OutputLayer, NeedsWordsToPredict) {
  const Document own = edited(edits::set_shared_words(small_sentence(), false));
  expect_refusal(edits::set_output_layer(own, true), ErrorCode::not_found, "vocabulary", "share one");
  Document drawn = small_sentence();
  drawn.drawn_tokens = {0, 1, 2};
  expect_refusal(edits::set_output_layer(drawn, true), ErrorCode::not_found, "W_u", "no word to predict");
}

TEST(OutputLayer, ItsNumbersAreEditedLikeThoseOfOtherMatrices) {
  const Document document = with_output_layer();
  const MatrixRef W_u{MatrixName::W_u};
  EXPECT_EQ((*edited(edits::set_cell(document, {W_u, 1, 2}, 7)).W_u)(1, 2), 7);
  EXPECT_TRUE(edited(edits::zero(document, W_u)).W_u->isZero(0));
  EXPECT_EQ(*edited(edits::redraw(document, W_u, edits::Draw::nn_linear, 3)).W_u,
            TorchRandom(3).linear_weight(3, 5));
  expect_refusal(edits::set_cell(document, {W_u, 3, 0}, 7), ErrorCode::out_of_range, "W_u[3,0]",
                 "W_u has 3 rows");
  expect_refusal(edits::set_cell(small_sentence(), {W_u, 0, 0}, 7), ErrorCode::not_found, "W_u",
                 "the output is tied");
}

TEST(OutputLayer, ColumnsFollowTheirWords) {
  using Columns = std::vector<std::pair<std::string, Scalar>>;
  const Document document = with_output_layer();
  EXPECT_EQ(output_of(document), (Columns{{"y", 10}, {"b", 11}, {"x", 12}, {"a", 13}, {"z", 14}}));
  EXPECT_EQ(output_of(edited(edits::set_corpus(document, "a z y", "b"))),
            (Columns{{"a", 13}, {"z", 14}, {"y", 10}, {"b", 11}, {"x", 12}}))
      << "another corpus has another order";
  EXPECT_EQ(output_of(edited(edits::set_word(document, "c", Matrix::Ones(1, 3)))),
            (Columns{{"y", 10}, {"b", 11}, {"x", 12}, {"a", 13}, {"c", 0}, {"z", 14}}))
      << "a new word has zeros";
  EXPECT_EQ(output_of(edited(edits::rename_token(document, 1, "d"))),
            (Columns{{"y", 10}, {"b", 11}, {"x", 12}, {"a", 13}, {"d", 0}, {"z", 14}}))
      << "the old word is still known";
  EXPECT_EQ(output_of(edited(edits::set_corpus(document, "y b", "x"))),
            (Columns{{"y", 10}, {"b", 11}, {"x", 12}, {"z", 14}}))
      << "“a” was drawn, so it is a candidate only as long as the corpus has it";
  EXPECT_TRUE(is_shared(edited(edits::set_sentence(document, "z new b", 1)).W_u, document.W_u))
      << "a sentence with drawn words changes no candidate";
  const MatrixRef X{MatrixName::X};
  const Document drawn = edited(edits::set_sentence(document, "z new b", 1));
  EXPECT_EQ(output_of(edited(edits::set_cell(drawn, {X, 1, 0}, 3))),
            (Columns{{"y", 10}, {"b", 11}, {"x", 12}, {"a", 13}, {"new", 0}, {"z", 14}}))
      << "a drawn word is a candidate once its features are given";
  EXPECT_TRUE(is_shared(edited(edits::set_cell(document, {X, 1, 0}, 3)).W_u, document.W_u));
}

TEST(OutputLayer, HasOneRowPerFeature) {
  const Document document = with_output_layer();
  const Document wider = edited(edits::set_d_model(document, 5, 1));
  EXPECT_EQ(wider.W_u->topRows(3), *document.W_u);
  EXPECT_NE((*wider.W_u)(3, 0), (*wider.W_u)(4, 1)) << "drawn";
  EXPECT_EQ(*edited(edits::set_d_model(wider, 3, 1)).W_u, *document.W_u);
}

TEST(OutputLayer, GoesWithTheVocabulary) {
  const Document own = edited(edits::set_shared_words(with_output_layer(), false));
  EXPECT_EQ(own.W_u->size(), 0);
  EXPECT_EQ(edited(edits::set_shared_words(own, true)).W_u->size(), 0);
}

TEST(WordsToPredict, DoNotDependOnTheSentence) {
  Document document = small_sentence();
  for (const char* word : {"z", "y", "x"})
    document = edited(edits::set_word(document, word, Matrix::Ones(1, 3)));
  document = edited(edits::set_corpus(document, "y b unknown", "x a"));
  const Vocabulary words = words_to_predict(document);
  EXPECT_EQ(words.words, (std::vector<std::string>{"y", "b", "x", "a", "z"}));
  EXPECT_EQ(words.embeddings->row(3), document.model.token_embeddings->row(0));
  const Document other = edited(edits::set_sentence(document, "z drawn", 1));
  EXPECT_EQ(words_to_predict(other).words, words.words) << "a drawn word is not a candidate";
  EXPECT_EQ(*words_to_predict(other).embeddings, *words.embeddings);
}

}  // namespace
}  // namespace attention_lab

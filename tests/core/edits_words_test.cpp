// Edits of what next words are learned from.
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/document/corpus.h"
#include "edit_checks.h"

namespace attention_lab {
namespace {

using attention_lab::testing::edited;
using attention_lab::testing::expect_refusal;
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

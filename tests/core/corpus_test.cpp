#include "core/document/corpus.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "small_corpus.h"

namespace attention_lab {
namespace {

using attention_lab::testing::small_corpus;

Vocabulary vocabulary_abc() {
  return {{"a", "b", "c"}, Matrix(Matrix::Identity(3, 3)), {}};
}

Corpus corpus_of(const std::string& text) {
  const Result<Corpus> corpus = make_corpus(text, vocabulary_abc());
  EXPECT_TRUE(corpus) << to_string(corpus.error());
  return *corpus;
}

TEST(Corpus, HasOneSentenceALineAndSkipsBlankLines) {
  const std::vector<std::vector<Index>> wanted = {{0, 1, 2}, {2, 0}};
  EXPECT_EQ(corpus_of("a b c\n\n  \t\r\nc a").sentences, wanted);
  EXPECT_EQ(corpus_of("\r\na  b c\r\nc a\r\n").sentences, wanted);
}

void expect_corpus_refused(const std::string& text, ErrorCode code, const std::string& place,
                           const std::string& part) {
  const Result<Corpus> corpus = make_corpus(text, vocabulary_abc());
  ASSERT_FALSE(corpus) << text;
  EXPECT_EQ(corpus.error().code, code);
  EXPECT_EQ(corpus.error().place, place);
  EXPECT_NE(corpus.error().message.find(part), std::string::npos) << corpus.error().message;
}

TEST(Corpus, WhatCannotBeLearnedIsRefusedWithItsLine) {
  for (const char* empty : {"", "\n", " \n\t\n\r\n"})
    expect_corpus_refused(empty, ErrorCode::empty_sentence, "", "no sentences");
  expect_corpus_refused("a b\n\nc\n", ErrorCode::empty_sentence, "line 3", "only one word");
  expect_corpus_refused("a a a\na a\n", ErrorCode::out_of_range, "", "are the same");
  expect_corpus_refused("a b\nb d\n", ErrorCode::not_found, "line 2", "“d” has no features");
  expect_corpus_refused("a e b d e\n", ErrorCode::not_found, "line 1", "words “e” and “d” have no features");
  expect_corpus_refused("d e f g h i j k\n", ErrorCode::not_found, "line 1", "“i” and 2 more have");
  expect_corpus_refused("a b\nA b\n", ErrorCode::not_found, "line 2", "“A”");
  expect_corpus_refused("a \xff", ErrorCode::not_utf8, "", "UTF-8");
}

TEST(Corpus, HasLimits) {
  const auto sentence_of = [](Index n_words) {
    std::string text = "b";
    for (Index i = 1; i < n_words; ++i) text += " a";
    return text + "\n";
  };
  EXPECT_EQ(corpus_of(sentence_of(limits::sentence_words)).sentences[0].size(),
            static_cast<std::size_t>(limits::sentence_words));
  expect_corpus_refused("a b\n" + sentence_of(limits::sentence_words + 1), ErrorCode::over_limit, "line 2",
                        "65 words; the limit is 64");
  std::string longest;
  for (Index i = 0; i < limits::corpus_words / limits::sentence_words; ++i)
    longest += sentence_of(limits::sentence_words);
  EXPECT_EQ(n_predictions(corpus_of(longest), LossOver::every_position), 64 * 63);
  expect_corpus_refused(longest + "a b", ErrorCode::over_limit, "line 65", "more than 4096 words");
}

TEST(Prompt, IsOneLineOfKnownWords) {
  EXPECT_EQ(*make_prompt(" c a", vocabulary_abc()), (std::vector<Index>{2, 0}));
  EXPECT_EQ(make_prompt(" ", vocabulary_abc()).error().code, ErrorCode::empty_sentence);
  EXPECT_EQ(make_prompt("a e", vocabulary_abc()).error().code, ErrorCode::not_found);
  EXPECT_EQ(make_prompt("\xff", vocabulary_abc()).error().code, ErrorCode::not_utf8);
}

TEST(CorpusEntropy, IsThatOfTheNextWordsOfEachPrefix) {
  // After "a": b, b, c. After "a b": c, c. After "a c": b.
  const Corpus corpus = corpus_of("a b c\na b c\na c b\n");
  EXPECT_EQ(n_predictions(corpus, LossOver::last_word), 3);
  EXPECT_EQ(n_predictions(corpus, LossOver::every_position), 6);
  EXPECT_EQ(corpus_entropy(corpus, LossOver::last_word), 0);
  const double after_a = -(2 * std::log(2.0 / 3) + std::log(1.0 / 3));
  EXPECT_NEAR(corpus_entropy(corpus, LossOver::every_position), after_a / 6, 1e-12);
}

TEST(CorpusEntropy, OfLastWordsIgnoresOtherPredictions) {
  // Nobody can know whether "a" is followed by b or c; the b in the middle of the third sentence is not a
  // last word.
  const Corpus corpus = corpus_of("a b\na c\na b c\n");
  EXPECT_NEAR(corpus_entropy(corpus, LossOver::last_word), 2 * std::log(2.0) / 3, 1e-12);
}

TEST(CorpusEntropy, OfTheSmallCorpusIsThatOfSubjectsAndVerbs) {
  const testing::SmallCorpus given = small_corpus();
  const Corpus corpus = make_corpus(given.text, given.vocabulary).value();
  EXPECT_EQ(corpus.sentences.size(), 18u);
  EXPECT_EQ(corpus_entropy(corpus, LossOver::last_word), 0);
  // Of 62 predictions, 18 are verbs (one of two each), and 8 follow "the" (one of four each).
  EXPECT_NEAR(corpus_entropy(corpus, LossOver::every_position), (18 * std::log(2.0) + 8 * std::log(4.0)) / 62,
              1e-9);
}

}  // namespace
}  // namespace attention_lab

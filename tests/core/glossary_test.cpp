#include "core/words/glossary.h"

#include <algorithm>
#include <cctype>
#include <string>

#include <gtest/gtest.h>

namespace attention_lab {
namespace {

/// Letters in lower case and spaces; signs are left out.
std::string letters_of(std::string_view text) {
  std::string letters;
  for (const char c : text) {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0 || c == ' ')
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return letters;
}

std::vector<std::string> found_in(std::string_view text) {
  std::vector<std::string> found;
  for (const FoundWord& word : words_in(text))
    found.emplace_back(std::string(text.substr(word.begin, word.end - word.begin)) + " = " +
                       std::string(all_words()[word.word].name));
  return found;
}

using Words = std::vector<std::string>;

TEST(Glossary, EachWordStandsOnceInAlphabeticalOrder) {
  for (std::size_t i = 1; i < all_words().size(); ++i)
    EXPECT_LT(letters_of(all_words()[i - 1].name), letters_of(all_words()[i].name));
}

TEST(Glossary, ExplainsEachWordInOneSentence) {
  ASSERT_FALSE(all_words().empty());
  for (const GlossaryWord& word : all_words()) {
    ASSERT_FALSE(word.sentence.empty()) << word.name;
    EXPECT_EQ(word.sentence.back(), '.') << word.sentence;
    EXPECT_EQ(word.sentence.find(". "), std::string_view::npos) << word.sentence;
    EXPECT_LT(word.sentence.size(), 170u) << word.sentence;
    const auto first = static_cast<unsigned char>(word.sentence.front());
    EXPECT_TRUE(std::isupper(first) != 0 || word.sentence.starts_with(word.name)) << word.sentence;
  }
}

TEST(Glossary, NoSentenceExplainsAWordByItself) {
  for (const GlossaryWord& word : all_words()) {
    const std::string name = letters_of(word.name);
    const std::string sentence = letters_of(word.sentence);
    const std::size_t first = sentence.find(name);
    ASSERT_NE(first, std::string::npos) << word.sentence;
    EXPECT_LT(first, 20u) << word.sentence;  // what is explained comes first
    const std::string rest = " " + sentence.substr(first + name.size()) + " ";
    EXPECT_EQ(rest.find(" " + name + " "), std::string::npos) << word.sentence;
    EXPECT_EQ(rest.find(" " + name + "s "), std::string::npos) << word.sentence;
  }
}

TEST(Glossary, FindsEachWordByItsNameAndByEachForm) {
  for (std::size_t i = 0; i < all_words().size(); ++i) {
    const GlossaryWord& word = all_words()[i];
    EXPECT_EQ(word_named(word.name), i);
    const std::vector<FoundWord> found = words_in(word.name);
    ASSERT_EQ(found.size(), 1u) << word.name;
    EXPECT_EQ(found.front().word, i) << word.name;
    for (const std::string_view form : word.forms) {
      if (form.empty()) continue;
      std::string text(form);
      const std::size_t bar = text.find('|');
      const std::size_t length = std::min(bar, text.size());
      if (bar != std::string::npos) text.erase(bar, 1);
      const std::vector<FoundWord> here = words_in(text);
      ASSERT_FALSE(here.empty()) << form;
      EXPECT_EQ(here.front().word, i) << form;
      EXPECT_EQ(here.front().end, length) << form;
    }
  }
}

TEST(Glossary, TheLongerWordCounts) {
  EXPECT_EQ(found_in("The scaled scores, then the scores."),
            (Words{"scaled scores = scaled score", "scores = score"}));
  EXPECT_EQ(found_in("÷ √d_k, and d_k"), (Words{"√d_k = scaling by √d_k", "d_k = d_k"}));
}

TEST(Glossary, FindsAWordOnceAndOnlyWhole) {
  EXPECT_EQ(found_in("Entropy, and entropy again; ahead of queries."),
            (Words{"Entropy = entropy", "queries = query"}));
  EXPECT_TRUE(words_in("headline, monkey, key_of, tokenise").empty());
  EXPECT_TRUE(words_in("").empty());
}

TEST(Glossary, ATokenIsNoWord) {
  EXPECT_EQ(found_in("score of “key” for “query”"), (Words{"score = score"}));
  EXPECT_EQ(found_in("value of “token”, dimension 2"), (Words{"value = value"}));
  EXPECT_TRUE(words_in("an open “query").empty());
}

TEST(Glossary, EveryMatrixHasAWord) {
  for (const MatrixName matrix : all_matrix_names) EXPECT_LT(word_of(matrix), all_words().size());
  EXPECT_EQ(all_words()[word_of(MatrixName::Q)].name, "query");
  EXPECT_EQ(all_words()[word_of(MatrixName::weights)].name, "attention weight");
}

}  // namespace
}  // namespace attention_lab

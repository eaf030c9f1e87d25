// The vocabulary as text.
#include "core/document/word_list.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "edit_checks.h"

namespace attention_lab {
namespace {

using attention_lab::testing::edited;

/// "a b", with two features, the first of which has a name.
Document two_words() {
  Document document;
  document.tokens = {"a", "b"};
  document.model.token_embeddings = (Matrix(2, 2) << 1, Scalar(0.1), -2, Scalar(1e-7)).finished();
  document.model.options.projection = Projection::identity;
  document = edited(edits::set_shared_words(document, true));
  return edited(edits::set_feature_name(document, 0, "cat"));
}

std::vector<Edit> edits_of(const std::string& text) {
  const Result<std::vector<Edit>> edits = edits_of_word_list(text, two_words());
  EXPECT_TRUE(edits) << to_string(edits.error());
  return *edits;
}

TEST(WordList, HasTheNamesOfFeaturesAndEveryDigit) {
  EXPECT_EQ(word_list(two_words()), "features: cat, \na: 1 0.1\nb: −2 1e-07\n");
  EXPECT_TRUE(edits_of(word_list(two_words())).empty()) << "nothing has changed";
}

TEST(WordList, AWordMayBeCalledFeatures) {
  Document document = two_words();
  document = edited(edits::set_feature_name(document, 0, ""));
  document = edited(edits::set_word(document, "features", Matrix::Ones(1, 2)));
  document = edited(edits::set_corpus(document, "features a", {}));
  const std::string text = word_list(document);
  EXPECT_EQ(text.find("features: ,\nfeatures: 1 1\n"), 0u) << text;
  EXPECT_TRUE(edits_of_word_list(text, document).value().empty());
}

TEST(WordList, GivesTheEditsThatMakeTheDocumentSo) {
  const std::vector<Edit> edits = edits_of("features: dog,eat\n\nb: 5; 6\n  new :0.5 -1\nfeatures: 1 1");
  const std::vector<Edit> wanted = {SetFeatureName{0, "dog"}, SetFeatureName{1, "eat"},
                                    SetWord{"b", (Matrix(1, 2) << 5, 6).finished()},
                                    SetWord{"new", (Matrix(1, 2) << Scalar(0.5), -1).finished()},
                                    SetWord{"features", (Matrix(1, 2) << 1, 1).finished()}};
  EXPECT_EQ(edits, wanted);
}

void expect_list_refused(const std::string& text, ErrorCode code, const std::string& words) {
  const Result<std::vector<Edit>> edits = edits_of_word_list(text, two_words());
  ASSERT_FALSE(edits) << text;
  EXPECT_EQ(edits.error().code, code);
  EXPECT_EQ(to_string(edits.error()).find(words), 0u) << to_string(edits.error());
}

TEST(WordList, ErrorsNameTheLine) {
  expect_list_refused("a: 1 2\nb 1 2", ErrorCode::wrong_format, "line 2: This line has no colon");
  expect_list_refused("features: cat", ErrorCode::wrong_shape,
                      "line 1: This line has 1 name, but d_model is 2");
  expect_list_refused("a: 1", ErrorCode::wrong_shape, "line 1: A word needs 2 numbers, one per feature");
  expect_list_refused("a: 1 x", ErrorCode::not_a_number, "line 1: “x” is not a number");
  expect_list_refused("a: 1 2\n\na: 1 2", ErrorCode::wrong_format, "line 3: The word “a” is listed twice");
  expect_list_refused(": 1 2", ErrorCode::empty_sentence, "line 1: A word needs at least one character");
  expect_list_refused("two words: 1 2", ErrorCode::out_of_range, "line 1: “two words” is not a single word");
}

}  // namespace
}  // namespace attention_lab

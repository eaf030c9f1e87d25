// Writing and reading a document restores it exactly.
#include "app/files/document_json.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "app/files/edit_json.h"
#include "app/files/json_value.h"
#include "core/attention/positions.h"
#include "core/document/checks.h"
#include "core/document/edits.h"
#include "support.h"

namespace attention_lab {
namespace {

using test::small_document;

Document parsed(const std::string& text) {
  Result<ReadDocument> read = parse_document(text);
  if (!read) {
    ADD_FAILURE() << to_string(read.error());
    return {};
  }
  EXPECT_TRUE(read->warnings.empty());
  return read->document;
}

void expect_round_trip(const Document& document) {
  ASSERT_TRUE(validate(document).empty()) << to_string(validate(document).front());
  const std::string text = to_json(document);
  EXPECT_TRUE(parsed(text) == document) << text.substr(0, 2000);
  EXPECT_EQ(to_json(parsed(text)), text);
}

float float_of_bits(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

TEST(DocumentJson, EveryFloatComesBackBitForBit) {
  using Limits = std::numeric_limits<float>;
  std::vector<float> values = {0.0f,
                               -0.0f,
                               Limits::denorm_min(),
                               -Limits::denorm_min(),
                               Limits::min(),
                               std::nextafter(Limits::min(), 0.0f),
                               Limits::max(),
                               Limits::lowest(),
                               Limits::epsilon(),
                               std::nextafter(1.0f, 2.0f),
                               16777216.0f,
                               1e9f,
                               std::nextafter(1e9f, 0.0f),
                               1e-5f,
                               std::nextafter(1e-5f, 0.0f),
                               0.43f,
                               1.0f / 3.0f};
  std::mt19937 random(1);
  while (values.size() < 40'000) {
    const float value = float_of_bits(static_cast<std::uint32_t>(random()));
    if (std::isfinite(value)) values.push_back(value);
  }
  Document document = small_document();
  document.model.options.projection = Projection::identity;
  document.model.heads.clear();
  document.tokens.assign(10, "token");
  document.model.token_embeddings = Matrix(Eigen::Map<const Matrix>(values.data(), 10, 4000));
  expect_round_trip(document);
}

TEST(DocumentJson, NumbersAreShort) {
  Document document = small_document();
  document.model.token_embeddings = (Matrix(2, 2) << .43f, 1, -100000, 1e-20f).finished();
  const std::string text = to_json(document);
  EXPECT_NE(text.find("[0.43, 1],"), std::string::npos) << text;
  EXPECT_NE(text.find("[-100000, 1e-20]"), std::string::npos) << text;
}

TEST(DocumentJson, AHandWrittenMinusZeroKeepsItsSign) {
  std::string text = to_json(small_document());
  text.replace(text.find("-0.25"), 5, "-0");
  const Document document = parsed(text);
  EXPECT_TRUE(std::signbit((*document.model.heads[0].W_q)(1, 0)));
}

TEST(DocumentJson, DigitsAreRoundedToTheNearestFloatOnce) {
  // Just above the midpoint between 1 and the next float. Read as a double it is exactly the midpoint, which
  // would be rounded to even, to 1.
  std::string text = to_json(small_document());
  text.replace(text.find("[1, 2]"), 6, "[1.000000059604644775390625001, 2]");
  EXPECT_EQ((*parsed(text).model.token_embeddings)(0, 0), std::nextafter(1.0f, 2.0f));
}

TEST(DocumentJson, EverythingADocumentCanHoldComesBack) {
  Document document = small_document();
  document.title = "All of it";
  document.description = "Has everything that a document can hold.";
  document.was_changed_since_titled = true;
  Head& first = document.model.heads[0];
  first.b_q = (RowVector(1) << .1f).finished();
  first.b_k = (RowVector(1) << -0.0f).finished();
  first.b_v = (RowVector(1) << 3).finished();
  document.model.heads.push_back(small_document().model.heads[0]);
  document.model.W_o = (Matrix(2, 3) << 1, 2, 3, 4, 5, 6).finished();
  document.model.b_o = (RowVector(3) << 7, 8, 9).finished();
  document.model.options = {
      Projection::trainable, {Scale::Kind::custom, 2.5f}, Mask::causal, .7f, Positions::none, {}};
  document.drawn_tokens = {1};
  document.seed = 2147483647;
  expect_round_trip(document);
  document.model.options.scale = {Scale::Kind::none, 1};
  expect_round_trip(document);
}

TEST(DocumentJson, ASavedDocumentThatWasEditedDoesNotClaimToBeWhatItsTitleSays) {
  const Document edited = *edits::set_mask(small_document(), Mask::causal);
  const std::string text = to_json(edited);
  EXPECT_NE(text.find("\"changed_since_titled\": true"), std::string::npos) << text;
  EXPECT_TRUE(is_changed_since_titled(parsed(text)));
  EXPECT_TRUE(parsed(text) == edited);
  const std::string titled = to_json(*edits::set_title(edited, "Causal"));
  EXPECT_EQ(titled.find("changed_since_titled"), std::string::npos) << titled;
}

TEST(DocumentJson, IdentityKeepsTheHeadsItDoesNotUse) {
  Document document = small_document();
  document.model.options.projection = Projection::identity;
  expect_round_trip(document);
  EXPECT_EQ(parsed(to_json(document)).model.heads.size(), 1u);
}

TEST(DocumentJson, TokensOfAnyScriptComeBackUnchanged) {
  Document document = small_document();
  document.title = "„Straße“ – \"quoted\" \\ / \b\f\n\r\t \u2028";
  document.tokens = {"👩🏽‍🚀",
                     "مرحبا",
                     "e\u0301\u0323",
                     "日本語",
                     "a b",
                     "\"quotes\"",
                     "\\",
                     std::string("a\0b", 3),
                     "\u202Eright-to-left",
                     std::string(100'000, 'x'),
                     "\x1F\x7F",
                     "{}[],:",
                     "\U0010FFFF"};
  const Index n_tokens = static_cast<Index>(document.tokens.size());
  document.model.token_embeddings = Matrix(Matrix::Ones(n_tokens, 2));
  expect_round_trip(document);
}

TEST(DocumentJson, OneRowOfAMatrixIsOneLine) {
  EXPECT_EQ(to_json(small_document()), R"({
  "format": "attention-lab/document",
  "version": 1,
  "title": "small",
  "tokens": ["one", "two"],
  "embeddings": [
    [1, 2],
    [3, 4]
  ],
  "heads": [
    {
      "W_q": [
        [0.5],
        [-0.25]
      ],
      "W_k": [
        [1],
        [0]
      ],
      "W_v": [
        [0],
        [1]
      ]
    }
  ],
  "options": {
    "projection": "trainable",
    "scale": "sqrt_d_k",
    "mask": "none",
    "temperature": 1
  }
}
)");
}

TEST(DocumentJson, DrawnTokensAndTheSeedStandWhereAPersonLooksForThem) {
  Document document = small_document();
  EXPECT_EQ(to_json(document).find("drawn"), std::string::npos);
  EXPECT_EQ(to_json(document).find("seed"), std::string::npos);
  document.drawn_tokens = {0, 1};
  document.seed = 20000001;
  EXPECT_NE(to_json(document).find(R"(
  "seed": 20000001,
  "tokens": ["one", "two"],
  "drawn": [0, 1],
)"),
            std::string::npos);
}

TEST(DocumentJson, DrawnTokensMayStandInAnyOrder) {
  std::string text = to_json(small_document());
  text.replace(text.find("\"embeddings\""), 0, "\"drawn\": [1, 0], ");
  EXPECT_EQ(parsed(text).drawn_tokens, (std::vector<Index>{0, 1}));
  text.replace(text.find("[1, 0]"), 6, "[]");
  EXPECT_TRUE(parsed(text).drawn_tokens.empty());
}

TEST(DocumentJson, WhatIsLeftOutHasItsDefault) {
  const Document document = parsed(R"({"format": "attention-lab/document", "version": 1, "tokens": ["a"],
    "embeddings": [[1]], "heads": [{"W_q": [[1]], "W_k": [[1]], "W_v": [[1]]}], "options": {"mask": "causal"}})");
  EXPECT_EQ(document.title, "");
  EXPECT_EQ(document.model.options,
            (Options{Projection::trainable, {}, Mask::causal, 1, Positions::none, {}}));
  EXPECT_EQ(document.model.W_o->size(), 0);
  EXPECT_TRUE(document.drawn_tokens.empty());
  EXPECT_FALSE(document.seed);
}

TEST(DocumentJson, AByteOrderMarkIsNoObstacle) {
  EXPECT_TRUE(parsed("\xEF\xBB\xBF" + to_json(small_document())) == small_document());
}

TEST(DocumentJson, UnknownKeysAreWarnedOfAndKept) {
  std::string text = to_json(small_document());
  text.insert(text.find("\"version\""), R"("author": {"name": "Ada", "age": 0.1234567890123456}, )");
  text.insert(text.find("\"W_q\""), R"("colour": "red", )");
  text.insert(text.find("\"mask\""), R"("a \"strange\" key": [1, 1e300, null], )");
  const Result<ReadDocument> read = parse_document(text);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->warnings,
            (std::vector<std::string>{
                R"(This version does not know the key "author"; saving keeps it.)",
                R"(This version does not know the key "a "strange" key" in options; saving keeps it.)",
                R"(This version does not know the key "colour" in heads[0]; saving keeps it.)",
            }));
  const std::string saved = to_json(read->document);
  EXPECT_NE(saved.find(R"("author": {"name": "Ada", "age": 0.1234567890123456})"), std::string::npos)
      << saved;
  EXPECT_NE(saved.find(R"("colour": "red")"), std::string::npos) << saved;
  EXPECT_NE(saved.find(R"("a \"strange\" key": [1, 1e300, null])"), std::string::npos) << saved;
  const Result<ReadDocument> again = parse_document(saved);
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->document == read->document);
  EXPECT_EQ(to_json(again->document), saved);
}

TEST(DocumentJson, UnknownKeysOfDropoutAreKeptEvenWhereNothingIsDropped) {
  for (const char* p : {"0", "0.5"}) {
    std::string text = to_json(small_document());
    text.insert(text.find("\"version\""), R"("dropout": {"note": [1], "p": )" + std::string(p) + "}, ");
    const Result<ReadDocument> read = parse_document(text);
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_EQ(read->warnings,
              std::vector<std::string>{
                  R"(This version does not know the key "note" in dropout; saving keeps it.)"});
    const std::string saved = to_json(read->document);
    EXPECT_NE(saved.find(R"("note": [1])"), std::string::npos) << saved;
    EXPECT_EQ(to_json(parse_document(saved)->document), saved);
  }
}

TEST(DocumentJson, UnknownKeysAreKeptHoweverDeepTheyNest) {
  const std::string deepest = std::string(63, '[') + std::string(63, ']');
  std::string text = to_json(small_document());
  text.insert(text.find('{') + 1, "\"author\": " + deepest + ",");
  const Result<ReadDocument> read = parse_document(text);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_NE(to_json(read->document).find("\"author\": " + deepest), std::string::npos);
}

TEST(DocumentJson, DrawnWordsComeBackWhetherTheyAreInTheSentenceOrNot) {
  Document document = *edits::set_shared_words(small_document(), true);
  document = *edits::set_sentence(document, "new words are new", 1);
  document = *edits::set_sentence(document, "are new new", 1);
  EXPECT_EQ(document.vocabulary->drawn_words, std::vector<std::string>{"words"});
  const Document read = parsed(to_json(document));
  EXPECT_TRUE(read == document) << to_json(document);
  EXPECT_EQ(read.drawn_tokens, (std::vector<Index>{0, 1, 2}));
}

TEST(DocumentJson, CorpusHeldOutSentencesAndNamesOfFeaturesComeBack) {
  Document document = *edits::set_shared_words(small_document(), true);
  const std::string sentences = "one \"two\"\n\nthree four\n";
  document = *edits::set_corpus(document, sentences, "five six");
  document = *edits::set_feature_name(document, 1, "dog");
  const std::string text = to_json(document);
  EXPECT_NE(text.find(R"("corpus": [
    "one \"two\"",
    "",
    "three four",
    ""
  ])"),
            std::string::npos)
      << text;
  const Document read = parsed(text);
  EXPECT_EQ(read.corpus, sentences);
  EXPECT_TRUE(read == document);
}

TEST(DocumentJson, AnOutputLayerComesBack) {
  Document document = *edits::set_shared_words(small_document(), true);
  document = *edits::set_corpus(document, document.tokens[1] + " " + document.tokens[0], {});
  document = *edits::set_output_layer(document, true);
  document = *edits::set_cell(document, {{MatrixName::W_u}, 0, 1}, 0.43f);
  const std::string text = to_json(document);
  EXPECT_NE(text.find("\"W_u\": [\n"), std::string::npos) << text;
  const Document read = parsed(text);
  EXPECT_TRUE(read == document) << text;
  EXPECT_EQ((*read.W_u)(0, 1), 0.43f);
}

TEST(DocumentJson, EachMaskComesBack) {
  const VisibleCells cells = (VisibleCells(2, 2) << 1, 0, 0, 0).finished();
  for (const Mask& mask : {Mask(Mask::none), Mask(Mask::causal), Mask::sliding_window({2, 0}),
                           Mask::sliding_window({{}, 1}), Mask::sliding_window({1, {}}),
                           Mask::padded(0, false), Mask::padded(2, true), Mask::of_cells(cells)}) {
    const Document document = edits::set_mask(small_document(), mask).value();
    expect_round_trip(document);
    EXPECT_EQ(parsed(to_json(document)).model.options.mask, mask);
    for (const Edit& edit : {Edit(SetMask{mask}), Edit(SetVisible{1, 0, true})}) {
      const std::string written = edit_json(edit);
      const Result<JsonText> json = parse_json(written);
      ASSERT_TRUE(json) << written;
      const Result<Edit> back = read_edit(json->value, "edit");
      ASSERT_TRUE(back) << written;
      EXPECT_EQ(*back, edit) << written;
    }
  }
}

TEST(DocumentJson, MasksAreWrittenAsAPersonWouldWriteThem) {
  const auto text = [](const Mask& mask) {
    const std::string all = to_json(edits::set_mask(small_document(), mask).value());
    const std::size_t start = all.find("\"mask\"");
    return all.substr(start, all.find("\"temperature\"") - start);
  };
  EXPECT_EQ(text(Mask::sliding_window({2, {}})),
            "\"mask\": {\"window\": {\"left\": 2, \"right\": \"all\"}},\n    ");
  EXPECT_EQ(text(Mask::padded(2, true)), "\"mask\": {\"padding\": 2, \"causal\": true},\n    ");
  EXPECT_EQ(text(Mask::of_cells(VisibleCells::Identity(2, 2))),
            "\"mask\": {\n      \"visible\": [\n        [1, 0],\n        [0, 1]\n      ]\n    },\n    ");
}

TEST(DocumentJson, OneDrawnTokenStandsForAllThatShareItsEmbedding) {
  const Document document = parsed(R"({"format": "attention-lab/document", "version": 1,
    "tokens": ["it", "a", "it"], "vocabulary": {"a": [1, 2], "it": [3, 4]}, "heads": [], "drawn": [2],
    "options": {"projection": "identity"}})");
  EXPECT_EQ(document.drawn_tokens, (std::vector<Index>{0, 2}));
}

TEST(DocumentJson, VocabularyPositionsAndDropoutComeBack) {
  Document document = small_document();
  document.model.token_embeddings = Matrix(Matrix::Random(3, document.model.d_model()));
  document.tokens = {"one", "two", "one"};
  document = *edits::set_shared_words(document, true);
  document = *edits::set_sentence(document, "one \"quoted\" one", 1);
  document = *edits::set_positions(document, Positions::learned, 1);
  document = *edits::set_dropout(document, {.1f, 7});
  const Document learned = parsed(to_json(document));
  EXPECT_TRUE(has_same_contents(learned, document));
  EXPECT_GE(find_word(*learned.vocabulary, "two"), 0) << "words that are not in the sentence are kept";
  document = *edits::set_positions(document, Positions::sinusoidal, 1);
  EXPECT_TRUE(has_same_contents(parsed(to_json(document)), document));
}

TEST(DocumentJson, VocabularyGivesEachTokenTheRowOfItsWord) {
  const Document document = parsed(R"({"format": "attention-lab/document", "version": 1,
    "tokens": ["b", "a", "b"], "vocabulary": {"a": [1, 2], "b": [3, 4]}, "heads": [],
    "options": {"projection": "identity"}, "position_embeddings": "sinusoidal", "dropout": {"p": 0.5}})");
  EXPECT_EQ(*document.model.token_embeddings, (Matrix(3, 2) << 3, 4, 1, 2, 3, 4).finished());
  EXPECT_EQ(*document.model.position_embeddings, sinusoidal_positions(3, 2));
  EXPECT_EQ(document.model.options.dropout, (Dropout{.5f, 123}));
}

Document batch_of_three() {
  Document document = small_document();
  for (const char* sentence : {"one two three four five six seven", "cat"}) {
    Result<Document> longer = edits::add_sentence(document, sentence, 5);
    EXPECT_TRUE(longer) << to_string(longer.error());
    document = *longer;
  }
  return document;
}

TEST(DocumentJson, ABatchComesBackWithTheSentenceThatWasShown) {
  const Document batch = batch_of_three();
  for (Index shown = 0; shown < 3; ++shown) expect_round_trip(showing(batch, shown));
  Result<Document> with_positions = edits::set_positions(batch, Positions::learned, 3);
  ASSERT_TRUE(with_positions);
  expect_round_trip(*with_positions);
  Result<Document> sinusoidal = edits::set_positions(showing(batch, 0), Positions::sinusoidal, 3);
  ASSERT_TRUE(sinusoidal);
  expect_round_trip(*sinusoidal);
  const std::string text = to_json(batch);
  EXPECT_EQ(text.find("[PAD]"), std::string::npos) << "padding follows from the lengths";
  EXPECT_NE(text.find("\"mask\": \"none\""), std::string::npos);
}

TEST(DocumentJson, ABatchThatDoesNotFitIsRefusedInWords) {
  const std::string beginning =
      R"({"format": "attention-lab/document", "version": 1, "tokens": ["a", "b"],
          "embeddings": [[1, 2], [3, 4]], "options": {"projection": "identity"MASK}, "sentences": )";
  const auto expect_refused = [&](std::string sentences, const std::string& mask, const std::string& place,
                                  const std::string& words) {
    std::string text = beginning + sentences + "}";
    text.replace(text.find("MASK"), 4, mask);
    const std::vector<Error> problems = find_problems(text);
    ASSERT_FALSE(problems.empty()) << sentences;
    EXPECT_EQ(problems.front().place, place);
    EXPECT_NE(problems.front().message.find(words), std::string::npos) << problems.front().message;
  };
  expect_refused("3", "", "sentences", "a list of sentences");
  expect_refused("[true]", "", "sentences[0]", "a sentence");
  expect_refused("[]", "", "sentences", "no other sentences");
  expect_refused("[{}]", "", "sentences[0].tokens", "missing");
  expect_refused(R"([{"tokens": ["c"], "embeddings": [[1, 2, 3]]}])", "", "sentences[0].embeddings",
                 "1 row of 2 numbers");
  expect_refused(R"([{"tokens": ["c"], "embeddings": [[1, 2], [3, 4]]}])", "", "sentences[0].embeddings",
                 "1 row of 2 numbers");
  expect_refused(R"([{"tokens": ["c"], "embeddings": [[1, 2]], "drawn": [1]}])", "", "sentences[0].drawn[0]",
                 "token");
  expect_refused(R"([{"tokens": ["c"], "embeddings": [[1, 2]]}], "shown_sentence": 2)", "", "shown_sentence",
                 "sentence");
  expect_refused(R"([{"tokens": ["c"], "embeddings": [[1, 2]]}])",
                 R"(, "mask": {"window": {"left": 1, "right": 1}})", "options.mask",
                 "follows from their lengths");
}

}  // namespace
}  // namespace attention_lab

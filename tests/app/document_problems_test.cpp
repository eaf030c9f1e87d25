// Every error in a document is reported with a sentence and a place.
#include <string>

#include <gtest/gtest.h>

#include "app/files/document_file.h"
#include "app/files/document_json.h"
#include "support.h"

namespace attention_lab {
namespace {

/// A valid document with one replacement.
std::string damaged(const std::string& what, const std::string& with) {
  std::string text = to_json(test::small_document());
  const std::size_t found = text.find(what);
  EXPECT_NE(found, std::string::npos) << what;
  return found == std::string::npos ? text : text.replace(found, what.size(), with);
}

void expect_error(const std::string& text, ErrorCode code, const std::string& place,
                  const std::string& message) {
  const Result<ReadDocument> read = parse_document(text);
  ASSERT_FALSE(read) << text;
  EXPECT_EQ(read.error().code, code);
  EXPECT_EQ(read.error().place, place);
  EXPECT_EQ(read.error().message, message);
  const auto problems = find_problems(text);
  ASSERT_FALSE(problems.empty());
  EXPECT_EQ(problems.front(), read.error());
}

void expect_syntax_error(const std::string& text, const std::string& place, const std::string& message) {
  expect_error(text, ErrorCode::not_json, place, message);
}

TEST(DocumentSyntax, AnEmptyTextIsCalledEmpty) {
  expect_syntax_error("", "line 1, column 1", "The text is empty.");
  expect_syntax_error(" \n ", "line 2, column 2", "The text is empty.");
}

TEST(DocumentSyntax, WhatIsNoJsonIsShown) {
  expect_syntax_error("hello", "line 1, column 1", "This is not JSON: it starts with \"hello\".");
  expect_syntax_error("[True]", "line 1, column 2", "\"True\" does not belong here.");
  expect_syntax_error("{\n // no\n}", "line 2, column 2", "JSON does not allow comments.");
  expect_syntax_error("{'a': 1}", "line 1, column 2", "Use double quotes around text, not single quotes.");
}

TEST(DocumentSyntax, LinesAndColumnsAreCountedInCharacters) {
  expect_syntax_error("[\n \"äöü👩‍🚀\" 7]", "line 2, column 11",
                      "A comma or a colon is missing before \"7\".");
}

TEST(DocumentSyntax, CommasAreCounted) {
  expect_syntax_error("[1, 2,]", "line 1, column 7", "There is an extra comma before this bracket.");
  expect_syntax_error("[1,,2]", "line 1, column 4", "\",\" does not belong here.");
  expect_syntax_error("{\"a\" 1}", "line 1, column 6", "A comma or a colon is missing before \"1\".");
  expect_syntax_error("[1] [2]", "line 1, column 5", "A comma or a colon is missing before \"[\".");
}

TEST(DocumentSyntax, WhatEndsTooEarlyIsSaidToBeOpen) {
  const std::string open = "The text is incomplete: a bracket or brace is not closed.";
  expect_syntax_error("[1, 2", "line 1, column 6", open);
  expect_syntax_error("{\"a\":\n", "line 2, column 1", open);
  expect_syntax_error("[\"abc", "line 1, column 2", "The text that starts here has no closing quote.");
}

TEST(DocumentSyntax, NumbersThatAreNoneAreShown) {
  const std::string not_finite = " cannot be a number in a document; numbers must be finite.";
  expect_syntax_error("[NaN]", "line 1, column 2", "\"NaN\"" + not_finite);
  expect_syntax_error("[1, -Infinity]", "line 1, column 5", "\"-Infinity\"" + not_finite);
  expect_syntax_error("[inf]", "line 1, column 2", "\"inf\"" + not_finite);
  expect_syntax_error("[.5]", "line 1, column 2", "\".5\" is not a valid JSON number.");
  expect_syntax_error("[+1]", "line 1, column 2", "\"+1\" is not a valid JSON number.");
  expect_syntax_error("[007]", "line 1, column 2", "\"007\" is not a valid JSON number.");
  expect_syntax_error("[1e999]", "line 1, column 2", "\"1e999\" is too large a number.");
}

TEST(DocumentSyntax, TextsThatAreWrittenWronglyAreExplained) {
  expect_syntax_error("[\"a\nb\"]", "line 1, column 4",
                      "Text in quotes must end on the line where it starts; write a line break as \\n.");
  expect_syntax_error("[\"a\tb\"]", "line 1, column 4", "Write a tab inside text as \\t.");
  expect_syntax_error("[\"C:\\qux\"]", "line 1, column 6",
                      "\"\\q\" is not a valid escape in JSON; write a backslash itself as \\\\.");
  const std::string hexadecimal =
      "Write four hexadecimal digits after \\u; a character past U+FFFF needs two such escapes.";
  expect_syntax_error("[\"\\uD800\"]", "line 1, column 2", hexadecimal);
  expect_syntax_error("[\"\\u12G4\"]", "line 1, column 7", hexadecimal);
}

TEST(DocumentSyntax, BrokenUtf8IsFoundByItsLine) {
  expect_error("{\n\"title\": \"\xC3\x28\"}", ErrorCode::not_utf8, "line 2", "The text is not valid UTF-8.");
  expect_error("[\"\xED\xA0\x80\"]", ErrorCode::not_utf8, "line 1", "The text is not valid UTF-8.");
}

TEST(DocumentSyntax, DeepNestingIsRefusedNotFollowed) {
  for (const char bracket : {'[', '{'}) {
    std::string text(1'000'000, bracket);
    EXPECT_FALSE(parse_document(text));
  }
  expect_error(std::string(1'000'000, '['), ErrorCode::over_limit, "",
               "Lists and objects are nested more than 64 levels deep.");
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  expect_error(objects, ErrorCode::over_limit, "", "Lists and objects are nested more than 64 levels deep.");
}

TEST(DocumentSyntax, ManySmallValuesAreRefusedBeforeTheyFillTheMemory) {
  std::string text = "[";
  for (int i = 0; i < 4'000'001; ++i) text += "[],";
  expect_error(text + "1]", ErrorCode::over_limit, "", "There are more than 4000000 values.");
}

TEST(DocumentJson, WhatIsNoDocumentIsToldFromOne) {
  expect_error("[]", ErrorCode::wrong_format, "", "A document must be an object in braces, not a list.");
  expect_error("{}", ErrorCode::missing_key, "format", "This key is missing.");
  expect_error(damaged("attention-lab/document", "other"), ErrorCode::wrong_format, "format",
               "Expected the text \"attention-lab/document\" but found the text \"other\".");
}

TEST(DocumentJson, AVersionFromTheFutureIsRefused) {
  expect_error(
      damaged("\"version\": 1", "\"version\": 2"), ErrorCode::wrong_version, "version",
      "This document was made for a later version of Attention Lab; this one reads only format version 1.");
  for (const char* nonsense : {"0", "-1", "1.5", "\"1\"", "null", "[1]"}) {
    expect_error(
        damaged("\"version\": 1", std::string("\"version\": ") + nonsense), ErrorCode::wrong_type, "version",
        find_problems(damaged("\"version\": 1", std::string("\"version\": ") + nonsense))[0].message);
  }
}

TEST(DocumentJson, MissingKeysAreNamedWithTheirPath) {
  const std::string missing = "This key is missing.";
  expect_error(damaged("\"version\": 1,", ""), ErrorCode::missing_key, "version", missing);
  expect_error(damaged("\"tokens\"", "\"words\""), ErrorCode::missing_key, "tokens", missing);
  expect_error(damaged("\"embeddings\"", "\"X\""), ErrorCode::missing_key, "embeddings", missing);
  expect_error(damaged("\"heads\"", "\"head\""), ErrorCode::missing_key, "heads", missing);
  expect_error(damaged("\"W_k\"", "\"W_K\""), ErrorCode::missing_key, "heads[0].W_k", missing);
}

TEST(DocumentJson, IdentityNeedsNoHeads) {
  std::string text = damaged("\"trainable\"", "\"identity\"");
  text.replace(text.find("\"heads\""), 7, "\"x\"");
  EXPECT_TRUE(parse_document(text));
}

TEST(DocumentJson, RaggedRowIsNamedWithItsPath) {
  expect_error(damaged("[3, 4]", "[3]"), ErrorCode::wrong_shape, "embeddings[1]",
               "This row has 1 number, but the first row has 2.");
  expect_error(damaged("[-0.25]", "[]"), ErrorCode::wrong_shape, "heads[0].W_q[1]",
               "There are no numbers in this list.");
  expect_error(damaged("\"embeddings\": [\n    [1, 2],\n    [3, 4]\n  ]", "\"embeddings\": []"),
               ErrorCode::wrong_shape, "embeddings", "There are no rows in this matrix.");
}

TEST(DocumentJson, WrongShapesAreNamedWithTheirPath) {
  const auto code_and_place = [](const std::string& text) {
    const Result<ReadDocument> read = parse_document(text);
    return read ? std::pair(ErrorCode::not_found, std::string())
                : std::pair(read.error().code, read.error().place);
  };
  EXPECT_EQ(code_and_place(damaged("\"one\", ", "")),
            std::pair(ErrorCode::wrong_shape, std::string("embeddings")));
  EXPECT_EQ(code_and_place(damaged("[-0.25]", "[-0.25],[1]")),
            std::pair(ErrorCode::wrong_shape, std::string("heads[0].W_q")));
  EXPECT_EQ(code_and_place(damaged("\"W_k\"", "\"b_q\": [1, 2], \"W_k\"")),
            std::pair(ErrorCode::wrong_shape, std::string("heads[0].b_q")));
}

TEST(DocumentJson, WrongTypesAreNamedWithTheirPath) {
  const auto wrong = [](const std::string& text, const std::string& place, const std::string& message) {
    expect_error(text, ErrorCode::wrong_type, place, message);
  };
  wrong(damaged("\"small\"", "7"), "title", "Expected text in quotes but found a number.");
  wrong(damaged("\"title\"", "\"description\": [], \"title\""), "description",
        "Expected text in quotes but found a list.");
  wrong(damaged("\"title\"", "\"changed_since_titled\": 1, \"title\""), "changed_since_titled",
        "Expected true or false but found a number.");
  wrong(damaged("\"two\"", "2"), "tokens[1]", "Expected text in quotes but found a number.");
  wrong(damaged("[\"one\", \"two\"]", "\"one two\""), "tokens",
        "Expected a list of words in quotes but found the text \"one two\".");
  wrong(damaged("[3, 4]", "[3, \"4\"]"), "embeddings[1][1]", "Expected a number but found the text \"4\".");
  wrong(damaged("[3, 4]", "[null, 4]"), "embeddings[1][0]", "Expected a number but found null.");
  wrong(damaged("[3, 4]", "7"), "embeddings[1]", "Expected a list of numbers but found a number.");
  wrong(damaged("\"none\"", "\"casual\""), "options.mask",
        "Expected \"none\", \"causal\", or an object with the key \"window\", \"padding\" or \"visible\" but "
        "found the text \"casual\".");
  wrong(damaged("\"trainable\"", "true"), "options.projection",
        "Expected \"trainable\" or \"identity\" but found true.");
  wrong(damaged("\"sqrt_d_k\"", "\"sqrt\""), "options.scale",
        "Expected \"sqrt_d_k\", \"none\" or a positive number but found the text \"sqrt\".");
}

TEST(DocumentJson, MasksThatDoNotFitAreNamedWithTheirPath) {
  const auto wrong = [](const std::string& mask, ErrorCode code, const std::string& place,
                        const std::string& message) {
    SCOPED_TRACE(mask);
    expect_error(damaged("\"none\"", mask), code, place, message);
  };
  wrong("{}", ErrorCode::wrong_type, "options.mask",
        "Expected \"none\", \"causal\", or an object with the key \"window\", \"padding\" or \"visible\" but "
        "found an object.");
  wrong("{\"widow\": 1}", ErrorCode::wrong_format, "options.mask.widow",
        "A mask has no such key; it has \"window\", \"visible\", or \"padding\" with or without \"causal\".");
  wrong("{\"padding\": 1, \"visible\": [[1]]}", ErrorCode::wrong_format, "options.mask",
        "A mask is either a window, padding or a matrix of what is visible; keep one of them.");
  wrong("{\"window\": {\"left\": 1}}", ErrorCode::missing_key, "options.mask.window.right",
        "This key is missing.");
  wrong("{\"window\": {\"left\": \"some\", \"right\": 0}}", ErrorCode::wrong_type, "options.mask.window.left",
        "Expected a whole number or \"all\" but found the text \"some\".");
  wrong("{\"window\": {\"left\": \"all\", \"right\": \"all\"}}", ErrorCode::out_of_range,
        "options.mask.window",
        "A window that is open on both sides hides nothing; give the number of tokens seen to the left or to "
        "the "
        "right, or choose no mask.");
  wrong("{\"padding\": 1.5}", ErrorCode::wrong_type, "options.mask.padding",
        "Expected a whole number but found a number.");
  wrong("{\"padding\": 3}", ErrorCode::out_of_range, "options.mask.padding",
        "The number of padding tokens must be from 0 to 2, not 3.");
  wrong("{\"padding\": 1, \"causal\": 1}", ErrorCode::wrong_type, "options.mask.causal",
        "Expected true or false but found a number.");
  wrong("{\"visible\": [[1, 0], [1, 2]]}", ErrorCode::out_of_range, "options.mask.visible[1][1]",
        "Give 1 where the query of this row may attend to the key of this column, and 0 where it may not.");
  wrong("{\"visible\": [[1]]}", ErrorCode::wrong_shape, "options.mask.visible",
        "The mask is 1 × 1, but the sentence has 2 tokens; give one row and one column for each token.");
}

TEST(DocumentJson, DrawnTokensAreWholeNumbersOfTokensThatAreThere) {
  const auto drawn = [](const std::string& list) {
    return damaged("\"embeddings\"", "\"drawn\": " + list + ", \"embeddings\"");
  };
  const std::string not_whole = "This is not a whole number, or it is too large.";
  expect_error(drawn("[0, 1.5]"), ErrorCode::wrong_type, "drawn[1]", not_whole);
  expect_error(drawn("[1e30]"), ErrorCode::wrong_type, "drawn[0]", not_whole);
  expect_error(drawn("[0, \"1\"]"), ErrorCode::wrong_type, "drawn[1]",
               "Expected a whole number but found the text \"1\".");
  expect_error(drawn("true"), ErrorCode::wrong_type, "drawn",
               "Expected a list of token numbers (counted from 0) but found true.");
  expect_error(drawn("[2]"), ErrorCode::out_of_range, "drawn[0]",
               "There is no token 2; the tokens are numbered 0 to 1.");
  expect_error(drawn("[-1]"), ErrorCode::out_of_range, "drawn[0]",
               "There is no token -1; the tokens are numbered 0 to 1.");
  expect_error(drawn("[1, 1]"), ErrorCode::wrong_format, "drawn[1]",
               "The token 1 is listed twice; list it once.");
  expect_error(drawn("[1, 7, 1]"), ErrorCode::out_of_range, "drawn[1]",
               "There is no token 7; the tokens are numbered 0 to 1.");
}

TEST(DocumentJson, AnUnknownKeyWithANumberPastTheRangeIsRefused) {
  const Result<ReadDocument> read = parse_document(damaged("\"tokens\"", "\"note\": 1e999, \"tokens\""));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message.find("not enough memory"), std::string::npos) << read.error().message;
}

TEST(DocumentJson, ASeedIsAWholeNumberWithinItsLimit) {
  const auto seed = [](const std::string& value) {
    return damaged("\"tokens\"", "\"seed\": " + value + ", \"tokens\"");
  };
  expect_error(seed("-1"), ErrorCode::out_of_range, "seed", "A seed must be 0 or more, not -1.");
  expect_error(seed("0.5"), ErrorCode::wrong_type, "seed", "This is not a whole number, or it is too large.");
  expect_error(seed("\"123\""), ErrorCode::wrong_type, "seed",
               "Expected a whole number but found the text \"123\".");
  expect_error(seed("2147483648"), ErrorCode::over_limit, "seed",
               "The seed is 2147483648; its limit is 2147483647.");
}

TEST(DocumentJson, NumbersPastTheRangeOfFloatAreNamedWithTheirPath) {
  expect_error(damaged("[3, 4]", "[3, -1e39]"), ErrorCode::not_finite, "embeddings[1][1]",
               "This number is too large; the largest is 3.4028235e38.");
  expect_error(damaged("\"temperature\": 1", "\"temperature\": 1e39"), ErrorCode::not_finite,
               "options.temperature", "This number is too large; the largest is 3.4028235e38.");
}

TEST(DocumentJson, ATemperatureOrDivisorThatIsNotPositiveIsRefused) {
  for (const char* number : {"0", "-1", "-0.0", "1e-60"}) {
    const auto temperature =
        find_problems(damaged("\"temperature\": 1", std::string("\"temperature\": ") + number));
    ASSERT_EQ(temperature.size(), 1u) << number;
    EXPECT_EQ(temperature[0].place, "options.temperature");
    const auto scale = find_problems(damaged("\"sqrt_d_k\"", number));
    ASSERT_EQ(scale.size(), 1u) << number;
    EXPECT_EQ(scale[0].place, "options.scale");
  }
}

TEST(DocumentJson, AnEmptySentenceIsRefused) {
  const auto problems = find_problems(damaged("\"one\", \"two\"", ""));
  ASSERT_FALSE(problems.empty());
  EXPECT_EQ(problems[0].code, ErrorCode::empty_sentence);
  EXPECT_EQ(problems[0].place, "tokens");
}

TEST(DocumentJson, LimitsAreNamed) {
  std::string tokens = "\"one\"";
  std::string rows = "[1, 2]";
  for (int i = 0; i < 1024; ++i) {
    tokens += ", \"one\"";
    rows += ", [1, 2]";
  }
  std::string text = damaged("\"one\", \"two\"", tokens);
  text.replace(text.find("[1, 2],\n    [3, 4]"), 18, rows);
  const Result<ReadDocument> read = parse_document(text);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::over_limit);
  EXPECT_NE(read.error().message.find("1,024"), std::string::npos) << read.error().message;
}

TEST(DocumentJson, AKeyThatStandsTwiceIsRefused) {
  expect_error(damaged("\"title\"", "\"title\": \"a\", \"title\""), ErrorCode::wrong_format, "title",
               "This key appears more than once.");
  expect_error(damaged("\"W_q\"", "\"b_q\": [1], \"b_q\": [2], \"W_q\""), ErrorCode::wrong_format,
               "heads[0].b_q", "This key appears more than once.");
}

TEST(DocumentJson, AllProblemsAreFoundButNotEndlesslyMany) {
  std::string text = damaged("\"none\"", "3");
  text.replace(text.find("\"one\""), 5, "1");
  text.replace(text.find("[3, 4]"), 6, "[3, 4, 5]");
  const auto problems = find_problems(text);
  ASSERT_EQ(problems.size(), 3u);
  EXPECT_EQ(problems[0].place, "tokens[0]");
  EXPECT_EQ(problems[1].place, "embeddings[1]");
  EXPECT_EQ(problems[2].place, "options.mask");

  std::string rows = "[1, 2]";
  for (int i = 0; i < 100'000; ++i) rows += ", [1]";
  const auto many = find_problems(damaged("[3, 4]", rows));
  ASSERT_EQ(many.size(), 101u);
  EXPECT_EQ(to_string(many.back()), "and 99,900 more problems");
}

TEST(DocumentFile, ErrorsNameTheFile) {
  const test::TemporaryFolder folder;
  test::put(folder / "bad.json", "{}");
  const Result<ReadDocument> read = read_document(folder / "bad.json");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().place, (folder / "bad.json").string() + ": format");
}

TEST(DocumentFile, WhatIsWrittenIsRead) {
  const test::TemporaryFolder folder;
  ASSERT_TRUE(write_document(folder / "a.json", test::small_document()));
  const Result<ReadDocument> read = read_document(folder / "a.json");
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->document == test::small_document());
}

/// A document of two words with additional keys, or with keys that replace its embeddings.
std::string with_keys(const std::string& keys) {
  return R"({"format": "attention-lab/document", "version": 1, "tokens": ["a", "b"], "heads": [], )"
         R"("options": {"projection": "identity"}, )" +
         keys + "}";
}

TEST(DocumentProblems, VocabularyMustHaveEveryWordOnceAndAlone) {
  expect_error(with_keys(R"("vocabulary": {"a": [1, 2]})"), ErrorCode::not_found, "tokens[1]",
               "The vocabulary has no word “b”; add a row of numbers for it.");
  expect_error(with_keys(R"("vocabulary": {"a": [1, 2], "b": [3]})"), ErrorCode::wrong_shape, "vocabulary.b",
               "This word has 1 number, but the first has 2; give every word the same number.");
  expect_error(
      with_keys(R"("embeddings": [[1], [2]], "vocabulary": {"a": [1], "b": [2]})"), ErrorCode::wrong_format,
      "embeddings",
      "With a vocabulary, each token has the row of its word; leave out either the embeddings or the "
      "vocabulary.");
  const std::string words = R"("vocabulary": {"a": [1], "b": [2], "c": [3]}, "drawn": )";
  expect_error(with_keys(words + R"(["d"])"), ErrorCode::not_found, "drawn",
               "The vocabulary has no word “d”; add a row of numbers for it, or do not list it.");
  expect_error(with_keys(words + R"(["b"])"), ErrorCode::wrong_format, "drawn",
               "“b” is in the sentence; list the numbers of its tokens instead.");
  expect_error(with_keys(words + R"(["c", "c"])"), ErrorCode::wrong_format, "drawn",
               "The word “c” is listed twice; list it once.");
  expect_error(with_keys(R"("vocabulary": [1])"), ErrorCode::wrong_type, "vocabulary",
               "Expected an object that gives each word a list of numbers but found a list of numbers.");
}

TEST(DocumentProblems, CorpusAndFeaturesMustBeText) {
  const std::string words = R"("vocabulary": {"a": [1], "b": [2]}, )";
  expect_error(with_keys(words + R"("corpus": "a b")"), ErrorCode::wrong_type, "corpus",
               "Expected a list of sentences in quotes but found the text \"a b\".");
  expect_error(with_keys(words + R"("held_out": [1])"), ErrorCode::wrong_type, "held_out",
               "Expected a list of sentences in quotes but found a list of numbers.");
  expect_error(with_keys(words + R"("features": ["cat", "dog"])"), ErrorCode::wrong_shape, "features",
               "There are names for 2 features, but d_model is 1; give one name per feature.");
}

TEST(DocumentProblems, AnOutputLayerHasOneColumnPerWordToPredict) {
  const std::string words = R"("vocabulary": {"a": [1], "b": [2]}, "corpus": ["b a"], )";
  EXPECT_TRUE(find_problems(with_keys(words + R"("W_u": [[1, 2]])")).empty());
  expect_error(with_keys(words + R"("W_u": [[1, 2, 3]])"), ErrorCode::wrong_shape, "W_u",
               "W_u is 1 × 3, but d_model is 1 and there are 2 words to predict; give it one row per feature "
               "and one column per word.");
  expect_error(with_keys(words + R"("W_u": [[1, 2], [3, 4]])"), ErrorCode::wrong_shape, "W_u",
               "W_u is 2 × 2, but d_model is 1 and there are 2 words to predict; give it one row per feature "
               "and one column per word.");
  expect_error(with_keys(words + R"("W_u": [[1, "x"]])"), ErrorCode::wrong_type, "W_u[0][1]",
               "Expected a number but found the text \"x\".");
  expect_error(
      with_keys(R"("embeddings": [[1], [2]], "W_u": [[1, 2]])"), ErrorCode::wrong_shape, "W_u",
      "W_u scores the words of a vocabulary as next words, but there are none; leave it out, or give "
      "a vocabulary.");
}

TEST(DocumentProblems, PositionsMustFitTheEmbeddings) {
  expect_error(with_keys(R"("embeddings": [[1], [2]], "position_embeddings": [[1]])"), ErrorCode::wrong_shape,
               "position_embeddings",
               "The matrix has 1 row of 1 number; for 2 tokens it needs 2 rows of 1 number.");
  expect_error(with_keys(R"("embeddings": [[1], [2]], "position_embeddings": "rotary")"),
               ErrorCode::wrong_type, "position_embeddings",
               "Expected \"sinusoidal\" or a list of rows but found the text \"rotary\".");
}

TEST(DocumentProblems, DropoutNeedsAShareBelowOne) {
  expect_error(with_keys(R"("embeddings": [[1], [2]], "dropout": {"p": 1})"), ErrorCode::out_of_range,
               "dropout.p", "The dropout probability p is 1; it must be at least 0 and less than 1.");
  expect_error(with_keys(R"("embeddings": [[1], [2]], "dropout": {"seed": 1})"), ErrorCode::missing_key,
               "dropout.p", "This key is missing.");
  expect_error(with_keys(R"("embeddings": [[1], [2]], "dropout": {"p": 0.5, "seed": -1})"),
               ErrorCode::out_of_range, "dropout.seed", "A seed must be 0 or more, not -1.");
}

}  // namespace
}  // namespace attention_lab

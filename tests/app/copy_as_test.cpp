// Runs attention-lab copy-as as users and scripts do.
#include <algorithm>

#include <gtest/gtest.h>

#include "app/export/text_export.h"
#include "app/files/document_json.h"
#include "app/files/presets.h"
#include "core/attention/forward.h"
#include "running.h"

namespace attention_lab {
namespace {

using test::expect_refused;

test::Outcome copy_as(std::vector<std::string> arguments, const std::string& input = "") {
  arguments.insert(arguments.begin(), {ATTENTION_LAB_BINARY, "copy-as"});
  return test::run_program(std::move(arguments), input);
}

TEST(CopyAs, PrintsTheWholeDocumentInEveryFormat) {
  for (const Preset& preset : presets()) {
    const Result<Document> document = load_preset(preset.name);
    Trace trace;
    forward(document->model, trace);
    for (const TextFormat format : all_text_formats) {
      const test::Outcome outcome =
          copy_as({"--preset", preset.name, "--format", std::string(to_string(format))});
      EXPECT_EQ(outcome.exit_code, 0) << outcome.complaint;
      EXPECT_EQ(outcome.complaint, "");
      EXPECT_EQ(outcome.output, *document_as_text(*document, trace, format));
    }
  }
}

TEST(CopyAs, PrintsOneMatrixOfOneHead) {
  const Result<Document> document = load_preset("journey-two-heads");
  Trace trace;
  forward(document->model, trace);
  const auto expected = [&](const MatrixRef& ref, TextFormat format, int decimals = 4) {
    return *matrix_as_text(*document, trace, ref, format, decimals);
  };
  const std::vector<std::string> source = {"--preset", "journey-two-heads"};
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), source.begin(), source.end());
    return copy_as(arguments).output;
  };
  EXPECT_EQ(run({"--format", "csv", "--matrix", "weights", "--head", "2"}),
            expected({MatrixName::weights, 1}, TextFormat::csv));
  EXPECT_EQ(run({"--format", "tsv", "--matrix", "weights"}),
            expected({MatrixName::weights, 0}, TextFormat::tsv));
  EXPECT_EQ(run({"--format", "markdown", "--matrix", "W_o", "--decimals", "2"}),
            expected({MatrixName::W_o, 0}, TextFormat::markdown, 2));
}

TEST(CopyAs, TakesDocumentsFromFilesAndStandardInput) {
  const std::string json = to_json(test::small_document());
  const test::TemporaryFolder folder;
  test::put(folder / "a b.json", json);
  const std::string expected = "X,1,2\none,1,2\ntwo,3,4\n";
  EXPECT_EQ(copy_as({"-", "--format", "csv", "--matrix", "X"}, json).output, expected);
  EXPECT_EQ(copy_as({(folder / "a b.json").string(), "--format", "csv", "--matrix", "X"}).output, expected);
}

TEST(CopyAs, UnknownNamesListTheKnownOnes) {
  expect_refused(copy_as({"--preset", "journey", "--format", "excel"}), 2,
                 "must be one of csv, tsv, markdown, latex, latex_table, numpy, pytorch, not \"excel\"");
  expect_refused(
      copy_as({"--preset", "journey", "--format", "csv", "--matrix", "attention"}), 2,
      "must be one of token_embeddings, position_embeddings, X, W_q, W_k, W_v, b_q, b_k, b_v, Q, K, V, "
      "scores, scaled_scores, masked_scores, weights, dropout_mask, dropped_weights, head_output, "
      "concatenated, W_o, b_o, context, not \"attention\"");
  expect_refused(copy_as({"--preset", "nope", "--format", "csv"}), 1,
                 "There is no such preset; the presets are ");
}

TEST(CopyAs, WhatTheDocumentHasNotIsItsFault) {
  expect_refused(copy_as({"--preset", "journey", "--format", "csv", "--matrix", "W_o"}), 1,
                 "This document has no W_o; it has X, ");
  expect_refused(copy_as({"--preset", "journey", "--format", "csv", "--matrix", "Q", "--head", "2"}), 1,
                 "There is no head 2; the only head is 1.");
  expect_refused(copy_as({"none.json", "--format", "csv"}), 1, "There is no such file.");
  expect_refused(copy_as({"-", "--format", "csv"}, "{"), 1, "standard input: ");
}

TEST(CopyAs, WrongUsageIsExitCodeTwo) {
  const std::vector<std::vector<std::string>> wrong = {
      {"--preset", "journey"},
      {"--format", "csv"},
      {"a", "--preset", "journey", "--format", "csv"},
      {"--preset", "journey", "--format", "csv", "--head", "1"},
      {"--preset", "journey", "--format", "csv", "--matrix", "weights", "--head", "0"},
      {"--preset", "journey", "--format", "csv", "--matrix", "weights", "--head", "one"},
      {"--preset", "journey", "--format", "csv", "--matrix", "X", "--head", "1"},
      {"--preset", "journey", "--format", "csv", "--decimals", "2"},
      {"--preset", "journey", "--format", "latex", "--decimals", "10"},
      {"--preset", "journey", "--format", "latex", "--decimals", "-1"},
  };
  for (const auto& arguments : wrong) {
    SCOPED_TRACE(arguments.front() + " … " + arguments.back());
    expect_refused(copy_as(arguments), 2, "(attention-lab --help lists the options and commands)");
  }
}

TEST(CopyAs, ATextThatIsTooLongIsRefusedWithTheNumbers) {
  Document document = test::small_document();
  document.tokens.assign(1024, "a");
  document.model.token_embeddings = Matrix(Matrix::Ones(1024, 2));
  document.model.heads.resize(12, document.model.heads.front());
  const std::string json = to_json(document);
  expect_refused(copy_as({"-", "--format", "csv"}, json), 1,
                 "This would be about 577 MB of text, and the limit is 512 MB");
  EXPECT_EQ(copy_as({"-", "--format", "pytorch"}, json).exit_code, 0);
}

/// 1,024 tokens and the maximum number of heads, in 11 KB of text.
std::string small_text_of_many_numbers() {
  const auto list = [](const std::string& item, std::size_t count) {
    std::string text = "[" + item;
    for (std::size_t i = 1; i < count; ++i) text += "," + item;
    return text + "]";
  };
  return R"({"format": "attention-lab/document", "version": 1, "tokens": )" + list("\"a\"", 1024) +
         R"(, "embeddings": )" + list("[1]", 1024) + R"(, "heads": )" +
         list(R"({"W_q": [[1]], "W_k": [[1]], "W_v": [[1]]})", 64) + "}";
}

TEST(CopyAs, TooMuchTextIsRefusedWithBothSizesBeforeItIsComputed) {
  const std::string text = small_text_of_many_numbers();
  for (const char* format : {"csv", "tsv", "markdown", "latex", "latex_table"}) {
    expect_refused(copy_as({"-", "--format", format}, text), 1,
                   "GB of text, and the limit is 512 MB; --matrix prints a single matrix.");
  }
  const test::Outcome one = copy_as({"-", "--format", "csv", "--matrix", "head_output"}, text);
  EXPECT_EQ(one.exit_code, 0) << one.complaint;
}

TEST(CopyAs, ALongTokenDoesNotWidenEveryRow) {
  Document document = *load_preset("journey");
  const std::string token(100'000, 'x');
  document.tokens[0] = token;
  for (const TextFormat format : all_text_formats) {
    const test::Outcome outcome =
        copy_as({"-", "--format", std::string(to_string(format))}, to_json(document));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.complaint;
    // The token labels a row of nine matrices and a column of four.
    EXPECT_LT(outcome.output.size(), 15 * token.size()) << to_string(format);
  }
}

TEST(CopyAs, CharactersThatNoFileCanShowAreReplacedAndNamed) {
  Document document = *load_preset("journey");
  document.tokens[0] = "a\uFFFEb\x01";
  document.tokens[1] = "tab\there";
  for (const TextFormat format : all_text_formats) {
    SCOPED_TRACE(to_string(format));
    const test::Outcome outcome =
        copy_as({"-", "--format", std::string(to_string(format))}, to_json(document));
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.output.find("\uFFFE"), std::string::npos);
    const bool is_script = format == TextFormat::numpy || format == TextFormat::pytorch;
    EXPECT_EQ(outcome.complaint, is_script || format == TextFormat::latex
                                     ? ""
                                     : "attention-lab: warning: The characters U+FFFE and U+0001 cannot be "
                                       "exported; U+FFFD replaces them.\n");
    if (is_script) {
      EXPECT_NE(outcome.output.find(R"("a\ufffeb\x01")"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace attention_lab

// Runs the program as users and scripts do.
#include <algorithm>
#include <map>
#include <sstream>
#include <sys/resource.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/files/document_json.h"
#include "app/files/presets.h"
#include "core/attention/forward.h"
#include "core/attention/matrix_name.h"
#include "core/document/edits.h"
#include "running.h"

namespace attention_lab {
namespace {

using test::expect_refused;
using test::is_one_line;

using Json =
    nlohmann::basic_json<std::map, std::vector, std::string, bool, std::int64_t, std::uint64_t, float>;

/// `output_file`: receives the output instead of the outcome.
test::Outcome run(std::vector<std::string> arguments, const std::string& input = "",
                  const char* output_file = nullptr) {
  arguments.insert(arguments.begin(), {ATTENTION_LAB_BINARY});
  return test::run_program(std::move(arguments), input, [output_file] {
    if (output_file != nullptr) ::dup2(::open(output_file, O_WRONLY), STDOUT_FILENO);
  });
}

Matrix matrix_of(const Json& rows) {
  Matrix matrix(static_cast<Index>(rows.size()), static_cast<Index>(rows.at(0).size()));
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j) {
      const Json& value = rows.at(static_cast<std::size_t>(i)).at(static_cast<std::size_t>(j));
      matrix(i, j) = value.is_null() ? -std::numeric_limits<Scalar>::infinity() : value.get<Scalar>();
    }
  }
  return matrix;
}

TEST(CommandLine, VersionAndHelpGoToStandardOutput) {
  const test::Outcome version = run({"--version"});
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_EQ(version.output, "attention-lab " ATTENTION_LAB_VERSION "\n");
  for (const auto& arguments : {std::vector<std::string>{"--help"}, {"compute", "--help"}, {"-h"}}) {
    const test::Outcome help = run(arguments);
    EXPECT_EQ(help.exit_code, 0);
    EXPECT_EQ(help.output.rfind("", 0), 0u);
    EXPECT_NE(help.output.find("Usage: attention-lab"), std::string::npos) << help.output;
    EXPECT_EQ(help.complaint, "");
  }
}

TEST(CommandLine, PresetsAreListedANameAndATitleALine) {
  const test::Outcome outcome = run({"presets"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(std::count(outcome.output.begin(), outcome.output.end(), '\n'),
            static_cast<std::ptrdiff_t>(presets().size()));
  for (const Preset& preset : presets()) {
    EXPECT_NE(outcome.output.find(preset.name + " "), std::string::npos);
    EXPECT_NE(outcome.output.find(" " + preset.title + "\n"), std::string::npos);
  }
}

TEST(CommandLine, ComputeAsJsonGivesEveryNumberBitForBit) {
  for (const Preset& preset : presets()) {
    const test::Outcome outcome = run({"compute", "--preset", preset.name, "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.complaint;
    EXPECT_EQ(outcome.complaint, "");
    const Json json = Json::parse(outcome.output);
    const Result<Document> document = load_preset(preset.name);
    Trace trace;
    forward(document->model, trace);
    EXPECT_EQ(json.size(), document->model.has_positions() ? 7u : 4u);
    EXPECT_EQ(json.at("mask"), document->model.options.mask == Mask::causal ? "causal" : "none");
    EXPECT_EQ(json.at("tokens").get<std::vector<std::string>>(), document->tokens);
    if (document->model.has_positions()) {
      EXPECT_TRUE(matrix_of(json.at("token_embeddings")) == *document->model.token_embeddings);
      EXPECT_TRUE(matrix_of(json.at("position_embeddings")) == *document->model.position_embeddings);
      EXPECT_TRUE(matrix_of(json.at("X")) == trace.X);
    }
    ASSERT_EQ(json.at("heads").size(), trace.heads.size());
    for (std::size_t i = 0; i < trace.heads.size(); ++i) {
      const Json& head = json.at("heads").at(i);
      EXPECT_EQ(head.size(), document->model.has_dropout() ? 10u : 8u);
      for (const auto& [name, numbers] : head.items()) {
        const MatrixRef ref{*matrix_name_from(name), static_cast<Index>(i)};
        EXPECT_TRUE(matrix_of(numbers) == matrix_view(document->model, trace, ref)) << name;
      }
    }
    EXPECT_TRUE(matrix_of(json.at("context")) == trace.context);
  }
}

TEST(CommandLine, ComputePrintsEveryIntermediateForPeople) {
  const test::Outcome outcome = run({"compute", "--preset", "journey-causal"});
  EXPECT_EQ(outcome.exit_code, 0);
  for (const char* part : {"Q = X · W_q  (6 × 2)", "K = X · W_k", "V = X · W_v", "scores = Q · K^T  (6 × 6)",
                           "scaled_scores = scores ÷ 1.4142", "masked_scores = ", "-inf", "weights = softmax",
                           "  journey  0.5517  0.4483  0.0000", "head_output = weights · V", "context = "}) {
    EXPECT_NE(outcome.output.find(part), std::string::npos) << part << "\n" << outcome.output;
  }
}

TEST(CommandLine, DocumentsComeFromFilesPresetsAndStandardInput) {
  const test::TemporaryFolder folder;
  const std::string text(presets()[1].text);
  test::put(folder / "a b.json", text);
  const test::Outcome preset = run({"compute", "--preset", presets()[1].name});
  EXPECT_EQ(preset.exit_code, 0);
  EXPECT_EQ(run({"compute", (folder / "a b.json").string()}).output, preset.output);
  EXPECT_EQ(run({"compute", "-"}, text).output, preset.output);
  EXPECT_EQ(run({"validate", "-"}, text).output,
            "standard input: valid (6 tokens, d_model 3, 1 head, d_k 2, d_v 2)\n");
}

TEST(CommandLine, ValidateNamesEachProblemWithItsPath) {
  std::string text = to_json(test::small_document());
  text.replace(text.find("[3, 4]"), 6, "[3]");
  text.replace(text.find("\"none\""), 6, "\"nome\"");
  const test::Outcome outcome = run({"validate", "-"}, text);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.output, "");
  EXPECT_EQ(
      outcome.complaint,
      "attention-lab: standard input: embeddings[1]: This row has 1 number, but the first row has 2.\n"
      "attention-lab: standard input: options.mask: Expected \"none\", \"causal\", or an object with the key "
      "\"window\", \"padding\" or \"visible\" but found the text "
      "\"nome\".\n");
}

TEST(CommandLine, UnknownKeysAreAWarningOnly) {
  std::string text = to_json(test::small_document());
  text.insert(text.find("\"W_q\""), "\"colour\\u001b[31m\": 1, ");
  const test::Outcome outcome = run({"validate", "-"}, text);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output, "standard input: valid (2 tokens, d_model 2, 1 head, d_k 1, d_v 1)\n");
  EXPECT_EQ(outcome.complaint,
            "attention-lab: warning: standard input: This version does not know the key \"colour\uFFFD[31m\" "
            "in heads[0]; saving keeps it.\n");
}

/// A document with this many equal tokens and heads, and d_model 1.
std::string json_document(std::size_t n_tokens, std::size_t n_heads, const std::string& token = "a",
                          const std::string& first_number = "1") {
  std::string tokens = '"' + token + '"';
  std::string rows = "[" + first_number + "]";
  for (std::size_t i = 1; i < n_tokens; ++i) {
    tokens += ",\"a\"";
    rows += ",[1]";
  }
  const std::string head = R"({"W_q": [[1]], "W_k": [[1]], "W_v": [[1]]})";
  std::string heads = head;
  for (std::size_t i = 1; i < n_heads; ++i) heads += "," + head;
  return R"({"format": "attention-lab/document", "version": 1, "tokens": [)" + tokens +
         R"(], "embeddings": [)" + rows + R"(], "heads": [)" + heads + "]}";
}

TEST(CommandLine, MoreOutputThanTheLimitIsRefusedWithBothSizesBeforeItIsComputed) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"compute", "-"},
                                                    {"compute", "-", "--json"},
                                                    {"compute", "-", "--mistake", "no_scaling"}}) {
    expect_refused(run(arguments, json_document(1024, 64)), 1,
                   "This would be about 3.1 GB of text, and the limit is 512 MB");
  }
}

TEST(CommandLine, OneLongTokenOrHugeNumberDoesNotWidenEveryLine) {
  const std::size_t usual = run({"compute", "-"}, json_document(200, 1)).output.size();
  for (const std::string& text :
       {json_document(200, 1, std::string(60'000, 'x')), json_document(200, 1, "a", "1e19"),
        json_document(200, 1, "語\uFFFE\\u0001")}) {
    const test::Outcome outcome = run({"compute", "-"}, text);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_LT(outcome.output.size(), 2 * usual);
  }
}

#if !defined(ATTENTION_LAB_SANITIZED)  // which needs all addresses there are
TEST(CommandLine, LongOutputTakesNoMemory) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"compute", "-"},
                                                    {"compute", "-", "--json"},
                                                    {"copy-as", "-", "--format", "csv"},
                                                    {"copy-as", "-", "--format", "markdown"},
                                                    {"copy-as", "-", "--format", "latex"}}) {
    std::vector<std::string> words = arguments;
    words.insert(words.begin(), {ATTENTION_LAB_BINARY});
    const test::Outcome outcome = test::run_program(words, json_document(1024, 2), [] {
      constexpr rlim_t bytes = rlim_t{300} << 20;
      const rlimit limit{bytes, bytes};
      ::setrlimit(RLIMIT_AS, &limit);
    });
    EXPECT_EQ(outcome.exit_code, 0) << outcome.complaint;
    EXPECT_GT(outcome.output.size(), 30'000'000u) << arguments.back();
  }
}

TEST(CommandLine, TooLittleMemoryIsOneSentence) {
  for (const std::string command : {"compute", "validate"}) {
    std::string text = json_document(1024, 64);
    text.insert(1, "\"x\": [[]" + std::string(2'000'000, ' ') + "], ");
    for (const rlim_t megabytes : {rlim_t{40}, rlim_t{50}, rlim_t{60}, rlim_t{100}}) {
      const test::Outcome outcome =
          test::run_program({ATTENTION_LAB_BINARY, command, "-"}, text, [megabytes] {
            const rlimit limit{megabytes << 20, megabytes << 20};
            ::setrlimit(RLIMIT_AS, &limit);
          });
      EXPECT_GE(outcome.exit_code, 0) << megabytes << " MB: " << outcome.complaint;
      EXPECT_LE(outcome.exit_code, 1) << outcome.complaint;
    }
  }
  // The engine's matrices do not fit into the limited memory.
  const test::Outcome outcome =
      test::run_program({ATTENTION_LAB_BINARY, "copy-as", "-", "--format", "csv", "--matrix", "head_output"},
                        json_document(1024, 64), [] {
                          constexpr rlim_t bytes = rlim_t{100} << 20;
                          const rlimit limit{bytes, bytes};
                          ::setrlimit(RLIMIT_AS, &limit);
                        });
  expect_refused(outcome, 1, "the limit is 50 MB");
}
#endif

TEST(CommandLine, ATokenCannotCommandTheTerminal) {
  Document document = test::small_document();
  document.tokens[0] = "\x1B[2J\u009B";
  const test::Outcome outcome = run({"compute", "-"}, to_json(document));
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output.find('\x1B'), std::string::npos);
  EXPECT_EQ(outcome.output.find("\xC2\x9B"), std::string::npos);
}

TEST(CommandLine, NoTextFromOutsideMakesASentenceLong) {
  const std::string text = to_json(test::small_document());
  const std::string letters(16'400, 'x');
  const auto with = [&](const std::string& what, const std::string& instead) {
    std::string changed = text;
    return changed.replace(changed.find(what), what.size(), instead);
  };
  const std::string vocabulary = R"({"format": "attention-lab/document", "version": 1, "tokens": [")" +
                                 letters + R"("], "vocabulary": {"a": [1]}, "heads": []})";
  const std::vector<std::pair<std::vector<std::string>, std::string>> runs = {
      {{"validate", letters}, ""},
      {{letters}, ""},
      {{"compute", "--preset", letters}, ""},
      {{"compute", "--" + letters}, ""},
      {{"compute", "-", "--mistake", letters}, text},
      {{"compute", "a", letters}, ""},
      {{"copy-as", "-", "--format", letters}, text},
      {{"copy-as", "-", "--format", "csv", "--head", letters}, text},
      {{"experiment", letters}, ""},
      {{"experiment", "variance", "--seed", letters}, ""},
      {{"render", "-", "--figure", letters, "-o", "a.png"}, text},
      {{"render", "-", "--figure", "heatmap", "--token", letters, "-o", "a.png"}, text},
      {{"render", "-", "--figure", "heatmap", "-o", letters}, text},
      {{"render", "-", "--figure", "heatmap", "-o", letters + ".png"}, text},
      {{"--size", letters}, ""},
      {{"validate", "-"}, letters},
      {{"validate", "-"}, with("\"title\"", "\"" + letters + "\": 1, \"title\"")},
      {{"validate", "-"}, with("\"title\"", "\"" + letters + "\": {\"a\": 1, \"a\": 2}, \"title\"")},
      {{"validate", "-"}, with("\"one\"", letters)},
      {{"validate", "-"}, with("attention-lab/document", letters)},
      {{"validate", "-"}, with("\"none\"", "\"" + letters + "\"")},
      {{"validate", "-"}, vocabulary},
  };
  for (const auto& [arguments, input] : runs) {
    const test::Outcome outcome = run(arguments, input);
    SCOPED_TRACE(arguments.front() + " " + arguments.back().substr(0, 20) + ": " +
                 outcome.complaint.substr(0, 600));
    EXPECT_FALSE(outcome.complaint.empty());
    std::istringstream lines(outcome.complaint);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 550u);
  }
}

TEST(CommandLine, BadInputIsExitCodeOneAndOneLine) {
  const test::TemporaryFolder folder;
  test::put(folder / "big.json", "");
  ASSERT_EQ(::truncate((folder / "big.json").c_str(), off_t{1} << 30), 0);
  for (const std::string command : {"compute", "validate"}) {
    expect_refused(run({command, (folder / "none.json").string()}), 1, "none.json: There is no such file.");
    expect_refused(run({command, folder.path().string()}), 1, "This is a folder, not a file.");
    expect_refused(run({command, (folder / "big.json").string()}), 1, "The file is 1.0 GB");
    expect_refused(run({command, "-"}, "{"), 1, "standard input: line 1, column 2: The text is incomplete");
  }
  expect_refused(run({"compute", "--preset", "nope"}), 1, "nope: There is no such preset;");
  expect_refused(run({(folder / "none.json").string()}), 1, "There is no such file.");
  expect_refused(run({"-"}, "{}"), 1, "format");
  expect_refused(run({"--preset", "nope"}), 1, "There is no such preset;");
}

TEST(CommandLine, AnInvalidFileForTheWindowWritesNothing) {
  const test::TemporaryFolder folder;
  expect_refused(
      run({"-", "--screenshot", (folder / "a.png").string(), "--layout", (folder / "a.json").string()}, "x"),
      1, "This is not JSON");
  EXPECT_TRUE(folder.names().empty());
}

TEST(CommandLine, WrongUsageIsExitCodeTwoAndOneLine) {
  const std::vector<std::vector<std::string>> wrong = {
      {"--bogus"},
      {"compute"},
      {"validate"},
      {"compute", "a", "b"},
      {"compute", "a", "--preset", "journey"},
      {"a", "--preset", "journey"},
      {"--preset", "journey", "compute", "--preset", "alice"},
      {"--preset"},
      {"--layout", "a.json"},
      {"--frames", "3"},
      {"--stats", "a.json"},
      {"--screenshot", "a.png", "--stats", "a.json"},
      {"--screenshot", "a.jpg"},
      {"--screenshot", "a.png", "--frames", "0"},
      {"--screenshot", "a.png", "--frames", "many"},
      {"--size", "big"},
      {"--size", "1280x800x3"},
      {"--size", "1x1"},
      {"--theme", "pink"},
      {"--workspace", "garden"},
      {"--text-size", "74"},
      {"presets", "extra"},
  };
  for (const auto& arguments : wrong) {
    SCOPED_TRACE(arguments.front() + " " + arguments.back());
    expect_refused(run(arguments), 2, "(attention-lab --help lists the options and commands)");
  }
}

TEST(CommandLine, AFullDiskIsNoticed) {
  for (const std::string command : {"compute", "--help"}) {
    const test::Outcome outcome =
        run(command == "compute" ? std::vector<std::string>{command, "--preset", "journey"}
                                 : std::vector<std::string>{command},
            "", "/dev/full");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.complaint.find("The result cannot be written"), std::string::npos) << outcome.complaint;
  }
}

TEST(CommandLine, ComputePrintsEverySentenceOfABatch) {
  const Document first = test::small_document();
  const Result<Document> batch = edits::add_sentence(first, "one two three", 5);
  ASSERT_TRUE(batch) << to_string(batch.error());
  const test::Outcome outcome = run({"compute", "-", "--json"}, to_json(*batch));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.complaint;
  const Json read = Json::parse(outcome.output);
  EXPECT_EQ(read["batch"]["shape"], Json({2, 3, 2}));
  const Json& sentences = read["batch"]["sentences"];
  ASSERT_EQ(sentences.size(), 2u);
  EXPECT_EQ(sentences[1]["context"], read["context"]) << "the one that is shown";
  EXPECT_EQ(sentences[0]["tokens"].back(), "[PAD]");
  const Json alone = Json::parse(run({"compute", "-", "--json"}, to_json(first)).output);
  for (std::size_t row = 0; row < 2; ++row)
    EXPECT_EQ(sentences[0]["context"][row], alone["context"][row]) << "padding changes nothing";
  EXPECT_EQ(sentences[0]["context"][2], Json::array({0})) << "of padding";
  const std::string text = run({"compute", "-"}, to_json(*batch)).output;
  EXPECT_LT(text.find("Sentence 1 of 2"), text.find("Sentence 2 of 2"));
}

TEST(CommandLine, ResultsPastTheRangeOfFloatAreWarnedOf) {
  Document document = test::small_document();
  document.model.token_embeddings = Matrix(Matrix::Constant(2, 2, 3e38f));
  const test::Outcome outcome = run({"compute", "-", "--json"}, to_json(document));
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.complaint.find("warning"), std::string::npos);
  EXPECT_TRUE(Json::accept(outcome.output));
}

}  // namespace
}  // namespace attention_lab

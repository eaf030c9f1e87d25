// Runs attention-lab train as users and scripts do.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <memory>
#include <pty.h>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/commands/training_progress.h"
#include "app/files/document_json.h"
#include "app/files/presets.h"
#include "core/document/edits.h"
#include "core/document/session.h"
#include "core/document/target.h"
#include "core/training/match_objective.h"
#include "core/training/training_run.h"
#include "train_runs.h"

namespace attention_lab {
namespace {

using test::Arguments;
using test::document_in;
using test::rows_of_log;
using test::run_train;

TEST(Train, TheStorysTableIsLearned) {
  const test::TemporaryFolder folder;
  const std::string out = (folder / "out.json").string();
  const std::string log = (folder / "log.csv").string();
  const test::Outcome outcome =
      run_train({"--preset", "alice", "--steps", "2000", "--log", log, "--output", out});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.complaint;
  EXPECT_EQ(outcome.complaint, "");
  EXPECT_NE(outcome.output.find("2,000 steps with Adam at learning rate 0.05"), std::string::npos)
      << outcome.output;
  EXPECT_NE(outcome.output.find("This target can be matched to within 0.0011, but not exactly"),
            std::string::npos)
      << outcome.output;

  const Session session(document_in(out));
  EXPECT_NEAR(session.trace().heads[0].weights(2, 0), 0.7, 0.01) << "eat attends to Alice";
  const std::vector<std::vector<double>> rows = rows_of_log(test::contents(log));
  ASSERT_EQ(rows.size(), 2001u);
  EXPECT_EQ(rows.front()[0], 0);
  EXPECT_NEAR(rows.front()[1], 1.39226, 1e-4) << "the start";
  EXPECT_LT(rows.back()[1] - 0.94421, 0.001);
}

TEST(Train, NothingIsSaidAboutATargetThatCanBeMatched) {
  const test::TemporaryFolder folder;
  const std::string target = (folder / "even.json").string();
  test::put(target, R"({"target": [[1,1,1,1],[1,1,1,1],[1,1,1,1],[1,1,1,1]]})");
  const test::Outcome outcome = run_train(
      {"--preset", "alice", "--target", target, "--steps", "2", "--output", (folder / "out.json").string()});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.complaint;
  EXPECT_EQ(outcome.output.find("This target"), std::string::npos) << outcome.output;
}

TEST(Train, OnlyTheNamedMatricesChange) {
  const test::TemporaryFolder folder;
  const std::string out = (folder / "out.json").string();
  ASSERT_EQ(run_train({"--preset", "alice", "--train", "W_k", "--optimizer", "sgd", "-o", out}).exit_code, 0);
  const Document before = document_in(folder / "out.json");
  ASSERT_EQ(
      run_train({out, "--steps", "1", "--train", "W_q", "-o", (folder / "more.json").string()}).exit_code, 0);
  const Document after = document_in(folder / "more.json");
  EXPECT_EQ(*after.model.heads[0].W_k, *before.model.heads[0].W_k);
  EXPECT_NE(*after.model.heads[0].W_q, *before.model.heads[0].W_q);
  EXPECT_TRUE(is_changed_since_titled(after));
}

TEST(Train, AGivenTargetIsSavedWithTheDocumentAndASeedDrawsTheStart) {
  const test::TemporaryFolder folder;
  const std::string target = R"({"target": [[2, 1, 1, 0], [1, 1, 1, 1], [0, 0, 0, 1], [1, 0, 0, 1]]})";
  const Arguments arguments = {"--preset", "alice", "--target", "-", "--seed", "7", "--output", "-"};
  const test::Outcome outcome = run_train(arguments, target);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.complaint;
  EXPECT_NE(outcome.complaint.find("warning: standard input: 3 rows of the target do not sum to 1"),
            std::string::npos);
  const Result<ReadDocument> read = parse_document(outcome.output);
  ASSERT_TRUE(read) << outcome.output;
  EXPECT_EQ((*read->document.target)(0, 0), Scalar(0.5));
  EXPECT_EQ(run_train(arguments, target).output, outcome.output);
  Arguments other_seed = arguments;
  other_seed[5] = "8";
  EXPECT_NE(run_train(other_seed, target).output, outcome.output);
}

TEST(Train, WhatCannotBeTrainedIsRefusedInOneSentenceAndNothingIsWritten) {
  const test::TemporaryFolder folder;
  const std::string out = (folder / "out.json").string();
  const auto expect_refused = [&](const std::string& part, Arguments arguments, int exit_code = 1,
                                  const std::string& input = "") {
    arguments.insert(arguments.end(), {"--output", out});
    test::expect_refused(run_train(arguments, input), exit_code, part);
    EXPECT_FALSE(std::filesystem::exists(out)) << part;
  };
  const Arguments alice = {"--preset", "alice"};
  const auto with = [&](Arguments more) {
    more.insert(more.begin(), alice.begin(), alice.end());
    return more;
  };
  expect_refused("The document has no target", {"--preset", "journey"});
  expect_refused("no weight matrices", {"--preset", "journey-simplified"});
  expect_refused("greater than 0 and at most 1000, not 0", with({"--learning-rate", "0"}));
  expect_refused("greater than 0 and at most 1000, not 1e+30", with({"--learning-rate", "1e30"}));
  expect_refused("at most 1000, not 1000.00001", with({"--learning-rate", "1000.00001"}));
  expect_refused("A learning rate of 1e-50 is too small to change anything",
                 with({"--learning-rate", "1e-50"}));
  expect_refused("too small to change anything", with({"--learning-rate", "1e-40"}));
  expect_refused("--learning-rate takes a number, not \"abc\"", with({"--learning-rate", "abc"}), 2);
  expect_refused("--steps takes a whole number, not \"1.5\"", with({"--steps", "1.5"}), 2);
  expect_refused("do not depend on W_v", with({"--train", "W_v"}));
  expect_refused("no matrix \"W_z\"", with({"--train", "W_z"}));
  expect_refused("There is no b_q", with({"--train", "b_q"}));
  expect_refused("There is no head 2", with({"--head", "2"}));
  expect_refused("--steps must be from 1 to 1,000,000", with({"--steps", "0"}), 2);
  expect_refused("--optimizer must be one of sgd, momentum, adam", with({"--optimizer", "lion"}), 2);
  expect_refused("--objective must be one of match, next-word", with({"--objective", "guess"}), 2);
  expect_refused("does not exist", with({"--log", (folder / "none" / "log.csv").string()}));

  const Arguments piped = with({"--target", "-"});
  expect_refused("standard input: target[1]: This row has 1 number", piped, 1,
                 R"({"target": [[1, 2], [1]]})");
  expect_refused("standard input: target: The target is 1 × 1", piped, 1, R"({"target": [[1]]})");
  expect_refused("There is no target in this file", piped, 1, "[]");
  expect_refused("standard input: target[2]: The numbers in this row sum to 0", piped, 1,
                 R"({"target": [[1,0,0,0],[1,0,0,0],[0,0,0,0],[1,0,0,0]]})");
  expect_refused("target[0][1]: Attention cannot be negative", piped, 1,
                 R"({"target": [[1,-1,0,0],[1,0,0,0],[1,0,0,0],[1,0,0,0]]})");
}

TEST(Train, ADivergingRunSavesTheLastGoodNumbersAndSaysSo) {
  const test::TemporaryFolder folder;
  const std::string out = (folder / "out.json").string();
  const test::Outcome outcome = run_train({"--preset", "alice", "--learning-rate", "900", "-o", out});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(test::is_one_line(outcome.complaint)) << outcome.complaint;
  EXPECT_NE(outcome.complaint.find("try a smaller learning rate"), std::string::npos) << outcome.complaint;
  EXPECT_TRUE(document_in(out).model.heads[0].W_q->allFinite());
}

TEST(Train, TheGradientOfB_kIsSaidToBeZero) {
  const test::TemporaryFolder folder;
  const std::string biased = (folder / "biased.json").string();
  Document document = *edits::set_biases(load_preset("alice").value(), true);
  test::put(biased, to_json(document));
  const test::Outcome outcome =
      run_train({biased, "--train", "W_q,b_k", "-o", (folder / "out.json").string()});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.complaint.find("b_k does not change: its gradient is 0"), std::string::npos)
      << outcome.complaint;
  EXPECT_EQ(*document_in(folder / "out.json").model.heads[0].b_k, *document.model.heads[0].b_k);
}

/// Large enough for a million steps to take minutes.
Document slow_document() {
  Document document = *edits::set_sentence(
      load_preset("alice").value(),
      [] {
        std::string words;
        for (int i = 0; i < 100; ++i) words += "word" + std::to_string(i) + " ";
        return words;
      }(),
      1);
  document.target = even_target(100, Mask::none);
  return document;
}

/// Whether the process blocks SIGINT, in order to handle it itself; also true if there is no such process.
bool holds_back_sigint(pid_t process) {
  std::istringstream lines(test::contents("/proc/" + std::to_string(process) + "/status"));
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("SigBlk:", 0) == 0)
      return (std::stoull(line.substr(7), nullptr, 16) & (1ULL << (SIGINT - 1))) != 0;
  }
  return true;
}

TEST(Train, CtrlCSavesWhatThereIs) {
  const test::TemporaryFolder folder;
  const std::string out = (folder / "out.json").string();
  const std::string log = (folder / "log.csv").string();
  const std::string in = (folder / "in.json").string();
  const std::string err = (folder / "err").string();
  test::put(in, to_json(slow_document()));
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGINT, SIG_DFL);
    ::dup2(::open(err.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    ::execl(ATTENTION_LAB_BINARY, ATTENTION_LAB_BINARY, "train", in.c_str(), "--steps", "1000000", "--log",
            log.c_str(), "-o", out.c_str(), nullptr);
    ::_exit(127);
  }
  int status = 0;
  while (!holds_back_sigint(child)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ::kill(child, SIGINT);
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status)) << status;
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const std::string complaint = test::contents(err);
  EXPECT_NE(complaint.find("Training was interrupted at step"), std::string::npos) << complaint;
  const std::vector<std::vector<double>> rows = rows_of_log(test::contents(log));
  EXPECT_GE(rows.size(), 1u);
  EXPECT_LT(rows.size(), 1'000'000u);
  EXPECT_TRUE(document_in(out).model.heads[0].W_q->allFinite());
}

/// The loss of the document towards its own target.
double loss_of(const Document& document) {
  MatchObjective objective(document.model);
  objective.use({{}, {}, document.target});
  return objective.evaluate();
}

TEST(Train, TheLogHasEveryNumberBitForBit) {
  const test::TemporaryFolder folder;
  const std::string out = (folder / "out.json").string();
  const std::string log = (folder / "log.csv").string();
  const Document alice = load_preset("alice").value();
  for (const Optimizer optimizer : all_optimizers) {
    TrainingRun run(std::make_unique<MatchObjective>(alice.model),
                    {{.optimizer = optimizer, .learning_rate = 0.1}, {{MatrixName::W_k}}, alice.target});
    for (int step = 0; step < 40; ++step) ASSERT_TRUE(run.advance());
    const test::Outcome outcome =
        run_train({"--preset", "alice", "--optimizer", std::string(to_string(optimizer)), "--learning-rate",
                   "0.1", "--steps", "40", "--train", "W_k", "--log", log, "-o", out});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.complaint;
    EXPECT_NE(outcome.output.find("\nThe document was saved as " + out + ", and the log as " + log + ".\n"),
              std::string::npos)
        << outcome.output;
    const std::vector<std::vector<double>> rows = rows_of_log(test::contents(log));
    const std::vector<TrainingRecord>& records = run.branches()[0].records;
    ASSERT_EQ(rows.size(), records.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
      EXPECT_EQ(rows[i],
                (std::vector<double>{static_cast<double>(i), records[i].loss, records[i].gradient_norm}));
    EXPECT_EQ(rows.front()[1], loss_of(alice));
    EXPECT_EQ(rows.back()[1], loss_of(document_in(out)));
  }
}

TEST(Train, AnOptionTakesOneListOfMatricesAndNotTheDocumentAfterIt) {
  const test::TemporaryFolder folder;
  const std::string in = (folder / "in.json").string();
  const std::string out = (folder / "out.json").string();
  test::put(in, to_json(load_preset("alice").value()));
  const test::Outcome outcome = run_train({"-o", out, "--train", "W_q,W_k", in});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.complaint;
  const Document before = document_in(in);
  const Document after = document_in(out);
  EXPECT_NE(*after.model.heads[0].W_q, *before.model.heads[0].W_q);
  EXPECT_NE(*after.model.heads[0].W_k, *before.model.heads[0].W_k);
  EXPECT_EQ(*after.model.token_embeddings, *before.model.token_embeddings);
}

TEST(Train, EmbeddingsAreTrainedUnderBothTheirNames) {
  const Document positioned = *edits::set_positions(load_preset("alice").value(), Positions::learned, 1);
  for (const Document& before : {load_preset("alice").value(), positioned}) {
    const test::Outcome as_X = run_train({"-", "--train", "X", "-o", "-"}, to_json(before));
    EXPECT_EQ(as_X.exit_code, 0) << as_X.complaint;
    EXPECT_EQ(run_train({"-", "--train", "token_embeddings", "-o", "-"}, to_json(before)).output,
              as_X.output);
    const Result<ReadDocument> after = parse_document(as_X.output);
    ASSERT_TRUE(after);
    EXPECT_NE(*after->document.model.token_embeddings, *before.model.token_embeddings);
    EXPECT_EQ(*after->document.model.heads[0].W_q, *before.model.heads[0].W_q);
  }
}

TEST(Train, WithTheDocumentOnStandardOutputTheResultIsSaidOnStandardError) {
  const test::Outcome outcome = run_train({"--preset", "alice", "-o", "-"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(parse_document(outcome.output)) << outcome.output;
  EXPECT_TRUE(test::is_one_line(outcome.complaint)) << outcome.complaint;
  EXPECT_EQ(outcome.complaint.rfind("attention-lab: 200 steps with Adam at learning rate 0.05: ", 0), 0u)
      << outcome.complaint;
}

TEST(Train, WhatWouldFailOnlyAfterTrainingIsRefusedBefore) {
  const test::TemporaryFolder folder;
  const std::string out = (folder / "out.json").string();
  const std::string nowhere = (folder / "none" / "file").string();
  const auto expect_nothing_written = [&](int exit_code, const std::string& part, const Arguments& arguments,
                                          const std::string& input = "") {
    test::expect_refused(run_train(arguments, input), exit_code, part);
    EXPECT_TRUE(folder.names().empty()) << part;
  };
  const Document alice = load_preset("alice").value();
  const Document shared = *edits::set_shared_words(*edits::rename_token(alice, 3, "Alice"), true);
  expect_nothing_written(1, "“Alice” has one embedding wherever it occurs", {"-", "--train", "X", "-o", out},
                         to_json(shared));
  const Document large = *edits::set_matrix(alice, {MatrixName::X}, Matrix::Constant(4, 3, 3e38f));
  expect_nothing_written(1, "its numbers are too large", {"-", "-o", out}, to_json(large));
  expect_nothing_written(1, "The matrix W_q is listed twice",
                         {"--preset", "alice", "--train", "W_q,W_k,W_q", "-o", out});
  expect_nothing_written(2, "--log and --output must be different files",
                         {"--preset", "alice", "-o", out, "--log", out});
  expect_nothing_written(2, "--log needs a file name", {"--preset", "alice", "-o", out, "--log", "-"});
  expect_nothing_written(2, "--output needs a file name", {"--preset", "alice", "-o", ""});
  expect_nothing_written(1, nowhere,
                         {"--preset", "alice", "--steps", "1000000", "-o", out, "--log", nowhere});
  expect_nothing_written(1, nowhere, {"--preset", "alice", "--steps", "1000000", "-o", nowhere});
  expect_nothing_written(1, "target: ", {"--preset", "alice", "--target", "-", "-o", out},
                         R"({"target": [[1]], "target": [[1]]})");
}

/// The program on a terminal of its own.
class OnTerminal {
 public:
  explicit OnTerminal(Arguments arguments) {
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    child_ = ::forkpty(&terminal_, nullptr, nullptr, nullptr);
    if (child_ != 0) return;
    ::execvp(argv[0], argv.data());
    ::_exit(127);
  }
  OnTerminal(const OnTerminal&) = delete;
  OnTerminal& operator=(const OnTerminal&) = delete;
  ~OnTerminal() { ::close(terminal_); }

  /// Reads until the terminal has shown this text so many times, or the program has ended.
  void read_until(const std::string& text, int times) {
    const auto count = [&] {
      int found = 0;
      for (std::size_t at = shown_.find(text); at != std::string::npos; at = shown_.find(text, at + 1))
        ++found;
      return found;
    };
    while (count() < times && read_more()) {
    }
  }
  void type(char key) { EXPECT_EQ(::write(terminal_, &key, 1), 1); }
  int exit_code() {
    while (read_more()) {
    }
    int status = 0;
    ::waitpid(child_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  const std::string& shown() const { return shown_; }

 private:
  bool read_more() {
    char bytes[4096];
    const ssize_t count = ::read(terminal_, bytes, sizeof bytes);
    if (count > 0) shown_.append(bytes, static_cast<std::size_t>(count));
    return count > 0;
  }

  int terminal_ = -1;
  pid_t child_ = -1;
  std::string shown_;
};

TEST(Train, ATerminalShowsProgressAndCtrlCThereSavesTheLastStep) {
  constexpr char ctrl_c = 3;
  const test::TemporaryFolder folder;
  const std::string out = (folder / "out.json").string();
  const std::string log = (folder / "log.csv").string();
  const std::string in = (folder / "in.json").string();
  test::put(in, to_json(slow_document()));
  OnTerminal running({ATTENTION_LAB_BINARY, "train", in, "--steps", "1000000", "--log", log, "-o", out});
  running.read_until(" left", 2);
  running.type(ctrl_c);
  EXPECT_EQ(running.exit_code(), 130) << running.shown();
  EXPECT_EQ(running.shown().rfind("\r[----------------]  0 of 1000000 steps, loss ", 0), 0u)
      << running.shown();
  EXPECT_NE(running.shown().find("\r\033[Kattention-lab: Training was interrupted at step "),
            std::string::npos)
      << running.shown();
  const std::vector<std::vector<double>> rows = rows_of_log(test::contents(log));
  EXPECT_GT(rows.size(), 1u);
  EXPECT_LT(rows.size(), 1'000'001u);
  EXPECT_EQ(rows.back()[1], loss_of(document_in(out)));
}

TEST(Train, ATerminalShowsOnlyTheResultInTheEnd) {
  const test::TemporaryFolder folder;
  OnTerminal running({ATTENTION_LAB_BINARY, "train", "--preset", "alice", "--steps", "20", "-o",
                      (folder / "a.json").string()});
  EXPECT_EQ(running.exit_code(), 0) << running.shown();
  EXPECT_NE(running.shown().find("\r\033[K20 steps with Adam"), std::string::npos) << running.shown();
}

TEST(Train, CtrlCWhileWaitingForStandardInputEndsTheProgram) {
  constexpr char ctrl_c = 3;
  OnTerminal waiting({ATTENTION_LAB_BINARY, "train", "-", "-o", "-"});
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  waiting.type(ctrl_c);
  EXPECT_EQ(waiting.exit_code(), -SIGINT) << waiting.shown();
}

TEST(TrainingProgressLine, FitsATerminal) {
  EXPECT_EQ(progress_line(0, 200, 1.5, std::nullopt), "[----------------]  0 of 200 steps, loss 1.5000");
  EXPECT_EQ(progress_line(100, 200, .25, 11.2),
            "[########--------]  100 of 200 steps, loss 0.2500, 12 s left");
  EXPECT_EQ(progress_line(200, 200, .25, 0), "[################]  200 of 200 steps, loss 0.2500, 0 s left");
  EXPECT_NE(progress_line(1, 2, 1, 61).find(", 2 min left"), std::string::npos);
  EXPECT_NE(progress_line(1, 2, 1, 3601).find(", 2 h left"), std::string::npos);
  EXPECT_LE(progress_line(999'999, 1'000'000, 1234.56789, 3e9).size(), 80u);
}

}  // namespace
}  // namespace attention_lab

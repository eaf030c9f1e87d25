// Runs attention-lab train as users and scripts do.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/files/document_json.h"
#include "app/files/presets.h"
#include "core/document/edits.h"
#include "core/document/session.h"
#include "core/document/target.h"
#include "running.h"

namespace attention_lab {
namespace {

using Arguments = std::vector<std::string>;

test::Outcome run_train(Arguments arguments, const std::string& input = "") {
  arguments.insert(arguments.begin(), {ATTENTION_LAB_BINARY, "train"});
  return test::run_program(std::move(arguments), input);
}

Document document_in(const std::filesystem::path& file) {
  const Result<ReadDocument> read = parse_document(test::contents(file));
  EXPECT_TRUE(read) << file;
  return read ? read->document : Document{};
}

/// The table of a log: step, loss, gradient norm.
std::vector<std::vector<double>> rows_of_log(const std::string& log) {
  std::vector<std::vector<double>> rows;
  std::istringstream lines(log);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "step,loss,gradient_norm");
  while (std::getline(lines, line)) {
    std::istringstream numbers(line);
    std::vector<double>& row = rows.emplace_back();
    for (std::string number; std::getline(numbers, number, ',');) row.push_back(std::stod(number));
  }
  return rows;
}

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

  const Session session(document_in(out));
  EXPECT_NEAR(session.trace().heads[0].weights(2, 0), 0.7, 0.01) << "eat attends to Alice";
  const std::vector<std::vector<double>> rows = rows_of_log(test::contents(log));
  ASSERT_EQ(rows.size(), 2001u);
  EXPECT_EQ(rows.front()[0], 0);
  EXPECT_NEAR(rows.front()[1], 1.39226, 1e-4) << "the start";
  EXPECT_LT(rows.back()[1] - 0.94421, 0.001);
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
  expect_refused("do not depend on W_v", with({"--train", "W_v"}));
  expect_refused("no matrix \"W_z\"", with({"--train", "W_z"}));
  expect_refused("There is no b_q", with({"--train", "b_q"}));
  expect_refused("There is no head 2", with({"--head", "2"}));
  expect_refused("--steps must be from 1 to 1,000,000", with({"--steps", "0"}), 2);
  expect_refused("--optimizer must be one of sgd, momentum, adam", with({"--optimizer", "lion"}), 2);
  expect_refused("--objective must be one of match", with({"--objective", "guess"}), 2);
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

}  // namespace
}  // namespace attention_lab

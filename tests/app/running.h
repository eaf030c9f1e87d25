// Runs a program as users and scripts do.
#pragma once

#include <algorithm>
#include <fcntl.h>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support.h"

namespace attention_lab::test {

struct Outcome {
  int exit_code = -1;  // 127: no such program; negative: the signal that ended it
  std::string output;
  std::string complaint;
};

/// Searches the program in the PATH; it has no display. `prepare` runs in the child first.
inline Outcome run_program(
    std::vector<std::string> arguments, const std::string& input = "",
    const std::function<void()>& prepare = [] {}) {
  const TemporaryFolder folder;
  put(folder / "in", input);
  const std::string in = (folder / "in").string();
  const std::string out = (folder / "out").string();
  const std::string err = (folder / "err").string();
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::open(in.c_str(), O_RDONLY), STDIN_FILENO);
    ::dup2(::open(out.c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
    ::dup2(::open(err.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    ::unsetenv("DISPLAY");
    prepare();
    ::execvp(argv[0], argv.data());
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), contents(out), contents(err)};
}

inline bool is_one_line(const std::string& text) {
  return !text.empty() && text.back() == '\n' && std::count(text.begin(), text.end(), '\n') == 1;
}

/// Expects one line on standard error that names the program, and no output.
inline void expect_refused(const Outcome& outcome, int exit_code, const std::string& part_of_complaint) {
  EXPECT_EQ(outcome.exit_code, exit_code) << outcome.complaint;
  EXPECT_EQ(outcome.output, "");
  EXPECT_TRUE(is_one_line(outcome.complaint)) << outcome.complaint;
  EXPECT_EQ(outcome.complaint.rfind("attention-lab: ", 0), 0u) << outcome.complaint;
  EXPECT_NE(outcome.complaint.find(part_of_complaint), std::string::npos) << outcome.complaint;
}

}  // namespace attention_lab::test

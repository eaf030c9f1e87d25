// Runs a program as a person or a script would.
#pragma once

#include <fcntl.h>
#include <functional>
#include <string>
#include <vector>

#include "support.h"

namespace attention_lab::test {

struct Outcome {
  int exit_code = -1;  // 127: there is no such program; minus the signal that ended it
  std::string output;
  std::string complaint;
};

/// The program is looked up in the PATH; it has no display. `prepare` runs in the child before it.
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

}  // namespace attention_lab::test

// What the commands say, and where.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace attention_lab {

enum ExitCode : int {
  exit_done = 0,
  exit_bad_input = 1,
  exit_wrong_usage = 2,
};

/// The whole text to standard output. exit_bad_input, with a line on standard error, if it cannot be written.
int print(std::string_view text);

/// "attention-lab: message" as one line on standard error, without control characters.
void complain(std::string_view message);

/// complain() about the error; returns exit_bad_input.
int fail(const Error& error);

/// complain() about each; they stop nothing.
void warn(const std::vector<std::string>& warnings);

/// `text` with each control character replaced by U+FFFD, so that a file cannot command the terminal.
std::string without_control_characters(std::string_view text);

}  // namespace attention_lab

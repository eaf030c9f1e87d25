// What the commands say, and where.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/export/text_pieces.h"
#include "core/result.h"

namespace attention_lab {

enum ExitCode : int {
  exit_done = 0,
  exit_bad_input = 1,
  exit_wrong_usage = 2,
};

/// The whole text to standard output. exit_bad_input, with a line on standard error, if it cannot be written.
int print(std::string_view text);

/// A long text to standard output, piece by piece. Answers as print().
int print(const WriteText& write);

/// "attention-lab: message" as one line on standard error, shortened to a sentence.
void complain(std::string_view message);

/// complain() about the error; returns exit_bad_input.
int fail(const Error& error);

/// complain() about each; they stop nothing.
void warn(const std::vector<std::string>& warnings);

}  // namespace attention_lab

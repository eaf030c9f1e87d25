// What the commands say, and where.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/text_pieces.h"
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

/// Throws CLI::ValidationError, which ends the program with the exit code for wrong usage. The sentence
/// begins with the option: "--head cannot be used with the figure heads, which shows all heads".
[[noreturn]] void refuse(const std::string& sentence);

/// "--mask must be one of none, causal, not "casual""; throws as refuse() does.
[[noreturn]] void refuse_unknown(std::string_view option, std::string_view known, std::string_view given);

/// "csv, tsv, markdown"
template <class Names>
std::string listed(const Names& names) {
  std::string text;
  for (const auto name : names) text += (text.empty() ? "" : ", ") + std::string(to_string(name));
  return text;
}

/// What was found under the name that is given; refuse_unknown where that is nothing.
template <class Meaning, class Names>
Meaning known(const std::optional<Meaning>& found, std::string_view option, const Names& names,
              std::string_view given) {
  if (!found) refuse_unknown(option, listed(names), given);
  return *found;
}

}  // namespace attention_lab

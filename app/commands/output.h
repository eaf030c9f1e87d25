// The output of the commands.
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

/// Prints the text to standard output. If that fails, prints an error and returns exit_bad_input.
int print(std::string_view text);

/// The same for a long text, in pieces.
int print(const WriteText& write);

/// Prints "attention-lab: message" as one line on standard error, shortened to one sentence.
void complain(std::string_view message);

/// Calls complain() with the error; returns exit_bad_input.
int fail(const Error& error);

/// Calls complain() for each warning.
void warn(const std::vector<std::string>& warnings);

/// Throws CLI::ValidationError: the program ends with the exit code for wrong usage. The sentence begins with
/// the option: "--head cannot be used with the figure heads, which shows all heads".
[[noreturn]] void refuse(const std::string& sentence);

/// "--mask must be one of none, causal, not "casual""; throws like refuse().
[[noreturn]] void refuse_unknown(std::string_view option, std::string_view known, std::string_view given);

/// Example: "csv, tsv, markdown".
template <class Names>
std::string listed(const Names& names) {
  std::string text;
  for (const auto name : names) text += (text.empty() ? "" : ", ") + std::string(to_string(name));
  return text;
}

/// Returns the value found for `given`; calls refuse_unknown() if there is none.
template <class Meaning, class Names>
Meaning known(const std::optional<Meaning>& found, std::string_view option, const Names& names,
              std::string_view given) {
  if (!found) refuse_unknown(option, listed(names), given);
  return *found;
}

}  // namespace attention_lab

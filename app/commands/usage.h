// Wrong usage of the command line: what a command says about an option it cannot take.
#pragma once

#include <string>
#include <string_view>

namespace attention_lab {

/// Throws CLI::ValidationError, which ends the program with the exit code for wrong usage. The sentence
/// begins with the option: "--head" and "does not go with the figure heads, which shows all".
[[noreturn]] void refuse(std::string_view option, std::string_view why);

/// "--mask must be one of none, causal, not "casual""; throws as refuse does.
[[noreturn]] void refuse_unknown(std::string_view option, std::string_view known, std::string_view given);

/// "csv, tsv, markdown"
template <class Names>
std::string listed(const Names& names) {
  std::string text;
  for (const auto name : names) text += (text.empty() ? "" : ", ") + std::string(to_string(name));
  return text;
}

}  // namespace attention_lab

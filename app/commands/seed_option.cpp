#include "app/commands/seed_option.h"

#include <charconv>
#include <string>
#include <system_error>

#include <CLI/CLI.hpp>

#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {

CLI::Option* add_seed(CLI::App& command, std::uint64_t& seed, const char* description) {
  // The parser itself would accept −1 or too many digits as the largest integer.
  const CLI::Validator is_seed(
      [](const std::string& text) -> std::string {
        std::uint64_t number = 0;
        const char* end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, number);
        if (error == std::errc() && rest == end) return "";
        return filled("A seed must be a whole number from 0 to 18446744073709551615, not <text>",
                      {{"text", in_quotes(text)}});
      },
      "");
  return command.add_option("--seed", seed, description)->type_name("N")->check(is_seed);
}

}  // namespace attention_lab

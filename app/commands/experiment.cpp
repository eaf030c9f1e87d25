#include "app/commands/experiment.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <system_error>

#include "app/commands/output.h"
#include "core/words/outside_text.h"

namespace attention_lab {

int refuse_experiment(const Error& error) {
  complain(to_string(error));
  return exit_wrong_usage;
}

std::string readable(double number) {
  std::array<char, 64> text;
  const double size = std::abs(number);
  const bool is_plain = size == 0 || (size >= 5e-4 && size < 1e7);
  const int length = std::snprintf(text.data(), text.size(), is_plain ? "%.4f" : "%.3e", number);
  return {text.data(), static_cast<std::size_t>(length)};
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

void add_seed(CLI::App& command, std::uint64_t& seed) {
  // The parser itself would take −1, or a number with too many digits, for the largest there is.
  const CLI::Validator is_seed(
      [](const std::string& text) -> std::string {
        std::uint64_t number = 0;
        const char* end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, number);
        if (error == std::errc() && rest == end) return "";
        return "A seed must be a whole number from 0 to 18446744073709551615, not " + in_quotes(text);
      },
      "");
  command.add_option("--seed", seed, "As for torch.manual_seed (123)")->type_name("N")->check(is_seed);
}

void add_experiment(CLI::App& app, CommandAction& chosen) {
  CLI::App* command =
      app.add_subcommand("experiment", "Why divide by the square root of d_k: experiments in numbers");
  command->callback([command] {
    if (!command->get_subcommands().empty()) return;
    refuse("experiment", "must be followed by variance, sharpness or gradient");
  });
  add_experiment_variance(*command, chosen);
  add_experiment_sharpness(*command, chosen);
  add_experiment_gradient(*command, chosen);
}

}  // namespace attention_lab

#include "app/command_line.h"

#include <exception>
#include <new>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "app/commands/command.h"
#include "app/commands/output.h"
#include "app/machine_memory.h"
#include "core/document/memory_budget.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "core/words/typed_numbers.h"

namespace attention_lab {
namespace {

constexpr const char* version_line = "attention-lab " ATTENTION_LAB_VERSION;

/// CLI11 says "Could not convert: --steps = abc" of an option that takes a number.
std::string describe(const CLI::ParseError& error) {
  std::string words = error.what();
  constexpr std::string_view start = "Could not convert: ";
  const std::size_t equals = words.find(" = ");
  if (!words.starts_with(start) || equals == std::string::npos) return words;
  const std::string given = words.substr(equals + 3);
  // A number is refused only where a whole one is expected.
  const bool is_number = bool(typed_number(given));
  return filled(
      is_number ? "<option> takes a whole number, not <given>" : "<option> takes a number, not <given>",
      {{"option", words.substr(start.size(), equals - start.size())}, {"given", in_quotes(given)}});
}

/// CLI11 reports help and version by exceptions too; these are not errors.
int answer_parse_error(const CLI::App& app, const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::CallForVersion*>(&error) != nullptr)
    return print(std::string(version_line) + "\n");
  if (error.get_exit_code() == 0) {
    for (const CLI::App* chosen : app.get_subcommands()) return print(chosen->help("attention-lab"));
    return print(app.help());
  }
  complain(filled("<problem> (attention-lab --help lists the options and commands)",
                  {{"problem", describe(error)}}));
  return exit_wrong_usage;
}

}  // namespace

int run_command_line(int argc, const char* const* argv) try {
  set_memory_budget(memory_of_machine() / 2);
  CLI::App app(
      "A lab bench for self-attention with trainable weights. Without a command, it opens the window.",
      "attention-lab");
  app.set_version_flag("--version", version_line, "Print the program’s version");
  bool prints_man_page = false;
  app.add_flag("--man-page", prints_man_page, "Print the manual page in the format that man reads");
  app.get_formatter()->column_width(32);
  CommandAction chosen;
  add_open_window(app, chosen);
  add_compute(app, chosen);
  add_copy_as(app, chosen);
  add_experiment(app, chosen);
  add_presets(app, chosen);
  add_render(app, chosen);
  add_train(app, chosen);
  add_validate(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return answer_parse_error(app, error);
  }
  return prints_man_page ? print(man_page(app, version_line)) : chosen();
} catch (const std::bad_alloc&) {
  complain(to_string(not_enough_memory()));
  return exit_bad_input;
} catch (const std::exception& error) {
  complain(filled("Internal error: <problem>", {{"problem", error.what()}}));
  return exit_bad_input;
}

}  // namespace attention_lab

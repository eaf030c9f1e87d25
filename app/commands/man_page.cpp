#include <CLI/CLI.hpp>

#include "app/commands/command.h"
#include "app/commands/output.h"

namespace attention_lab {
namespace {

/// What roff would take for its own: backslashes, hyphens (which it would make into dashes), and dots and
/// apostrophes at the beginning of a line.
std::string roff_text(std::string_view text) {
  std::string roff;
  for (const char c : text) {
    if (roff.empty() && (c == '.' || c == '\'')) roff += "\\&";
    if (c == '\\') {
      roff += "\\e";
    } else {
      if (c == '-') roff += '\\';
      roff += c;
    }
  }
  return roff;
}

std::string bold_roff(std::string_view text) {
  return "\\fB" + roff_text(text) + "\\fR";
}

std::string italic_roff(std::string_view text) {
  return "\\fI" + roff_text(text) + "\\fR";
}

/// "-o, --output FILE", or "FILE" for an argument without a name.
std::string option_heading(const CLI::Option& option) {
  const std::string value = option.get_type_name();
  if (option.get_positional()) return italic_roff(value);
  std::string names;
  for (const std::string& name : option.get_snames()) names += bold_roff("-" + name) + ", ";
  for (const std::string& name : option.get_lnames()) names += bold_roff("--" + name) + ", ";
  names.resize(names.size() - 2);
  return value.empty() ? names : names + " " + italic_roff(value);
}

void append_options(std::string& page, const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    page += ".TP\n" + option_heading(*option) + "\n" + roff_text(option->get_description()) + "\n";
  }
}

std::string usage_of(const CLI::App& command, const std::string& name) {
  std::string usage = bold_roff(name) + " [" + italic_roff("OPTIONS") + "]";
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) usage += " [" + italic_roff(option->get_type_name()) + "]";
  }
  return usage + "\n";
}

/// What can be typed: the commands, and of a command that has further ones, those.
void append_commands(std::string& page, const CLI::App& parent, const std::string& name) {
  for (const CLI::App* command : parent.get_subcommands([](const CLI::App*) { return true; })) {
    const std::string full_name = name + " " + command->get_name();
    if (!command->get_subcommands([](const CLI::App*) { return true; }).empty()) {
      append_commands(page, *command, full_name);
      continue;
    }
    page += ".SS " + usage_of(*command, full_name) + roff_text(command->get_description()) + ".\n";
    append_options(page, *command);
  }
}

}  // namespace

std::string man_page(const CLI::App& app, std::string_view version) {
  const std::string& name = app.get_name();
  const std::string description = app.get_description();
  std::string page = ".TH ATTENTION\\-LAB 1 \"\" \"" + roff_text(version) + "\" \"User Commands\"\n";
  page += ".SH NAME\n" + roff_text(name) + " \\- " + roff_text(description.substr(0, description.find(':'))) +
          "\n";
  page += ".SH SYNOPSIS\n" + usage_of(app, name) + ".br\n" + bold_roff(name) + " " + italic_roff("COMMAND") +
          " [" + italic_roff("OPTIONS") + "]\n";
  page += ".SH DESCRIPTION\n" + roff_text(description) + "\n";
  page += ".SH OPTIONS\n";
  append_options(page, app);
  page += ".SH COMMANDS\n";
  append_commands(page, app, name);
  page += ".SH EXIT STATUS\n";
  const struct {
    int code;
    const char* meaning;
  } codes[] = {{exit_done, "Done."},
               {exit_bad_input, "The input is at fault, which one sentence on standard error explains."},
               {exit_wrong_usage, "Wrong usage."}};
  for (const auto& [code, meaning] : codes)
    page += ".TP\n" + bold_roff(std::to_string(code)) + "\n" + meaning + "\n";
  page += ".TP\n" + bold_roff("128+N") + "\nSignal N ended the window, which shut down in order.\n";
  return page;
}

}  // namespace attention_lab

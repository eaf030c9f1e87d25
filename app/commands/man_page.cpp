#include <CLI/CLI.hpp>

#include "app/commands/command.h"
#include "app/commands/output.h"
#include "ui/lab/commands.h"

namespace attention_lab {
namespace {

/// Escapes what roff would interpret: backslashes, hyphens (which would become dashes), and dots and
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

/// A list entry: a heading and the text about it.
std::string roff_entry(const std::string& heading, std::string_view text) {
  return ".TP\n" + heading + "\n" + roff_text(text) + "\n";
}

/// "-o, --output FILE", or "FILE" for a positional argument.
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
    page += roff_entry(option_heading(*option), option->get_description());
  }
}

std::string usage_of(const CLI::App& command, const std::string& name) {
  std::string usage = bold_roff(name) + " [" + italic_roff("OPTIONS") + "]";
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) usage += " [" + italic_roff(option->get_type_name()) + "]";
  }
  return usage + "\n";
}

/// A subsection for each command or, if it has subcommands, for each of those.
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

/// The keyboard shortcuts, from the same table as the menus.
void append_keys(std::string& page) {
  for (const CommandEntry& entry : all_commands()) {
    const std::string key = to_string(entry.keys.front());
    if (!key.empty()) page += roff_entry(bold_roff(key), entry.name);
  }
}

}  // namespace

std::string man_page(const CLI::App& app, std::string_view version) {
  const std::string& name = app.get_name();
  const std::string description = app.get_description();
  const std::string what_it_is = description.substr(0, description.find('.'));
  std::string page = ".TH ATTENTION\\-LAB 1 \"\" \"" + roff_text(version) + "\" \"User Commands\"\n";
  page += ".SH NAME\n" + roff_text(name) + " \\- " + roff_text(what_it_is) + "\n";
  page += ".SH SYNOPSIS\n" + usage_of(app, name) + ".br\n" + bold_roff(name) + " " + italic_roff("COMMAND") +
          " [" + italic_roff("OPTIONS") + "]\n";
  page +=
      ".SH DESCRIPTION\n" + roff_text(description) +
      " In it you type a sentence, change any number in the embeddings X or in the weight matrices W_q, W_k "
      "and W_v, and see every consequence at once: queries, keys, values, scores, attention weights and "
      "context vectors. The commands print, draw, check or train the same numbers without a window.\n";
  page += ".SH OPTIONS\n";
  append_options(page, app);
  page += ".SH COMMANDS\n";
  append_commands(page, app, name);
  page += ".SH KEYS OF THE WINDOW\n";
  append_keys(page);
  page += ".SH FILES\n";
  page += roff_entry(
      italic_roff("~/.config/attention-lab/settings.json"),
      "The settings of the window, such as theme, text size and recent files. XDG_CONFIG_HOME replaces "
      "~/.config.");
  page += roff_entry(
      italic_roff("~/.local/state/attention-lab/recovery"),
      "Unsaved work, which is offered for recovery after a crash. XDG_STATE_HOME replaces ~/.local/state.");
  page += ".SH EXIT STATUS\n";
  const struct {
    int code;
    const char* meaning;
  } codes[] = {{exit_done, "Done."},
               {exit_bad_input, "The input is invalid; a sentence on standard error says why."},
               {exit_wrong_usage, "The command line is invalid."}};
  for (const auto& [code, meaning] : codes) page += roff_entry(bold_roff(std::to_string(code)), meaning);
  page += roff_entry(
      bold_roff("128+N"),
      "Signal N ended the window, which shut down cleanly, or training, which saved its last step.");
  return page;
}

}  // namespace attention_lab

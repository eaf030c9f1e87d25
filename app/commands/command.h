// The interface of all commands. Each command is in one file, which adds it to the parser with its options
// and sets the action to run if it is chosen.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace attention_lab {

/// The action of a command; returns an exit code (output.h).
using CommandAction = std::function<int()>;

// Each function adds a command; parsing the command sets `chosen` to its action.
void add_compute(CLI::App& app, CommandAction& chosen);
void add_copy_as(CLI::App& app, CommandAction& chosen);
void add_experiment(CLI::App& app, CommandAction& chosen);
void add_presets(CLI::App& app, CommandAction& chosen);
void add_render(CLI::App& app, CommandAction& chosen);
void add_train(CLI::App& app, CommandAction& chosen);
void add_validate(CLI::App& app, CommandAction& chosen);

/// Adds the options of the program without a command, which opens the window.
void add_open_window(CLI::App& app, CommandAction& chosen);

/// The source of the manual page with all commands and options. `version`: "attention-lab 0.1.0".
std::string man_page(const CLI::App& app, std::string_view version);

}  // namespace attention_lab

// What every command of the command line is made of. A command is one file: it adds itself to the parser,
// with its options, and leaves behind what shall be done if it is chosen.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace attention_lab {

/// What shall be done; returns an exit code (output.h).
using CommandAction = std::function<int()>;

// Each adds one command; parsing sets `chosen` to what it shall do.
void add_compute(CLI::App& app, CommandAction& chosen);
void add_copy_as(CLI::App& app, CommandAction& chosen);
void add_experiment(CLI::App& app, CommandAction& chosen);
void add_presets(CLI::App& app, CommandAction& chosen);
void add_render(CLI::App& app, CommandAction& chosen);
void add_validate(CLI::App& app, CommandAction& chosen);

/// The options of the program itself, without a command: it opens the window.
void add_open_window(CLI::App& app, CommandAction& chosen);

/// attention-lab(1) as man reads it, with every command and every option. `version`: "attention-lab 0.1.0".
std::string man_page(const CLI::App& app, std::string_view version);

}  // namespace attention_lab

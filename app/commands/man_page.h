// The manual page, made from what the parser of the command line knows and from the table of commands.
#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace attention_lab {

/// attention-lab(1) as man reads it, with every command, every option and every key. `version`:
/// "attention-lab 0.1.0".
std::string man_page(const CLI::App& app, std::string_view version);

}  // namespace attention_lab

#include "app/files/presets.h"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "app/commands/command.h"
#include "app/commands/output.h"

namespace attention_lab {
namespace {

int list_presets() {
  std::size_t width = 0;
  for (const Preset& preset : presets()) width = std::max(width, preset.name.size());
  std::string text;
  for (const Preset& preset : presets()) {
    text += preset.name + std::string(width - preset.name.size() + 2, ' ') + preset.title + "\n";
  }
  return print(text);
}

}  // namespace

void add_presets(CLI::App& app, CommandAction& chosen) {
  CLI::App* command =
      app.add_subcommand("presets", "List the presets, the documents that come with the program");
  command->callback([&chosen] { chosen = list_presets; });
}

}  // namespace attention_lab

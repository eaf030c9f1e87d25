#include "input.h"

#include <cmath>

#include "enumerators.h"

namespace attention_lab::campaign {
namespace {

std::string whole(float value) {
  return std::to_string(std::lround(value));
}

std::string in_ascii(const std::string& text) {
  constexpr std::size_t longest = 40;
  std::string shown;
  for (const char c : text.substr(0, longest)) shown += c >= ' ' && c < 0x7F ? c : '.';
  return "'" + shown + (text.size() > longest ? "' … of " + std::to_string(text.size()) + " bytes" : "'");
}

struct Details {
  std::string operator()(const MoveMouse& input) const {
    return whole(input.to.x) + ", " + whole(input.to.y);
  }
  std::string operator()(const PressButton& input) const {
    return std::to_string(input.button) + (input.is_down ? " down" : " up");
  }
  std::string operator()(const TurnWheel& input) const {
    return std::to_string(input.vertical) + ", " + std::to_string(input.horizontal);
  }
  std::string operator()(const PressKey& input) const {
    return std::to_string(input.key) + (input.is_down ? " down" : " up");
  }
  std::string operator()(const HoldModifiers& input) const {
    return std::string(input.has_ctrl ? "Ctrl " : "") + (input.has_shift ? "Shift " : "") +
           (input.has_alt ? "Alt" : "");
  }
  std::string operator()(const TypeCharacter& input) const {
    return "code point " + std::to_string(static_cast<unsigned>(input.character));
  }
  std::string operator()(const FillClipboard& input) const { return in_ascii(input.text); }
  std::string operator()(const UseShortcut& input) const { return name_of_command(input.shortcut); }
  std::string operator()(const ResizeWindow& input) const {
    return whole(input.width) + " × " + whole(input.height);
  }
  std::string operator()(const SetDisplayScale& input) const { return std::to_string(input.scale); }
  std::string operator()(const DropFile& input) const {
    return in_ascii(input.name) + ", " + in_ascii(input.content);
  }
  std::string operator()(const FindRecovered& input) const { return in_ascii(input.title); }
  std::string operator()(const ChangeFile& input) const { return in_ascii(input.content); }
  std::string operator()(const Wait& input) const { return std::to_string(input.seconds) + " s"; }
  template <class Other>
  std::string operator()(const Other&) const {
    return {};
  }
};

}  // namespace

const std::vector<std::string>& command_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = enumerators<Command>();
    all.pop_back();  // Command::show_workspace
    for (const WorkspaceEntry& workspace : all_workspaces()) all.emplace_back(workspace.name);
    return all;
  }();
  return names;
}

const std::string& name_of_command(Command command) {
  return command_names().at(static_cast<std::size_t>(command));
}

std::string to_string(const Input& input) {
  return alternatives<Input>()[input.index()] + " " + std::visit(Details(), input);
}

}  // namespace attention_lab::campaign

// One input event: what a user, the desktop or a clock can do to the window between two frames.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include <imgui.h>

#include "ui/lab/actions.h"
#include "ui/lab/commands.h"

namespace attention_lab::campaign {

struct MoveMouse {
  Point to;
};
struct PressButton {
  int button = 0;
  bool is_down = true;
};
struct TurnWheel {
  float vertical = 0;
  float horizontal = 0;
};
struct PressKey {
  ImGuiKey key = 0;
  bool is_down = true;
};
struct HoldModifiers {
  bool has_ctrl = false;
  bool has_shift = false;
  bool has_alt = false;
};
struct TypeCharacter {
  char32_t character = 0;
};
/// Another program puts text on the clipboard.
struct FillClipboard {
  std::string text;
};
struct UseShortcut {
  Command shortcut = Command::undo;
};
struct ResizeWindow {
  float width = 0;
  float height = 0;
};
/// The window moves to a screen with another pixel density.
struct SetDisplayScale {
  float scale = 1;
};
struct DropFile {
  std::string name;
  std::string content;
};
struct CloseWindow {};
struct LoseFocus {};
/// An edit that does not come from a panel.
struct MakeEdit {
  Edit edit;
};
/// Work of a crashed program is found.
struct FindRecovered {
  std::string title;
  std::string content;
};
/// Another program changes the document's file, and then the window gets the focus.
struct ChangeFile {
  std::string content;
};
struct Wait {
  float seconds = 0;
};

using Input = std::variant<MoveMouse, PressButton, TurnWheel, PressKey, HoldModifiers, TypeCharacter,
                           FillClipboard, UseShortcut, ResizeWindow, SetDisplayScale, DropFile, CloseWindow,
                           LoseFocus, MakeEdit, FindRecovered, ChangeFile, Wait>;

/// The names of all commands, in their order; commands that show a workspace have its name.
const std::vector<std::string>& command_names();
const std::string& name_of_command(Command command);

/// A short description for error reports.
std::string to_string(const Input& input);

}  // namespace attention_lab::campaign

// Everything that can be asked for by name: one table from which menus, keys, the page of keys and the
// command palette are made.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

enum class Command {
  undo,
  redo,
  new_document,
  open,
  save,
  save_as,
  quit,
  larger_text,
  smaller_text,
  normal_text,
  fit_window,
  full_screen,
  help,
  other_theme,
  influence,
  steps,
  present,
  export_dialog,
  export_again,
  palette,
  about,
  redraw_torch_rand,
  redraw_nn_linear,
  redraw_split,
  share_words,
  biases,
  output_projection,
  show_workspace,  ///< the first workspace; those of the others follow: see command_to_show()
};

/// A key with Ctrl, or one of the function keys.
struct KeyPress {
  static constexpr int first_function_key = 256;

  int code = 0;  ///< a capital letter, a digit or a sign; F1 is first_function_key + 1; 0: no key
  bool has_ctrl = false;
  bool has_shift = false;

  bool operator==(const KeyPress&) const = default;
};
constexpr KeyPress ctrl(char code) {
  return {code, true, false};
}
constexpr KeyPress ctrl_shift(char code) {
  return {code, true, true};
}
constexpr KeyPress function_key(int number) {
  return {KeyPress::first_function_key + number, false, false};
}
/// "Ctrl+Shift+E", "F5"; empty for no key.
std::string to_string(const KeyPress& key);

struct CommandEntry {
  using Question = std::function<bool(const Session& session, const ViewState& view)>;

  Command command;
  const char* name;
  bool asks = false;  ///< opens a dialog that asks for more; a menu says so by "…"
  /// As menus write it where the name alone does not say what it does now.
  std::function<std::string(const Session& session, const ViewState& view)> title{};
  std::array<KeyPress, 2> keys{};  ///< the first is the one that is shown
  /// Whether what is being typed is left before (leave_fields.h). What changes only how things look leaves it
  /// open, and undo cancels it; before another document is opened, the question whether to save leaves it.
  bool leaves_fields = true;
  bool repeats = false;                                                      ///< while its key is held down
  Question applies = [](const Session&, const ViewState&) { return true; };  ///< else menus show it greyed
  Question is_on = [](const Session&, const ViewState&) { return false; };   ///< then menus show a tick
  std::function<void(const Session& session, ViewState& view, ActionQueue& actions)> carry_out;
};

/// All commands, in the order of `Command`.
std::span<const CommandEntry> all_commands();
const CommandEntry& entry_of(Command command);
constexpr Command command_to_show(Workspace workspace) {
  return static_cast<Command>(static_cast<int>(Command::show_workspace) + static_cast<int>(workspace));
}
/// As menus write it.
std::string title_of(const CommandEntry& entry, const Session& session, const ViewState& view);
/// The command of a key.
std::optional<Command> command_of(const KeyPress& key);

/// Does it, if no dialog is in the way. What does not apply changes nothing: whether it does is only known
/// once the actions before it in the queue are carried out.
void press(Command command, const Session& session, ViewState& view, ActionQueue& actions);

/// Its entry in an open menu.
void command_entry(Command command, const Session& session, ViewState& view, ActionQueue& actions);

}  // namespace attention_lab

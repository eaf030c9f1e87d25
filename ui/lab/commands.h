// Everything that can be asked for by name: one table from which menus, keys, the page of keys and the
// command palette are made.
#pragma once

#include <array>
#include <cstddef>
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
  pipeline,
  figures,
  laboratory,
  museum,
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
  Command command;
  std::string (*title)(const Session& session, const ViewState& view);  ///< as menus write it
  std::array<KeyPress, 2> keys{};  ///< the first is the one that is shown
  /// Whether what is being typed is left before (leave_fields.h). What changes only how things look leaves it
  /// open, and undo cancels it; before another document is opened, the question whether to save leaves it.
  bool leaves_fields = true;
  bool repeats = false;                                            ///< while its key is held down
  bool (*applies)(const Session& session, const ViewState& view);  ///< else menus show it greyed
  bool (*is_on)(const Session& session, const ViewState& view);    ///< then menus show a tick
  void (*carry_out)(const Session& session, ViewState& view, ActionQueue& actions);
};

/// All commands, in the order of `Command`.
std::span<const CommandEntry> all_commands();
const CommandEntry& entry_of(Command command);
/// "Undo", "Open": what the menu says, without what follows it there.
std::string plain_title(const CommandEntry& entry, const Session& session, const ViewState& view);
/// The command of a key.
std::optional<Command> command_of(const KeyPress& key);

/// Does it, if no dialog is in the way.
void press(Command command, const Session& session, ViewState& view, ActionQueue& actions);

/// Its entry in an open menu.
void command_entry(Command command, const Session& session, ViewState& view, ActionQueue& actions);

}  // namespace attention_lab

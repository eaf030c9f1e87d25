// The table of all commands. The menus, the keyboard shortcuts, the help page and the command palette come
// from it.
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
  more_controls,
  fit_window,
  full_screen,
  help,
  other_theme,
  influence,
  hold_colours,
  spotlight,
  show_all_matrices,
  steps,
  play_steps,
  predict_first,
  divide_by_root,
  mask,
  paint_mask,
  next_head,
  next_sentence,
  add_sentence,
  remove_sentence,
  next_stage,
  previous_stage,
  pin_state,
  unpin_state,
  compare_states,
  present,
  export_dialog,
  export_again,
  palette,
  words,
  tour,
  about,
  lock_document,
  reset_document,
  black_window,
  pen,
  countdown_of_half_a_minute,
  countdown_of_a_minute,
  countdown_of_two_minutes,
  redraw_torch_rand,
  redraw_nn_linear,
  redraw_split,
  share_words,
  biases,
  output_projection,
  drag_attention,
  hold_other_weights,
  show_workspace,  ///< the first workspace; the others follow it: see command_to_show()
};

/// A key pressed with Ctrl, a function key, Page Up or Page Down, or a letter.
struct KeyPress {
  static constexpr int first_function_key = 256;
  static constexpr int page_up = 512;
  static constexpr int page_down = 513;

  int code = 0;  ///< capital letter, digit, sign or one of the above; F1 is first_function_key + 1; 0: no key
  bool has_ctrl = false;
  bool has_shift = false;

  bool is_page_key() const { return code == page_up || code == page_down; }
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
constexpr KeyPress page_key(int code) {
  return {code, false, false};
}
/// Works while nothing is typed, and some while a number is guessed: see press_letters().
constexpr KeyPress letter(char code) {
  return {code, false, false};
}
/// "Ctrl+Shift+E", "F5", "M"; empty for no key.
std::string to_string(const KeyPress& key);

struct CommandEntry {
  using Question = std::function<bool(const Session& session, const ViewState& view)>;

  Command command;
  const char* name;
  bool asks = false;  ///< opens a dialog that asks for more; menus add "…"
  /// The title in menus if `name` alone does not say what the command does now.
  std::function<std::string(const Session& session, const ViewState& view)> title{};
  std::array<KeyPress, 2> keys{};  ///< menus show the first one
  const char* words = "";          ///< by which the palette finds it besides its title
  /// Whether the command first leaves the open field (leave_fields.h). Commands that only change the
  /// appearance do not; undo cancels typing instead; and before a document is opened, the question about
  /// unsaved changes does it.
  bool leaves_fields = true;
  bool repeats = false;               ///< while its key is held down
  bool works_while_guessing = false;  ///< its letter, in the field for a guess: it keeps all guesses
  bool is_everywhere = false;  ///< its letter works in every workspace, since it does not change the document
  Question applies = [](const Session&, const ViewState&) { return true; };  ///< if not, menus grey it out
  Question is_on = [](const Session&, const ViewState&) { return false; };   ///< if so, menus tick it
  std::function<void(const Session& session, ViewState& view, ActionQueue& actions)> carry_out;
};

/// All commands, in the order of `Command`.
std::span<const CommandEntry> all_commands();
const CommandEntry& entry_of(Command command);
constexpr Command command_to_show(Workspace workspace) {
  return static_cast<Command>(static_cast<int>(Command::show_workspace) + static_cast<int>(workspace));
}
/// The title in menus.
std::string title_of(const CommandEntry& entry, const Session& session, const ViewState& view);
/// The command of a keyboard shortcut.
std::optional<Command> command_of(const KeyPress& key);

/// Call once a frame: carries out the commands whose letters were typed, if no field takes them. Most of them
/// work only where the matrices of the document are shown.
void press_letters(const Session& session, ViewState& view, ActionQueue& actions);

/// Carries out the command. While a dialog is open, only full screen works, and the keys of help and palette
/// close these. Whether a command applies may depend on queued actions; if not, it changes nothing.
void press(Command command, const Session& session, ViewState& view, ActionQueue& actions);

/// The command's entry in an open menu.
void command_entry(Command command, const Session& session, ViewState& view, ActionQueue& actions);

}  // namespace attention_lab

#include "ui/leave_cell.h"

#include <utility>

namespace attention_lab {
namespace {

// The frame in which it was opened may have been drawn already; a text field needs some more until it has the
// keyboard, and where a dialog or the border of the workspace covers it, it never gets it.
constexpr int most_frames_unseen = 1;
constexpr int most_frames_without_keyboard = 5;

bool leave_typing(CellTyping typing, ViewState& view, ActionQueue& actions) {
  const Result<Scalar> typed = parse_number(typing.text.data());
  if (!typed) {
    actions.push(CancelPreview{});
    view.complain(typed.error().message + " The value stays what it was.");
    return false;
  }
  const bool is_same = typing.before == *typed;
  actions.commit(set_cell_edit(typing.cell, *typed));  // no undo step where nothing differs
  return !is_same;
}

}  // namespace

bool leave_cell(ViewState& view, ActionQueue& actions) {
  if (std::optional<CellTyping> typing = std::exchange(view.editing.typing, std::nullopt))
    return leave_typing(*std::move(typing), view, actions);
  const std::optional<CellDrag> drag = std::exchange(view.editing.drag, std::nullopt);
  if (!drag || !drag->has_moved) return false;
  actions.commit(set_cell_edit(drag->cell, static_cast<Scalar>(drag->value)));
  return true;
}

void cancel_typing(ViewState& view, ActionQueue& actions) {
  actions.push(CancelPreview{});
  view.editing.typing.reset();
}

void leave_unseen_cell(ViewState& view, ActionQueue& actions) {
  CellEditing& editing = view.editing;
  const bool waits = editing.typing && editing.typing->is_new;
  if (waits) view.want_frame();
  const bool is_typing_unseen =
      editing.typing &&
      ++editing.typing->frames_unseen > (waits ? most_frames_without_keyboard : most_frames_unseen);
  const bool is_drag_unseen = editing.drag && ++editing.drag->frames_unseen > most_frames_unseen;
  if (is_typing_unseen || is_drag_unseen) leave_cell(view, actions);
}

}  // namespace attention_lab

// Changing one number by dragging, typing or pasting.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/edit.h"
#include "core/result.h"
#include "core/training/attention_drag.h"
#include "ui/figures/base/geometry.h"
#include "ui/lab/actions.h"

namespace attention_lab {

/// Pixels that the mouse may move in a click.
inline constexpr float drag_threshold = 3;

/// Dragging gives at most so many, as many as cells show.
inline constexpr int most_dragged_decimals = 4;

/// A row or a column that is dragged by its label: the same amount is added to each of its numbers.
struct LineDrag {
  bool is_row = true;
  Matrix before{};  // its numbers, one row or one column; from the first movement on
};

/// Painting the mask: the cells crossed so far, which the stroke shows or hides (see mask_painting.h).
struct MaskStroke {
  bool shows = false;
  std::vector<SetVisible> cells{};
};

struct SpaceDrag;  // ui/workspaces/spaces/spaces_state.h

/// Dragging a cell sideways changes it by 0.01 a pixel; Shift is ten times faster, Alt ten times finer. An
/// attention weight is dragged up or down (see attention_dragging.h).
struct CellDrag {
  CellRef cell;            // of a row or column: its first
  double value = 0;        // the current value of the drag; of a row or column, the amount added
  bool has_moved = false;  // beyond the few pixels that a click may move
  bool lets_go = false;    // a click on the cell that is already selected deselects it
  float pressed_x = 0;
  float last_x = 0;
  int frames_unseen = 0;  // since the cell was last handled

  std::optional<LineDrag> line{};
  std::optional<Edit> edit{};  // what the drag does to the document; from the first movement on
  std::uint64_t revision =
      0;  // committed, of the session when an attention weight, row or column moved first

  // Of an attention weight; `value` is the one that the mouse asks for.
  std::shared_ptr<AttentionDrag> attention{};  // from the first movement on
  float pressed_y = 0;
  float last_y = 0;

  std::optional<MaskStroke> stroke{};  // over the mask

  std::shared_ptr<SpaceDrag> space{};  // of a point or an arrow in the plane of a space
};

/// Dragging a computed number: it stays, and it is said why, and what would move it.
struct ComputedDrag {
  CellRef cell;
  Point pressed;
  bool lets_go = false;    // as in CellDrag
  bool has_moved = false;  // likewise
  bool is_held = true;
  double until = 0;  // ImGui time until which the sentence stays; once let go
};

/// Typing into a cell. The text field owns the text until Enter, Tab, Escape or a click elsewhere.
struct CellTyping {
  CellRef cell;
  std::array<char, 64> text{};
  bool is_new = true;       // takes the keyboard in its first frame
  bool selects_all = true;  // false if typing a digit opened the field
  bool has_previewed = false;
  std::optional<Scalar> before{};  // the previous number; known from the first frame on
  int frames_unseen = 0;           // since the field was last drawn
  std::string refusal;             // why the text is invalid; empty if it is valid
};

struct CellEditing {
  std::optional<CellDrag> drag;
  std::optional<ComputedDrag> computed;
  std::optional<CellTyping> typing;
  std::optional<CellRef> led_to;     // selected by Enter or Tab after a number was typed, so it is not pinned
  std::optional<CellRef> menu_cell;  // the cell whose context menu is open
  bool opens_menu = false;
  bool scrolls_to_selection = false;
};

/// The value after a drag by `pixels`.
double dragged_value(double value, float pixels, bool is_fast, bool is_fine);

}  // namespace attention_lab

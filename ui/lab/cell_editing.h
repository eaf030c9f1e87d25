// Changing one number: by dragging, by typing, by paste.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/attention/matrix_name.h"
#include "core/result.h"
#include "ui/lab/actions.h"
#include "ui/lab/snapshot.h"

namespace attention_lab {

/// A cell pulled sideways: 0.01 a pixel; Shift ten times faster, Alt ten times finer.
struct CellDrag {
  CellRef cell;
  double value = 0;        // as dragged so far
  bool has_moved = false;  // past the few pixels that a click may wobble
  bool lets_go = false;    // the cell was selected before: a click alone lets go of it
  float pressed_x = 0;
  float last_x = 0;
  int frames_unseen = 0;  // since it was handled
  /// As all numbers were before; null where the lab is too large to keep a second one for a drag.
  std::shared_ptr<const Snapshot> before{};
};

/// A cell typed into. The text field owns the text until Enter, Tab, Escape or a click elsewhere.
struct CellTyping {
  CellRef cell;
  std::array<char, 64> text{};
  bool is_new = true;       // takes the keyboard in its first frame
  bool selects_all = true;  // false where typing a digit opened it
  bool has_previewed = false;
  std::optional<Scalar> before{};  // the number that was there; known from the first frame
  int frames_unseen = 0;           // since it was drawn
  std::string refusal;             // why the text is not taken, or empty
};

struct CellEditing {
  std::optional<CellDrag> drag;
  std::optional<CellTyping> typing;
  std::optional<CellRef> menu_cell;  // whose context menu is open
  bool opens_menu = false;
  bool scrolls_to_selection = false;
};

/// The number a drag by `pixels` arrives at.
double dragged_value(double value, float pixels, bool is_fast, bool is_fine);

}  // namespace attention_lab

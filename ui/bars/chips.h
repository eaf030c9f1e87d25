// The small rounded controls of the control bar: a quiet label, a value, a way to change it.
#pragma once

#include <string>
#include <vector>

#include "ui/paint.h"
#include "ui/view_state.h"

namespace attention_lab {

/// A choice among a few: opens a list. Returns the index chosen in this frame, or −1.
/// Both are mark-up; the explanation is a few plain words.
struct Choice {
  std::string label;
  std::string explanation;
};

/// Makes the next popup open under `rect`, moved to the left or up as far as a popup of this size needs to
/// stay inside the window.
void place_popup(const ViewState& view, const Rect& rect, Point size);

class Chips {
 public:
  Chips(ViewState& view, const Painter& painter);

  static float height(const ViewState& view);
  float choice_width(const std::string& label, const std::string& widest_value) const;
  float number_width(const std::string& label, const std::string& widest_value) const;

  /// `name` names the item for scripts and keeps its identity; `tip` says in plain words what it does.
  int choice(const Rect& rect, const char* name, const std::string& label, const std::string& value,
             const std::vector<Choice>& choices, const char* tip);

  /// A whole number with − and +; also typed after a double click. Returns true where `number` changed.
  bool number(const Rect& rect, const char* name, const std::string& label, Index& number, Index low,
              Index high, const char* tip, const std::string& shown = {});

  /// A button with one word or sign.
  bool button(const Rect& rect, const char* name, const std::string& label, bool is_enabled, const char* tip);

  /// A switch with its label; flips `is_on`, and returns true where it did.
  bool toggle(const Rect& rect, const char* name, const std::string& label, bool& is_on, const char* tip);
  float toggle_width(const std::string& label) const;

 private:
  void frame(const Rect& rect, bool is_hovered) const;
  void tip(const char* text) const;

  ViewState& view_;
  const Painter& painter_;
  const Theme& theme_;
  TextSizes sizes_;
};

}  // namespace attention_lab

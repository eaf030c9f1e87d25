// The small rounded controls of the control bar: a quiet label, a value, a way to change it.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ui/widgets/paint.h"
#include "ui/widgets/widget_context.h"

namespace attention_lab {

/// A choice among a few: opens a list. Returns the index chosen in this frame, or −1.
/// Both are mark-up; the explanation is a few plain words.
struct Choice {
  std::string label;
  std::string explanation;
};

/// Makes the next popup open under `rect`, moved to the left or up as far as a popup of this size needs to
/// stay inside the window.
void place_popup(const WidgetContext& context, const Rect& rect, Point size);

/// A field that opens under a control, as the popup `id`. Lengths in sizes of the text.
struct TypedPopup {
  const char* id;
  std::string name;  // of its item
  std::string hint;  // in quiet words
  bool is_hint_above = false;
  float field_width = 9;
  float width = 14;  // of the popup
  /// What is wrong with a text, or nothing: it is said while the text is typed, and Enter waits then.
  std::function<std::string(const std::string& text)> problem{};
};

/// Draws the popup where it is open, with `now` in the field at first: what was typed, when Enter is pressed.
std::optional<std::string> typed_popup(WidgetContext& context, const Rect& rect, const TypedPopup& popup,
                                       const std::string& now);

class Controls {
 public:
  Controls(WidgetContext& context, const Painter& painter);

  static float height(const WidgetContext& context);
  float choice_width(const std::string& label, const std::string& widest_value) const;
  float number_width(const std::string& label, const std::string& widest_value) const;

  /// `name` names the item for scripts and keeps its identity; `tip` says in plain words what it does.
  int choice(const Rect& rect, const char* name, const std::string& label, const std::string& value,
             const std::vector<Choice>& choices, const char* tip);

  /// A whole number with − and +; also typed after a double click. Returns true where `number` changed.
  bool number(const Rect& rect, const char* name, const std::string& label, std::ptrdiff_t& number,
              std::ptrdiff_t low, std::ptrdiff_t high, const char* tip, const std::string& shown = {});

  /// A button with one word or sign.
  bool button(const Rect& rect, const char* name, const std::string& label, bool is_enabled, const char* tip);

  /// A switch with its label; flips `is_on`, and returns true where it did.
  bool toggle(const Rect& rect, const char* name, const std::string& label, bool& is_on, const char* tip);
  float toggle_width(const std::string& label) const;

 private:
  void frame(const Rect& rect, bool is_hovered) const;
  void tip(const char* text) const;

  WidgetContext& context_;
  const Painter& painter_;
  const Theme& theme_;
  TextSizes sizes_;
};

}  // namespace attention_lab

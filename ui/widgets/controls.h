// The small rounded controls of the control bar: a quiet label and a value that can be changed.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ui/widgets/paint.h"
#include "ui/widgets/widget_context.h"
#include "ui/widgets/word_links.h"

namespace attention_lab {

/// One entry of Controls::choice. The label is mark-up, the explanation plain text.
struct Choice {
  std::string label;
  std::string explanation;
};

/// Makes the next popup open under `rect`, moved to the left or up as far as necessary to keep a popup of
/// this size inside the window.
void place_popup(const WidgetContext& context, const Rect& rect, Point size);

/// A text field in a popup below a control. Lengths are multiples of the text size.
struct TypedPopup {
  const char* id;
  std::string name;  // item name
  std::string hint;  // in the quiet colour
  bool is_hint_above = false;
  float field_width = 9;
  float width = 14;  // of the whole popup
  /// What is wrong with a text, or nothing: it is said while the text is typed, and Enter waits then.
  std::function<std::string(const std::string& text)> problem{};
};

/// Draws the popup while it is open; the field starts with `now`. Returns the text when Enter is pressed.
std::optional<std::string> typed_popup(WidgetContext& context, const Rect& rect, const TypedPopup& popup,
                                       const std::string& now);

class Controls {
 public:
  /// `enlargement`: of all texts; the fonts must be there.
  Controls(WidgetContext& context, const Painter& painter, float enlargement = 1);

  /// Until the next call, the controls drawn belong to the keyboard or not: Enter opens a list or a field, ←
  /// and → change a number by 1.
  void give_keys(bool has_keys) { has_keys_ = has_keys; }

  /// Until the next call, the controls drawn cannot change anything: whoever tries is told why. Empty: they
  /// can.
  void refuse(std::string why) { refusal_ = std::move(why); }

  /// The words of all labels can be clicked: for controls that are wide enough to be used beside their
  /// labels.
  void link_words() { links_words_ = true; }

  static float height(const WidgetContext& context);
  /// Between two controls in a row.
  static float gap(const WidgetContext& context);
  float choice_width(const std::string& label, const std::string& widest_value) const;
  float number_width(const std::string& label, const std::string& widest_value) const;

  /// Opens a list of choices; returns the index chosen in this frame, or −1. `name` is the item name and the
  /// widget's ID. A value for which there is no room is shortened.
  int choice(const Rect& rect, const char* name, const std::string& label, const std::string& value,
             const std::vector<Choice>& choices, const char* tip);

  /// A whole number with − and + buttons; a double click types it. Returns true if `number` changed.
  bool number(const Rect& rect, const char* name, const std::string& label, std::ptrdiff_t& number,
              std::ptrdiff_t low, std::ptrdiff_t high, const char* tip, const std::string& shown = {},
              std::ptrdiff_t step = 1);

  /// A button with one word or sign.
  bool button(const Rect& rect, const char* name, const std::string& label, bool is_enabled, const char* tip);

  /// A switch with a label, mark-up. Returns true if a click flipped `is_on`.
  bool toggle(const Rect& rect, const char* name, const std::string& label, bool& is_on, const char* tip);
  float toggle_width(const std::string& label) const;

 private:
  /// The words of a label there, before its control.
  std::optional<LinkedWords> words_of(Point left, const std::string& label) const;
  void frame(const Rect& rect, bool is_hovered) const;
  /// The tooltip of a control. If its label is no link, but has a word, a right click explains the word.
  void tip(const char* text, const std::string& label = {}) const;
  /// Says why the control cannot be changed, if it cannot.
  bool refuses() const;
  /// Whether the keyboard belongs to the control being drawn, and no list or field is open over it.
  bool takes_keys() const;

  WidgetContext& context_;
  const Painter& painter_;
  const Theme& theme_;
  TextSizes sizes_;
  std::string refusal_;
  bool has_keys_ = false;
  bool links_words_ = false;
};

}  // namespace attention_lab

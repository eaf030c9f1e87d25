// What all widgets need for drawing, and what they report back.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/words/outside_text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/items.h"
#include "ui/widgets/paint.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/word_links.h"

namespace attention_lab {

/// A sentence at the bottom of the window, shown for a few seconds or until the next one.
struct Notice {
  explicit Notice(std::string_view said, bool error = false)
      : text(shortened(said, longest_sentence)), is_error(error) {}

  std::string text;
  bool is_error;
  double since = 0;             // ImGui time; set when it is first drawn
  bool outlasts_edits = false;  // an error that remains valid after the next edit
};

/// The look of the window and the state that its widgets share; independent of attention.
struct WidgetContext {
  WidgetContext(FontBook& book, TextureSource& source) : fonts(book), textures(source) {}

  // Appearance.
  ThemeName theme_name = ThemeName::paper;
  float text_size = 1;  // 1: the normal size
  float display_scale = 1;
  FontBook& fonts;
  TextureSource& textures;

  // Open fields.
  std::array<char, 64> number_field{};  // text of the open number popup
  std::size_t selected_bytes = 0;       // selected in the active text field

  /// Not after a key, until the mouse moves: a tooltip would cover what the keys change.
  bool has_tooltips = true;

  WordLinks word_links;

  // Results of a frame.
  Items items;
  std::optional<Notice> notice;
  std::optional<double> next_frame_in;  // seconds; empty: at the next event

  const Theme& theme() const { return theme_of(theme_name); }
  float scale() const { return text_size * display_scale; }
  TextSizes sizes() const { return TextSizes{}.scaled(scale()); }
  /// Requests another frame in this many seconds (0: the next one), for animations.
  void want_frame(double seconds = 0) { next_frame_in = std::min(next_frame_in.value_or(seconds), seconds); }
  void say(std::string_view text) { notice = Notice(text); }
  void complain(std::string_view text) { notice = Notice(text, true); }
};

}  // namespace attention_lab

// What every widget draws with, and what it reports back.
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

namespace attention_lab {

/// One clear sentence at the foot of the window, for a few seconds or until the next one.
struct Notice {
  explicit Notice(std::string_view said, bool error = false)
      : text(shortened(said, longest_sentence)), is_error(error) {}

  std::string text;
  bool is_error;
  double since = 0;             // ImGui time; set when first drawn
  bool outlasts_edits = false;  // an error that the next edit does not answer
};

/// The look of the window, and what its widgets share. It knows nothing of attention.
struct WidgetContext {
  WidgetContext(FontBook& book, TextureSource& source) : fonts(book), textures(source) {}

  // How everything looks.
  ThemeName theme_name = ThemeName::paper;
  float text_size = 1;      // 1: as it is usually set
  float display_scale = 1;  // of the screen
  FontBook& fonts;
  TextureSource& textures;

  // What is open.
  std::array<char, 64> number_field{};  // of the open number popup
  std::size_t selected_bytes = 0;       // of the text field that is being typed into

  // What a frame hands out.
  Items items;
  std::optional<Notice> notice;
  std::optional<double> next_frame_in;  // seconds; empty: when something happens

  const Theme& theme() const { return theme_of(theme_name); }
  float scale() const { return text_size * display_scale; }
  TextSizes sizes() const { return TextSizes{}.scaled(scale()); }
  /// Asks for another frame so many seconds from now (0: the next one), for what moves by itself.
  void want_frame(double seconds = 0) { next_frame_in = std::min(next_frame_in.value_or(seconds), seconds); }
  void say(std::string_view text) { notice = Notice(text); }
  void complain(std::string_view text) { notice = Notice(text, true); }
};

}  // namespace attention_lab

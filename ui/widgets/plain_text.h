// Plain text through Dear ImGui, at its cursor, however long it is.
#pragma once

#include <string>
#include <string_view>

#include "ui/figures/base/colour.h"

namespace attention_lab {

// Dear ImGui aborts where one call draws more than 16,383 letters, and text that is broken into lines is
// drawn as a whole, even where nobody sees it. What is longer than drawable() ends in an ellipsis here.

/// At the cursor; broken into lines where a wrap position is set.
void write(std::string_view text);
void write(std::string_view text, Colour colour);
/// In the colour of what matters less.
void write_quietly(std::string_view text);
/// Broken into lines at the right border of the window.
void write_wrapped(std::string_view text);

/// Of an entry of a menu or a list, whatever it is called. (Dear ImGui stops the program for an entry without
/// a name.)
std::string entry_label(std::string_view name);

}  // namespace attention_lab

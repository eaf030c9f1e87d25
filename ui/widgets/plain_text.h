// Plain text of any length at Dear ImGui's cursor.
#pragma once

#include <string>
#include <string_view>

#include "ui/figures/base/colour.h"

namespace attention_lab {

// Dear ImGui aborts if one call draws more than 16,383 characters, and wrapped text is always drawn as a
// whole, even where it is clipped. These functions end text that is longer than drawable() with an ellipsis.

/// Wraps if a wrap position is set.
void write(std::string_view text);
void write(std::string_view text, Colour colour);
/// In the colour of less important text.
void write_quietly(std::string_view text);
/// Wraps at the right border of the window.
void write_wrapped(std::string_view text);

/// The label of a menu or list entry; never empty, since Dear ImGui aborts on an empty label.
std::string entry_label(std::string_view name);

}  // namespace attention_lab

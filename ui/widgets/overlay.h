// A window of Dear ImGui on top of everything that was drawn before.
#pragma once

#include "ui/widgets/paint.h"

namespace attention_lab {

/// Begins it at `place`, without frame, ground and padding; ImGui::End() ends it. `takes_focus`: it comes to
/// the front of other such windows when it appears.
void begin_overlay(const char* id, const Rect& place, bool takes_focus = false);

/// Begins a window with words on a ground of its own, as large as they are, above everything else; end it
/// with end_note(). `pivot`: which point of the window, from {0, 0} to {1, 1}, is at `at`.
void begin_note(const char* id, Point at, Point pivot, Colour ground, Colour border);
void end_note();

}  // namespace attention_lab

// A window of Dear ImGui on top of everything that was drawn before.
#pragma once

#include "ui/widgets/paint.h"

namespace attention_lab {

/// Begins it at `place`, without frame, ground and padding; ImGui::End() ends it. `takes_focus`: it comes to
/// the front of other such windows when it appears.
void begin_overlay(const char* id, const Rect& place, bool takes_focus = false);

}  // namespace attention_lab

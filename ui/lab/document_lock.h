// The lock that keeps a document from being changed in front of a class.
#pragma once

#include <string>

#include "ui/lab/view_state.h"

namespace attention_lab {

/// That the document is locked, and how to unlock it.
std::string locked_sentence();

/// Says so if the document is locked; returns whether it is. Ask before anything is opened in which an edit
/// would be typed.
bool refuses_edits(ViewState& view);

}  // namespace attention_lab

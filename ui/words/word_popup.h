// The explanation of a word that was clicked.
#pragma once

#include <cstddef>

#include "core/document/session.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Call once a frame, after everything whose words can be clicked: opens the popup of the word clicked in
/// this frame, and draws it.
void draw_word_popup(const Session& session, ViewState& view);

/// The name and the sentence of a word, in which other words can be clicked; from the cursor downwards,
/// `width` pixels wide.
void draw_word_text(WidgetContext& view, std::size_t word, float width);

/// An entry of an open menu that explains the numbers of a matrix.
void draw_word_entry(WidgetContext& view, MatrixName matrix);

}  // namespace attention_lab

// A card with arithmetic: a title, what it means, and one equation per line.
#pragma once

#include "core/training/update_words.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// `name` is the item name. The card scrolls if the lines do not fit.
void draw_arithmetic(ViewState& view, const Painter& painter, const Rect& card, const char* name,
                     const UpdateWords& words);

}  // namespace attention_lab

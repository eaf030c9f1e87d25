// Beside the figure: what it shows, how it looks, the page it stands on, what it is compared with.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/option_column.h"

namespace attention_lab {

void draw_figure_options(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);

// Its parts, one a file.
void draw_content_options(const Session& session, ViewState& view, OptionColumn& column);
void draw_look_options(ViewState& view, OptionColumn& column);
void draw_page_options(ViewState& view, OptionColumn& column);
void draw_comparison_options(const Session& session, ViewState& view, OptionColumn& column);

}  // namespace attention_lab

// The dialogs: at most one is open, view.dialogs.open.
#pragma once

#include <string>

#include "core/document/session.h"
#include "ui/figures/base/rich_text.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

void draw_dialogs(const Session& session, ViewState& view, ActionQueue& actions);

// Each draws its dialog if it is the open one.
void draw_file_dialog(const Session& session, ViewState& view, ActionQueue& actions);
void draw_unsaved_dialog(ViewState& view, ActionQueue& actions);
void draw_changed_file_dialog(const Session& session, ViewState& view, ActionQueue& actions);
void draw_recovered_dialog(const Session& session, ViewState& view, ActionQueue& actions);
void draw_help_overlay(ViewState& view);
void draw_about_dialog(ViewState& view);

/// Begins a dialog in the middle of the window; false where it is not to be drawn. `width` in body sizes.
bool begin_dialog(ViewState& view, Dialog dialog, const char* title, float width);
/// The same without its title, which can be part of what scrolls.
bool begin_untitled_dialog(ViewState& view, Dialog dialog, const char* title, float width);
void draw_dialog_title(WidgetContext& view, const char* title);
void end_dialog();
void close_dialog(ViewState& view);

/// A text from outside on one line of this width: where it is longer, its beginning and "…".
std::string fitting(const WidgetContext& view, const std::string& text, float width,
                    FontWeight weight = FontWeight::regular);

/// Names and paths on lines of their own, two at most: what is longer is shortened, so that the dialog fits
/// whatever they are.
void draw_name(WidgetContext& view, const std::string& name);
void draw_path(WidgetContext& view, const std::string& path);

/// Before the second button of a row and each that follows: it stands on a new line where this one is full.
void stay_in_row(const char* label);

/// A push button of the dialog's last row, named for scripts ("button.Save"); `is_main`: the one Enter means.
bool dialog_button(WidgetContext& view, const char* label, bool is_main, bool is_enabled = true);

/// Notes one of the heights of DialogState for the next frame; more frames are drawn until the dialog fits
/// it.
void note_height(ViewState& view, float& height, float present);

/// The height that may stand between the cursor and what a dialog draws last, so that all of it fits into the
/// window. `last_height`: of what it draws last, as of the last frame.
float room_above(const WidgetContext& view, float last_height);

/// The list of all commands, found by typing.
void open_palette(ViewState& view);
void draw_palette(const Session& session, ViewState& view, ActionQueue& actions);

}  // namespace attention_lab

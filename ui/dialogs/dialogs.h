// The dialogs; at most one is open: view.dialogs.open.
#pragma once

#include <cstddef>
#include <string>

#include "core/document/session.h"
#include "ui/figures/base/rich_text.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

void draw_dialogs(const Session& session, ViewState& view, ActionQueue& actions);

// Each function draws its dialog if it is the open one.
void draw_file_dialog(const Session& session, ViewState& view, ActionQueue& actions);
void draw_unsaved_dialog(const Session& session, ViewState& view, ActionQueue& actions);
void draw_changed_file_dialog(const Session& session, ViewState& view, ActionQueue& actions);
void draw_recovered_dialog(const Session& session, ViewState& view, ActionQueue& actions);
void draw_help_overlay(const Session& session, ViewState& view, ActionQueue& actions);
void draw_about_dialog(ViewState& view);

/// Begins a dialog in the middle of the window; returns false if it is not to be drawn. `width` is in
/// multiples of the body text size.
bool begin_dialog(ViewState& view, Dialog dialog, const char* title, float width);
/// The same without a title, which may then be part of the scrolling contents. `tallest`, in multiples of the
/// body text size, is for a dialog whose height changes while it is used: its upper edge stays where that of
/// a dialog of this height would be. 0: the dialog is always in the middle.
bool begin_untitled_dialog(ViewState& view, Dialog dialog, const char* title, float width, float tallest = 0);
void draw_dialog_title(WidgetContext& view, const char* title);
void end_dialog();
void close_dialog(ViewState& view);

/// An external text on one line of this width: if it is longer, its beginning and "…".
std::string fitting(const WidgetContext& view, const std::string& text, float width,
                    FontWeight weight = FontWeight::regular);

/// Names and paths on lines of their own. Texts longer than two lines are shortened so that the dialog always
/// fits.
void draw_name(WidgetContext& view, const std::string& name);
void draw_path(WidgetContext& view, const std::string& path);

/// Call before each button of a row except the first: starts a new line if the row is full.
void stay_in_row(const char* label);

/// A button in the dialog's last row; its item is "button.LABEL". `is_main`: Enter presses it.
bool dialog_button(WidgetContext& view, const char* label, bool is_main, bool is_enabled = true);

/// Stores one of DialogState's heights for the next frame and requests frames until the dialog fits.
void note_height(ViewState& view, float& height, float present);

/// The height available between the cursor and what a dialog draws last, so that all of it fits into the
/// window. `last_height`: the height of that last part in the last frame.
float room_above(const WidgetContext& view, float last_height);

/// All words with their sentences; the chosen one is shown.
void open_words(ViewState& view, std::size_t chosen = 0);
void draw_words_dialog(const Session& session, ViewState& view);

/// The command palette: a searchable list of all commands.
void open_palette(ViewState& view);
void draw_palette(const Session& session, ViewState& view, ActionQueue& actions);

}  // namespace attention_lab

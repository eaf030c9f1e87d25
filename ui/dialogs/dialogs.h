// The dialogs: at most one is open, view.dialogs.open.
#pragma once

#include "core/document/session.h"
#include "ui/actions.h"
#include "ui/view_state.h"

namespace attention_lab {

void draw_dialogs(const Session& session, ViewState& view, ActionQueue& actions);

// One function a file; each draws its dialog if it is the open one.
void draw_file_dialog(const Session& session, ViewState& view, ActionQueue& actions);
void draw_unsaved_dialog(ViewState& view, ActionQueue& actions);
void draw_changed_file_dialog(const Session& session, ViewState& view, ActionQueue& actions);
void draw_recovered_dialog(const Session& session, ViewState& view, ActionQueue& actions);
void draw_help_overlay(ViewState& view);
void draw_about_dialog(ViewState& view);

/// Begins a dialog in the middle of the window; false where it is not to be drawn. `width` in body sizes.
bool begin_dialog(ViewState& view, Dialog dialog, const char* title, float width);
void end_dialog();
void close_dialog(ViewState& view);

/// Names and paths on lines of their own, two at most: what is longer is shortened, so that the dialog fits
/// whatever they are.
void draw_name(ViewState& view, const std::string& name);
void draw_path(ViewState& view, const std::string& path);

/// A push button of the dialog's last row, named for scripts ("button.Save"); `is_main`: the one Enter means.
bool dialog_button(ViewState& view, const char* label, bool is_main, bool is_enabled = true);

}  // namespace attention_lab

// Keys that work everywhere. The program translates key presses; what they do stands here.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

enum class Shortcut {
  undo,
  redo,
  new_document,
  open,
  save,
  save_as,
  quit,
  larger_text,
  smaller_text,
  normal_text,
  fit_window,
  full_screen,
  help,
  other_theme,
  pipeline,
  figures,
  laboratory,
  museum,
  influence,
  steps,
  present,
  export_dialog,
  export_again,
};

/// Does it, if no dialog is in the way.
void press(Shortcut shortcut, const Session& session, ViewState& view, ActionQueue& actions);

/// Asks about unsaved changes first where there are some.
void request_quit(const Session& session, ViewState& view, ActionQueue& actions);
void request_open(const Session& session, ViewState& view, ActionQueue& actions, const std::string& path);
void request_preset(const Session& session, ViewState& view, ActionQueue& actions, const std::string& name);
void request_new(const Session& session, ViewState& view, ActionQueue& actions);
void request_open_dialog(const Session& session, ViewState& view, ActionQueue& actions);
/// Of the work that the open dialog offers.
void request_restore(const Session& session, ViewState& view, ActionQueue& actions);
/// Proposes the name of the document with .json, whatever was exported or opened before.
void request_save_dialog(const Session& session, ViewState& view, ActionQueue& actions);

/// Continues what unsaved changes interrupted.
void proceed(ViewState& view, ActionQueue& actions, AfterSaving after);

}  // namespace attention_lab

// What asks first: opening, saving, quitting.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

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

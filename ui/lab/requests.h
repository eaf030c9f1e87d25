// Requests that ask about unsaved changes first: opening, saving, quitting.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Asks first if there are unsaved changes.
void request_quit(const Session& session, ViewState& view, ActionQueue& actions);
void request_open(const Session& session, ViewState& view, ActionQueue& actions, const std::string& path);
void request_preset(const Session& session, ViewState& view, ActionQueue& actions, const std::string& name);
void request_new(const Session& session, ViewState& view, ActionQueue& actions);
void request_open_dialog(const Session& session, ViewState& view, ActionQueue& actions);
/// Restores the work that the open dialog offers.
void request_restore(const Session& session, ViewState& view, ActionQueue& actions);
/// Proposes the document's name with ".json", even if another name was used for an export.
void request_save_dialog(const Session& session, ViewState& view, ActionQueue& actions);

/// Continues what the question about unsaved changes interrupted.
void proceed(ViewState& view, ActionQueue& actions, AfterSaving after);

}  // namespace attention_lab

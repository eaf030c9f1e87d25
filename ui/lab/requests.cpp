#include "ui/lab/requests.h"

#include "ui/lab/leave_fields.h"
#include "ui/workspaces/figures/figure_menu.h"

namespace attention_lab {
namespace {

// True if no changes can be lost; otherwise opens the question.
bool may_leave(const Session& session, ViewState& view, ActionQueue& actions, AfterSaving after,
               std::string pending) {
  const bool is_changing = leave_fields(view, actions);
  if (!session.is_modified() && !is_changing) return true;
  view.dialogs.open = Dialog::unsaved_changes;
  view.dialogs.after = after;
  view.dialogs.pending = std::move(pending);
  return false;
}

void open_file_dialog(ViewState& view, ActionQueue& actions, Dialog dialog, const std::string& proposed) {
  view.dialogs.open = dialog;
  view.dialogs.problem.clear();
  view.dialogs.overwrite_asked.clear();
  set_file_name(view.dialogs, proposed);
  actions.push(ListFolder{});
}

}  // namespace

void request_quit(const Session& session, ViewState& view, ActionQueue& actions) {
  if (may_leave(session, view, actions, AfterSaving::quit, {})) actions.push(Quit{});
}
void request_open(const Session& session, ViewState& view, ActionQueue& actions, const std::string& path) {
  if (may_leave(session, view, actions, AfterSaving::open_path, path)) actions.push(OpenFile{path});
}
void request_preset(const Session& session, ViewState& view, ActionQueue& actions, const std::string& name) {
  if (may_leave(session, view, actions, AfterSaving::open_preset, name)) actions.push(OpenPreset{name});
}
void request_new(const Session& session, ViewState& view, ActionQueue& actions) {
  if (may_leave(session, view, actions, AfterSaving::new_document, {})) actions.push(NewDocument{});
}
void request_open_dialog(const Session& session, ViewState& view, ActionQueue& actions) {
  if (may_leave(session, view, actions, AfterSaving::open_dialog, {}))
    open_file_dialog(view, actions, Dialog::open_file, {});
}
void request_restore(const Session& session, ViewState& view, ActionQueue& actions) {
  if (may_leave(session, view, actions, AfterSaving::restore, {})) actions.push(RestoreRecovered{});
}
void request_save_dialog(const Session& session, ViewState& view, ActionQueue& actions) {
  open_file_dialog(view, actions, Dialog::save_file, document_name(session, view) + ".json");
}

void proceed(ViewState& view, ActionQueue& actions, AfterSaving after) {
  const std::string pending = view.dialogs.pending;
  view.dialogs.after = AfterSaving::nothing;
  view.dialogs.pending.clear();
  switch (after) {
    case AfterSaving::nothing: break;
    case AfterSaving::quit: actions.push(Quit{}); break;
    case AfterSaving::open_path: actions.push(OpenFile{pending}); break;
    case AfterSaving::open_preset: actions.push(OpenPreset{pending}); break;
    case AfterSaving::new_document: actions.push(NewDocument{}); break;
    case AfterSaving::restore: actions.push(RestoreRecovered{}); break;
    case AfterSaving::open_dialog: open_file_dialog(view, actions, Dialog::open_file, {}); break;
  }
}

}  // namespace attention_lab

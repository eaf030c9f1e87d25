#include "ui/lab/shortcuts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/lab/leave_fields.h"
#include "ui/lab/presenter.h"
#include "ui/workspaces/figures/figure_menu.h"

namespace attention_lab {
namespace {

constexpr std::array text_sizes = {0.75f, 0.85f, 1.0f, 1.15f, 1.3f, 1.5f, 1.75f, 2.0f, 2.25f, 2.5f};

void step_text_size(ViewState& view, int step) {
  const auto nearest = std::min_element(text_sizes.begin(), text_sizes.end(), [&](float a, float b) {
    return std::fabs(a - view.text_size) < std::fabs(b - view.text_size);
  });
  const auto index = std::clamp<std::ptrdiff_t>(nearest - text_sizes.begin() + step, 0,
                                                static_cast<std::ptrdiff_t>(text_sizes.size()) - 1);
  view.text_size = text_sizes[static_cast<std::size_t>(index)];
}

// True where nothing is lost by going on; otherwise asks.
bool may_leave(const Session& session, ViewState& view, ActionQueue& actions, AfterSaving after,
               std::string pending) {
  const bool is_changing = leave_fields(view, actions);
  if (!session.is_modified() && !is_changing) return true;
  view.dialogs.open = Dialog::unsaved_changes;
  view.dialogs.after = after;
  view.dialogs.pending = std::move(pending);
  return false;
}

// What changes only how things look leaves fields open, and undo cancels what is being typed. Before
// something else is opened, may_leave() leaves the cell.
bool leaves_fields(Shortcut shortcut) {
  switch (shortcut) {
    case Shortcut::undo:
    case Shortcut::redo:
    case Shortcut::larger_text:
    case Shortcut::smaller_text:
    case Shortcut::normal_text:
    case Shortcut::fit_window:
    case Shortcut::full_screen:
    case Shortcut::other_theme:
    case Shortcut::influence:
    case Shortcut::new_document:
    case Shortcut::open:
    case Shortcut::quit: return false;
    default: return true;
  }
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

void press(Shortcut shortcut, const Session& session, ViewState& view, ActionQueue& actions) {
  if (shortcut == Shortcut::help && view.dialogs.open == Dialog::help) {
    view.dialogs.open = Dialog::none;
    return;
  }
  if (shortcut == Shortcut::full_screen) actions.push(ToggleFullScreen{});
  if (view.dialogs.open != Dialog::none) return;
  if (leaves_fields(shortcut)) leave_fields(view, actions);
  const bool is_typing = view.editing.typing.has_value() || view.sentence.is_active || view.title.is_open;
  switch (shortcut) {
    // What is being typed is undone first: a number at once, texts by their fields.
    case Shortcut::undo:
      if (view.editing.typing) cancel_typing(view, actions);
      if (!is_typing) actions.push(Undo{});
      break;
    case Shortcut::redo:
      if (!is_typing) actions.push(Redo{});
      break;
    case Shortcut::new_document: request_new(session, view, actions); break;
    case Shortcut::open: request_open_dialog(session, view, actions); break;
    case Shortcut::save: actions.push(SaveFile{}); break;
    case Shortcut::save_as: request_save_dialog(session, view, actions); break;
    case Shortcut::quit: request_quit(session, view, actions); break;
    case Shortcut::larger_text: step_text_size(view, 1); break;
    case Shortcut::smaller_text: step_text_size(view, -1); break;
    case Shortcut::normal_text: view.text_size = 1; break;
    case Shortcut::fit_window: view.pipeline.zoom.reset(); break;
    case Shortcut::full_screen: break;
    case Shortcut::help: view.dialogs.open = Dialog::help; break;
    case Shortcut::other_theme:
      view.theme_name = view.theme_name == ThemeName::paper ? ThemeName::night : ThemeName::paper;
      break;
    case Shortcut::pipeline: view.workspace = Workspace::pipeline; break;
    case Shortcut::figures:
      if (view.presenter) {
        present_stage_as_figure(view);
      } else {
        view.workspace = Workspace::figures;
      }
      break;
    case Shortcut::laboratory: view.workspace = Workspace::laboratory; break;
    case Shortcut::museum: view.workspace = Workspace::museum; break;
    case Shortcut::influence: view.shows_influence = !view.shows_influence; break;
    case Shortcut::steps:
      view.workspace = Workspace::pipeline;
      if (view.steps.is_open) {
        close_steps(view);
      } else {
        open_steps(session, view);
      }
      break;
    case Shortcut::present: toggle_presenter(session, view, actions); break;
    case Shortcut::export_dialog: request_export_dialog(session, view, actions); break;
    case Shortcut::export_again: request_export(session, view, actions); break;
  }
}

}  // namespace attention_lab

#include "ui/lab/lab.h"

#include <memory>
#include <utility>
#include <variant>

#include <imgui.h>

#include "ui/lab/commands.h"
#include "ui/lab/document_lock.h"
#include "ui/lab/frame.h"
#include "ui/lab/presenter.h"
#include "ui/lab/requests.h"
#include "ui/widgets/imgui_compat.h"

namespace attention_lab {
namespace {

bool is_history(const Action& action) {
  return std::holds_alternative<Undo>(action) || std::holds_alternative<Redo>(action) ||
         std::holds_alternative<GoToStep>(action);
}

bool changes_document(const Action& action) {
  const auto* commit = std::get_if<CommitEdit>(&action);
  if (commit != nullptr && std::holds_alternative<ShowSentence>(commit->edit.alternatives())) return false;
  return is_history(action) || std::holds_alternative<PreviewEdit>(action) ||
         std::holds_alternative<CommitEdit>(action) || std::holds_alternative<ResetDocument>(action);
}

/// Fields are left with edits that repeat what is already there.
bool is_without_effect(const Session& session, const Action& action) {
  const auto* commit = std::get_if<CommitEdit>(&action);
  if (commit == nullptr) return false;
  const Result<Document> edited = apply_edit(commit->edit, session.document());
  return edited && *edited == session.document();
}

}  // namespace

Lab::Lab(Document document, Services services, Effects& effects, Parallel parallel)
    : session(std::move(document), parallel), view(std::move(services)), effects_(effects) {
  take_seed(view, session.document());
}

bool Lab::prepare() {
  take_look(view, ImGui::GetIO().DisplaySize.y);
  view.fonts.set_sizes(view.scale(), view.figure_fonts);
  need_characters(session, view, view.fonts);
  const bool is_stale = view.fonts.is_stale();
  if (is_stale) effects_.make_glyphs(view.fonts);
  apply_to_imgui(view.theme(), view.scale());
  return is_stale;
}

void Lab::draw() {
  draw_lab(session, view, actions);
}

void Lab::frame() {
  prepare();
  effects_.begin_frame();
  let_enter_choose();
  ImGui::NewFrame();
  draw();
  ImGui::Render();
  effects_.show_frame();
  carry_out_actions();
}

bool Lab::carry_out_actions() {
  if (actions.actions().empty()) return false;
  while (!actions.actions().empty()) {
    for (const Action& action : actions.take()) carry_out(action);
  }
  return true;
}

void Lab::carry_out(const Action& action) {
  if (const auto* lock = std::get_if<SetLock>(&action)) {
    view.is_locked = lock->is_locked;
    view.notice.reset();  // which may say that the document is locked
    return;
  }
  if (view.is_locked && changes_document(action)) {
    if (!is_without_effect(session, action)) refuses_edits(view);
    return;
  }
  // Previews that follow each other, and what is committed after them, are one change.
  std::shared_ptr<const Snapshot> before =
      session.is_previewing() && !is_history(action) ? view.change.before : what_was_before(session);
  const auto sentence = [this] {
    return std::pair(session.document().batch.shown, n_sentences(session.document()));
  };
  const auto sentence_before = sentence();
  const Result<bool> applied = apply(session, action);
  if (!applied) {
    view.complain(applied.error().message);  // without the place, which was just edited
  } else if (*applied) {
    forget_notice_after(action);
    const bool is_cancelled = std::holds_alternative<CancelPreview>(action);
    if (sentence() != sentence_before) before = nullptr;  // these are other numbers, and none has changed
    std::optional<CellRef> cell;
    if (before && !is_cancelled && !session.is_previewing()) cell = only_changed_number(session, *before);
    view.change = {is_cancelled ? nullptr : std::move(before), session.revision(), ImGui::GetTime(), cell,
                   view.hovered};
  } else {
    effects_.carry_out(action, actions);
  }
  effects_.was_carried_out(action, applied ? std::nullopt : std::optional(applied.error()));
}

void Lab::forget_notice_after(const Action& action) {
  const bool is_step =
      !std::holds_alternative<PreviewEdit>(action) && !std::holds_alternative<CancelPreview>(action);
  const bool is_answered = is_history(action) || (is_step && view.notice && view.notice->is_error);
  if (view.notice && is_answered && !view.notice->outlasts_edits) view.notice.reset();
}

void Lab::press(Command command) {
  // In fields and lists, Page Up and Page Down scroll.
  if (entry_of(command).keys.front().is_page_key() && !takes_letters(view)) return;
  attention_lab::press(command, session, view, actions);
}

void Lab::request_open(const std::string& path) {
  attention_lab::request_open(session, view, actions, path);
}

void Lab::request_quit() {
  attention_lab::request_quit(session, view, actions);
}

}  // namespace attention_lab

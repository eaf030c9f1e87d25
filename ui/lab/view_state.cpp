#include "ui/lab/view_state.h"

#include <algorithm>

#include <imgui.h>

#include "core/words/number_format.h"
#include "ui/lab/document_lock.h"
#include "ui/widgets/imgui_compat.h"

namespace attention_lab {

bool takes_keys(const ViewState& view) {
  const bool puts_pen_away = view.pen.is_out && is_key_pressed(ImGuiKey_Escape);
  return !ImGui::GetIO().WantTextInput && !view.editing.typing && !view.editing.drag &&
         view.dialogs.open == Dialog::none && !puts_pen_away && !view.tour.has_taken_key && !view.had_popup &&
         !ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
}

bool takes_letters(const ViewState& view) {
  const bool is_guessing = view.steps.predictions.typing_frame >= ImGui::GetFrameCount() - 1;
  return takes_keys(view) || (is_guessing && view.dialogs.open == Dialog::none);
}

float zoom_of(const ViewState& view) {
  const float fitting = view.pipeline.shown_focus ? 1 : std::max(1.0f, view.preferences.text_size);
  return view.pipeline.zoom.value_or(fitting);
}

void need_fonts(ViewState& view, const std::vector<FigureFont>& fonts) {
  for (const FigureFont& font : fonts) {
    if (std::find(view.figure_fonts.begin(), view.figure_fonts.end(), font) == view.figure_fonts.end())
      view.figure_fonts.push_back(font);
  }
}

void show_head(ViewState& view, Index head) {
  view.shown_head = head;
  view.pipeline.shows_all_heads = false;
  view.selected.reset();
}

void show_all_heads(ViewState& view) {
  view.pipeline.shows_all_heads = true;
}

bool let_go(Selection& selection) {
  const bool held = selection.holds_marks();
  if (selection.selected)
    selection.selected.reset();
  else
    selection.followed.clear();
  return held;
}

void begin_typing(ViewState& view, const CellRef& cell, Scalar value) {
  begin_typing(view, cell, format_exactly(static_cast<float>(value)));
  if (view.editing.typing) view.editing.typing->selects_all = true;
}

void begin_typing(ViewState& view, const CellRef& cell, std::string_view typed) {
  view.selected = cell;
  if (refuses_edits(view)) return;
  CellTyping typing;
  typing.cell = cell;
  typing.selects_all = false;
  const std::size_t length = std::min(typed.size(), typing.text.size() - 1);
  std::copy_n(typed.begin(), length, typing.text.begin());
  view.editing.drag.reset();
  view.editing.scrolls_to_selection = true;
  view.editing.typing = typing;
}

void begin_adding_sentence(const Session& session, ViewState& view) {
  if (refuses_edits(view)) return;
  SentenceBox& box = view.sentence;
  box.text.clear();
  box.shown.clear();
  box.shown_revision = session.committed_revision();
  box.adds = box.wants_focus = true;
  box.frames_until_focus = 5;
}

void take_seed(ViewState& view, const Document& document) {
  if (document.seed) view.seed = static_cast<int>(*document.seed);
}

void keep_in_bounds(ViewState& view, const Session& session) {
  view.shown_head = std::clamp<Index>(view.shown_head, 0, session.model().n_heads() - 1);
  if (session.model().n_heads() == 1) view.pipeline.shows_all_heads = false;
  for (std::optional<CellRef>* cell : {&view.hovered, &view.hovered_next, &view.selected}) {
    if (!*cell) continue;
    const bool is_stale = is_per_head((*cell)->matrix.name) && (*cell)->matrix.head != view.shown_head &&
                          !view.pipeline.shows_all_heads;
    if (is_stale || !contains(session.model(), session.trace(), **cell)) cell->reset();
  }
  view.followed.update(session.document().tokens);
  if (!view.holds_marks()) view.has_spotlight = false;
  if (view.editing.typing && !contains(session.model(), session.trace(), view.editing.typing->cell)) {
    view.editing.typing.reset();
  }
  if (view.editing.drag && !contains(session.model(), session.trace(), view.editing.drag->cell)) {
    view.editing.drag.reset();
  }
}

}  // namespace attention_lab

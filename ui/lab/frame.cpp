#include "ui/lab/frame.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "core/words/templates.h"
#include "ui/bars/control_bar.h"
#include "ui/bars/top_bar.h"
#include "ui/dialogs/dialogs.h"
#include "ui/lab/commands.h"
#include "ui/lab/countdown.h"
#include "ui/lab/leave_fields.h"
#include "ui/lab/pen.h"
#include "ui/lab/presenter.h"
#include "ui/tour/tour.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/named_items.h"
#include "ui/widgets/overlay.h"
#include "ui/widgets/plain_text.h"
#include "ui/words/word_popup.h"
#include "ui/workspaces/figures/figure_menu.h"
#include "ui/workspaces/figures/shown_figure.h"
#include "ui/workspaces/pipeline/matrix_panel.h"

namespace attention_lab {
namespace {

constexpr double notice_seconds = 5;

/// Begins a note above the workspace, where the title of the document is; in the presenter view, at the top
/// of the window. Numbers reach down to the bottom.
void begin_note_above(const ViewState& view, const char* id, const Rect& workspace, Colour ground,
                      Colour border) {
  const Point at{workspace.centre().x, workspace.y + std::round(view.sizes().body * 0.3f)};
  begin_note(id, at, {0.5f, view.presenter ? 0.0f : 1.0f}, ground, border);
}

// An error stays until it is clicked or replaced by another notice.
void draw_notice(ViewState& view, const Rect& area) {
  if (!view.notice) return;
  Notice& notice = *view.notice;
  if (notice.since == 0) notice.since = ImGui::GetTime();
  if (!notice.is_error && ImGui::GetTime() - notice.since > notice_seconds) {
    view.notice.reset();
    return;
  }
  const Theme& theme = view.theme();
  const float size = view.sizes().body;
  const float widest = area.width - size * 4;
  ImGui::SetNextWindowSizeConstraints({0, 0}, {widest, area.height});
  begin_note_above(view, "##notice", area, notice.is_error ? theme.error_ground : theme.card,
                   notice.is_error ? theme.error : theme.line);
  // Verbatim: it may name a file.
  const float text_width = ImGui::CalcTextSize(notice.text.c_str()).x;
  ImGui::PushStyleColor(ImGuiCol_Text, packed(notice.is_error ? theme.error : theme.text));
  ImGui::PushTextWrapPos(std::min(text_width + 1, widest - size * 3) + ImGui::GetCursorPosX());
  write(notice.text);
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  const bool is_clicked = ImGui::IsWindowHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  end_note();
  if (is_clicked) view.notice.reset();
}

// The progress of a running export, with a button that cancels it.
void draw_running_export(ViewState& view, ActionQueue& actions, const Rect& area) {
  if (!view.exporting) return;
  const float size = view.sizes().body;
  ImGui::PushStyleColor(ImGuiCol_FrameBg, packed(view.theme().line));
  ImGui::PushStyleColor(ImGuiCol_PlotHistogram, packed(view.theme().accent));
  begin_note_above(view, "##exporting", area, view.theme().card, view.theme().line);
  write(filled("Writing <file>", {{"file", view.exporting->path}}));
  ImGui::ProgressBar(view.exporting->done, {size * 20, size * 0.6f}, "");
  ImGui::SameLine();
  if (button(view, "Cancel", "button.Cancel export")) actions.push(CancelExport{});
  end_note();
  ImGui::PopStyleColor(2);
}

/// Draws the bars, the workspace and its side panel.
Rect draw_body(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
               Point screen) {
  const float gap = std::round(12 * view.scale());
  const Rect top{0, 0, screen.x, top_bar_height(view)};
  draw_top_bar(session, view, actions, painter, top);
  const WorkspaceEntry& workspace = entry_of(view.workspace);
  const bool needs_all =
      workspace.needs_whole_window != nullptr && workspace.needs_whole_window(view, screen);
  float y = top.bottom() + gap * 0.8f;
  if (!needs_all) {
    const Rect bar{gap, std::round(y), screen.x - 2 * gap, control_bar_height(view)};
    draw_control_bar(session, view, actions, painter, bar);
    y = bar.bottom() + gap * 0.8f;
  }
  y = std::round(y);
  const Rect area{gap, y, screen.x - 2 * gap, std::max(screen.y - y - gap, 1.0f)};
  const Rect drawn = workspace.draw(session, view, actions, area);
  view.items.add("workspace", drawn);
  return drawn;
}

/// Covers everything until a key or a mouse button is pressed.
void draw_black(ViewState& view, const Painter& painter, const Rect& window) {
  painter.fill(window, {0, 0, 0, 255});
  ImGui::SetMouseCursor(ImGuiMouseCursor_None);
  const ImGuiIO& io = ImGui::GetIO();
  const auto is_new = [](float duration) { return duration == 0; };  // pressed in this frame
  if (std::any_of(std::begin(io.MouseDownDuration), std::end(io.MouseDownDuration), is_new) ||
      is_any_key_pressed())
    view.is_black = false;
}

bool is_mouse_used(const ImGuiIO& io) {
  return io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || io.MouseWheel != 0 ||
         ImGui::IsMouseDown(ImGuiMouseButton_Left);
}

}  // namespace

void need_characters(const Session& session, const ViewState& view, FontBook& fonts) {
  for (const std::string& token : session.document().tokens) fonts.need(token);
  for (const Sentence& other : session.document().batch.others)
    for (const std::string& token : other.tokens) fonts.need(token);
  fonts.need(session.document().title);
  fonts.need(session.document().description);
  fonts.need(view.file_path);
  for (const std::string& path : view.preferences.recent_files) fonts.need(path);
  for (const ListedFile& file : view.dialogs.listing) fonts.need(file.name);
  for (const auto& [name, title] : view.services.presets) fonts.need(title);
  if (view.notice) fonts.need(view.notice->text);
  for (const std::string& warning : view.dialogs.warnings) fonts.need(warning);
}

void draw_lab(const Session& session, ViewState& view, ActionQueue& actions) {
  give_keys_back();
  keep_in_bounds(view, session);
  // However the dialog that led to saving was closed, what was to follow saving is abandoned.
  if (!leads_to_saving(view.dialogs.open)) view.dialogs.after = AfterSaving::nothing;
  handle_tour_key(view);
  const ImGuiIO& io = ImGui::GetIO();
  if (is_any_key_pressed() || !io.InputQueueCharacters.empty()) view.has_tooltips = false;
  if (is_mouse_used(io)) view.has_tooltips = true;
  view.items.begin_frame(view.tour.is_open());
  view.hovered_next.reset();
  view.next_frame_in.reset();
  view.figure_fonts.clear();
  view.pointed_plot.plot.reset();
  keep_figure_in_bounds(session, view);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;

  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(screen);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::Begin("##frame", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar(3);
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);

  const Rect window{0, 0, screen.x, screen.y};
  // Then the field for a guess gets the keyboard back.
  const bool is_covered = view.is_black || view.dialogs.open != Dialog::none;
  if (std::exchange(view.was_covered, is_covered) && !is_covered) view.steps.predictions.wants_focus = true;
  if (view.is_black) {
    draw_black(view, painter, window);
    ImGui::End();
    return;
  }
  press_letters(session, view, actions);  // before a field for a number takes them from Dear ImGui's queue
  Rect workspace = window;
  if (view.presenter) {
    draw_presenter(session, view, actions, workspace);
  } else {
    workspace = draw_body(session, view, actions, painter, from_imgui(screen));
  }
  // Before dialogs: Dear ImGui allows no tooltip behind a dialog that has just opened.
  draw_pen(view, view.pen, window);
  draw_countdown(view, view.countdown);
  draw_matrix_menu(session, view, actions);
  draw_figure_menu(session, view, actions);
  draw_dialogs(session, view, actions);
  draw_word_popup(session, view);
  draw_tour(session, view, actions, window);
  ImGui::End();
  draw_notice(view, workspace);
  draw_running_export(view, actions, workspace);
  leave_unseen_fields(view, actions);
  view.hovered = view.hovered_next;
  view.had_popup = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
  view.more_controls.are_there = std::exchange(view.more_controls.are_there_next, false);
}

}  // namespace attention_lab

#include "ui/lab/frame.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/bars/control_bar.h"
#include "ui/bars/title_line.h"
#include "ui/bars/top_bar.h"
#include "ui/dialogs/dialogs.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/lab/leave_fields.h"
#include "ui/lab/presenter.h"
#include "ui/steps/steps_bar.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/named_items.h"
#include "ui/widgets/plain_text.h"
#include "ui/workspaces/figures/figure_menu.h"
#include "ui/workspaces/figures/figure_preview.h"
#include "ui/workspaces/laboratory/laboratory_panel.h"
#include "ui/workspaces/museum/museum_panel.h"
#include "ui/workspaces/pipeline/matrix_panel.h"
#include "ui/workspaces/pipeline/pipeline_layout.h"
#include "ui/workspaces/pipeline/pipeline_panel.h"

namespace attention_lab {
namespace {

constexpr double notice_seconds = 5;

float inspector_width(const ViewState& view, float window_width) {
  return std::round(std::clamp(window_width * 0.205f, 216 * view.scale(), 330 * view.scale()));
}

// At the foot of the workspace. An error stays until it is clicked away or followed by something else.
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
  ImGui::SetNextWindowPos({area.centre().x, area.bottom() - size}, ImGuiCond_Always, {0.5f, 1});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {widest, area.height});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, packed(notice.is_error ? theme.error_ground : theme.card));
  ImGui::PushStyleColor(ImGuiCol_Border, packed(notice.is_error ? theme.error : theme.line));
  ImGui::PushStyleColor(ImGuiCol_Text, packed(notice.is_error ? theme.error : theme.text));
  ImGui::Begin("##notice", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_AlwaysAutoResize);
  const float text_width = ImGui::CalcTextSize(notice.text.c_str()).x;
  ImGui::PushTextWrapPos(std::min(text_width + 1, widest - size * 3) + ImGui::GetCursorPosX());
  write(notice.text);
  ImGui::PopTextWrapPos();
  const bool is_clicked = ImGui::IsWindowHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  ImGui::End();
  ImGui::PopStyleColor(3);
  if (is_clicked) view.notice.reset();
}

// A file that is being written: how far it is, and a way to stop it.
void draw_running_export(ViewState& view, ActionQueue& actions, const Rect& area) {
  if (!view.exporting) return;
  const float size = view.sizes().body;
  ImGui::SetNextWindowPos({area.centre().x, area.bottom() - size}, ImGuiCond_Always, {0.5f, 1});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, packed(view.theme().card));
  ImGui::PushStyleColor(ImGuiCol_FrameBg, packed(view.theme().line));
  ImGui::PushStyleColor(ImGuiCol_PlotHistogram, packed(view.theme().accent));
  ImGui::Begin("##exporting", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_AlwaysAutoResize);
  write("Writing " + view.exporting->path);
  ImGui::ProgressBar(view.exporting->done, {size * 20, size * 0.6f}, "");
  ImGui::SameLine();
  if (ImGui::Button("Cancel")) actions.push(CancelExport{});
  name_last_item(view, "button.Cancel export");
  ImGui::End();
  ImGui::PopStyleColor(3);
}

/// A small window with large text: while steps are shown they have all of it, controls and inspector wait.
bool steps_need_all(const ViewState& view, Point screen) {
  const float body = view.sizes().body;
  return view.workspace == Workspace::pipeline && view.steps.is_open &&
         (screen.y < 44 * body || screen.x < 62 * body);
}

/// The pipeline, the Steps bar under it, and the inspector beside them. Returns the pipeline's part.
Rect draw_pipeline_body(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
                        Rect workspace, const std::optional<Rect>& side) {
  const float height = steps_bar_height(view, workspace.height);
  const Rect bar{workspace.x, workspace.bottom() - height, workspace.width, height};
  workspace.height = std::max(workspace.height - height - std::round(8 * view.scale()), 1.0f);
  painter.card(bar, view.theme().card, view.theme().line);
  painter.card(workspace, view.theme().card, view.theme().line);
  view.items.add("steps", bar);
  view.items.add("workspace", workspace);
  handle_step_keys(session, view);
  update_steps(session, view);
  draw_steps_bar(session, view, bar);
  update_steps(session, view);  // a button may have gone on
  draw_pipeline(session, view, actions, workspace);
  if (!side) return workspace;
  painter.card(*side, view.theme().card, view.theme().line);
  view.items.add("inspector", *side);
  draw_inspector(session, view, *side);
  return workspace;
}

/// Bars above, the workspace, and beside it what belongs to it.
Rect draw_body(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
               Point screen) {
  const float gap = std::round(12 * view.scale());
  const Rect top{0, 0, screen.x, top_bar_height(view)};
  draw_top_bar(session, view, actions, painter, top);
  const bool has_only_steps = steps_need_all(view, screen);
  float y = top.bottom() + gap * 0.8f;
  if (!has_only_steps) {
    y += draw_control_bar(session, view, actions, painter, {gap, y, screen.x - 2 * gap, 0}) + gap * 0.8f;
  }
  if (view.workspace == Workspace::pipeline && !has_only_steps) {
    y = std::round(y - gap * 0.5f);
    const float height = title_line_height(view);
    draw_title_line(session, view, painter, {gap * 1.2f, y, screen.x - 2.4f * gap, height});
    y += height + gap * 0.2f;
  }
  y = std::round(y);
  const Rect whole{gap, y, screen.x - 2 * gap, std::max(screen.y - y - gap, 1.0f)};
  const float inspector = inspector_width(view, screen.x);
  const Rect workspace{gap, y, whole.width - inspector - gap, whole.height};
  const Rect side{workspace.right() + gap, y, inspector, workspace.height};
  switch (view.workspace) {
    case Workspace::pipeline:
      if (has_only_steps) return draw_pipeline_body(session, view, actions, painter, whole, std::nullopt);
      return draw_pipeline_body(session, view, actions, painter, workspace, side);
    case Workspace::figures:
      painter.card(workspace, view.theme().card, view.theme().line);
      painter.card(side, view.theme().card, view.theme().line);
      view.items.add("workspace", workspace);
      view.items.add("inspector", side);
      draw_figure_options(session, view, actions, side);
      draw_figure_preview(session, view, workspace);
      return workspace;
    case Workspace::laboratory:
      view.items.add("workspace", whole);
      draw_laboratory(session, view, actions, whole);
      return whole;
    case Workspace::museum:
      view.items.add("workspace", whole);
      draw_museum(session, view, actions, whole);
      return whole;
  }
  return whole;
}

}  // namespace

GridSizes grid_sizes(const ViewState& view) {
  const PipelineMeasures measures;
  const float unit = view.pipeline.shown_zoom * view.scale();
  return {measures.number_size * unit, measures.label_size * unit, measures.title_size * unit,
          view.workspace == Workspace::pipeline ? std::vector<FigureFont>{} : view.figure_fonts};
}

void need_characters(const Session& session, const ViewState& view, FontBook& fonts) {
  for (const std::string& token : session.document().tokens) fonts.need(token);
  fonts.need(session.document().title);
  fonts.need(session.document().description);
  fonts.need(view.file_path);
  for (const std::string& path : view.recent_files) fonts.need(path);
  for (const ListedFile& file : view.dialogs.listing) fonts.need(file.name);
  for (const auto& [name, title] : view.presets) fonts.need(title);
  if (view.notice) fonts.need(view.notice->text);
  for (const std::string& warning : view.dialogs.warnings) fonts.need(warning);
}

void draw_lab(const Session& session, ViewState& view, ActionQueue& actions) {
  keep_in_bounds(view, session);
  // What was to come after saving is given up with the dialog that led to saving, whatever closed it.
  if (!leads_to_saving(view.dialogs.open)) view.dialogs.after = AfterSaving::nothing;
  view.items.clear();
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
  const Painter painter(*ImGui::GetWindowDrawList(), *view.fonts);

  Rect workspace{0, 0, screen.x, screen.y};
  if (view.presenter) {
    draw_presenter(session, view, actions, workspace);
  } else {
    workspace = draw_body(session, view, actions, painter, from_imgui(screen));
  }
  draw_matrix_menu(session, view, actions);
  draw_figure_menu(session, view, actions);
  draw_dialogs(session, view, actions);
  ImGui::End();
  draw_notice(view, workspace);
  draw_running_export(view, actions, workspace);
  leave_unseen_fields(view, actions);
  view.hovered = view.hovered_next;
}

}  // namespace attention_lab

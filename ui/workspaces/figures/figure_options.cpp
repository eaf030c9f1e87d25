#include "ui/workspaces/figures/figure_options.h"

#include "ui/widgets/imgui_compat.h"
#include "ui/workspaces/figures/figure_menu.h"

namespace attention_lab {
namespace {

void draw_export_buttons(const Session& session, ViewState& view, ActionQueue& actions,
                         OptionColumn& column) {
  const FigureRequest& request = view.figures.request;
  const Rect rect = column.next();
  const float half = (rect.width - column.gap()) / 2;
  if (column.controls().button(
          {rect.x, rect.y, half, rect.height}, "export", "Export …", true,
          "To a file: PNG, SVG, PDF, or its numbers as text. Ctrl+E repeats the last export.")) {
    request_export_dialog(session, view, actions, request);
  }
  if (column.controls().button(
          {rect.right() - half, rect.y, half, rect.height}, "copy", "Copy as …", true,
          "Copies the numbers of this figure, or the whole document, to the clipboard.")) {
    ImGui::OpenPopup("##copy as");
  }
  if (!ImGui::BeginPopup("##copy as")) return;
  if (shows_one_matrix(request.figure)) {
    draw_copy_entries(view, actions, ("Copy " + std::string(to_string(request.matrix.name)) + " as").c_str(),
                      request.matrix);
  }
  draw_copy_entries(view, actions, "Copy the document as", WholeDocument{});
  end_popup();
}

}  // namespace

void draw_figure_options(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area) {
  const float border = 12 * view.scale();
  ImGui::SetCursorScreenPos(upper_left(area));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild("##figure options", {area.width, area.height}, false,
                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground);
  ImGui::PopStyleVar();
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  OptionColumn column(view, painter,
                      {corner.x + border, corner.y + border, area.width - 2 * border, area.height});
  draw_export_buttons(session, view, actions, column);
  draw_content_options(session, view, column);
  draw_look_options(view, column);
  draw_page_options(view, column);
  draw_comparison_options(session, view, column);
  ImGui::SetCursorScreenPos(corner);
  ImGui::Dummy({area.width - ImGui::GetStyle().ScrollbarSize, column.bottom() + border * 0.5f - corner.y});
  ImGui::EndChild();
}

}  // namespace attention_lab

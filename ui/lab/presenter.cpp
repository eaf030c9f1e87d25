#include "ui/lab/presenter.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "ui/inspector/inspector_panel.h"
#include "ui/inspector/number_strip.h"
#include "ui/lab/mask_painting.h"
#include "ui/widgets/imgui_compat.h"

namespace attention_lab {
namespace {

constexpr float laptop_height = 800;  // in a window of this height, text is not enlarged
constexpr float largest_text = 3;
constexpr float spot_radius = 0.035f;  // as a share of the window's height

void handle_keys(const Session& session, ViewState& view, ActionQueue& actions) {
  if (!takes_keys(view)) return;
  if (is_key_pressed(ImGuiKey_Escape)) {
    if (view.workspace == Workspace::pipeline && (stop_painting_mask(session, view) || let_go(view))) return;
    toggle_presenter(session, view, actions);
    return;
  }
  Index tokens = 0;
  Index stage = 0;
  if (is_key_pressed(ImGuiKey_UpArrow)) tokens = -1;
  if (is_key_pressed(ImGuiKey_DownArrow)) tokens = 1;
  if (is_key_pressed(ImGuiKey_LeftArrow)) stage = -1;
  if (is_key_pressed(ImGuiKey_RightArrow)) stage = 1;
  if (tokens == 0 && stage == 0) return;
  if (const auto step = entry_of(view.workspace).step) step(session, view, tokens, stage);
}

/// At the foot: the arithmetic of the number that is pinned or pointed at, or else the keys.
void draw_strip(const Session& session, ViewState& view, const Rect& strip) {
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  painter.fill(strip, view.theme().card);
  painter.fill({strip.x, strip.y, strip.width, std::max(1.0f, view.scale())}, view.theme().line);
  view.items.add("presenter.strip", strip);
  Rect room = strip.expanded(-view.sizes().body * 0.3f);
  place_countdown(view, view.countdown, room);
  room = {strip.x, strip.y, room.right() - strip.x, strip.height};
  const WorkspaceEntry& workspace = entry_of(view.workspace);
  std::optional<CellRef> cell = inspected_cell(session, view);
  // Only a number of what is in view.
  if (view.workspace != Workspace::pipeline && cell && cell->matrix != view.figures.request.matrix)
    cell.reset();
  if (cell && workspace.step != nullptr) return draw_number_strip(session, view, painter, room, *cell);
  painter.text(room.centre(), workspace.presenter_keys, view.theme().quiet_text, view.sizes().body,
               FontWeight::regular, HorizontalAnchor::centre);
}

// A large ring around the mouse pointer, visible from the back row.
void draw_spot(const WidgetContext& view, const Rect& window) {
  if (!ImGui::IsMousePosValid()) return;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float radius = window.height * spot_radius;
  list.AddCircleFilled(mouse, radius, packed(faded(view.theme().accent, 0.16f)), 48);
  list.AddCircle(mouse, radius, packed(faded(view.theme().accent, 0.85f)), 48,
                 std::max(2.0f, radius * 0.07f));
}

}  // namespace

void toggle_presenter(const Session& session, ViewState& view, ActionQueue& actions) {
  view.steps.predictions.wants_focus = true;  // its field stands elsewhere now
  if (view.presenter) {
    const PresenterView before = *std::exchange(view.presenter, std::nullopt);
    view.preferences.theme = before.theme;
    view.preferences.text_size = before.text_size;
    view.preferences.decimals = before.decimals;
    view.selected = before.selected;
    view.shown_head = before.shown_head;
    view.pipeline = before.pipeline;
    view.figures.request = before.request;
    view.museum.mistake = before.mistake;
    view.workspace = before.workspace;
    view.notice.reset();
    if (view.is_full_screen && !before.was_full_screen) actions.push(ToggleFullScreen{});
    keep_in_bounds(view, session);
    return;
  }
  view.presenter = PresenterView{view.preferences.theme,
                                 view.preferences.text_size,
                                 view.preferences.decimals,
                                 view.selected,
                                 view.shown_head,
                                 view.pipeline,
                                 view.figures.request,
                                 view.museum.mistake,
                                 view.workspace,
                                 view.is_full_screen};
  view.pipeline.zoom = 1;
  if (!view.is_full_screen) actions.push(ToggleFullScreen{});
}

void take_look(ViewState& view, float window_height) {
  const float chosen = text_size_of_controls(view.preferences);
  view.theme_name = view.preferences.theme;
  view.text_size = chosen;
  if (!view.presenter) return;
  const float scale = window_height / laptop_height / view.display_scale;
  view.text_size = std::clamp(chosen * scale, chosen, std::max(chosen, largest_text));
}

void draw_presenter(const Session& session, ViewState& view, ActionQueue& actions, const Rect& window) {
  Painter(*ImGui::GetWindowDrawList(), view.fonts).fill(window, view.theme().card);
  view.items.add("workspace", window);
  // While a step is shown, it handles the keys, including the Escape that closes it.
  const bool is_stepping = view.workspace == Workspace::pipeline && view.steps.is_open;
  Rect picture = window;
  if (!is_stepping) picture.height -= number_strip_height(view);
  entry_of(view.workspace).present(session, view, actions, picture);
  if (!is_stepping)
    draw_strip(session, view, {window.x, picture.bottom(), window.width, window.bottom() - picture.bottom()});
  if (!is_stepping) handle_keys(session, view, actions);
  draw_spot(view, window);
}

}  // namespace attention_lab

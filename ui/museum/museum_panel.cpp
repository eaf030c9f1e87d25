#include "ui/museum/museum_panel.h"

#include <algorithm>
#include <cmath>

#include "ui/imgui_compat.h"
#include "ui/museum/exhibit.h"
#include "ui/museum/exhibit_list.h"
#include "ui/museum/exhibit_view.h"

namespace attention_lab {
namespace {

// Wide enough for the titles, and a third of the room at most where text is large.
float list_width(const ViewState& view, float width) {
  const float least = std::min(200 * view.scale(), width / 3);
  return std::round(std::clamp(width * 0.2f, least, std::max(least, 270 * view.scale())));
}

void update(const Session& session, ViewState& view) {
  Museum& museum = view.museum;
  if (!museum.exhibit || !is_current(*museum.exhibit, session, museum.mistake))
    museum.exhibit = make_exhibit(session, museum.mistake, static_cast<std::uint64_t>(view.seed));
  update_marks(session, view);
}

// Up and down walk through the exhibits, left and right through the stages.
void handle_keys(const Session& session, ViewState& view) {
  if (!takes_keys(view)) return;
  if (is_key_pressed(ImGuiKey_UpArrow)) step_exhibit(view.museum, -1);
  if (is_key_pressed(ImGuiKey_DownArrow)) step_exhibit(view.museum, 1);
  if (is_key_pressed(ImGuiKey_LeftArrow)) step_stage(session, view, -1);
  if (is_key_pressed(ImGuiKey_RightArrow)) step_stage(session, view, 1);
}

}  // namespace

void draw_museum(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area) {
  const Painter painter(*ImGui::GetWindowDrawList(), *view.fonts);
  handle_keys(session, view);
  update(session, view);
  const float gap = std::round(12 * view.scale());
  // In front of a class nothing stands around it.
  const Rect room = view.presenter ? area.expanded(-gap) : area;
  const Rect list{room.x, room.y, list_width(view, room.width), room.height};
  const Rect exhibit{list.right() + gap, room.y, room.width - list.width - gap, room.height};
  painter.card(list, view.theme().card, view.theme().line);
  painter.card(exhibit, view.theme().card, view.theme().line);
  view.items.add("museum.list", list);
  view.items.add("museum.exhibit", exhibit);
  draw_exhibit_list(session, view, list);
  // A click on the list shows at once.
  update(session, view);
  draw_exhibit(session, view, actions, exhibit);
}

}  // namespace attention_lab

#include "ui/workspaces/spaces/point_dragging.h"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "ui/dialogs/dialogs.h"
#include "ui/figures/figure_data.h"
#include "ui/lab/document_lock.h"
#include "ui/lab/leave_fields.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/plain_text.h"

namespace attention_lab {
namespace {

constexpr double step_of_keys = 0.02;  // of the width of the plane

/// The number that stands for the handle in the rest of the lab.
CellRef cell_of(const SpaceHandle& handle) {
  switch (handle.kind) {
    case SpaceHandle::Kind::arrow: return {{layer_to(handle.space).weight, handle.head}, handle.at, 0};
    case SpaceHandle::Kind::context: return {{MatrixName::head_output, handle.head}, handle.at, 0};
    case SpaceHandle::Kind::point: break;
  }
  return {points_of_space(handle.space, handle.head), handle.at, 0};
}

/// Whether the question must be answered before the handle can be moved.
bool must_ask(const Session& session, const ViewState& view, const SpaceHandle& handle) {
  return has_choice(session.model(), handle) && !view.spaces.what_changes;
}

WhatChanges what_changes(const ViewState& view) {
  return view.spaces.what_changes.value_or(WhatChanges::matrix);
}

/// Where the handle goes: an arrow is drawn at `scale` times its length, from the image of the origin.
PlanePoint target_at(const SpaceDrag& drag, const PlanePoint& mouse) {
  PlanePoint to{mouse.x - drag.grasped.x, mouse.y - drag.grasped.y};
  if (drag.handle.kind != SpaceHandle::Kind::arrow || drag.scale == 1) return to;
  const Snapshot& before = *drag.before;
  const std::vector<SpaceArrow> arrows =
      space_arrows(before.document.model, before.trace, drag.handle.space, drag.handle.head, drag.plane);
  const PlanePoint origin = arrows.empty() ? PlanePoint{} : arrows.front().from;
  return {origin.x + (to.x - origin.x) / drag.scale, origin.y + (to.y - origin.y) / drag.scale};
}

Point mouse_position() {
  return from_imgui(ImGui::GetIO().MousePos);
}

/// The plane in the window.
PlaneFrame frame_of(const SpacePanel& panel) {
  PlaneFrame frame = *panel.plot.plane;
  frame.plot = in_window(panel.plot, frame.plot);
  return frame;
}

void ask(ViewState& view, AskedMove move) {
  view.spaces.asked = std::move(move);
  view.spaces.asks = true;
}

/// Commits the least change that moves the handle, or says why it cannot be there.
void move_at_once(const Session& session, ViewState& view, ActionQueue& actions, const AskedMove& move) {
  const Result<Edit> edit =
      move_handle(session.document(), session.trace(), move.handle, move.plane, move.to, what_changes(view));
  if (edit) {
    actions.commit(*edit);
  } else {
    view.say(edit.error().message);
  }
}

/// Where the handle is to go, while that waits for an answer.
void draw_aim(const Session& session, ViewState& view, const SpaceDrag& drag) {
  const SpacePanel& panel = view.spaces.panel(drag.handle.space);
  const Point from =
      frame_of(panel).place_of(place_of_handle(session.model(), session.trace(), drag.handle, drag.plane));
  const Point to = mouse_position();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float width = std::max(1.5f, 1.8f * view.scale());
  list.AddLine(to_imgui(from), to_imgui(to), packed(view.theme().pointed), width);
  list.AddCircle(to_imgui(to), std::round(9 * view.scale()), packed(view.theme().pointed), 24, width);
}

void move_to_mouse(ViewState& view, CellDrag& drag, ActionQueue& actions, bool is_held) {
  SpaceDrag& space = *drag.space;
  const Point mouse = mouse_position();
  if (mouse == space.last) return;
  space.last = mouse;
  const SpacePanel& panel = view.spaces.panel(space.handle.space);
  const PlanePoint to = target_at(space, frame_of(panel).at(mouse));
  Result<Edit> edit = move_handle(space.before->document, space.before->trace, space.handle, space.plane, to,
                                  what_changes(view));
  space.refusal = edit ? std::string() : edit.error().message;
  if (!edit) return;
  drag.edit = *std::move(edit);
  if (is_held) actions.preview(*drag.edit);
}

}  // namespace

Index chosen_token(const Session& session, const Selection& selection) {
  const Index n_tokens = session.model().n_tokens();
  if (selection.selected && has_token_rows(selection.selected->matrix.name) &&
      selection.selected->row < n_tokens)
    return selection.selected->row;
  return default_query(session.model());
}

void choose_token(ViewState& view, Space space, Index token) {
  view.selected = CellRef{points_of_space(space, view.shown_head), token, 0};
}

std::optional<SpaceHandle> handle_at(const Session& session, const SpacePanel& panel, Point mouse,
                                     float reach) {
  if (!panel.plot.plane) return std::nullopt;
  const PlaneFrame frame = frame_of(panel);
  const SpaceShown& shown = panel.shown;
  const Model& model = session.model();
  std::optional<SpaceHandle> found;
  float best = reach;
  const auto offer = [&](const PlanePoint& at, const SpaceHandle& handle) {
    const Point place = frame.place_of(at);
    const float distance = std::hypot(place.x - mouse.x, place.y - mouse.y);
    if (!(distance < best) || !frame.plot.expanded(reach).contains(place)) return;
    best = distance;
    found = handle;
  };
  const SpaceHandle context{SpaceHandle::Kind::context, shown.space, shown.query, shown.head};
  if (shown.space == Space::value)
    offer(place_of_handle(model, session.trace(), context, shown.plane), context);
  Index token = 0;
  for (const PlanePoint& point :
       shown.plane.at(points_of_space(model, session.trace(), shown.space, shown.head)))
    offer(point, {SpaceHandle::Kind::point, shown.space, token++, shown.head});
  if (shown.space == Space::token) return found;
  for (const SpaceArrow& arrow : space_arrows(model, session.trace(), shown.space, shown.head, shown.plane))
    offer(arrow.to, {SpaceHandle::Kind::arrow, shown.space, arrow.row, shown.head});
  return found;
}

void begin_point_drag(const Session& session, ViewState& view, const SpaceHandle& handle, Point mouse) {
  const SpacePanel& panel = view.spaces.panel(handle.space);
  auto space = std::make_shared<SpaceDrag>();
  space->handle = handle;
  space->plane = panel.shown.plane;
  space->scale = handle.kind == SpaceHandle::Kind::arrow ? arrow_scale(session.model(), session.trace()) : 1;
  space->pressed = mouse;
  space->last = mouse;
  space->before = view.spaces.snapshot;
  const PlanePoint there = frame_of(panel).at(mouse);
  PlanePoint at = place_of_handle(session.model(), session.trace(), handle, space->plane);
  if (handle.kind == SpaceHandle::Kind::arrow) {
    for (const SpaceArrow& arrow :
         space_arrows(session.model(), session.trace(), handle.space, handle.head, space->plane))
      if (arrow.row == handle.at) at = arrow.to;
  }
  space->grasped = {there.x - at.x, there.y - at.y};
  CellDrag drag{cell_of(handle)};
  drag.revision = session.committed_revision();
  drag.space = std::move(space);
  view.editing.drag = std::move(drag);
}

void continue_point_drag(const Session& session, ViewState& view, ActionQueue& actions) {
  CellDrag& drag = *view.editing.drag;
  drag.frames_unseen = 0;
  const bool is_escaped = is_key_pressed(ImGuiKey_Escape);
  // Undo in the middle of the drag: the document is another one now.
  if (is_escaped || drag.revision != session.committed_revision()) {
    if (is_escaped && drag.has_moved) actions.push(CancelPreview{});
    view.editing.drag.reset();
    return;
  }
  const Point mouse = mouse_position();
  SpaceDrag& space = *drag.space;
  const bool is_held = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (!drag.has_moved && !space.asks &&
      std::hypot(mouse.x - space.pressed.x, mouse.y - space.pressed.y) >= drag_threshold) {
    if (refuses_edits(view)) {
      view.editing.drag.reset();
      return;
    }
    space.asks = must_ask(session, view, space.handle);
    drag.has_moved = !space.asks;
  }
  if (space.asks) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    draw_aim(session, view, space);
    if (is_held) return;
    const PlaneFrame frame = frame_of(view.spaces.panel(space.handle.space));
    ask(view, {space.handle, space.plane, target_at(space, frame.at(mouse)), drag.revision});
    view.editing.drag.reset();
    return;
  }
  if (drag.has_moved) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    move_to_mouse(view, drag, actions, is_held);
    if (is_held && !space.refusal.empty()) draw_tooltip(view, space.refusal);
  }
  if (is_held) return;
  const std::string refusal = space.refusal;
  const bool was_moved = drag.has_moved;
  leave_cell(view, actions);
  if (was_moved && !refusal.empty()) view.say(refusal);
}

void nudge_point(const Session& session, ViewState& view, ActionQueue& actions, int right, int up) {
  const Space space = view.spaces.active;
  const SpacePanel& panel = view.spaces.panel(space);
  if (!panel.plot.plane || refuses_edits(view)) return;
  const SpaceHandle handle{SpaceHandle::Kind::point, space, chosen_token(session, view), panel.shown.head};
  const PlaneFrame& frame = *panel.plot.plane;
  const double step = (frame.x_high - frame.x_low) * step_of_keys;
  PlanePoint to = place_of_handle(session.model(), session.trace(), handle, panel.shown.plane);
  to.x += right * step;
  to.y += up * step;
  const AskedMove move{handle, panel.shown.plane, to, session.committed_revision()};
  must_ask(session, view, handle) ? ask(view, move) : move_at_once(session, view, actions, move);
}

void draw_question_what_changes(const Session& session, ViewState& view, ActionQueue& actions) {
  constexpr const char* id = "##what changes";
  constexpr float width = 26;  // in text sizes
  if (std::exchange(view.spaces.asks, false)) ImGui::OpenPopup(id);
  const float body = view.sizes().body;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {body, body * 0.8f});
  if (ImGui::BeginPopup(id)) {
    write_markup(view, "Change the token or the matrix?", width * body, view.theme().text);
    write_markup(
        view,
        "A query, key or value is computed from the embedding x and the matrix W. It moves if x changes, and "
        "then "
        "the token moves in the other spaces too; or if W changes, and then the other tokens move too. "
        "Either "
        "way, it is the smallest change that will do. You can change this later in the column on the right.",
        width * body, view.theme().quiet_text);
    const auto answer = [&](const char* label, WhatChanges what, bool is_main) {
      if (!dialog_button(view, label, is_main)) return;
      view.spaces.what_changes = what;
      const auto move = std::exchange(view.spaces.asked, std::nullopt);
      if (move && move->revision == session.committed_revision()) move_at_once(session, view, actions, *move);
      ImGui::CloseCurrentPopup();
    };
    answer("The matrix", WhatChanges::matrix, true);
    ImGui::SameLine();
    answer("The token", WhatChanges::token, false);
    end_popup();
  }
  ImGui::PopStyleVar();
}

}  // namespace attention_lab

#include "ui/workspaces/pipeline/computed_numbers.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/document/edits.h"
#include "core/words/matrix_words.h"
#include "ui/lab/attention_dragging.h"
#include "ui/lab/commands.h"
#include "ui/lab/document_lock.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/named_items.h"
#include "ui/widgets/overlay.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/plain_text.h"

namespace attention_lab {
namespace {

constexpr double seconds_of_sentence = 2;     // after the mouse has let go
constexpr double seconds_of_offer = 6;        // of a sentence with a button
constexpr float longest_line_of_reason = 26;  // in multiples of the text size
constexpr float frame_of_given = 2;           // pixels at 100%

bool offers_attention_drag(const Session& session, const ViewState& view, const CellRef& cell) {
  return cell.matrix.name == MatrixName::weights && !view.is_locked &&
         entry_of(Command::drag_attention).applies(session, view);
}

/// Whether the drag goes on, or its sentence stays.
bool continues(const Session& session, ViewState& view, ComputedDrag& drag) {
  if (!contains(session.model(), session.trace(), drag.cell) || is_key_pressed(ImGuiKey_Escape)) return false;
  if (is_given(session.model(), drag.cell.matrix.name)) return false;  // an undo has changed that
  if (!drag.is_held) {
    view.want_frame(std::max(drag.until - ImGui::GetTime(), 0.0));
    return ImGui::GetTime() < drag.until;
  }
  if (can_drag_attention(view, drag.cell)) {  // switched on in the middle of the drag
    begin_attention_drag(session, view, drag.cell, false);
    return false;
  }
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  drag.has_moved =
      drag.has_moved || std::hypot(mouse.x - drag.pressed.x, mouse.y - drag.pressed.y) >= drag_threshold;
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return true;
  if (!drag.has_moved && drag.lets_go) view.selected.reset();
  drag.is_held = false;
  drag.until = ImGui::GetTime() +
               (offers_attention_drag(session, view, drag.cell) ? seconds_of_offer : seconds_of_sentence);
  return drag.has_moved;
}

std::string reason_to_stay(const Session& session, const ViewState& view, const MatrixRef& matrix) {
  if (view.is_locked) return as_markup(locked_sentence());
  return as_markup(edits::refuse_edit(session.document(), matrix)->message);
}

void frame_given(const Session& session, const ViewState& view, const Painter& painter,
                 const ShownPipeline& shown, MatrixName computed) {
  const std::vector<MatrixName> given = given_behind(session.model(), computed);
  const float width = std::round(frame_of_given * view.scale());
  for (const PlacedStage& stage : shown.stages.stages) {
    if (std::find(given.begin(), given.end(), stage.block.ref.name) == given.end()) continue;
    painter.stroke(shown.in_window(stage.grid.cells).expanded(width / 2), view.theme().accent, width, 4);
  }
}

/// Below the number, where the mouse does not hide it. Returns whether the mouse is over it.
bool draw_reason(const Session& session, ViewState& view, ActionQueue& actions, const Rect& cell,
                 const CellRef& number) {
  const Theme& theme = view.theme();
  const float size = view.sizes().body;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const bool is_low = cell.bottom() > screen.y * 0.75f;
  const float gap = std::round(size * 0.6f);
  begin_note("##computed",
             {std::clamp(cell.x, gap, std::max(gap, screen.x - size * (longest_line_of_reason + 2))),
              is_low ? cell.y - gap : cell.bottom() + gap},
             {0, is_low ? 1.0f : 0.0f}, theme.card, theme.line);
  write_markup(view, reason_to_stay(session, view, number.matrix), size * longest_line_of_reason, theme.text);
  name_last_item(view, "computed");
  if (offers_attention_drag(session, view, number)) {
    const CommandEntry& entry = entry_of(Command::drag_attention);
    if (button(view, entry.name, "button.Drag the attention"))
      press(Command::drag_attention, session, view, actions);
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    write_quietly(to_string(entry.keys.front()));
  }
  const bool is_hovered = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  end_note();
  return is_hovered;
}

}  // namespace

void explain_computed_drag(const Session& session, ViewState& view, ActionQueue& actions,
                           const Painter& painter, const ShownPipeline& shown) {
  std::optional<ComputedDrag>& drag = view.editing.computed;
  if (!drag) return;
  if (!continues(session, view, *drag)) return drag.reset();
  if (!drag->has_moved) return;
  const auto stage =
      std::find_if(shown.stages.stages.begin(), shown.stages.stages.end(), [&](const PlacedStage& each) {
        return each.block.ref == drag->cell.matrix && !each.block.is_collapsed;
      });
  if (stage == shown.stages.stages.end()) return drag.reset();
  if (!view.is_locked) frame_given(session, view, painter, shown, drag->cell.matrix.name);
  const Rect cell = shown.cell_in_window(*stage, drag->cell.row, drag->cell.column);
  const bool is_over_it = draw_reason(session, view, actions, cell, drag->cell);
  const bool is_answered = view.drags_attention && offers_attention_drag(session, view, drag->cell);
  const bool is_elsewhere = ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !is_over_it;
  if (!drag->is_held && (is_answered || is_elsewhere)) drag.reset();
}

}  // namespace attention_lab

#include "ui/lab/attention_dragging.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/mistakes/exhibit.h"
#include "core/training/attention_drag.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/lab/leave_fields.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/paragraph.h"

namespace attention_lab {
namespace {

constexpr double weight_per_pixel = 0.005;
constexpr double finer = 0.1;             // with Alt
constexpr Index small_model = 4096;       // n_tokens × d_model × d_k
constexpr int steps_of_small_model = 20;  // a frame
constexpr int steps_of_large_model = 2;
constexpr int frames_at_the_end = 20;  // of steps that follow when the mouse lets go

int steps_of_a_frame(const Model& model) {
  return model.n_tokens() * model.d_model() * model.d_k() <= small_model ? steps_of_small_model
                                                                         : steps_of_large_model;
}

/// Sets W_q and W_k as the drag has moved them.
SeveralEdits edit_of(const CellDrag& drag, const std::vector<std::string>& tokens) {
  const AttentionDrag& attention = *drag.attention;
  const auto word = [&](Index token) { return in_curly_quotes(tokens[static_cast<std::size_t>(token)]); };
  SeveralEdits edits;
  edits.name = filled("Drag the attention of <query> to <key> to <weight>",
                      {{"query", word(drag.cell.row)},
                       {"key", word(drag.cell.column)},
                       {"weight", format_number(attention.weight(), 2)}});
  const Head& head = attention.model().heads[static_cast<std::size_t>(drag.cell.matrix.head)];
  edits.edits.push_back(SetBlock{{attention.W_q(), 0, 0}, *head.W_q});
  edits.edits.push_back(SetBlock{{attention.W_k(), 0, 0}, *head.W_k});
  return edits;
}

/// The mouse has moved: the drag begins, or the sentence says why it cannot.
bool starts(const Session& session, ViewState& view) {
  CellDrag& drag = *view.editing.drag;
  if (!is_quick(session.model())) {
    view.say("This document is too large for its attention to be dragged.");
    return false;
  }
  Result<std::unique_ptr<AttentionDrag>> begun =
      AttentionDrag::begin(session.model(), drag.cell, view.other_weights);
  if (!begun) {
    view.say(begun.error().message);
    return false;
  }
  drag.attention = *std::move(begun);
  drag.revision = session.committed_revision();
  drag.has_moved = true;
  return true;
}

}  // namespace

bool can_drag_attention(const ViewState& view, const CellRef& cell) {
  return view.drags_attention && cell.matrix.name == MatrixName::weights;
}

void begin_attention_drag(const Session& session, ViewState& view, const CellRef& cell, bool lets_go) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  CellDrag drag{cell, static_cast<double>(value_of(session.model(), session.trace(), cell)), false, lets_go};
  drag.pressed_y = drag.last_y = mouse.y;
  view.editing.drag = std::move(drag);
}

void continue_attention_drag(const Session& session, ViewState& view, ActionQueue& actions) {
  CellDrag& drag = *view.editing.drag;
  drag.frames_unseen = 0;
  const std::vector<std::string>& tokens = session.document().tokens;
  const ImGuiIO& io = ImGui::GetIO();
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  if (is_key_pressed(ImGuiKey_Escape)) {
    if (drag.has_moved) actions.push(CancelPreview{});
    view.editing.drag.reset();
    return;
  }
  // Undo in the middle of the drag: its W_q and W_k are no longer those of the document.
  const bool is_other_document = drag.attention && drag.revision != session.committed_revision();
  const bool begins = !drag.has_moved && std::fabs(io.MousePos.y - drag.pressed_y) >= drag_threshold;
  if (is_other_document || (begins && !starts(session, view))) {
    view.editing.drag.reset();
    return;
  }
  const bool is_held = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (drag.attention) {
    AttentionDrag& attention = *drag.attention;
    if (is_held) {
      draw_tooltip(view,
                   filled("wanted <wanted>, reached <now>", {{"wanted", format_number(attention.wanted(), 3)},
                                                             {"now", format_number(attention.weight(), 3)}}));
    }
    if (is_held && io.MousePos.y != drag.last_y) {
      const auto up = static_cast<double>(drag.last_y - io.MousePos.y);
      drag.last_y = io.MousePos.y;
      drag.value = std::clamp(drag.value + weight_per_pixel * (io.KeyAlt ? finer : 1) * up, 0.0, 1.0);
      attention.pull_to(drag.value);
    }
    if (attention.progress() == DragProgress::moving) {
      const int steps = steps_of_a_frame(session.model());
      attention.advance(is_held ? steps : frames_at_the_end * steps);
      if (const std::string words = attention.describe_result(tokens); !words.empty()) view.say(words);
      drag.edit = edit_of(drag, tokens);
      if (is_held) actions.preview(*drag.edit);
      view.want_frame();
    }
  }
  if (is_held) return;
  if (!drag.has_moved && drag.lets_go) view.selected.reset();
  leave_cell(view, actions);
}

}  // namespace attention_lab

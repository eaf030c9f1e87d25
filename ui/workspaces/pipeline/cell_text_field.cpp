#include <algorithm>
#include <cstring>

#include "core/words/typed_numbers.h"
#include "ui/lab/leave_fields.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/text_field.h"
#include "ui/workspaces/pipeline/matrix_panel.h"

namespace attention_lab {
namespace {

// If typing opened the field, its text must stay, with the cursor behind it.
int put_cursor_at_end(ImGuiInputTextCallbackData* data) {
  auto* typing = static_cast<CellTyping*>(data->UserData);
  if (typing->is_new) {
    if (typing->selects_all) {
      data->SelectAll();
    } else {
      data->CursorPos = data->SelectionStart = data->SelectionEnd = data->BufTextLen;
    }
    typing->is_new = false;
  }
  return 0;
}

// Takes the characters typed between opening the field and the frame in which it has the keyboard; they would
// be lost otherwise. Returns whether there were any.
bool take_early_characters(CellTyping& typing) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!typing.is_new || io.KeyCtrl) return false;
  bool are_taken = false;
  for (const ImWchar c : io.InputQueueCharacters) {
    if (c < 0x20 || c >= 0x7F) continue;
    if (typing.selects_all) typing.text.fill('\0');  // the first character replaces the old text
    typing.selects_all = false;
    const std::size_t length = std::strlen(typing.text.data());
    if (length + 1 < typing.text.size()) typing.text[length] = static_cast<char>(c);
    are_taken = true;
  }
  return are_taken;
}

void draw_refusal(const WidgetContext& view, const Painter& painter, const Rect& field,
                  const std::string& refusal) {
  const float size = view.sizes().caption;
  const float width = painter.metrics().width(refusal, size, FontWeight::regular) + size * 1.4f;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  Rect note{field.x, field.bottom() + 3, width, size * 2};
  note.x = std::min(note.x, screen.x - width - 4);
  if (note.bottom() > screen.y) note.y = field.y - note.height - 3;
  // On top of everything, and not clipped at the workspace's border.
  const Painter front(*ImGui::GetForegroundDrawList(), view.fonts);
  front.fill(note, view.theme().error_ground, 5);
  front.stroke(note, view.theme().error, 1, 5);
  front.text({note.x + size * 0.7f, note.centre().y}, refusal, view.theme().error, size);
}

}  // namespace

void draw_cell_text_field(const Session& session, ViewState& view, ActionQueue& actions,
                          const Painter& painter, const Rect& cell, float number_size) {
  CellTyping& typing = *view.editing.typing;
  if (!typing.before) typing.before = value_of(session.model(), session.trace(), typing.cell);
  const Theme& theme = view.theme();
  const float height = number_size + 6;
  const Rect field{cell.x - 3, cell.centre().y - height / 2, std::max(cell.width + 6, number_size * 6.5f),
                   height};
  painter.fill(field, theme.card, 3);

  const bool is_typed_early = take_early_characters(typing);
  ImGui::SetCursorScreenPos(upper_left(field));
  ImGui::PushFont(view.fonts.font(FontWeight::regular, number_size));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {5, (height - ImGui::GetFontSize()) / 2});
  ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, 3);
  ImGui::PushStyleColor(ImGuiCol_Border, packed(typing.refusal.empty() ? theme.accent : theme.error));
  ImGui::SetNextItemWidth(field.width);
  if (typing.is_new) ImGui::SetKeyboardFocusHere();
  const bool was_new = typing.is_new;
  const bool is_entered = text_field(view, "##cell text", "", typing.text.data(), typing.text.size(),
                                     ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_NoUndoRedo,
                                     put_cursor_at_end, &typing);
  // A click in the frame in which the field opens takes its keyboard focus away without notice.
  if (!typing.is_new && ImGui::IsItemActive()) typing.frames_unseen = 0;
  const bool is_edited = is_typed_early || ImGui::IsItemEdited();
  const bool is_left = ImGui::IsItemDeactivated();
  // Without Dear ImGui's navigation, Tab does not leave the field.
  const bool is_tab = ImGui::IsItemActive() && is_key_pressed(ImGuiKey_Tab);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  ImGui::PopFont();

  const Result<Scalar> value = parse_number(typing.text.data());
  if (is_edited || was_new) {
    typing.refusal = value ? std::string() : value.error().message;
    const bool is_news = is_edited || (!typing.selects_all && !typing.has_previewed);
    if (value && is_news) {
      actions.preview(SetCell{typing.cell, *value});
      typing.has_previewed = true;
    }
    if (!value && typing.has_previewed) {
      actions.push(CancelPreview{});  // keeps the old value
      typing.has_previewed = false;
    }
  }
  if (!typing.refusal.empty()) draw_refusal(view, painter, field, typing.refusal);

  const bool is_escaped = is_left && is_key_pressed(ImGuiKey_Escape);
  if (is_escaped) {
    cancel_typing(view, actions);
  } else if ((is_entered || is_tab) && value) {
    view.selected = typing.cell;
    leave_cell(view, actions);
    if (is_entered) move_selection(session, view, 1, 0);
    if (is_tab) move_to_next_cell(session, view, ImGui::GetIO().KeyShift ? -1 : 1);
    view.editing.led_to = view.selected;
  } else if (is_entered || is_tab) {
    typing.refusal = value.error().message;
    typing.is_new = true;  // stays open with the keyboard
    typing.selects_all = true;
  } else if (is_left) {
    if (value) view.selected = typing.cell;
    leave_cell(view, actions);
  }
}

}  // namespace attention_lab

#include "ui/bars/sentence_box.h"

#include "ui/figures/base/rich_text.h"
#include "ui/lab/document_lock.h"
#include "ui/lab/leave_fields.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/text_field.h"

namespace attention_lab {
namespace {

constexpr float narrow_sentence = 16;  // in multiples of the text size

}  // namespace

void draw_sentence_box(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
                       const Rect& rect) {
  SentenceBox& box = view.sentence;
  const Theme& theme = view.theme();
  const TextSizes sizes = view.sizes();
  view.items.add("sentence", rect);
  if (!box.is_active && !box.adds && box.shown_revision != session.committed_revision()) {
    box.text = view.services.wide_characters.encode(join_tokens(tokens_of_sentence(session.document())));
    box.is_too_long = !fits_a_field(box.text);
    if (box.is_too_long) box.text.clear();
    box.shown = box.text;
    box.shown_revision = session.committed_revision();
  }

  const float margin = sizes.body * 0.8f;
  const TextMetrics& metrics = painter.metrics();
  const char* const key = rect.width < sizes.body * narrow_sentence ? "↵" : "↵ Enter";
  const float key_width = metrics.width(key, sizes.caption, FontWeight::regular);
  painter.fill(rect, theme.card, field_rounding);
  painter.stroke(rect, box.is_active ? theme.accent : theme.line, 1, field_rounding);
  ImGui::SetCursorScreenPos(upper_left(rect));
  // While it is edited, a long sentence ends before the name of the key.
  ImGui::SetNextItemWidth(rect.width - (box.is_active ? margin + key_width : 0));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {margin, (rect.height - ImGui::GetFontSize()) / 2});
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, IM_COL32_BLACK_TRANS);
  if (box.wants_focus) {
    ImGui::SetKeyboardFocusHere();
    box.wants_focus = false;
  }
  const std::string hint =
      shorten(box.adds          ? "Type another sentence."
              : box.is_too_long ? "Too long to show here. Type another sentence."
                                : "Type a sentence.",
              rect.width - 3 * margin - key_width, ImGui::GetFontSize(), FontWeight::regular, metrics);
  // Instead of half a letter at the border, unless it is edited.
  const std::string text = view.services.wide_characters.decode(box.text);
  const std::string shown =
      shorten(text, rect.width - 2 * margin, ImGui::GetFontSize(), FontWeight::regular, metrics);
  const bool is_shortened = !box.is_active && shown != text;
  if (is_shortened) ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32_BLACK_TRANS);
  painter.push_clip({rect.x + margin / 2, rect.y, rect.width - margin, rect.height});
  const bool is_entered =
      text_field(view, "##sentence", hint.c_str(), box.text,
                 ImGuiInputTextFlags_EnterReturnsTrue | (view.is_locked ? ImGuiInputTextFlags_ReadOnly : 0));
  if (ImGui::IsItemActivated()) refuses_edits(view);
  painter.list().PopClipRect();
  const bool is_hovered = ImGui::IsItemHovered();
  if (ImGui::IsItemActive()) box.frames_until_focus = 0;
  box.is_active_next = ImGui::IsItemActive() || box.frames_until_focus > 0;
  if (box.frames_until_focus > 0) {
    --box.frames_until_focus;
    view.want_frame();
  }
  if (ImGui::IsItemDeactivated() && is_key_pressed(ImGuiKey_Escape)) box.text = box.shown;
  ImGui::PopStyleColor(is_shortened ? 2 : 1);
  ImGui::PopStyleVar(2);

  if (is_shortened) painter.text({rect.x + margin, rect.centre().y}, shown, theme.text, ImGui::GetFontSize());
  if (box.is_active_next) {
    view.fonts.need(box.text);
    painter.text({rect.right() - margin, rect.centre().y}, key, theme.accent, sizes.caption,
                 FontWeight::regular, HorizontalAnchor::right);
  } else if (is_hovered) {
    draw_tooltip(view,
                 "Click, type another sentence and press Enter. Words already in it keep their embeddings.");
  }
  if (!is_entered) return;
  const Result<Document> edited = apply_edit(sentence_edit(view), session.document());
  if (edited) {
    leave_sentence(view, actions);
  } else {
    view.complain(edited.error().message);
    box.is_active_next = box.wants_focus = true;  // so that the text can be corrected
    box.frames_until_focus = 5;
  }
}

}  // namespace attention_lab

#include "ui/bars/sentence_box.h"

#include "ui/figures/base/rich_text.h"
#include "ui/lab/leave_fields.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/text_field.h"

namespace attention_lab {

void draw_sentence_box(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
                       const Rect& rect) {
  SentenceBox& box = view.sentence;
  const Theme& theme = view.theme();
  const TextSizes sizes = view.sizes();
  view.items.add("sentence", rect);
  if (!box.is_active && box.shown_revision != session.committed_revision()) {
    box.text = view.services.wide_characters.encode(join_tokens(session.document().tokens));
    box.is_too_long = !fits_a_field(box.text);
    if (box.is_too_long) box.text.clear();
    box.shown = box.text;
    box.shown_revision = session.committed_revision();
  }

  const float margin = sizes.body * 0.8f;
  painter.fill(rect, theme.card, 7);
  ImGui::SetCursorScreenPos(upper_left(rect));
  ImGui::SetNextItemWidth(rect.width);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {margin, (rect.height - ImGui::GetFontSize()) / 2});
  ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, field_rounding);
  ImGui::PushStyleColor(ImGuiCol_Border, packed(box.is_active ? theme.accent : theme.line));
  if (box.wants_focus) {
    ImGui::SetKeyboardFocusHere();
    box.wants_focus = false;
  }
  const TextMetrics& metrics = painter.metrics();
  const char* const key = "↵ Enter";
  const float key_width = metrics.width(key, sizes.caption, FontWeight::regular);
  const std::string hint =
      shorten(box.is_too_long ? "Too long to show here. Type another sentence." : "Type a sentence.",
              rect.width - 3 * margin - key_width, ImGui::GetFontSize(), FontWeight::regular, metrics);
  // Instead of half a letter at the border, unless it is edited.
  const std::string text = view.services.wide_characters.decode(box.text);
  const std::string shown =
      shorten(text, rect.width - 2 * margin, ImGui::GetFontSize(), FontWeight::regular, metrics);
  const bool is_shortened = !box.is_active && shown != text;
  if (is_shortened) ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32_BLACK_TRANS);
  const bool is_entered =
      text_field(view, "##sentence", hint.c_str(), box.text, ImGuiInputTextFlags_EnterReturnsTrue);
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
    // Cover the end of a long sentence, where the name of the key is drawn.
    const float left = rect.right() - 2 * margin - key_width;
    painter.fill({left, rect.y + 1, rect.right() - 1 - left, rect.height - 2}, theme.card, 7);
    painter.text({rect.right() - margin, rect.centre().y}, key, theme.accent, sizes.caption,
                 FontWeight::regular, HorizontalAnchor::right);
  } else if (is_hovered) {
    ImGui::SetTooltip(
        "Click, type another sentence and press Enter.\nWords already in it keep their embeddings.");
  }
  if (!is_entered) return;
  const Result<Document> edited = apply_edit(sentence_edit(view), session.document());
  if (edited) {
    leave_sentence(view, actions);
  } else {
    view.complain(to_string(edited.error()));
    box.is_active_next = box.wants_focus = true;  // so that the text can be corrected
    box.frames_until_focus = 5;
  }
}

}  // namespace attention_lab

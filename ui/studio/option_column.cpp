#include "ui/studio/option_column.h"

#include <algorithm>
#include <cmath>

#include "ui/imgui_compat.h"
#include "ui/named_items.h"
#include "ui/plain_text.h"
#include "ui/text_field.h"

namespace attention_lab {

OptionColumn::OptionColumn(ViewState& view, const Painter& painter, const Rect& area)
    : view_(view), painter_(painter), chips_(view, painter), area_(area), y_(area.y) {}

float OptionColumn::gap() const {
  return view_.sizes().body * 0.35f;
}

Rect OptionColumn::next() {
  const float height = Chips::height(view_) * 0.92f;
  const Rect rect{area_.x, std::round(y_), area_.width, std::round(height)};
  y_ += height + gap();
  return rect;
}

void OptionColumn::heading(const char* text) {
  const TextSizes sizes = view_.sizes();
  y_ += sizes.body * (y_ == area_.y ? 0 : 0.3f);
  painter_.text({area_.x, y_ + sizes.body * 0.6f}, text, view_.theme().quiet_text, sizes.caption,
                FontWeight::medium);
  y_ += sizes.body * 1.35f;
}

bool OptionColumn::field_popup(const char* id, const Rect& rect, const char* hint, std::array<char, 64>& text,
                               const std::string& now) {
  place_popup(view_, rect, {view_.sizes().body * 18, view_.sizes().body * 6});
  if (!ImGui::BeginPopup(id)) return false;
  if (ImGui::IsWindowAppearing()) {
    text.fill('\0');
    std::copy_n(now.begin(), std::min(now.size(), text.size() - 1), text.begin());
    ImGui::SetKeyboardFocusHere();
  }
  write_quietly(hint);
  ImGui::SetNextItemWidth(view_.sizes().body * 12);
  const bool is_entered =
      text_field(view_, "##text", "", text.data(), text.size(),
                 ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  name_last_item(view_, std::string(id).substr(2) + ".field");
  if (is_entered) ImGui::CloseCurrentPopup();
  end_popup();
  return is_entered;
}

}  // namespace attention_lab

#include "ui/widgets/option_column.h"

#include <algorithm>
#include <cmath>

#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/named_items.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text_field.h"

namespace attention_lab {

OptionColumn::OptionColumn(WidgetContext& context, const Painter& painter, const Rect& area)
    : context_(context), painter_(painter), controls_(context, painter), area_(area), y_(area.y) {}

float OptionColumn::gap() const {
  return context_.sizes().body * 0.35f;
}

Rect OptionColumn::next() {
  const float height = Controls::height(context_) * 0.92f;
  const Rect rect{area_.x, std::round(y_), area_.width, std::round(height)};
  y_ += height + gap();
  return rect;
}

void OptionColumn::heading(const char* text) {
  const TextSizes sizes = context_.sizes();
  y_ += sizes.body * (y_ == area_.y ? 0 : 0.3f);
  painter_.text({area_.x, y_ + sizes.body * 0.6f}, text, context_.theme().quiet_text, sizes.caption,
                FontWeight::medium);
  y_ += sizes.body * 1.35f;
}

bool OptionColumn::field_popup(const char* id, const Rect& rect, const char* hint, std::array<char, 64>& text,
                               const std::string& now) {
  place_popup(context_, rect, {context_.sizes().body * 18, context_.sizes().body * 6});
  if (!ImGui::BeginPopup(id)) return false;
  if (ImGui::IsWindowAppearing()) {
    text.fill('\0');
    std::copy_n(now.begin(), std::min(now.size(), text.size() - 1), text.begin());
    ImGui::SetKeyboardFocusHere();
  }
  write_quietly(hint);
  ImGui::SetNextItemWidth(context_.sizes().body * 12);
  const bool is_entered =
      text_field(context_, "##text", "", text.data(), text.size(),
                 ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  name_last_item(context_, std::string(id).substr(2) + ".field");
  if (is_entered) ImGui::CloseCurrentPopup();
  end_popup();
  return is_entered;
}

}  // namespace attention_lab

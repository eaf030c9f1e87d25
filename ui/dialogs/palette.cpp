#include <algorithm>
#include <cmath>

#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/palette_entries.h"
#include "ui/figures/base/labels.h"
#include "ui/lab/commands.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/named_items.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text_field.h"

namespace attention_lab {
namespace {

constexpr float palette_width = 38;
constexpr float palette_height = 26;  // of the full list, in multiples of the text size
constexpr std::size_t most_shown = 9;

/// One line; returns whether it was clicked.
bool draw_palette_entry(WidgetContext& view, const PaletteEntry& entry, std::size_t index, bool is_chosen) {
  const TextSizes sizes = view.sizes();
  const Theme& theme = view.theme();
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Rect rect{at.x, at.y, ImGui::GetContentRegionAvail().x, std::round(sizes.body * 2)};
  ImGui::PushID(static_cast<int>(index));
  const bool is_clicked = click_area("##entry", rect);
  ImGui::PopID();
  view.items.add("palette." + std::to_string(index), rect);
  if (is_chosen || ImGui::IsItemHovered())
    painter.fill(rect, is_chosen ? theme.accent_ground : theme.hover_ground, 5);
  const float pad = sizes.body * 0.6f;
  const float keys = painter.text({rect.right() - pad, rect.centre().y}, entry.keys, theme.quiet_text,
                                  sizes.caption, FontWeight::regular, HorizontalAnchor::right);
  view.fonts.need(entry.title);
  const std::string title = shorten_markup(entry.title, rect.width - 3 * pad - keys, sizes.body,
                                           FontWeight::regular, painter.metrics());
  painter.markup({rect.x + pad, rect.centre().y}, title, theme.text, sizes.body);
  return is_clicked;
}

}  // namespace

void open_palette(ViewState& view) {
  view.dialogs.open = Dialog::palette;
  view.dialogs.query.clear();
  view.dialogs.chosen = 0;
}

void draw_palette(const Session& session, ViewState& view, ActionQueue& actions) {
  if (!begin_untitled_dialog(view, Dialog::palette, "Find a command", palette_width, palette_height)) return;
  DialogState& dialogs = view.dialogs;
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const std::string before = dialogs.query;
  const bool is_entered =
      text_field(view, "##query", "Type a command, an option, a preset, a mistake or a file", dialogs.query,
                 ImGuiInputTextFlags_EnterReturnsTrue);
  name_last_item(view, "palette.query");
  if (dialogs.query != before) dialogs.chosen = 0;
  const std::vector<PaletteEntry> entries = palette_entries(session, view, actions);
  if (is_key_pressed(ImGuiKey_DownArrow)) ++dialogs.chosen;
  if (is_key_pressed(ImGuiKey_UpArrow) && dialogs.chosen > 0) --dialogs.chosen;
  if (!entries.empty()) dialogs.chosen = std::min(dialogs.chosen, entries.size() - 1);
  const std::size_t first = dialogs.chosen < most_shown ? 0 : dialogs.chosen - most_shown + 1;
  const PaletteEntry* given = is_entered && !entries.empty() ? &entries[dialogs.chosen] : nullptr;
  for (std::size_t i = first; i < std::min(first + most_shown, entries.size()); ++i) {
    if (draw_palette_entry(view, entries[i], i, i == dialogs.chosen)) given = &entries[i];
  }
  if (entries.empty()) write_quietly("Nothing matches.");
  if (given != nullptr) {
    close_dialog(view);
    given->carry_out();
  } else if (is_key_pressed(ImGuiKey_Escape)) {
    close_dialog(view);
  }
  end_dialog();
}

}  // namespace attention_lab

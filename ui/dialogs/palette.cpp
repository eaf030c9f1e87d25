#include <algorithm>
#include <cmath>
#include <functional>
#include <sstream>
#include <vector>

#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/dialogs/dialogs.h"
#include "ui/lab/commands.h"
#include "ui/lab/requests.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/named_items.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text_field.h"

namespace attention_lab {
namespace {

constexpr float palette_width = 38;
constexpr std::size_t most_shown = 9;

struct PaletteEntry {
  std::string title;
  std::string keys;
  std::function<void()> carry_out;
};

/// Whether every word of the query occurs in the title.
bool matches(const std::string& title, const std::string& query) {
  std::istringstream words(in_small_letters(query));
  const std::string text = in_small_letters(title);
  for (std::string word; words >> word;) {
    if (text.find(word) == std::string::npos) return false;
  }
  return true;
}

std::vector<PaletteEntry> palette_entries(const Session& session, ViewState& view, ActionQueue& actions) {
  std::vector<PaletteEntry> entries;
  const auto add = [&](std::string title, std::string keys, std::function<void()> carry_out) {
    if (matches(title, view.dialogs.query))
      entries.push_back({std::move(title), std::move(keys), std::move(carry_out)});
  };
  for (const CommandEntry& entry : all_commands()) {
    if (entry.command == Command::palette || !entry.applies(session, view)) continue;
    add(title_of(entry, session, view), to_string(entry.keys.front()),
        [&, command = entry.command] { press(command, session, view, actions); });
  }
  for (const auto& [name, title] : view.services.presets)
    add(filled("Preset: <title>", {{"title", title}}), "",
        [&, name = name] { request_preset(session, view, actions, name); });
  for (const std::string& path : view.preferences.recent_files)
    add(filled("Open <file>", {{"file", shortened(path, longest_place)}}), "",
        [&, path] { request_open(session, view, actions, path); });
  return entries;
}

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
  const std::string title = fitting(view, entry.title, rect.width - 3 * pad - keys, FontWeight::regular);
  painter.text({rect.x + pad, rect.centre().y}, title, theme.text, sizes.body);
  return is_clicked;
}

}  // namespace

void open_palette(ViewState& view) {
  view.dialogs.open = Dialog::palette;
  view.dialogs.query.clear();
  view.dialogs.chosen = 0;
}

void draw_palette(const Session& session, ViewState& view, ActionQueue& actions) {
  if (!begin_untitled_dialog(view, Dialog::palette, "Find a command", palette_width)) return;
  DialogState& dialogs = view.dialogs;
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const std::string before = dialogs.query;
  const bool is_entered = text_field(view, "##query", "Type a command, a preset or a file", dialogs.query,
                                     ImGuiInputTextFlags_EnterReturnsTrue);
  name_last_item(view, "palette.query");
  if (dialogs.query != before) dialogs.chosen = 0;
  std::vector<PaletteEntry> entries = palette_entries(session, view, actions);
  if (is_key_pressed(ImGuiKey_DownArrow)) ++dialogs.chosen;
  if (is_key_pressed(ImGuiKey_UpArrow) && dialogs.chosen > 0) --dialogs.chosen;
  if (!entries.empty()) dialogs.chosen = std::min(dialogs.chosen, entries.size() - 1);
  const std::size_t first = dialogs.chosen < most_shown ? 0 : dialogs.chosen - most_shown + 1;
  const PaletteEntry* given = is_entered && !entries.empty() ? &entries[dialogs.chosen] : nullptr;
  for (std::size_t i = first; i < std::min(first + most_shown, entries.size()); ++i) {
    if (draw_palette_entry(view, entries[i], i, i == dialogs.chosen)) given = &entries[i];
  }
  if (entries.empty()) write_quietly("No command, preset or file matches.");
  if (given != nullptr) {
    close_dialog(view);
    given->carry_out();
  } else if (is_key_pressed(ImGuiKey_Escape)) {
    close_dialog(view);
  }
  end_dialog();
}

}  // namespace attention_lab

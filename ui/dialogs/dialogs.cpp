#include "ui/dialogs/dialogs.h"

#include <algorithm>

#include "ui/imgui_compat.h"
#include "ui/plain_text.h"

namespace attention_lab {

namespace {

constexpr double seconds_to_shade = 0.2;  // what is behind a dialog: Dear ImGui takes 1/6 s for it

}  // namespace

bool begin_dialog(ViewState& view, Dialog dialog, const char* title, float width) {
  if (view.dialogs.open != dialog) return false;
  if (!ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float margin = view.sizes().body * 2;
  ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  const float wide = std::min(width * view.sizes().body, screen.x - margin);
  ImGui::SetNextWindowSizeConstraints({wide, 0}, {wide, screen.y - margin});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {view.sizes().body * 1.5f, view.sizes().body * 1.3f});
  ImGui::PushStyleColor(ImGuiCol_PopupBg, packed(view.theme().card));
  const bool is_drawn =
      ImGui::BeginPopupModal(title, nullptr,
                             ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  if (!is_drawn) return false;
  if (ImGui::IsWindowAppearing()) view.dialogs.appeared_at = ImGui::GetTime();
  if (ImGui::GetTime() - view.dialogs.appeared_at < seconds_to_shade) view.want_frame();
  ImGui::PushFont(view.fonts->font(FontWeight::medium, view.sizes().title));
  write(title);
  ImGui::PopFont();
  ImGui::Dummy({0, view.sizes().body * 0.2f});
  return true;
}

void end_dialog() {
  ImGui::EndPopup();
}

void close_dialog(ViewState& view) {
  view.dialogs.open = Dialog::none;
  ImGui::CloseCurrentPopup();
}

namespace {

// Broken at any character where it has no spaces, hence a little less than two lines.
void draw_outside_text(ViewState& view, const std::string& text, FontWeight weight, Colour colour) {
  constexpr float lines = 1.8f;
  const float size = view.sizes().body;
  view.fonts->need(text);
  const std::string shown =
      shorten(text, ImGui::GetContentRegionAvail().x * lines, size, weight, ScreenTextMetrics(*view.fonts));
  ImGui::PushFont(view.fonts->font(weight, size));
  ImGui::PushStyleColor(ImGuiCol_Text, packed(colour));
  write_wrapped(shown);
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

}  // namespace

void draw_name(ViewState& view, const std::string& name) {
  draw_outside_text(view, name, FontWeight::medium, view.theme().text);
}

void draw_path(ViewState& view, const std::string& path) {
  draw_outside_text(view, path, FontWeight::regular, view.theme().quiet_text);
}

bool dialog_button(ViewState& view, const char* label, bool is_main, bool is_enabled) {
  const Theme& theme = view.theme();
  ImGui::PushStyleColor(ImGuiCol_Button, packed(is_main ? theme.accent_ground : theme.card));
  if (!is_enabled) ImGui::BeginDisabled();
  const bool is_pressed = ImGui::Button(label, {0, view.sizes().body * 2.2f});
  if (!is_enabled) ImGui::EndDisabled();
  ImGui::PopStyleColor();
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  view.items.add(std::string("button.") + label, {low.x, low.y, high.x - low.x, high.y - low.y});
  return is_pressed;
}

void draw_dialogs(const Session& session, ViewState& view, ActionQueue& actions) {
  draw_file_dialog(session, view, actions);
  draw_unsaved_dialog(view, actions);
  draw_changed_file_dialog(session, view, actions);
  draw_recovered_dialog(session, view, actions);
  draw_help_overlay(view);
  draw_about_dialog(view);
}

}  // namespace attention_lab

#include "ui/dialogs/dialogs.h"

#include <algorithm>
#include <cmath>

#include "ui/dialogs/corpus_dialog.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/named_items.h"
#include "ui/widgets/plain_text.h"

namespace attention_lab {

namespace {

// Margins around and inside of a dialog, in multiples of the body text size, if the window is large enough.
constexpr float margin_size = 2;
constexpr Point padding_size{1.5f, 1.3f};
constexpr float largest_share = 0.05f;  // each margin's largest share of the window

constexpr double seconds_to_shade = 0.2;  // Dear ImGui takes 1/6 s to shade the background

float margin_of(const WidgetContext& view) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  return std::min(margin_size * view.sizes().body, largest_share * std::min(screen.x, screen.y));
}

ImVec2 padding_of(const WidgetContext& view) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float body = view.sizes().body;
  return {std::min(padding_size.x * body, largest_share * screen.x),
          std::min(padding_size.y * body, largest_share * screen.y)};
}

}  // namespace

bool begin_untitled_dialog(ViewState& view, Dialog dialog, const char* title, float width, float tallest) {
  if (view.dialogs.open != dialog) return false;
  if (!ImGui::IsPopupOpen(title)) {
    ImGui::OpenPopup(title);
    view.dialogs.text_height = view.dialogs.last_height = 0;
  }
  if (view.dialogs.frames_to_settle > 0) {
    --view.dialogs.frames_to_settle;
    view.want_frame();
  }
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  if (tallest > 0) {
    const float top = std::max((screen.y - tallest * view.sizes().body) / 2, margin_of(view) / 2);
    ImGui::SetNextWindowPos({screen.x / 2, std::round(top)}, ImGuiCond_Always, {0.5f, 0});
  } else {
    ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  }
  const float wide = std::min(width * view.sizes().body, screen.x - margin_of(view));
  ImGui::SetNextWindowSizeConstraints({wide, 0}, {wide, screen.y - margin_of(view)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding_of(view));
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
  return true;
}

void draw_dialog_title(WidgetContext& view, const char* title) {
  ImGui::PushFont(view.fonts.font(FontWeight::medium, view.sizes().title));
  write_wrapped(title);
  ImGui::PopFont();
  name_last_item(view, "dialog title");
  ImGui::Dummy({0, view.sizes().body * 0.2f});
}

bool begin_dialog(ViewState& view, Dialog dialog, const char* title, float width) {
  if (!begin_untitled_dialog(view, dialog, title, width)) return false;
  draw_dialog_title(view, title);
  return true;
}

void end_dialog() {
  ImGui::EndPopup();
}

void close_dialog(ViewState& view) {
  view.dialogs.open = Dialog::none;
  ImGui::CloseCurrentPopup();
}

std::string fitting(const WidgetContext& view, const std::string& text, float width, FontWeight weight) {
  view.fonts.need(text);
  return shorten(text, width, view.sizes().body, weight, ScreenTextMetrics(view.fonts));
}

namespace {

// The text can break at any character if it has no spaces, hence a little less than two lines.
void draw_outside_text(WidgetContext& view, const std::string& text, FontWeight weight, Colour colour) {
  constexpr float lines = 1.8f;
  const std::string shown = fitting(view, text, ImGui::GetContentRegionAvail().x * lines, weight);
  ImGui::PushFont(view.fonts.font(weight, view.sizes().body));
  ImGui::PushStyleColor(ImGuiCol_Text, packed(colour));
  write_wrapped(shown);
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

}  // namespace

void draw_name(WidgetContext& view, const std::string& name) {
  draw_outside_text(view, name, FontWeight::medium, view.theme().text);
}

void draw_path(WidgetContext& view, const std::string& path) {
  draw_outside_text(view, path, FontWeight::regular, view.theme().quiet_text);
}

void stay_in_row(const char* label) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float width = ImGui::CalcTextSize(label).x + 2 * style.FramePadding.x;
  const float left = ImGui::GetItemRectMax().x + style.ItemSpacing.x;
  if (left + width <= ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x) ImGui::SameLine();
}

bool dialog_button(WidgetContext& view, const char* label, bool is_main, bool is_enabled) {
  const Theme& theme = view.theme();
  return button(view, label, std::string("button.") + label,
                {.ground = is_main ? theme.accent_ground : theme.card,
                 .is_enabled = is_enabled,
                 .height = view.sizes().body * 2.2f});
}

// The next frame is laid out with this height; in the one after that, Dear ImGui resizes the dialog.
void note_height(ViewState& view, float& height, float present) {
  if (height == present) return;
  height = present;
  view.dialogs.frames_to_settle = 2;
  view.want_frame();
}

float room_above(const WidgetContext& view, float last_height) {
  const float most = ImGui::GetIO().DisplaySize.y - margin_of(view);
  const float room =
      most - ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y - last_height - padding_of(view).y;
  return std::max(room, view.sizes().body * 2);
}

void draw_dialogs(const Session& session, ViewState& view, ActionQueue& actions) {
  draw_file_dialog(session, view, actions);
  switch (view.dialogs.open) {
    case Dialog::unsaved_changes: draw_unsaved_dialog(session, view, actions); break;
    case Dialog::changed_file: draw_changed_file_dialog(session, view, actions); break;
    case Dialog::recovered: draw_recovered_dialog(session, view, actions); break;
    case Dialog::palette: draw_palette(session, view, actions); break;
    case Dialog::corpus: draw_corpus_dialog(session, view, actions); break;
    case Dialog::words: draw_words_dialog(session, view); break;
    default: break;
  }
  draw_help_overlay(session, view, actions);
  draw_about_dialog(view);
}

}  // namespace attention_lab

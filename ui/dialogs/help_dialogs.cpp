// All keys and gestures on one page, and what this program is.
#include <array>

#include "ui/dialogs/dialogs.h"
#include "ui/imgui_compat.h"

namespace attention_lab {
namespace {

struct Help {
  const char* keys;
  const char* what;
};

constexpr std::array editing = {
    Help{"drag sideways", "change a number; Shift: faster, Alt: finer"},
    Help{"double-click, Enter", "type a value"},
    Help{"digits", "type a value over the selected one"},
    Help{"Escape", "the old value back; nothing selected"},
    Help{"arrow keys, Tab", "go to the next number"},
    Help{"Delete", "set to 0"},
    Help{"right-click", "copy, paste, fill, draw anew"},
    Help{"Ctrl+C, Ctrl+V", "copy the matrix, paste numbers"},
    Help{"Ctrl+Z, Ctrl+Y", "undo, redo (also Ctrl+Shift+Z)"},
};

constexpr std::array window = {
    Help{"click", "pin a number in the inspector"},
    Help{"Ctrl+1, Ctrl+2", "pipeline, heatmap"},
    Help{"wheel", "scroll a matrix; with Shift sideways"},
    Help{"Ctrl and wheel", "zoom the pipeline; Ctrl+F fits it"},
    Help{"Ctrl +, Ctrl −, Ctrl+0", "text size"},
    Help{"Ctrl+T", "paper or night"},
    Help{"F11, F1", "full screen, this page"},
    Help{"Ctrl+N, Ctrl+O", "new, open (or drop a file here)"},
    Help{"Ctrl+S, Ctrl+Shift+S", "save, save as"},
    Help{"Ctrl+Q", "quit"},
};

template <std::size_t n>
void column(ViewState& view, const char* title, const std::array<Help, n>& lines) {
  ImGui::PushFont(view.fonts->font(FontWeight::medium, view.sizes().body));
  ImGui::TextUnformatted(title);
  ImGui::PopFont();
  for (const Help& line : lines) {
    const float x = ImGui::GetCursorPosX();
    ImGui::PushStyleColor(ImGuiCol_Text, packed(view.theme().accent));
    ImGui::TextUnformatted(line.keys);
    ImGui::PopStyleColor();
    ImGui::SameLine(x + view.sizes().body * 11.5f);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(line.what);
    ImGui::PopTextWrapPos();
  }
}

void close_on_any_key(ViewState& view) {
  const bool is_elsewhere = ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows) &&
                            !ImGui::IsWindowAppearing();
  if (is_key_pressed(ImGuiKey_Escape) || is_key_pressed(ImGuiKey_Enter) || is_elsewhere) close_dialog(view);
}

}  // namespace

void draw_help_overlay(ViewState& view) {
  if (!begin_dialog(view, Dialog::help, "Keys and mouse", 62)) return;
  if (ImGui::BeginTable("##keys", 2)) {
    ImGui::TableNextColumn();
    column(view, "Numbers", editing);
    ImGui::TableNextColumn();
    column(view, "Window and files", window);
    ImGui::EndTable();
  }
  ImGui::Dummy({0, view.sizes().body * 0.4f});
  if (dialog_button(view, "Close", true)) close_dialog(view);
  close_on_any_key(view);
  end_dialog();
}

void draw_about_dialog(ViewState& view) {
  if (!begin_dialog(view, Dialog::about, "Attention Lab", 34)) return;
  ImGui::TextWrapped("Version %s. Change any number, see every consequence at once, and know why.", view.version.c_str());
  ImGui::Dummy({0, view.sizes().body * 0.3f});
  ImGui::TextWrapped("Free software under the MIT licence. Works offline. Its numbers are those of PyTorch.");
  ImGui::Dummy({0, view.sizes().body * 0.4f});
  if (dialog_button(view, "Close", true)) close_dialog(view);
  close_on_any_key(view);
  end_dialog();
}

}  // namespace attention_lab

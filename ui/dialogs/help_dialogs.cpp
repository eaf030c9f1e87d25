// All keys and gestures on one page, and what this program is.
#include <algorithm>
#include <array>

#include "ui/dialogs/dialogs.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/plain_text.h"

namespace attention_lab {
namespace {

struct Help {
  const char* keys;
  const char* what;
};

constexpr std::array editing_keys = {
    Help{"drag sideways", "change a number; Shift: faster, Alt: finer"},
    Help{"double-click, Enter", "type a value"},
    Help{"digits", "type a value over the selected one"},
    Help{"Escape", "restore the old value; clear the selection"},
    Help{"arrow keys, Tab", "go to the next number"},
    Help{"Delete", "set to 0"},
    Help{"right-click", "export, copy, paste, fill, redraw"},
    Help{"Ctrl+C, Ctrl+V", "copy the matrix, paste numbers"},
    Help{"Ctrl+M", "effect of the selected number on all others"},
    Help{"Ctrl+Z, Ctrl+Y", "undo, redo (also Ctrl+Shift+Z)"},
};

constexpr std::array step_keys = {
    Help{"Space", "steps of one token: play, pause"},
    Help{"← →, Home, End", "another step; in the museum, another stage"},
    Help{"↑ ↓", "another token; in the museum, another exhibit"},
};

constexpr std::array window_keys = {
    Help{"click", "pin a number in the inspector, or unpin it"},
    Help{"Ctrl+1 … Ctrl+4", "pipeline, figures, laboratory, museum"},
    Help{"wheel", "scroll a matrix; with Shift sideways"},
    Help{"Ctrl and wheel", "zoom the pipeline; Ctrl+F fits it"},
    Help{"Ctrl +, Ctrl −, Ctrl+0", "text size"},
    Help{"Ctrl+T", "paper or night"},
    Help{"F5", "presenter view; Escape leaves it"},
    Help{"F11, F1", "full screen, this page"},
    Help{"Ctrl+E, Ctrl+Shift+E", "repeat the last export, export"},
    Help{"Ctrl+N, Ctrl+O", "new, open (or drop a file here)"},
    Help{"Ctrl+S, Ctrl+Shift+S", "save, save as"},
    Help{"Ctrl+Q", "quit"},
};

// Keys in one column, what they do in the next; returns where it ends.
template <std::size_t n>
float column(const ViewState& view, const Painter& painter, Point at, const char* title,
             const std::array<Help, n>& lines) {
  const TextSizes sizes = view.sizes();
  painter.text({at.x, at.y + sizes.body * 0.7f}, title, view.theme().text, sizes.body, FontWeight::medium);
  float y = at.y + sizes.body * 2;
  for (const Help& line : lines) {
    painter.text({at.x, y + sizes.body * 0.7f}, line.keys, view.theme().accent, sizes.body);
    painter.text({at.x + sizes.body * 11.2f, y + sizes.body * 0.7f}, line.what, view.theme().text,
                 sizes.body);
    y += sizes.body * 1.75f;
  }
  return y;
}

void close_on_any_key(ViewState& view) {
  const bool is_elsewhere = ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
                            !ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows) &&
                            !ImGui::IsWindowAppearing();
  if (is_key_pressed(ImGuiKey_Escape) || is_key_pressed(ImGuiKey_Enter) || is_elsewhere) close_dialog(view);
}

}  // namespace

void draw_help_overlay(ViewState& view) {
  if (!begin_dialog(view, Dialog::help, "Keyboard and mouse", 62)) return;
  const Painter painter(*ImGui::GetWindowDrawList(), *view.fonts);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool fits_side_by_side = ImGui::GetContentRegionAvail().x >= view.sizes().body * 56;
  view.fonts->need("←→↑↓");
  const float gap = view.sizes().body * 0.8f;
  const float numbers_bottom = column(view, painter, from_imgui(corner), "Numbers", editing_keys);
  const float left_bottom =
      column(view, painter, {corner.x, numbers_bottom + gap}, "Steps and museum", step_keys);
  const Point second = fits_side_by_side ? Point{corner.x + view.sizes().body * 30, corner.y}
                                         : Point{corner.x, left_bottom + gap};
  const float bottom = std::max(left_bottom, column(view, painter, second, "Window and files", window_keys));
  ImGui::Dummy({0, bottom - corner.y});
  ImGui::Dummy({0, view.sizes().body * 0.4f});
  if (dialog_button(view, "Close", true)) close_dialog(view);
  close_on_any_key(view);
  end_dialog();
}

void draw_about_dialog(ViewState& view) {
  if (!begin_dialog(view, Dialog::about, "Attention Lab", 34)) return;
  write_wrapped("Version " + view.version +
                ". Change any number, see every consequence at once, and know why.");
  ImGui::Dummy({0, view.sizes().body * 0.3f});
  write_wrapped("Free software under the MIT licence. Works offline. Its numbers match PyTorch’s.");
  ImGui::Dummy({0, view.sizes().body * 0.4f});
  if (dialog_button(view, "Close", true)) close_dialog(view);
  close_on_any_key(view);
  end_dialog();
}

}  // namespace attention_lab

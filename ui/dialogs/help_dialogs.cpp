// The help page with all keys and gestures, and the About dialog.
#include <algorithm>
#include <string>
#include <vector>

#include "core/words/matrix_words.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/dialogs/dialogs.h"
#include "ui/lab/commands.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/plain_text.h"

namespace attention_lab {
namespace {

struct Help {
  std::string keys;
  std::string what;
};

const std::vector<Help> numbers_help = {
    {"drag sideways", "change a number (Shift: faster, Alt: finer)"},
    {"drag a label", "change its whole row or column"},
    {"double-click, Enter", "type a value"},
    {"digits", "replace the selected number"},
    {"Escape", "cancel typing, end painting, unpin, stop following"},
    {"arrow keys, Tab", "go to the next number; in Spaces, move the point, next token"},
    {"Delete", "set to 0"},
    {"right-click", "export, copy, collapse, fill, redraw"},
    {"Ctrl+C, Ctrl+V", "copy the matrix, paste numbers"},
};

const std::vector<Help> steps_help = {
    {"Space", "next step of one token; train or pause"},
    {"← →, Home, End", "go to another step, or stage of the museum"},
    {"↑ ↓", "go to another token, or exhibit of the museum"},
};

const std::vector<Help> mouse_help = {
    {"click", "pin a number in the inspector, or unpin it"},
    {"click a token’s name", "follow it through all matrices, or stop"},
    {"click a title, an arrow", "enlarge this operation (Escape shows everything)"},
    {"wheel", "scroll a matrix (Shift: sideways)"},
    {"Ctrl+wheel", "zoom the pipeline"},
    {"middle button", "drag the enlarged pipeline"},
    {"Space and drag", "drag it with the left button"},
};

const std::vector<Help> menu_help = {{"Alt+letter", "open a menu; arrow keys and Enter choose"}};

/// Commands that share a line; the keys and names come from the table of commands.
using CommandLine = std::vector<Command>;
const std::vector<CommandLine> number_commands = {
    {Command::influence}, {Command::spotlight}, {Command::drag_attention}, {Command::undo, Command::redo}};

const std::vector<CommandLine> step_commands = {{Command::play_steps, Command::predict_first}};
const std::vector<CommandLine> model_commands = {
    {Command::divide_by_root}, {Command::mask, Command::paint_mask},           {Command::next_head},
    {Command::next_sentence},  {Command::next_stage, Command::previous_stage}, {Command::pin_state},
    {Command::compare_states}};

std::vector<CommandLine> window_commands() {
  std::vector<CommandLine> lines = {{Command::help}, {Command::palette}};
  const std::size_t before = lines.size();
  for (const WorkspaceEntry& workspace : all_workspaces()) {
    if (lines.size() == before || lines.back().size() == 2) lines.emplace_back();
    lines.back().push_back(command_to_show(workspace.id));
  }
  const std::vector<CommandLine> others = {
      {Command::present, Command::full_screen},
      {Command::black_window, Command::pen},
      {Command::lock_document},
      {Command::more_controls, Command::fit_window},
      {Command::larger_text, Command::smaller_text, Command::normal_text},
      {Command::other_theme},
      {Command::new_document, Command::open},
      {Command::save, Command::save_as},
      {Command::export_dialog, Command::export_again},
      {Command::quit},
  };
  lines.insert(lines.end(), others.begin(), others.end());
  return lines;
}

Help help_of(const CommandLine& line) {
  Help help;
  for (const Command command : line) {
    const CommandEntry& entry = entry_of(command);
    const char* between = help.what.empty() ? "" : ", ";
    help.what.append(between).append(in_small_letters(entry.name));
    help.keys.append(between).append(to_string(entry.keys.front()));
  }
  return help;
}

std::vector<Help> with_commands(std::vector<Help> lines, const std::vector<CommandLine>& commands) {
  for (const CommandLine& line : commands) lines.push_back(help_of(line));
  return lines;
}

// Keys in one column and descriptions in the next; returns the bottom.
float column(const WidgetContext& view, const Painter& painter, Point at, const char* title,
             const std::vector<Help>& lines) {
  const TextSizes sizes = view.sizes();
  painter.text({at.x, at.y + sizes.body * 0.7f}, title, view.theme().text, sizes.body, FontWeight::medium);
  float y = at.y + sizes.body * 2;
  for (const Help& line : lines) {
    painter.text({at.x, y + sizes.body * 0.7f}, line.keys, view.theme().accent, sizes.body);
    painter.markup({at.x + sizes.body * 11.2f, y + sizes.body * 0.7f}, as_markup(line.what),
                   view.theme().text, sizes.body);
    y += sizes.body * 1.75f;
  }
  return y;
}

void close_on_any_key(ViewState& view) {
  const bool is_elsewhere = ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
                            !ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows |
                                                    ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
                            !ImGui::IsWindowAppearing();
  if (is_key_pressed(ImGuiKey_Escape) || is_key_pressed(ImGuiKey_Enter) || is_elsewhere) close_dialog(view);
}

}  // namespace

void draw_help_overlay(const Session& session, ViewState& view, ActionQueue& actions) {
  if (!begin_dialog(view, Dialog::help, "Keyboard and mouse", 64)) return;
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool fits_side_by_side = ImGui::GetContentRegionAvail().x >= view.sizes().body * 56;
  view.fonts.need("←→↑↓");
  const float gap = view.sizes().body * 0.8f;
  const float numbers_bottom =
      column(view, painter, from_imgui(corner), "Numbers",
             with_commands(with_commands(numbers_help, number_commands), model_commands));
  const float left_bottom = column(view, painter, {corner.x, numbers_bottom + gap}, "Steps and museum",
                                   with_commands(steps_help, step_commands));
  const Point second = fits_side_by_side ? Point{corner.x + view.sizes().body * 30, corner.y}
                                         : Point{corner.x, left_bottom + gap};
  const float mouse_bottom = column(view, painter, second, "Mouse", mouse_help);
  const float bottom =
      std::max(left_bottom, column(view, painter, {second.x, mouse_bottom + gap}, "Window and files",
                                   with_commands(menu_help, window_commands())));
  ImGui::Dummy({0, bottom - corner.y});
  ImGui::Dummy({0, view.sizes().body * 0.4f});
  if (dialog_button(view, "Close", true)) close_dialog(view);
  stay_in_row("All words");
  const bool wants_words = dialog_button(view, "All words", false);
  const char* tour = entry_of(Command::tour).name;
  stay_in_row(tour);
  const bool wants_tour = dialog_button(view, tour, false);
  close_on_any_key(view);
  if (wants_words || wants_tour) close_dialog(view);
  if (wants_words) open_words(view);
  if (wants_tour) press(Command::tour, session, view, actions);
  end_dialog();
}

void draw_about_dialog(ViewState& view) {
  if (!begin_dialog(view, Dialog::about, "Attention Lab", 34)) return;
  write_wrapped(filled("Version <version>. Change any number, see every consequence at once, and know why.",
                       {{"version", view.services.version}}));
  ImGui::Dummy({0, view.sizes().body * 0.3f});
  write_wrapped("Free software under the MIT licence. Works offline. Its numbers match PyTorch’s.");
  ImGui::Dummy({0, view.sizes().body * 0.4f});
  if (dialog_button(view, "Close", true)) close_dialog(view);
  close_on_any_key(view);
  end_dialog();
}

}  // namespace attention_lab

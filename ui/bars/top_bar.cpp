#include "ui/bars/top_bar.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/words/outside_text.h"
#include "ui/bars/history_menu.h"
#include "ui/bars/model_menu.h"
#include "ui/lab/shortcuts.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/named_items.h"
#include "ui/widgets/plain_text.h"
#include "ui/workspaces/figures/figure_menu.h"

namespace attention_lab {
namespace {

class TopBar {
 public:
  TopBar(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
         const Rect& area)
      : session_(session),
        view_(view),
        actions_(actions),
        painter_(painter),
        area_(area),
        theme_(view.theme()),
        sizes_(view.sizes()) {}

  void draw() {
    painter_.fill(area_, theme_.card);
    painter_.fill({area_.x, area_.bottom() - 1, area_.width, 1}, theme_.line);
    const float menus = draw_menus();
    float x = area_.x + sizes_.body * 1.3f;
    // With large text the name goes first, then the tabs become a list.
    const char* name = "Attention Lab";
    const float name_width =
        painter_.metrics().width(name, sizes_.title, FontWeight::medium) + sizes_.body * 2;
    float tabs_width = 0;
    for (const Tab& each : tabs) tabs_width += tab_width(each) + sizes_.body * 0.5f;
    if (x + tabs_width > menus) {
      draw_list_of_workspaces({area_.x + sizes_.body * 0.8f, area_.y}, menus);
      return;
    }
    if (x + name_width + tabs_width <= menus) {
      painter_.text({x, area_.centre().y}, name, theme_.text, sizes_.title, FontWeight::medium);
      x += name_width;
    }
    for (const Tab& each : tabs) x += draw_tab(x, each) + sizes_.body * 0.5f;
  }

 private:
  struct Tab {
    const char* label;
    Workspace workspace;
    const char* what;
    const char* keys;
  };
  static constexpr std::array tabs = {
      Tab{"Pipeline", Workspace::pipeline, "every matrix from the embeddings to the context vectors",
          "Ctrl+1"},
      Tab{"Figures", Workspace::figures, "pictures for slides and papers, exactly as they are saved",
          "Ctrl+2"},
      Tab{"Laboratory", Workspace::laboratory, "why divide by √d_k? Experiments to run yourself", "Ctrl+3"},
      Tab{"Museum", Workspace::museum, "common mistakes with attention, next to the correct way", "Ctrl+4"},
  };

  float tab_width(const Tab& tab) const {
    return painter_.metrics().width(tab.label, sizes_.body, FontWeight::medium) + sizes_.body * 2.2f;
  }

  void draw_list_of_workspaces(Point at, float right) {
    Controls controls(view_, painter_);
    std::vector<Choice> choices;
    std::string shown;
    for (const Tab& each : tabs) {
      choices.push_back({each.label, escape_markup(each.what)});
      if (each.workspace == view_.workspace) shown = each.label;
    }
    const float height = Controls::height(view_);
    const float width = std::min(controls.choice_width("", "Laboratory"), right - at.x);
    const int chosen = controls.choice({at.x, std::round(area_.centre().y - height / 2), width, height},
                                       "workspaces", "", shown, choices, "What the window shows.");
    if (chosen >= 0) view_.workspace = tabs[static_cast<std::size_t>(chosen)].workspace;
  }

  float draw_tab(float x, const Tab& tab) {
    const bool is_chosen = view_.workspace == tab.workspace;
    const float width = tab_width(tab);
    const float height = sizes_.body * 2.3f;
    const Rect rect{std::round(x), std::round(area_.centre().y - height / 2), std::round(width),
                    std::round(height)};
    view_.items.add("workspace." + std::string(to_string(tab.workspace)), rect);
    if (click_area(tab.label, rect)) view_.workspace = tab.workspace;
    const bool is_hovered = ImGui::IsItemHovered();
    if (is_hovered) ImGui::SetTooltip("%s: %s (%s)", tab.label, tab.what, tab.keys);
    if (is_chosen || is_hovered)
      painter_.fill(rect, is_chosen ? theme_.accent_ground : theme_.hover_ground, 7);
    painter_.text(rect.centre(), tab.label, is_chosen ? theme_.accent : theme_.quiet_text, sizes_.body,
                  is_chosen ? FontWeight::medium : FontWeight::regular, HorizontalAnchor::centre);
    return width;
  }

  /// Returns where they begin.
  float draw_menus() {
    float x = area_.right() - sizes_.body * 0.8f;
    // From right to left, so that they end at the border whatever the text size.
    menu(x, "Help", [this] { help_menu(); });
    menu(x, "View", [this] { view_menu(); });
    menu(x, "Edit", [this] { edit_menu(); });
    menu(x, "Presets", [this] { presets_menu(); });
    menu(x, "File", [this] { file_menu(); });
    return x;
  }

  template <class Entries>
  void menu(float& right, const char* label, Entries entries) {
    const float width =
        painter_.metrics().width(label, sizes_.body, FontWeight::regular) + sizes_.body * 1.3f;
    const float height = sizes_.body * 2.1f;
    const Rect rect{std::round(right - width), std::round(area_.centre().y - height / 2), std::round(width),
                    std::round(height)};
    right -= width;
    view_.items.add("menu." + std::string(label), rect);
    const std::string popup = std::string("##menu ") + label;
    const bool is_clicked = click_area(label, rect);
    const bool is_hovered = ImGui::IsItemHovered();
    if (is_clicked) ImGui::OpenPopup(popup.c_str());
    const bool is_open = ImGui::IsPopupOpen(popup.c_str());
    if (is_hovered || is_open) painter_.fill(rect, theme_.hover_ground, 6);
    painter_.text(rect.centre(), label, theme_.text, sizes_.body, FontWeight::regular,
                  HorizontalAnchor::centre);
    ImGui::SetNextWindowPos({rect.right(), rect.bottom() + 3}, ImGuiCond_Always, {1, 0});
    if (ImGui::BeginPopup(popup.c_str())) {
      entries();
      end_popup();
    }
  }

  void entry(const char* label, const char* keys, Shortcut shortcut, bool is_enabled = true,
             bool is_checked = false, const std::string& what = {}) {
    const std::string shown = what.empty() ? label : label + (": " + what);
    if (menu_entry(view_, shown, label, {keys, is_enabled, is_checked}))
      press(shortcut, session_, view_, actions_);
  }

  void file_menu() {
    entry("New", "Ctrl+N", Shortcut::new_document);
    entry("Open …", "Ctrl+O", Shortcut::open);
    if (ImGui::BeginMenu("Open recent", !view_.recent_files.empty())) {
      for (const std::string& path : view_.recent_files) {
        ImGui::PushID(path.c_str());
        if (menu_entry(view_, entry_label(shortened(path, longest_place)), "recent file"))
          request_open(session_, view_, actions_, path);
        ImGui::PopID();
      }
      ImGui::EndMenu();
    }
    ImGui::Separator();
    entry("Save", "Ctrl+S", Shortcut::save);
    entry("Save as …", "Ctrl+Shift+S", Shortcut::save_as);
    ImGui::Separator();
    entry("Export …", "Ctrl+Shift+E", Shortcut::export_dialog);
    entry("Repeat last export", "Ctrl+E", Shortcut::export_again);
    draw_copy_entries(view_, actions_, "Copy the document as", WholeDocument{});
    ImGui::Separator();
    entry("Quit", "Ctrl+Q", Shortcut::quit);
  }

  void presets_menu() {
    for (const auto& [name, title] : view_.presets) {
      if (menu_entry(view_, entry_label(title), "preset " + name))
        request_preset(session_, view_, actions_, name);
    }
  }

  void edit_menu() {
    const History& history = session_.history();
    entry("Undo", "Ctrl+Z", Shortcut::undo, history.can_undo(), false,
          history.can_undo() ? history.undo_name() : "");
    entry("Redo", "Ctrl+Y", Shortcut::redo, history.can_redo(), false,
          history.can_redo() ? history.redo_name() : "");
    draw_history_menu(session_, view_, actions_);
    ImGui::Separator();
    draw_model_entries(session_, view_, actions_);
  }

  void view_menu() {
    entry("Pipeline", "Ctrl+1", Shortcut::pipeline, true, view_.workspace == Workspace::pipeline);
    entry("Figures", "Ctrl+2", Shortcut::figures, true, view_.workspace == Workspace::figures);
    entry("√d_k laboratory", "Ctrl+3", Shortcut::laboratory, true, view_.workspace == Workspace::laboratory);
    entry("Museum of mistakes", "Ctrl+4", Shortcut::museum, true, view_.workspace == Workspace::museum);
    ImGui::Separator();
    entry("Effect of the selected number", "Ctrl+M", Shortcut::influence, true, view_.shows_influence);
    entry("Steps of one token", nullptr, Shortcut::steps, true, view_.steps.is_open);
    entry("Fit to window", "Ctrl+F", Shortcut::fit_window, view_.pipeline.zoom.has_value());
    entry("Larger text", "Ctrl +", Shortcut::larger_text);
    entry("Smaller text", "Ctrl −", Shortcut::smaller_text);
    entry("Normal text", "Ctrl+0", Shortcut::normal_text);
    ImGui::Separator();
    entry(view_.theme_name == ThemeName::paper ? "Night theme" : "Paper theme", "Ctrl+T",
          Shortcut::other_theme);
    entry("Presenter view", "F5", Shortcut::present);
    entry(view_.is_full_screen ? "Leave full screen" : "Full screen", "F11", Shortcut::full_screen);
  }

  void help_menu() {
    entry("Keyboard and mouse", "F1", Shortcut::help);
    if (menu_entry(view_, "About Attention Lab")) view_.dialogs.open = Dialog::about;
  }

  const Session& session_;
  ViewState& view_;
  ActionQueue& actions_;
  const Painter& painter_;
  Rect area_;
  const Theme& theme_;
  TextSizes sizes_;
};

}  // namespace

float top_bar_height(const ViewState& view) {
  return std::round(view.sizes().body * 3.3f);
}

void draw_top_bar(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
                  const Rect& area) {
  TopBar(session, view, actions, painter, area).draw();
}

}  // namespace attention_lab

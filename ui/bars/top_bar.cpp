#include "ui/bars/top_bar.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <string>
#include <utility>

#include "core/words/matrix_words.h"
#include "core/words/outside_text.h"
#include "ui/bars/history_menu.h"
#include "ui/bars/preferences_menu.h"
#include "ui/lab/commands.h"
#include "ui/lab/requests.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/named_items.h"
#include "ui/widgets/paint.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/plain_text.h"
#include "ui/workspaces/figures/figure_menu.h"

namespace attention_lab {
namespace {

/// “Your journey starts with one step: two heads” → “Your journey starts with one step”
std::string sentence_of_preset(const std::string& title) {
  return title.substr(0, title.find(": "));
}

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
    // If the text is large, the name is dropped first; then the tabs become a list.
    const char* name = "Attention Lab";
    const float name_width =
        painter_.metrics().width(name, sizes_.title, FontWeight::medium) + sizes_.body * 2;
    float tabs_width = 0;
    for (const WorkspaceEntry& each : all_workspaces()) tabs_width += tab_width(each) + sizes_.body * 0.5f;
    if (x + tabs_width > menus) {
      draw_list_of_workspaces({area_.x + sizes_.body * 0.8f, area_.y}, menus);
      return;
    }
    if (x + name_width + tabs_width <= menus) {
      painter_.text({x, area_.centre().y}, name, theme_.text, sizes_.title, FontWeight::medium);
      x += name_width;
    }
    for (const WorkspaceEntry& each : all_workspaces()) x += draw_tab(x, each) + sizes_.body * 0.5f;
  }

 private:
  float tab_width(const WorkspaceEntry& tab) const {
    return painter_.metrics().width(tab.tab, sizes_.body, FontWeight::medium) + sizes_.body * 2.2f;
  }

  void draw_list_of_workspaces(Point at, float right) {
    Controls controls(view_, painter_);
    std::vector<Choice> choices;
    std::string shown;
    for (const WorkspaceEntry& each : all_workspaces()) {
      choices.push_back({each.tab, escape_markup(each.description)});
      if (each.id == view_.workspace) shown = each.tab;
    }
    const float height = Controls::height(view_);
    const float width = std::min(controls.choice_width("", "Laboratory"), right - at.x);
    const int chosen = controls.choice({at.x, std::round(area_.centre().y - height / 2), width, height},
                                       "workspaces", "", shown, choices, "What the window shows.");
    if (chosen >= 0) view_.workspace = all_workspaces()[static_cast<std::size_t>(chosen)].id;
  }

  float draw_tab(float x, const WorkspaceEntry& tab) {
    const bool is_chosen = view_.workspace == tab.id;
    const float width = tab_width(tab);
    const float height = sizes_.body * 2.3f;
    const Rect rect{std::round(x), std::round(area_.centre().y - height / 2), std::round(width),
                    std::round(height)};
    view_.items.add("workspace." + std::string(tab.name), rect);
    if (click_area(tab.tab, rect)) view_.workspace = tab.id;
    const bool is_hovered = ImGui::IsItemHovered();
    if (is_hovered) {
      draw_tooltip(view_, filled("<name>: <description> (Ctrl+<key>)", {{"name", tab.tab},
                                                                        {"description", tab.description},
                                                                        {"key", std::string(1, tab.key)}}));
    }
    if (is_chosen || is_hovered)
      painter_.fill(rect, is_chosen ? theme_.accent_ground : theme_.hover_ground, 7);
    painter_.text(rect.centre(), tab.tab, is_chosen ? theme_.accent : theme_.quiet_text, sizes_.body,
                  is_chosen ? FontWeight::medium : FontWeight::regular, HorizontalAnchor::centre);
    return width;
  }

  /// Returns their left edge.
  float draw_menus() {
    float x = area_.right() - sizes_.body * 0.8f;
    // From right to left, so that they end at the border at any text size.
    menu(x, "Help", [this] { help_menu(); });
    menu(x, "View", [this] { view_menu(); });
    menu(x, "Edit", [this] { edit_menu(); });
    menu(x, "Presets", [this] { presets_menu(); });
    menu(x, "File", [this] { file_menu(); });
    if (view_.is_locked) draw_lock(x);
    Rect rest{area_.x, area_.y, x - sizes_.body * 0.4f - area_.x, area_.height};
    place_countdown(view_, view_.countdown, rest);
    return rest.right();
  }

  /// A padlock to the left of `right`, which moves to its left edge.
  void draw_lock(float& right) {
    const float side = std::round(sizes_.body * 2.1f);
    const Rect rect{std::round(right - side), std::round(area_.centre().y - side / 2), side, side};
    right = rect.x;
    view_.items.add("lock", rect);
    if (click_area("##lock", rect)) press(Command::lock_document, session_, view_, actions_);
    const bool is_hovered = ImGui::IsItemHovered();
    if (is_hovered) {
      painter_.fill(rect, theme_.hover_ground, 6);
      draw_tooltip(view_, "The document is locked. Click to unlock it.");
    }
    const float size = std::round(sizes_.body);
    draw_padlock(painter_,
                 {std::round(rect.centre().x - size / 2), std::round(rect.centre().y - size / 2), size, size},
                 true, theme_.accent, is_hovered ? theme_.hover_ground : theme_.card);
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
    const bool is_called = ImGui::GetIO().KeyAlt && takes_keys(view_) && is_letter_pressed(label[0]);
    if (is_clicked || is_called) ImGui::OpenPopup(popup.c_str());
    const bool is_open = ImGui::IsPopupOpen(popup.c_str());
    if (is_hovered || is_open) painter_.fill(rect, theme_.hover_ground, 6);
    painter_.text(rect.centre(), label, theme_.text, sizes_.body, FontWeight::regular,
                  HorizontalAnchor::centre);
    ImGui::SetNextWindowPos({rect.right(), rect.bottom() + 3}, ImGuiCond_Always, {1, 0});
    if (ImGui::BeginPopup(popup.c_str())) {
      let_keys_choose();
      entries();
      end_popup();
    }
  }

  void entries(std::initializer_list<Command> commands) {
    for (const Command command : commands) command_entry(command, session_, view_, actions_);
  }

  void file_menu() {
    entries({Command::new_document, Command::open});
    if (ImGui::BeginMenu("Open recent", !view_.preferences.recent_files.empty())) {
      for (const std::string& path : view_.preferences.recent_files) {
        ImGui::PushID(path.c_str());
        if (menu_entry(view_, entry_label(shortened(path, longest_place)), "recent file"))
          request_open(session_, view_, actions_, path);
        ImGui::PopID();
      }
      ImGui::EndMenu();
    }
    ImGui::Separator();
    entries({Command::save, Command::save_as});
    ImGui::Separator();
    entries({Command::export_dialog, Command::export_again});
    draw_copy_entries(view_, actions_, "Copy the document as", WholeDocument{});
    ImGui::Separator();
    entries({Command::quit});
  }

  /// Presets that share a sentence are listed under it, each showing only what differs.
  void presets_menu() {
    const auto& presets = view_.services.presets;
    for (std::size_t first = 0, end = 0; first < presets.size(); first = end) {
      const std::string sentence = sentence_of_preset(presets[first].second);
      end = first + 1;
      while (end < presets.size() && sentence_of_preset(presets[end].second) == sentence) ++end;
      const bool has_heading = end - first > 1;
      if (has_heading) write_quietly(sentence);
      for (std::size_t i = first; i < end; ++i) preset_entry(presets[i], has_heading ? sentence.size() : 0);
      if (has_heading && end < presets.size()) ImGui::Separator();
    }
  }

  /// Without the beginning of its title, which is shown already.
  void preset_entry(const std::pair<std::string, std::string>& preset, std::size_t shown_already) {
    const auto& [name, title] = preset;
    const Document* opened = session_.saved();
    const bool is_open = view_.file_path.empty() && opened != nullptr && opened->title == title;
    const std::string rest =
        title.substr(std::min(title.find_first_not_of(": ", shown_already), title.size()));
    if (menu_entry(view_, entry_label(title), "preset " + name,
                   {.is_checked = is_open, .markup = as_markup(rest)}))
      request_preset(session_, view_, actions_, name);
  }

  void edit_menu() {
    entries({Command::undo, Command::redo});
    draw_history_menu(session_, view_, actions_);
    entries({Command::reset_document, Command::lock_document});
    ImGui::Separator();
    entries({Command::redraw_torch_rand, Command::redraw_nn_linear});
    if (session_.model().n_heads() > 1) entries({Command::redraw_split});
    ImGui::Separator();
    entries({Command::add_sentence, Command::remove_sentence});
    ImGui::Separator();
    entries({Command::share_words});
    if (ImGui::IsItemHovered()) {
      draw_tooltip(view_,
                   session_.document().vocabulary
                       ? "Turn this off to give each token its own embedding."
                       : "Turn this on to give equal words the embedding of the first: edit one, and all of "
                         "them change.");
    }
    entries({Command::biases, Command::output_projection});
    ImGui::Separator();
    entries({Command::drag_attention});
    if (ImGui::IsItemHovered()) {
      draw_tooltip(
          view_,
          "Drag a cell of the attention weights up or down, in the pipeline or in the heatmap: W_q and "
          "W_k change until it has that weight.");
    }
    entries({Command::hold_other_weights});
    if (ImGui::IsItemHovered())
      draw_tooltip(view_, "On: the other weights stay near their values. Off: only the dragged one counts.");
    entries({Command::paint_mask});
  }

  void view_menu() {
    entries({Command::palette});
    ImGui::Separator();
    for (const WorkspaceEntry& each : all_workspaces())
      command_entry(command_to_show(each.id), session_, view_, actions_);
    ImGui::Separator();
    entries({Command::steps, Command::play_steps, Command::predict_first});
    ImGui::Separator();
    entries({Command::divide_by_root, Command::mask, Command::next_head, Command::next_sentence,
             Command::next_stage, Command::previous_stage, Command::more_controls});
    ImGui::Separator();
    submenu("Highlight",
            {Command::influence, Command::spotlight, Command::hold_colours, Command::show_all_matrices});
    submenu("Compare", {Command::pin_state, Command::unpin_state, Command::compare_states});
    submenu("Size", {Command::larger_text, Command::smaller_text, Command::normal_text, Command::fit_window});
    submenu("In class", {Command::black_window, Command::pen, Command::countdown_of_half_a_minute,
                         Command::countdown_of_a_minute, Command::countdown_of_two_minutes});
    ImGui::Separator();
    entries({Command::other_theme, Command::present, Command::full_screen});
    draw_preferences_menu(view_, view_.preferences);
  }

  void submenu(const char* title, std::initializer_list<Command> commands) {
    const bool is_open = ImGui::BeginMenu(title);
    name_last_item(view_, std::string("entry.") + title);
    if (!is_open) return;
    entries(commands);
    ImGui::EndMenu();
  }

  void help_menu() { entries({Command::tour, Command::words, Command::help, Command::about}); }

  const Session& session_;
  ViewState& view_;
  ActionQueue& actions_;
  const Painter& painter_;
  Rect area_;
  const Theme& theme_;
  TextSizes sizes_;
};

}  // namespace

float top_bar_height(const WidgetContext& view) {
  return std::round(view.sizes().body * 3.3f);
}

void draw_top_bar(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
                  const Rect& area) {
  TopBar(session, view, actions, painter, area).draw();
}

}  // namespace attention_lab

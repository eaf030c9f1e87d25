#include "ui/bars/history_menu.h"

#include <algorithm>
#include <cstdint>

#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "ui/widgets/named_items.h"
#include "ui/widgets/plain_text.h"

namespace attention_lab {
namespace {

constexpr std::size_t most_steps = 40;  // shown at once; the current one is among them

/// One entry; step 0 is called "Opened".
void draw_history_step(const History& history, std::size_t steps, WidgetContext& view, ActionQueue& actions) {
  const bool is_present = steps == history.undo_steps();
  const std::string name = steps == 0 ? "Opened" : history.name_of_step(steps - 1);
  ImGui::PushID(static_cast<int>(steps));
  const std::string item = "history " + std::to_string(steps);
  view.fonts.need(name);
  const MenuEntryLook look{.is_checked = is_present, .markup = as_markup(shortened(name, longest_place))};
  if (menu_entry(view, entry_label(name), item, look)) actions.push(GoToStep{steps});
  ImGui::PopID();
}

}  // namespace

void draw_history_menu(const Session& session, WidgetContext& view, ActionQueue& actions) {
  const History& history = session.history();
  const std::size_t all = history.undo_steps() + history.redo_steps();
  const bool is_open = ImGui::BeginMenu("History", all > 0);
  name_last_item(view, "entry.History");
  if (!is_open) return;
  const std::size_t present = history.undo_steps();
  const std::size_t first =
      present > most_steps / 2 ? std::min(present - most_steps / 2, all - std::min(all, most_steps)) : 0;
  const std::size_t last = std::min(first + most_steps, all);
  if (first > 0) write_quietly(counted(static_cast<std::int64_t>(first), "earlier step"));
  for (std::size_t steps = first; steps <= last; ++steps) draw_history_step(history, steps, view, actions);
  if (last < all) write_quietly(counted(static_cast<std::int64_t>(all - last), "later step"));
  ImGui::EndMenu();
}

}  // namespace attention_lab

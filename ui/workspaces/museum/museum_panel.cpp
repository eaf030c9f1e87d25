#include "ui/workspaces/museum/museum_panel.h"

#include <algorithm>
#include <cmath>

#include "core/mistakes/exhibit.h"
#include "core/words/matrix_words.h"
#include "ui/dialogs/dialogs.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/scroll_area.h"
#include "ui/workspaces/museum/exhibit_view.h"
#include "ui/workspaces/museum/exhibit_work.h"

namespace attention_lab {
namespace {

// Wide enough for the titles, but at most a third of the width if the text is large.
float list_width(const WidgetContext& view, float width) {
  const float least = std::min(200 * view.scale(), width / 3);
  return std::round(std::clamp(width * 0.2f, least, std::max(least, 270 * view.scale())));
}

void update(const Session& session, ViewState& view) {
  update_exhibit(session, view);
  update_marks(session, view, view.museum);
}

// Progress of the exhibit's computation, and a cancel button.
void draw_waiting(ViewState& view, const Rect& area) {
  constexpr double seconds_until_shown = 0.3;  // short computations need no progress bar
  constexpr float bar_width = 20;              // the following three are multiples of the text size
  constexpr float bar_height = 0.6f;
  constexpr float button_height = 2.2f;  // the height of dialog_button()
  MuseumState& museum = view.museum;
  const float size = view.sizes().body;
  const float border = std::round(18 * view.scale());
  ScrollArea scroll("##waiting", area);
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  const Paragraph title = set_paragraph(as_markup(text_of(museum.mistake).title), area.width - 2 * border,
                                        view.sizes().display, FontWeight::medium, painter.metrics());
  const Point corner{scroll.corner().x + border, scroll.corner().y + border * 0.8f};
  draw(painter, title, corner, view.theme().text);
  ImGui::SetCursorScreenPos({corner.x, corner.y + title.height() + size});
  if (museum.work && !museum.given_up) {
    if (ImGui::GetTime() - museum.work->since < seconds_until_shown) return;
    write("Computing the document with this mistake…");
    const float width = std::min(size * bar_width, area.width / 2);
    const float y = ImGui::GetCursorScreenPos().y + size * 0.4f;
    ImGui::SetCursorScreenPos({corner.x, y + size * (button_height - bar_height) / 2});
    ImGui::PushStyleColor(ImGuiCol_FrameBg, packed(view.theme().line));
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, packed(view.theme().accent));
    ImGui::ProgressBar(museum.work->done, {width, size * bar_height}, "");
    ImGui::PopStyleColor(2);
    ImGui::SetCursorScreenPos({corner.x + width + size, y});
    if (dialog_button(view, "Cancel", false)) cancel_exhibit(view.museum);
    return;
  }
  write("This exhibit has not been computed.");
  ImGui::SetCursorScreenPos({corner.x, ImGui::GetCursorScreenPos().y + size * 0.4f});
  if (dialog_button(view, "Compute", true)) museum.given_up.reset();
}

// Up and down choose an exhibit, left and right a stage.
void handle_keys(const Session& session, ViewState& view) {
  if (!takes_keys(view)) return;
  if (is_key_pressed(ImGuiKey_UpArrow)) step_exhibit(view.museum, -1);
  if (is_key_pressed(ImGuiKey_DownArrow)) step_exhibit(view.museum, 1);
  if (is_key_pressed(ImGuiKey_LeftArrow)) step_stage(session, view, -1);
  if (is_key_pressed(ImGuiKey_RightArrow)) step_stage(session, view, 1);
}

}  // namespace

Rect draw_museum(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area) {
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  handle_keys(session, view);
  update(session, view);
  const float gap = std::round(12 * view.scale());
  // The presenter view passes the whole window without a margin.
  const Rect room = view.presenter ? area.expanded(-gap) : area;
  const Rect list{room.x, room.y, list_width(view, room.width), room.height};
  const Rect exhibit{list.right() + gap, room.y, room.width - list.width - gap, room.height};
  painter.card(list, view.theme().card, view.theme().line);
  painter.card(exhibit, view.theme().card, view.theme().line);
  view.items.add("museum.list", list);
  view.items.add("museum.exhibit", exhibit);
  draw_exhibit_list(session, view, view.museum, list);
  // Again, so that a click on the list takes effect in this frame.
  update(session, view);
  if (has_exhibit(session, view.museum)) {
    draw_exhibit(session, view, actions, exhibit);
  } else {
    draw_waiting(view, exhibit);
  }
  return area;
}

}  // namespace attention_lab

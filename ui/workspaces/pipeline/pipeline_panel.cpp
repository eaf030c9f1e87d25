#include "ui/workspaces/pipeline/pipeline_panel.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/steps/place.h"
#include "ui/figures/pipeline/pipeline_figure.h"
#include "ui/workspaces/figures/figure_menu.h"
#include "ui/workspaces/figures/plot_panel.h"
#include "ui/workspaces/pipeline/collapsed_matrices.h"
#include "ui/workspaces/pipeline/computed_numbers.h"
#include "ui/workspaces/pipeline/label_input.h"
#include "ui/workspaces/pipeline/matrix_panel.h"
#include "ui/workspaces/pipeline/pipeline_picture.h"
#include "ui/workspaces/pipeline/sheet_hand.h"
#include "ui/workspaces/pipeline/shown_colours.h"
#include "ui/workspaces/pipeline/shown_panels.h"
#include "ui/workspaces/pipeline/shown_pipeline.h"
#include "ui/workspaces/pipeline/stage_focus.h"

namespace attention_lab {
namespace {

constexpr float wheel_step = 1.1f;

// Scrolls an axis of the windows so that the entry is visible.
void follow(PipelineState& pipeline, const StageLayout& layout, Axis axis, Index i) {
  const Index first = layout.first[axis];
  const Index visible = layout.visible[axis];
  if (i < first) pipeline.scroll[axis] = i;
  if (i >= first + visible) pipeline.scroll[axis] = i - visible + 1;
}

// Keeps a selection moved by the keyboard visible.
void follow_selection(const Session& session, ViewState& view, const StageLayout& layout) {
  if (!view.editing.scrolls_to_selection || !view.selected) return;
  view.editing.scrolls_to_selection = false;
  bring_into_focus(session, view, view.selected->matrix.name);
  follow(view.pipeline, layout, row_axis(view.selected->matrix.name), view.selected->row);
  follow(view.pipeline, layout, column_axis(view.selected->matrix.name), view.selected->column);
}

// Keeps the operands of a step visible, and above all its results.
void follow_step(ViewState& view, const StageLayout& layout) {
  if (!view.steps.is_open || !view.steps.scrolls_into_view) return;
  for (const auto* places : {&view.steps.numbers.operands, &view.steps.numbers.results}) {
    for (const Place& place : *places) {
      if (place.row) follow(view.pipeline, layout, row_axis(place.matrix.name), *place.row);
      if (place.column) follow(view.pipeline, layout, column_axis(place.matrix.name), *place.column);
    }
  }
}

// Scrolls the workspace just enough to bring `rect` into `area`.
void scroll_into_view(const Rect& rect, const Rect& area) {
  const auto beyond = [](float low, float high, float from, float to) {
    return low < from ? low - from : high > to ? std::min(high - to, low - from) : 0.0f;
  };
  ImGui::SetScrollX(ImGui::GetScrollX() + beyond(rect.x, rect.right(), area.x, area.right()));
  ImGui::SetScrollY(ImGui::GetScrollY() + beyond(rect.y, rect.bottom(), area.y, area.bottom()));
}

// Scrolls to the matrix of the current step, once the layout is known.
void scroll_to_step(StepPlayer& player, const std::vector<ShownPipeline>& panels, const Rect& area) {
  if (!player.is_open || !std::exchange(player.scrolls_into_view, false)) return;
  const auto& results = player.numbers.results;
  for (const ShownPipeline& shown : panels) {
    for (const PlacedStage& stage : shown.stages.stages) {
      const bool is_made = std::any_of(results.begin(), results.end(),
                                       [&](const Place& place) { return place.matrix == stage.block.ref; });
      if (!is_made) continue;
      scroll_into_view(shown.outline_in_window(stage), area);
      return;
    }
  }
}

/// The size of the picture before zooming. Where it grows with the text, larger controls do not make it
/// smaller.
Point page_size(const ViewState& view, const Rect& area) {
  const Point room{area.width, area.height};
  const Point page = zoom_of(view) <= 1 ? room : room_beside_usual_controls(view, room);
  return {std::floor(page.x), std::floor(page.y)};
}

// Ctrl and the wheel. What is under the mouse stays there.
void zoom_with_wheel(ViewState& view, Point corner) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!ImGui::IsWindowHovered() || !io.KeyCtrl || io.MouseWheel == 0) return;
  const float before = zoom_of(view);
  const float zoom = std::clamp(before * std::pow(wheel_step, io.MouseWheel), smallest_zoom, largest_zoom);
  const float by = zoom / before - 1;
  view.pipeline.zoom = zoom;
  ImGui::SetScrollX(ImGui::GetScrollX() + (io.MousePos.x - corner.x) * by);
  ImGui::SetScrollY(ImGui::GetScrollY() + (io.MousePos.y - corner.y) * by);
}

// A right click beside the matrices refers to the whole pipeline.
void offer_export(const Session& session, ViewState& view) {
  const bool is_hovered = ImGui::IsWindowHovered() && !view.hovered_next && !ImGui::IsAnyItemHovered();
  if (!is_hovered || !ImGui::IsMouseReleased(ImGuiMouseButton_Right)) return;
  open_figure_menu(view, pipeline_in_window(session, view));
}

/// A click beside everything unpins the number.
void let_go_on_empty_ground(ViewState& view) {
  if (!view.selected || view.editing.typing || view.hovered_next) return;
  if (!ImGui::IsWindowHovered() || ImGui::IsAnyItemHovered()) return;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) view.selected.reset();
}

void add_items(const Session& session, ViewState& view, const ShownPipeline& shown) {
  for (const PlacedStage& stage : shown.stages.stages) {
    const MatrixRef& ref = stage.block.ref;
    const std::string name = shown.prefix + std::string(to_string(ref.name));
    const Rect outline = shown.outline_in_window(stage);
    const Rect cells = shown.in_window(stage.grid.cells);
    view.items.add(name + ".outline", outline);
    view.items.add(name + ".title", {cells.x, outline.y, cells.width, cells.y - outline.y});
    if (!view.items.is_collecting() || stage.block.is_collapsed) continue;
    for (Index row = stage.first_row; row < stage.first_row + stage.grid.rows; ++row) {
      if (ref.name == word_embeddings(session.model()) && is_drawn(session.document(), row)) {
        const Rect cell = shown.cell_in_window(stage, row, stage.first_column);
        view.items.add(name + ".drawn[" + std::to_string(row) + "]",
                       {cell.x - cell.height / 2, cell.y, cell.height / 3, cell.height});
      }
      for (Index column = stage.first_column; column < stage.first_column + stage.grid.columns; ++column) {
        const std::string cell = to_string(CellRef{ref, row, column}, session.model().n_heads());
        const bool says_head = shown.is_editable && is_per_head(ref.name);
        view.items.add(says_head ? cell : shown.prefix + cell, shown.cell_in_window(stage, row, column));
      }
    }
  }
}

void draw_typing(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
                 const std::vector<ShownPipeline>& panels, const Rect& area) {
  const CellRef cell = view.editing.typing->cell;
  for (const ShownPipeline& shown : panels) {
    for (const PlacedStage& stage : shown.stages.stages) {
      if (stage.block.ref != cell.matrix || !shown.edits(cell.matrix)) continue;
      const Rect rect = shown.cell_in_window(stage, cell.row, cell.column);
      // Outside of the visible area, the field could not get the keyboard.
      if (view.editing.typing->is_new) scroll_into_view(rect.expanded(rect.height), area);
      const float number = shown.stages.text.number > 0 ? shown.stages.text.number : shown.stages.text.small;
      draw_cell_text_field(session, view, actions, painter, rect, number * shown.zoom * size_of_em);
      return;
    }
  }
}

/// Beginning of the names of a panel's items; the first head has none of its own.
std::string prefix_of(const PipelinePanel& panel, Index first_head) {
  std::string head = panel.head == first_head ? "" : "heads[" + std::to_string(panel.head) + "].";
  switch (panel.shows) {
    case PanelState::present: return head;
    case PanelState::pinned: return head + "A.";
    case PanelState::difference: return head + "difference.";
  }
  return {};
}

std::vector<ShownPipeline> panels_in_window(const ViewState& view, const PipelinePicture& picture,
                                            Point origin) {
  std::vector<ShownPipeline> panels;
  for (const PipelinePanel& panel : picture.panels) {
    panels.push_back({panel.stages, origin, zoom_of(view), panel.shows == PanelState::present,
                      panel.head == view.shown_head, panel.head,
                      prefix_of(panel, picture.panels.front().head)});
  }
  return panels;
}

/// The panel that the keyboard and the steps are about.
const StageLayout& main_stages(const std::vector<ShownPipeline>& panels) {
  const auto found = std::find_if(panels.begin(), panels.end(), [](const ShownPipeline& shown) {
    return shown.is_editable && shown.has_shared_edits;
  });
  return found == panels.end() ? panels.front().stages : found->stages;
}

/// The panel in which numbers of the matrix are edited; null if there is none.
const ShownPipeline* panel_of(const std::vector<ShownPipeline>& panels, const MatrixRef& matrix) {
  const auto found = std::find_if(panels.begin(), panels.end(), [&](const ShownPipeline& shown) {
    return shown.edits(matrix) && (!is_per_head(matrix.name) || shown.head == matrix.head);
  });
  return found == panels.end() ? nullptr : &*found;
}

void handle_panel(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
                  const ShownPipeline& shown) {
  add_items(session, view, shown);
  for (const PlacedStage& stage : shown.stages.stages) {
    if (stage.block.is_collapsed) {
      handle_collapsed_matrix(view, stage, shown);
      continue;
    }
    handle_matrix_input(session, view, actions, painter, stage, shown);
    handle_labels(session, view, actions, painter, stage, shown);
  }
  handle_focus_input(session, view, shown);
}

}  // namespace

void draw_pipeline(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area) {
  if (area.width < 1 || area.height < 1) return;
  view.pipeline.shown_focus = stage_in_focus(session, view);
  const float zoom = zoom_of(view);
  const Point size = page_size(view, area);
  const bool is_scrolling = zoom > 1;
  ImGui::SetCursorScreenPos(upper_left(area));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild("##pipeline", {area.width, area.height}, false,
                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground |
                        (is_scrolling ? ImGuiWindowFlags_HorizontalScrollbar : ImGuiWindowFlags_NoScrollbar) |
                        (ImGui::GetIO().KeyCtrl ? ImGuiWindowFlags_NoScrollWithMouse : 0));
  ImGui::PopStyleVar();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const Point origin{std::round(corner.x + std::max(0.0f, size.x * (1 - zoom) / 2)),
                     std::round(corner.y + std::max(0.0f, size.y * (1 - zoom) / 2))};
  zoom_with_wheel(view, origin);
  if (is_scrolling) move_sheet(view, area);

  const bool shows_influence = view.shows_influence && !hides_numbers(view.steps);
  view.influence.update(session, shows_influence ? view.selected : std::nullopt);
  expand_selection(view);
  const PipelinePicture picture = draw_pipeline_picture(session, view, size);
  const std::vector<ShownPipeline> panels = panels_in_window(view, picture, origin);
  const StageLayout& main = main_stages(panels);
  for (std::size_t i = 0; i < axis_count; ++i) {
    const Axis axis = static_cast<Axis>(i);
    view.pipeline.scroll[axis] = main.first[axis];
  }
  follow_selection(session, view, main);
  follow_step(view, main);
  scroll_to_step(view.steps, panels, area);

  need_fonts(view, fonts_of(view.fonts, picture.list, zoom));
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  painter.draw(picture.list, origin, &view.textures, zoom);
  view.items.add("pipeline", panels.front().in_window({0, 0, size.x, size.y}));
  for (std::size_t i = 0; i < panels.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    handle_panel(session, view, actions, painter, panels[i]);
    ImGui::PopID();
  }
  if (view.editing.computed) {
    const ShownPipeline* panel = panel_of(panels, view.editing.computed->cell.matrix);
    explain_computed_drag(session, view, actions, painter, panel != nullptr ? *panel : panels.front());
  }
  if (picture.strip) handle_strip_input(session, view, {*picture.strip, origin, zoom});
  if (picture.colour_lock) draw_colour_lock(view, painter, panels.front().in_window(*picture.colour_lock));
  offer_export(session, view);
  let_go_on_empty_ground(view);
  if (view.editing.typing) draw_typing(session, view, actions, painter, panels, area);

  const bool is_editable = !view.selected || panel_of(panels, view.selected->matrix) != nullptr;
  // With many heads, that of the number may have no panel.
  if (!is_editable && shown_comparison(view) == Comparison::none) view.pipeline.shows_all_heads = false;

  // The scrollable size.
  ImGui::SetCursorScreenPos(
      {corner.x + size.x * std::max(1.0f, zoom), corner.y + size.y * std::max(1.0f, zoom)});
  ImGui::Dummy({0, 0});
  ImGui::EndChild();
  if (!view.presenter)
    handle_cell_keys(session, view, actions,
                     is_editable);  // in the presenter view, arrow keys choose tokens and stages
}

}  // namespace attention_lab

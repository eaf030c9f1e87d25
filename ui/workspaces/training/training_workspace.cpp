#include "ui/workspaces/training/training_workspace.h"

#include <algorithm>
#include <cmath>

#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/paragraph.h"
#include "ui/workspaces/laboratory/experiment_page.h"
#include "ui/workspaces/training/comparison_work.h"
#include "ui/workspaces/training/run_of_document.h"
#include "ui/workspaces/training/training_page.h"
#include "ui/workspaces/training/training_work.h"

namespace attention_lab {
namespace {

/// Space plays and pauses; the arrow keys go one step back and forth.
void handle_training_keys(ViewState& view) {
  TrainingState& state = view.training;
  if (!takes_keys(view) || !state.run) return;
  TrainingRun& run = *state.run;
  if (is_key_pressed(ImGuiKey_Space)) play_or_pause(state);
  if (is_key_pressed(ImGuiKey_LeftArrow) && run.step() > 0) {
    stop_playing(state);
    run.go_to(run.step() - 1);
  }
  if (is_key_pressed(ImGuiKey_RightArrow)) train_steps(state, 1);
}

void draw_problem(const ViewState& view, const Painter& painter, const Rect& area) {
  painter.card(area, view.theme().card, view.theme().line);
  const float border = std::round(18 * view.scale());
  const Paragraph words = set_paragraph(view.training.problem, area.width - 2 * border, view.sizes().body,
                                        FontWeight::regular, painter.metrics());
  draw(painter, words, {area.x + border, area.y + border}, view.theme().text);
}

}  // namespace

Rect draw_training(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area) {
  TrainingState& state = view.training;
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  if (const std::string news = follow_document(session, state); !news.empty()) view.say(news);
  handle_training_keys(view);
  advance_training(state, static_cast<double>(ImGui::GetIO().DeltaTime));
  Rect room = area;
  // The presenter view passes the whole window without a margin.
  if (view.presenter) {
    painter.fill(area, view.theme().ground);
    room = area.expanded(-std::round(14 * view.scale()));
  }
  const ExperimentAreas areas = experiment_areas(view, room);
  draw_training_controls(session, view, actions, areas.controls);
  if (!state.run) {
    draw_problem(view, painter, areas.page);
    return area;
  }
  const float transport = training_transport_height(view);
  const float gap = card_gap(view);
  const Rect page{areas.page.x, areas.page.y, areas.page.width,
                  std::max(areas.page.height - transport - gap, 1.0f)};
  draw_training_transport(view, {page.x, page.bottom() + gap, page.width, transport});
  state.paths.history.record(*state.run);  // a change in the last frame may have begun a branch
  follow_prompt(session, state);
  follow_reach(state);
  follow_seeds(session, state, static_cast<double>(ImGui::GetIO().DeltaTime));
  follow_comparison(state, static_cast<double>(ImGui::GetIO().DeltaTime));
  draw_training_page(session, view, actions, page);
  if (state.is_playing || (state.seeds && !state.seeds->is_finished()) || state.comparison.is_working())
    view.want_frame();
  // Notices appear over the sentences above the cards, since they may be about any of the cards.
  return {page.x, area.y, page.width, page.y + state.sentence_room.height + view.sizes().body - area.y};
}

}  // namespace attention_lab

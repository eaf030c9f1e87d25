#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "core/words/typed_numbers.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/transport.h"
#include "ui/workspaces/training/training_page.h"
#include "ui/workspaces/training/training_work.h"

namespace attention_lab {
namespace {

/// "step 40 of 120"; a click lets the user type another one, which is returned.
std::optional<std::int64_t> step_counter(ViewState& view, const Painter& painter, const Rect& rect,
                                         const TrainingRun& run) {
  view.items.add("training.counter", rect);
  const bool is_clicked = click_area("training.counter", rect);
  const bool is_hovered = ImGui::IsItemHovered();
  if (is_hovered) {
    painter.fill(rect, view.theme().hover_ground, 7);
    draw_tooltip_above(view, rect, "Click to type a step.");
  }
  painter.text({rect.right() - view.sizes().body * 0.4f, rect.centre().y},
               filled("step <step> of <last>",
                      {{"step", count_text(run.step())}, {"last", count_text(run.last_step())}}),
               view.theme().quiet_text, view.sizes().caption, FontWeight::regular, HorizontalAnchor::right);
  // The second click of a double click would close the popup that the first one opened.
  const bool is_double_clicked = is_mouse_over(rect) && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  if (is_clicked || is_double_clicked) ImGui::OpenPopup("##step");
  const TypedRange steps{0, static_cast<double>(run.last_step()), TypedAs::whole_number};
  const TypedPopup popup{
      .id = "##step",
      .name = "training.counter.field",
      .hint = hint_of(steps),
      .problem = [&steps](const std::string& text) { return problem_with_typed(steps, text); }};
  const auto typed = typed_popup(view, rect, popup, std::to_string(run.step()));
  if (!typed) return std::nullopt;
  return static_cast<std::int64_t>(number_typed_for(steps, *typed, static_cast<double>(run.step())));
}

}  // namespace

float training_transport_height(const WidgetContext& view) {
  return std::round(Controls::height(view) + view.sizes().body);
}

void draw_training_transport(ViewState& view, const Rect& area) {
  TrainingState& state = view.training;
  TrainingRun& run = *state.run;
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  painter.card(area, view.theme().card, view.theme().line);
  const float height = Controls::height(view);
  const float pad = (area.height - height) / 2;
  TransportButtons buttons(view, painter, {area.x + pad, area.y + pad}, height);
  const auto pause = [&] { stop_playing(state); };
  const bool can_advance = !run.is_at_limit();
  if (buttons.button("training.first", TransportSign::first, run.step() > 0, "Back to step 0")) {
    pause();
    run.go_to(0);
  }
  if (buttons.button("training.back", TransportSign::back, run.step() > 0, "One step back (left arrow)")) {
    pause();
    run.go_to(run.step() - 1);
  }
  if (buttons.button("training.play", state.is_playing ? TransportSign::pause : TransportSign::play,
                     can_advance, state.is_playing ? "Pause (Space)" : "Train (Space)"))
    play_or_pause(state);
  if (buttons.button("training.step", TransportSign::forward, can_advance, "Train one step (right arrow)"))
    train_steps(state, 1);
  if (buttons.button("training.last", TransportSign::last, run.step() < run.last_step(),
                     "To the last step")) {
    pause();
    run.go_to(run.last_step());
  }
  Controls controls(view, painter);
  float x = buttons.right() + pad;
  const float width = view.sizes().body * 6;
  if (controls.button({x, area.y + pad, width, height}, "training.ten", "10 steps", can_advance,
                      "Train ten steps."))
    train_steps(state, 10);
  x += width + pad;
  const char* lock = "weights locked";
  const float lock_width = controls.toggle_width(lock);
  controls.toggle(
      {x, area.y + pad, lock_width, height}, "training.lock", lock, state.is_locked,
      "Locked weights cannot be changed by hand, as in a model that is in use. Whenever training stops, the "
      "weights are locked.");
  x += lock_width + pad;
  const float words_width = view.sizes().body * 10;
  const std::optional<std::int64_t> typed =
      step_counter(view, painter, {area.right() - pad - words_width, area.y + pad, words_width, height}, run);
  std::vector<TransportMark> branch_starts;
  for (const std::size_t branch : run.line()) {
    if (run.branches()[branch].parent)
      branch_starts.push_back({static_cast<std::size_t>(run.branches()[branch].first_step)});
  }
  const auto step =
      transport_track(view, painter, {x, area.y + pad, area.right() - pad - words_width - x, height},
                      {.name = "training.track",
                       .count = std::max<std::size_t>(static_cast<std::size_t>(run.last_step()), 1) + 1,
                       .at = static_cast<std::size_t>(run.step()),
                       .marks = branch_starts,
                       .tip = "Drag or click to go to any step of the run."});
  const std::int64_t chosen =
      typed.value_or(std::min(static_cast<std::int64_t>(step.value_or(0)), run.last_step()));
  if ((typed || step) && chosen != run.step()) {
    pause();
    run.go_to(chosen);
  }
}

}  // namespace attention_lab

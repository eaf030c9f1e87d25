#include "ui/widgets/transport.h"

#include "ui/steps/step_player.h"
#include "ui/steps/steps_bar.h"

namespace attention_lab {

float draw_transport(const Session& session, ViewState& view, const Painter& painter, Point left,
                     float height) {
  StepPlayer& player = view.steps;
  TransportButtons transport(view, painter, left, height);
  const bool is_past_start = player.at > 0;
  const bool is_before_end = !player.is_at_end();
  if (transport.button("steps.first", TransportSign::first, is_past_start, "To the first step (Home)"))
    go_to_step(view.steps, 0);
  if (transport.button("steps.back", TransportSign::back, is_past_start, "One step back (left arrow)"))
    step_by(view.steps, -1);
  if (transport.button("steps.play", player.is_playing ? TransportSign::pause : TransportSign::play, true,
                       player.is_playing ? "Pause (Space or P)" : "Play (P)"))
    toggle_playing(session, view);
  if (transport.button("steps.forward", TransportSign::forward, is_before_end,
                       "One step forward (right arrow or Space)"))
    step_by(view.steps, 1);
  if (transport.button("steps.last", TransportSign::last, is_before_end, "To the last step (End)"))
    go_to_step(view.steps, player.steps.size() - 1);
  return transport.right();
}

void draw_step_track(ViewState& view, const Painter& painter, const Rect& rect) {
  const StepPlayer& player = view.steps;
  const auto chosen = transport_track(view, painter, rect,
                                      {.name = "steps.track",
                                       .count = player.steps.size(),
                                       .at = player.at,
                                       .marks = player.stage_starts,
                                       .tip = "Drag or click to jump to a step."});
  if (chosen) go_to_step(view.steps, *chosen);
}

}  // namespace attention_lab

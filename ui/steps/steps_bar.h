// The Steps bar under the pipeline: playback, and the explanation of the current step.
#pragma once

#include <optional>

#include "core/document/session.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"

namespace attention_lab {

/// Where the formula, the numbers, the sentence and the guess of a step are.
enum class StepWordsPlace {
  column,  ///< in the column beside the pipeline: the bar is one row of controls
  bar,     ///< in the bar below its controls, where the window has no such column
};

/// One line that offers to start while the bar is closed. `room`: the height available for pipeline and bar
/// together.
float steps_bar_height(const ViewState& view, StepWordsPlace words, float room);

/// Draws the bar into `area` of the window.
void draw_steps_bar(const Session& session, ViewState& view, StepWordsPlace words, const Rect& area);

/// The arrow keys, Home, End and Escape. Ignored while something is typed.
void handle_step_keys(const Session& session, ViewState& view);

/// Explains the current step in `area` of the bar. If it is low, title and formula share a line.
void draw_step_strip(const Session& session, ViewState& view, const Painter& painter, const Rect& area);
/// Explains it in the column beside the pipeline, above the switches. Returns the room between them that is
/// left for the inspector, if there is enough.
std::optional<Rect> draw_step_column(const Session& session, ViewState& view, const Rect& area);

/// The switches below each other: all tokens at once, predict first, animate.
void draw_steps_toggles(const Session& session, ViewState& view, const Painter& painter, const Rect& area);
float steps_toggles_width(ViewState& view, const Painter& painter);
float steps_toggles_height(const ViewState& view);

/// The buttons first, back, play, forward and last. `left`, `height`: of their row. Returns their right edge.
float draw_transport(const Session& session, ViewState& view, const Painter& painter, Point left,
                     float height);

/// The position among all steps; it can be dragged.
void draw_step_track(ViewState& view, const Painter& painter, const Rect& rect);

}  // namespace attention_lab

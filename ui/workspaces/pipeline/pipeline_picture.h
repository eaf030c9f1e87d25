// The picture of the pipeline in the window, which exported files repeat.
#pragma once

#include "core/document/session.h"
#include "ui/figures/pipeline/pipeline_figure.h"
#include "ui/lab/exportable.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// The room that the pipeline would have if larger text did not enlarge the controls around it.
Point room_beside_usual_controls(const ViewState& view, Point room);

/// Draws the pipeline for the window, in a size in pixels, and remembers the size for pipeline_in_window.
PipelinePicture draw_pipeline_picture(const Session& session, ViewState& view, Point size);

/// The pipeline as the window showed it last: the same arrangement, colours, decimals and marks. It may be
/// used as long as `session` and `view` live, and shows them as they are then.
PictureInWindow pipeline_in_window(const Session& session, ViewState& view);

}  // namespace attention_lab

// One matrix of the pipeline: title, labels, cells, and what mouse and keyboard do to them.
#pragma once

#include "core/document/session.h"
#include "core/steps/place.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"
#include "ui/workspaces/pipeline/pipeline_layout.h"

namespace attention_lab {

/// The lengths of one frame, in pixels.
struct MatrixLook {
  float number_size = 0;
  float label_size = 0;
  float title_size = 0;
  float padding = 0;        // right of a number
  double weights_high = 1;  // the number of the weights' last colour
};

/// Draws the matrix as `placed` (window coordinates).
void draw_matrix(const Session& session, ViewState& view, const Painter& painter, const PlacedMatrix& placed,
                 const MatrixLook& look, const std::vector<Place>& links);

/// Hovering, selecting, dragging, typing, the context menu and the wheel over the matrix.
/// To be called right after draw_matrix.
void handle_matrix_input(const Session& session, ViewState& view, ActionQueue& actions,
                         const PlacedMatrix& placed, const PipelineLayout& layout);

/// Where the scroll bar of a matrix stands that shows only part of an axis: right of the cells, or beneath.
Rect scroll_track(const PlacedMatrix& placed, bool is_vertical);

/// Ground of one cell: viridis from 0 for weights, a tint around 0 for everything else.
Colour cell_ground(const Session& session, ViewState& view, const MatrixRef& ref, Scalar value,
                   double weights_high);

}  // namespace attention_lab

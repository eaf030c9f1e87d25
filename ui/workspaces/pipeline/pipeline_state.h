// The view state of the pipeline.
#pragma once

#include <optional>
#include <vector>

#include "ui/figures/pipeline/pipeline_figure.h"

namespace attention_lab {

/// The hand that moves the enlarged picture while Space is held.
struct SheetHand {
  bool is_out = false;       // Space was pressed and is still held
  bool has_grasped = false;  // the sheet, since then: Space was no request for a step
  bool is_moving = false;    // the mouse holds the sheet
};

struct PipelineState {
  float zoom = 1;  // at 1, the picture fills the workspace
  SheetHand hand;
  PerAxis<Index> scroll;
  PerAxis<float> scroll_remainder;        // fractions of entries, from smooth wheels
  std::optional<MatrixName> focus;        // a focused_stage; empty: the whole pipeline
  std::optional<MatrixName> shown_focus;  // in the last frame, in which a step may have decided
  std::vector<MatrixName> collapsed;      // matrices that are drawn tiny until they are clicked
  Point shown_size;                       // of the picture in the last frame, before zooming
  KeptPipelineLayout layout;
  bool holds_colours = false;  // by the padlock; see colour_hold()
  StageRanges colour_ranges;   // of the last frame
  double weights_high = 1;     // the weight with the last colour
};

}  // namespace attention_lab

// The view state of the pipeline.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ui/figures/pipeline/pipeline_figure.h"
#include "ui/lab/snapshot.h"

namespace attention_lab {

/// The hand that moves the enlarged picture while Space is held.
struct SheetHand {
  bool is_out = false;       // Space was pressed and is still held
  bool has_grasped = false;  // the sheet, since then: Space was no request for a step
  bool is_moving = false;    // the mouse holds the sheet
};

/// What was compared last.
struct ComparedStates {
  std::uint64_t revision = 0;  // of the session, for B
  std::shared_ptr<const Snapshot> pinned;
  std::vector<Index> heads;
  ComparedStages stages;
};

struct PipelineState {
  std::optional<float> zoom;  // chosen by the user; see zoom_of()
  SheetHand hand;
  PerAxis<Index> scroll;
  PerAxis<float> scroll_remainder;                 // fractions of entries, from smooth wheels
  std::optional<MatrixName> focus;                 // a focused_stage; empty: the whole pipeline
  std::optional<MatrixName> shown_focus;           // in the last frame, in which a step may have decided
  std::string pointed_offer;                       // of another focus, which the mouse moved over
  std::vector<MatrixName> collapsed;               // matrices that are drawn tiny until they are clicked
  bool shows_all_heads = false;                    // side by side
  Comparison comparison = Comparison::none;        // with the pinned state; see shown_comparison()
  std::shared_ptr<const ComparedStates> compared;  // in the last frame
  Point shown_size;                                // of the picture in the last frame, before zooming
  KeptPipelineLayout layout;
  std::uint64_t drawn_document = 0;  // Session::opened() of the last frame
  double seconds_to_slide = 0.25;    // when the layout changes
  bool holds_colours = false;        // by the padlock; see colour_hold()
  bool keeps_colours = false;        // because only the scale, the mask or the like has changed since then
  StageRanges colour_ranges;         // of the last frame
  std::shared_ptr<const Document> coloured;  // whose numbers they were chosen for
  std::uint64_t coloured_revision = 0;       // of the session, likewise
  std::uint64_t coloured_opening = 0;        // Session::opened(), likewise
  std::vector<Index> coloured_heads;         // whose numbers they were chosen for
  double weights_high = 1;                   // the weight with the last colour

  /// Opening the padlock fits the colours to the numbers.
  void lock_colours(bool is_locked) {
    holds_colours = is_locked;
    if (!is_locked) coloured.reset();
  }
};

}  // namespace attention_lab

// Where the matrices of the pipeline stand: numbers in, rectangles out.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/attention/matrix_name.h"
#include "ui/figures/base/geometry.h"
#include "ui/figures/heatmaps/matrix_axes.h"

namespace attention_lab {

/// Lengths at zoom 1, in pixels at 100 % text size; everything scales with them.
struct PipelineMeasures {
  float cell_height = 21;
  float number_size = 12.5f;
  float label_size = 12;
  float title_size = 14.5f;
  float title_height = 21;
  float header_height = 16;
  float column_gap = 46;
  float row_gap = 23;
  float lane = 22;       ///< beneath the scores, for the arrow from V where they are in its way
  float sum_width = 34;  ///< right of the weights, for Σ 1
};

/// What the layout needs to know of each matrix, at zoom 1 and 100 % text size.
struct MatrixMeasure {
  float cell_width = 44;
  float title_width = 0;        ///< name, formula and shape in one line: the block is at least so wide
  float short_title_width = 0;  ///< without the formula, where room is scarce
};

struct PipelineRequest {
  const Document* document = nullptr;
  Index head = 0;
  std::map<MatrixName, MatrixMeasure> measures;
  float token_label_width = 40;       ///< at zoom 1; left of matrices whose rows are tokens
  float index_label_width = 14;       ///< left of matrices whose rows are dimensions
  Point available;                    ///< width and height of the workspace, pixels
  float scale = 1;                    ///< text size × display scale
  float largest_fitting_zoom = 1.6f;  ///< beyond it, a small document leaves room around it
  std::optional<float> zoom;          ///< as the person chose; empty: the largest at which all fits
  PerAxis<Index> scroll;              ///< first entry shown of each axis; clamped here
};

/// A matrix, or the window of it that is shown.
struct PlacedMatrix {
  MatrixRef ref;
  Rect title;  // one line
  Rect cells;
  float cell_width = 0;
  float cell_height = 0;
  float label_width = 0;  // left of the cells
  bool has_column_labels = true;
  Index first_row = 0;
  Index first_column = 0;
  Index rows = 0;     // shown
  Index columns = 0;  // shown
};

/// From one matrix to the next, with the operation beside it.
struct PlacedArrow {
  /// A level stretch that the arrow takes on its way.
  struct Lane {
    float left = 0;
    float right = 0;
    float y = 0;
  };

  Point from;
  Point to;
  std::optional<Lane> lane;
  bool is_vertical = false;
  MatrixName hue = MatrixName::scores;  // whose colour it takes
  std::string operation;                // mark-up, may be empty
  Point operation_at;                   // its middle (left end, beside a vertical arrow)
};

struct PipelineLayout {
  float zoom = 1;  // of text and cells: scale is included in all rectangles, not in this
  Point size;      // of everything
  std::vector<PlacedMatrix> matrices;
  std::vector<PlacedArrow> arrows;
  PerAxis<Index> first;  // shown entries of each axis
  PerAxis<Index> visible;
  PerAxis<Index> sizes;
};

inline constexpr float smallest_zoom = 0.5f;
inline constexpr float largest_zoom = 3.0f;

/// Data flows from left to right: X, the weights, Q K V, then scores to context from top to bottom. Of the
/// arrangements it knows it takes the one with the larger zoom. Where not even the smallest legible zoom
/// shows every entry, matrices become windows onto their axes, and only if those do not fit either is the
/// layout larger than what is available.
PipelineLayout lay_out_pipeline(const PipelineRequest& request, const PipelineMeasures& measures = {});

/// Moves everything.
void shift(PipelineLayout& layout, Point by);

}  // namespace attention_lab

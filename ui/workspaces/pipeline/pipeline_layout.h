// The layout of the pipeline's matrices: numbers in, rectangles out.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/document.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/geometry.h"
#include "ui/figures/heatmaps/matrix_axes.h"

namespace attention_lab {

/// Lengths at zoom 1, in pixels at 100% text size; all scale with both.
struct PipelineMeasures {
  float cell_height = 21;
  float number_size = 12.5f;
  float label_size = 12;
  float title_size = 14.5f;
  float title_height = 21;
  float header_height = 16;
  float column_gap = 46;
  float row_gap = 23;
  float lane = 22;       ///< below the scores, for an arrow from V that they would block
  float sum_width = 34;  ///< to the right of the weights, for Σ 1
};

/// Widths of each matrix at zoom 1 and 100% text size.
struct MatrixMeasure {
  float cell_width = 44;
  float title_width = 0;        ///< name, formula and shape in one line: the block's minimum width
  float short_title_width = 0;  ///< without the formula, if room is scarce
};

struct PipelineRequest {
  const Document* document = nullptr;
  Index head = 0;
  std::map<MatrixName, MatrixMeasure> measures;
  float token_label_width = 40;       ///< at zoom 1, for matrices whose rows are tokens
  float feature_label_width = 14;     ///< for matrices whose rows are the columns of X
  float index_label_width = 14;       ///< for matrices whose rows are other dimensions
  Point available;                    ///< size of the workspace, pixels
  float scale = 1;                    ///< text size × display scale
  float largest_fitting_zoom = 1.6f;  ///< larger zooms are not chosen automatically
  std::optional<float> zoom;          ///< the user's choice; empty: the largest at which everything fits
  PerAxis<Index> scroll;              ///< first entry shown of each axis; clamped by the layout
};

/// A matrix, or the visible part of it.
struct PlacedMatrix {
  MatrixRef ref;
  Rect title;  // one line
  Rect cells;
  float cell_width = 0;
  float cell_height = 0;
  float label_width = 0;  // to the left of the cells
  bool has_column_labels = true;
  Index first_row = 0;
  Index first_column = 0;
  Index rows = 0;     // visible
  Index columns = 0;  // visible
};

/// An arrow from one matrix to the next, with the operation beside it.
struct PlacedArrow {
  /// A horizontal part of the arrow.
  struct Lane {
    float left = 0;
    float right = 0;
    float y = 0;
  };

  Point from;
  Point to;
  std::optional<Lane> lane;
  bool is_vertical = false;
  MatrixName hue = MatrixName::scores;  // the matrix whose colour it has
  std::string operation;                // mark-up, may be empty
  Point operation_at;                   // (the left end, beside a vertical arrow)
  HorizontalAnchor operation_anchor = HorizontalAnchor::centre;
};

struct PipelineLayout {
  float zoom = 1;  // of text and cells; does not include `scale`, unlike all rectangles
  Point size;      // of the whole layout
  std::vector<PlacedMatrix> matrices;
  std::vector<PlacedArrow> arrows;
  PerAxis<Index> first;  // visible entries of each axis
  PerAxis<Index> visible;
  PerAxis<Index> sizes;
};

inline constexpr float smallest_zoom = 0.5f;
inline constexpr float largest_zoom = 3.0f;

/// Data flows from left to right: X, the weights, Q K V, then scores to context from top to bottom. Chooses
/// the arrangement with the larger zoom. If all entries do not fit even at the smallest legible zoom,
/// matrices become windows onto their axes; only if these do not fit either is the layout larger than the
/// available size.
PipelineLayout lay_out_pipeline(const PipelineRequest& request, const PipelineMeasures& measures = {});

/// Moves the whole layout.
void shift(PipelineLayout& layout, Point by);

}  // namespace attention_lab

// The view state of the pipeline.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "core/attention/matrix_name.h"
#include "ui/figures/heatmaps/matrix_axes.h"

namespace attention_lab {

struct PipelineState {
  std::optional<float> zoom;  // empty: fits the workspace
  float shown_zoom = 1;       // the zoom of the layout
  PerAxis<Index> scroll;
  PerAxis<float> scroll_remainder;          // fractions of entries, from smooth wheels
  std::map<MatrixName, float> cell_widths;  // at zoom 1; do not shrink while a cell is being changed
  float token_label_width = 0;              // at zoom 1
  float feature_label_width = 0;            // at zoom 1; 0: the columns of X have no names
  std::uint64_t measured_revision = ~std::uint64_t{0};
};

}  // namespace attention_lab

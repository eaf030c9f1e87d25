// What the pipeline figure shows, before anything has a size: its matrices in columns and lines, and the
// links between them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/attention/model.h"
#include "core/attention/stages.h"
#include "ui/figures/base/hue.h"

namespace attention_lab {

/// One matrix of the plan.
struct StageBlock {
  MatrixRef ref;
  Index rows = 0;
  Index columns = 0;
  int column = 0;                      ///< from the left
  int line = 0;                        ///< the middles of the cells of one line are level
  std::optional<std::size_t> beneath;  ///< a bias: the block it stands beneath
};

/// An arrow from one block to another: level or curved to a later column, straight down within a column.
struct StageLink {
  std::size_t from = 0;
  std::size_t to = 0;
  Hue hue = Hue::plain;
  std::vector<std::string> above;  ///< the operation, mark-up: lines over the arrow
  std::vector<std::string> below;  ///< and under it
  bool is_vertical = false;        ///< `above` then has one line, beside the arrow
  float entry = 0.5f;              ///< where it meets the target: a share of the height of its cells
};

struct StagePlan {
  std::vector<StageBlock> blocks;
  std::vector<StageLink> links;
  int columns = 0;
  int lines = 0;
  bool floats = false;  ///< line 1 is that of K alone, and stands wherever there is room

  std::optional<std::size_t> find(MatrixName name) const;
};

/// With `is_stacked` all scores stand in one column (for high pages); else in two (for wide ones).
StagePlan plan_stages(const Model& model, const Trace& trace, Index head, bool is_stacked);

}  // namespace attention_lab

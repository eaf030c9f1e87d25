// The content of the pipeline figure before anything has a size: matrices in columns and lines, and the links
// between them.
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
  int column = 0;                      ///< counted from the left
  int line = 0;                        ///< cells on the same line are centred at the same height
  std::optional<std::size_t> beneath;  ///< for a bias: the block above it
  bool is_collapsed = false;           ///< tiny, without numbers and labels

  bool operator==(const StageBlock&) const = default;
};

/// An arrow from one block to another: level, curved to a later column, or straight down within a column.
struct StageLink {
  std::size_t from = 0;
  std::size_t to = 0;
  Hue hue = Hue::plain;
  std::vector<std::string> above;  ///< the operation, mark-up: lines above the arrow
  std::vector<std::string> below;  ///< lines below the arrow
  bool is_vertical = false;        ///< then `above` has one line, placed beside the arrow
  float entry = 0.5f;              ///< where the arrow meets the target, as a fraction of its cells' height

  bool operator==(const StageLink&) const = default;
};

struct StagePlan {
  std::vector<StageBlock> blocks;
  std::vector<StageLink> links;
  int columns = 0;
  int lines = 0;
  bool is_focus = false;  ///< only one operation
  bool floats = false;    ///< line 1 contains only K, which is placed wherever there is room

  bool operator==(const StagePlan&) const = default;

  std::optional<std::size_t> find(MatrixName name) const;
};

/// With `is_stacked` all scores are in one column (for tall pages), otherwise in two (for wide pages).
StagePlan plan_stages(const Model& model, const Trace& trace, Index head, bool is_stacked);

/// The matrix that an operation computes with the given one, or that is the operation's result: the stage
/// that comes into focus when a person points at this matrix. A weight matrix and its bias lead to their
/// product.
MatrixName focused_stage(const Model& model, MatrixName name);

/// Which matrices of an operation are shown.
enum class FocusParts {
  all,      ///< the operands and the result
  of_head,  ///< without operands that all heads share
  result,   ///< without operands
};

/// Only the operands and the result of the operation that computes `result`, one of focused_stage. With
/// `is_stacked` the operands are above each other, otherwise side by side.
StagePlan plan_focus(const Model& model, const Trace& trace, Index head, MatrixName result, bool is_stacked,
                     FocusParts parts = FocusParts::all);

}  // namespace attention_lab

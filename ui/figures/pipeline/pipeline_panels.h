// The panels of a page of the pipeline: heads side by side, and the states A and B of a comparison.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/attention/types.h"
#include "ui/figures/base/geometry.h"
#include "ui/figures/figure.h"
#include "ui/figures/pipeline/stage_difference.h"

namespace attention_lab {

/// The numbers that a panel shows.
enum class PanelState {
  present,     ///< B
  pinned,      ///< A
  difference,  ///< B − A
};

/// One head of one state. State and head outlive the page.
struct PipelinePanelSpec {
  LabState state;
  Index head = 0;
  PanelState shows = PanelState::present;
  std::string heading{};       ///< mark-up; may be empty
  std::string problem{};       ///< mark-up: why the panel has no matrices; otherwise empty
  std::string note{};          ///< mark-up, at the foot of the page; may be empty
  std::optional<Mask> mask{};  ///< of the cells that are hidden, if it is not the mask of the state
};

/// What a page compares B with.
struct PanelComparison {
  Comparison comparison = Comparison::none;
  const LabState* pinned = nullptr;             ///< A; not null if there is a comparison
  const StageDifference* difference = nullptr;  ///< not null where the difference is shown
  std::optional<MatrixName> focus{};            ///< the stage of B in focus, which A may not have
};

/// A panel for each head and each state that the comparison shows, head by head. Precondition: B has the
/// heads.
std::vector<PipelinePanelSpec> panels_of(const LabState& present, const std::vector<Index>& heads,
                                         const PanelComparison& compared);

/// How many panels belong to one head.
Index states_shown(Comparison comparison);
/// Whether one of them shows B − A.
bool shows_difference(Comparison comparison);

/// The heads of which a stage in focus shows something: a single one if all heads share everything there is.
std::vector<Index> heads_shown(const LabState& present, const std::vector<Index>& heads,
                               std::optional<MatrixName> focus);

/// Panels of the same size in rows.
struct PanelGrid {
  Index across = 1;
  Index down = 1;

  /// All arrangements of `count` panels without an empty row or column; panels of one head stay in one row,
  /// or are above each other if there is only one head.
  static std::vector<PanelGrid> all(Index count, Index per_head);

  /// The place of a panel, with its heading, on whole multiples of `pixel`.
  Rect place(Index panel, const Rect& area, Point gap, float pixel) const;
};

}  // namespace attention_lab

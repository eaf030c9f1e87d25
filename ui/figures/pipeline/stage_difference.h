// B − A, matrix by matrix: what the pipeline shows beside two compared states.
#pragma once

#include <string>
#include <vector>

#include "core/attention/stages.h"
#include "core/document/document.h"
#include "ui/figures/figure.h"

namespace attention_lab {

/// A document and a trace like those of B, in which every number is that of B minus that of A.
struct StageDifference {
  Document document;
  Trace trace;
  /// The matrices that A lacks or has in another shape, in order of computation; their numbers are NaN.
  std::vector<MatrixRef> refused;
  Mask mask = Mask::none;  ///< of the cells that both states hide
  bool is_nothing = true;  ///< whether every number is 0

  LabState state() const { return {document, trace}; }
};

/// Cells that are masked or dropped in only one of the states have a difference like all others.
StageDifference stage_difference_of(const LabState& b, const LabState& a);

/// Why matrices shown with this head have no numbers, as mark-up; empty if all have numbers.
std::string reason_of_refusal(const StageDifference& difference, Index head);

}  // namespace attention_lab

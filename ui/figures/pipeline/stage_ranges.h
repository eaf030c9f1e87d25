// The ranges of the numbers in the matrices of the pipeline, which decide on colours and on the room for
// them.
#pragma once

#include <map>
#include <vector>

#include "core/attention/model.h"
#include "core/attention/stages.h"
#include "ui/figures/base/value_range.h"

namespace attention_lab {

/// Of every matrix that is there, for one head.
using StageRanges = std::map<MatrixName, ValueRange>;

StageRanges ranges_of_stages(const Model& model, const Trace& trace, Index head);

/// The heads whose numbers have one range, so that the same number has the same colour in all of them, and
/// nothing moves from one head to the next: all heads or, if these have too many numbers for a frame,
/// `shown`.
std::vector<Index> heads_of_ranges(const Model& model, std::vector<Index> shown);

/// Of several heads together, of which those that are not there count for nothing.
StageRanges ranges_of_stages(const Model& model, const Trace& trace, const std::vector<Index>& heads);

/// The smallest ranges that contain both; a matrix need not be in both.
StageRanges joined(StageRanges a, const StageRanges& b);

}  // namespace attention_lab

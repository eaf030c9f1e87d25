// The ranges of the numbers in the matrices of the pipeline, which decide on colours and on the room for
// them.
#pragma once

#include <map>

#include "core/attention/model.h"
#include "core/attention/stages.h"
#include "ui/figures/base/value_range.h"

namespace attention_lab {

/// Of every matrix that is there, for one head.
using StageRanges = std::map<MatrixName, ValueRange>;

StageRanges ranges_of_stages(const Model& model, const Trace& trace, Index head);

}  // namespace attention_lab

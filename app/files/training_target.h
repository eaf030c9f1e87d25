// The file with the attention weights to train towards.
#pragma once

#include <string>
#include <vector>

#include "core/attention/model.h"
#include "core/attention/types.h"
#include "core/result.h"

namespace attention_lab {

struct LoadedTarget {
  Matrix target;
  std::vector<std::string> warnings;
};

/// Reads {"target": [[…], …]}, one row per query, from the file ("-": standard input); other keys are
/// ignored, so a document with a target will do. Warns of rows that do not sum to 1. Errors: as read_file;
/// not_json; wrong_format; and those of make_target. Their places name the file and the cell.
Result<LoadedTarget> read_training_target(const std::string& file, const Model& model);

}  // namespace attention_lab

// The paths of queries and keys in the training workspace.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/attention/types.h"
#include "core/training/vector_history.h"

namespace attention_lab {

struct PathState {
  // Chosen by the user.
  bool is_shown = false;
  std::optional<VectorPlane> plane;  // empty: that of the most movement

  VectorHistory history;  // of the present run

  /// Queries and keys of a sample of the history.
  struct Vectors {
    Matrix queries;
    Matrix keys;
  };
  // By the sample's id; of this run, head and document.
  std::map<std::uint64_t, Vectors> vectors;
  std::uint64_t run = 0;
  Index head = 0;
  std::uint64_t revision = 0;
  std::unique_ptr<TrainingObjective> scratch;  // for computing them

  // Of the last picture.
  std::string words;  // mark-up
  VectorPlane shown_plane;
};

}  // namespace attention_lab

// How training moves queries and keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/attention/types.h"
#include "core/training/objective.h"
#include "core/training/training_run.h"

namespace attention_lab {

/// The numbers that queries and keys are computed from, at some steps of a run: embeddings, W_q, W_k, b_q and
/// b_k. At first every step is kept. When there are too many, every other one is dropped, but never the first
/// of a branch.
class VectorHistory {
 public:
  struct Sample {
    std::uint64_t id = 0;  ///< unique; other numbers have another one
    std::int64_t step = 0;
    std::vector<Scalar> numbers;
  };

  explicit VectorHistory(std::size_t most_samples = 256, std::size_t most_bytes = std::size_t{32} << 20)
      : most_samples_(most_samples), most_bytes_(most_bytes) {}

  /// Call at step 0, after every step, and after every change. It must always be the same run.
  void record(const TrainingRun& run);
  /// Those of the present line, by step. Valid until the next call of record().
  std::vector<const Sample*> of_line(const TrainingRun& run) const;
  /// Gives its numbers to an objective with the same parameters.
  static void restore(const Sample& sample, TrainingObjective& objective);

 private:
  void thin_out(const TrainingRun& run);

  std::size_t most_samples_;
  std::size_t most_bytes_;
  std::vector<std::vector<Sample>> branches_;  // of each branch of the run, by step
  std::int64_t interval_ = 1;                  // in steps since the beginning of a branch
  std::uint64_t last_id_ = 0;
};

/// The queries and keys of some tokens at some steps.
struct VectorPaths {
  std::vector<std::int64_t> steps;  // in ascending order
  std::vector<Matrix> queries;      // of each step, (n_tokens, d_k)
  std::vector<Matrix> keys;         // likewise

  void add(std::int64_t step, Matrix step_queries, Matrix step_keys);
};

/// Two coordinates of queries and keys.
struct VectorPlane {
  Index x = 0;
  Index y = 1;

  bool operator==(const VectorPlane&) const = default;
};

/// The two coordinates with the largest sums of squared distances between the first step and the last, in
/// ascending order; the first two if nothing has moved. Precondition: d_k is at least 2.
VectorPlane plane_of_movement(const VectorPaths& paths);
/// The share of these two coordinates in that sum over all coordinates, 0 to 1; nullopt if nothing has moved.
std::optional<double> share_of_movement(const VectorPaths& paths, const VectorPlane& plane);

}  // namespace attention_lab

// Dot products of the dimension that is asked for, and then of a table of dimensions, slice by slice.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/experiments/run.h"
#include "core/experiments/variance.h"

namespace attention_lab {

/// What is asked for. The same settings give the same numbers.
struct VarianceSettings {
  Index dimension = 64;
  std::int64_t trials = 1000;
  std::uint64_t seed = 123;
  Components components = Components::normal;

  bool operator==(const VarianceSettings&) const = default;
};

/// Products of the document's own queries and keys, and which they are.
struct GivenProducts {
  std::uint64_t revision = 0;
  Index head = 0;
  Index d_k = 1;

  bool operator==(const GivenProducts&) const = default;
};

struct VarianceRow {
  Index dimension = 1;
  std::int64_t trials = 0;  // 0: not computed yet
  Estimate products;
  Estimate scaled_products;
};

/// A row of the table draws no more numbers than this, so that large d have fewer trials.
inline constexpr std::int64_t most_draws_a_row = 16'000'000;

class VarianceRun : public StoppableRun<VarianceExperiment> {
 public:
  /// Starts anew what is not as asked: the run, the rows of the table, or nothing. With
  /// Components::given, `products` are those of `given`, which is empty otherwise.
  void ask(const VarianceSettings& settings, const std::optional<GivenProducts>& given,
           const Matrix& products);
  /// So much work (SlicePace), the run first, then the rows.
  void advance(double work);
  /// Of the run that was asked for.
  RunProgress progress() const {
    return experiment_ ? RunProgress{experiment_->trials_done(), experiment_->spec().trials} : RunProgress{};
  }
  /// Adds a row where there is none.
  void add_row(Index dimension);

  /// Why it could not be started; empty where it could.
  const std::string& problem() const { return problem_; }
  const std::vector<VarianceRow>& rows() const { return rows_; }
  std::size_t rows_done() const;
  /// With all rows.
  bool is_finished() const override;

 private:
  void clear_rows();
  void advance_rows(double work);
  std::int64_t trials_of_row(Index dimension) const;

  VarianceSettings settings_;
  std::optional<GivenProducts> given_;
  std::optional<VarianceExperiment> row_;  // the one under way
  std::vector<Index> dimensions_{1, 2, 5, 20, 64, 100, 128, 512, 768};
  std::vector<VarianceRow> rows_;
  std::string problem_;
};

}  // namespace attention_lab

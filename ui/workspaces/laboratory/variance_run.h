// The first bench's computation: the run that is asked for and the rows of its table, slice by slice.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

class VarianceRun {
 public:
  /// Starts anew what is not as asked: the run, the rows of the table, or nothing. With
  /// Components::given, `products` are those of `given`, which is empty otherwise.
  void ask(const VarianceSettings& settings, const std::optional<GivenProducts>& given,
           const Matrix& products);
  /// So much work (SlicePace), the run first, then the rows.
  void advance(double work);
  void stop() { is_stopped_ = true; }
  void go_on() { is_stopped_ = false; }
  /// Adds a row where there is none.
  void add_row(Index dimension);

  /// Null before the first ask(), and where there is a problem.
  const VarianceExperiment* experiment() const { return experiment_ ? &*experiment_ : nullptr; }
  const std::string& problem() const { return problem_; }
  const std::vector<VarianceRow>& rows() const { return rows_; }
  std::size_t rows_done() const;
  bool is_stopped() const { return is_stopped_ && !is_finished(); }
  bool is_finished() const;
  bool is_running() const { return experiment_ && !is_stopped_ && !is_finished(); }
  /// Rises whenever the run starts anew.
  std::uint64_t starts() const { return starts_; }

 private:
  void clear_rows();
  void advance_rows(double work);
  std::int64_t trials_of_row(Index dimension) const;

  VarianceSettings settings_;
  std::optional<GivenProducts> given_;
  std::optional<VarianceExperiment> experiment_;
  std::optional<VarianceExperiment> row_;  // the one under way
  std::vector<Index> dimensions_{1, 2, 5, 20, 64, 100, 128, 512, 768};
  std::vector<VarianceRow> rows_;
  std::string problem_;
  bool is_stopped_ = false;
  std::uint64_t starts_ = 0;
};

}  // namespace attention_lab

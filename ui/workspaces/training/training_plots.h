// The pictures of a training run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/document.h"
#include "core/training/reachable_target.h"
#include "core/training/training_run.h"
#include "core/training/vector_history.h"
#include "ui/figures/base/plot.h"
#include "ui/figures/heatmaps/aligned_heatmaps.h"

namespace attention_lab {

/// What the curve over the steps shows.
enum class LossCurve {
  loss,           ///< in nats, with its minimum
  log_loss,       ///< the same, on a logarithmic axis
  excess,         ///< the loss minus its minimum, on a logarithmic axis
  gradient_norm,  ///< of all trained numbers, on a logarithmic axis
};

/// Identifies the second run that the curve shows.
struct ComparisonPicture {
  std::uint64_t begun = 0;  // see RunComparisonState
  std::int64_t steps = -1;  // of the second run; −1: there is none

  bool operator==(const ComparisonPicture&) const = default;
};

/// Another run beside the one of a curve, and what both are called.
struct SecondCurve {
  const TrainingRun& run;
  std::string name;           // plain text
  std::string name_of_first;  // likewise
};

/// Identifies what the pictures show; a new one makes new pictures.
struct TrainingPicture {
  std::uint64_t runs = 0;      // see TrainingState
  std::uint64_t changes = 0;   // see TrainingRun
  std::uint64_t revision = 0;  // of the session, for the names of tokens
  MatrixRef shown;
  MatrixName stage = MatrixName::weights;  // see TrainingState::shown_stage
  LossCurve curve = LossCurve::loss;
  int decimals = 4;
  bool compares_d_k = false;  // see TrainingState
  std::uint64_t reaches = 0;  // likewise
  std::int64_t seeds = -1;    // compared so far; −1: none are to be compared
  Index head = 0;             // see TrainingState
  ComparisonPicture comparison;
  bool shows_paths = false;  // see PathState
  std::optional<VectorPlane> plane;

  bool operator==(const TrainingPicture&) const = default;
};

/// A picture of a heatmap that owns its numbers, with the position of its cells.
PlotPointer heatmap_plot(std::shared_ptr<const ComparedHeatmap> owned, const char* stem,
                         std::string description);

/// "Attention weights at step 5", with the head if there are several.
std::string title_of_weights(const Model& model, Index head, std::int64_t step);

/// The attention that is asked for; rows are queries.
PlotPointer target_plot(const Document& document, const Matrix& target, int decimals);
/// The attention weights at the present step.
PlotPointer trained_weights_plot(const Document& document, const TrainingRun& run, Index head, int decimals);
/// One matrix at the present step.
PlotPointer trained_matrix_plot(const Document& document, const TrainingRun& run, const MatrixRef& matrix,
                                int decimals);
/// The labels of a heatmap, one for each row and each column.
struct HeatmapLabels {
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  std::string row_noun = "token";  // what a row is
};
/// Numbers that may be negative.
PlotPointer signed_plot(HeatmapLabels labels, Matrix numbers, const char* stem, std::string title,
                        std::string description, std::string legend, int decimals);
/// Its gradient.
PlotPointer gradient_plot(const Document& document, const TrainingRun& run, const MatrixRef& matrix,
                          int decimals);
/// The curve over the steps: the present line in colour, other branches in grey, and a mark at the present
/// step. `second` may be null. `best`: of a target that cannot be matched, the best possible loss.
PlotPointer loss_plot(const TrainingRun& run, LossCurve curve, const SecondCurve* second = nullptr,
                      std::optional<double> best = std::nullopt);

/// The least losses that were found with d_k = 1, 2, 3 …, side by side; the one of the document stands out.
PlotPointer least_losses_plot(const TargetReach& reach);

}  // namespace attention_lab

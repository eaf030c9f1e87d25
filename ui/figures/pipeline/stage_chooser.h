// The choice between the possible layouts of the pipeline.
#pragma once

#include <vector>

#include "ui/figures/pipeline/pipeline_sizes.h"

namespace attention_lab {

/// The matrices and operations that a request asks for.
StagePlan requested_plan(const StageRequest& request, bool is_stacked);

/// A choice with cells that fit, and its quality.
struct StageCandidate {
  StageChoice choice;
  StageSizes::Cells cells;
  float number = 0;    ///< the size of numbers; 0 if none are written
  float quality = -1;  ///< negative: nothing fits
};

/// Searches for the best layout: which parts, in which arrangement, and how large.
class StageChooser {
 public:
  StageChooser(const StageRequest& request, const Rect& area);

  /// The best layout that fits the area: all numbers, or else all cells, or else windows onto the matrices.
  /// Where matrices scroll, windows come first if numbers would be smaller than `least_number`.
  StageCandidate choose(float least_number = 0);
  /// Labels the rows and columns that can be dragged, if the numbers hardly become smaller for it.
  void number_dimensions(StageCandidate& chosen) const;

  const PerAxis<Index>& visible() const { return visible_; }
  const PerAxis<Index>& first() const { return first_; }
  const StagePlan& plan(const StageChoice& choice) const { return choice.is_stacked ? stacked_ : wide_; }
  const StageMeasures& measures(const StageChoice& choice) const {
    return choice.is_stacked ? stacked_measures_ : wide_measures_;
  }

 private:
  using Cells = StageSizes::Cells;

  StageCandidate choose_with_numbers(const std::vector<float>& scales);
  bool may_fit() const;
  StageCandidate choose_for_small_page();
  void show(Index tokens, Index dimensions) { show(tokens, tokens, dimensions, dimensions); }
  void show(Index queries, Index keys, Index dimensions, Index dimensions_of_X);
  float growth() const;
  float lowest() const;
  float largest_number() const;
  StageCandidate best(const std::vector<float>& scales, bool has_numbers) const;
  void consider(const StageChoice& choice, bool has_numbers, StageCandidate& best) const;
  void fit_cells(const StageSizes& sizes, StageCandidate& candidate) const;
  bool labels_fit(const StageChoice& choice, const StageSizes& sizes, const Cells& cells) const;

  const StageRequest& request_;
  Rect area_;
  float size_;
  StagePlan wide_;
  StagePlan stacked_;
  PerAxis<Index> full_;
  PerAxis<Index> visible_;
  PerAxis<Index> first_;
  StageMeasures wide_measures_;
  StageMeasures stacked_measures_;
  bool shows_few_ = true;    ///< few enough numbers to be legible
  bool has_texts_ = true;    ///< shapes and operations
  float smallest_cell_ = 0;  ///< in font sizes
  float least_number_ = 0;   ///< of the choices that are considered
};

}  // namespace attention_lab

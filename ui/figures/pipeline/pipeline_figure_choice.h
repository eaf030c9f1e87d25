// The search for the pipeline figure's sizes: what is shown, in which order, how large.
#pragma once

#include <vector>

#include "ui/figures/pipeline/pipeline_figure_sizes.h"

namespace attention_lab {

/// A choice with cells that fit, and how good it is.
struct StageCandidate {
  StageChoice choice;
  StageSizes::Cells cells;
  float number = 0;    ///< the size of numbers, 0 where none are written
  float quality = -1;  ///< negative: nothing fits
};

class StageChooser {
 public:
  StageChooser(const StageRequest& request, const Rect& area);

  /// The best of what fits the area: all numbers written, else all cells, else windows onto the matrices.
  StageCandidate choose();

  const PerAxis<Index>& visible() const { return visible_; }
  const PerAxis<Index>& first() const { return first_; }
  const StagePlan& plan(const StageChoice& choice) const { return choice.is_stacked ? stacked_ : wide_; }
  const StageMeasures& measures(const StageChoice& choice) const {
    return choice.is_stacked ? stacked_measures_ : wide_measures_;
  }

 private:
  StageCandidate choose_for_small_page();
  void show(Index tokens, Index dimensions);
  StageCandidate best(const std::vector<float>& scales, bool has_numbers) const;
  void consider(const StageChoice& choice, bool has_numbers, StageCandidate& best) const;
  void fit_cells(const StageSizes& sizes, StageCandidate& candidate) const;
  bool labels_fit(const StageChoice& choice, const StageSizes& sizes, const StageSizes::Cells& cells) const;

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
  bool shows_few_ = true;    ///< so few numbers that they may be legible
  bool has_texts_ = true;    ///< shapes and operations
  float smallest_cell_ = 0;  ///< in font sizes
};

}  // namespace attention_lab

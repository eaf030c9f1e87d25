// The figures of the page about the size of real models.
#pragma once

#include <vector>

#include "core/experiments/model_size.h"
#include "ui/figures/base/plot.h"
#include "ui/figures/charts/model_scale.h"

namespace attention_lab {

/// What the picture to scale shows.
struct SizesToScale {
  std::vector<ModelShape> models;
  std::size_t strong = 0;  // the model that the page is about
  Index n_tokens = 1;      // of the sentence whose attention weights stand beside the models

  bool operator==(const SizesToScale&) const = default;
};

/// W_q of every model, and the attention weights of one head for the sentence, at the same size per number.
PlotPointer size_to_scale(const SizesToScale& sizes, double numbers_across);

/// The multiplications of one sentence over its length, with `n_tokens` marked.
PlotPointer work_over_length(const ModelShape& model, Index n_tokens);

/// The smallest and the largest width of the picture to scale, in numbers.
struct ZoomRange {
  double least;
  double most;
};
ZoomRange zoom_range(const SizesToScale& sizes);

}  // namespace attention_lab

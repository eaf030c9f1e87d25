// Weight matrices of models side by side, all drawn at the same size per number.
#pragma once

#include <string>
#include <vector>

#include "core/attention/types.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"

namespace attention_lab {

/// One kind of matrix of a model: W_q of all heads and layers. The heads of a layer stand side by side, as
/// they do in one projection that is split into heads; the layers stand in rows.
struct ScaledModel {
  std::string name;     // plain text
  std::string caption;  // mark-up: what there is
  Index rows = 1;       // of one matrix
  Index columns = 1;
  Index across = 1;  // matrices in a layer
  Index layers = 1;
  bool is_strong = false;  // the one that the page is about
};

struct ModelScaleSpec {
  std::vector<ScaledModel> models;  // from left to right, the smallest first
  std::string title;                // mark-up; may be empty
  /// How many numbers fit beside each other on the page.
  double numbers_across = 100;
};

/// From the corner that all models share with the bottom left of the page. Models that are too small to be
/// seen are marked with their names; what does not fit is cut off at the border.
DisplayList model_scale(const ModelScaleSpec& spec, float width, float height, const FigureStyle& style,
                        const TextMetrics& metrics);

/// The `numbers_across` at which all models fit a page of these proportions.
double numbers_across_all(const std::vector<ScaledModel>& models, float width, float height);

}  // namespace attention_lab

// The first bench: how large do dot products get?
#pragma once

#include <vector>

#include "core/experiments/run.h"
#include "core/experiments/variance.h"
#include "ui/workspaces/figures/plot_panel.h"
#include "ui/workspaces/laboratory/variance_plots.h"

namespace attention_lab {

class Session;

struct VarianceState {
  VarianceSettings settings;
  bool shares_axis = true;  // both histograms: that one is so much wider is the point
  VarianceRun run;

  // What the figures were made of.
  std::uint64_t shown_start = 0;
  std::int64_t shown_trials = -1;
  HistogramLook shown_look;
  std::size_t shown_rows = ~std::size_t{0};
  Index shown_dimension = 0;
  std::vector<DensityPoint> exact;
  SlicePace pace;
  PlotPanel products;
  PlotPanel scaled_products;
  PlotPanel over_dimension;
};

void draw_variance_panel(const Session& session, ViewState& view, const Rect& area);

}  // namespace attention_lab

// The third bench: how much gradient gets through?
#pragma once

#include "core/experiments/gradient.h"
#include "core/experiments/run.h"
#include "ui/workspaces/figures/plot_panel.h"
#include "ui/workspaces/laboratory/gradient_plots.h"

namespace attention_lab {

struct ViewState;

struct GradientState {
  GradientSettings settings;
  bool shows_quartiles = false;
  GradientRun run;

  // What the figures were made of.
  std::uint64_t shown_start = 0;
  bool shown_quartiles = false;
  SlicePace pace;
  PlotPanel passed;
  PlotPanel W_q;
};

void draw_gradient_panel(ViewState& view, const Rect& area);

}  // namespace attention_lab

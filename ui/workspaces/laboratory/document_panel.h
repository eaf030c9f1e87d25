// The fourth bench: and in your document?
#pragma once

#include <optional>

#include "core/experiments/divisors.h"
#include "ui/workspaces/figures/plot_panel.h"
#include "ui/workspaces/laboratory/document_plots.h"

namespace attention_lab {

class ActionQueue;

struct DocumentExperimentState {
  std::optional<Index> token;     // whose row is looked at; empty: the usual one
  std::optional<double> divisor;  // of the slider; empty: the document's own
  Divisors divisors;

  // What the figures were made of.
  Index shown_row = -1;
  int shown_decimals = -1;
  std::uint64_t shown_revision = 0;
  std::shared_ptr<const DividedDocument> document;
  PlotPanel row;
  PlotPanel entropies;
  PlotPanel heatmaps;
};

void draw_document_panel(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);

}  // namespace attention_lab

// The second bench: what does softmax make of large numbers?
#pragma once

#include <array>
#include <string>
#include <vector>

#include "ui/workspaces/figures/plot_panel.h"
#include "ui/workspaces/laboratory/sharpness_plots.h"

namespace attention_lab {

class Session;

struct SharpnessState {
  std::vector<Scalar> logits = {0.1F, -0.2F, 0.3F, -0.2F, 0.5F};
  std::vector<std::string> tokens;  // whose scores they are; empty: numbers of the person's own
  double factor = 8;
  Index token = 0;  // whose row would be taken

  // The text field.
  std::string text = "0.1 −0.2 0.3 −0.2 0.5";
  std::string problem;  // why the text is no list, or empty
  int text_version = 0;

  // Computed of the above; made anew where it differs.
  std::vector<Scalar> shown_logits;
  std::vector<std::string> shown_tokens;
  double shown_factor = 0;
  SharpnessCurve curve;
  Sharpness plain;
  Sharpness multiplied;
  PlotPanel bars;
  std::array<PlotPanel, 4> lines;  // in the order of SharpnessMeasure
};

void draw_sharpness_panel(const Session& session, ViewState& view, const Rect& area);

}  // namespace attention_lab

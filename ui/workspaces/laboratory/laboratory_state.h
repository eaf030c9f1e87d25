// The √d_k laboratory: what the person has set up on its pages.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/experiments/divisors.h"
#include "core/experiments/gradient.h"
#include "core/experiments/run.h"
#include "core/experiments/variance.h"
#include "ui/workspaces/figures/plot_panel.h"
#include "ui/workspaces/laboratory/document_plots.h"
#include "ui/workspaces/laboratory/gradient_plots.h"
#include "ui/workspaces/laboratory/sharpness_plots.h"
#include "ui/workspaces/laboratory/variance_plots.h"

namespace attention_lab {

enum class LaboratoryPage { variance, sharpness, gradient, document };
inline constexpr std::array all_laboratory_pages = {LaboratoryPage::variance, LaboratoryPage::sharpness,
                                                    LaboratoryPage::gradient, LaboratoryPage::document};

/// How large do dot products get?
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

/// What does softmax make of large numbers?
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

/// How much of the gradient gets through?
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

/// And in this document?
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

struct LaboratoryState {
  LaboratoryPage page = LaboratoryPage::variance;
  VarianceState variance;
  SharpnessState sharpness;
  GradientState gradient;
  DocumentExperimentState document;
};

}  // namespace attention_lab

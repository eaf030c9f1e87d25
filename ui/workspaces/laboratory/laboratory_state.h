// The state of the √d_k laboratory.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/experiments/divisors.h"
#include "core/experiments/gradient.h"
#include "core/experiments/model_size.h"
#include "core/experiments/run.h"
#include "core/experiments/variance.h"
#include "ui/workspaces/figures/plot_panel.h"
#include "ui/workspaces/laboratory/document_plots.h"
#include "ui/workspaces/laboratory/gradient_plots.h"
#include "ui/workspaces/laboratory/sharpness_plots.h"
#include "ui/workspaces/laboratory/size_plots.h"
#include "ui/workspaces/laboratory/variance_plots.h"

namespace attention_lab {

enum class LaboratoryPage { variance, sharpness, gradient, document, size };
inline constexpr std::array all_laboratory_pages = {LaboratoryPage::variance, LaboratoryPage::sharpness,
                                                    LaboratoryPage::gradient, LaboratoryPage::document,
                                                    LaboratoryPage::size};

/// Page: How large do dot products get?
struct VarianceState {
  VarianceSettings settings;
  bool shares_axis = true;  // of both histograms, so that their widths can be compared
  VarianceRun run;

  // The settings of the current figures.
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

/// Page: What does softmax make of large numbers?
struct SharpnessState {
  std::vector<Scalar> logits = {0.1F, -0.2F, 0.3F, -0.2F, 0.5F};
  std::vector<std::string> tokens;  // of the scores; empty: numbers typed by the user
  double factor = 8;
  Index token = 0;  // whose row is taken

  // The text field.
  std::string text = "0.1 −0.2 0.3 −0.2 0.5";
  std::string problem;  // why the text is not a list of numbers, or empty
  int text_version = 0;

  // Computed from the values above when they change.
  std::vector<Scalar> shown_logits;
  std::vector<std::string> shown_tokens;
  double shown_factor = 0;
  SharpnessCurve curve;
  Sharpness plain;
  Sharpness multiplied;
  PlotPanel bars;
  std::array<PlotPanel, 4> lines;  // in the order of SharpnessMeasure
};

/// Page: How much of the gradient gets through?
struct GradientState {
  GradientSettings settings;
  bool shows_quartiles = false;
  GradientRun run;

  // The settings of the current figures.
  std::uint64_t shown_start = 0;
  bool shown_quartiles = false;
  SlicePace pace;
  PlotPanel passed;
  PlotPanel W_q;
};

/// Page: And in this document?
struct DocumentExperimentState {
  std::optional<Index> token;     // the selected row; empty: the default
  std::optional<double> divisor;  // on the slider; empty: the document's
  Divisors divisors;

  // The settings of the current figures.
  Index shown_row = -1;
  int shown_decimals = -1;
  std::uint64_t shown_revision = 0;
  std::shared_ptr<const DividedDocument> document;
  PlotPanel row;
  PlotPanel entropies;
  PlotPanel heatmaps;
};

/// Page: How big is it in real models?
struct SizeState {
  std::size_t shown = 0;  // of the well-known models, then the user's own
  ModelShape own{"your own model", 1024, 64, 16, 24, 50'000};
  Index n_tokens = 1000;
  double speed = 1e13;                               // multiplications per second of another machine
  std::optional<double> numbers_across;              // of the picture to scale; empty: all models fit
  std::optional<std::size_t> open_row;               // of the table, whose formula is shown
  std::optional<double> multiplications_per_second;  // of this machine, measured once; 0: there is no clock

  // The settings of the current figures.
  SizesToScale shown_sizes;
  double shown_across = 0;
  ModelShape shown_shape;
  Index shown_tokens = 0;
  PlotPanel to_scale;
  PlotPanel work;
};

struct LaboratoryState {
  LaboratoryPage page = LaboratoryPage::variance;
  VarianceState variance;
  SharpnessState sharpness;
  GradientState gradient;
  DocumentExperimentState document;
  SizeState size;
};

}  // namespace attention_lab

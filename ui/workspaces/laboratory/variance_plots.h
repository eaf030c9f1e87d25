// The figures of the page about variance.
#pragma once

#include <vector>

#include "core/experiments/variance.h"
#include "ui/figures/base/plot.h"

namespace attention_lab {

/// A point of a probability density.
struct DensityPoint {
  double x = 0;
  double density = 0;
};

/// The exact density of q·k over its bins, if it is known (normal components); otherwise empty.
std::vector<DensityPoint> exact_density(const VarianceExperiment& experiment);

struct HistogramLook {
  bool is_scaled = false;    ///< q·k ÷ √d rather than q·k
  bool is_filling = false;   ///< the curves already have their final height
  bool shares_axis = false;  ///< uses the axis of q·k for q·k ÷ √d too

  bool operator==(const HistogramLook&) const = default;
};
/// The histogram of q·k, or of q·k ÷ √d, and the counts expected by theory. `exact`: see above.
PlotPointer variance_histogram(const VarianceExperiment& experiment, const std::vector<DensityPoint>& exact,
                               const HistogramLook& look);

/// The variances of q·k and of q·k ÷ √d in each computed row, the lines d and 1, and a marker at the current
/// d. The plot's table has the same numbers.
PlotPointer variance_over_dimension(const std::vector<VarianceRow>& rows, Index dimension,
                                    Components components);

}  // namespace attention_lab

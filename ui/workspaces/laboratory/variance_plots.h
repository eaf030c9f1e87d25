// The figures of the page about variance.
#pragma once

#include <vector>

#include "core/experiments/variance.h"
#include "ui/figures/base/plot.h"

namespace attention_lab {

/// A point of a density.
struct DensityPoint {
  double x = 0;
  double density = 0;
};

/// Of q·k, over its bins: the exact one, where it is known (normal components). Empty otherwise.
std::vector<DensityPoint> exact_density(const VarianceExperiment& experiment);

struct HistogramLook {
  bool is_scaled = false;    ///< q·k ÷ √d rather than q·k
  bool is_filling = false;   ///< the curves stand where they will be in the end
  bool shares_axis = false;  ///< that of q·k, for q·k ÷ √d too

  bool operator==(const HistogramLook&) const = default;
};
/// How often q·k fell where, or q·k ÷ √d, under what theory expects of as many trials. `exact`: see above.
PlotPointer variance_histogram(const VarianceExperiment& experiment, const std::vector<DensityPoint>& exact,
                               const HistogramLook& look);

/// The variance of q·k and of q·k ÷ √d in each row that is computed, beside the lines d and 1; a marker at
/// the present d. Its numbers are the table.
PlotPointer variance_over_dimension(const std::vector<VarianceRow>& rows, Index dimension,
                                    Components components);

}  // namespace attention_lab

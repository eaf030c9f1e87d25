#include "ui/workspaces/training/rate_slider.h"

#include "core/words/number_format.h"

namespace attention_lab {

bool rate_slider(ControlColumn& column, const char* name, const char* label, double& rate) {
  return column.slide({.name = name,
                       .label = label,
                       .shown = format_briefly(rate),
                       .low = 1e-4,
                       .high = 10,
                       .is_logarithmic = true,
                       .snaps = {1e-4, 1e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10},
                       .tip = "How large the steps are. Drag, or double-click to type."},
                      rate);
}

}  // namespace attention_lab

#include "ui/workspaces/training/rate_slider.h"

#include "core/training/optimizer.h"

namespace attention_lab {

bool rate_slider(ControlColumn& column, const char* name, const char* label, double& rate) {
  const bool has_moved = column.slide({.name = name,
                                       .label = label,
                                       .shown = rate_text(rate),
                                       .low = 1e-4,
                                       .high = 10,
                                       .is_logarithmic = true,
                                       .snaps = {1e-4, 1e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10},
                                       .tip = "How large each update is. Drag, or double-click to type."},
                                      rate);
  // What is shown is what is used.
  if (has_moved) rate = rounded_rate(rate);
  return has_moved;
}

}  // namespace attention_lab

#include "ui/lab/cell_editing.h"

#include <cmath>

namespace attention_lab {
namespace {

constexpr double value_per_pixel = 0.01;
}  // namespace

double dragged_value(double value, float pixels, bool is_fast, bool is_fine) {
  const double step = value_per_pixel * (is_fast ? 10 : is_fine ? 0.1 : 1);
  const double per_unit = std::pow(10, most_dragged_decimals);
  return std::round((value + step * static_cast<double>(pixels)) * per_unit) / per_unit;
}

}  // namespace attention_lab

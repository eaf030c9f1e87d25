#include "ui/lab/cell_editing.h"

#include <cmath>

namespace attention_lab {
namespace {

constexpr double value_per_pixel = 0.01;
constexpr double finest = 1e-4;  // of most_dragged_decimals

}  // namespace

double dragged_value(double value, float pixels, bool is_fast, bool is_fine) {
  const double step = value_per_pixel * (is_fast ? 10 : is_fine ? 0.1 : 1);
  return std::round((value + step * static_cast<double>(pixels)) / finest) * finest;
}

}  // namespace attention_lab

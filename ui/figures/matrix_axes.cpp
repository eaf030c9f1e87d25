#include "ui/figures/matrix_axes.h"

namespace attention_lab {

PerAxis<Index> axis_sizes(const Model& model) {
  PerAxis<Index> sizes;
  for (std::size_t axis = 0; axis < axis_count; ++axis)
    sizes.values[axis] = axis_length(model, static_cast<Axis>(axis));
  return sizes;
}

std::string axis_label(const Document& document, Axis axis, Index i) {
  if (axis == Axis::query || axis == Axis::key) return document.tokens[static_cast<std::size_t>(i)];
  return axis == Axis::one ? std::string() : std::to_string(i + 1);
}

}  // namespace attention_lab

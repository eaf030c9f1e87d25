// The sizes of the matrices' axes. Matrices that share an axis scroll along it together.
#pragma once

#include <array>
#include <cstddef>

#include "core/attention/matrix_name.h"
#include "core/attention/model.h"

namespace attention_lab {

/// Those of the matrices of a model; words, of which it knows nothing, come after them.
inline constexpr auto axis_count = static_cast<std::size_t>(Axis::word);

/// One value per axis of a model.
template <class T>
struct PerAxis {
  std::array<T, axis_count> values{};
  T& operator[](Axis axis) { return values[static_cast<std::size_t>(axis)]; }
  const T& operator[](Axis axis) const { return values[static_cast<std::size_t>(axis)]; }
  bool operator==(const PerAxis&) const = default;
};

/// The length of each axis.
inline PerAxis<Index> axis_sizes(const Model& model) {
  PerAxis<Index> sizes;
  for (std::size_t axis = 0; axis < axis_count; ++axis)
    sizes.values[axis] = axis_length(model.shape(), static_cast<Axis>(axis));
  return sizes;
}

}  // namespace attention_lab

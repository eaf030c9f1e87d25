#include "core/training/parameter_numbers.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace attention_lab {

std::vector<Scalar> numbers_of(const TrainingObjective& objective, ParameterFilter filter) {
  std::vector<Scalar> numbers;
  for (const MatrixRef& ref : objective.parameters()) {
    if (!filter(ref.name)) continue;
    const MatrixView values = objective.values(ref);
    numbers.insert(numbers.end(), values.data(), values.data() + values.size());
  }
  return numbers;
}

void write_numbers(std::span<const Scalar> numbers, TrainingObjective& objective, ParameterFilter filter) {
  for (const MatrixRef& ref : objective.parameters()) {
    if (!filter(ref.name)) continue;
    WritableView values = objective.values(ref);
    const auto size = static_cast<std::size_t>(values.size());
    assert(size <= numbers.size());
    std::copy_n(numbers.begin(), size, values.data());
    numbers = numbers.subspan(size);
  }
  assert(numbers.empty());
}

}  // namespace attention_lab

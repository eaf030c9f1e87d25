// The numbers of an objective's parameters as one list.
#pragma once

#include <span>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/attention/types.h"
#include "core/training/objective.h"

namespace attention_lab {

/// Which parameters are in the list.
using ParameterFilter = bool (*)(MatrixName);
inline bool is_any_parameter(MatrixName) {
  return true;
}

/// The parameters in their order, each row by row.
std::vector<Scalar> numbers_of(const TrainingObjective& objective, ParameterFilter filter = is_any_parameter);
/// The inverse. Precondition: they are from an objective with parameters of the same shapes.
void write_numbers(std::span<const Scalar> numbers, TrainingObjective& objective,
                   ParameterFilter filter = is_any_parameter);

}  // namespace attention_lab

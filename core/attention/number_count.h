// How large the matrices of a model are, before any of them is computed.
#pragma once

#include "core/attention/matrix_name.h"

namespace attention_lab {

/// How many numbers matrix_view(model, trace, ref) has once the forward pass is made, from the shapes alone.
Index number_count(const Model& model, const MatrixRef& ref);

}  // namespace attention_lab

// Rotations of the plane, as matrices that act on row vectors.
#pragma once

#include "core/attention/matrix_name.h"
#include "core/document/edit.h"

namespace attention_lab {

/// [cos θ, sin θ; −sin θ, cos θ]: x·R is x turned counterclockwise by θ, in radians. (2, 2)
Matrix rotation(double angle);

/// The angle of the rotation that is nearest to a (2, 2) matrix, in radians, −π to π; 0 if all are equally
/// near. Nearest: with the smallest sum of squared differences.
double nearest_rotation(const MatrixView& matrix);

/// Whether the matrix is a rotation, but for the rounding of its entries.
bool is_rotation(const MatrixView& matrix);

/// Makes a (2, 2) matrix of the document the rotation by this angle.
Edit rotate(const Model& model, const MatrixRef& matrix, double angle);

}  // namespace attention_lab

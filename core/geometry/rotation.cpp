#include "core/geometry/rotation.h"

#include <cmath>
#include <numbers>

#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab {

Matrix rotation(double angle) {
  const auto cosine = static_cast<Scalar>(std::cos(angle));
  const auto sine = static_cast<Scalar>(std::sin(angle));
  Matrix matrix(2, 2);
  matrix << cosine, sine, -sine, cosine;
  return matrix;
}

double nearest_rotation(const MatrixView& matrix) {
  const auto entry = [&](Index row, Index column) { return static_cast<double>(matrix(row, column)); };
  return std::atan2(entry(0, 1) - entry(1, 0), entry(0, 0) + entry(1, 1));
}

bool is_rotation(const MatrixView& matrix) {
  constexpr Scalar rounding = Scalar(1e-5);
  return (matrix - rotation(nearest_rotation(matrix))).cwiseAbs().maxCoeff() < rounding;
}

Edit rotate(const Model& model, const MatrixRef& matrix, double angle) {
  return SeveralEdits{filled("Set <matrix> to the rotation by <degrees>°",
                             {{"matrix", name_with_head(model, matrix)},
                              {"degrees", format_briefly(angle * 180 / std::numbers::pi)}}),
                      {SetBlock{{matrix, 0, 0}, rotation(angle)}}};
}

}  // namespace attention_lab

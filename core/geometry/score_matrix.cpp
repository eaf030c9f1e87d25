#include "core/geometry/score_matrix.h"

#include <algorithm>
#include <limits>

#include <Eigen/QR>
#include <Eigen/SVD>

#include "core/words/number_format.h"

namespace attention_lab {
namespace {

using Eigen::MatrixXd;

/// R of W = Q·R, and W itself if it has more columns than rows. Either way it has the same products with
/// itself as W.
MatrixXd triangular_factor(const MatrixXd& W) {
  if (W.cols() >= W.rows()) return W;
  const Eigen::HouseholderQR<MatrixXd> qr(W);
  return qr.matrixQR().topRows(W.cols()).triangularView<Eigen::Upper>();
}

}  // namespace

ScoreMatrix score_matrix(const MatrixView& W_q, const MatrixView& W_k) {
  // 1. The same singular values come from R_q·R_kᵀ, which is much smaller if d_model is large.
  // Scaled, so that no square leaves the range of double.
  const auto size_of = [](const MatrixView& W) {
    const double size = W.size() == 0 ? 0 : static_cast<double>(W.cwiseAbs().maxCoeff());
    return size > 0 ? size : 1.0;
  };
  const double q_size = size_of(W_q);
  const double k_size = size_of(W_k);
  const MatrixXd R_q = triangular_factor(W_q.cast<double>() / q_size);
  const MatrixXd R_k = triangular_factor(W_k.cast<double>() / k_size);
  const Eigen::BDCSVD<MatrixXd> svd(R_q * R_k.transpose(), Eigen::ComputeThinU | Eigen::ComputeThinV);
  ScoreMatrix found;
  const Eigen::VectorXd& values = svd.singularValues();
  found.singular_values = values * q_size * k_size;
  // 2. The rank.
  const double rounding = static_cast<double>(std::numeric_limits<Scalar>::epsilon()) *
                          static_cast<double>(std::max(W_q.rows(), W_q.cols()));
  while (found.rank < values.size() && values(found.rank) > rounding * values(0)) ++found.rank;
  // 3. U·√Σ = W_q·query_axes with query_axes = W_kᵀ·V ÷ √Σ, and the other way round.
  const Eigen::VectorXd roots = found.singular_values.head(found.rank).cwiseSqrt();
  const auto axes = [&](const MatrixXd& R, const MatrixXd& directions, double size) {
    return MatrixXd(size * (R.transpose() * directions.leftCols(found.rank)) *
                    roots.cwiseInverse().asDiagonal());
  };
  found.query_axes = axes(R_k, svd.matrixV(), k_size);
  found.key_axes = axes(R_q, svd.matrixU(), q_size);
  return found;
}

double share_of(const ScoreMatrix& scores, Index count) {
  if (scores.rank == 0) return 0;
  const Eigen::VectorXd values = scores.singular_values / scores.singular_values(0);
  return values.head(std::min(count, values.size())).squaredNorm() / values.squaredNorm();
}

std::string singular_values_text(const ScoreMatrix& scores, Index most, int decimals) {
  const Index shown = std::min<Index>(scores.singular_values.size(), most);
  std::string text;
  for (Index i = 0; i < shown; ++i)
    text += (i > 0 ? ", " : "") + format_number(scores.singular_values(i), decimals);
  return shown < scores.singular_values.size() ? text + ", …" : text;
}

MatrixXd score_product(const MatrixView& W_q, const MatrixView& W_k) {
  return W_q.cast<double>() * W_k.cast<double>().transpose();
}

}  // namespace attention_lab

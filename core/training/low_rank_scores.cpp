#include "core/training/low_rank_scores.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <deque>
#include <limits>
#include <random>
#include <utility>

#include <Eigen/SVD>

namespace attention_lab {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double least_target = 1e-5;     // instead of 0, where a start needs a logarithm
constexpr int most_iterations = 400;      // of one descent
constexpr std::size_t remembered = 12;    // updates from which L-BFGS estimates the curvature
constexpr double least_gradient = 1e-10;  // where a descent ends
constexpr double best_gradient = 1e-7;    // with respect to B, where no rank can do better
constexpr double least_decrease = 1e-13;  // of the loss over `patience` iterations
constexpr int patience = 10;
constexpr int random_starts = 2;

/// The loss as a function of the numbers of `queries` followed by those of `keys`.
class LowRankLoss {
 public:
  LowRankLoss(const LowRankProblem& problem, Index rank) : problem_(problem), rank_(rank) {}

  Index size() const { return (query_rows() + key_rows()) * rank_; }

  VectorXd numbers_of(const MatrixXd& queries, const MatrixXd& keys) const {
    VectorXd numbers(size());
    numbers << queries.reshaped(), keys.reshaped();
    return numbers;
  }
  MatrixXd queries_of(const VectorXd& numbers) const {
    return Eigen::Map<const MatrixXd>(numbers.data(), query_rows(), rank_);
  }
  MatrixXd keys_of(const VectorXd& numbers) const {
    return Eigen::Map<const MatrixXd>(numbers.data() + query_rows() * rank_, key_rows(), rank_);
  }

  /// Computes the gradient too.
  double operator()(const VectorXd& numbers, VectorXd& gradient) {
    const MatrixXd queries = queries_of(numbers);
    const MatrixXd keys = keys_of(numbers);
    const double loss =
        evaluate(problem_.query_basis * (queries * keys.transpose()) * problem_.key_basis.transpose());
    gradient = numbers_of(gradient_of_product_ * keys, gradient_of_product_.transpose() * queries);
    return loss;
  }

  // Of the last evaluation.
  const MatrixXd& weights() const { return weights_; }
  /// ∂loss ÷ ∂B.
  const MatrixXd& gradient_of_product() const { return gradient_of_product_; }

 private:
  Index query_rows() const { return problem_.query_basis.cols(); }
  Index key_rows() const { return problem_.key_basis.cols(); }

  double evaluate(const MatrixXd& scores) {
    const Index n = scores.rows();
    weights_ = MatrixXd::Zero(n, n);
    double loss = 0;
    for (Index i = 0; i < n; ++i) {
      if (sees_nothing(problem_.mask, i, n)) continue;
      const auto for_each_key = [&](auto see) { for_each_visible_key(problem_.mask, i, n, see); };
      double maximum = -std::numeric_limits<double>::infinity();
      for_each_key([&](Index j) { maximum = std::max(maximum, scores(i, j)); });
      for_each_key([&](Index j) { weights_(i, j) = std::exp(scores(i, j) - maximum); });
      const double sum = weights_.row(i).sum();
      weights_.row(i) /= sum;
      loss += problem_.target.row(i).sum() * (maximum + std::log(sum));
      for_each_key([&](Index j) { loss -= problem_.target(i, j) * scores(i, j); });
    }
    const MatrixXd gradient_of_scores = (weights_ - problem_.target) / static_cast<double>(n);
    gradient_of_product_ = problem_.query_basis.transpose() * gradient_of_scores * problem_.key_basis;
    return loss / static_cast<double>(n);
  }

  const LowRankProblem& problem_;
  Index rank_;
  MatrixXd weights_;              // (n_tokens, n_tokens)
  MatrixXd gradient_of_product_;  // the shape of B
};

/// A change of the numbers and the change of the gradient that came of it.
struct DescentStep {
  VectorXd change;
  VectorXd gradient_change;
  double curvature = 0;  // their product, positive
};

/// −H·gradient, where H estimates the inverse Hessian from the last steps.
/// Source: Nocedal, "Updating Quasi-Newton Matrices with Limited Storage" (1980).
VectorXd descent_direction(const std::deque<DescentStep>& steps, const VectorXd& gradient) {
  VectorXd direction = -gradient;
  std::vector<double> shares(steps.size());
  for (std::size_t i = steps.size(); i-- > 0;) {
    shares[i] = steps[i].change.dot(direction) / steps[i].curvature;
    direction -= shares[i] * steps[i].gradient_change;
  }
  if (!steps.empty()) direction *= steps.back().curvature / steps.back().gradient_change.squaredNorm();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const double share = steps[i].gradient_change.dot(direction) / steps[i].curvature;
    direction += (shares[i] - share) * steps[i].change;
  }
  return direction;
}

/// Minimises the loss from `numbers` on by L-BFGS with a backtracking line search; the loss never rises.
void descend(LowRankLoss& loss, VectorXd& numbers) {
  VectorXd gradient;
  double value = loss(numbers, gradient);
  std::deque<DescentStep> steps;
  VectorXd tried_gradient;
  double earlier = value;
  for (int iteration = 1; iteration <= most_iterations; ++iteration) {
    if (gradient.norm() < least_gradient) return;
    VectorXd direction = descent_direction(steps, gradient);
    double slope = gradient.dot(direction);
    if (!(slope < 0)) {
      steps.clear();
      direction = -gradient;
      slope = -gradient.squaredNorm();
    }
    // Without an estimate of the curvature, a step of length 1 at most.
    double length =
        steps.empty() ? std::min(1.0, 1 / direction.norm()) * static_cast<double>(loss.size()) : 1;
    VectorXd tried;
    double tried_value = 0;
    bool is_lower = false;
    for (int halving = 0; halving < 40 && !is_lower; ++halving, length /= 2) {
      tried = numbers + length * direction;
      tried_value = loss(tried, tried_gradient);
      is_lower = tried_value <= value + 1e-4 * length * slope;
    }
    if (!is_lower) {
      if (steps.empty()) return;
      steps.clear();  // a wrong estimate; from the gradient alone, a lower loss may be found
      continue;
    }
    DescentStep step{tried - numbers, tried_gradient - gradient, 0};
    step.curvature = step.change.dot(step.gradient_change);
    if (step.curvature > 1e-10 * step.change.norm() * step.gradient_change.norm()) {
      steps.push_back(std::move(step));
      if (steps.size() > remembered) steps.pop_front();
    }
    numbers = std::move(tried);
    value = tried_value;
    std::swap(gradient, tried_gradient);
    if (iteration % patience == 0) {
      if (earlier - value < least_decrease) return;
      earlier = value;
    }
  }
}

/// B for the logarithms of the target, less the mean of each row, to which softmax is invariant: the best B
/// in the sense of least squares if nothing is hidden.
MatrixXd product_of_logarithms(const LowRankProblem& problem) {
  const Index n = problem.target.rows();
  MatrixXd logarithms = MatrixXd::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    const auto for_each_key = [&](auto see) { for_each_visible_key(problem.mask, i, n, see); };
    for_each_key([&](Index j) { logarithms(i, j) = std::log(std::max(problem.target(i, j), least_target)); });
    const double sum = logarithms.row(i).sum();
    const auto n_visible = static_cast<double>(n_visible_keys(problem.mask, i, n));
    for_each_key([&](Index j) { logarithms(i, j) -= sum / n_visible; });
  }
  return problem.query_basis.transpose() * logarithms * problem.key_basis;
}

struct Factors {
  MatrixXd queries;
  MatrixXd keys;
};

/// The best approximation of rank `rank`, with factors of equal size.
Factors factors_of(const MatrixXd& product, Index rank) {
  const Eigen::JacobiSVD<MatrixXd> svd(product, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const VectorXd roots = svd.singularValues().head(rank).cwiseSqrt();
  return {svd.matrixU().leftCols(rank) * roots.asDiagonal(),
          svd.matrixV().leftCols(rank) * roots.asDiagonal()};
}

/// Factors of a smaller rank with further columns.
Factors extended(const Factors& factors, const Factors& further) {
  Factors both{MatrixXd(factors.queries.rows(), factors.queries.cols() + further.queries.cols()),
               MatrixXd(factors.keys.rows(), factors.keys.cols() + further.keys.cols())};
  both.queries << factors.queries, further.queries;
  both.keys << factors.keys, further.keys;
  return both;
}

}  // namespace

std::vector<LowRankScores> find_low_rank_scores(const LowRankProblem& problem, Index most) {
  assert(most >= 1 && most <= problem.largest_rank());
  const MatrixXd logarithms = product_of_logarithms(problem);
  std::mt19937 random(1);
  const auto number = [&] { return static_cast<double>(random()) / 4294967295.0 - 0.5; };
  std::vector<LowRankScores> found;
  for (Index rank = 1; rank <= most; ++rank) {
    LowRankLoss loss(problem, rank);
    VectorXd gradient;
    std::vector<Factors> starts = {factors_of(logarithms, rank)};
    // What was found with one rank less, and the direction in which its loss falls fastest.
    const Factors before =
        found.empty() ? factors_of(logarithms, 0) : Factors{found.back().queries, found.back().keys};
    LowRankLoss loss_before(problem, rank - 1);
    loss_before(loss_before.numbers_of(before.queries, before.keys), gradient);
    starts.push_back(extended(before, factors_of(-loss_before.gradient_of_product(), 1)));
    starts.push_back(
        extended(before, {MatrixXd::Zero(logarithms.rows(), 1), MatrixXd::Zero(logarithms.cols(), 1)}));
    for (int i = 0; i < random_starts; ++i) {
      starts.push_back({MatrixXd::NullaryExpr(logarithms.rows(), rank, [&](Index) { return number(); }),
                        MatrixXd::NullaryExpr(logarithms.cols(), rank, [&](Index) { return number(); })});
    }
    LowRankScores best;
    for (const Factors& start : starts) {
      VectorXd numbers = loss.numbers_of(start.queries, start.keys);
      descend(loss, numbers);
      const double value = loss(numbers, gradient);
      if (best.queries.size() > 0 && !(value < best.loss)) continue;
      best = {loss.queries_of(numbers), loss.keys_of(numbers), value,
              (loss.weights() - problem.target).cwiseAbs().maxCoeff(),
              loss.gradient_of_product().norm() < best_gradient};
      if (best.is_best) break;
    }
    found.push_back(std::move(best));
    if (found.back().is_best) break;
  }
  return found;
}

}  // namespace attention_lab

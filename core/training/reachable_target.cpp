#include "core/training/reachable_target.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <iterator>

#include <Eigen/QR>
#include <Eigen/SVD>

#include "core/attention/stages.h"
#include "core/document/target.h"
#include "core/training/low_rank_scores.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double rounding_of_X = 1e-6;       // of its singular values, relative to the largest
constexpr double rounding_of_scores = 1e-5;  // of the logarithm of a weight
constexpr double matched_weight = 1e-4;      // the largest difference of a weight that counts as matched
constexpr Index most_unknowns = 256;         // of the equations that a causal mask leaves

/// Orthonormal columns that span those of `columns`.
MatrixXd basis_of(const MatrixXd& columns) {
  const Eigen::JacobiSVD<MatrixXd> svd(columns, Eigen::ComputeThinU);
  const VectorXd& values = svd.singularValues();
  const double least = rounding_of_X * (values.size() == 0 ? 0 : values(0));
  Index rank = 0;
  while (rank < values.size() && values(rank) > least) ++rank;
  return svd.matrixU().leftCols(rank);
}

/// The number of singular values that differences of rounding_of_scores in each number cannot explain.
Index rank_of(const MatrixXd& scores) {
  if (scores.size() == 0) return 0;
  const VectorXd values = Eigen::JacobiSVD<MatrixXd>(scores).singularValues();
  const double rounding =
      rounding_of_scores * std::sqrt(static_cast<double>(scores.rows()) * static_cast<double>(scores.cols()));
  return static_cast<Index>((values.array() > rounding).count());
}

/// Decides about one target.
class ReachFinder {
 public:
  ReachFinder(const Model& model, const MatrixXd& X, bool has_ones, const Matrix& target)
      : n_(X.rows()), mask_(model.options.mask), X_(X) {
    MatrixXd queries(n_, X.cols() + (has_ones ? 1 : 0));
    queries.leftCols(X.cols()) = X;
    if (has_ones) queries.rightCols(1).setOnes();
    problem_ = {target.cast<double>(), basis_of(queries), basis_of(X), mask_};
    // In double, the rows of the target sum to 1 only up to the rounding of Scalar.
    for (Index i = 0; i < n_; ++i) problem_.target.row(i) /= problem_.target.row(i).sum();
    found_.d_k = model.d_k();
    found_.rank_of_X = problem_.key_basis.cols();
    for (Index i = 0; i < n_; ++i) {
      for (Index j = 0; j < visible(i); ++j) {
        const double weight = problem_.target(i, j);
        if (weight > 0) found_.entropy -= weight * std::log(weight) / static_cast<double>(n_);
        has_zero_ = has_zero_ || !(weight > 0);
      }
    }
  }

  TargetReach find() {
    if (has_zero_) {
      refuse(Obstacle::zero_weight);
    } else {
      logarithms_ =
          problem_.target.unaryExpr([](double weight) { return weight > 0 ? std::log(weight) : 0; });
      find_equal_tokens();
      if (found_.equal_tokens) {
        refuse(Obstacle::equal_tokens);
      } else if (mask_ == Mask::none) {
        decide();
      } else {
        find_bounds();
      }
    }
    find_losses();
    if (found_.reach == Reach::unknown && found_.least_d_k > found_.d_k) refuse(Obstacle::d_k);
    return found_;
  }

 private:
  /// The first so many keys are visible: the mask is none or causal.
  Index visible(Index query) const { return n_visible_keys(mask_, query, n_); }

  void refuse(Obstacle obstacle) {
    found_.reach = Reach::unreachable;
    found_.obstacle = obstacle;
  }

  /// ln target of a row up to its first `size` keys, less the mean.
  VectorXd centred_row(Index query, Index size) const {
    VectorXd row = logarithms_.row(query).head(size);
    row.array() -= row.mean();
    return row;
  }

  void find_equal_tokens() {
    const auto differ = [](const auto& a, const auto& b) {
      return a.size() > 0 && (a - b).cwiseAbs().maxCoeff() > 2 * rounding_of_scores;
    };
    for (Index a = 0; a < n_; ++a) {
      for (Index b = a + 1; b < n_; ++b) {
        if (X_.row(a) != X_.row(b)) continue;
        const Index size = visible(a);
        const Index first = mask_ == Mask::none ? 0 : b;  // the first query that sees both keys
        found_.columns_differ =
            differ(logarithms_.col(a).tail(n_ - first), logarithms_.col(b).tail(n_ - first));
        if (!found_.columns_differ && !differ(centred_row(a, size), centred_row(b, size))) continue;
        found_.equal_tokens = {a, b};
        return;
      }
    }
  }

  /// Without a mask: exactly.
  void decide() {
    // 1. The column c. If the columns of X can make up a column of ones, any c will do, and the rank is least
    //    if each row has the mean 0. Otherwise w, the part of the ones that they cannot make up, is
    //    orthogonal to the rows of the scores: (ln target + c·1ᵀ)·w = 0 determines c.
    const VectorXd ones = VectorXd::Ones(n_);
    const MatrixXd& keys = problem_.key_basis;
    const VectorXd w = ones - keys * (keys.transpose() * ones);
    const bool has_ones = w.norm() <= rounding_of_X * ones.norm();
    const VectorXd c =
        has_ones ? VectorXd(-logarithms_.rowwise().mean()) : VectorXd(-(logarithms_ * w) / w.squaredNorm());
    const MatrixXd scores = logarithms_ + c * ones.transpose();

    // 2. Whether X can make these scores, and their rank.
    const MatrixXd& queries = problem_.query_basis;
    const MatrixXd made = queries * (queries.transpose() * scores * keys) * keys.transpose();
    if (rank_of(scores - made) > 0) return refuse(Obstacle::rank_of_X);
    found_.least_d_k = std::max(rank_of(scores), Index{1});
    found_.is_exact = true;
    if (found_.least_d_k > found_.d_k) return refuse(Obstacle::d_k);
    found_.reach = Reach::reachable;
  }

  /// With the causal mask: the blocks of queries from `last` on and keys up to `last` are fully visible.
  void find_bounds() {
    for (Index last = 1; last < n_; ++last) {
      MatrixXd block(n_ - last, last + 1);
      for (Index i = last; i < n_; ++i) block.row(i - last) = centred_row(i, last + 1);
      found_.least_d_k = std::max(found_.least_d_k, rank_of(block));
    }
    if (found_.least_d_k > std::max(problem_.largest_rank(), Index{1}) || !can_be_made_of_X())
      refuse(Obstacle::rank_of_X);
  }

  /// Whether some B of any rank gives the target under the causal mask: linear equations, one for each
  /// visible key of a query, less their mean. True if there are too many unknowns to tell.
  bool can_be_made_of_X() const {
    const MatrixXd& queries = problem_.query_basis;
    const MatrixXd& keys = problem_.key_basis;
    const Index unknowns = queries.cols() * keys.cols();
    if ((queries.cols() == n_ && keys.cols() == n_) || unknowns > most_unknowns) return true;
    // With X = 0, all attention is even.
    if (unknowns == 0) return loss_without_scores() - found_.entropy < rounding_of_scores;
    const Index n_equations = n_ * (n_ + 1) / 2;
    MatrixXd equations(n_equations, unknowns);
    VectorXd wanted(n_equations);
    Index at = 0;
    for (Index i = 0; i < n_; ++i) {
      const Index size = visible(i);
      const MatrixXd centred = keys.topRows(size).rowwise() - keys.topRows(size).colwise().mean();
      for (Index j = 0; j < size; ++j) {
        const MatrixXd products = queries.row(i).transpose() * centred.row(j);
        equations.row(at + j) = products.reshaped().transpose();
      }
      wanted.segment(at, size) = centred_row(i, size);
      at += size;
    }
    const Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver(equations);
    const VectorXd difference = equations * solver.solve(wanted) - wanted;
    return difference.norm() <= rounding_of_scores * static_cast<double>(n_);
  }

  /// The least losses, and, if a match is found among them, what follows from it.
  void find_losses() {
    const Index largest = problem_.largest_rank();
    const bool is_decided = found_.is_exact;
    const Index needed = is_decided ? found_.least_d_k : largest;
    const Index compared = std::clamp(std::max(found_.d_k, needed), Index{1}, limits::compared_d_k);
    const Index most = is_decided ? found_.least_d_k - 1 : largest;
    const Index computed = std::min(std::max(found_.d_k, compared), most);
    std::vector<LowRankScores> scores;
    if (computed > 0) scores = find_low_rank_scores(problem_, computed);
    const auto loss_at = [&](Index d_k) -> LeastLoss {
      if (is_decided && d_k >= found_.least_d_k) return {d_k, found_.entropy, 0, true};
      if (scores.empty()) return {d_k, loss_without_scores(), error_without_scores(), true};  // X is 0
      const auto rank = static_cast<std::size_t>(std::min(d_k, std::ssize(scores)));
      return {d_k, scores[rank - 1].loss, scores[rank - 1].largest_error, scores[rank - 1].is_best};
    };
    for (Index d_k = 1; d_k <= compared; ++d_k) found_.least_losses.push_back(loss_at(d_k));
    found_.present = loss_at(found_.d_k);
    if (found_.reach != Reach::unknown) return;
    if (scores.empty()) {  // X is 0, and so are the scores that the target needs
      found_.reach = Reach::reachable;
      found_.is_exact = true;
      return;
    }
    for (std::size_t rank = 1; rank <= scores.size(); ++rank) {
      if (scores[rank - 1].largest_error > matched_weight) continue;
      const auto matching = static_cast<Index>(rank);
      if (matching <= found_.d_k) found_.reach = Reach::reachable;
      found_.is_exact = matching == found_.least_d_k;
      return;
    }
  }

  /// Of even attention.
  double loss_without_scores() const {
    double loss = 0;
    for (Index i = 0; i < n_; ++i) loss += std::log(static_cast<double>(visible(i)));
    return loss / static_cast<double>(n_);
  }
  double error_without_scores() const {
    return (problem_.target - even_target(n_, mask_).cast<double>()).cwiseAbs().maxCoeff();
  }

  Index n_;
  Mask mask_;
  const MatrixXd& X_;
  LowRankProblem problem_;
  MatrixXd logarithms_;  // of the target; 0 where a key is hidden
  bool has_zero_ = false;
  TargetReach found_;
};

bool is_among(const std::vector<MatrixRef>& matrices, MatrixName name) {
  return std::any_of(matrices.begin(), matrices.end(),
                     [name](const MatrixRef& matrix) { return matrix.name == name; });
}

/// Why a target cannot be matched.
std::string describe_obstacle(const TargetReach& reach, const std::vector<std::string>& tokens) {
  constexpr double least_shown = 0.0001;
  const bool is_near = reach.is_nearly_reachable();
  const std::string error = format_number(std::max(reach.present.largest_error, least_shown), 4);
  const auto with_error = [&](const char* near, const char* far) {
    return filled_by(is_near ? near : far, [&](std::string_view place) {
      return place == "error"   ? error
             : place == "least" ? std::to_string(reach.least_d_k)
             : place == "rank"  ? std::to_string(reach.rank_of_X)
                                : std::to_string(reach.d_k);
    });
  };
  switch (reach.obstacle) {
    case Obstacle::none: break;
    case Obstacle::zero_weight:
      return with_error(
          "This target can be matched to within <error>, but not exactly, because softmax gives no weight of "
          "exactly 0.",
          "This target cannot be matched, because softmax gives no weight of exactly 0.");
    case Obstacle::equal_tokens: {
      const auto [first, second] = *reach.equal_tokens;
      const auto word = [&](Index token) { return in_curly_quotes(tokens[static_cast<std::size_t>(token)]); };
      return filled(
          reach.columns_differ
              ? "This target cannot be matched exactly, whatever d_k is: <first> (token <a>) and <second> "
                "(token <b>) have the same row of X, so every token must attend to both equally, and in the "
                "target some do not."
              : "This target cannot be matched exactly, whatever d_k is: <first> (token <a>) and <second> "
                "(token <b>) have the same row of X, so their rows of attention must be equal, and in the "
                "target they are not.",
          {{"first", word(first)}, {"a", first + 1}, {"second", word(second)}, {"b", second + 1}});
    }
    case Obstacle::rank_of_X:
      return with_error(
          "This target can be matched to within <error>, but not exactly, whatever d_k is, because the rank "
          "of X is only <rank>.",
          "This target cannot be matched, whatever d_k is, because the rank of X is only <rank>.");
    case Obstacle::d_k:
      return with_error(
          "This target can be matched to within <error> with d_k = <d_k>; an exact match needs a d_k of at "
          "least <least>.",
          "This target cannot be matched with d_k = <d_k>: it needs a d_k of at least <least>.");
  }
  return with_error(
      "With d_k = <d_k>, this target can be matched to within <error>; no exact match was found.",
      "With d_k = <d_k>, no W_q and W_k were found that match this target.");
}

/// The loss that the model can be trained to.
std::string describe_loss(const TargetReach& reach) {
  const double excess = reach.excess(reach.present);
  constexpr double least_shown = 0.0001;
  // With a weight of 0 in the target, no loss is the least one.
  const bool is_best = reach.present.is_best && reach.obstacle != Obstacle::zero_weight;
  return filled(is_best ? "The best possible loss is <loss> nats, <excess> above the minimum."
                        : "The best loss found is <loss> nats, <excess> above the minimum.",
                {{"loss", format_number(reach.present.loss, 4)},
                 {"excess", excess < least_shown ? "less than 0.0001" : format_number(excess, 4)}});
}

}  // namespace

bool has_fixed_tokens(const std::vector<MatrixRef>& trained) {
  return is_among(trained, MatrixName::W_q) && is_among(trained, MatrixName::W_k) &&
         !is_among(trained, MatrixName::X) && !is_among(trained, MatrixName::token_embeddings) &&
         !is_among(trained, MatrixName::position_embeddings);
}

TargetReach find_reach(const Model& model, const Matrix& X, Index head, const Matrix& target,
                       const std::vector<MatrixRef>& trained) {
  assert(target.rows() <= limits::tokens_of_reachable_target);
  // A frozen b_q serves as well as a trained one, unless it is 0: W_q and W_k can be chosen to fit it.
  const RowVector& b_q = *model.heads[static_cast<std::size_t>(head)].b_q;
  const bool has_ones = b_q.size() > 0 && (is_among(trained, MatrixName::b_q) || !b_q.isZero(0));
  const MatrixXd numbers = X.cast<double>();
  return ReachFinder(model, numbers, has_ones, target).find();
}

Result<TargetReach> find_reach(const TrainingObjective& objective, Index head,
                               const TrainingSettings& settings) {
  const Model& model = objective.model();
  if (!has_fixed_tokens(settings.trained)) {
    return Error{ErrorCode::not_found,
                 "Whether this target can be matched is computed only while W_q and W_k are trained and the "
                 "embeddings are not."};
  }
  if (model.n_tokens() > limits::tokens_of_reachable_target) {
    return Error{ErrorCode::not_found,
                 filled("Whether this target can be matched is computed only for up to <limit> tokens.",
                        {{"limit", limits::tokens_of_reachable_target}})};
  }
  const Mask& mask = model.options.mask;
  if (mask != Mask::none && mask != Mask::causal) {
    return Error{
        ErrorCode::not_found,
        "Whether this target can be matched is computed only without a mask and with the causal mask."};
  }
  const Matrix X = matrix_view(model, objective.trace(), {MatrixName::X});
  return find_reach(model, X, head, *settings.target, settings.trained);
}

std::string describe_reach(const TargetReach& reach, const std::vector<std::string>& tokens) {
  if (reach.reach == Reach::reachable) {
    return filled(
        reach.is_exact
            ? "This target can be matched: it needs a d_k of at least <least>, and d_k is <d_k>."
            : "This target can be matched: W_q and W_k that match it were found with d_k = <d_k>, and "
              "it needs a d_k of at least <least>.",
        {{"least", reach.least_d_k}, {"d_k", reach.d_k}});
  }
  return filled("<reason> <loss>",
                {{"reason", describe_obstacle(reach, tokens)}, {"loss", describe_loss(reach)}});
}

}  // namespace attention_lab

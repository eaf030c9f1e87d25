#include "core/mistakes/giveaway.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/attention/rounding.h"
#include "core/attention/softmax.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr double smallest_of_four_decimals = 1e-3;  // smaller numbers would have at most one digit left

double difference(Scalar a, Scalar b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  if (!std::isfinite(a) || !std::isfinite(b)) return std::numeric_limits<double>::infinity();
  return std::abs(static_cast<double>(a) - static_cast<double>(b));
}

double largest_difference(const Matrix& a, const Matrix& b) {
  double largest = 0;
  for (Index i = 0; i < a.size(); ++i) largest = std::max(largest, difference(a.data()[i], b.data()[i]));
  return largest;
}

/// The largest magnitude in row i that softmax takes exp of, masked or not. Skips NaN and infinities.
double largest_logit(const Model& model, const HeadStages& head, Index i) {
  double largest = 0;
  for (Index j = 0; j < head.scaled_scores.cols(); ++j) {
    const auto logit = static_cast<double>(head.scaled_scores(i, j) / model.options.temperature);
    if (std::isfinite(logit)) largest = std::max(largest, std::abs(logit));
  }
  return largest;
}

/// The change of row i of the weights that rounding alone can explain, relative to its largest weight.
double rounding_of_row(const Model& model, const HeadStages& a, const HeadStages& b, Index i) {
  return rounding_of_softmax(a.weights.cols(),
                             std::max(largest_logit(model, a, i), largest_logit(model, b, i)));
}

bool weights_agree(const Model& model, const HeadStages& a, const HeadStages& b, Index i) {
  const double tolerance = rounding_of_row(model, a, b, i) * static_cast<double>(a.weights.row(i).maxCoeff());
  for (Index j = 0; j < a.weights.cols(); ++j) {
    const double change = difference(a.weights(i, j), b.weights(i, j));
    if (change != 0 && !(change <= tolerance)) return false;
  }
  return true;
}

/// The change of the context that rounding alone can explain. The context is an average of V, or a sum of
/// such averages times W_o; dropout divides the weights it keeps by 1 − p. The engine computes each sum as
/// one chain; the weights are known to agree here, so the worst-case bound hides no mistake.
double rounding_of_context(const Model& model, const Trace& right, const Trace& wrong) {
  double share = 0;
  double magnitude = 0;
  for (std::size_t h = 0; h < right.heads.size(); ++h) {
    const HeadStages& head = right.heads[h];
    for (Index i = 0; i < head.weights.rows(); ++i)
      share = std::max(share, rounding_of_row(model, head, wrong.heads[h], i));
    magnitude = std::max(magnitude, static_cast<double>(head.V.cwiseAbs().maxCoeff()));
  }
  magnitude /= static_cast<double>(1 - model.options.dropout.p);
  share += rounding_of_chain(model.n_tokens());
  if (!model.has_output_projection()) return share * magnitude;
  share += rounding_of_chain(model.W_o->rows() + 1);
  magnitude *= static_cast<double>(model.W_o->cwiseAbs().colwise().sum().maxCoeff());
  if (model.b_o->size() > 0) magnitude += static_cast<double>(model.b_o->cwiseAbs().maxCoeff());
  return share * magnitude;
}

bool numbers_agree(const Model& model, const Trace& right, const Trace& wrong) {
  for (std::size_t h = 0; h < right.heads.size(); ++h) {
    for (Index i = 0; i < model.n_tokens(); ++i) {
      if (!weights_agree(model, right.heads[h], wrong.heads[h], i)) return false;
    }
  }
  const double change = largest_difference(right.context, wrong.context);
  return change == 0 || (std::isfinite(change) && change <= rounding_of_context(model, right, wrong));
}

bool is_seen_by_none(const Model& model, Index key) {
  for (Index query = 0; query < model.n_tokens(); ++query)
    if (is_visible(model.options.mask, query, key, model.n_tokens())) return false;
  return true;
}

void look_at_sums(const Model& model, const Trace& wrong, Giveaway& giveaway) {
  giveaway.row_sums_are_one = true;
  giveaway.column_sums_are_one = true;
  double smallest = std::numeric_limits<double>::infinity();
  double largest = -smallest;
  for (const HeadStages& head : wrong.heads) {
    // Row by row, in memory order.
    Eigen::RowVectorXd column_sums = Eigen::RowVectorXd::Zero(head.weights.cols());
    for (Index i = 0; i < head.weights.rows(); ++i) {
      const double row_sum = head.weights.row(i).cast<double>().sum();
      column_sums += head.weights.row(i).cast<double>();
      // A row that sees no key sums to 0, correct or not.
      if (row_sum == 0 && sees_nothing(model.options.mask, i, head.weights.cols())) continue;
      giveaway.row_sums_are_one = giveaway.row_sums_are_one && is_one(row_sum, head.weights.cols());
      if (std::isnan(row_sum)) continue;
      smallest = std::min(smallest, row_sum);
      largest = std::max(largest, row_sum);
    }
    for (Index j = 0; j < column_sums.size(); ++j) {
      if (column_sums(j) == 0 && is_seen_by_none(model, j)) continue;  // likewise
      giveaway.column_sums_are_one =
          giveaway.column_sums_are_one && is_one(column_sums(j), head.weights.rows());
    }
  }
  if (smallest > largest) return;
  giveaway.smallest_row_sum = smallest;
  giveaway.largest_row_sum = largest;
}

bool has_weight_on_later_tokens(const Trace& trace) {
  for (const HeadStages& head : trace.heads) {
    for (Index i = 0; i < head.weights.rows(); ++i) {
      for (Index j = i + 1; j < head.weights.cols(); ++j) {
        if (head.weights(i, j) > 0) return true;
      }
    }
  }
  return false;
}

// Whether the weights of earlier tokens change, beyond rounding, if the last token changes.
bool has_leak(const Model& model, Mistake mistake, const Trace& wrong) {
  const Index last = model.n_tokens() - 1;
  const Scalar largest = model.token_embeddings->cwiseAbs().maxCoeff();
  Model moved = model;
  // Moves the last embedding by up to a tenth of the largest entry: enough for a visible effect, but not for
  // saturation. The step is larger if the logits are small, because exp must change visibly, and it differs
  // between dimensions, because many W map a constant step to zero.
  double logit = 0;
  for (const HeadStages& head : wrong.heads)
    for (Index i = 0; i < last; ++i) logit = std::max(logit, largest_logit(model, head, i));
  const Scalar boost = logit > 0 && logit < 1 ? static_cast<Scalar>(1 / logit) : Scalar{1};
  const Scalar step =
      boost * (largest > 0 ? largest : Scalar{1}) / Scalar{10} / static_cast<Scalar>(model.d_model());
  auto embedding = moved.token_embeddings.edit().row(last);
  for (Index a = 0; a < embedding.size(); ++a) embedding(a) += step * static_cast<Scalar>(a + 1);

  const Result<Trace> after = forward_with_mistake(moved, mistake);
  if (!after) return false;
  for (std::size_t h = 0; h < wrong.heads.size(); ++h) {
    for (Index i = 0; i < last; ++i) {
      const double tolerance = rounding_of_row(moved, wrong.heads[h], after->heads[h], i) *
                               static_cast<double>(wrong.heads[h].weights.row(i).maxCoeff());
      for (Index j = 0; j < last; ++j) {
        const double change = difference(after->heads[h].weights(i, j), wrong.heads[h].weights(i, j));
        if (std::isfinite(change) && change > tolerance) return true;
      }
    }
  }
  return false;
}

bool has_nan_of_its_own(const Trace& right, const Trace& wrong) {
  if (wrong.context.hasNaN() && !right.context.hasNaN()) return true;
  for (std::size_t h = 0; h < wrong.heads.size(); ++h) {
    if (wrong.heads[h].weights.hasNaN() && !right.heads[h].weights.hasNaN()) return true;
  }
  return false;
}

double mean_entropy(const Trace& trace) {
  double sum = 0;
  Index n_rows = 0;
  for (const HeadStages& head : trace.heads) {
    n_rows += head.weights.rows();
    for (Index i = 0; i < head.weights.rows(); ++i)
      sum += entropy(head.weights.row(i).data(), head.weights.cols());
  }
  return sum / static_cast<double>(n_rows);
}

std::string number(double value) {
  return format_number(value, 4);
}

/// A sum that four decimals cannot distinguish from 1 is shown by its distance: "1 − 3.2e-6".
std::string sum_text(double sum) {
  const double distance = std::abs(sum - 1);
  if (distance == 0 || distance >= smallest_of_four_decimals) return number(sum);
  return std::string(sum < 1 ? "1 − " : "1 + ") + text_of_difference(distance);
}

std::string sums_text(const Giveaway& giveaway) {
  return sum_text(giveaway.smallest_row_sum) + " … " + sum_text(giveaway.largest_row_sum);
}

}  // namespace

std::string text_of_difference(double difference) {
  if (difference == 0) return "0";
  if (difference >= smallest_of_four_decimals) return number(difference);
  const int exponent = static_cast<int>(std::floor(std::log10(difference)));
  return format_number(difference / std::pow(10.0, exponent), 1) + "e" + std::to_string(exponent);
}

Giveaway giveaway_of(const Model& model, Mistake mistake, const Trace& right, const Trace& wrong) {
  Giveaway giveaway;
  look_at_sums(model, wrong, giveaway);
  if (model.options.mask.is_causal()) {
    giveaway.sees_future = has_weight_on_later_tokens(wrong);
    giveaway.leaks_future = !giveaway.sees_future && has_leak(model, mistake, wrong);
  }
  giveaway.has_nan = has_nan_of_its_own(right, wrong);
  // With other shapes, these two mistakes would have failed.
  giveaway.fits_by_luck =
      mistake == Mistake::transposed_weights || mistake == Mistake::keys_and_values_exchanged;
  giveaway.largest_difference = largest_difference(wrong.context, right.context);
  for (std::size_t h = 0; h < wrong.heads.size(); ++h) {
    giveaway.largest_weight_difference =
        std::max(giveaway.largest_weight_difference,
                 largest_difference(wrong.heads[h].weights, right.heads[h].weights));
  }
  giveaway.numbers_agree = numbers_agree(model, right, wrong);
  giveaway.divisor = static_cast<double>(wrong.divisor);
  giveaway.right_divisor = static_cast<double>(right.divisor);
  giveaway.mean_entropy = mean_entropy(wrong);
  giveaway.right_mean_entropy = mean_entropy(right);
  return giveaway;
}

std::vector<std::string> phrases_of(const Giveaway& giveaway, Mistake mistake) {
  std::vector<std::string> phrases;
  if (giveaway.has_nan) phrases.emplace_back("NaN where the correct computation has numbers");
  if (giveaway.sees_future) phrases.emplace_back("a token attends to a later one");
  if (!giveaway.row_sums_are_one && giveaway.column_sums_are_one) {
    phrases.push_back(filled("each column of weights sums to 1, but the rows sum to <sums>",
                             {{"sums", sums_text(giveaway)}}));
  } else if (!giveaway.row_sums_are_one && !giveaway.has_nan) {
    phrases.push_back(filled("rows of weights sum to <sums> instead of 1", {{"sums", sums_text(giveaway)}}));
  }
  if (giveaway.leaks_future) phrases.emplace_back("a later token changes the rows of earlier ones");
  if (giveaway.fits_by_luck) {
    phrases.emplace_back(mistake == Mistake::transposed_weights
                             ? "the shapes fit only by coincidence, because W_q, W_k and W_v are square"
                             : "the shapes fit only by coincidence, because d_k = d_v");
  }
  if (giveaway.divisor != giveaway.right_divisor) {
    phrases.push_back(
        filled("scores are divided by <divisor> instead of <right divisor>",
               {{"divisor", number(giveaway.divisor)}, {"right divisor", number(giveaway.right_divisor)}}));
    const std::string entropy_text = number(std::max(0.0, giveaway.mean_entropy));
    const std::string right_entropy_text = number(std::max(0.0, giveaway.right_mean_entropy));
    if (std::isfinite(giveaway.mean_entropy) && std::isfinite(giveaway.right_mean_entropy) &&
        entropy_text != right_entropy_text) {
      phrases.push_back(filled("the mean entropy of a row is <entropy> instead of <right entropy>",
                               {{"entropy", entropy_text}, {"right entropy", right_entropy_text}}));
    }
  }
  if (giveaway.numbers_agree) {
    phrases.emplace_back(phrases.empty() ? "nothing, the numbers agree with the correct computation"
                                         : "yet the numbers agree with the correct computation");
  } else if (phrases.empty()) {
    phrases.push_back(filled("weights differ by up to <difference>",
                             {{"difference", text_of_difference(giveaway.largest_weight_difference)}}));
  }
  return phrases;
}

}  // namespace attention_lab

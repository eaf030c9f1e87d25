#include "core/document/target.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr Scalar least_sum = Scalar(1e-6);
constexpr double sum_rounding = 1e-5;  // of the sum of a row

std::string place_in_target(Index row) {
  return "target[" + std::to_string(row) + "]";
}
std::string place_in_target(Index row, Index column) {
  return place_in_target(row) + "[" + std::to_string(column) + "]";
}

double sum_of_row(const Matrix& numbers, Index row) {
  double sum = 0;
  for (Index column = 0; column < numbers.cols(); ++column) sum += static_cast<double>(numbers(row, column));
  return sum;
}

bool sums_to_one(double sum) {
  return std::abs(sum - 1) < sum_rounding;
}

std::optional<Error> refuse_number(const Model& model, Scalar number, Index row, Index column) {
  if (!std::isfinite(number)) {
    return Error{ErrorCode::not_finite, "This number is not finite; give a finite one.",
                 place_in_target(row, column)};
  }
  if (number < 0) {
    return Error{ErrorCode::out_of_range, "Attention cannot be negative; give a number from 0 to 1.",
                 place_in_target(row, column)};
  }
  const Mask& mask = model.options.mask;
  if (number > 0 && !is_visible(mask, row, column, model.n_tokens())) {
    return Error{
        ErrorCode::out_of_range,
        mask == Mask::causal
            ? "The causal mask hides this key, so its attention is always 0; give 0 here, or turn off the "
              "mask."
            : "The mask hides this key, so its attention is always 0; give 0 here, or turn off the mask.",
        place_in_target(row, column)};
  }
  return std::nullopt;
}

}  // namespace

Result<Matrix> make_target(const Model& model, const Matrix& numbers) {
  const Index n = model.n_tokens();
  if (numbers.rows() != n || numbers.cols() != n) {
    return Error{
        ErrorCode::wrong_shape,
        filled("The target is <shape>, but the sentence has <tokens>; give one row and one column for "
               "each token.",
               {{"shape", shape_text(numbers.rows(), numbers.cols())}, {"tokens", counted(n, "token")}}),
        "target"};
  }
  Matrix target = numbers;
  for (Index row = 0; row < n; ++row) {
    for (Index column = 0; column < n; ++column) {
      if (std::optional<Error> refused = refuse_number(model, target(row, column), row, column))
        return *std::move(refused);
    }
    if (sees_nothing(model.options.mask, row, n)) continue;  // its row is 0, as the numbers before
    const double sum = sum_of_row(target, row);
    if (!(sum > static_cast<double>(least_sum))) {
      return Error{ErrorCode::out_of_range,
                   "The numbers in this row sum to 0, but attention must sum to 1; make at least one of them "
                   "positive.",
                   place_in_target(row)};
    }
    if (sums_to_one(sum)) continue;
    for (Index column = 0; column < n; ++column)
      target(row, column) = static_cast<Scalar>(static_cast<double>(target(row, column)) / sum);
  }
  return target;
}

std::string describe_row_sums(const Matrix& numbers) {
  Index count = 0;
  Index first = 0;
  for (Index row = numbers.rows() - 1; row >= 0; --row) {
    if (sums_to_one(sum_of_row(numbers, row))) continue;
    ++count;
    first = row;
  }
  if (count == 0) return {};
  const std::string sum = format_plainly(sum_of_row(numbers, first), 6);
  if (count == 1) {
    return filled("Row <row> of the target sums to <sum> instead of 1, so its numbers are divided by <sum>.",
                  {{"row", first + 1}, {"sum", sum}});
  }
  return filled(
      "<rows> of the target do not sum to 1, so their numbers are divided by the sum of their row; row "
      "<row>, "
      "for example, sums to <sum>.",
      {{"rows", counted(count, "row")}, {"row", first + 1}, {"sum", sum}});
}

Matrix alice_target() {
  Matrix target(4, 4);
  target << Scalar(0.10), Scalar(0.05), Scalar(0.75), Scalar(0.10),  //
      Scalar(0.15), Scalar(0.60), Scalar(0.15), Scalar(0.10),        //
      Scalar(0.70), Scalar(0.03), Scalar(0.07), Scalar(0.20),        //
      Scalar(0.10), Scalar(0.05), Scalar(0.65), Scalar(0.20);
  return target;
}

Matrix even_target(Index n_tokens, const Mask& mask) {
  Matrix target = Matrix::Zero(n_tokens, n_tokens);
  for (Index query = 0; query < n_tokens; ++query) {
    const auto n_visible = static_cast<Scalar>(n_visible_keys(mask, query, n_tokens));
    for_each_visible_key(mask, query, n_tokens, [&](Index key) { target(query, key) = 1 / n_visible; });
  }
  return target;
}

void set_target_weight(Matrix& target, const Mask& mask, Index query, Index key, Scalar weight) {
  const Index n_tokens = target.cols();
  const Index n_visible = n_visible_keys(mask, query, n_tokens);
  if (!is_visible(mask, query, key, n_tokens) || n_visible < 2) return;
  const Scalar set = std::clamp(weight, Scalar{0}, Scalar{1});
  auto row = target.row(query);
  Scalar others = 0;
  for_each_visible_key(mask, query, n_tokens, [&](Index j) { others += j == key ? Scalar{0} : row(j); });
  for_each_visible_key(mask, query, n_tokens, [&](Index j) {
    if (j == key) return;
    row(j) =
        others > least_sum ? row(j) * (1 - set) / others : (1 - set) / static_cast<Scalar>(n_visible - 1);
  });
  row(key) = set;
}

Matrix rearranged_target(const Matrix& target, const std::vector<Index>& sources, const Mask& mask) {
  const auto n = static_cast<Index>(sources.size());
  Matrix moved = even_target(n, mask);
  for (Index query = 0; query < n; ++query) {
    const Index from = sources[static_cast<std::size_t>(query)];
    if (from < 0) continue;
    RowVector row = RowVector::Zero(n);
    for_each_visible_key(mask, query, n, [&](Index key) {
      const Index source = sources[static_cast<std::size_t>(key)];
      if (source >= 0) row(key) = target(from, source);
    });
    const Scalar sum = row.sum();
    if (sum > least_sum) moved.row(query) = row / sum;
  }
  return moved;
}

}  // namespace attention_lab

#include "app/files/json_numbers.h"

#include <algorithm>
#include <cmath>

#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

bool check_finite(float number, const std::string& place, Problems& problems) {
  if (std::isfinite(number)) return true;
  problems.add(ErrorCode::not_finite, "This number is too large; the largest is 3.4028235e38.", place);
  return false;
}

/// The numbers of one row; null, with an error, for anything else.
const JsonValue::Numbers* row_of(const JsonValue& value, const std::string& place, Problems& problems) {
  if (const auto* numbers = std::get_if<JsonValue::Numbers>(&value.content)) {
    for (std::size_t i = 0; i < numbers->size(); ++i) {
      if (std::isfinite((*numbers)[i])) continue;
      check_finite((*numbers)[i], item_path(place, i), problems);
      return nullptr;
    }
    return numbers;
  }
  const auto* list = content_of<JsonValue::List>(value, "a list of numbers", place, problems);
  if (list != nullptr && list->empty()) {
    problems.add(ErrorCode::wrong_shape, "There are no numbers in this list.", place);
  } else if (list != nullptr) {
    for (std::size_t i = 0; i < list->size(); ++i) {
      Scalar number = 0;
      read_number((*list)[i], item_path(place, i), number, problems);
    }
  }
  return nullptr;
}

}  // namespace

void read_number(const JsonValue& value, const std::string& place, Scalar& number, Problems& problems) {
  const auto* read = content_of<JsonNumber>(value, "a number", place, problems);
  if (read != nullptr && check_finite(read->rounded, place, problems)) number = read->rounded;
}

std::optional<std::int64_t> read_whole_number(const JsonValue& value, const std::string& place,
                                              Problems& problems) {
  constexpr double largest = 9007199254740992;  // a double holds all integers up to here
  const auto* read = content_of<JsonNumber>(value, "a whole number", place, problems);
  if (read == nullptr) return std::nullopt;
  if (std::abs(read->precise) <= largest && read->precise == std::floor(read->precise))
    return static_cast<std::int64_t>(read->precise);
  problems.add(ErrorCode::wrong_type, "This is not a whole number, or it is too large.", place);
  return std::nullopt;
}

void read_vector(const JsonValue& value, const std::string& place, RowVector& vector, Problems& problems) {
  const JsonValue::Numbers* numbers = row_of(value, place, problems);
  if (numbers == nullptr) return;
  vector = Eigen::Map<const RowVector>(numbers->data(), static_cast<Index>(numbers->size()));
}

void read_matrix(JsonValue& value, const std::string& place, Matrix& matrix, Problems& problems) {
  auto* rows = content_of<JsonValue::List>(value, "a list of rows (each a list of numbers)", place, problems);
  if (rows == nullptr) return;
  if (rows->empty()) {
    problems.add(ErrorCode::wrong_shape, "There are no rows in this matrix.", place);
    return;
  }
  const std::size_t problems_before = problems.count();
  const JsonValue::Numbers* first = nullptr;
  for (std::size_t i = 0; i < rows->size(); ++i) {
    const JsonValue::Numbers* row = row_of((*rows)[i], item_path(place, i), problems);
    if (i == 0) first = row;
    if (row == nullptr || first == nullptr || row->size() == first->size()) continue;
    problems.add(ErrorCode::wrong_shape,
                 filled("This row has <numbers>, but the first row has <first>.",
                        {{"numbers", counted(std::ssize(*row), "number")}, {"first", first->size()}}),
                 item_path(place, i));
  }
  // Allocate only now: one long row and many short ones would need far more memory than the text.
  if (first != nullptr && problems.count() == problems_before) {
    matrix.resize(static_cast<Index>(rows->size()), static_cast<Index>(first->size()));
    Scalar* next = matrix.data();
    for (const JsonValue& row : *rows) {
      const auto& numbers = std::get<JsonValue::Numbers>(row.content);
      next = std::copy(numbers.begin(), numbers.end(), next);
    }
  }
  value.content = {};
}

}  // namespace attention_lab

#include "app/files/json_numbers.h"

#include <algorithm>
#include <cmath>

namespace attention_lab {
namespace {

bool check_finite(float number, const std::string& place, Problems& problems) {
  if (std::isfinite(number)) return true;
  problems.add(ErrorCode::not_finite, "This number is too large; the largest is 3.4028235e38.", place);
  return false;
}

/// The numbers of one row; nullptr, and the problem noted, where it is anything else.
const JsonValue::Numbers* row_of(const JsonValue& value, const std::string& place, Problems& problems) {
  if (const auto* numbers = std::get_if<JsonValue::Numbers>(&value.content)) {
    for (std::size_t i = 0; i < numbers->size(); ++i) {
      if (std::isfinite((*numbers)[i])) continue;
      check_finite((*numbers)[i], item_path(place, i), problems);
      return nullptr;
    }
    return numbers;
  }
  const auto* list = std::get_if<JsonValue::List>(&value.content);
  if (list == nullptr) {
    add_wrong_type(problems, "a list of numbers", value, place);
  } else if (list->empty()) {
    problems.add(ErrorCode::wrong_shape, "There are no numbers in this list.", place);
  } else {
    for (std::size_t i = 0; i < list->size(); ++i) {
      Scalar number = 0;
      read_number((*list)[i], item_path(place, i), number, problems);
    }
  }
  return nullptr;
}

}  // namespace

void read_number(const JsonValue& value, const std::string& place, Scalar& number, Problems& problems) {
  const auto* read = std::get_if<JsonNumber>(&value.content);
  if (read == nullptr) {
    add_wrong_type(problems, "a number", value, place);
  } else if (check_finite(read->rounded, place, problems)) {
    number = read->rounded;
  }
}

std::optional<std::int64_t> read_whole_number(const JsonValue& value, const std::string& place,
                                              Problems& problems) {
  constexpr double largest = 9007199254740992;  // up to here a double holds every whole number
  const auto* read = std::get_if<JsonNumber>(&value.content);
  if (read != nullptr && std::abs(read->precise) <= largest && read->precise == std::floor(read->precise)) {
    return static_cast<std::int64_t>(read->precise);
  }
  if (read == nullptr) {
    add_wrong_type(problems, "a whole number", value, place);
  } else {
    problems.add(ErrorCode::wrong_type, "Expected a whole number; this one is not whole, or is too large.",
                 place);
  }
  return std::nullopt;
}

void read_vector(const JsonValue& value, const std::string& place, RowVector& vector, Problems& problems) {
  const JsonValue::Numbers* numbers = row_of(value, place, problems);
  if (numbers == nullptr) return;
  vector = Eigen::Map<const RowVector>(numbers->data(), static_cast<Index>(numbers->size()));
}

void read_matrix(JsonValue& value, const std::string& place, Matrix& matrix, Problems& problems) {
  auto* rows = std::get_if<JsonValue::List>(&value.content);
  if (rows == nullptr) {
    add_wrong_type(problems, "a list of rows (each a list of numbers)", value, place);
    return;
  }
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
                 "This row has " + std::to_string(row->size()) + (row->size() == 1 ? " number" : " numbers") +
                     ", but the first row has " + std::to_string(first->size()) + ".",
                 item_path(place, i));
  }
  // Only now: one long row and many short ones ask for far more memory than the text has numbers.
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

#include "app/files/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/words/number_format.h"

namespace attention_lab {
namespace {

template <class Number>
std::string json_list(std::span<const Number> numbers) {
  std::string text = "[";
  for (const Number number : numbers) {
    if (text.size() > 1) text += ", ";
    text += json_of(number);
  }
  return text + "]";
}

}  // namespace

void append_number(std::string& text, float number) {
  if (number == 0) {
    text += std::signbit(number) ? "-0.0" : "0";
    return;
  }
  append_exactly(text, number);
}

std::string json_of(std::string_view text) {
  using Json = nlohmann::json;
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string json_of(float number) {
  if (std::isnan(number)) return "\"NaN\"";
  if (std::isinf(number)) return number > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  std::string digits;
  append_number(digits, number);
  return digits;
}

std::string json_of(double number) {
  if (!std::isfinite(number)) return "null";
  std::array<char, 64> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
}

std::string json_of(std::span<const float> numbers) {
  return json_list(numbers);
}

std::string json_of(std::span<const double> numbers) {
  return json_list(numbers);
}

void JsonWriter::new_line() {
  text_ += '\n';
  text_ += std::string(2 * depth_, ' ');
}

void JsonWriter::begin(char bracket) {
  text_ += bracket;
  ++depth_;
  is_first_ = true;
}

void JsonWriter::end(char bracket) {
  --depth_;
  if (!is_first_) new_line();
  text_ += bracket;
  is_first_ = false;
}

void JsonWriter::item() {
  if (!is_first_) text_ += ',';
  is_first_ = false;
  new_line();
}

void JsonWriter::written_key(std::string_view in_quotes) {
  item();
  (text_ += in_quotes) += ": ";
}

void JsonWriter::value(const MatrixView& matrix) {
  begin_list();
  for (Index row = 0; row < matrix.rows(); ++row) {
    item();
    value(json_of(std::span<const float>(matrix.data() + row * matrix.cols(),
                                         static_cast<std::size_t>(matrix.cols()))));
  }
  end_list();
}

}  // namespace attention_lab

#include "core/words/number_format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iterator>

namespace attention_lab {
namespace {

constexpr double largest_without_exponent = 1e6;
constexpr int short_digits = 3;  // of short_number
constexpr int most_short_decimals = 7;
constexpr int most_error_decimals = 9;  // of with_error

std::string with_real_minus(std::string text) {
  if (!text.empty() && text.front() == '-') text.replace(0, 1, "−");
  return text;
}

/// "1.50" → "1.5", "2.00" → "2". Precondition: the text contains a decimal point.
std::string without_zeros_at_the_end(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

std::string format_number(double value, int decimals) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
  if (std::fabs(value) >= largest_without_exponent) return format_scientifically(value);
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, value);
  std::string text = buffer.data();
  if (text.front() == '-' && text.find_first_of("123456789") == std::string::npos) text.erase(0, 1);
  return with_real_minus(text);
}

std::string format_briefly(double value) {
  std::string text = format_number(value, 4);
  if (text.find('.') == std::string::npos || text.find('e') != std::string::npos) return text;
  return without_zeros_at_the_end(std::move(text));
}

std::string format_plainly(double value, int most_decimals) {
  std::array<char, 512> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.*f", most_decimals, value);
  const std::string text = without_zeros_at_the_end(buffer.data());
  return text == "-0" ? "0" : text;
}

// "1.5e+30" → "1.5e30", "2e-09" → "2e-9".
std::string format_scientifically(double value) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.2e", value);
  const std::string text = buffer.data();
  const std::size_t e = text.find('e');
  return with_real_minus(without_zeros_at_the_end(text.substr(0, e)) + "e" +
                         std::to_string(std::atoi(text.c_str() + e + 1)));
}

namespace {

template <typename Number>
void append_shortest(std::string& text, Number value) {
  // Plain digits where they are easier to read than an exponent.
  const Number size = std::abs(value);
  const bool is_plain = size == 0 || (size >= Number(1e-5) && size < Number(1e9));
  const auto format = is_plain ? std::chars_format::fixed : std::chars_format::scientific;
  std::array<char, 64> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, format).ptr;
  text.append(digits.data(), end);
}

}  // namespace

void append_exactly(std::string& text, float value) {
  append_shortest(text, value);
}

std::string format_exactly(float value) {
  std::string text;
  append_shortest(text, value);
  return text;
}

std::string format_exactly(double value) {
  std::string text;
  append_shortest(text, value);
  return text;
}

std::string format_percent(double fraction) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.1f%%", 100 * fraction);
  return buffer.data();
}

std::string short_number(double value) {
  if (!std::isfinite(value)) return format_number(value, 0);
  if (value == std::round(value) && std::fabs(value) < largest_without_exponent)
    return with_real_minus(count_text(static_cast<std::int64_t>(value)));
  const double size = std::fabs(value);
  const int decimals = short_digits - 1 - static_cast<int>(std::floor(std::log10(size)));
  if (decimals > most_short_decimals) {
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.0e", size);
    std::string text = buffer.data();
    const std::size_t e = text.find('e');
    const int exponent = std::stoi(text.substr(e + 1));
    return (value < 0 ? "−" : "") + text.substr(0, e) + " · 10^{" + format_number(exponent, 0) + "}";
  }
  return format_number(value, std::max(decimals, 0));
}

std::string with_error(double value, double error) {
  int decimals = 2;
  if (std::isfinite(error) && error > 0)
    decimals = std::clamp(1 - static_cast<int>(std::floor(std::log10(error))), 0, most_error_decimals);
  const auto text = [decimals](double number) {
    const bool is_count = decimals == 0 && std::fabs(number) < largest_without_exponent;
    return is_count ? short_number(std::round(number)) : format_number(number, decimals);
  };
  return text(value) + " ± " + text(error);
}

std::string counted(std::int64_t count, std::string_view noun) {
  std::string text = count_text(count) + " ";
  text += noun;
  return count == 1 ? text : text + "s";
}

std::string count_text(std::int64_t count) {
  std::string text = std::to_string(count);
  const std::size_t first = text.front() == '-' ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3;) {
    at -= 3;
    text.insert(at, ",");
  }
  return text;
}

std::string shape_in_words(std::int64_t rows, std::int64_t columns) {
  return counted(rows, "row") + " and " + counted(columns, "column");
}

std::string size_in_words(std::uintmax_t bytes) {
  constexpr double step = 1024;
  const char* const units[] = {"bytes", "KB", "MB", "GB", "TB"};
  double amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (amount >= step && unit + 1 < std::size(units)) {
    amount /= step;
    ++unit;
  }
  char text[32];
  std::snprintf(text, sizeof text, unit == 0 || amount >= 10 ? "%.0f %s" : "%.1f %s", amount, units[unit]);
  return text;
}

}  // namespace attention_lab

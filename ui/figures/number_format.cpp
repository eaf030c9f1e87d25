#include "ui/figures/number_format.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace attention_lab {
namespace {

constexpr double largest_without_exponent = 1e6;

std::string with_real_minus(std::string text) {
  if (!text.empty() && text.front() == '-') text.replace(0, 1, "−");
  return text;
}

// "1.5e+30" → "1.5e30", "2e-09" → "2e-9".
std::string scientific(double value) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.2e", value);
  std::string text = buffer.data();
  const std::size_t e = text.find('e');
  std::string mantissa = text.substr(0, e);
  while (mantissa.back() == '0') mantissa.pop_back();
  if (mantissa.back() == '.') mantissa.pop_back();
  return mantissa + "e" + std::to_string(std::atoi(text.c_str() + e + 1));
}

}  // namespace

std::string format_number(double value, int decimals) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
  if (std::fabs(value) >= largest_without_exponent) return with_real_minus(scientific(value));
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, value);
  std::string text = buffer.data();
  if (text.front() == '-' && text.find_first_of("123456789") == std::string::npos) text.erase(0, 1);
  return with_real_minus(text);
}

std::string format_briefly(double value) {
  std::string text = format_number(value, 4);
  if (text.find('.') == std::string::npos || text.find('e') != std::string::npos) return text;
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string format_exactly(float value) {
  std::array<char, 64> buffer{};
  for (int digits = 1; digits <= 9; ++digits) {
    std::snprintf(buffer.data(), buffer.size(), "%.*g", digits, static_cast<double>(value));
    if (std::strtof(buffer.data(), nullptr) == value) break;
  }
  return buffer.data();
}

std::string format_percent(double fraction) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.1f %%", 100 * fraction);
  return buffer.data();
}

double round_up_nicely(double value) {
  if (!(value > 0) || std::isinf(value)) return 1;
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double step : {1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0}) {
    if (value <= step * power * (1 + 1e-9)) return step * power;
  }
  return 10 * power;
}

}  // namespace attention_lab

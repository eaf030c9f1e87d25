#include "ui/laboratory/number_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "core/document/checks.h"
#include "ui/figures/number_format.h"

namespace attention_lab {
namespace {

constexpr int most_decimals = 9;
constexpr int short_digits = 3;  // of short_number

}  // namespace

std::string with_error(double value, double error) {
  int decimals = 2;
  if (std::isfinite(error) && error > 0)
    decimals = std::clamp(1 - static_cast<int>(std::floor(std::log10(error))), 0, most_decimals);
  const auto text = [decimals](double number) {
    const bool is_count = decimals == 0 && std::fabs(number) < 1e6;
    return is_count ? short_number(std::round(number)) : format_number(number, decimals);
  };
  return text(value) + " ± " + text(error);
}

std::string short_number(double value) {
  if (!std::isfinite(value)) return format_number(value, 0);
  if (value == std::round(value) && std::fabs(value) < 1e6) {
    const std::string text = count_text(static_cast<std::int64_t>(std::fabs(value)));
    return value < 0 ? "−" + text : text;
  }
  const double size = std::fabs(value);
  const int decimals = short_digits - 1 - static_cast<int>(std::floor(std::log10(size)));
  if (decimals > 7) {
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.0e", size);
    std::string text = buffer.data();
    const std::size_t e = text.find('e');
    const int exponent = std::stoi(text.substr(e + 1));
    return (value < 0 ? "−" : "") + text.substr(0, e) + " · 10^{" + format_number(exponent, 0) + "}";
  }
  return format_number(value, std::max(decimals, 0));
}

}  // namespace attention_lab

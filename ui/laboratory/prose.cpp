#include "ui/laboratory/prose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "ui/figures/number_format.h"

namespace attention_lab {
namespace {

constexpr int most_decimals = 9;

bool binds_left(std::string_view word) {
  return word == "=" || word == "±" || word == "·";
}
bool binds_right(std::string_view word) {
  return binds_left(word) || word == "÷" || word == "ln";
}

/// Words, and what belongs together: "÷ √64", "d_k = 2", "0.93 ± 0.07".
std::vector<std::string> unbroken_parts(std::string_view markup) {
  std::vector<std::string> parts;
  bool is_bound = false;
  for (std::size_t at = 0; at < markup.size();) {
    const std::size_t end = std::min(markup.find(' ', at), markup.size());
    const std::string_view word = markup.substr(at, end - at);
    if (!parts.empty() && (is_bound || binds_left(word))) {
      parts.back() += " " + std::string(word);
    } else {
      parts.emplace_back(word);
    }
    is_bound = binds_right(word);
    at = end + 1;
  }
  return parts;
}

}  // namespace

std::vector<std::string> wrapped_markup(std::string_view markup, float width, float size, FontWeight weight,
                                        const TextMetrics& metrics) {
  std::vector<std::string> lines(1);
  for (const std::string& part : unbroken_parts(markup)) {
    std::string& line = lines.back();
    const std::string longer = line.empty() ? part : line + " " + part;
    if (line.empty() || layout_markup(longer, size, weight, metrics).width <= width) {
      line = longer;
    } else {
      lines.push_back(part);
    }
  }
  return lines;
}

float prose_height(std::string_view markup, float width, float size, const TextMetrics& metrics,
                   FontWeight weight) {
  return static_cast<float>(wrapped_markup(markup, width, size, weight, metrics).size()) * size * prose_pitch;
}

float draw_prose(const Painter& painter, Point origin, float width, std::string_view markup, Colour colour,
                 float size, FontWeight weight) {
  float y = origin.y;
  for (const std::string& line : wrapped_markup(markup, width, size, weight, painter.metrics())) {
    painter.markup({origin.x, y + size * prose_pitch / 2}, line, colour, size, weight);
    y += size * prose_pitch;
  }
  return y - origin.y;
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

std::string short_number(double value, int digits) {
  if (!std::isfinite(value)) return format_number(value, 0);
  if (value == std::round(value) && std::fabs(value) < 1e6) {
    const std::string text = count_text(static_cast<std::int64_t>(std::fabs(value)));
    return value < 0 ? "−" + text : text;
  }
  const double size = std::fabs(value);
  const int decimals = digits - 1 - static_cast<int>(std::floor(std::log10(size)));
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

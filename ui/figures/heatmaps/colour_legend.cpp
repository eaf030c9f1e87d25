#include "ui/figures/heatmaps/colour_legend.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/words/number_format.h"
#include "ui/figures/base/labels.h"

namespace attention_lab {
namespace {

// In font sizes, unless stated otherwise.
constexpr float legend_bar_width = 0.85f;
constexpr float tick_length = 0.25f;
constexpr float tick_gap = 0.45f;  // from the bar to the numbers
constexpr float legend_number_text = 12.0f / 14.0f;
constexpr float widest_title = 6;
constexpr float legend_title_middle = 1.0f;  // above the bar
constexpr float ticks_apart = 2.6f;          // if there are more than three
constexpr float least_height_of_three = 3.4f;
constexpr float least_height_of_two = 1.4f;

constexpr int legend_steps = 256;  // so many that no step is seen

bool has_decimals(double number, int decimals) {
  const double power = std::pow(10.0, decimals);
  return std::fabs(std::round(number * power) / power - number) < 1e-9 * std::max(1e-3, std::fabs(number));
}

/// Numbers at equal distances from the high end to the low one.
std::vector<double> divided(const ColourLegend& legend, int intervals) {
  std::vector<double> ticks;
  for (int i = 0; i <= intervals; ++i)
    ticks.push_back(legend.high + (legend.low - legend.high) * i / intervals);
  return ticks;
}

/// Whether the decimals of the cells show all of these numbers exactly.
bool suit(const std::vector<double>& ticks, const ColourLegend& legend) {
  constexpr double written_with_exponents = 1e6;
  return legend.decimals && std::all_of(ticks.begin(), ticks.end(), [&](double tick) {
           return std::fabs(tick) < written_with_exponents && has_decimals(tick, *legend.decimals);
         });
}

std::vector<double> ticks_of(const ColourLegend& legend, float height, float size) {
  if (height < least_height_of_two * size) return {};
  if (height < least_height_of_three * size) return divided(legend, 1);
  for (const int intervals : {4, 5, 2, 1}) {
    const bool has_room = intervals <= 2 || height >= ticks_apart * static_cast<float>(intervals) * size;
    if (has_room && suit(divided(legend, intervals), legend)) return divided(legend, intervals);
  }
  return divided(legend, 2);
}

std::vector<std::string> texts_of(const std::vector<double>& ticks, const ColourLegend& legend) {
  if (!suit(ticks, legend)) return scale_numbers(ticks);
  std::vector<std::string> texts;
  for (const double tick : ticks) texts.push_back(format_number(tick + 0.0, *legend.decimals));
  return texts;
}

/// The colours from low to high: to the right, or upwards.
void add_gradient(DisplayList& list, const ColourLegend& legend, const Rect& bar, bool is_level,
                  const FigureStyle& style) {
  const float start = is_level ? bar.x : bar.y;
  const float length = is_level ? bar.width : bar.height;
  for (int i = 0; i < legend_steps; ++i) {
    const float from = style.snapped(start + length * static_cast<float>(i) / legend_steps);
    const float to = style.snapped(start + length * static_cast<float>(i + 1) / legend_steps);
    if (to <= from) continue;
    // Each step extends to the end of the bar, below the next ones, so that there are no gaps at any
    // resolution.
    const Rect rest = is_level ? Rect{from, bar.y, bar.right() - from, bar.height}
                               : Rect{bar.x, from, bar.width, bar.bottom() - from};
    const float share = (static_cast<float>(i) + 0.5f) / legend_steps;
    list.add(FillRect{rest, sample_on(style.ground, legend.map, is_level ? share : 1 - share), 0});
  }
}

}  // namespace

std::vector<std::string> scale_numbers(const std::vector<double>& numbers) {
  double largest = 0;
  for (const double number : numbers) {
    if (std::isfinite(number)) largest = std::max(largest, std::fabs(number));
  }
  const bool is_tiny = largest > 0 && largest < 1e-4;
  const int before_the_point = largest > 0 ? static_cast<int>(std::floor(std::log10(largest))) + 1 : 0;
  const int most_exact_decimals = std::clamp(3 - before_the_point, 4, 7);
  int decimals = 0;
  const auto are_exact = [&] {
    return std::all_of(numbers.begin(), numbers.end(),
                       [&](double number) { return has_decimals(number, decimals); });
  };
  while (decimals < most_exact_decimals && !are_exact()) ++decimals;
  if (largest > 0 && !are_exact()) decimals = std::clamp(3 - before_the_point, 0, 7);
  std::vector<std::string> texts;
  for (const double number : numbers) {
    const bool is_written_out = std::fabs(number) >= 1e6 || !is_tiny;
    texts.push_back(number == 0      ? "0"
                    : is_written_out ? format_number(number, decimals)
                                     : format_scientifically(number));
  }
  return texts;
}

float legend_width(const ColourLegend& legend, const FigureStyle& style, const TextMetrics& metrics) {
  const float size = style.font_size;
  const float small = size * legend_number_text;
  float numbers = 0;
  const int intervals = suit({legend.high, legend.low}, legend) ? 1 : 2;
  for (const std::string& text : texts_of(divided(legend, intervals), legend))
    numbers = std::max(numbers, metrics.width(text, small, FontWeight::regular));
  const float title = layout_markup(legend.title, small, FontWeight::regular, metrics).width * 1.001f;
  return std::max((legend_bar_width + tick_gap) * size + numbers, std::min(title, widest_title * size));
}

float level_legend_height(const FigureStyle& style) {
  return (legend_bar_width + tick_gap + legend_number_text) * style.font_size;
}

void draw_level_legend(DisplayList& list, const ColourLegend& legend, const Rect& area,
                       const FigureStyle& style, const TextMetrics& metrics) {
  const float size = style.font_size;
  const float small = size * legend_number_text;
  const float height = style.snapped(legend_bar_width * size);
  Rect bar{area.x, style.snapped(area.y), area.width, height};
  if (!legend.title.empty()) {
    Text title =
        markup_at({area.x, bar.centre().y}, legend.title, small, style.quiet_text, HorizontalAnchor::left);
    title = fitted(std::move(title), area.width / 3, metrics);
    if (!title.text.empty()) {
      bar.x = style.snapped(area.x + width_of(title, metrics) + tick_gap * size);
      bar.width = area.right() - bar.x;
      list.add(std::move(title));
    }
  }
  add_gradient(list, legend, bar, true, style);
  const std::vector<double> ticks = {legend.low, (legend.low + legend.high) / 2, legend.high};
  const std::vector<std::string> texts = texts_of(ticks, legend);
  constexpr std::array anchors = {HorizontalAnchor::left, HorizontalAnchor::centre, HorizontalAnchor::right};
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const float x = bar.x + bar.width * static_cast<float>(i) / static_cast<float>(ticks.size() - 1);
    list.add(label_at({x, bar.bottom() + tick_gap * size / 2 + small / 2}, texts[i], small, style.quiet_text,
                      anchors[i]));
  }
}

float legend_title_height(const ColourLegend& legend, const FigureStyle& style) {
  return legend.title.empty() ? style.font_size * 0.4f : style.font_size * 1.5f;
}

void draw_colour_legend(DisplayList& list, const ColourLegend& legend, const Rect& area,
                        const FigureStyle& style, const TextMetrics& metrics) {
  const float size = style.font_size;
  const auto snapped = [&](float at) { return style.snapped(at); };
  const Rect bar{snapped(area.x), snapped(area.y), snapped(legend_bar_width * size), snapped(area.height)};
  add_gradient(list, legend, bar, false, style);
  const std::vector<double> ticks = ticks_of(legend, bar.height, size);
  const std::vector<std::string> texts = texts_of(ticks, legend);
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const float y = bar.y + bar.height * static_cast<float>(i) / static_cast<float>(ticks.size() - 1);
    const float width = std::max(0.06f * size, style.pixel);
    list.add(Line{{bar.right(), y}, {bar.right() + tick_length * size, y}, style.line, width});
    list.add(
        label_at({bar.right() + tick_gap * size, y}, texts[i], size * legend_number_text, style.quiet_text));
  }
  if (legend.title.empty()) return;
  Text title = markup_at({area.x, area.y - legend_title_middle * size}, legend.title,
                         size * legend_number_text, style.quiet_text, HorizontalAnchor::left);
  title = fitted(std::move(title), area.width, metrics);
  if (!title.text.empty()) list.add(std::move(title));
}

}  // namespace attention_lab

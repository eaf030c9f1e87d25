#include "ui/figures/heatmaps/legend_stack.h"

#include <algorithm>

namespace attention_lab {
namespace {

// In font sizes.
constexpr float least_bar = 6;
constexpr float largest_bar = 16;
constexpr float foot_height = 0.6f;

std::vector<const HeatmapSpec*> first_of_each_scale(const std::vector<HeatmapSpec>& panels) {
  std::vector<const HeatmapSpec*> firsts;
  for (const HeatmapSpec& panel : panels) {
    const auto is_same = [&](const HeatmapSpec* first) {
      return first->map == panel.map && first->low == panel.low && first->high == panel.high;
    };
    if (std::none_of(firsts.begin(), firsts.end(), is_same)) firsts.push_back(&panel);
  }
  return firsts;
}

}  // namespace

LegendStack::LegendStack(const std::vector<HeatmapSpec>& panels, const FigureStyle& style,
                         const TextMetrics& metrics)
    : style_(style), metrics_(metrics) {
  const std::vector<const HeatmapSpec*> firsts = first_of_each_scale(panels);
  for (const HeatmapSpec* const first : firsts) {
    const auto has_its_name = [&](const HeatmapSpec* other) { return other->legend == first->legend; };
    const bool is_ambiguous = std::count_if(firsts.begin(), firsts.end(), has_its_name) > 1;
    legends_.push_back({first->map, first->low, first->high, is_ambiguous ? first->title : first->legend});
    width_ = std::max(width_, legend_width(legends_.back(), style, metrics));
    head_ = std::max(head_, legend_title_height(legends_.back(), style));
  }
}

float LegendStack::least_height() const {
  return (head_ + least_bar * style_.font_size) * static_cast<float>(legends_.size());
}

void LegendStack::draw(DisplayList& list, float x, VerticalSpan beside, VerticalSpan room) const {
  const float size = style_.font_size;
  const float count = static_cast<float>(legends_.size());
  const float foot = foot_height * size;
  const float extent = beside.bottom - beside.top;
  const float most = (room.bottom - room.top) / count - head_ - foot;
  const float bar = std::clamp(extent / count - head_ - foot, std::min(least_bar * size, most),
                               std::min(largest_bar * size, most));
  const float block = (head_ + bar + foot) * count;
  float y = std::clamp((beside.top + beside.bottom - block) / 2, room.top, room.bottom - block);
  // One legend starts where the cells do.
  if (legends_.size() == 1 && extent >= bar) y = std::max(beside.top - head_, room.top);
  for (const ColourLegend& legend : legends_) {
    draw_colour_legend(list, legend, {x, y + head_, width_, bar}, style_, metrics_);
    y += head_ + bar + foot;
  }
}

}  // namespace attention_lab

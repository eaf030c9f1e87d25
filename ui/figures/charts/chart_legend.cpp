#include "ui/figures/charts/chart_legend.h"

#include <algorithm>

namespace attention_lab {
namespace {

// Of the size of text.
constexpr float chart_legend_line = 1.45f;
constexpr float sample_width = 1.5f;
constexpr float block_width = 0.85f;
constexpr float before_name = 0.5f;
constexpr float between_chart_entries = 1.5f;

float sample_width_of(const LegendEntry& entry, const ChartSizes& sizes) {
  return sizes.text * (entry.sample == LegendEntry::Sample::block ? block_width : sample_width);
}

float name_width(const LegendEntry& entry, const ChartSizes& sizes, const TextMetrics& metrics) {
  return layout_markup(entry.name, sizes.text, FontWeight::regular, metrics).width;
}

LegendEntry with_short_name(LegendEntry entry, float width, const ChartSizes& sizes,
                            const TextMetrics& metrics) {
  entry.name = shorten_markup(entry.name, width, sizes.text, FontWeight::regular, metrics);
  return entry;
}

/// Where each row ends, as the entry after its last.
std::vector<std::size_t> rows_of(const std::vector<float>& widths, float gap, float width) {
  std::vector<std::size_t> ends;
  float x = 0;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    if (x > 0 && x + widths[i] > width) {
      ends.push_back(i);
      x = 0;
    }
    x += widths[i] + gap;
  }
  if (!widths.empty()) ends.push_back(widths.size());
  return ends;
}

void draw_sample(const LegendEntry& entry, Point at, const ChartSizes& sizes, DisplayList& list) {
  const float width = sample_width_of(entry, sizes);
  if (entry.sample == LegendEntry::Sample::block) {
    list.add(FillRect{{at.x, at.y - width / 2, width, width}, entry.colour, 0});
    return;
  }
  int pieces = 1;
  if (entry.sample == LegendEntry::Sample::dashes) pieces = 3;
  if (entry.sample == LegendEntry::Sample::dots) pieces = 6;
  const float even = width / static_cast<float>(2 * pieces - 1);
  const float piece = entry.sample == LegendEntry::Sample::dots ? std::min(sizes.line, even) : even;
  const float step = pieces > 1 ? (width - piece) / static_cast<float>(pieces - 1) : 0;
  for (int i = 0; i < pieces; ++i) {
    const float x = at.x + step * static_cast<float>(i);
    list.add(Line{{x, at.y}, {x + piece, at.y}, entry.colour, sizes.line});
  }
  if (entry.has_marker) list.add(FillDisc{{at.x + width / 2, at.y}, sizes.line * 1.6f, entry.colour});
}

}  // namespace

ChartLegend legend_in_rows(const std::vector<LegendEntry>& entries, float width, const ChartSizes& sizes,
                           const TextMetrics& metrics) {
  std::vector<LegendEntry> fitting;
  std::vector<float> widths;
  for (const LegendEntry& entry : entries) {
    const float before = sample_width_of(entry, sizes) + sizes.text * before_name;
    fitting.push_back(with_short_name(entry, std::max(width - before, 0.0f), sizes, metrics));
    widths.push_back(before + name_width(fitting.back(), sizes, metrics));
  }
  const float gap = sizes.text * between_chart_entries;
  // Rows of about the same length: the shortest that make no more of them.
  std::vector<std::size_t> rows = rows_of(widths, gap, width);
  for (float shorter = width; shorter > 0; shorter -= sizes.text) {
    std::vector<std::size_t> balanced = rows_of(widths, gap, shorter);
    if (balanced.size() > rows.size()) break;
    rows = std::move(balanced);
  }
  ChartLegend legend;
  legend.width = width;
  std::size_t entry = 0;
  for (const std::size_t end : rows) {
    float length = -gap;
    for (std::size_t i = entry; i < end; ++i) length += widths[i] + gap;
    float x = (width - length) / 2;
    for (; entry < end; ++entry) {
      legend.places.push_back({fitting[entry], {x, legend.height + sizes.text * chart_legend_line / 2}});
      x += widths[entry] + gap;
    }
    legend.height += sizes.text * chart_legend_line;
  }
  return legend;
}

ChartLegend legend_in_column(const std::vector<LegendEntry>& entries, float width, float height,
                             const ChartSizes& sizes, const TextMetrics& metrics) {
  ChartLegend legend;
  const float line = sizes.text * chart_legend_line;
  const auto lines = static_cast<std::size_t>(std::max(height / line, 1.0f));
  const std::size_t shown = entries.size() <= lines ? entries.size() : lines - 1;
  for (std::size_t i = 0; i < shown; ++i) {
    const float before = sample_width_of(entries[i], sizes) + sizes.text * before_name;
    const LegendEntry entry = with_short_name(entries[i], std::max(width - before, 0.0f), sizes, metrics);
    legend.width = std::max(legend.width, before + name_width(entry, sizes, metrics));
    legend.places.push_back({entry, {0, legend.height + line / 2}});
    legend.height += line;
  }
  if (shown < entries.size()) {
    LegendEntry rest;
    rest.name = "and " + std::to_string(entries.size() - shown) + " more";
    rest.colour.alpha = 0;
    legend.width = std::max(legend.width, name_width(rest, sizes, metrics));
    legend.places.push_back({rest, {0, legend.height + line / 2}});
    legend.height += line;
  }
  return legend;
}

void draw_legend(const ChartLegend& legend, Point origin, const FigureStyle& style, DisplayList& list,
                 TextBoard& texts) {
  const ChartSizes sizes(style);
  for (const ChartLegend::Place& place : legend.places) {
    const Point at{origin.x + place.at.x, origin.y + place.at.y};
    const bool has_sample = place.entry.colour.alpha > 0;
    const float before = has_sample ? sample_width_of(place.entry, sizes) + sizes.text * before_name : 0;
    Text name = label_at({at.x + before, at.y}, place.entry.name, sizes.text, style.text);
    name.is_markup = true;
    if (texts.add(name) && has_sample) draw_sample(place.entry, at, sizes, list);
  }
}

}  // namespace attention_lab

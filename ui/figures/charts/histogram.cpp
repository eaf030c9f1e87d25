#include "ui/figures/charts/histogram.h"

#include <algorithm>
#include <cmath>

#include "ui/figures/charts/chart_frame.h"
#include "ui/figures/charts/lines.h"

namespace attention_lab {
namespace {

constexpr double fewest_bins = 5;
constexpr double most_bins = 60;
constexpr float behind = 0.32f;  // opacity of overlapping bars
constexpr float alone = 0.75f;

bool is_usable(const Distribution& distribution) {
  return !distribution.counts.empty() && distribution.low < distribution.high &&
         std::isfinite(distribution.low) && std::isfinite(distribution.high);
}

class HistogramBuilder : ChartBuilder {
 public:
  HistogramBuilder(const HistogramSpec& spec, float width, float height, const FigureStyle& style,
                   const TextMetrics& metrics)
      : ChartBuilder(width, height, style, metrics), spec_(spec) {}

  DisplayList build() {
    set_frame(frame_spec());
    frame_->draw_ground(list_, texts_);
    for (std::size_t i = 0; i < spec_.distributions.size(); ++i) {
      if (is_usable(spec_.distributions[i])) draw_bars(i);
    }
    for (std::size_t i = 0; i < spec_.distributions.size(); ++i) {
      if (is_usable(spec_.distributions[i])) draw_outline(i);
    }
    for (std::size_t i = 0; i < spec_.curves.size(); ++i)
      draw_series(spec_.curves[i], curve_colour(i), *frame_, style_, list_);
    frame_->draw_axes(list_, texts_);
    return std::move(list_);
  }

 private:
  Colour curve_colour(std::size_t curve) const {
    if (spec_.curves[curve].colour) return *spec_.curves[curve].colour;
    return spec_.curves.size() == 1 ? style_.text : series_colour(style_, spec_.distributions.size() + curve);
  }
  bool is_logarithmic() const { return spec_.y_axis.kind == ScaleKind::logarithmic; }

  double edge(const Distribution& distribution, std::size_t bin) const {
    const double share = static_cast<double>(bin) / static_cast<double>(distribution.counts.size());
    return distribution.low + (distribution.high - distribution.low) * share;
  }

  ChartFrameSpec frame_spec() const {
    ChartFrameSpec frame;
    frame.title = spec_.title;
    frame.x_axis = spec_.x_axis;
    frame.y_axis = spec_.y_axis;
    if (!is_logarithmic()) frame.y_data.add(0);
    for (const Distribution& distribution : spec_.distributions) {
      if (!is_usable(distribution)) continue;
      frame.x_data.add(distribution.low);
      frame.x_data.add(distribution.high);
      for (const double count : distribution.counts) {
        if (count > 0) frame.y_data.add(count);
      }
    }
    for (const LineSeries& curve : spec_.curves)
      add_to_spans(curve, spec_.x_axis, spec_.y_axis, frame.x_data, frame.y_data);
    if (spec_.distributions.size() + spec_.curves.size() > 1) {
      for (std::size_t i = 0; i < spec_.distributions.size(); ++i)
        if (!spec_.distributions[i].name.empty())
          frame.legend.push_back(
              {spec_.distributions[i].name, colour_of(spec_.distributions, i), LegendEntry::Sample::block});
      for (std::size_t i = 0; i < spec_.curves.size(); ++i)
        frame.legend.push_back(legend_entry(spec_.curves[i], curve_colour(i)));
    }
    return frame;
  }

  float x_of(double value) const {
    const double share = frame_->x_scale().share_of(value);
    const Rect& plot = frame_->plot();
    const double inside = std::isnan(share) ? 0 : std::clamp(share, 0.0, 1.0);
    return style_.snapped(static_cast<double>(plot.x) + inside * static_cast<double>(plot.width));
  }
  float y_of(double count) const {
    const Rect& plot = frame_->plot();
    const double share = std::isfinite(count) ? frame_->y_scale().share_of(count) : 0;
    const double inside = std::isnan(share) ? 0 : std::clamp(share, 0.0, 1.0);
    return style_.snapped(static_cast<double>(plot.bottom()) - inside * static_cast<double>(plot.height));
  }
  float base() const { return style_.snapped(static_cast<double>(frame_->plot().bottom())); }

  void draw_bars(std::size_t index) {
    const Distribution& distribution = spec_.distributions[index];
    const Colour colour =
        faded(colour_of(spec_.distributions, index), spec_.distributions.size() == 1 ? alone : behind);
    for (std::size_t bin = 0; bin < distribution.counts.size(); ++bin) {
      const float left = x_of(edge(distribution, bin));
      const float right = x_of(edge(distribution, bin + 1));
      const float top = y_of(distribution.counts[bin]);
      if (right > left && top < base())
        list_.add(FillRect{{left, top, right - left, base() - top}, colour, 0});
    }
  }

  // The outline of the bars.
  void draw_outline(std::size_t index) {
    const Distribution& distribution = spec_.distributions[index];
    Polyline outline;
    outline.colour = colour_of(spec_.distributions, index);
    outline.line_width = frame_->sizes().line * 0.6f;
    const auto finish = [&](float x) {
      if (outline.points.empty()) return;
      outline.points.push_back({x, base()});
      list_.add(outline);
      outline.points.clear();
    };
    for (std::size_t bin = 0; bin < distribution.counts.size(); ++bin) {
      const float left = x_of(edge(distribution, bin));
      const float right = x_of(edge(distribution, bin + 1));
      const float top = y_of(distribution.counts[bin]);
      if (top >= base() || right <= left) {
        finish(left);
        continue;
      }
      if (outline.points.empty()) outline.points.push_back({left, base()});
      outline.points.push_back({left, top});
      outline.points.push_back({right, top});
    }
    finish(x_of(distribution.high));
  }

  const HistogramSpec& spec_;
};

}  // namespace

std::vector<Distribution> count_into_same_bins(const std::vector<std::vector<double>>& sets,
                                               const std::vector<std::string>& names) {
  NumberSpan span;
  double most = 0;
  for (const std::vector<double>& numbers : sets) {
    double finite = 0;
    for (const double number : numbers) {
      span.add(number);
      finite += std::isfinite(number) ? 1 : 0;
    }
    most = std::max(most, finite);
  }
  // Rice's rule, 2 n^(1/3), then round edges. scale_of gives one more edge than there are bins.
  const double wished = std::clamp(std::ceil(2 * std::cbrt(most)), fewest_bins, most_bins);
  const ChartScale edges = scale_of({}, span, static_cast<int>(wished) + 2);
  const std::size_t bins = std::max<std::size_t>(edges.ticks.size(), 2) - 1;
  std::vector<Distribution> found;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    Distribution distribution;
    if (i < names.size()) distribution.name = names[i];
    distribution.low = edges.low;
    distribution.high = edges.high;
    distribution.counts.assign(bins, 0);
    for (const double number : sets[i]) {
      if (!std::isfinite(number)) continue;
      const double at = std::clamp(edges.share_of(number), 0.0, 1.0) * static_cast<double>(bins);
      // A bin includes its left edge, the last one also its right edge. The slack allows for rounding.
      const auto bin = static_cast<std::size_t>(at + 1e-9);
      distribution.counts[std::min(bin, bins - 1)] += 1;
    }
    found.push_back(std::move(distribution));
  }
  return found;
}

DisplayList histogram(const HistogramSpec& spec, float width, float height, const FigureStyle& style,
                      const TextMetrics& metrics) {
  return HistogramBuilder(spec, width, height, style, metrics).build();
}

}  // namespace attention_lab

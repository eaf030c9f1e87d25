#include "ui/figures/charts/lines.h"

#include <algorithm>
#include <cmath>

#include "ui/figures/charts/chart_frame.h"
#include "ui/figures/charts/line_series.h"

namespace attention_lab {
namespace {

constexpr float marker_room = 1.5f;  // over the plot, in sizes of text

class LinesBuilder {
 public:
  LinesBuilder(const LinesSpec& spec, float width, float height, const FigureStyle& style,
               const TextMetrics& metrics)
      : spec_(spec), style_(style), metrics_(metrics), texts_(list_, metrics) {
    list_.width = width;
    list_.height = height;
  }

  DisplayList build() {
    const ChartFrame frame(frame_spec(), list_.width, list_.height, style_, metrics_);
    if (spec_.marker) draw_marker(frame);
    frame.draw_ground(list_, texts_);
    for (std::size_t i = 0; i < spec_.series.size(); ++i)
      draw_series(spec_.series[i], colour_of(i), frame, style_, list_);
    frame.draw_axes(list_, texts_);
    return std::move(list_);
  }

 private:
  Colour colour_of(std::size_t series) const {
    return spec_.series[series].colour.value_or(series_colour(style_, series));
  }

  ChartFrameSpec frame_spec() const {
    ChartFrameSpec frame;
    frame.title = spec_.title;
    frame.x_axis = spec_.x_axis;
    frame.y_axis = spec_.y_axis;
    for (const LineSeries& series : spec_.series)
      add_to_spans(series, spec_.x_axis, spec_.y_axis, frame.x_data, frame.y_data);
    if (spec_.marker && (spec_.x_axis.kind == ScaleKind::linear || spec_.marker->x > 0))
      frame.x_data.add(spec_.marker->x);
    if (!spec_.x_labels.empty()) {
      frame.is_named = true;
      frame.names = spec_.x_labels;
      // Half a step beyond the first and the last, so that their labels have as much room as the others'.
      frame.x_axis.kind = ScaleKind::linear;
      frame.x_axis.low = -0.5;
      frame.x_axis.high = static_cast<double>(spec_.x_labels.size()) - 0.5;
    }
    const auto is_named = [](const LineSeries& series) { return !series.name.empty(); };
    const bool has_legend =
        spec_.series.size() > 1 && std::any_of(spec_.series.begin(), spec_.series.end(), is_named);
    for (std::size_t i = 0; has_legend && i < spec_.series.size(); ++i) {
      if (is_named(spec_.series[i])) frame.legend.push_back(legend_entry(spec_.series[i], colour_of(i)));
    }
    if (spec_.marker && !spec_.marker->label.empty()) frame.room_above = style_.font_size * marker_room;
    return frame;
  }

  void draw_marker(const ChartFrame& frame) {
    const Rect& plot = frame.plot();
    const double share = frame.x_scale().share_of(spec_.marker->x);
    if (!(share >= 0 && share <= 1)) return;
    const float x = frame.crisp(frame.x_of(spec_.marker->x));
    const float em = style_.font_size;
    list_.add(
        Line{{x, plot.y - em * 0.25f}, {x, plot.bottom()}, style_.accent, frame.sizes().hairline * 1.5f});
    Text label = label_at({x, plot.y - em * 0.8f}, spec_.marker->label, frame.sizes().small_text,
                          style_.accent, HorizontalAnchor::centre);
    label.is_markup = true;
    label = fitted(label, list_.width - em, metrics_);
    const Rect bounds = bounds_of(label, metrics_);
    const float beyond_right = std::max(bounds.right() - (list_.width - em * 0.3f), 0.0f);
    const float beyond_left = std::max(em * 0.3f - bounds.x, 0.0f);
    label.position.x += beyond_left - beyond_right;
    texts_.add(label);
  }

  const LinesSpec& spec_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  DisplayList list_;
  TextBoard texts_;
};

}  // namespace

DisplayList lines(const LinesSpec& spec, float width, float height, const FigureStyle& style,
                  const TextMetrics& metrics) {
  return LinesBuilder(spec, width, height, style, metrics).build();
}

}  // namespace attention_lab

#include "ui/figures/charts/bars.h"

#include <algorithm>
#include <cmath>

#include "core/words/number_format.h"
#include "ui/figures/base/cell_grid.h"
#include "ui/figures/charts/chart_frame.h"

namespace attention_lab {
namespace {

constexpr float group_share = 0.72f;  // of the distance between labels
constexpr float widest_bar = 5;       // in font sizes
constexpr float between_values = 0.3f;
constexpr float smallest_value_text = 0.72f;  // relative to small text
constexpr float value_room = 1.35f;           // above bars, in font sizes
constexpr float bars_towards_ground = 0.5f;   // for bars beside the strong one

class BarsBuilder : ChartBuilder {
 public:
  BarsBuilder(const BarsSpec& spec, float width, float height, const FigureStyle& style,
              const TextMetrics& metrics)
      : ChartBuilder(width, height, style, metrics), spec_(spec), sizes_(style) {
    for (const BarSeries& series : spec.series) {
      for (std::size_t i = 0; i < std::min(series.values.size(), spec.labels.size()); ++i) {
        add(series.values[i]);
        const std::string number = format_number(series.values[i], spec.decimals);
        widest_value_ = std::max(widest_value_, metrics.width(number, 1, FontWeight::medium));
      }
    }
    if (is_linear()) make_room_for_hatching();
  }

  DisplayList build() {
    lay_out(spec_.shows_values);
    value_size_ = spec_.shows_values ? value_size() : 0;
    if (spec_.shows_values && value_size_ == 0) lay_out(false);
    frame_->draw_ground(list_, texts_);
    for (std::size_t s = 0; s < spec_.series.size(); ++s) {
      const std::vector<double>& values = spec_.series[s].values;
      for (std::size_t i = 0; i < std::min(values.size(), spec_.labels.size()); ++i) draw_bar(s, i);
    }
    frame_->draw_axes(list_, texts_);
    draw_values();
    return std::move(list_);
  }

 private:
  bool is_linear() const { return spec_.value_axis.kind == ScaleKind::linear; }

  void add(double value) {
    if (is_linear() || value > 0) data_.add(value);
    goes_up_ = goes_up_ || std::isnan(value) || value > 0;
    goes_down_ = goes_down_ || value < 0;
  }

  // Bars start at 0, because their lengths are compared; hatched bars extend to the end of the axis.
  void make_room_for_hatching() {
    data_.add(0);
    const double size = std::max(data_.high, -data_.low);
    if (goes_up_ && data_.high == 0) data_.add(size > 0 ? size / 4 : 1);
    if (goes_down_ && data_.low == 0) data_.add(size > 0 ? -size / 4 : -1);
  }

  void lay_out(bool has_values) {
    ChartFrameSpec frame;
    frame.title = spec_.title;
    frame.y_axis = spec_.value_axis;
    frame.y_data = data_;
    frame.x_axis.title = spec_.label_axis;
    frame.x_axis.low = -0.5;
    frame.x_axis.high = static_cast<double>(std::max<std::size_t>(spec_.labels.size(), 1)) - 0.5;
    frame.is_named = true;
    frame.names = spec_.labels;
    frame.strong_name = spec_.strong;
    frame.kept_name = spec_.kept;
    if (spec_.series.size() > 1) {
      for (std::size_t s = 0; s < spec_.series.size(); ++s)
        if (!spec_.series[s].name.empty())
          frame.legend.push_back(
              {spec_.series[s].name, colour_of(spec_.series, s), LegendEntry::Sample::block});
    }
    const float room = has_values ? sizes_.text * value_room : 0;
    frame.room_above = room;
    frame.room_below = is_linear() && goes_down_ ? room : 0;
    frame.has_bottom_line = false;
    set_frame(std::move(frame));
  }

  float bar_width() const {
    const float pitch =
        frame_->plot().width / static_cast<float>(std::max<std::size_t>(spec_.labels.size(), 1));
    const auto count = static_cast<float>(std::max<std::size_t>(spec_.series.size(), 1));
    return std::min(pitch * group_share / count, sizes_.text * widest_bar);
  }

  // One font size for all numbers; 0 if they do not fit beside each other.
  float value_size() const {
    const float pitch =
        frame_->plot().width / static_cast<float>(std::max<std::size_t>(spec_.labels.size(), 1));
    const float room = spec_.series.size() == 1 ? pitch : bar_width();
    const float size = std::min(sizes_.small_text, room / (widest_value_ + between_values));
    return size < sizes_.small_text * smallest_value_text ? 0 : size;
  }

  double middle_of(std::size_t series, std::size_t label) const {
    const double offset = static_cast<double>(series) - static_cast<double>(spec_.series.size() - 1) / 2;
    return frame_->x_of(static_cast<double>(label)) + offset * static_cast<double>(bar_width());
  }

  // The other end of a bar; always inside the plot.
  double end_of(double value) const {
    const Rect& plot = frame_->plot();
    const auto top = static_cast<double>(plot.y);
    const auto bottom = static_cast<double>(plot.bottom());
    if (std::isnan(value)) return top;
    const double y = frame_->y_of(value);
    return std::isnan(y) ? bottom : std::clamp(y, top, bottom);
  }

  void draw_bar(std::size_t series, std::size_t label) {
    const double value = spec_.series[series].values[label];
    const double width = static_cast<double>(bar_width());
    const double middle = middle_of(series, label);
    const double gap =
        spec_.series.size() > 1 && width > 8 * static_cast<double>(style_.pixel) ? width * 0.06 : 0;
    const float left = style_.snapped(middle - width / 2 + gap);
    const float right = std::max(style_.snapped(middle + width / 2 - gap), left + style_.pixel);
    const float from = style_.snapped(frame_->y_of_zero());
    const float to = style_.snapped(end_of(value));
    const Rect bar{left, std::min(from, to), right - left, std::fabs(to - from)};
    if (!std::isfinite(value)) {
      if (bar.height > 0) hatch(list_, bar, Hatching::not_finite, style_);
      return;
    }
    if (bar.height == 0) return;
    const bool is_quiet = spec_.strong && *spec_.strong != label;
    const Colour colour = colour_of(spec_.series, series);
    list_.add(FillRect{bar, is_quiet ? mix(colour, style_.ground, bars_towards_ground) : colour, 0});
  }

  void draw_values() {
    if (value_size_ == 0) return;
    const auto draw_one = [&](std::size_t series, std::size_t label) {
      const double value = spec_.series[series].values[label];
      const bool is_strong = spec_.strong == label;
      const bool is_below = value < 0 && is_linear();
      const float middle = value_size_ * (is_below ? 0.75f : -0.65f);
      Text number =
          label_at({static_cast<float>(middle_of(series, label)), static_cast<float>(end_of(value)) + middle},
                   format_number(value, spec_.decimals), value_size_, style_.text, HorizontalAnchor::centre);
      number.weight = is_strong ? FontWeight::medium : FontWeight::regular;
      texts_.add(number);
    };
    for (std::size_t s = 0; s < spec_.series.size(); ++s) {
      const std::size_t count = std::min(spec_.series[s].values.size(), spec_.labels.size());
      for (std::size_t i = 0; i < count; ++i) draw_one(s, i);
    }
  }

  const BarsSpec& spec_;
  ChartSizes sizes_;
  NumberSpan data_;
  bool goes_up_ = false;
  bool goes_down_ = false;
  float widest_value_ = 0;  // at font size 1
  float value_size_ = 0;
};

}  // namespace

DisplayList bars(const BarsSpec& spec, float width, float height, const FigureStyle& style,
                 const TextMetrics& metrics) {
  return BarsBuilder(spec, width, height, style, metrics).build();
}

}  // namespace attention_lab

#include "ui/figures/charts/lines.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/figures/charts/chart_frame.h"

namespace attention_lab {
namespace {

// Relative to the width of a line.
constexpr float dash = 3.2f;
constexpr float between_dashes = 2.8f;
constexpr float dot_length = 1;
constexpr float between_dots = 1.9f;
constexpr float marker_radius = 1.7f;
constexpr double markers_apart = 5;        // closer ones would hide the line
constexpr std::size_t most_dashes = 4000;  // limit for series that are extremely long

/// A place on the page; in double, because it may be far outside the page.
struct PagePlace {
  double x = 0;
  double y = 0;
};

Point to_point(const PagePlace& p) {
  return {static_cast<float>(p.x), static_cast<float>(p.y)};
}

bool has_number(float value, ScaleKind kind) {
  return std::isfinite(value) && (kind == ScaleKind::linear || value > 0);
}

/// Splits a series at points that have no place.
std::vector<std::vector<PagePlace>> pieces_of(const LineSeries& series, const ChartFrame& frame) {
  std::vector<std::vector<PagePlace>> pieces(1);
  for (const Point& point : series.at) {
    if (has_number(point.x, frame.x_scale().kind) && has_number(point.y, frame.y_scale().kind)) {
      pieces.back().push_back(
          {frame.x_of(static_cast<double>(point.x)), frame.y_of(static_cast<double>(point.y))});
    } else if (!pieces.back().empty()) {
      pieces.emplace_back();
    }
  }
  if (pieces.back().empty()) pieces.pop_back();
  return pieces;
}

/// Of the points in one column of pixels, keeps the first, lowest, highest and last, in their order.
std::vector<PagePlace> thinned(const std::vector<PagePlace>& piece, double pixel) {
  std::vector<PagePlace> kept;
  for (std::size_t begin = 0; begin < piece.size();) {
    std::size_t end = begin + 1;
    const double column = std::floor(piece[begin].x / pixel);
    while (end < piece.size() && std::floor(piece[end].x / pixel) == column) ++end;
    if (end - begin <= 4) {
      kept.insert(kept.end(), piece.begin() + static_cast<std::ptrdiff_t>(begin),
                  piece.begin() + static_cast<std::ptrdiff_t>(end));
    } else {
      std::size_t low = begin;
      std::size_t high = begin;
      for (std::size_t i = begin; i < end; ++i) {
        if (piece[i].y < piece[low].y) low = i;
        if (piece[i].y > piece[high].y) high = i;
      }
      std::vector<std::size_t> chosen = {begin, low, high, end - 1};
      std::sort(chosen.begin(), chosen.end());
      chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
      for (const std::size_t i : chosen) kept.push_back(piece[i]);
    }
    begin = end;
  }
  return kept;
}

/// The part of a segment inside the rectangle (Liang and Barsky).
bool clip(PagePlace& from, PagePlace& to, const Rect& rect) {
  double start = 0;
  double end = 1;
  const PagePlace d{to.x - from.x, to.y - from.y};
  const auto narrow = [&](double towards, double room) {
    if (towards == 0) return room >= 0;
    const double at = room / towards;
    if (towards < 0) start = std::max(start, at);
    if (towards > 0) end = std::min(end, at);
    return start <= end;
  };
  const bool is_inside = narrow(-d.x, from.x - static_cast<double>(rect.x)) &&
                         narrow(d.x, static_cast<double>(rect.right()) - from.x) &&
                         narrow(-d.y, from.y - static_cast<double>(rect.y)) &&
                         narrow(d.y, static_cast<double>(rect.bottom()) - from.y);
  if (!is_inside) return false;
  const PagePlace origin = from;
  // Clamp first: numbers far beyond the axes leave few digits for the intersection.
  const auto inside = [&](const PagePlace& p) {
    return PagePlace{std::clamp(p.x, static_cast<double>(rect.x), static_cast<double>(rect.right())),
                     std::clamp(p.y, static_cast<double>(rect.y), static_cast<double>(rect.bottom()))};
  };
  if (start > 0) from = {origin.x + d.x * start, origin.y + d.y * start};
  if (end < 1) to = {origin.x + d.x * end, origin.y + d.y * end};
  from = inside(from);
  to = inside(to);
  return true;
}

/// The parts of a piece that are inside the rectangle.
std::vector<std::vector<Point>> clipped(const std::vector<PagePlace>& piece, const Rect& rect) {
  std::vector<std::vector<Point>> runs;
  bool continues = false;
  for (std::size_t i = 1; i < piece.size(); ++i) {
    PagePlace from = piece[i - 1];
    PagePlace to = piece[i];
    if (!clip(from, to, rect)) {
      continues = false;
      continue;
    }
    if (!continues) runs.push_back({to_point(from)});
    runs.back().push_back(to_point(to));
    continues = to.x == piece[i].x && to.y == piece[i].y;
  }
  return runs;
}

/// The lengths of dashes and of the gaps after them, alternating, in widths of the line.
std::vector<float> pattern_of(Stroke stroke) {
  switch (stroke) {
    case Stroke::solid: return {};
    case Stroke::dashed: return {dash, between_dashes};
    case Stroke::dotted: return {dot_length, between_dots};
    case Stroke::dash_dotted: return {dash, between_dots, dot_length, between_dots};
  }
  return {};
}

/// Cuts the run into the dashes of the pattern, whose unit is `width`.
std::vector<std::vector<Point>> dashed(const std::vector<Point>& run, const std::vector<float>& pattern,
                                       float width) {
  std::vector<std::vector<Point>> dashes;
  bool is_drawn = true;
  std::size_t part = 0;                // of the pattern
  float left = pattern[part] * width;  // of the current dash or gap
  dashes.push_back({run.front()});
  for (std::size_t i = 1; i < run.size() && dashes.size() < most_dashes; ++i) {
    Point from = run[i - 1];
    const Point to = run[i];
    float distance = std::hypot(to.x - from.x, to.y - from.y);
    while (distance > left && dashes.size() < most_dashes) {
      const float share = left / distance;
      from = {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
      distance -= left;
      if (is_drawn) dashes.back().push_back(from);
      is_drawn = !is_drawn;
      if (is_drawn) dashes.push_back({from});
      part = (part + 1) % pattern.size();
      left = pattern[part] * width;
    }
    left -= distance;
    if (is_drawn) dashes.back().push_back(to);
  }
  if (dashes.back().size() < 2) dashes.pop_back();
  return dashes;
}

constexpr float marker_room = 1.5f;  // above the plot, in font sizes

class LinesBuilder : ChartBuilder {
 public:
  LinesBuilder(const LinesSpec& spec, float width, float height, const FigureStyle& style,
               const TextMetrics& metrics)
      : ChartBuilder(width, height, style, metrics), spec_(spec) {}

  DisplayList build() {
    set_frame(frame_spec());
    if (spec_.marker) draw_marker(*frame_);
    frame_->draw_ground(list_, texts_);
    for (std::size_t i = 0; i < spec_.series.size(); ++i)
      draw_series(spec_.series[i], colour_of(spec_.series, i), *frame_, style_, list_);
    frame_->draw_axes(list_, texts_);
    return std::move(list_);
  }

 private:
  ChartFrameSpec frame_spec() const {
    ChartFrameSpec frame;
    frame.title = spec_.title;
    frame.x_axis = spec_.x_axis;
    frame.y_axis = spec_.y_axis;
    for (const LineSeries& series : spec_.series)
      add_to_spans(series, spec_.x_axis, spec_.y_axis, frame.x_data, frame.y_data);
    if (spec_.y_axis.has_zero) frame.y_data.add(0);
    if (spec_.marker && (spec_.x_axis.kind == ScaleKind::linear || spec_.marker->x > 0))
      frame.x_data.add(spec_.marker->x);
    if (!spec_.x_labels.empty()) {
      frame.is_named = true;
      frame.names = spec_.x_labels;
      // Extends the axis by half a step at both ends, so that all labels have the same room.
      frame.x_axis.kind = ScaleKind::linear;
      frame.x_axis.low = -0.5;
      frame.x_axis.high = static_cast<double>(spec_.x_labels.size()) - 0.5;
    }
    const auto is_named = [](const LineSeries& series) { return !series.name.empty(); };
    const bool has_legend =
        spec_.series.size() > 1 && std::any_of(spec_.series.begin(), spec_.series.end(), is_named);
    for (std::size_t i = 0; has_legend && i < spec_.series.size(); ++i) {
      if (is_named(spec_.series[i]))
        frame.legend.push_back(legend_entry(spec_.series[i], colour_of(spec_.series, i)));
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
    Text label =
        markup_at({x, plot.y - em * 0.8f}, spec_.marker->label, frame.sizes().small_text, style_.accent);
    label = fitted(label, list_.width - em, metrics_);
    const Rect bounds = bounds_of(label, metrics_);
    const float beyond_right = std::max(bounds.right() - (list_.width - em * 0.3f), 0.0f);
    const float beyond_left = std::max(em * 0.3f - bounds.x, 0.0f);
    label.position.x += beyond_left - beyond_right;
    texts_.add(label);
  }

  const LinesSpec& spec_;
};

}  // namespace

void set_look(LineSeries& series, std::size_t index) {
  using Marker = LegendEntry::Marker;
  constexpr std::array strokes = {Stroke::solid, Stroke::dashed, Stroke::dotted, Stroke::dash_dotted};
  constexpr std::array markers = {Marker::disc,         Marker::square,      Marker::triangle,
                                  Marker::diamond,      Marker::open_square, Marker::open_triangle,
                                  Marker::open_diamond, Marker::ring};
  series.stroke = strokes[index % strokes.size()];
  series.has_markers = true;
  series.marker = markers[index % markers.size()];
}

void add_to_spans(const LineSeries& series, const ChartAxis& x_axis, const ChartAxis& y_axis, NumberSpan& x,
                  NumberSpan& y) {
  for (const Point& point : series.at) {
    if (!has_number(point.x, x_axis.kind) || !has_number(point.y, y_axis.kind)) continue;
    x.add(static_cast<double>(point.x));
    y.add(static_cast<double>(point.y));
  }
}

void draw_series(const LineSeries& series, Colour colour, const ChartFrame& frame, const FigureStyle& style,
                 DisplayList& list) {
  const float width = frame.sizes().line;
  const Rect& plot = frame.plot();
  const Rect around = plot.expanded(style.pixel / 2);  // so that a line along the border is drawn in full
  const auto stroke = [&](std::vector<Point> points) {
    list.add(Polyline{std::move(points), colour, width});
  };
  for (const std::vector<PagePlace>& whole : pieces_of(series, frame)) {
    const std::vector<PagePlace> piece = thinned(whole, static_cast<double>(style.pixel));
    for (std::vector<Point>& run : clipped(piece, around)) {
      if (series.stroke == Stroke::solid) {
        stroke(std::move(run));
        continue;
      }
      for (std::vector<Point>& one : dashed(run, pattern_of(series.stroke), width)) stroke(std::move(one));
    }
    // An isolated point is invisible without a marker.
    const double apart = static_cast<double>(plot.width) / static_cast<double>(whole.size());
    const bool has_markers =
        whole.size() == 1 || (series.has_markers && apart >= static_cast<double>(width) * markers_apart);
    if (!has_markers) continue;
    for (const PagePlace& place : whole) {
      const bool is_near = std::fabs(place.x) < 1e6 && std::fabs(place.y) < 1e6;
      if (is_near && around.contains(to_point(place)))
        add_marker(list, series.has_markers ? series.marker : LegendEntry::Marker::disc, to_point(place),
                   width * marker_radius, colour, style);
    }
  }
}

LegendEntry legend_entry(const LineSeries& series, Colour colour) {
  // In the order of Stroke.
  constexpr std::array samples = {LegendEntry::Sample::line, LegendEntry::Sample::dashes,
                                  LegendEntry::Sample::dots, LegendEntry::Sample::dashes_and_dots};
  return {series.name, colour, samples[static_cast<std::size_t>(series.stroke)],
          series.has_markers ? series.marker : LegendEntry::Marker::none};
}

DisplayList lines(const LinesSpec& spec, float width, float height, const FigureStyle& style,
                  const TextMetrics& metrics) {
  return LinesBuilder(spec, width, height, style, metrics).build();
}

}  // namespace attention_lab

#include "ui/figures/charts/paths.h"

#include <algorithm>
#include <cmath>

#include "ui/figures/charts/chart_frame.h"
#include "ui/figures/charts/lines.h"

namespace attention_lab {
namespace {

constexpr float end_radius = 2.1f;    // of the marker where a path ends, in widths of a line
constexpr float start_radius = 0.9f;  // of the dot where it begins
constexpr double room_around = 0.08;  // beside the data, as a share of its range

class PathsBuilder : ChartBuilder {
 public:
  PathsBuilder(const PathsSpec& spec, float width, float height, const FigureStyle& style,
               const TextMetrics& metrics)
      : ChartBuilder(width, height, style, metrics), spec_(spec) {}

  DisplayList build() {
    set_up_frame();
    frame_->draw_ground(list_, texts_);
    for (const PathSeries& series : spec_.series)
      for (const PointPath& path : series.paths) draw_path(series, path);
    for (const PathSeries& series : spec_.series)
      for (const PointPath& path : series.paths) draw_end(series, path);
    find_marks();
    frame_->draw_axes(list_, texts_);
    for (const PathSeries& series : spec_.series)
      for (const PointPath& path : series.paths) draw_name(path);
    return std::move(list_);
  }

 private:
  LineSeries line_of(const PathSeries& series, const PointPath& path) const {
    LineSeries line;
    line.name = series.name;
    line.at = path.at;
    line.stroke = series.look == PathSeries::Look::disc ? Stroke::solid : Stroke::dashed;
    return line;
  }

  void set_up_frame() {
    ChartFrameSpec frame;
    frame.title = spec_.title;
    frame.x_axis = spec_.x_axis;
    frame.y_axis = spec_.y_axis;
    for (const PathSeries& series : spec_.series) {
      for (const PointPath& path : series.paths)
        add_to_spans(line_of(series, path), spec_.x_axis, spec_.y_axis, frame.x_data, frame.y_data);
      LegendEntry entry = legend_entry(line_of(series, {}), series.colour);
      entry.marker =
          series.look == PathSeries::Look::disc ? LegendEntry::Marker::disc : LegendEntry::Marker::square;
      frame.legend.push_back(entry);
    }
    if (!spec_.has_equal_units) return set_frame(frame);
    const double longest =
        std::max(frame.x_data.high - frame.x_data.low, frame.y_data.high - frame.y_data.low);
    const double least = longest > 0 && std::isfinite(longest) ? longest * 1e-3 : 1;
    set_frame_with_equal_units(frame, with_room(frame.x_data, least, room_around),
                               with_room(frame.y_data, least, room_around));
  }

  Point place_of(const Point& at) const {
    return {static_cast<float>(frame_->x_of(static_cast<double>(at.x))),
            static_cast<float>(frame_->y_of(static_cast<double>(at.y)))};
  }

  bool is_inside(const Point& place) const {
    return std::isfinite(place.x) && std::isfinite(place.y) &&
           frame_->plot().expanded(style_.pixel).contains(place);
  }

  void draw_path(const PathSeries& series, const PointPath& path) {
    if (path.at.size() < 2) return;
    draw_series(line_of(series, path), series.colour, *frame_, style_, list_);
    const Point start = place_of(path.at.front());
    if (is_inside(start)) list_.add(FillDisc{start, frame_->sizes().line * start_radius, series.colour});
  }

  void draw_end(const PathSeries& series, const PointPath& path) {
    const Point end = place_of(path.at.back());
    if (!is_inside(end)) return;
    const float radius = frame_->sizes().line * end_radius;
    if (series.look == PathSeries::Look::disc) {
      list_.add(FillDisc{end, radius, series.colour});
    } else {
      list_.add(FillRect{{end.x - radius, end.y - radius, 2 * radius, 2 * radius}, series.colour, 0});
    }
  }

  /// What names must not cover: where paths begin and end, and points without neighbours.
  void find_marks() {
    for (const DrawCommand& command : list_.commands) {
      if (const auto* disc = std::get_if<FillDisc>(&command)) {
        const float radius = disc->radius;
        marks_.push_back({disc->centre.x - radius, disc->centre.y - radius, 2 * radius, 2 * radius});
      } else if (const auto* square = std::get_if<FillRect>(&command)) {
        marks_.push_back(square->rect);
      }
    }
  }

  /// Beside the end of the path, above it or below it, wherever there is room.
  void draw_name(const PointPath& path) {
    const Point end = place_of(path.at.back());
    if (!is_inside(end)) return;
    const float size = frame_->sizes().small_text;
    const float beside = frame_->sizes().line * end_radius + size * 0.3f;
    const float above = beside + size * 0.45f;
    struct Place {
      HorizontalAnchor anchor;
      float right;
      float down;
    };
    for (const Place& place :
         {Place{HorizontalAnchor::left, beside, 0}, Place{HorizontalAnchor::right, -beside, 0},
          Place{HorizontalAnchor::centre, 0, -above}, Place{HorizontalAnchor::centre, 0, above},
          Place{HorizontalAnchor::left, beside, -above}, Place{HorizontalAnchor::left, beside, above},
          Place{HorizontalAnchor::right, -beside, -above}, Place{HorizontalAnchor::right, -beside, above}}) {
      const Text label =
          label_at({end.x + place.right, end.y + place.down}, path.name, size, style_.text, place.anchor);
      const Rect bounds = bounds_of(label, metrics_);
      const Rect& plot = frame_->plot();
      const bool is_in_plot = bounds.x >= plot.x && bounds.right() <= plot.right() && bounds.y >= plot.y &&
                              bounds.bottom() <= plot.bottom();
      if (is_in_plot && !covers_a_mark(bounds) && texts_.add(label)) return;
    }
  }

  bool covers_a_mark(const Rect& area) const {
    return std::any_of(marks_.begin(), marks_.end(), [&](const Rect& mark) {
      return mark.x < area.right() && mark.right() > area.x && mark.y < area.bottom() &&
             mark.bottom() > area.y;
    });
  }

  const PathsSpec& spec_;
  std::vector<Rect> marks_;
};

}  // namespace

DisplayList paths(const PathsSpec& spec, float width, float height, const FigureStyle& style,
                  const TextMetrics& metrics) {
  return PathsBuilder(spec, width, height, style, metrics).build();
}

}  // namespace attention_lab

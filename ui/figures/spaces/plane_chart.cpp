#include "ui/figures/spaces/plane_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace attention_lab {
namespace {

// Beside the data, as a share of its range.
constexpr double room_around_plane = 0.1;
constexpr double room_for_circle = 0.25;   // besides, for the largest: their areas are numbers
constexpr std::size_t rows_of_legend = 4;  // a mask adds entries, and the plot should not jump aside for them
// In font sizes.
constexpr float mark_radius = 0.3f;
constexpr float strong_radius = 0.42f;
constexpr float largest_circle = 2.6f;
constexpr float arrow_head = 0.62f;
constexpr float least_named_arrow = 0.7f;
constexpr float least_grid = 0.5f;  // distance of two lines
constexpr float between_name_and_note = 0.4f;

constexpr float diamond_size = 1.5f;  // in radii
constexpr float accent_ring = 3.2f;   // in hairlines

// How far names step aside, if they must; and if there are too many to name all.
constexpr int most_rings = 8;
constexpr int fewer_rings = 2;

constexpr double pi = 3.14159265358979323846;

bool is_finite(const PlanePoint& point) {
  return std::isfinite(point.x) && std::isfinite(point.y);
}

bool do_overlap(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

/// The part of the line from `from` to `to` that is inside. Source: Liang and Barsky (1984).
std::optional<std::pair<Point, Point>> clipped(const Rect& area, Point from, Point to) {
  const float x = to.x - from.x;
  const float y = to.y - from.y;
  float first = 0;
  float last = 1;
  const auto cut = [&](float along, float room) {
    if (along == 0) return room >= 0;
    const float at = room / along;
    (along < 0 ? first : last) = along < 0 ? std::max(first, at) : std::min(last, at);
    return first <= last;
  };
  if (!cut(-x, from.x - area.x) || !cut(x, area.right() - from.x) || !cut(-y, from.y - area.y) ||
      !cut(y, area.bottom() - from.y))
    return std::nullopt;
  return std::pair{Point{from.x + first * x, from.y + first * y},
                   Point{from.x + last * x, from.y + last * y}};
}

/// Finds places for names: near their points, or further away with a line that leads there.
class NamePlacer {
 public:
  NamePlacer(const Rect& area, float em) : area_(area), em_(em) {}

  void keep_free(const Rect& area) { taken_.push_back(area); }
  void keep_free(Point from, Point to) {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    const int pieces = std::clamp(static_cast<int>(length / (em_ * 0.5f)), 1, 400);
    for (int i = 0; i <= pieces; ++i) {
      const float t = static_cast<float>(i) / static_cast<float>(pieces);
      const float side = em_ * 0.14f;
      keep_free(
          {from.x + t * (to.x - from.x) - side / 2, from.y + t * (to.y - from.y) - side / 2, side, side});
    }
  }

  struct Place {
    Rect rect;
    bool has_leader = false;
  };

  /// `rings`: how far the name may step aside; if there is still no place, `searches` takes the nearest one
  /// in the whole area.
  std::optional<Place> place(Point at, float radius, float width, float height, int rings, bool searches) {
    for (int ring = 0; ring < rings; ++ring) {
      const float distance = radius + em_ * (ring == 0 ? 0.25f : 0.3f + 0.85f * static_cast<float>(ring));
      const int angles = ring == 0 ? 8 : 16;
      for (int i = 0; i < angles; ++i) {
        // To the right first, then to the left, above and below, then between.
        constexpr std::array<int, 8> order = {0, 4, 2, 6, 1, 7, 3, 5};
        const double turn = ring == 0 ? order[static_cast<std::size_t>(i)] * pi / 4 : i * pi / 8;
        const Point end{at.x + distance * static_cast<float>(std::cos(turn)),
                        at.y - distance * static_cast<float>(std::sin(turn))};
        const Rect rect = beside(end, static_cast<float>(std::cos(turn)), static_cast<float>(std::sin(turn)),
                                 width, height);
        if (is_free(rect)) return take({rect, ring > 0});
      }
    }
    return searches ? search(at, width, height) : std::nullopt;
  }

 private:
  static Rect beside(Point end, float right, float up, float width, float height) {
    // The corner or side that is nearest to the point is at `end`.
    return {end.x - width * (1 - right) / 2, end.y - height * (1 + up) / 2, width, height};
  }

  std::optional<Place> search(Point at, float width, float height) {
    std::optional<Rect> nearest;
    float best = 0;
    for (float y = area_.y; y + height <= area_.bottom(); y += height * 0.5f) {
      for (float x = area_.x; x + width <= area_.right(); x += em_) {
        const Rect rect{x, y, width, height};
        const float distance = std::hypot(rect.centre().x - at.x, rect.centre().y - at.y);
        if ((nearest && distance >= best) || !is_free(rect)) continue;
        nearest = rect;
        best = distance;
      }
    }
    if (!nearest) return std::nullopt;
    return take({*nearest, true});
  }

  bool is_free(const Rect& rect) const {
    if (rect.x < area_.x || rect.y < area_.y || rect.right() > area_.right() ||
        rect.bottom() > area_.bottom())
      return false;
    return std::none_of(taken_.begin(), taken_.end(),
                        [&](const Rect& other) { return do_overlap(rect, other); });
  }

  Place take(const Place& place) {
    taken_.push_back(place.rect.expanded(em_ * 0.08f));
    return place;
  }

  Rect area_;
  float em_;
  std::vector<Rect> taken_;
};

class PlaneChartBuilder : ChartBuilder {
 public:
  PlaneChartBuilder(const PlaneChartSpec& spec, float width, float height, const FigureStyle& style,
                    const TextMetrics& metrics)
      : ChartBuilder(width, height, style, metrics), spec_(spec), em_(style.font_size) {}

  Figure build() {
    set_up_frame();
    frame_->draw_ground(list_, texts_);
    list_.add(PushClip{plot()});
    for (const std::vector<PlaneLine>& lines : spec_.grid) draw_grid(lines);
    draw_origin();
    draw_area();
    for (const LevelLine& level : spec_.levels) draw_level(level);
    for (const PlaneMark& mark : spec_.marks) draw_circle(mark);
    for (const PlaneLine& line : spec_.lines) draw_line(line);
    for (const PlaneArrow& arrow : spec_.arrows) draw_arrow(arrow);
    for (const PlaneMark& mark : spec_.marks) draw_mark(mark);
    list_.add(PopClip{});
    frame_->draw_axes(list_, texts_);
    draw_names();
    const ChartScale& x = frame_->x_scale();
    const ChartScale& y = frame_->y_scale();
    Figure figure(std::move(list_));
    figure.plane = PlaneFrame{plot(), x.low, x.high, y.low, y.high};
    return figure;
  }

 private:
  const Rect& plot() const { return frame_->plot(); }

  void set_up_frame() {
    ChartFrameSpec frame;
    frame.title = spec_.title;
    frame.x_axis = spec_.x_axis;
    frame.y_axis = spec_.y_axis;
    frame.legend = spec_.legend;
    frame.rows_of_legend = rows_of_legend;
    frame.has_grid = false;
    if (spec_.x_axis.low < spec_.x_axis.high && spec_.y_axis.low < spec_.y_axis.high) {
      return set_frame_with_equal_units(frame, {spec_.x_axis.low, spec_.x_axis.high, false},
                                        {spec_.y_axis.low, spec_.y_axis.high, false});
    }
    NumberSpan x;
    NumberSpan y;
    const auto add = [&](const PlanePoint& point) {
      if (!is_finite(point)) return;
      x.add(point.x);
      y.add(point.y);
    };
    add({0, 0});
    double largest = 0;
    for (const PlaneMark& mark : spec_.marks) {
      add(mark.at);
      largest = std::max(largest, mark.circle);
    }
    for (const PlanePoint& corner : spec_.area) add(corner);
    for (const PlaneArrow& arrow : spec_.arrows) {
      add(arrow.from);
      add(arrow.to);
    }
    const double longest = std::max(x.high - x.low, y.high - y.low);
    const double least = longest > 0 && std::isfinite(longest) ? longest * 0.2 : 2;
    const double room = room_around_plane + room_for_circle * std::sqrt(largest);
    set_frame_with_equal_units(frame, with_room(x, least, room), with_room(y, least, room));
  }

  Point place_of(const PlanePoint& at) const {
    return {static_cast<float>(frame_->x_of(at.x)), static_cast<float>(frame_->y_of(at.y))};
  }
  /// Far points are cut off where a float still has enough digits.
  static bool is_drawable(Point p) {
    constexpr float most = 1e6f;
    return std::fabs(p.x) < most && std::fabs(p.y) < most;
  }
  bool is_inside(Point p) const { return plot().expanded(style_.pixel).contains(p); }

  void draw_piece(Point from, Point to, const PlaneLine& look) {
    const float width = frame_->sizes().hairline * look.width;
    if (look.stroke == Stroke::solid) {
      list_.add(Line{from, to, look.colour, width});
      return;
    }
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    const float dash_length = em_ * (look.stroke == Stroke::dashed ? 0.45f : 0.12f);
    const float step = dash_length + em_ * 0.3f;
    for (float at = 0; at < length; at += step) {
      const float end = std::min(at + dash_length, length);
      const auto point = [&](float along) {
        return Point{from.x + (to.x - from.x) * along / length, from.y + (to.y - from.y) * along / length};
      };
      list_.add(Line{point(at), point(end), look.colour, width});
    }
  }

  void draw_line(const PlaneLine& line) {
    const Point from = place_of(line.from);
    const Point to = place_of(line.to);
    if (!is_drawable(from) || !is_drawable(to)) return;
    const auto piece = clipped(plot(), from, to);
    if (!piece) return;
    draw_piece(piece->first, piece->second, line);
    if (!line.is_behind) obstacles_.push_back(*piece);
  }

  /// All lines if they are far enough apart; otherwise every second one, and so on, and always the outer
  /// ones.
  void draw_grid(const std::vector<PlaneLine>& lines) {
    if (lines.empty()) return;
    std::size_t step = 1;
    if (lines.size() > 1) {
      const Point from = place_of(lines[0].from);
      const Point to = place_of(lines[0].to);
      const Point next = place_of(lines[1].from);
      const float length = std::max(std::hypot(to.x - from.x, to.y - from.y), style_.pixel);
      const float apart =
          std::fabs((to.x - from.x) * (next.y - from.y) - (to.y - from.y) * (next.x - from.x)) / length;
      const float dense = em_ * least_grid / std::max(apart, style_.pixel * 0.01f);
      step = static_cast<std::size_t>(std::clamp(std::ceil(dense), 1.0f, static_cast<float>(lines.size())));
    }
    for (std::size_t i = 0; i < lines.size(); i += step) draw_line(lines[i]);
    if ((lines.size() - 1) % step != 0) draw_line(lines.back());
  }

  void draw_origin() {
    const Point origin = place_of({0, 0});
    const Colour colour = mix(style_.line, style_.quiet_text, 0.35f);
    const float width = frame_->sizes().hairline;
    const float x = frame_->crisp(static_cast<double>(origin.x));
    const float y = frame_->crisp(static_cast<double>(origin.y));
    if (x > plot().x && x < plot().right() && !spec_.y_axis.is_hidden)
      list_.add(Line{{x, plot().y}, {x, plot().bottom()}, colour, width});
    if (y > plot().y && y < plot().bottom() && !spec_.x_axis.is_hidden)
      list_.add(Line{{plot().x, y}, {plot().right(), y}, colour, width});
  }

  void draw_area() {
    std::vector<Point> corners;
    for (const PlanePoint& corner : spec_.area) corners.push_back(place_of(corner));
    if (!std::all_of(corners.begin(), corners.end(), is_drawable)) return;
    if (corners.size() > 2) {
      // On the page, where y points downwards, it is clockwise.
      std::reverse(corners.begin(), corners.end());
      list_.add(FillPolygon{corners, faded(spec_.area_colour, 0.13f)});
    }
    for (std::size_t i = 0; corners.size() > 1 && i < corners.size(); ++i) {
      const auto piece = clipped(plot(), corners[i], corners[(i + 1) % corners.size()]);
      if (piece)
        list_.add(Line{piece->first, piece->second, faded(spec_.area_colour, 0.6f),
                       frame_->sizes().hairline * 1.4f});
    }
  }

  /// The ends of the level line on the border of the plot.
  void draw_level(const LevelLine& level) {
    const double x_units =
        (frame_->x_scale().high - frame_->x_scale().low) + std::fabs(frame_->x_scale().low);
    const double y_units =
        (frame_->y_scale().high - frame_->y_scale().low) + std::fabs(frame_->y_scale().low);
    const double size = std::hypot(level.normal.x, level.normal.y);
    const double reach = 2 * (x_units + y_units);
    const PlanePoint unit{level.normal.x / size, level.normal.y / size};
    const double distance = level.offset / size;
    const PlanePoint foot{unit.x * distance, unit.y * distance};
    const Point from = place_of({foot.x - unit.y * reach, foot.y + unit.x * reach});
    const Point to = place_of({foot.x + unit.y * reach, foot.y - unit.x * reach});
    if (!is_drawable(from) || !is_drawable(to)) return;
    const auto piece = clipped(plot(), from, to);
    if (!piece) return;
    draw_piece(piece->first, piece->second, {{}, {}, spec_.level_colour, 1, Stroke::solid, true});
    // Named at its upper end, or the right one if it is level.
    const bool is_first =
        piece->first.y < piece->second.y - style_.pixel ||
        (std::fabs(piece->first.y - piece->second.y) <= style_.pixel && piece->first.x > piece->second.x);
    level_ends_.push_back({is_first ? piece->first : piece->second, level.name});
  }

  void draw_circle(const PlaneMark& mark) {
    const Point at = place_of(mark.at);
    if (!(mark.circle > 0) || !is_drawable(at)) return;
    const float radius = em_ * largest_circle * static_cast<float>(std::sqrt(mark.circle));
    list_.add(FillDisc{at, radius, faded(mark.colour, 0.22f)});
  }

  void draw_arrow(const PlaneArrow& arrow) {
    const Point from = place_of(arrow.from);
    const Point to = place_of(arrow.to);
    if (!is_drawable(from) || !is_drawable(to)) return;
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    if (!(length > em_ * 0.1f)) return;
    const float head = std::min(em_ * arrow_head, length * 0.7f);
    const Point along{(to.x - from.x) / length, (to.y - from.y) / length};
    const Point neck{to.x - along.x * head, to.y - along.y * head};
    const float half = head * 0.4f;
    const float width = frame_->sizes().line * 0.8f;
    if (const auto piece =
            clipped(plot(), from, {neck.x + along.x * head * 0.2f, neck.y + along.y * head * 0.2f})) {
      list_.add(Line{piece->first, piece->second, arrow.colour, width});
      obstacles_.push_back(*piece);
    }
    if (is_inside(to)) {
      list_.add(FillPolygon{{to,
                             {neck.x - along.y * half, neck.y + along.x * half},
                             {neck.x + along.y * half, neck.y - along.x * half}},
                            arrow.colour});
    }
  }

  float radius_of(const PlaneMark& mark) const {
    return em_ * (mark.is_strong ? strong_radius : mark_radius);
  }
  /// With the ring around a strong one.
  float reach_of(const PlaneMark& mark) const {
    const float radius = radius_of(mark);
    if (mark.look == PlaneMark::Look::diamond) return radius * diamond_size;
    return mark.is_strong ? radius + frame_->sizes().hairline * accent_ring : radius;
  }

  void draw_mark(const PlaneMark& mark) {
    const Point at = place_of(mark.at);
    if (!is_drawable(at) || !is_inside(at)) return;
    const float radius = radius_of(mark);
    switch (mark.look) {
      case PlaneMark::Look::disc:
        if (mark.is_strong)
          list_.add(FillDisc{at, radius + frame_->sizes().hairline * accent_ring, style_.accent});
        list_.add(FillDisc{at, radius + frame_->sizes().hairline * 1.5f, style_.ground});
        list_.add(FillDisc{at, radius, mark.colour});
        break;
      case PlaneMark::Look::ring:
        list_.add(FillDisc{at, radius, mark.colour});
        list_.add(FillDisc{at, radius - frame_->sizes().hairline * 1.8f, style_.ground});
        break;
      case PlaneMark::Look::diamond: {
        const float r = reach_of(mark);
        list_.add(FillPolygon{{{at.x, at.y - r}, {at.x + r, at.y}, {at.x, at.y + r}, {at.x - r, at.y}},
                              mark.colour});
        break;
      }
    }
  }

  struct Shown {
    const PlaneMark* mark;
    Point at;
  };

  std::vector<Shown> shown_marks() const {
    std::vector<Shown> shown;
    for (const PlaneMark& mark : spec_.marks) {
      const Point at = place_of(mark.at);
      if (is_drawable(at) && is_inside(at)) shown.push_back({&mark, at});
    }
    return shown;
  }

  void draw_names() {
    const float small = frame_->sizes().small_text;
    NamePlacer placer(plot().expanded(-style_.pixel), em_);
    const std::vector<Shown> shown = shown_marks();
    for (const Shown& one : shown) {
      const float r = reach_of(*one.mark);
      placer.keep_free({one.at.x - r, one.at.y - r, 2 * r, 2 * r});
    }
    for (const auto& [from, to] : obstacles_) placer.keep_free(from, to);
    std::vector<const Shown*> order;
    for (const Shown& one : shown)
      if (!one.mark->name.empty() || !one.mark->note.empty()) order.push_back(&one);
    // Rings are what is hidden.
    const auto importance = [](const Shown* one) {
      return one->mark->is_strong ? 0 : one->mark->look == PlaneMark::Look::ring ? 2 : 1;
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](const Shown* a, const Shown* b) { return importance(a) < importance(b); });
    const bool thins_out = order.size() > names_without_thinning;
    const auto first_other =
        std::find_if(order.begin(), order.end(), [](const Shown* one) { return !one->mark->is_strong; });
    for (auto one = order.begin(); one != first_other; ++one)
      draw_name(**one, placer, small, most_rings, true);
    for (const PlaneArrow& arrow : spec_.arrows) draw_arrow_name(arrow, placer, small);
    for (auto one = first_other; one != order.end(); ++one)
      draw_name(**one, placer, small, thins_out ? fewer_rings : most_rings, !thins_out);
    for (const LevelEnd& end : level_ends_) draw_level_name(end, placer, small);
    for (const FillRect& plate : plates_) list_.add(plate);
    for (const Text& name : names_) texts_.add(name);
  }

  /// The name and, in the quiet colour, the note beside it.
  void draw_name(const Shown& shown, NamePlacer& placer, float size, int rings, bool searches) {
    const PlaneMark& mark = *shown.mark;
    const FontWeight weight = mark.is_strong ? FontWeight::medium : FontWeight::regular;
    const float most = plot().width * 0.4f;
    const std::string name = shorten(mark.name, most, size, weight, metrics_);
    const float name_width = metrics_.width(name, size, weight);
    const float gap = name.empty() || mark.note.empty() ? 0 : size * between_name_and_note;
    const float note_width = mark.note.empty() ? 0 : metrics_.width(mark.note, size, FontWeight::regular);
    const float width = name_width + gap + note_width;
    const float height = size * 1.15f;
    const auto place = placer.place(shown.at, reach_of(mark), width, height, rings, searches);
    if (!place) return;
    const Rect& rect = place->rect;
    if (place->has_leader) {
      const Point end{std::clamp(shown.at.x, rect.x, rect.right()),
                      std::clamp(shown.at.y, rect.y, rect.bottom())};
      const float length = std::hypot(end.x - shown.at.x, end.y - shown.at.y);
      const float start = radius_of(mark) / std::max(length, style_.pixel);
      if (start < 1) {
        list_.add(Line{{shown.at.x + (end.x - shown.at.x) * start, shown.at.y + (end.y - shown.at.y) * start},
                       end,
                       mix(style_.line, style_.quiet_text, 0.5f),
                       frame_->sizes().hairline});
      }
    }
    add_plate(rect);
    const float y = rect.centre().y;
    Text label = label_at({rect.x, y}, name, size, style_.text);
    label.weight = weight;
    if (!name.empty()) names_.push_back(label);
    if (!mark.note.empty())
      names_.push_back(label_at({rect.x + name_width + gap, y}, mark.note, size, style_.quiet_text));
  }

  /// Behind a name, so that it can be read on lines, circles, the hull and the leaders of other names.
  void add_plate(const Rect& name) {
    const float less = name.height * 0.08f;
    plates_.push_back(
        {{name.x, name.y + less, name.width, name.height - 2 * less}, style_.ground, em_ * 0.2f});
  }

  void draw_arrow_name(const PlaneArrow& arrow, NamePlacer& placer, float size) {
    const Point at = place_of(arrow.to);
    if (arrow.name.empty() || !is_drawable(at) || !is_inside(at)) return;
    const Point from = place_of(arrow.from);
    if (std::hypot(at.x - from.x, at.y - from.y) < em_ * least_named_arrow) return;
    const float width = layout_markup(arrow.name, size, FontWeight::regular, metrics_).width;
    const auto place = placer.place(at, em_ * 0.1f, width, size * 1.3f, 3, false);
    if (!place) return;
    add_plate(place->rect);
    names_.push_back(markup_at(place->rect.centre(), arrow.name, size, style_.text));
  }

  struct LevelEnd {
    Point at;
    std::string name;
  };

  /// Just inside the border.
  void draw_level_name(const LevelEnd& end, NamePlacer& placer, float size) {
    const float width = metrics_.width(end.name, size, FontWeight::regular);
    if (end.name.empty()) return;
    const Rect& area = plot();
    const Point inside{std::clamp(end.at.x, area.x + width * 0.6f, area.right() - width * 0.6f),
                       std::clamp(end.at.y, area.y + size * 0.7f, area.bottom() - size * 0.7f)};
    const auto place = placer.place(inside, 0, width, size * 1.15f, 2, false);
    if (!place) return;
    add_plate(place->rect);
    names_.push_back(label_at({place->rect.x, place->rect.centre().y}, end.name, size, style_.quiet_text));
  }

  const PlaneChartSpec& spec_;
  float em_;
  std::vector<std::pair<Point, Point>> obstacles_;
  std::vector<LevelEnd> level_ends_;
  std::vector<FillRect> plates_;
  std::vector<Text> names_;
};

}  // namespace

Figure plane_chart(const PlaneChartSpec& spec, float width, float height, const FigureStyle& style,
                   const TextMetrics& metrics) {
  return PlaneChartBuilder(spec, width, height, style, metrics).build();
}

}  // namespace attention_lab

#include "app/export/cairo_canvas.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "app/export/png.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr double pi = 3.14159265358979324;

/// The edges of a rectangle, in units of the surface.
struct Edges {
  double left, top, right, bottom;

  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

struct SurfacePoint {
  double x, y;
};

/// The nearest integer. Halves, within the rounding error of float, are always rounded in the same direction,
/// so that adjacent rectangles keep their common edge.
double whole(double value) {
  constexpr double rounding_error = 1e-3;
  return std::floor(value + 0.5 + rounding_error);
}

void set_colour(cairo_t* cairo, Colour colour) {
  constexpr double most = 255;
  cairo_set_source_rgba(cairo, colour.red / most, colour.green / most, colour.blue / most,
                        colour.alpha / most);
}

/// Consecutive glyphs of one font, in the form that Cairo takes.
class GlyphRun {
 public:
  GlyphRun(cairo_t* cairo, double size, bool is_exact) : cairo_(cairo), size_(size), is_exact_(is_exact) {}

  void add(const FigureGlyph& glyph, std::string_view character, double x, double y) {
    if (!glyph.is_visible()) {
      // An invisible character is appended to the preceding letter, for text that is copied.
      if (!clusters_.empty()) append(character, clusters_.back());
      return;
    }
    if (glyph.face != face_) flush();
    face_ = glyph.face;
    glyphs_.push_back({glyph.index, x, y});
    clusters_.push_back({0, 1});
    append(character, clusters_.back());
  }

  void flush() {
    if (glyphs_.empty()) return;
    cairo_set_font_face(cairo_, face_);
    cairo_set_font_size(cairo_, size_);
    const int count = static_cast<int>(glyphs_.size());
    if (is_exact_) {
      cairo_glyph_path(cairo_, glyphs_.data(), count);
      cairo_fill(cairo_);
    } else {
      cairo_show_text_glyphs(cairo_, text_.data(), static_cast<int>(text_.size()), glyphs_.data(), count,
                             clusters_.data(), static_cast<int>(clusters_.size()),
                             static_cast<cairo_text_cluster_flags_t>(0));
    }
    glyphs_.clear();
    clusters_.clear();
    text_.clear();
  }

 private:
  void append(std::string_view character, cairo_text_cluster_t& cluster) {
    text_ += character;
    cluster.num_bytes += static_cast<int>(character.size());
  }

  cairo_t* cairo_;
  double size_;
  bool is_exact_;
  cairo_font_face_t* face_ = nullptr;
  std::string text_;
  std::vector<cairo_glyph_t> glyphs_;
  std::vector<cairo_text_cluster_t> clusters_;
};

void draw_run(cairo_t* cairo, const TextRun& run, Point baseline, FontWeight weight, const FigureFonts& fonts,
              bool is_exact) {
  const auto size = static_cast<double>(run.size);
  if (!(size > 0)) return;
  GlyphRun glyphs(cairo, size, is_exact);
  const double x = static_cast<double>(baseline.x + run.x);
  const double y = static_cast<double>(baseline.y - run.rise);
  for (const PlacedGlyph& placed : glyphs_of(run, weight, fonts))
    glyphs.add(placed.glyph, placed.character, x + placed.x * size, y);
  glyphs.flush();
}

/// Draws glyphs with their characters, so that the text of a PDF can be selected and searched. `position` and
/// `size` are in units of the surface. `is_exact` places glyphs between pixels, which is slower; surfaces
/// without pixels do not need it.
void draw_text(cairo_t* cairo, const Text& text, const FigureFonts& fonts, bool is_exact) {
  if (text.text.empty()) return;
  const TextLayout layout = layout_of(text, fonts);
  const Point baseline = baseline_of(text, layout.width);
  set_colour(cairo, text.colour);
  if (text.is_turned) {
    cairo_save(cairo);
    cairo_translate(cairo, static_cast<double>(text.position.x), static_cast<double>(text.position.y));
    cairo_rotate(cairo, -pi / 2);
  }
  for (const TextRun& run : layout.runs) draw_run(cairo, run, baseline, text.weight, fonts, is_exact);
  if (text.is_turned) cairo_restore(cairo);
}

class CairoCanvas {
 public:
  CairoCanvas(cairo_t* cairo, const FigureFonts& fonts, CanvasKind kind, double scale)
      : cairo_(cairo), fonts_(fonts), snaps_(kind == CanvasKind::pixels), scale_(scale) {}

  void operator()(const FillRect& c) {
    const Edges edges = snapped(place(c.rect));
    if (edges.width() <= 0 || edges.height() <= 0) return;
    set_colour(cairo_, c.colour);
    add_rectangle(edges, scaled(c.rounding));
    cairo_fill(cairo_);
  }

  void operator()(const StrokeRect& c) {
    const double line_width = line_width_of(c.line_width);
    const Edges middle = middle_of_line(place(c.rect), line_width);
    set_colour(cairo_, c.colour);
    cairo_set_line_width(cairo_, line_width);
    cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_MITER);
    add_rectangle(middle, scaled(c.rounding));
    cairo_stroke(cairo_);
  }

  void operator()(const Line& c) {
    set_colour(cairo_, c.colour);
    const SurfacePoint from = place(c.from);
    const SurfacePoint to = place(c.to);
    const bool is_level = c.from.y == c.to.y;
    if (snaps_ && (is_level || c.from.x == c.to.x)) {
      fill_straight_line(from, to, is_level, line_width_of(c.line_width));
      return;
    }
    cairo_set_line_width(cairo_, scaled(c.line_width));
    cairo_set_line_cap(cairo_, CAIRO_LINE_CAP_BUTT);
    cairo_move_to(cairo_, from.x, from.y);
    cairo_line_to(cairo_, to.x, to.y);
    cairo_stroke(cairo_);
  }

  void operator()(const Polyline& c) {
    add_points(c.points);
    set_colour(cairo_, c.colour);
    cairo_set_line_width(cairo_, scaled(c.line_width));
    cairo_set_line_cap(cairo_, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(cairo_);
  }

  void operator()(const FillPolygon& c) {
    add_points(c.points);
    cairo_close_path(cairo_);
    set_colour(cairo_, c.colour);
    cairo_fill(cairo_);
  }

  void operator()(const FillDisc& c) {
    const SurfacePoint centre = place(c.centre);
    cairo_new_path(cairo_);
    cairo_arc(cairo_, centre.x, centre.y, scaled(c.radius), 0, 2 * pi);
    cairo_close_path(cairo_);
    set_colour(cairo_, c.colour);
    cairo_fill(cairo_);
  }

  void operator()(const Curve& c) {
    const SurfacePoint from = place(c.from);
    const SurfacePoint first = place(c.control_from);
    const SurfacePoint second = place(c.control_to);
    const SurfacePoint to = place(c.to);
    set_colour(cairo_, c.colour);
    cairo_set_line_width(cairo_, scaled(c.line_width));
    cairo_set_line_cap(cairo_, CAIRO_LINE_CAP_BUTT);
    cairo_move_to(cairo_, from.x, from.y);
    cairo_curve_to(cairo_, first.x, first.y, second.x, second.y, to.x, to.y);
    cairo_stroke(cairo_);
  }

  void operator()(const Text& c) {
    Text placed = c;
    const SurfacePoint position = place(c.position);
    placed.position = {static_cast<float>(position.x), static_cast<float>(position.y)};
    placed.size = static_cast<float>(scaled(c.size));
    draw_text(cairo_, placed, fonts_, snaps_);
  }

  void operator()(const Image& c) {
    const Edges edges = snapped(place(c.rect));
    if (!c.pixels || c.pixels->width < 1 || c.pixels->height < 1) return;
    if (edges.width() <= 0 || edges.height() <= 0) return;
    const CairoSurface surface = surface_of(*c.pixels);
    cairo_save(cairo_);
    cairo_rectangle(cairo_, edges.left, edges.top, edges.width(), edges.height());
    cairo_clip(cairo_);
    cairo_translate(cairo_, edges.left, edges.top);
    cairo_scale(cairo_, edges.width() / c.pixels->width, edges.height() / c.pixels->height);
    cairo_set_source_surface(cairo_, surface.get(), 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cairo_), CAIRO_FILTER_NEAREST);
    cairo_paint(cairo_);
    cairo_restore(cairo_);
  }

  void operator()(const PushClip& c) {
    const Edges edges = snapped(place(c.rect));
    cairo_save(cairo_);
    ++clips_;
    cairo_rectangle(cairo_, edges.left, edges.top, edges.width(), edges.height());
    cairo_clip(cairo_);
  }

  void operator()(const PopClip&) {
    if (clips_ == 0) return;
    cairo_restore(cairo_);
    --clips_;
  }

  void pop_all_clips() {
    while (clips_ > 0) (*this)(PopClip{});
  }

 private:
  double scaled(float length) const { return static_cast<double>(length) * scale_; }
  SurfacePoint place(Point p) const { return {scaled(p.x), scaled(p.y)}; }
  Edges place(const Rect& r) const {
    const double left = scaled(r.x);
    const double top = scaled(r.y);
    return {left, top, left + scaled(r.width), top + scaled(r.height)};
  }

  Edges snapped(const Edges& edges) const {
    if (!snaps_) return edges;
    Edges result{whole(edges.left), whole(edges.top), whole(edges.right), whole(edges.bottom)};
    // Rectangles must not vanish: they are at least one pixel wide and high.
    if (edges.width() > 0) result.right = std::max(result.right, result.left + 1);
    if (edges.height() > 0) result.bottom = std::max(result.bottom, result.top + 1);
    return result;
  }

  double line_width_of(float width) const {
    return snaps_ ? std::max(1.0, whole(scaled(width))) : scaled(width);
  }

  /// The centre line of a line of integer width, so that its edges are on pixel boundaries.
  Edges middle_of_line(const Edges& edges, double line_width) const {
    if (!snaps_) return edges;
    const double half = line_width / 2;
    const auto moved = [half](double at) { return whole(at - half) + half; };
    return {moved(edges.left), moved(edges.top), moved(edges.right), moved(edges.bottom)};
  }

  void fill_straight_line(SurfacePoint from, SurfacePoint to, bool is_level, double line_width) {
    const double start = whole(is_level ? std::min(from.x, to.x) : std::min(from.y, to.y));
    const double end = whole(is_level ? std::max(from.x, to.x) : std::max(from.y, to.y));
    const double edge = whole((is_level ? from.y : from.x) - line_width / 2);
    if (is_level) {
      cairo_rectangle(cairo_, start, edge, end - start, line_width);
    } else {
      cairo_rectangle(cairo_, edge, start, line_width, end - start);
    }
    cairo_fill(cairo_);
  }

  void add_rectangle(const Edges& edges, double rounding) {
    cairo_new_path(cairo_);
    const double radius = std::min({rounding, edges.width() / 2, edges.height() / 2});
    if (!(radius > 0)) {
      cairo_rectangle(cairo_, edges.left, edges.top, edges.width(), edges.height());
      return;
    }
    cairo_arc(cairo_, edges.right - radius, edges.top + radius, radius, -pi / 2, 0);
    cairo_arc(cairo_, edges.right - radius, edges.bottom - radius, radius, 0, pi / 2);
    cairo_arc(cairo_, edges.left + radius, edges.bottom - radius, radius, pi / 2, pi);
    cairo_arc(cairo_, edges.left + radius, edges.top + radius, radius, pi, 3 * pi / 2);
    cairo_close_path(cairo_);
  }

  void add_points(const std::vector<Point>& points) {
    cairo_new_path(cairo_);
    for (const Point& point : points) {
      const SurfacePoint p = place(point);
      cairo_line_to(cairo_, p.x, p.y);
    }
  }

  cairo_t* cairo_;
  const FigureFonts& fonts_;
  bool snaps_;
  double scale_;
  int clips_ = 0;
};

using Cairo = std::unique_ptr<cairo_t, void (*)(cairo_t*)>;
using FontOptions = std::unique_ptr<cairo_font_options_t, void (*)(cairo_font_options_t*)>;

/// Without hinting, glyphs have the same shapes and positions at every size.
void switch_hinting_off(cairo_t* cairo) {
  const FontOptions options(cairo_font_options_create(), cairo_font_options_destroy);
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(cairo, options.get());
}

}  // namespace

Status draw_picture(cairo_surface_t* surface, const DisplayList& list, std::optional<Colour> background,
                    const FigureFonts& fonts, CanvasKind kind, double scale, ExportPart progress) {
  const Cairo cairo(cairo_create(surface), cairo_destroy);
  if (background) {
    set_colour(cairo.get(), *background);
    cairo_paint(cairo.get());
  }
  switch_hinting_off(cairo.get());
  CairoCanvas canvas(cairo.get(), fonts, kind, scale);
  constexpr std::size_t report_every = 64;
  for (std::size_t i = 0; i < list.commands.size(); ++i) {
    if (i % report_every == 0) {
      if (progress.is_cancelled()) return export_cancelled();
      progress.report(static_cast<float>(i) / static_cast<float>(list.commands.size()));
    }
    std::visit(canvas, list.commands[i]);
  }
  canvas.pop_all_clips();
  if (const cairo_status_t status = cairo_status(cairo.get()); status != CAIRO_STATUS_SUCCESS) {
    return Error{ErrorCode::over_limit, filled("The picture cannot be drawn (<problem>).",
                                               {{"problem", cairo_status_to_string(status)}})};
  }
  return Done{};
}

}  // namespace attention_lab

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ft2build.h>
#include <map>
#include <new>
#include <utility>

#include FT_FREETYPE_H
#include FT_OUTLINE_H

#include "app/export/picture.h"
#include "app/export/png.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"

namespace attention_lab {
namespace {

/// The number with at most three decimals, since a thousandth of a point is invisible. SVG has no notation
/// for non-finite numbers; like SVG viewers, this treats them as 0.
std::string svg_number(double value) {
  return std::isfinite(value) ? format_plainly(value, 3) : "0";
}

std::string svg_number(float value) {
  return svg_number(static_cast<double>(value));
}

std::string pair_of(Point p) {
  return svg_number(p.x) + " " + svg_number(p.y);
}

std::string hexadecimal(Colour colour) {
  std::array<char, 16> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "#%02x%02x%02x", colour.red, colour.green, colour.blue);
  return buffer.data();
}

/// Example: ` fill="#rrggbb"`, with an opacity if the colour has one.
std::string paint(const std::string& name, Colour colour) {
  std::string text = " " + name + "=\"" + hexadecimal(colour) + "\"";
  if (colour.alpha != 255) text += " " + name + "-opacity=\"" + svg_number(colour.alpha / 255.0) + "\"";
  return text;
}

std::string attribute(const std::string& name, const std::string& value) {
  return " " + name + "=\"" + value + "\"";
}

std::string place_of(const Rect& rect) {
  return attribute("x", svg_number(rect.x)) + attribute("y", svg_number(rect.y)) +
         attribute("width", svg_number(rect.width)) + attribute("height", svg_number(rect.height));
}

std::string stroke(Colour colour, float line_width) {
  return " fill=\"none\"" + paint("stroke", colour) + attribute("stroke-width", svg_number(line_width));
}

std::string points_of(const std::vector<Point>& points) {
  std::string text;
  for (const Point& point : points) text += (text.empty() ? "" : " ") + pair_of(point);
  return attribute("points", text);
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '&': result += "&amp;"; break;
      case '"': result += "&quot;"; break;
      default: result += c;
    }
  }
  return result;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve(bytes.size() / 3 * 4 + 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k <= bytes.size() ? letters[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

/// Replaces each pixel by a square of several: some SVG viewers smooth images whatever the file says, and
/// then only the edges of the squares are smoothed.
Pixels enlarged(const Pixels& pixels) {
  constexpr int enough = 1500;
  constexpr int largest = 8;
  const int times = std::clamp(enough / std::max(pixels.width, pixels.height), 1, largest);
  Pixels result{pixels.width * times, pixels.height * times, {}};
  result.colours.reserve(pixels.colours.size() * static_cast<std::size_t>(times * times));
  for (int y = 0; y < result.height; ++y) {
    const Colour* row = pixels.colours.data() + static_cast<std::ptrdiff_t>(y / times) * pixels.width;
    for (int x = 0; x < result.width; ++x) result.colours.push_back(row[x / times]);
  }
  return result;
}

// FreeType's y axis points up, SVG's points down.
void append_point(std::string& path, const FT_Vector* point) {
  path += std::to_string(point->x) + (point->y > 0 ? "-" : " ") + std::to_string(std::abs(point->y));
}

void append_command(std::string& path, char command, std::initializer_list<const FT_Vector*> points) {
  path += command;
  bool is_first = true;
  for (const FT_Vector* point : points) {
    if (!is_first) path += ' ';
    is_first = false;
    append_point(path, point);
  }
}

/// Callbacks for FreeType. `to` is the path under construction.
int move_to(const FT_Vector* end, void* to) {
  auto& path = *static_cast<std::string*>(to);
  if (!path.empty()) path += 'Z';
  append_command(path, 'M', {end});
  return 0;
}

int line_to(const FT_Vector* end, void* to) {
  append_command(*static_cast<std::string*>(to), 'L', {end});
  return 0;
}

int conic_to(const FT_Vector* control, const FT_Vector* end, void* to) {
  append_command(*static_cast<std::string*>(to), 'Q', {control, end});
  return 0;
}

int cubic_to(const FT_Vector* first, const FT_Vector* second, const FT_Vector* end, void* to) {
  append_command(*static_cast<std::string*>(to), 'C', {first, second, end});
  return 0;
}

std::string outline_of(const FigureGlyph& glyph) {
  // Cairo leaves the transformation of its last text in the face.
  constexpr FT_Int32 outline_flags = FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP | FT_LOAD_IGNORE_TRANSFORM;
  std::string path;
  const FT_Error error = FT_Load_Glyph(glyph.font, glyph.index, outline_flags);
  if (error == FT_Err_Out_Of_Memory) throw std::bad_alloc();
  if (error != 0) return path;
  if (glyph.font->glyph->format != FT_GLYPH_FORMAT_OUTLINE) return path;
  const FT_Outline_Funcs functions{move_to, line_to, conic_to, cubic_to, 0, 0};
  FT_Outline_Decompose(&glyph.font->glyph->outline, &functions, &path);
  if (!path.empty()) path += 'Z';
  return path;
}

/// The glyphs of a picture, each defined once, in the units of its font.
class SvgGlyphs {
 public:
  /// The ID of the glyph's definition; empty for a glyph without an outline, such as a space.
  std::string name_of(const FigureGlyph& glyph) {
    const auto key = std::make_pair(glyph.font, glyph.index);
    if (const auto known = names_.find(key); known != names_.end()) return known->second;
    const std::string outline = outline_of(glyph);
    std::string name;
    if (!outline.empty()) {
      name = "g" + std::to_string(++count_);
      definitions_ += "<path id=\"" + name + "\" d=\"" + outline + "\"/>\n";
    }
    return names_.emplace(key, name).first->second;
  }

  /// The <path> elements for <defs>.
  const std::string& definitions() const { return definitions_; }

  /// The number of font units per em.
  static double units_per_em(const FigureGlyph& glyph) { return glyph.font->units_per_EM; }

 private:
  std::map<std::pair<FT_FaceRec_*, unsigned>, std::string> names_;
  std::string definitions_;
  int count_ = 0;
};

class SvgCanvas {
 public:
  explicit SvgCanvas(const FigureFonts& fonts) : fonts_(fonts) {}

  void operator()(const FillRect& c) { rectangle(c.rect, c.rounding, paint("fill", c.colour)); }
  void operator()(const StrokeRect& c) { rectangle(c.rect, c.rounding, stroke(c.colour, c.line_width)); }
  void operator()(const Line& c) {
    body_ += "<path" + attribute("d", "M" + pair_of(c.from) + "L" + pair_of(c.to)) +
             stroke(c.colour, c.line_width) + "/>\n";
  }
  void operator()(const Polyline& c) {
    body_ += "<polyline" + points_of(c.points) + stroke(c.colour, c.line_width) +
             " stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n";
  }
  void operator()(const FillPolygon& c) {
    body_ += "<polygon" + points_of(c.points) + paint("fill", c.colour) + "/>\n";
  }
  void operator()(const FillDisc& c) {
    body_ += "<circle" + attribute("cx", svg_number(c.centre.x)) + attribute("cy", svg_number(c.centre.y)) +
             attribute("r", svg_number(c.radius)) + paint("fill", c.colour) + "/>\n";
  }
  void operator()(const Curve& c) {
    const std::string path = "M" + pair_of(c.from) + "C" + pair_of(c.control_from) + " " +
                             pair_of(c.control_to) + " " + pair_of(c.to);
    body_ += "<path" + attribute("d", path) + stroke(c.colour, c.line_width) + "/>\n";
  }

  void operator()(const Text& c) {
    const TextLayout layout = layout_of(c, fonts_);
    const Point baseline = baseline_of(c, layout.width);
    std::string label;
    std::string uses;
    for (const TextRun& run : layout.runs) add_run(run, c.weight, baseline, label, uses);
    if (uses.empty()) return;
    body_ += "<g" + attribute("aria-label", escaped(label)) + paint("fill", c.colour);
    if (c.is_turned) body_ += attribute("transform", "translate(" + pair_of(c.position) + ") rotate(-90)");
    body_ += ">\n" + uses + "</g>\n";
  }

  void operator()(const Image& c) {
    if (!c.pixels || c.pixels->width < 1 || c.pixels->height < 1) return;
    const CairoSurface surface = surface_of(enlarged(*c.pixels));
    constexpr double any_dpi = 72;
    const Result<std::string> png = cairo_surface_status(surface.get()) == CAIRO_STATUS_SUCCESS
                                        ? encode_png(surface.get(), any_dpi)
                                        : Result<std::string>(Error{ErrorCode::over_limit, ""});
    if (!png) {
      is_failed_ = true;
      return;
    }
    body_ += "<image" + place_of(c.rect) +
             " preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\""
             " style=\"image-rendering:pixelated\" xlink:href=\"data:image/png;base64," +
             base64(*png) + "\"/>\n";
  }

  void operator()(const PushClip& c) {
    const std::string name = "c" + std::to_string(++clip_count_);
    clips_ += "<clipPath id=\"" + name + "\"><rect" + place_of(c.rect) + "/></clipPath>\n";
    body_ += "<g clip-path=\"url(#" + name + ")\">\n";
    ++open_clips_;
  }
  void operator()(const PopClip&) {
    if (open_clips_ == 0) return;
    body_ += "</g>\n";
    --open_clips_;
  }

  bool is_failed() const { return is_failed_; }

  /// `size`: of the list.
  std::string finish(const Page& page, const DisplayList& list) && {
    while (open_clips_ > 0) (*this)(PopClip{});
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"" +
           attribute("width", svg_number(page.width) + "pt") +
           attribute("height", svg_number(page.height) + "pt") +
           attribute("viewBox", "0 0 " + pair_of({list.width, list.height})) + ">\n" + title_of(list) +
           "<defs>\n" + glyphs_.definitions() + clips_ + "</defs>\n" + body_ + "</svg>\n";
  }

 private:
  void rectangle(const Rect& rect, float rounding, const std::string& look) {
    body_ += "<rect" + place_of(rect);
    if (rounding > 0) body_ += attribute("rx", svg_number(rounding));
    body_ += look + "/>\n";
  }

  /// The glyphs of one font form one group, in font units.
  void add_run(const TextRun& run, FontWeight weight, Point baseline, std::string& label, std::string& uses) {
    const FT_FaceRec_* font = nullptr;
    double start = 0;
    for (const PlacedGlyph& placed : glyphs_of(run, weight, fonts_)) {
      label += placed.character;
      if (!placed.glyph.is_visible()) continue;
      const std::string name = glyphs_.name_of(placed.glyph);
      if (name.empty()) continue;
      const double units = SvgGlyphs::units_per_em(placed.glyph);
      if (placed.glyph.font != font) {
        if (font != nullptr) uses += "</g>\n";
        font = placed.glyph.font;
        start = placed.x;
        const auto size = static_cast<double>(run.size);
        std::array<char, 32> scale{};
        std::snprintf(scale.data(), scale.size(), "%.6g", size / units);
        uses += "<g transform=\"translate(" +
                svg_number(static_cast<double>(baseline.x + run.x) + start * size) + " " +
                svg_number(baseline.y - run.rise) + ") scale(" + scale.data() + ")\">";
      }
      uses += "<use xlink:href=\"#" + name + "\"";
      if (placed.x > start) uses += attribute("x", svg_number((placed.x - start) * units));
      uses += "/>";
    }
    if (font != nullptr) uses += "</g>\n";
  }

  static std::string title_of(const DisplayList& list) {
    if (list.title.empty()) return {};
    return "<title>" + escaped(shortened(list.title, longest_sentence)) + "</title>\n";
  }

  const FigureFonts& fonts_;
  SvgGlyphs glyphs_;
  std::string body_;
  std::string clips_;
  int clip_count_ = 0;
  int open_clips_ = 0;
  bool is_failed_ = false;
};

}  // namespace

Result<std::string> encode_svg(const DisplayList& list, const Page& page, std::optional<Colour> background,
                               const FigureFonts& fonts, ExportProgress* progress) {
  SvgCanvas canvas(fonts);
  const Point size{list.width, list.height};
  if (background) canvas(FillRect{{0, 0, size.x, size.y}, *background, 0});
  const auto count = static_cast<float>(list.commands.size());
  for (std::size_t i = 0; i < list.commands.size(); ++i) {
    if (progress != nullptr) {
      if (progress->is_cancelled) return export_cancelled();
      progress->done = static_cast<float>(i) / count;
    }
    std::visit(canvas, list.commands[i]);
  }
  if (canvas.is_failed()) return not_enough_memory();
  if (progress != nullptr) progress->done = 1;
  return std::move(canvas).finish(page, list);
}

}  // namespace attention_lab

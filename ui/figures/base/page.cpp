#include "ui/figures/base/page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

#include "core/document/checks.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr double centimetres_per_inch = 2.54;
constexpr double bytes_per_pixel = 4;

/// Parses a plain decimal number without sign or exponent; nothing for any other text.
std::optional<double> number_from(std::string_view text) {
  text = trimmed(text);
  constexpr std::size_t longest = 12;
  if (text.empty() || text.size() > longest) return std::nullopt;
  const bool has_strange = text.find_first_not_of("0123456789.") != std::string_view::npos;
  const bool has_digit = text.find_first_not_of('.') != std::string_view::npos;
  if (has_strange || !has_digit || text.find('.') != text.rfind('.')) return std::nullopt;
  return std::strtod(std::string(text).c_str(), nullptr);
}

bool take_ending(std::string_view& text, std::string_view ending) {
  if (text.size() < ending.size() || text.substr(text.size() - ending.size()) != ending) return false;
  text.remove_suffix(ending.size());
  return true;
}

/// At most two decimals.
std::string short_length(double value) {
  return format_plainly(value, 2);
}

Error over_limit(std::string message) {
  return {ErrorCode::over_limit, std::move(message)};
}

/// An error sentence if `value` is outside its limits.
Status check_between(const char* what, double value, double low, double high, const char* unit) {
  if (!std::isfinite(value))
    return Error{ErrorCode::not_finite, filled("<what> must be a finite number.", {{"what", what}})};
  if (value >= low && value <= high) return Done{};
  return over_limit(must_be_between(what, short_length(low), short_length(high) + unit, short_length(value)));
}

struct UnitFacts {
  LengthUnit unit;
  std::string_view name;
  double points;    // in one, except of pixels
  double rounding;  // of sizes that are computed, in this unit
};

constexpr std::array units = {
    UnitFacts{LengthUnit::centimetres, "cm", points_per_inch / centimetres_per_inch, 0.1},
    UnitFacts{LengthUnit::millimetres, "mm", points_per_inch / centimetres_per_inch / 10, 1},
    UnitFacts{LengthUnit::inches, "in", points_per_inch, 0.01}, UnitFacts{LengthUnit::points, "pt", 1, 1},
    UnitFacts{LengthUnit::pixels, "px", 0, 1}};

const UnitFacts& facts_of(LengthUnit unit) {
  return units[static_cast<std::size_t>(unit)];
}

/// The unit at the end of the text, which is removed; pixels if there is none.
LengthUnit take_unit(std::string_view& text) {
  for (const UnitFacts& one : units)
    if (take_ending(text, one.name)) return one.unit;
  return LengthUnit::pixels;
}

/// "A4", "a3 landscape".
std::optional<PageSize> sheet_from(std::string_view text) {
  // Upright, in millimetres.
  constexpr std::array<std::pair<int, int>, 7> sheets = {
      {{841, 1189}, {594, 841}, {420, 594}, {297, 420}, {210, 297}, {148, 210}, {105, 148}}};
  const std::string name = in_small_letters(std::string(text));
  std::string_view rest = name;
  const bool is_on_its_side = take_ending(rest, "landscape");
  rest = trimmed(rest);
  if (rest.size() != 2 || rest[0] != 'a' || rest[1] < '0' || rest[1] > '6') return std::nullopt;
  const auto [width, height] = sheets[static_cast<std::size_t>(rest[1] - '0')];
  const int across = is_on_its_side ? height : width;
  const int down = is_on_its_side ? width : height;
  return PageSize{static_cast<double>(across), static_cast<double>(down), LengthUnit::millimetres};
}

Status check_sides(const PageSize& size) {
  const UnitFacts& of_unit = facts_of(size.unit);
  const double in_a_centimetre =
      of_unit.points > 0 ? points_per_inch / centimetres_per_inch / of_unit.points : 0;
  for (const double side : {size.width, size.height}) {
    Status checked =
        size.unit == LengthUnit::pixels
            ? check_between("A side in pixels", side, shortest_pixel_side, longest_pixel_side, "")
            : check_between("A side", side, shortest_side * in_a_centimetre, longest_side * in_a_centimetre,
                            filled(" <unit>", {{"unit", of_unit.name}}).c_str());
    if (!checked) return checked;
  }
  return Done{};
}

/// Whether the pixels of a page fit into memory and into a file.
Status check_pixels(const PageSetup& setup, const Page& page) {
  const std::string pixels = short_length(page.pixel_width) + " × " + short_length(page.pixel_height);
  const double memory = static_cast<double>(page.pixel_width) * page.pixel_height * bytes_per_pixel;
  const double dpi = static_cast<double>(page.dpi);
  if (memory > largest_picture) {
    return over_limit(
        filled("<size> at <dpi> dpi is <pixels> pixels and needs <memory> MB of memory; the limit is "
               "<limit> MB. Make the picture smaller, lower the dpi, or save it as PDF or SVG.",
               {{"size", to_string(setup.size)},
                {"dpi", short_length(dpi)},
                {"pixels", pixels},
                {"memory", short_length(std::round(memory / 1e6))},
                {"limit", short_length(largest_picture / 1e6)}}));
  }
  if (std::max(page.pixel_width, page.pixel_height) > longest_pixel_side) {
    return over_limit(filled("<size> at <dpi> dpi is <pixels> pixels; a side can have at most <most>.",
                             {{"size", to_string(setup.size)},
                              {"dpi", short_length(dpi)},
                              {"pixels", pixels},
                              {"most", longest_pixel_side}}));
  }
  return Done{};
}

}  // namespace

double suitable_font_size(double width, double height) {
  constexpr double usual_side = 340;  // the geometric mean of 16 cm and 9 cm, in points
  constexpr double usual_font = 10;
  constexpr double growth = 0.7;
  const double font = usual_font * std::pow(std::sqrt(width * height) / usual_side, growth);
  return std::clamp(std::round(font * 2) / 2, 6.0, 40.0);
}

std::string_view to_string(PictureFormat format) {
  switch (format) {
    case PictureFormat::png: return "png";
    case PictureFormat::svg: return "svg";
    case PictureFormat::pdf: return "pdf";
  }
  return {};
}

std::optional<PictureFormat> picture_format_from(std::string_view text) {
  for (const PictureFormat format : all_picture_formats) {
    if (to_string(format) == text) return format;
  }
  return std::nullopt;
}

std::optional<PictureFormat> picture_format_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  return picture_format_from(in_small_letters(std::string(path.substr(dot + 1))));
}

Result<PageSize> parse_page_size(std::string_view text) {
  const Error error{ErrorCode::not_a_number,
                    filled("A size must look like <examples>, not <text>.",
                           {{"examples", page_size_examples}, {"text", in_quotes(text)}})};
  if (const std::optional<PageSize> sheet = sheet_from(trimmed(text))) return *sheet;
  std::string_view rest = trimmed(text);
  PageSize size;
  size.unit = take_unit(rest);
  std::size_t cross_size = 1;
  std::size_t cross = rest.find('x');
  if (cross == std::string_view::npos) {
    constexpr std::string_view multiplication_sign = "×";
    cross = rest.find(multiplication_sign);
    cross_size = multiplication_sign.size();
  }
  if (cross == std::string_view::npos) return error;
  const std::optional<double> width = number_from(rest.substr(0, cross));
  const std::optional<double> height = number_from(rest.substr(cross + cross_size));
  if (!width || !height) return error;
  const bool is_whole = std::floor(*width) == *width && std::floor(*height) == *height;
  if (size.unit == LengthUnit::pixels && !is_whole) return error;
  size.width = *width;
  size.height = *height;
  return size;
}

std::string to_string(const PageSize& size) {
  return filled("<width> × <height> <unit>", {{"width", short_length(size.width)},
                                              {"height", short_length(size.height)},
                                              {"unit", facts_of(size.unit).name}});
}

PageSize size_of(const Page& page, LengthUnit unit) {
  if (unit == LengthUnit::pixels)
    return {static_cast<double>(page.pixel_width), static_cast<double>(page.pixel_height), unit};
  const UnitFacts& of_unit = facts_of(unit);
  const auto rounded = [&](float points) {
    return std::round(static_cast<double>(points) / of_unit.points / of_unit.rounding) * of_unit.rounding;
  };
  return {rounded(page.width), rounded(page.height), unit};
}

Page fitted_page(const Page& page, float width, float height) {
  Page fitted = page;
  const double scale = static_cast<double>(std::min(page.width / width, page.height / height));
  fitted.width = static_cast<float>(static_cast<double>(width) * scale);
  fitted.height = static_cast<float>(static_cast<double>(height) * scale);
  const auto pixels = [&](float side) {
    return std::max(1, static_cast<int>(std::lround(side / page.pixel())));
  };
  fitted.pixel_width = pixels(fitted.width);
  fitted.pixel_height = pixels(fitted.height);
  return fitted;
}

Status check_dpi(double dpi) {
  return check_between("The resolution", dpi, lowest_dpi, highest_dpi, " dpi");
}

Status check_font_size(double points) {
  return check_between("The font size", points, smallest_font, largest_font, " points");
}

Result<Page> page_of(const PageSetup& setup, bool becomes_pixels) {
  if (Status sides = check_sides(setup.size); !sides) return sides.error();
  const bool is_pixels = setup.size.unit == LengthUnit::pixels;
  const double dpi = setup.dpi.value_or(is_pixels ? 144 : 300);
  if (Status checked = check_dpi(dpi); !checked) return checked.error();
  const double unit = is_pixels ? points_per_inch / dpi : facts_of(setup.size.unit).points;
  const double width = setup.size.width * unit;
  const double height = setup.size.height * unit;
  const double longest = longest_side / centimetres_per_inch * points_per_inch;
  if (is_pixels && std::max(width, height) > longest) {
    return over_limit(
        filled("<size> at <dpi> dpi is <width> × <height> cm on paper; a side can have at most <most> cm.",
               {{"size", to_string(setup.size)},
                {"dpi", short_length(dpi)},
                {"width", short_length(width / points_per_inch * centimetres_per_inch)},
                {"height", short_length(height / points_per_inch * centimetres_per_inch)},
                {"most", short_length(longest_side)}}));
  }
  const double font = setup.font_size.value_or(suitable_font_size(width, height));
  if (Status checked = check_font_size(font); !checked) return checked.error();
  const auto pixels = [&](double side) {
    return std::max(1, static_cast<int>(std::lround(side / points_per_inch * dpi)));
  };
  Page page;
  page.width = static_cast<float>(width);
  page.height = static_cast<float>(height);
  page.dpi = static_cast<float>(dpi);
  page.pixel_width = pixels(width);
  page.pixel_height = pixels(height);
  page.font_size = static_cast<float>(font);
  if (becomes_pixels)
    if (Status checked = check_pixels(setup, page); !checked) return checked.error();
  return page;
}

}  // namespace attention_lab

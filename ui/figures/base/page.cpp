#include "ui/figures/base/page.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

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

Status check_sides(const PageSize& size) {
  const bool is_pixels = size.unit == LengthUnit::pixels;
  for (const double side : {size.width, size.height}) {
    Status checked =
        is_pixels ? check_between("A side in pixels", side, shortest_pixel_side, longest_pixel_side, "")
                  : check_between("A side", side, shortest_side, longest_side, " cm");
    if (!checked) return checked;
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
  const Error error{
      ErrorCode::not_a_number,
      filled("A size must look like 16x9cm or 1920x1080 (pixels), not <text>.", {{"text", in_quotes(text)}})};
  std::string_view rest = trimmed(text);
  PageSize size;
  size.unit = take_ending(rest, "cm") ? LengthUnit::centimetres : LengthUnit::pixels;
  if (size.unit == LengthUnit::pixels) take_ending(rest, "px");
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
  return short_length(size.width) + " × " + short_length(size.height) +
         (size.unit == LengthUnit::pixels ? " px" : " cm");
}

PageSize size_of(const Page& page, LengthUnit unit) {
  if (unit == LengthUnit::pixels)
    return {static_cast<double>(page.pixel_width), static_cast<double>(page.pixel_height), unit};
  const auto tenths = [](float points) {
    return std::round(static_cast<double>(points) / points_per_inch * centimetres_per_inch * 10) / 10;
  };
  return {tenths(page.width), tenths(page.height), unit};
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

Result<Page> page_of(const PageSetup& setup) {
  if (Status sides = check_sides(setup.size); !sides) return sides.error();
  const bool is_pixels = setup.size.unit == LengthUnit::pixels;
  const double dpi = setup.dpi.value_or(is_pixels ? 144 : 300);
  if (Status checked = check_between("The resolution", dpi, lowest_dpi, highest_dpi, " dpi"); !checked)
    return checked.error();
  const double unit = is_pixels ? points_per_inch / dpi : points_per_inch / centimetres_per_inch;
  const double width = setup.size.width * unit;
  const double height = setup.size.height * unit;
  const double longest = longest_side / centimetres_per_inch * points_per_inch;
  if (std::max(width, height) > longest) {
    return over_limit(
        filled("<size> at <dpi> dpi is <width> × <height> cm on paper; a side can have at most <most> cm.",
               {{"size", to_string(setup.size)},
                {"dpi", short_length(dpi)},
                {"width", short_length(width / points_per_inch * centimetres_per_inch)},
                {"height", short_length(height / points_per_inch * centimetres_per_inch)},
                {"most", short_length(longest_side)}}));
  }
  const double pixel_width = std::max(1.0, std::round(width / points_per_inch * dpi));
  const double pixel_height = std::max(1.0, std::round(height / points_per_inch * dpi));
  const std::string pixels = short_length(pixel_width) + " × " + short_length(pixel_height);
  const double memory = pixel_width * pixel_height * bytes_per_pixel;
  if (memory > largest_picture) {
    return over_limit(
        filled("<size> at <dpi> dpi is <pixels> pixels and needs <memory> MB of memory; the limit is "
               "<limit> MB. Make the picture smaller, or lower the dpi.",
               {{"size", to_string(setup.size)},
                {"dpi", short_length(dpi)},
                {"pixels", pixels},
                {"memory", short_length(std::round(memory / 1e6))},
                {"limit", short_length(largest_picture / 1e6)}}));
  }
  if (std::max(pixel_width, pixel_height) > longest_pixel_side) {
    return over_limit(filled("<size> at <dpi> dpi is <pixels> pixels; a side can have at most <most>.",
                             {{"size", to_string(setup.size)},
                              {"dpi", short_length(dpi)},
                              {"pixels", pixels},
                              {"most", longest_pixel_side}}));
  }
  const double font = setup.font_size.value_or(suitable_font_size(width, height));
  if (Status checked = check_between("The font size", font, smallest_font, largest_font, " points"); !checked)
    return checked.error();
  Page page;
  page.width = static_cast<float>(width);
  page.height = static_cast<float>(height);
  page.dpi = static_cast<float>(dpi);
  page.pixel_width = static_cast<int>(pixel_width);
  page.pixel_height = static_cast<int>(pixel_height);
  page.font_size = static_cast<float>(font);
  return page;
}

}  // namespace attention_lab

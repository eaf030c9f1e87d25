// The kinds of files a figure can become.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace attention_lab {

enum class PictureFormat { png, svg, pdf };

inline constexpr std::array all_picture_formats = {PictureFormat::png, PictureFormat::svg,
                                                   PictureFormat::pdf};

/// Whether the file is made of pixels; of vectors otherwise.
constexpr bool has_pixels(PictureFormat format) {
  return format == PictureFormat::png;
}

/// "png", "svg", "pdf": the name and the file's ending.
std::string_view to_string(PictureFormat format);
std::optional<PictureFormat> picture_format_from(std::string_view text);
/// From the ending of a file's name, in any case.
std::optional<PictureFormat> picture_format_of(std::string_view path);

}  // namespace attention_lab

#include "ui/figures/base/picture_format.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace attention_lab {

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
  std::string ending(path.substr(dot + 1));
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return picture_format_from(ending);
}

}  // namespace attention_lab

#include "app/window/script_output.h"

#include <GL/gl.h>
#include <algorithm>
#include <cstring>
#include <ctime>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

#include <cairo.h>
#include <nlohmann/json.hpp>

#include "app/export/png.h"
#include "app/files/text_file.h"

namespace attention_lab {
namespace {

double milliseconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

}  // namespace

Status write_screenshot(const std::filesystem::path& path, int width, int height) {
  std::vector<unsigned char> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadBuffer(GL_BACK);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());

  const std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height), cairo_surface_destroy);
  unsigned char* rows = cairo_image_surface_get_data(surface.get());
  const int stride = cairo_image_surface_get_stride(surface.get());
  for (int y = 0; y < height; ++y) {
    // OpenGL counts rows from the bottom.
    const unsigned char* from = pixels.data() + static_cast<std::ptrdiff_t>(height - 1 - y) * width * 4;
    unsigned char* to = rows + static_cast<std::ptrdiff_t>(y) * stride;
    for (int x = 0; x < width; ++x, from += 4, to += 4) {
      const std::uint32_t rgb =
          static_cast<std::uint32_t>(from[0]) << 16 | static_cast<std::uint32_t>(from[1]) << 8 | from[2];
      std::memcpy(to, &rgb, sizeof rgb);
    }
  }
  cairo_surface_mark_dirty(surface.get());
  constexpr double pixels_per_inch = 96;
  const Result<std::string> png = encode_png(surface.get(), pixels_per_inch);
  if (!png) return Error{ErrorCode::not_writable, "The picture could not be encoded.", path.string()};
  return write_file_atomically(path, *png);
}

Status write_layout(const std::filesystem::path& path, const Items& items) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Item& item : items.all()) {
    list.push_back({{"name", item.name},
                    {"x", item.rect.x},
                    {"y", item.rect.y},
                    {"w", item.rect.width},
                    {"h", item.rect.height}});
  }
  const nlohmann::ordered_json layout = {{"items", std::move(list)}};
  return write_file_atomically(path, layout.dump(1) + "\n");
}

Status write_stats(const std::filesystem::path& path, const FrameStats& stats) {
  const nlohmann::ordered_json json = {
      {"first_frame_ms", stats.first_frame_ms},
      {"frames", stats.frames},
      {"ui_cpu_ms_per_frame", stats.ui_cpu_ms / std::max(1, stats.frames - 1)}};
  return write_file_atomically(path, json.dump(1) + "\n");
}

double milliseconds_since_start() {
  // Field 22 of /proc/self/stat is the start time in clock ticks since boot; the second field, the program's
  // name in parentheses, may contain spaces.
  std::ifstream file("/proc/self/stat");
  std::string line;
  std::getline(file, line);
  std::istringstream fields(line.substr(std::min(line.find_last_of(')') + 1, line.size())));
  std::string field;
  for (int i = 3; i <= 22; ++i) fields >> field;
  const double ticks = std::strtod(field.c_str(), nullptr);
  return milliseconds(CLOCK_BOOTTIME) - ticks * 1e3 / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double cpu_milliseconds() {
  return milliseconds(CLOCK_THREAD_CPUTIME_ID);
}

}  // namespace attention_lab

// What the window writes for scripts: its picture, where things stand, how fast it is.
#pragma once

#include <filesystem>

#include "core/result.h"
#include "ui/widgets/items.h"

namespace attention_lab {

/// The picture in the back buffer, `width` × `height` pixels, as PNG.
/// To be called after rendering and before the buffers are swapped.
Status write_screenshot(const std::filesystem::path& path, int width, int height);

/// {"items":[{"name":"W_q[1,2]","x":…,"y":…,"w":…,"h":…}…]}, in window pixels.
Status write_layout(const std::filesystem::path& path, const Items& items);

struct FrameStats {
  double first_frame_ms = 0;  // from the start of the process until the first picture stood on the screen
  int frames = 0;
  double ui_cpu_ms = 0;  // processor time of building all frames but the first
};

/// {"first_frame_ms", "frames", "ui_cpu_ms_per_frame"}.
Status write_stats(const std::filesystem::path& path, const FrameStats& stats);

/// Milliseconds since this process was started.
double milliseconds_since_start();
/// Processor time of this thread so far, in milliseconds.
double cpu_milliseconds();

}  // namespace attention_lab

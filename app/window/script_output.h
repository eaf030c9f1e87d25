// The window's output for scripts: its picture, the positions of items, and timings.
#pragma once

#include <filesystem>

#include "core/result.h"
#include "ui/widgets/items.h"

namespace attention_lab {

/// Saves the back buffer's `width` × `height` pixels as PNG. Call after rendering and before swapping the
/// buffers.
Status write_screenshot(const std::filesystem::path& path, int width, int height);

/// {"items":[{"name":"W_q[1,2]","x":…,"y":…,"w":…,"h":…}…]}, in window pixels.
Status write_layout(const std::filesystem::path& path, const Items& items);

struct FrameStats {
  double first_frame_ms = 0;  // from the start of the process until the first frame was shown
  int frames = 0;
  double ui_cpu_ms = 0;  // processor time for building all frames but the first
};

/// {"first_frame_ms", "frames", "ui_cpu_ms_per_frame"}.
Status write_stats(const std::filesystem::path& path, const FrameStats& stats);

/// Milliseconds since the start of this process.
double milliseconds_since_start();
/// Processor time used by this thread, in milliseconds.
double cpu_milliseconds();

}  // namespace attention_lab

// Runs the window.
#pragma once

#include "app/window/window_options.h"

namespace attention_lab {

/// Opens the window; returns the program's exit code when it is closed.
int run_window(const WindowOptions& options);

}  // namespace attention_lab

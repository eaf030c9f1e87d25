// How far a long export is, and a way to stop it: shared by the thread that exports and the one that waits.
#pragma once

#include <atomic>

namespace attention_lab {

struct ExportProgress {
  std::atomic<float> done = 0;             ///< 0 to 1; written by the export
  std::atomic<bool> is_cancelled = false;  ///< written by whoever waits; the export ends soon after
};

}  // namespace attention_lab

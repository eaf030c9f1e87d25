// Progress and cancellation of a long export, shared by the exporting and the waiting thread.
#pragma once

#include <atomic>

#include "core/result.h"

namespace attention_lab {

struct ExportProgress {
  std::atomic<float> done = 0;             ///< from 0 to 1; written by the exporting thread
  std::atomic<bool> is_cancelled = false;  ///< written by the waiting thread; the export then ends soon
};

/// What an export returns once `is_cancelled` is set.
inline Error export_cancelled() {
  return {ErrorCode::cancelled, "The export was cancelled."};
}

/// A part of an export: its progress from 0 to 1 is `from` to `to` of the whole. `whole` may be null.
struct ExportPart {
  ExportProgress* whole = nullptr;
  float from = 0;
  float to = 1;

  bool is_cancelled() const { return whole != nullptr && whole->is_cancelled; }
  void report(float done) const {
    if (whole != nullptr) whole->done = from + (to - from) * done;
  }
  ExportPart part(float first, float last) const {
    return {whole, from + (to - from) * first, from + (to - from) * last};
  }
};

}  // namespace attention_lab

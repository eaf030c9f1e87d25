// How far a long export is, and a way to stop it: shared by the thread that exports and the one that waits.
#pragma once

#include <atomic>

namespace attention_lab {

struct ExportProgress {
  std::atomic<float> done = 0;             ///< 0 to 1; written by the export
  std::atomic<bool> is_cancelled = false;  ///< written by whoever waits; the export ends soon after
};

/// One part of an export: its own 0 to 1 is `from` to `to` of the whole. Does nothing without a whole.
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

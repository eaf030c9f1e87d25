// Keeps unsaved work for recovery in its own thread, however busy the window is.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "app/files/recovery.h"
#include "core/document/document.h"
#include "core/result.h"

namespace attention_lab {

/// Decides when to write next; all times are in seconds of the same clock. A single change is written at
/// once. During continuous changes, each write is followed by a rest, so that the recovery file is never
/// older than a rest and the duration of a write.
class KeepingPace {
 public:
  static constexpr double rest = 0.5;
  static constexpr double until_next_try = 3;

  void changed() { has_change_ = true; }
  /// Call after a write that included all changes. A long write is followed by an equally long rest, so that
  /// a large document does not keep a processor busy all the time.
  void wrote(double began, double ended) {
    has_change_ = false;
    earliest_ = ended + std::max(rest, ended - began);
  }
  void failed(double now) { earliest_ = now + until_next_try; }

  /// The time of the next write; empty if there is nothing to write.
  std::optional<double> due() const { return has_change_ ? std::optional(earliest_) : std::nullopt; }

 private:
  bool has_change_ = false;
  double earliest_ = 0;
};

/// Writes the newest document to the recovery folder.
class WorkKeeper {
 public:
  /// News for the user: that keeping work fails, and why, or that it works again.
  struct News {
    std::optional<Error> failure;
  };

  /// The keeper's thread calls `on_news` when there is news.
  WorkKeeper(std::filesystem::path folder, std::function<void()> on_news);
  /// Writes pending work. The recovery file stays and is offered at the next start.
  ~WorkKeeper();
  WorkKeeper(const WorkKeeper&) = delete;
  WorkKeeper& operator=(const WorkKeeper&) = delete;

  /// Keeps this document from now on. Returns at once.
  void keep(Document document, OriginalFile original);
  /// Keeps nothing any more, since the work was saved or discarded. Returns at once.
  void forget();

  /// Writes the latest work, unless it is already written, and returns when that is done. May be called in
  /// any thread and while the program ends; calls no callbacks. Errors: not_writable.
  Status flush();

  std::optional<News> take_news();
  /// Whether there is a document to keep.
  bool has_work() const;

 private:
  struct Work {
    std::optional<Document> document;  // empty: there is nothing to keep
    OriginalFile original;
  };

  void hand_over(Work work);
  void run();
  Status write_newest();
  void note(const Status& written);

  std::mutex writing_;  // held during a write; lock it before mutex_
  RecoveryFile file_;   // guarded by writing_

  mutable std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  Work newest_;
  bool is_written_ = true;  // whether newest_ is on the disk
  KeepingPace pace_;
  bool is_failing_ = false;
  std::optional<News> news_;
  bool is_ending_ = false;

  std::function<void()> on_news_;
  std::thread thread_;  // the last member, since it uses all others
};

}  // namespace attention_lab

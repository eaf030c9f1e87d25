// Unsaved work is kept by a thread and a clock of its own, whatever the window is busy with.
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

/// When to write next; all times in seconds of one clock. A single change is written at once. Changes that
/// never end are written again and again, with a rest after each write: what is kept is never further behind
/// than a rest and the time a write takes.
class KeepingPace {
 public:
  static constexpr double rest = 0.5;
  static constexpr double until_next_try = 3;

  void changed() { has_change_ = true; }
  /// The write took in every change so far. A write that takes long is followed by a rest as long, so that a
  /// large document does not keep a processor busy all the time.
  void wrote(double began, double ended) {
    has_change_ = false;
    earliest_ = ended + std::max(rest, ended - began);
  }
  void failed(double now) { earliest_ = now + until_next_try; }

  /// Empty: there is nothing to write.
  std::optional<double> due() const { return has_change_ ? std::optional(earliest_) : std::nullopt; }

 private:
  bool has_change_ = false;
  double earliest_ = 0;
};

/// Writes the newest document that it was handed into the recovery folder.
class WorkKeeper {
 public:
  /// What the person should be told: that keeping fails, and why, or that it works again.
  struct News {
    std::optional<Error> failure;
  };

  /// `on_news` is called by the thread of the keeper when there is something to take.
  WorkKeeper(std::filesystem::path folder, std::function<void()> on_news);
  /// Writes what is not written yet. What is kept stays, and is offered at the next start.
  ~WorkKeeper();
  WorkKeeper(const WorkKeeper&) = delete;
  WorkKeeper& operator=(const WorkKeeper&) = delete;

  /// Keeps this document from now on. Returns at once.
  void keep(Document document, OriginalFile original);
  /// Nothing is to be kept any more: the work was saved, or given up. Returns at once.
  void forget();

  /// Writes what was handed over last, if it is not written yet, and returns when that is done. It may be
  /// called from any thread, also while the program is ending, and calls nobody. Errors: not_writable.
  Status flush();

  std::optional<News> take_news();
  /// Whether a document is to be kept.
  bool has_work() const;

 private:
  struct Work {
    std::optional<Document> document;  // empty: nothing is to be kept
    OriginalFile original;
  };

  void hand_over(Work work);
  void run();
  Status write_newest();
  void note(const Status& written);

  std::mutex writing_;  // held during a write; taken before mutex_
  RecoveryFile file_;   // guarded by writing_

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  Work newest_;
  bool is_written_ = true;  // newest_ stands on the disk
  KeepingPace pace_;
  bool is_failing_ = false;
  std::optional<News> news_;
  bool is_ending_ = false;

  std::function<void()> on_news_;
  std::thread thread_;  // the last member: it uses all others
};

}  // namespace attention_lab

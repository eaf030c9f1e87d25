// Unsaved work, kept against crashes, and offered at the next start.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/background_thread.h"
#include "app/files/document_json.h"
#include "app/files/recovery.h"
#include "app/files/work_keeper.h"
#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

class DocumentFiles;

class CrashRecovery {
 public:
  /// `keeps_work` and `wake`: as in DocumentFiles.
  CrashRecovery(DocumentFiles& files, Session& session, ViewState& view, bool keeps_work,
                std::function<void()> wake);

  /// Carries out the answer to an offer. Returns false for all other actions.
  bool handle(const Action& action);

  /// Whether there is a folder in which unsaved work is kept.
  bool has_keeper() const { return keeper_ != nullptr; }

  /// Offers work of a crashed program, if there is any: at once, or by take_news() when it has been read.
  void offer_abandoned();
  /// Whether there is such work: offered, or about to be.
  bool has_abandoned() const { return !abandoned_.empty(); }

  /// Passes the current document to the keeper if it has unsaved changes and is new. Returns at once.
  void keep_work();
  /// Reports the keeper's news and offers recovered work that has been read. Returns true if a frame should
  /// be drawn.
  bool take_news();
  /// Writes pending work; callable from any thread. Returns whether there is unsaved work for the next start
  /// to offer. Errors: the work could not be written.
  Result<bool> flush_work();
  /// Call at a normal end of the program: removes the recovery file.
  void forget_work();

 private:
  /// The state last passed to the keeper; it is passed again when one of these values changes.
  struct Handed {
    std::uint64_t revision;
    std::uint64_t committed_revision;
    bool is_modified;
    std::string file_path;
    bool operator==(const Handed&) const = default;
  };

  void complain_of_keeping(const Error& error, const char* sentence);
  void read_next();
  bool is_ready() const;
  Result<ReadDocument> what_was_read();
  void offer(const Recovered& recovered);
  void restore();
  void discard_offered();
  void keep_offered();

  DocumentFiles& files_;
  Session& session_;
  ViewState& view_;
  std::function<void()> wake_;

  std::unique_ptr<WorkKeeper> keeper_;
  std::optional<Error> no_folder_;  // why there is no keeper, until it is reported
  std::optional<Handed> handed_;

  std::deque<Recovered> abandoned_;                // the first is being read or offered
  std::size_t kept_count_ = 0;                     // number found at the start
  std::optional<Result<ReadDocument>> recovered_;  // the content, while it is offered
  std::vector<Recovered> kept_for_later_;          // locked until this program ends
  std::future<Result<ReadDocument>> reading_;      // valid while reading
  BackgroundThread reader_;
};

}  // namespace attention_lab

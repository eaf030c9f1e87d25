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

/// What a document is called where it has no file.
std::string name_without_file(const Document& document);

class CrashRecovery {
 public:
  /// `keeps_work` and `wake`: as in DocumentFiles.
  CrashRecovery(DocumentFiles& files, Session& session, ViewState& view, bool keeps_work,
                std::function<void()> wake);

  /// Does with the work that is offered what the action says. False: none of its business.
  bool handle(const Action& action);

  /// Offers work of a program that crashed, if there is any: at once, or by take_news once it is read.
  void offer_abandoned();

  /// Hands what is shown over to be kept, if it is unsaved and new. Returns at once.
  void keep_work();
  /// Tells the person what has become of keeping, and offers recovered work once it is read. True: a frame
  /// should be drawn.
  bool take_news();
  /// Writes what was handed over and is not written yet; from any thread. Says whether there is unsaved work
  /// that the next start will offer. Errors: it could not be written.
  Result<bool> flush_work();
  /// On a clean end: nothing is left to recover.
  void forget_work();

 private:
  /// What the keeper was told last: it is told again where one of these is different.
  struct Handed {
    std::uint64_t revision;
    std::uint64_t committed_revision;
    bool is_modified;
    std::string file_path;
    bool operator==(const Handed&) const = default;
  };

  void complain_of_keeping(const Error& error, const std::string& what_follows);
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
  std::optional<Error> no_folder_;  // why there is no keeper, until the person was told
  std::optional<Handed> handed_;

  std::deque<Recovered> abandoned_;                // the first is the one that is read and offered
  std::size_t kept_count_ = 0;                     // of those that were found at the start
  std::optional<Result<ReadDocument>> recovered_;  // what it holds, while it is offered
  std::vector<Recovered> kept_for_later_;          // locked until this program ends
  std::future<Result<ReadDocument>> reading_;      // valid while it is read
  BackgroundThread reader_;
};

}  // namespace attention_lab

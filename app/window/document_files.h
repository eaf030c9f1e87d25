// The open document as a file: opening, saving, and crash recovery.
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
#include "app/files/file_stamp.h"
#include "app/files/recovery.h"
#include "app/files/text_file.h"
#include "app/files/work_keeper.h"
#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

class DocumentFiles {
 public:
  /// `keeps_work`: false for screenshots, which must not write to the user's folders. `wake` is called from
  /// other threads when take_news() should be called.
  DocumentFiles(
      Session& session, ViewState& view, bool keeps_work, std::function<void()> wake = [] {});

  /// Carries out actions that concern files or the whole document. Returns false for all others.
  bool handle(const Action& action, ActionQueue& more);

  /// Offers work of a crashed program, if there is any: at once, or by take_news() when it has been read.
  void offer_recovered();

  /// Records the stamp with which the document was read from view.file_path (none if it has no file).
  void take_as_read(const std::optional<FileStamp>& stamp);
  /// Asks or notifies the user if another program has changed or removed the document's file, or if the file
  /// can no longer be read.
  void look_at_file();

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

  /// "journey.json • changed – Attention Lab".
  std::string window_title() const;

 private:
  /// The state last passed to the keeper; it is passed again when one of these values changes.
  struct Handed {
    std::uint64_t revision;
    std::uint64_t committed_revision;
    bool is_modified;
    std::string file_path;
    bool operator==(const Handed&) const = default;
  };

  void open_file(const std::string& path);
  void open_preset(const std::string& name);
  void open_new();
  void open(Document document, OriginalFile original);
  bool save_as(const std::string& path, bool may_replace);
  void save(ActionQueue& more);
  void save_copy(ActionQueue& more);
  FileNow file_now() const;
  /// Whether saving may replace the file's current content. If not, asks the user, or reports that the file
  /// cannot be read.
  bool may_save_over_file();
  void ask_about(const FileStamp& changed, bool is_saving);
  void tell_once(FileChange change, const std::string& sentence);
  void keep_mine(ActionQueue& more);
  void list_folder_of_dialog(std::string folder);
  std::string folder_of_documents() const;
  void complain_of_keeping(const Error& error, const char* sentence);
  void read_next_recovered();
  bool is_recovered_ready() const;
  Result<ReadDocument> what_was_read();
  void offer(const Recovered& recovered);
  void restore();
  void discard_recovered();
  void keep_recovered();
  void fail(const Error& error, const std::string& what);

  Session& session_;
  ViewState& view_;
  std::unique_ptr<WorkKeeper> keeper_;
  std::optional<Error> no_folder_;  // why there is no keeper, until it is reported
  std::optional<Handed> handed_;

  // About view_.file_path.
  std::optional<FileStamp> seen_;          // the version that saving may replace without asking; empty: none
  std::optional<FileStamp> asked_about_;   // the version that the user was last asked about
  FileChange told_of_ = FileChange::none;  // the change that was last reported

  std::function<void()> wake_;
  std::deque<Recovered> abandoned_;                // the first is being read or offered
  std::size_t kept_count_ = 0;                     // number found at the start
  std::optional<Result<ReadDocument>> recovered_;  // the content, while it is offered
  std::vector<Recovered> kept_for_later_;          // locked until this program ends
  std::future<Result<ReadDocument>> reading_;      // valid while reading
  BackgroundThread reader_;
};

}  // namespace attention_lab

// The open document as a file: opened, saved, kept against crashes.
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
  /// `keeps_work`: false for screenshots, which leave no trace in the person's folders. `wake` is called from
  /// other threads when there is news to take.
  DocumentFiles(
      Session& session, ViewState& view, bool keeps_work, std::function<void()> wake = [] {});

  /// Does what the action asks of files and the document as a whole. False: none of its business.
  bool handle(const Action& action, ActionQueue& more);

  /// Offers work of a program that crashed, if there is any: at once, or by take_news once it is read.
  void offer_recovered();

  /// The document was read from view.file_path, where it has one, when the file was this.
  void take_as_read(const std::optional<FileStamp>& stamp);
  /// Asks, or says so, where another program has changed or removed the file of the document, or it can no
  /// longer be read.
  void look_at_file();

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

  /// "journey.json • changed – Attention Lab".
  std::string window_title() const;

 private:
  /// What the keeper was told last: it is told again where one of these is different.
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
  /// Whether saving may replace what the file holds now. Where it may not without asking, the dialog asks;
  /// where nobody can tell, the person is told.
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
  std::optional<Error> no_folder_;  // why there is no keeper, until the person was told
  std::optional<Handed> handed_;

  // Of view_.file_path.
  std::optional<FileStamp> seen_;          // what saving replaces without asking; empty: nothing
  std::optional<FileStamp> asked_about_;   // what the person was asked about last
  FileChange told_of_ = FileChange::none;  // what the person was told of

  std::function<void()> wake_;
  std::deque<Recovered> abandoned_;                // the first is the one that is read and offered
  std::size_t kept_count_ = 0;                     // of those that were found at the start
  std::optional<Result<ReadDocument>> recovered_;  // what it holds, while it is offered
  std::vector<Recovered> kept_for_later_;          // locked until this program ends
  std::future<Result<ReadDocument>> reading_;      // valid while it is read
  BackgroundThread reader_;
};

}  // namespace attention_lab

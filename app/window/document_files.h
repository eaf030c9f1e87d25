// The open document as a file: opened and saved.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/files/file_stamp.h"
#include "app/files/text_file.h"
#include "app/window/crash_recovery.h"
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

  /// Opens a document, and says which file it comes from, if any.
  void open(Document document, OriginalFile original);
  /// The file of the document, as it was read or saved last.
  OriginalFile original() const { return {view_.file_path, seen_}; }
  CrashRecovery& recovery() { return recovery_; }

  /// Records the stamp with which the document was read from view.file_path (none if it has no file).
  void take_as_read(const std::optional<FileStamp>& stamp);
  /// Asks or notifies the user if another program has changed or removed the document's file, or if the file
  /// can no longer be read.
  void look_at_file();

  /// "journey.json • changed – Attention Lab".
  std::string window_title() const;

 private:
  void open_file(const std::string& path);
  void open_preset(const std::string& name);
  void open_new();
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
  void fail(const Error& error, const std::string& what);

  Session& session_;
  ViewState& view_;
  const bool keeps_work_;

  // About view_.file_path.
  std::optional<FileStamp> seen_;          // the version that saving may replace without asking; empty: none
  std::optional<FileStamp> asked_about_;   // the version that the user was last asked about
  FileChange told_of_ = FileChange::none;  // the change that was last reported

  CrashRecovery recovery_;
};

}  // namespace attention_lab

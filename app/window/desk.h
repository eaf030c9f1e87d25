// The document on the bench as a file: opened, saved, kept against crashes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/files/recovery.h"
#include "app/files/settings.h"
#include "app/files/work_keeper.h"
#include "core/document/session.h"
#include "ui/actions.h"
#include "ui/view_state.h"

namespace attention_lab {

class Desk {
 public:
  /// `keeps_work`: false for screenshots, which leave no trace in the person's folders. `wake` is called from
  /// other threads when there are news to take.
  Desk(Session& session, ViewState& view, Settings& settings, bool keeps_work,
       std::function<void()> wake = [] {});

  /// Does what the action asks of files and the document as a whole. False: none of its business.
  bool handle(const Action& action, ActionQueue& more);

  /// Offers work of a program that crashed, if there is any.
  void offer_recovered();

  /// Hands what is shown over to be kept, if it is unsaved and new. Returns at once.
  void keep_work();
  /// Tells the person what has become of keeping. True: a frame should be drawn.
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
  void open(Document document, std::string path);
  bool save_as(const std::string& path, bool may_replace);
  void save(ActionQueue& more);
  void list_folder_of_dialog(std::string folder);
  std::string folder_of_documents() const;
  void restore();
  void discard_recovered();
  void fail(const Error& error, const std::string& what);

  Session& session_;
  ViewState& view_;
  Settings& settings_;
  std::unique_ptr<WorkKeeper> keeper_;
  std::optional<Handed> handed_;
  std::vector<Recovered> abandoned_;
};

}  // namespace attention_lab

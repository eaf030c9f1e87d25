// The document on the bench as a file: opened, saved, kept against crashes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/files/recovery.h"
#include "app/files/settings.h"
#include "core/document/session.h"
#include "ui/actions.h"
#include "ui/view_state.h"

namespace attention_lab {

class Desk {
 public:
  /// `keeps_work`: false for screenshots, which leave no trace in the person's folders.
  Desk(Session& session, ViewState& view, Settings& settings, bool keeps_work);

  /// Does what the action asks of files and the document as a whole. False: none of its business.
  bool handle(const Action& action, ActionQueue& more);

  /// Offers work of a program that crashed, if there is any.
  void offer_recovered();

  /// Keeps unsaved work every few seconds. Returns seconds until it wants to be called again, if at all.
  std::optional<double> keep_work(double now);
  /// On a clean end: nothing is left to recover.
  void forget_work();

  /// "journey.json • changed – Attention Lab".
  std::string window_title() const;

 private:
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
  bool keeps_work_;
  std::optional<RecoveryFile> recovery_;
  std::uint64_t kept_revision_;
  std::optional<double> changed_at_;
  std::vector<Recovered> abandoned_;
};

}  // namespace attention_lab

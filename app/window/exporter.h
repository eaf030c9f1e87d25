// Figures and numbers into files and onto the clipboard; long ones in the background.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/files/file_stamp.h"
#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

class Exporter {
 public:
  Exporter(const Session& session, ViewState& view);
  /// Stops what is being written; nothing half done is left behind.
  ~Exporter();
  Exporter(const Exporter&) = delete;
  Exporter& operator=(const Exporter&) = delete;

  /// Does what the action asks for. False: none of its business.
  bool handle(const Action& action, double now);

  /// Whether poll() wants to be called again soon.
  bool is_running() const { return job_ != nullptr || !waiting_.empty(); }
  /// Takes over what became ready, and tells the view how far the rest is.
  void poll(double now);

 private:
  struct Job;
  struct Target;

  void start_next(double now);
  void export_text(const ExportText& request);
  void copy_text(const CopyText& request);
  Result<std::string> text_of(TextFormat format, const NumberSource& numbers) const;

  const Session& session_;
  ViewState& view_;
  std::deque<ExportPicture> waiting_;
  std::unique_ptr<Job> job_;
  /// What this session wrote, and nobody has written to since, may be replaced without asking; any other name
  /// that is taken gets a number.
  Target target_of(const std::string& path, bool may_replace) const;
  void note_written(const std::string& path, const FileStamp& stamp);

  std::map<std::string, FileStamp> written_;  // by this session
};

}  // namespace attention_lab

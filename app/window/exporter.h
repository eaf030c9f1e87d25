// Exports figures and numbers to files and to the clipboard; long exports run in the background.
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
  /// Cancels running exports; no incomplete file remains.
  ~Exporter();
  Exporter(const Exporter&) = delete;
  Exporter& operator=(const Exporter&) = delete;

  /// Carries out actions that export. Returns false for all others.
  bool handle(const Action& action, double now);

  /// Whether poll() should be called again soon.
  bool is_running() const { return job_ != nullptr || !waiting_.empty(); }
  /// Takes finished exports and updates the progress in the view.
  void poll(double now);

 private:
  struct Job;
  struct Target;

  void start_next(double now);
  void export_text(const ExportText& request);
  void copy_text(const CopyText& request);
  void copy_script(const CopyTrainingScript& request);
  Result<std::string> text_of(TextFormat format, const NumberSource& numbers) const;

  const Session& session_;
  ViewState& view_;
  std::deque<ExportPicture> waiting_;
  std::unique_ptr<Job> job_;
  /// A file written in this session and unchanged since may be replaced without asking; any other name that
  /// is taken gets a number.
  Target target_of(const std::string& path, bool may_replace) const;
  void note_written(const std::string& path, const FileStamp& stamp);

  std::map<std::string, FileStamp> written_;  // in this session
};

}  // namespace attention_lab

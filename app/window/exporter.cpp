#include "app/window/exporter.h"

#include <atomic>
#include <filesystem>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include <imgui.h>

#include "app/export/figure_fonts.h"
#include "app/export/picture.h"
#include "app/export/text_export.h"
#include "app/export/text_numbers.h"
#include "app/files/folder_listing.h"
#include "app/files/text_file.h"
#include "core/document/memory_budget.h"
#include "core/outside_text.h"

namespace attention_lab {
namespace {

namespace fs = std::filesystem;

constexpr double seconds_until_shown = 0.3;  // a short export needs no progress bar

std::string short_name(const NumberSource& numbers) {
  if (const auto* matrix = std::get_if<MatrixRef>(&numbers)) return std::string(to_string(matrix->name));
  return std::holds_alternative<PlotPointer>(numbers) ? "the numbers of the figure" : "the document";
}

Status write_picture(const ExportPicture& picture, ExportProgress& progress) {
  const Result<std::unique_ptr<FigureFonts>> fonts = FigureFonts::open();
  if (!fonts) return fonts.error();
  const Result<std::string> bytes =
      encode_picture(*picture.list, picture.page, picture.background, picture.format, **fonts, &progress);
  if (!bytes) return bytes.error();
  return write_file_atomically(picture.path, *bytes);
}

/// What is said once the picture is there.
std::string news_of(const ExportPicture& picture) {
  std::string sentence = "Saved " + shortened(picture.path, longest_place);
  if (picture.format == PictureFormat::png) {
    sentence += ", " + std::to_string(picture.page.pixel_width) + " × " +
                std::to_string(picture.page.pixel_height) + " pixels";
  }
  if (!picture.warnings.empty()) sentence += '.';
  for (const std::string& warning : picture.warnings) sentence += " " + warning;
  return sentence;
}

}  // namespace

// The news of files that are written is made beforehand: once they are there, nothing that lacks memory may
// turn that into a failure.
struct Exporter::Job {
  ExportPicture picture;
  Notice saved;
  double started;

  Job(ExportPicture what, Notice news, double now)
      : picture(std::move(what)), saved(std::move(news)), started(now) {}

  ExportProgress progress;
  std::atomic<bool> is_done = false;
  Status outcome = not_enough_memory("for this picture");  // until it is done; to be read once is_done
  std::thread thread;
};

Exporter::Exporter(const Session& session, ViewState& view) : session_(session), view_(view) {}

Exporter::~Exporter() {
  if (!job_) return;
  job_->progress.is_cancelled = true;
  job_->thread.join();
}

bool Exporter::handle(const Action& action, double now) {
  if (const auto* picture = std::get_if<ExportPicture>(&action)) {
    waiting_.push_back(*picture);
    if (!job_) start_next(now);
  } else if (const auto* text = std::get_if<ExportText>(&action)) {
    export_text(*text);
  } else if (const auto* copied = std::get_if<CopyText>(&action)) {
    copy_text(*copied);
  } else if (std::holds_alternative<CancelExport>(action)) {
    waiting_.clear();
    if (job_) job_->progress.is_cancelled = true;
  } else {
    return false;
  }
  return true;
}

void Exporter::start_next(double now) {
  if (waiting_.empty()) return;
  ExportPicture picture = std::move(waiting_.front());
  waiting_.pop_front();
  if (!picture.may_replace && !is_ours(picture.path)) picture.path = free_path(picture.path);
  Notice saved(news_of(picture));
  auto next = std::make_unique<Job>(std::move(picture), std::move(saved), now);
  try {
    next->thread = std::thread([job = next.get()] {
      try {
        job->outcome = write_picture(job->picture, job->progress);
      } catch (const std::exception&) {
        // The outcome says already that there was too little memory.
      }
      job->is_done = true;
    });
  } catch (const std::system_error&) {
    view_.complain("The figure was not exported: the system would not start another thread.");
    return;
  }
  job_ = std::move(next);
}

void Exporter::poll(double now) {
  if (!job_) return;
  if (!job_->is_done) {
    if (now - job_->started >= seconds_until_shown)
      view_.exporting = RunningExport{job_->picture.path, job_->progress.done};
    return;
  }
  job_->thread.join();
  const std::unique_ptr<Job> job = std::exchange(job_, nullptr);
  view_.exporting.reset();
  if (job->outcome) {
    note_written(job->picture.path);
    view_.notice = std::move(job->saved);
  } else if (job->outcome.error().code == ErrorCode::cancelled) {
    view_.say("Cancelled. Nothing was written.");
  } else {
    view_.complain("The figure was not exported. " + to_string(job->outcome.error()));
  }
  start_next(now);
}

bool Exporter::is_ours(const std::string& path) const {
  const auto found = written_.find(path);
  std::error_code error;
  return found != written_.end() && fs::last_write_time(path, error) == found->second && !error;
}

void Exporter::note_written(const std::string& path) try {
  std::error_code error;
  const fs::file_time_type time = fs::last_write_time(path, error);
  if (!error) written_[path] = time;
} catch (const std::bad_alloc&) {
  // It was written all the same; the next export of that name gets a number.
}

Result<std::string> Exporter::text_of(TextFormat format, const NumberSource& numbers) const {
  if (const auto* matrix = std::get_if<MatrixRef>(&numbers))
    return matrix_as_text(session_.document(), session_.trace(), *matrix, format);
  if (const auto* plot = std::get_if<PlotPointer>(&numbers))
    return table_as_text((*plot)->numbers(), (*plot)->stem, format);
  return document_as_text(session_.document(), session_.trace(), format);
}

void Exporter::export_text(const ExportText& request) {
  const Result<std::string> text = text_of(request.format, request.numbers);
  const bool is_free = request.may_replace || is_ours(request.path);
  const std::string path = is_free ? request.path : free_path(request.path);
  std::string sentence = "Saved " + shortened(path, longest_place);
  for (const std::string& warning : replaced_in_text(session_.document(), request.format))
    sentence += ". " + warning;
  Notice saved(sentence);
  const Status written = text ? write_file_atomically(path, *text) : Status(text.error());
  if (!written) {
    view_.complain("The numbers were not exported. " + to_string(written.error()));
    return;
  }
  note_written(path);
  view_.notice = std::move(saved);
}

void Exporter::copy_text(const CopyText& request) {
  const Result<std::string> text = text_of(request.format, request.numbers);
  if (!text) {
    view_.complain("Nothing was copied. " + to_string(text.error()));
    return;
  }
  ImGui::SetClipboardText(text->c_str());
  view_.say("Copied " + short_name(request.numbers) + " as " + std::string(title_of(request.format)) + ".");
}

}  // namespace attention_lab

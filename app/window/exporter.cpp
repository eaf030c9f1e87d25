#include "app/window/exporter.h"

#include <atomic>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include <imgui.h>

#include "app/export/figure_fonts.h"
#include "app/export/picture.h"
#include "app/export/text_export.h"
#include "app/export/text_tables.h"
#include "app/export/training_script.h"
#include "app/files/document_file.h"
#include "app/files/folder_listing.h"
#include "app/files/text_file.h"
#include "core/document/checks.h"
#include "core/document/memory_budget.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr double seconds_until_shown = 0.3;  // a short export needs no progress bar

std::string short_name(const NumberSource& numbers) {
  if (const auto* matrix = std::get_if<MatrixRef>(&numbers)) return std::string(to_string(matrix->name));
  return std::holds_alternative<PlotPointer>(numbers) ? "the numbers of the figure" : "the document";
}

std::string with_warnings(const std::string& news, const std::vector<std::string>& warnings) {
  if (warnings.empty()) return news;
  std::string sentences;
  for (const std::string& warning : warnings) sentences += (sentences.empty() ? "" : " ") + warning;
  return filled("<news>. <warnings>", {{"news", news}, {"warnings", sentences}});
}

/// The message after a file was written.
std::string saved_at(const std::string& path) {
  return filled("Saved <path>", {{"path", shortened(path, longest_place)}});
}

/// The message after a picture was written.
std::string news_of(const ExportPicture& picture, const std::string& path) {
  if (picture.format != PictureFormat::png) return with_warnings(saved_at(path), picture.warnings);
  return with_warnings(
      filled("Saved <path>, <width> × <height> pixels", {{"path", shortened(path, longest_place)},
                                                         {"width", picture.page.pixel_width},
                                                         {"height", picture.page.pixel_height}}),
      picture.warnings);
}

}  // namespace

/// A file that was written. Not in the unnamed namespace, since Exporter::Job contains it.
struct Written {
  std::string path;
  FileStamp stamp;
  Notice news;
};

/// The destination of an export: the requested path, or a free one.
struct Exporter::Target {
  std::string asked;
  std::string path;
  MayReplace may_replace;

  /// Whether something that may not be replaced has appeared at the path meanwhile.
  bool is_lost() const {
    if (const auto* seen = std::get_if<FileStamp>(&may_replace)) return is_touched(path, *seen);
    return std::holds_alternative<Nothing>(may_replace) && is_taken(path);
  }

  /// Writes the bytes to the path, or to the next free one if the target is lost. `news` makes the notice for
  /// a path; it is called before writing, since running out of memory must not turn a written file into a
  /// failure.
  template <class News>
  Result<Written> write(std::string_view bytes, const News& news) {
    while (true) {
      Written written{path, {}, Notice(news(path))};
      const Result<FileStamp> stamp = write_file_over(path, bytes, may_replace);
      if (stamp) {
        written.stamp = *stamp;
        return written;
      }
      if (!is_lost()) return stamp.error();
      path = free_path(asked);
      may_replace = Nothing{};
    }
  }
};

struct Exporter::Job {
  const ExportPicture picture;  // read by both threads
  Target target;                // used only by the drawing thread
  double started;
  RunningExport shown;  // made beforehand: once the thread works, lack of memory must not end the frame

  Job(ExportPicture what, Target where, double now)
      : picture(std::move(what)), target(std::move(where)), started(now), shown{picture.path} {}

  ExportProgress progress;
  std::atomic<bool> is_done = false;
  Result<Written> outcome = not_enough_memory();  // until it is done; valid once is_done is set
  std::thread thread;

  Result<Written> write() {
    const Result<std::unique_ptr<FigureFonts>> fonts = FigureFonts::open();
    if (!fonts) return fonts.error();
    const Result<std::string> bytes =
        encode_picture(*picture.list, picture.page, picture.background, picture.format, **fonts, &progress);
    if (!bytes) return bytes.error();
    return target.write(*bytes, [this](const std::string& path) { return news_of(picture, path); });
  }
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
  } else if (const auto* script = std::get_if<CopyTrainingScript>(&action)) {
    copy_script(*script);
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
  const ExportPicture& picture = waiting_.front();
  auto next = std::make_unique<Job>(picture, target_of(picture.path, picture.may_replace), now);
  try {
    next->thread = std::thread([job = next.get()] {
      try {
        job->outcome = job->write();
      } catch (const std::exception&) {
        // The outcome already reports that memory ran out.
      }
      job->is_done = true;
    });
  } catch (const std::system_error&) {
    // Threads for the waiting exports would fail too.
    const auto lost = static_cast<std::int64_t>(waiting_.size());
    waiting_.clear();
    view_.complain(
        lost == 1 ? "The figure was not exported: the system would not start another thread."
                  : filled("<count> figures were not exported: the system would not start another thread.",
                           {{"count", count_text(lost)}}));
    return;
  }
  waiting_.pop_front();
  job_ = std::move(next);
}

void Exporter::poll(double now) {
  if (!job_) start_next(now);  // start one that failed earlier for lack of memory
  if (!job_) return;
  if (!job_->is_done) {
    if (now - job_->started < seconds_until_shown) return;
    if (!view_.exporting) view_.exporting = std::move(job_->shown);
    view_.exporting->done = job_->progress.done;
    return;
  }
  job_->thread.join();
  const std::unique_ptr<Job> job = std::exchange(job_, nullptr);
  view_.exporting.reset();
  if (job->outcome) {
    note_written(job->outcome->path, job->outcome->stamp);
    view_.notice = std::move(job->outcome).value().news;
  } else if (job->outcome.error().code == ErrorCode::cancelled) {
    view_.say("Cancelled. Nothing was written.");
  } else {
    view_.complain(
        filled("The figure was not exported. <problem>", {{"problem", to_string(job->outcome.error())}}));
  }
  start_next(now);
}

Exporter::Target Exporter::target_of(const std::string& path, bool may_replace) const {
  if (may_replace) {
    // The user agreed to replace the current content, but nothing that appears while the figure is drawn.
    const Result<StampedText> present = read_file_and_stamp(path, document_size_limit);
    if (present) return {path, path, present->stamp};
    if (present.error().code == ErrorCode::not_found) return {path, path, Nothing{}};
    return {path, path, Anything{}};
  }
  const auto found = written_.find(path);
  if (found != written_.end() && !is_touched(path, found->second)) return {path, path, found->second};
  return {path, free_path(path), Nothing{}};
}

void Exporter::note_written(const std::string& path, const FileStamp& stamp) try {
  written_[path] = stamp;
} catch (const std::bad_alloc&) {
  // The file was written nevertheless; the next export of that name gets a number.
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
  if (!text) {
    view_.complain(
        filled("The numbers were not exported. <problem>", {{"problem", to_string(text.error())}}));
    return;
  }
  Result<Written> written =
      target_of(request.path, request.may_replace).write(*text, [&](const std::string& path) {
        return with_warnings(saved_at(path), replaced_in_text(session_.document(), request.format));
      });
  if (!written) {
    view_.complain(
        filled("The numbers were not exported. <problem>", {{"problem", to_string(written.error())}}));
    return;
  }
  note_written(written->path, written->stamp);
  view_.notice = std::move(written).value().news;
}

void Exporter::copy_script(const CopyTrainingScript& request) {
  const Result<std::string> script = training_script(*request.run);
  if (!script) {
    view_.complain(filled("Nothing was copied. <problem>", {{"problem", to_string(script.error())}}));
    return;
  }
  ImGui::SetClipboardText(script->c_str());
  view_.say("Copied a PyTorch script of this run.");
}

void Exporter::copy_text(const CopyText& request) {
  const Result<std::string> text = text_of(request.format, request.numbers);
  if (!text) {
    view_.complain(filled("Nothing was copied. <problem>", {{"problem", to_string(text.error())}}));
    return;
  }
  ImGui::SetClipboardText(text->c_str());
  view_.say(filled("Copied <numbers> as <format>.",
                   {{"numbers", short_name(request.numbers)}, {"format", title_of(request.format)}}));
}

}  // namespace attention_lab

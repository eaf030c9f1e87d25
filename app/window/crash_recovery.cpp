#include "app/window/crash_recovery.h"

#include <chrono>
#include <ctime>
#include <exception>
#include <new>
#include <utility>

#include "app/files/document_file.h"
#include "app/files/text_file.h"
#include "app/files/user_folders.h"
#include "app/window/document_files.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/lab/file_names.h"

namespace attention_lab {
namespace {

// "on 2 November 2026 at 16:25", with no-break spaces in the date and before the time.
std::string spoken(std::chrono::system_clock::time_point time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm local{};
  localtime_r(&seconds, &local);
  char text[64];
  std::strftime(text, sizeof text, "\u00A0%B\u00A0%Y at\u00A0%H:%M", &local);
  return "on\u00A0" + std::to_string(local.tm_mday) + text;
}

/// Why recovered work cannot be opened.
std::string problem_of(const Error& error) {
  switch (error.code) {
    case ErrorCode::not_readable:
      return filled("The file cannot be read at the moment. <problem>", {{"problem", error.message}});
    case ErrorCode::wrong_version: return error.message;
    default: return filled("The file is damaged. <problem>", {{"problem", error.message}});
  }
}

/// The message after restoring a document; `others`: how many other documents can still be restored.
std::string news_of_restoring(std::size_t others) {
  if (others == 0) return "Restored. It is not saved yet.";
  if (others == 1) {
    return "Restored. It is not saved yet. The other document will be offered again the next time you start "
           "the program.";
  }
  return filled(
      "Restored. It is not saved yet. The other <count> documents will be offered again the next time you "
      "start the program.",
      {{"count", others}});
}

}  // namespace

CrashRecovery::CrashRecovery(DocumentFiles& files, Session& session, ViewState& view, bool keeps_work,
                             std::function<void()> wake)
    : files_(files), session_(session), view_(view), wake_(std::move(wake)) {
  if (!keeps_work) return;
  if (const Result<std::filesystem::path> folder = recovery_folder()) {
    clear_leftovers(*folder);
    keeper_ = std::make_unique<WorkKeeper>(*folder, wake_);
  } else {
    no_folder_ = folder.error();
  }
}

bool CrashRecovery::handle(const Action& action) {
  if (std::holds_alternative<RestoreRecovered>(action)) {
    restore();
  } else if (std::holds_alternative<DiscardRecovered>(action)) {
    discard_offered();
  } else if (std::holds_alternative<KeepRecovered>(action)) {
    keep_offered();
  } else {
    return false;
  }
  return true;
}

void CrashRecovery::offer_abandoned() {
  const Result<std::filesystem::path> folder = recovery_folder();
  if (!folder) return;
  for (Recovered& recovered : find_abandoned(*folder)) abandoned_.push_back(std::move(recovered));
  kept_count_ = abandoned_.size();
  read_next();
  // A document of ordinary size is ready for the first frame; the window does not wait for a large one.
  constexpr std::chrono::milliseconds patience{200};
  if (reading_.valid() && reading_.wait_for(patience) == std::future_status::ready) take_news();
}

void CrashRecovery::read_next() {
  recovered_.reset();
  if (abandoned_.empty()) return;
  auto outcome = std::make_shared<std::promise<Result<ReadDocument>>>();
  reading_ = outcome->get_future();
  reader_.start(std::make_shared<BackgroundWork>(),
                [outcome = std::move(outcome), path = abandoned_.front().file, wake = wake_] {
                  try {
                    outcome->set_value(read_document(path));
                  } catch (...) {
                    outcome->set_exception(std::current_exception());
                  }
                  wake();
                });
}

Result<ReadDocument> CrashRecovery::what_was_read() try {
  return reading_.get();
} catch (const std::future_error&) {
  return Error{ErrorCode::not_readable, "The system would not start a thread to read it.",
               abandoned_.front().file.string()};
} catch (const std::exception&) {
  return not_enough_memory("There is not enough memory to read this document.", ErrorCode::not_readable,
                           abandoned_.front().file.string());
}

bool CrashRecovery::is_ready() const {
  return view_.dialogs.open == Dialog::none && reading_.valid() &&
         reading_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

void CrashRecovery::offer(const Recovered& recovered) {
  const std::string& path = recovered.original.path;
  RecoveredWork& work = view_.dialogs.recovered;
  work = {};
  work.when = spoken(recovered.time);
  work.file = shortened(recovered.file.string(), longest_place);
  work.count = kept_count_;
  work.number = kept_count_ - abandoned_.size() + 1;
  if (*recovered_) {
    work.name = name_without_file((*recovered_)->document.title);
  } else {
    work.name = name_without_file("");
    work.problem = problem_of(recovered_->error());
  }
  if (!path.empty()) {
    work.name = file_name_of(path);
    work.folder = shortened(folder_of(path), longest_place);
  }
  work.name = shortened(work.name, longest_place);
  view_.dialogs.open = Dialog::recovered;
}

void CrashRecovery::restore() {
  if (abandoned_.empty() || !recovered_ || !*recovered_) return;
  const Recovered recovered = std::move(abandoned_.front());
  abandoned_.pop_front();
  files_.open((*std::exchange(recovered_, std::nullopt))->document, recovered.original);
  session_.mark_unsaved();
  // Keep the work before deleting the old copy, so that a second crash loses nothing.
  keep_work();
  const Result<bool> is_kept = handed_ ? flush_work() : false;
  if (is_kept && *is_kept) discard(recovered);
  view_.say(news_of_restoring(abandoned_.size() + kept_for_later_.size()));
}

void CrashRecovery::discard_offered() {
  if (abandoned_.empty()) return;
  discard(abandoned_.front());
  abandoned_.pop_front();
  read_next();
}

void CrashRecovery::keep_offered() {
  if (abandoned_.empty()) return;
  kept_for_later_.push_back(std::move(abandoned_.front()));
  abandoned_.pop_front();
  read_next();
}

void CrashRecovery::keep_work() try {
  if (no_folder_ && session_.shows_changes()) {
    complain_of_keeping(*no_folder_, "Unsaved work cannot be backed up; a crash would lose it. <problem>");
    no_folder_.reset();
  }
  if (!keeper_) return;
  Handed present{session_.revision(), session_.committed_revision(), session_.is_modified(), view_.file_path};
  if (handed_ == present) return;
  // Previews count: recovery restores what was on the screen.
  if (session_.shows_changes()) {
    keeper_->keep(session_.document(), files_.original());
  } else {
    keeper_->forget();  // saved, or undone to the file's content
  }
  handed_ = std::move(present);
} catch (const std::bad_alloc&) {
  handed_.reset();  // not enough memory for the copy: the next frame tries again
}

void CrashRecovery::complain_of_keeping(const Error& error, const char* sentence) {
  view_.complain(filled(sentence, {{"problem", to_string(error)}}));
  view_.notice->outlasts_edits = true;
}

bool CrashRecovery::take_news() {
  bool is_offering = false;
  if (is_ready()) {
    recovered_ = what_was_read();
    is_offering = true;
  }
  // Offer it again if the user cancelled the question about unsaved changes.
  const bool is_unanswered = recovered_ && !abandoned_.empty() && view_.dialogs.open == Dialog::none &&
                             view_.dialogs.after == AfterSaving::nothing;
  if (is_unanswered) {
    offer(abandoned_.front());
    is_offering = true;
  }
  const std::optional<WorkKeeper::News> news = keeper_ ? keeper_->take_news() : std::nullopt;
  if (!news) return is_offering;
  if (news->failure) {
    complain_of_keeping(*news->failure,
                        "Unsaved work cannot be backed up right now; a crash would lose it. <problem> The "
                        "program will keep trying.");
  } else {
    view_.say("Unsaved work is being backed up again.");
  }
  return true;
}

Result<bool> CrashRecovery::flush_work() {
  if (!keeper_) return false;
  const Status written = keeper_->flush();
  if (!written) return written.error();
  return keeper_->has_work();
}

void CrashRecovery::forget_work() {
  if (!keeper_) return;
  keeper_->forget();
  static_cast<void>(keeper_->flush());  // removing the files does not fail
}

}  // namespace attention_lab

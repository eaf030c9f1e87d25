#include "app/window/document_files.h"

#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

#include "app/files/document_file.h"
#include "app/files/folder_listing.h"
#include "app/files/presets.h"
#include "app/files/settings.h"
#include "app/files/user_folders.h"
#include "core/document/edits.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/lab/file_names.h"
#include "ui/lab/requests.h"

namespace attention_lab {
namespace {

std::string absolute(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::path whole = std::filesystem::absolute(path, ignored);
  return ignored ? path : whole.lexically_normal().string();
}

/// Why the document's file cannot be read, and what the user can do.
Error with_way_out(const Error& problem) {
  return {problem.code,
          filled("<problem> Save the document under another name (Ctrl+Shift+S), or try again once the file "
                 "can be read.",
                 {{"problem", problem.message}}),
          problem.place};
}

Document new_document() {
  constexpr std::uint64_t seed = 123;
  Document blank;
  blank.tokens = {""};
  blank.model.token_embeddings = Matrix(Matrix::Zero(1, 3));
  Head& head = blank.model.heads.emplace_back();
  head.W_q = head.W_k = head.W_v = Matrix(Matrix::Zero(3, 2));
  const Document with_words = *edits::set_sentence(blank, "Type your sentence above", seed);
  return *edits::redraw_weights(with_words, edits::Draw::torch_rand, seed);
}

}  // namespace

DocumentFiles::DocumentFiles(Session& session, ViewState& view, bool keeps_work, std::function<void()> wake)
    : session_(session),
      view_(view),
      keeps_work_(keeps_work),
      recovery_(*this, session, view, keeps_work, std::move(wake)) {
  if (!keeps_work) return;
  if (const Result<std::filesystem::path> folder = config_folder()) clear_leftovers(*folder);
}

bool DocumentFiles::handle(const Action& action, ActionQueue& more) {
  if (const auto* open = std::get_if<OpenFile>(&action)) {
    open_file(open->path);
  } else if (const auto* preset = std::get_if<OpenPreset>(&action)) {
    open_preset(preset->name);
  } else if (std::holds_alternative<NewDocument>(action)) {
    open_new();
  } else if (const auto* shown = std::get_if<ShowDocument>(&action)) {
    this->open(*shown->document, {});
  } else if (std::holds_alternative<SaveFile>(action)) {
    save(more);
  } else if (const auto* save = std::get_if<SaveFileAs>(&action)) {
    if (save_as(save->path, save->may_replace)) proceed(view_, more, view_.dialogs.after);
  } else if (const auto* list = std::get_if<ListFolder>(&action)) {
    list_folder_of_dialog(list->path);
  } else if (std::holds_alternative<KeepMine>(action)) {
    keep_mine(more);
  } else if (std::holds_alternative<TakeTheirs>(action)) {
    view_.dialogs.after = AfterSaving::nothing;
    open_file(view_.file_path);
  } else if (std::holds_alternative<SaveAsCopy>(action)) {
    save_copy(more);
  } else {
    return recovery_.handle(action);
  }
  return true;
}

// Shows the error in the open file dialog or, if none is open, at the bottom of the window.
void DocumentFiles::fail(const Error& error, const std::string& what) {
  const bool is_in_dialog =
      view_.dialogs.open == Dialog::open_file || view_.dialogs.open == Dialog::save_file;
  if (is_in_dialog) {
    view_.dialogs.problem = to_string(error);
  } else {
    view_.dialogs.after = AfterSaving::nothing;  // a later save must not close the window
    view_.complain(what + " " + to_string(error));
  }
}

void DocumentFiles::open(Document document, OriginalFile original) {
  session_.open(std::move(document));  // first: if memory runs out here, nothing has changed
  take_seed(view_, session_.document());
  view_.file_path = std::move(original.path);
  take_as_read(original.stamp);
  view_.selected.reset();
  view_.hovered.reset();
  view_.editing = {};
  view_.shown_head = 0;
  view_.pipeline.zoom.reset();
  view_.pipeline.scroll = {};
  view_.pipeline.holds_colours = false;
  view_.pipeline.colour_ranges.clear();  // those of another document say nothing about this one
  view_.dialogs.open = Dialog::none;
  view_.dialogs.after = AfterSaving::nothing;  // the question was about the previous document
  view_.notice.reset();
}

void DocumentFiles::open_file(const std::string& path) {
  Result<StampedDocument> read = read_document_and_stamp(path);
  if (!read) {
    fail(read.error(), "The file was not opened.");
    return;
  }
  auto [document, stamp] = *std::move(read);
  // Prepared first: once the document is open, running out of memory must not turn it into a failure.
  OriginalFile original{absolute(path), stamp};
  std::vector<std::string> recent_files = recent_files_with(view_.preferences.recent_files, original.path);
  std::optional<Notice> news;
  if (!document.warnings.empty()) news = Notice(document.warnings.front());
  open(std::move(document.document), std::move(original));
  view_.preferences.recent_files = std::move(recent_files);
  view_.notice = std::move(news);
}

void DocumentFiles::open_preset(const std::string& name) {
  Result<Document> document = load_preset(name);
  if (!document) {
    fail(document.error(), "The preset was not opened.");
    return;
  }
  open(std::move(document).value(), {});
}

void DocumentFiles::open_new() {
  open(new_document(), {});
  view_.sentence.wants_focus = true;
}

void DocumentFiles::save(ActionQueue& more) {
  if (view_.file_path.empty()) {
    request_save_dialog(session_, view_, more);
    return;
  }
  if (save_as(view_.file_path, true)) proceed(view_, more, view_.dialogs.after);
}

bool DocumentFiles::save_as(const std::string& path, bool may_replace) {
  session_.cancel_preview();
  const std::string target = absolute(path);
  const bool is_own = target == view_.file_path;
  if (is_own && !may_save_over_file()) return false;
  if (!is_own && !may_replace && is_taken(target)) {
    fail(name_was_taken(target), "The document was not saved.");
    return false;
  }
  MayReplace allowed = Nothing{};
  if (!is_own && may_replace) allowed = Anything{};
  if (is_own && seen_) allowed = *seen_;
  // Prepared before writing: once the file is written, running out of memory must not turn it into a failure.
  Document as_saved = session_.document();
  std::string new_path = target;
  std::vector<std::string> recent_files = recent_files_with(view_.preferences.recent_files, target);
  Notice news(filled("Saved as <file>", {{"file", shortened(target, longest_place)}}));
  const Result<FileStamp> written = write_document_over(target, session_.document(), allowed);
  if (!written) {
    if (is_own && !may_save_over_file()) return false;  // changed in the meantime
    fail(written.error(), "The document was not saved.");
    return false;
  }
  session_.mark_saved(std::move(as_saved));
  view_.file_path = std::move(new_path);
  take_as_read(*written);
  view_.dialogs.open = Dialog::none;
  view_.preferences.recent_files = std::move(recent_files);
  view_.notice = std::move(news);
  return true;
}

void DocumentFiles::take_as_read(const std::optional<FileStamp>& stamp) {
  seen_ = stamp;
  asked_about_.reset();
  told_of_ = FileChange::none;
  try {
    if (recovery_.has_keeper() && !view_.file_path.empty()) clear_leftovers(folder_of(view_.file_path));
  } catch (const std::bad_alloc&) {
    // The leftovers are removed some other time.
  }
}

FileNow DocumentFiles::file_now() const {
  // An empty stamp differs from any existing file.
  return compare_file(view_.file_path, seen_.value_or(FileStamp{}));
}

bool DocumentFiles::may_save_over_file() {
  const FileNow file = file_now();
  if (file.change == FileChange::content) ask_about(*file.stamp, true);
  if (file.change == FileChange::unreadable) fail(with_way_out(*file.problem), "The document was not saved.");
  return file.change == FileChange::none || file.change == FileChange::gone;
}

void DocumentFiles::ask_about(const FileStamp& changed, bool is_saving) {
  asked_about_ = changed;
  view_.dialogs.changed_file = {is_saving, file_name_of(free_path(view_.file_path))};
  view_.dialogs.open = Dialog::changed_file;
}

void DocumentFiles::look_at_file() {
  if (view_.file_path.empty() || view_.dialogs.open != Dialog::none || !seen_) return;
  if (!is_touched(view_.file_path, *seen_)) {
    told_of_ = FileChange::none;
    return;
  }
  if (asked_about_ && !is_touched(view_.file_path, *asked_about_)) return;  // the user knows
  const FileNow file = file_now();
  switch (file.change) {
    case FileChange::none:
      seen_ = file.stamp;  // touched or rewritten, but the bytes are the same
      told_of_ = FileChange::none;
      break;
    case FileChange::content:
      told_of_ = FileChange::none;
      ask_about(*file.stamp, false);
      break;
    case FileChange::gone:
      tell_once(
          file.change,
          filled("<file> is no longer there: another program has moved or deleted it. Saving will create it "
                 "again.",
                 {{"file", shortened(file_name_of(view_.file_path), longest_place)}}));
      break;
    case FileChange::unreadable:
      tell_once(file.change, filled("The file of this document can no longer be read. <problem>",
                                    {{"problem", to_string(with_way_out(*file.problem))}}));
      break;
  }
}

// The window may have the only copy of the document, so it counts as unsaved.
void DocumentFiles::tell_once(FileChange change, const std::string& sentence) {
  if (told_of_ == change) return;
  told_of_ = change;
  session_.mark_unsaved();
  view_.complain(sentence);
  view_.notice->outlasts_edits = true;
}

void DocumentFiles::keep_mine(ActionQueue& more) {
  seen_ = asked_about_;  // the version that the user was asked about, not a later one
  if (view_.dialogs.changed_file.is_saving) {
    more.push(SaveFile{});
  } else {
    session_.mark_unsaved();
  }
}

void DocumentFiles::save_copy(ActionQueue& more) {
  if (save_as(free_path(view_.file_path), false)) proceed(view_, more, view_.dialogs.after);
}

// The folder of the open file, or of the last file opened or saved, or else the working directory.
std::string DocumentFiles::folder_of_documents() const {
  std::error_code error;
  if (!view_.file_path.empty()) return folder_of(view_.file_path);
  for (const std::string& path : view_.preferences.recent_files) {
    if (std::filesystem::is_directory(folder_of(path), error)) return folder_of(path);
  }
  const std::filesystem::path here = std::filesystem::current_path(error);
  return error ? "/" : here.string();
}

void DocumentFiles::list_folder_of_dialog(std::string folder) {
  DialogState& dialogs = view_.dialogs;
  if (folder.empty()) folder = folder_of_documents();
  dialogs.listing.clear();
  dialogs.listing_error.clear();
  dialogs.folder = absolute(folder);
  if (dialogs.folder.back() == '/') dialogs.folder = folder_of(dialogs.folder);  // "/a/" becomes "/a"
  Result<std::vector<FolderEntry>> entries = list_folder(dialogs.folder);
  if (!entries) {
    dialogs.listing_error = to_string(entries.error());
    return;
  }
  for (const FolderEntry& entry : *entries) dialogs.listing.push_back({entry.name, entry.is_folder});
}

std::string DocumentFiles::window_title() const {
  const std::string name =
      view_.file_path.empty() ? name_without_file(session_.document().title) : file_name_of(view_.file_path);
  return shortened(name, longest_place) + (session_.is_modified() ? " • changed" : "") + " – Attention Lab";
}

}  // namespace attention_lab

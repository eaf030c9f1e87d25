#include "app/window/desk.h"

#include <ctime>
#include <filesystem>
#include <system_error>

#include "app/files/document_file.h"
#include "app/files/folder_listing.h"
#include "app/files/presets.h"
#include "core/document/edits.h"
#include "core/outside_text.h"
#include "ui/shortcuts.h"

namespace attention_lab {
namespace {

constexpr double seconds_until_kept = 3;

std::string file_name_of(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

std::string folder_of(const std::string& path) {
  return std::filesystem::path(path).parent_path().string();
}

/// A link that leads nowhere takes its name, too.
bool is_taken(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(std::filesystem::symlink_status(path, ignored));
}

// "20 November, 16:25".
std::string spoken(std::chrono::system_clock::time_point time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm local{};
  localtime_r(&seconds, &local);
  char text[64];
  std::strftime(text, sizeof text, "on %e %B at %H:%M", &local);
  return text;
}

/// What a document is called where it has no file.
std::string name_of(const Document& document) {
  return document.title.empty() ? "New document" : document.title;
}

std::string absolute(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::path whole = std::filesystem::absolute(path, ignored);
  return ignored ? path : whole.lexically_normal().string();
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

Desk::Desk(Session& session, ViewState& view, Settings& settings, bool keeps_work)
    : session_(session),
      view_(view),
      settings_(settings),
      keeps_work_(keeps_work),
      kept_revision_(session.committed_revision()) {
  view_.is_taken = is_taken;
  if (!keeps_work_) return;
  if (Result<std::filesystem::path> folder = recovery_folder()) recovery_.emplace(*folder);
}

bool Desk::handle(const Action& action, ActionQueue& more) {
  if (const auto* open = std::get_if<OpenFile>(&action)) {
    open_file(open->path);
  } else if (const auto* preset = std::get_if<OpenPreset>(&action)) {
    open_preset(preset->name);
  } else if (std::holds_alternative<NewDocument>(action)) {
    open_new();
  } else if (std::holds_alternative<SaveFile>(action)) {
    save(more);
  } else if (const auto* save = std::get_if<SaveFileAs>(&action)) {
    if (save_as(save->path, save->may_replace)) proceed(view_, more, view_.dialogs.after);
  } else if (const auto* list = std::get_if<ListFolder>(&action)) {
    list_folder_of_dialog(list->path);
  } else if (std::holds_alternative<RestoreRecovered>(action)) {
    restore();
  } else if (std::holds_alternative<DiscardRecovered>(action)) {
    discard_recovered();
  } else {
    return false;
  }
  return true;
}

// Where the person looks: in the dialog that asked, else at the foot of the window.
void Desk::fail(const Error& error, const std::string& what) {
  const bool is_in_dialog =
      view_.dialogs.open == Dialog::open_file || view_.dialogs.open == Dialog::save_file;
  if (is_in_dialog) {
    view_.dialogs.problem = to_string(error);
  } else {
    view_.complain(what + " " + to_string(error));
  }
}

void Desk::open(Document document, std::string path) {
  take_seed(view_, document);
  session_.open(std::move(document));
  view_.file_path = std::move(path);
  view_.selected.reset();
  view_.hovered.reset();
  view_.editing = {};
  view_.shown_head = 0;
  view_.pipeline.zoom.reset();
  view_.pipeline.scroll = {};
  view_.dialogs.open = Dialog::none;
  view_.notice.reset();
  if (recovery_) recovery_->remove();
  kept_revision_ = session_.committed_revision();
  changed_at_.reset();
}

void Desk::open_file(const std::string& path) {
  Result<ReadDocument> read = read_document(path);
  if (!read) {
    fail(read.error(), "The file was not opened.");
    return;
  }
  ReadDocument document = std::move(read).value();
  open(std::move(document.document), absolute(path));
  remember_file(settings_, view_.file_path);
  view_.recent_files = settings_.recent_files;
  if (!document.warnings.empty()) view_.say(document.warnings.front());
}

void Desk::open_preset(const std::string& name) {
  Result<Document> document = load_preset(name);
  if (!document) {
    fail(document.error(), "The preset was not opened.");
    return;
  }
  open(std::move(document).value(), "");
}

void Desk::open_new() {
  open(new_document(), "");
  view_.sentence.wants_focus = true;
}

void Desk::save(ActionQueue& more) {
  if (view_.file_path.empty()) {
    request_save_dialog(session_, view_, more);
    return;
  }
  if (save_as(view_.file_path, true)) proceed(view_, more, view_.dialogs.after);
}

bool Desk::save_as(const std::string& path, bool may_replace) {
  session_.cancel_preview();
  const std::string target = absolute(path);
  if (!may_replace && is_taken(target)) {
    fail({ErrorCode::not_writable, "A file with this name has appeared in the meantime.", target},
         "The document was not saved.");
    return false;
  }
  const Status written = write_document(target, session_.document());
  if (!written) {
    fail(written.error(), "The document was not saved.");
    return false;
  }
  session_.mark_saved();
  view_.file_path = target;
  view_.dialogs.open = Dialog::none;
  remember_file(settings_, target);
  view_.recent_files = settings_.recent_files;
  view_.say("Saved as " + shortened(target, longest_place));
  if (recovery_) recovery_->remove();
  kept_revision_ = session_.committed_revision();
  changed_at_.reset();
  return true;
}

// Of the open file, else of the one that was opened or saved last, else where the program was started.
std::string Desk::folder_of_documents() const {
  std::error_code error;
  if (!view_.file_path.empty()) return folder_of(view_.file_path);
  for (const std::string& path : settings_.recent_files) {
    if (std::filesystem::is_directory(folder_of(path), error)) return folder_of(path);
  }
  const std::filesystem::path here = std::filesystem::current_path(error);
  return error ? "/" : here.string();
}

void Desk::list_folder_of_dialog(std::string folder) {
  DialogState& dialogs = view_.dialogs;
  if (folder.empty()) folder = folder_of_documents();
  dialogs.listing.clear();
  dialogs.listing_error.clear();
  dialogs.folder = absolute(folder);
  Result<std::vector<FolderEntry>> entries = list_folder(dialogs.folder);
  if (!entries) {
    dialogs.listing_error = to_string(entries.error());
    return;
  }
  for (const FolderEntry& entry : *entries) dialogs.listing.push_back({entry.name, entry.is_folder});
}

void Desk::offer_recovered() {
  const Result<std::filesystem::path> folder = recovery_folder();
  if (!folder) return;
  abandoned_ = find_abandoned(*folder);
  if (abandoned_.empty()) return;
  const Recovered& latest = abandoned_.front();
  view_.dialogs.open = Dialog::recovered;
  view_.dialogs.recovered_title =
      latest.original_path.empty() ? name_of(latest.document) : file_name_of(latest.original_path);
  view_.dialogs.recovered_when = spoken(latest.time);
}

void Desk::restore() {
  if (abandoned_.empty()) return;
  const Recovered recovered = std::move(abandoned_.front());
  abandoned_.erase(abandoned_.begin());
  open(recovered.document, recovered.original_path);
  session_.mark_unsaved();
  // Kept anew before the old copy goes, so that a second crash loses nothing either.
  const bool is_kept = recovery_ && recovery_->write(session_.document(), view_.file_path);
  if (is_kept) discard(recovered);
  view_.say("Restored. It is not saved yet.");
}

void Desk::discard_recovered() {
  if (abandoned_.empty()) return;
  discard(abandoned_.front());
  abandoned_.erase(abandoned_.begin());
  if (abandoned_.empty()) return;
  const Recovered& next = abandoned_.front();
  view_.dialogs.open = Dialog::recovered;
  view_.dialogs.recovered_title =
      next.original_path.empty() ? name_of(next.document) : file_name_of(next.original_path);
  view_.dialogs.recovered_when = spoken(next.time);
}

std::optional<double> Desk::keep_work(double now) {
  if (!recovery_) return std::nullopt;
  if (session_.committed_revision() == kept_revision_) return std::nullopt;
  if (!changed_at_) changed_at_ = now;
  const double due = *changed_at_ + seconds_until_kept;
  if (now < due) return due - now;
  kept_revision_ = session_.committed_revision();
  changed_at_.reset();
  if (!session_.is_modified()) {
    recovery_->remove();  // undone to what the file holds
    return std::nullopt;
  }
  const Status kept = recovery_->write(session_.document(), view_.file_path);
  if (!kept) view_.complain("Unsaved work is not being kept against a crash: " + to_string(kept.error()));
  return std::nullopt;
}

void Desk::forget_work() {
  if (recovery_) recovery_->remove();
}

std::string Desk::window_title() const {
  const std::string name =
      view_.file_path.empty() ? name_of(session_.document()) : file_name_of(view_.file_path);
  return name + (session_.is_modified() ? " • changed" : "") + " – Attention Lab";
}

}  // namespace attention_lab

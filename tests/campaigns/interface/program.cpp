#include "program.h"

#include <chrono>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include "app/commands/output.h"
#include "app/files/document_file.h"
#include "app/files/presets.h"
#include "app/files/recovery.h"
#include "core/words/outside_text.h"
#include "enumerators.h"
#include "ui/lab/lab.h"
#include "ui/lab/requests.h"

namespace attention_lab::campaign {
namespace {

namespace fs = std::filesystem;

constexpr float frame_seconds = 1.0f / 60;
constexpr float seconds_of_an_export = 2;

void write_content(const fs::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

}  // namespace

Program::Program(fs::path folder, Reach& reach)
    : window(*load_preset(default_preset), 1280, 800, this),
      folder_(std::move(folder)),
      reach_(reach),
      exporter_(window.session, window.view) {
  start_anew();
  draw_frame(frame_seconds);
}

void Program::start_anew() {
  document_files_.reset();
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_))
    fs::remove_all(entry.path(), ignored);
  document_files_.emplace(window.session, window.view, false);
}

void Program::open_preset(const std::string& name) {
  hand_to_files(OpenPreset{name});
}

void Program::make_new_document() {
  hand_to_files(NewDocument{});
}

void Program::take(const Input& input) {
  apply(input);
  const auto* wait = std::get_if<Wait>(&input);
  draw_frame(wait == nullptr ? frame_seconds : wait->seconds);
  window.set_wheel(0);
}

void Program::draw_frame(float seconds) {
  now_ += static_cast<double>(seconds);
  ImGui::GetIO().DeltaTime = seconds;
  window.frame();
  has_acted_ = window.has_acted();
  move_export_on(seconds);
}

void Program::apply(const Input& input) {
  testing::HeadlessWindow& w = window;
  if (const auto* mouse = std::get_if<MoveMouse>(&input)) {
    w.set_mouse(mouse->to);
  } else if (const auto* button = std::get_if<PressButton>(&input)) {
    w.set_button(button->button, button->is_down);
  } else if (const auto* wheel = std::get_if<TurnWheel>(&input)) {
    w.set_wheel(wheel->vertical, wheel->horizontal);
  } else if (const auto* key = std::get_if<PressKey>(&input)) {
    w.set_key(key->key, key->is_down);
    // As in the window: a text field receives the key, and the program carries out its command.
    if (key->is_down && ImGui::GetIO().KeyCtrl && (key->key == ImGuiKey_Z || key->key == ImGuiKey_Y))
      press(key->key == ImGuiKey_Z ? Command::undo : Command::redo, w.session, w.view, w.queue);
  } else if (const auto* held = std::get_if<HoldModifiers>(&input)) {
    w.set_modifiers(held->has_ctrl, held->has_shift, held->has_alt);
  } else if (const auto* typed = std::get_if<TypeCharacter>(&input)) {
    w.add_character(typed->character);
  } else if (const auto* filled = std::get_if<FillClipboard>(&input)) {
    w.set_clipboard(filled->text);
  } else if (const auto* used = std::get_if<UseShortcut>(&input)) {
    reach_["shortcuts"].reach(name_of_command(used->shortcut));
    press(used->shortcut, w.session, w.view, w.queue);
  } else if (const auto* size = std::get_if<ResizeWindow>(&input)) {
    w.resize(size->width, size->height);
  } else if (const auto* display = std::get_if<SetDisplayScale>(&input)) {
    w.view.display_scale = display->scale;
  } else if (const auto* dropped = std::get_if<DropFile>(&input)) {
    const fs::path path = folder_ / dropped->name;
    write_content(path, dropped->content);
    request_open(w.session, w.view, w.queue, path.string());
  } else if (std::holds_alternative<CloseWindow>(input)) {
    request_quit(w.session, w.view, w.queue);
  } else if (std::holds_alternative<LoseFocus>(input)) {
    ImGui::GetIO().AddFocusEvent(false);
  } else if (const auto* made = std::get_if<MakeEdit>(&input)) {
    w.queue.commit(made->edit);
  } else if (const auto* found = std::get_if<FindRecovered>(&input)) {
    find_recovered(*found);
  } else if (const auto* changed = std::get_if<ChangeFile>(&input)) {
    if (w.view.file_path.empty()) return;
    write_content(w.view.file_path, changed->content);
    document_files_->look_at_file();
  }
}

void Program::find_recovered(const FindRecovered& found) {
  DialogState& dialogs = window.view.dialogs;
  if (dialogs.open != Dialog::none) return;
  const Result<fs::path> folder = recovery_folder();
  if (!folder) throw std::logic_error(to_string(folder.error()));
  // Without remove(), the work in the file is offered.
  const Result<ReadDocument> read = parse_document(found.content);
  if (!read || !RecoveryFile(*folder).write(read->document, {})) return;
  document_files_->recovery().offer_abandoned();
  for (int waits = 0; dialogs.open != Dialog::recovered; ++waits) {  // it is read by another thread
    if (waits > 20'000) {
      throw std::logic_error("work that was found is not offered; the dialog is " +
                             std::to_string(static_cast<int>(dialogs.open)) + ", after saving comes " +
                             std::to_string(static_cast<int>(dialogs.after)));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    document_files_->recovery().take_news();
  }
  dialogs.recovered.name = shortened(found.title, longest_place);
  dialogs.recovered.when = "on 22 November 2026 at 06:00";  // constant, for reproducible runs
}

void Program::was_carried_out(const Action& action, const std::optional<Error>&) {
  reach_["actions"].reach(alternatives<Action>()[action.index()]);
}

void Program::carry_out(const Action& wanted, ActionQueue&) {
  const Action action = kept_inside(wanted);
  if (const auto* text = std::get_if<CopyText>(&action))
    reach_["text formats"].reach(to_string(text->format));
  if (const auto* text = std::get_if<ExportText>(&action))
    reach_["text formats"].reach(to_string(text->format));
  if (const auto* picture = std::get_if<ExportPicture>(&action)) {
    // The program draws the picture in another thread, which ends in an unpredictable frame.
    reach_["picture formats"].reach(to_string(picture->format));
    if (!window.view.exporting) window.view.exporting = RunningExport{picture->path, 0};
  } else if (std::holds_alternative<CancelExport>(action)) {
    window.view.exporting.reset();
    window.view.say("Cancelled. Nothing was written.");
  } else if (std::holds_alternative<ToggleFullScreen>(action)) {
    window.view.is_full_screen = !window.view.is_full_screen;
  } else if (!exporter_.handle(action, now_)) {
    hand_to_files(action);
  }
}

void Program::hand_to_files(const Action& action) {
  const std::uint64_t before = window.session.committed_revision();
  const bool was_modified = window.session.is_modified();
  document_files_->handle(action, window.queue);
  if (window.session.committed_revision() != before) ++histories_;
  const bool is_save = std::holds_alternative<SaveFile>(action) || std::holds_alternative<SaveFileAs>(action);
  if (is_save && was_modified && !window.session.is_modified()) check_saved_file(window.view.file_path);
}

void Program::check_saved_file(const std::string& path) const {
  const Result<ReadDocument> saved = read_document(path);
  if (!saved) throw std::runtime_error("what was saved cannot be opened: " + to_string(saved.error()));
  if (to_json(saved->document) != to_json(window.session.document()))
    throw std::runtime_error("the file that was saved holds another document");
}

void Program::move_export_on(float seconds) {
  if (!window.view.exporting) return;
  RunningExport& running = *window.view.exporting;
  running.done += seconds / seconds_of_an_export;
  if (running.done < 1) return;
  window.view.say("Saved " + running.path);
  window.view.exporting.reset();
}

/// Maps a path outside of the folder to a nonexistent path inside.
std::string Program::inside(const std::string& path) const {
  if (path.empty()) return path;
  const fs::path whole = (folder_ / path).lexically_normal();
  const std::string below = folder_.string() + "/";
  const bool is_inside = whole == folder_ || whole.string().compare(0, below.size(), below) == 0;
  return is_inside ? whole.string() : (folder_ / "elsewhere" / whole.filename()).string();
}

Action Program::kept_inside(Action action) const {
  if (auto* open = std::get_if<OpenFile>(&action)) open->path = inside(open->path);
  if (auto* save = std::get_if<SaveFileAs>(&action)) save->path = inside(save->path);
  if (auto* text = std::get_if<ExportText>(&action)) text->path = inside(text->path);
  if (auto* list = std::get_if<ListFolder>(&action)) {
    list->path = inside(list->path);
    if (!list->path.empty() && !fs::is_directory(list->path)) list->path = folder_.string();
  }
  return action;
}

}  // namespace attention_lab::campaign

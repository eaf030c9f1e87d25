#include "app/window/window.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <imgui.h>

#include "app/background_thread.h"
#include "app/commands/output.h"
#include "app/end_signals.h"
#include "app/export/figure_fonts.h"
#include "app/files/folder_listing.h"
#include "app/files/presets.h"
#include "app/files/recording.h"
#include "app/files/settings.h"
#include "app/thread_pool.h"
#include "app/window/document_files.h"
#include "app/window/exit_handler.h"
#include "app/window/exporter.h"
#include "app/window/font_files.h"
#include "app/window/frame_pacer.h"
#include "app/window/gl_window.h"
#include "app/window/script_output.h"
#include "app/window/textures.h"
#include "core/words/templates.h"
#include "ui/lab/lab.h"
#include "ui/lab/presenter.h"
#include "ui/steps/step_player.h"
#include "ui/tour/tour.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/theme.h"

namespace attention_lab {
namespace {

constexpr int frames_to_settle = 6;               // before a screenshot if no number of frames is given
constexpr std::size_t size_of_reserve = 1 << 20;  // bytes
constexpr double cursor_blink_seconds = 0.4;
constexpr double notice_check_seconds = 1;
constexpr double export_check_seconds = 0.05;
constexpr double rest_of_replay = 0.6;  // seconds

double now_in_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Everything that exists while the window is open.
class WindowProgram : public Effects {
 public:
  WindowProgram(const WindowOptions& options, Document document)
      : options_(options),
        is_scripted_(options.frames.has_value() || !options.screenshot.empty()),
        signals_(is_scripted_ ? nullptr : std::make_unique<EndSignals>()),
        document_(std::move(document)) {}

  ~WindowProgram() override {
    if (signals_) signals_->stop();
    const std::lock_guard lock(wake_mutex_);
    is_window_open_ = false;
  }
  WindowProgram(const WindowProgram&) = delete;
  WindowProgram& operator=(const WindowProgram&) = delete;

  int run() {
    if (const Status ready = prepare(); !ready) {
      complain(to_string(ready.error()));
      return exit_bad_input;
    }
    while (!is_done_ && signal() == 0) {
      try {
        take_turn();
      } catch (const std::bad_alloc&) {
        break_turn_off();
      } catch (const std::system_error&) {  // no more threads are available
        break_turn_off();
      }
    }
    return finish();
  }

 private:
  Status prepare() {
    LoadedSettings loaded;
    if (!is_scripted_) loaded = load_settings();
    const Preferences& preferences = loaded.preferences;
    const WindowSize size =
        options_.size.value_or(WindowSize{preferences.window_width, preferences.window_height});
    // A requested size is exact; a remembered one may come from a larger screen.
    const bool fits_screen = !options_.size;

    Result<std::unique_ptr<GlWindow>> window =
        GlWindow::open(size.width, size.height, fits_screen, wide_characters_);
    if (!window) {
      Error error = window.error();
      error.message =
          filled("<problem>; `attention-lab render` needs no window.", {{"problem", error.message}});
      return error;
    }
    window_ = std::move(window).value();
    {
      const std::lock_guard lock(wake_mutex_);
      is_window_open_ = true;
    }
    window_->ignores_mouse = is_scripted_;
    Result<FontFiles> files = load_font_files();
    if (!files) return files.error();
    fonts_ = std::make_unique<FontBook>(std::move(files).value());
    Result<std::unique_ptr<FigureFonts>> figure_fonts = FigureFonts::open();
    if (!figure_fonts) return figure_fonts.error();
    figure_fonts_ = std::move(figure_fonts).value();
    textures_ = std::make_unique<Textures>();
    lab_ = std::make_unique<Lab>(std::move(document_), services(), *this, pool_.parallel());
    const bool is_damaged = !loaded.warning.empty();
    prepare_view(std::move(loaded));
    files_.emplace(lab_->session, lab_->view, !is_scripted_, [this] { wake_from_outside(); });
    files_->take_as_read(options_.stamp);
    exporter_.emplace(lab_->session, lab_->view);
    if (const Status recording = begin_recording(); !recording) return recording.error();
    listen_to_signals();
    connect_events();
    open_steps_as_asked();
    if (options_.presents) toggle_presenter(lab_->session, lab_->view, lab_->actions);
    if (!is_scripted_ && options_.replay.empty()) files_->recovery().offer_abandoned();
    // Does not interrupt someone who opened a document or asked for something. After damaged settings, we
    // cannot know whether the tour was offered.
    if (is_plain_start() && !is_damaged && !files_->recovery().has_abandoned())
      offer_tour(lab_->session, lab_->view, lab_->actions);
    return Done{};
  }

  /// Whether nothing more than a window was asked for.
  bool is_plain_start() const {
    return !is_scripted_ && !options_.document && options_.record.empty() && options_.replay.empty() &&
           !options_.workspace && !options_.figure && !options_.step && !options_.plays && !options_.presents;
  }

  Services services() {
    Services services{*fonts_,  *textures_, wide_characters_,     *figure_fonts_, background_,
                      is_taken, {},         ATTENTION_LAB_VERSION};
    services.seconds = now_in_seconds;
    for (const Preset& preset : presets()) services.presets.emplace_back(preset.name, preset.title);
    return services;
  }

  void prepare_view(LoadedSettings loaded) {
    ViewState& view = lab_->view;
    view.preferences = std::move(loaded.preferences);
    if (!loaded.warning.empty()) view.complain(loaded.warning);
    if (options_.theme) view.preferences.theme = *options_.theme;
    if (options_.text_size) view.preferences.text_size = *options_.text_size;
    if (options_.workspace) view.workspace = *options_.workspace;
    if (options_.figure) {
      view.workspace = Workspace::figures;
      view.figures.request.figure = *options_.figure;
    }
    view.display_scale = window_->display_scale();
    if (!options_.path.empty()) {
      view.file_path = std::filesystem::absolute(options_.path).lexically_normal().string();
      view.preferences.recent_files = recent_files_with(view.preferences.recent_files, view.file_path);
    }
    if (!options_.warnings.empty()) view.say(options_.warnings.front());
    view.items.is_always_needed = !options_.layout.empty();
  }

  Status begin_recording() {
    if (options_.record.empty()) return Done{};
    Result<std::unique_ptr<Recorder>> recorder = Recorder::begin(options_.record, lab_->session);
    if (!recorder) return recorder.error();
    recorder_ = std::move(recorder).value();
    return Done{};
  }

  void listen_to_signals() {
    if (!signals_) return;
    signals_->listen([this] {
      flush_unless_memory_lacks();  // at once, even if the window is busy
      wake_from_outside();
    });
    exit_handler_.emplace([this] { write_unsaved_work(); });
  }

  void open_steps_as_asked() {
    if (!options_.step && !options_.plays) return;
    open_steps(lab_->session, lab_->view);
    if (options_.step) go_to_step(lab_->view.steps, static_cast<std::size_t>(*options_.step - 1));
    if (options_.plays) toggle_playing(lab_->session, lab_->view);
    // A screenshot of a step shows its final state.
    if (is_scripted_ && !options_.plays) lab_->view.steps.since = -1;
  }

  void connect_events() {
    window_->events.on_input = [this] { pacer_.wake(); };
    window_->events.on_command = [this](Command command) {
      if (command == Command::quit) look_at_file();
      lab_->press(command);
    };
    window_->events.on_character = [this](char32_t c) { fonts_->need(c); };
    window_->events.on_drop = [this](const std::string& path) { lab_->request_open(path); };
    window_->events.on_focus = [this] { look_at_file(); };
    window_->events.on_close = [this] {
      look_at_file();
      lab_->request_quit();
    };
  }

  // After running out of memory: draws one more frame, which shows an error, and then none without input.
  void break_turn_off() {
    reserve_.reset();
    try {
      abandon_frame();
    } catch (const std::bad_alloc&) {
      // The next turn tries again.
    }
    while (pacer_.is_due()) pacer_.drew();
    if (!lacks_memory_) pacer_.wake(1);
    lacks_memory_ = true;
  }

  void take_turn() {
    wait_until_due();
    if (files_->recovery().take_news()) pacer_.wake();
    if (is_replaying() && now_in_seconds() >= replays_next_at_) pacer_.wake(1);
    if (!pacer_.is_due()) return;
    if (lacks_memory_) lab_->view.complain(to_string(not_enough_memory()));
    abandon_frame();  // a frame that break_turn_off() could not end
    draw_frame();
    lacks_memory_ = false;
    if (!reserve_) reserve_.reset(new (std::nothrow) std::byte[size_of_reserve]);
  }

  // If the document's file was deleted, the document counts as unsaved and closing asks.
  void look_at_file() {
    if (!is_scripted_) files_->look_at_file();
  }

  // While there is nothing to draw, blocks until an event or a timer.
  void wait_until_due() {
    if (is_scripted_) {
      window_->poll();
      pacer_.wake(1);
      return;
    }
    if (pacer_.is_due()) {
      window_->poll();
      return;
    }
    double seconds = -1;
    const auto sooner = [&](double wanted) { seconds = seconds < 0 ? wanted : std::min(seconds, wanted); };
    if (ImGui::GetIO().WantTextInput) sooner(cursor_blink_seconds);
    if (lab_->view.notice && !lab_->view.notice->is_error) sooner(notice_check_seconds);
    if (exporter_->is_running()) sooner(export_check_seconds);
    if (is_replaying()) sooner(std::max(replays_next_at_ - now_in_seconds(), 0.0));
    if (lab_->view.next_frame_in) sooner(*lab_->view.next_frame_in);
    const double before = now_in_seconds();
    window_->wait(seconds);
    const bool timed_out = seconds >= 0 && now_in_seconds() - before >= seconds * 0.9;
    const bool wants_frame = ImGui::GetIO().WantTextInput || lab_->view.notice || lab_->view.exporting ||
                             exporter_->is_running() || lab_->view.next_frame_in;
    if (timed_out && wants_frame) pacer_.wake(1);
  }

  void draw_frame() {
    exporter_->poll(now_in_seconds());
    lab_->view.display_scale = window_->display_scale();
    const int usual_frames = static_cast<int>(options_.replay.size()) + frames_to_settle;
    is_last_ = is_scripted_ && stats_.frames + 1 >= options_.frames.value_or(usual_frames);
    if (is_replaying() && now_in_seconds() >= replays_next_at_) replay_next();
    lab_->frame();
    show_title();
    files_->recovery().keep_work();
    if (is_last_) is_done_ = true;
  }

  // ---- Effects.

  void make_glyphs(FontBook& fonts) override {
    window_->upload_fonts(fonts);
    system_fonts_.add_for_missing(fonts);
    if (fonts.is_stale()) window_->upload_fonts(fonts);
    pacer_.wake();
  }

  void begin_frame() override {
    cpu_before_ = cpu_milliseconds();
    window_->begin_frame();
  }

  void show_frame() override {
    const double cpu = cpu_milliseconds() - cpu_before_;
    if (stats_.frames > 0) stats_.ui_cpu_ms += cpu;
    window_->render(lab_->view.theme().ground);
    if (is_last_ && !options_.screenshot.empty()) take_screenshot();
    window_->swap();
    if (stats_.frames == 0) stats_.first_frame_ms = milliseconds_since_start();
    ++stats_.frames;
    textures_->end_frame();
    pacer_.drew(lab_->view.next_frame_in);
    if (!lab_->actions.actions().empty()) pacer_.wake();
  }

  void carry_out(const Action& action, ActionQueue& more) override {
    if (files_->handle(action, more) || exporter_->handle(action, now_in_seconds())) return;
    // A screenshot has the size that was asked for.
    if (std::holds_alternative<ToggleFullScreen>(action) && !is_scripted_) {
      window_->toggle_full_screen();
      lab_->view.is_full_screen = window_->is_full_screen();
    }
    if (std::holds_alternative<Quit>(action)) is_done_ = true;
  }

  void was_carried_out(const Action& action, const std::optional<Error>& refused) override {
    if (recorder_ != nullptr) {
      if (const Status noted = recorder_->note(action, refused.has_value(), lab_->session); !noted)
        lab_->view.complain(to_string(noted.error()));
    }
    const bool was_replayed = std::exchange(expects_replayed_, false);
    const bool has_changed = shown_revision_ != lab_->session.revision();
    shown_revision_ = lab_->session.revision();
    if (!is_replaying() || (was_replayed ? !refused : !has_changed)) return;
    replayed_ = options_.replay.size();
    if (!refused) lab_->view.complain("The replay has stopped because you changed the document.");
  }

  // Drags and typing are replayed at one action per frame; after each change there is a pause in which it can
  // be seen.
  void replay_next() {
    const Action& action = options_.replay[replayed_++];
    lab_->actions.push(action);
    expects_replayed_ = true;
    const bool is_change =
        !std::holds_alternative<PreviewEdit>(action) && !std::holds_alternative<CancelPreview>(action);
    if (is_change && !is_scripted_) replays_next_at_ = now_in_seconds() + rest_of_replay;
    if (!is_replaying()) lab_->view.say("The recording has been replayed.");
  }

  bool is_replaying() const { return replayed_ < options_.replay.size(); }

  void show_title() {
    const std::string title = files_->window_title();
    if (title == title_) return;
    title_ = title;
    window_->set_title(title);
  }

  void take_screenshot() {
    int width = 0, height = 0;
    window_->size(width, height);
    outcome_ = write_screenshot(options_.screenshot, width, height);
  }

  /// Called from other threads: makes the loop take a turn.
  void wake_from_outside() {
    const std::lock_guard lock(wake_mutex_);
    if (is_window_open_) GlWindow::end_wait();
  }

  /// The signal that asked the program to end, or 0.
  int signal() const { return signals_ ? signals_->taken() : 0; }

  // The user was not asked about saving, so unsaved work stays in the recovery folder.
  void leave_work() {
    files_->recovery().keep_work();
    write_unsaved_work();
  }

  // Must not throw, since it runs in its own thread; the loop tries again before the program ends.
  void flush_unless_memory_lacks() try {
    static_cast<void>(files_->recovery().flush_work());
  } catch (const std::exception&) {
  }

  void write_unsaved_work() try {
    const Result<bool> kept = files_->recovery().flush_work();
    if (!kept) {
      complain(
          filled("Unsaved work could not be backed up: <problem>", {{"problem", to_string(kept.error())}}));
    } else if (*kept) {
      complain(
          "The program was ended with unsaved work, which has been backed up and will be offered the next "
          "time you start.");
    }
  } catch (const std::exception&) {
    complain("Unsaved work could not be backed up.");
  }

  int finish() {
    if (!is_scripted_) {
      window_->hide();  // what follows waits for the disk
      if (signal() == 0) {
        files_->recovery().forget_work();
      } else {
        leave_work();
      }
      save_person();
    }
    if (signal() != 0) return exit_code_of(signal());
    if (outcome_ && !options_.layout.empty()) outcome_ = write_layout(options_.layout, lab_->view.items);
    if (outcome_ && !options_.stats.empty()) outcome_ = write_stats(options_.stats, stats_);
    if (outcome_) return exit_done;
    complain(to_string(outcome_.error()));
    return exit_bad_input;
  }

  void save_person() {
    // Settings changed by the presenter view are not saved.
    if (lab_->view.presenter) toggle_presenter(lab_->session, lab_->view, lab_->actions);
    Preferences& preferences = lab_->view.preferences;
    if (!lab_->view.is_full_screen)
      window_->size_to_open(preferences.window_width, preferences.window_height);
    if (const Status saved = save_settings(preferences); !saved)
      complain(filled("The settings could not be saved: <problem>", {{"problem", to_string(saved.error())}}));
  }

  const WindowOptions& options_;
  bool is_scripted_;
  std::unique_ptr<EndSignals> signals_;  // before all threads; null for scripted runs
  std::mutex wake_mutex_;
  bool is_window_open_ = false;  // guarded by wake_mutex_
  Document document_;            // moved into the lab
  WideCharacters wide_characters_;
  ThreadPool pool_;
  BackgroundThread background_;
  std::unique_ptr<GlWindow> window_;
  std::unique_ptr<FontBook> fonts_;
  std::unique_ptr<FigureFonts> figure_fonts_;
  std::unique_ptr<Textures> textures_;
  std::unique_ptr<Lab> lab_;
  std::optional<DocumentFiles> files_;
  std::optional<ExitHandler> exit_handler_;
  std::optional<Exporter> exporter_;
  std::unique_ptr<Recorder> recorder_;  // null: no recording
  std::size_t replayed_ = 0;            // number of replayed actions of options_.replay
  double replays_next_at_ = 0;          // in seconds
  bool expects_replayed_ = false;       // the next action to be carried out comes from the replay
  std::uint64_t shown_revision_ = 0;    // after the last action
  FramePacer pacer_;
  SystemFonts system_fonts_;
  FrameStats stats_;
  std::string title_;
  Status outcome_ = Done{};
  double cpu_before_ = 0;  // milliseconds, at the beginning of the frame
  bool is_last_ = false;   // the frame being drawn is the screenshot's
  bool is_done_ = false;
  bool lacks_memory_ = false;  // the last turn ran out of memory
  // Freed when memory runs out, so that there is some to end the turn.
  std::unique_ptr<std::byte[]> reserve_{new std::byte[size_of_reserve]};
};

}  // namespace

int run_window(const WindowOptions& options) {
  if (options.document) return WindowProgram(options, *options.document).run();
  Result<Document> document = load_preset(default_preset);
  if (!document) {
    complain(to_string(document.error()));
    return exit_bad_input;
  }
  return WindowProgram(options, std::move(document).value()).run();
}

}  // namespace attention_lab

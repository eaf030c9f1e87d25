// The program around the panels: carries out their actions in its own folder, without threads.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "app/window/document_files.h"
#include "app/window/exporter.h"
#include "headless_window.h"
#include "input.h"
#include "reach.h"

namespace attention_lab::campaign {

class Program : private Effects {
 public:
  /// `folder`: the only folder that it reads and writes.
  Program(std::filesystem::path folder, Reach& reach);

  testing::HeadlessWindow window;

  /// Processes the event, draws one frame and carries out its actions.
  void take(const Input& input);
  /// Draws a frame without input, `seconds` after the last one.
  void draw_frame(float seconds);

  /// Increases when another document is opened with an empty history.
  int histories() const { return histories_; }
  /// Whether the last frame queued an action, or changed something that the next frame must show.
  bool has_acted() const { return has_acted_; }
  void open_preset(const std::string& name);
  void make_new_document();
  /// Ends the program and starts it again in an empty folder; the window remains.
  void start_anew();

 private:
  void apply(const Input& input);
  void find_recovered(const FindRecovered& found);
  void carry_out(const Action& action, ActionQueue& more) override;
  void was_carried_out(const Action& action, const std::optional<Error>& refused) override;
  void make_glyphs(FontBook&) override {}  // the window makes them
  void hand_to_files(const Action& action);
  void move_export_on(float seconds);
  std::string inside(const std::string& path) const;
  Action kept_inside(Action action) const;
  void check_saved_file(const std::string& path) const;

  std::filesystem::path folder_;
  Reach& reach_;
  std::optional<DocumentFiles> document_files_;
  Exporter exporter_;
  double now_ = 0;
  int histories_ = 0;
  bool has_acted_ = false;
};

}  // namespace attention_lab::campaign

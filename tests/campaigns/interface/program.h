// The program around the panels: what it does with their actions, in a folder of its own, without threads.
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
  /// `folder`: where it may read and write; nothing outside is touched.
  Program(std::filesystem::path folder, Reach& reach);

  testing::HeadlessWindow window;

  /// Takes the event in, draws one frame and carries out what the frame asks for.
  void take(const Input& input);
  /// A frame without input, `seconds` after the last one.
  void draw_frame(float seconds);

  /// Rises when another document is opened, with an empty history.
  int histories() const { return histories_; }
  /// Whether the last frame asked for something, or changed something that the next one must show.
  bool has_acted() const { return has_acted_; }
  void open_preset(const std::string& name);
  void make_new_document();
  /// The program ends and is started again, in an empty folder; the window stays.
  void start_anew();

 private:
  void apply(const Input& input);
  void find_recovered(const FindRecovered& found);
  void carry_out(const Action& action, ActionQueue& more) override;
  void was_carried_out(const Action& action, const std::optional<Error>& refused) override;
  void make_glyphs(FontBook&) override {}  // the window has its own
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

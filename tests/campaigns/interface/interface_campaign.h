// Random events for the panels, and checks after each of them and at intervals.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/window/frame_pacer.h"
#include "input_source.h"
#include "program.h"
#include "reach.h"
#include "watched_child.h"
#include "ways.h"

namespace attention_lab::campaign {

/// A check that failed.
class Finding : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The numbers of actions and checks.
struct Counts {
  std::uint64_t events = 0;
  std::uint64_t frames = 0;
  std::uint64_t histories = 0;
  std::uint64_t undone = 0;        // steps, each of which was also redone
  std::uint64_t traces = 0;        // compared with a fresh forward pass
  std::uint64_t idle = 0;          // states found to be idle
  std::uint64_t left_running = 0;  // states with a running experiment or player
  double slowest_seconds = 0;      // of one event
  std::string slowest;             // the event
};

class InterfaceCampaign {
 public:
  InterfaceCampaign(std::uint32_t seed, const std::filesystem::path& folder, Logbook& logbook);

  /// Runs for this many seconds or events; 0: no limit. Throws a Finding.
  void run(double seconds, std::uint64_t events);

  const Counts& counts() const { return counts_; }
  const Reach& reach() const { return reach_; }
  /// Bytes held at each check of the memory.
  const std::vector<std::size_t>& held() const { return held_; }

 private:
  void take_next();
  void check_popups();
  void check_typing();
  void note_what_is_shown();
  void note_press(const Input& input);

  void check_after_a_thousand();
  void check_document();
  void leave_everything();
  void let_go_of_keys();
  void check_idle();
  void check_unfinished_new_document();
  void check_undo();
  void check_memory();
  void check_growth() const;
  void visit_everything();
  void begin_history();

  void draw(float seconds = 1.0f / 60);
  void tap(ImGuiKey key);
  bool is_left() const;
  /// Draws as the window does after input, until it would wait. False: it never would.
  bool draw_until_still();

  Logbook& logbook_;
  Counts counts_;
  Reach reach_;
  Program program_;
  Ways ways_;
  InputSource source_;
  std::string first_bytes_;        // of the first document in the history
  int history_ = 0;                // the history of these bytes
  std::vector<std::size_t> held_;  // bytes at each check of the memory
  int events_with_slow_document_ = 0;
  int frames_with_unseen_popup_ = 0;
  int frames_without_keyboard_ = 0;
  std::set<std::string, std::less<>> always_there_;  // widgets in the last frame without popup and dialog
};

}  // namespace attention_lab::campaign

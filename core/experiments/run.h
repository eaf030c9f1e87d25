// Long computations in slices, and how large a slice fits into a frame besides the drawing.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>

namespace attention_lab {

/// How many trials are done, and how many there are.
struct RunProgress {
  std::int64_t done = 0;
  std::int64_t all = 0;
};

/// A computation that advances by a given amount of work. Its results depend on its settings and its
/// progress, never on the slices.
template <class T>
concept Run = requires(T run, const T& seen, double work) {
  run.advance(work);
  { seen.progress() } -> std::same_as<RunProgress>;
  { seen.is_finished() } -> std::same_as<bool>;
};

/// A run of one experiment that the user can stop and resume.
template <class Experiment>
class StoppableRun {
 public:
  virtual ~StoppableRun() = default;

  virtual bool is_finished() const = 0;
  virtual void stop() { is_stopped_ = true; }
  void go_on() { is_stopped_ = false; }

  /// Null before the first run, and if the run could not be started.
  const Experiment* experiment() const { return experiment_ ? &*experiment_ : nullptr; }
  bool is_stopped() const { return is_stopped_ && !is_finished(); }
  bool is_running() const { return experiment_ && !is_stopped_ && !is_finished(); }
  /// Increases whenever the run restarts.
  std::uint64_t starts() const { return starts_; }

 protected:
  void start(std::optional<Experiment> experiment) {
    experiment_ = std::move(experiment);
    is_stopped_ = false;
    ++starts_;
  }

  std::optional<Experiment> experiment_;

 private:
  bool is_stopped_ = false;
  std::uint64_t starts_ = 0;
};

/// A unit of work takes about 10 ns: drawing one random number, multiplying and adding. This class reads no
/// clock; it is told how long each frame took, and adjusts the work of the next one. It aims at 30 frames per
/// second; if drawing alone takes nearly that long, the run still gets part of each frame.
class SlicePace {
 public:
  /// Call before the first slice of a run; starts with little work.
  void begin();
  /// The work for this frame; `frame_seconds` is the total duration of the last frame.
  double next(double frame_seconds);
  /// Call in a frame without a slice: its duration includes waiting, so it is not measured.
  void rest() { is_first_ = true; }

 private:
  double work_ = 0;
  double ceiling_ = 0;
  double drawing_ = 0;       // seconds per frame with hardly any work
  int frames_measured_ = 0;  // for drawing_
  bool is_first_ = true;
};

/// Advances a run by one frame: as far as its pace allows, or not at all while it is stopped.
template <Run T>
void advance_in_frame(T& run, SlicePace& pace, double frame_seconds) {
  if (run.is_running()) {
    run.advance(pace.next(frame_seconds));
  } else {
    pace.rest();
  }
}

}  // namespace attention_lab

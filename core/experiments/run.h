// Long computations slice by slice, and how much of one fits beside the drawing of a frame.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>

namespace attention_lab {

/// How many trials are done, of how many.
struct RunProgress {
  std::int64_t done = 0;
  std::int64_t all = 0;
};

/// A computation that goes on by so much work at a time. What comes of it depends on what was asked for and
/// on how far it is, never on the slices.
template <class T>
concept Run = requires(T run, const T& seen, double work) {
  run.advance(work);
  { seen.progress() } -> std::same_as<RunProgress>;
  { seen.is_finished() } -> std::same_as<bool>;
};

/// A run of one experiment that a person can stop and let go on.
template <class Experiment>
class StoppableRun {
 public:
  virtual ~StoppableRun() = default;

  virtual bool is_finished() const = 0;
  virtual void stop() { is_stopped_ = true; }
  void go_on() { is_stopped_ = false; }

  /// Null before anything was asked for, and where it could not be started.
  const Experiment* experiment() const { return experiment_ ? &*experiment_ : nullptr; }
  bool is_stopped() const { return is_stopped_ && !is_finished(); }
  bool is_running() const { return experiment_ && !is_stopped_ && !is_finished(); }
  /// Rises whenever the run starts anew.
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

/// A unit of work is about 10 ns: one random number drawn, multiplied and added. Nothing here looks at a
/// clock: it is told how long each frame took, and does a little more or a little less in the next. The aim
/// is 30 frames a second; where drawing alone takes nearly that long, a run may still have some of each
/// frame.
class SlicePace {
 public:
  /// Before the first slice of a run: starts small.
  void begin();
  /// How much to do in this frame; `frame_seconds`: how long the last one took, all in all.
  double next(double frame_seconds);
  /// In a frame without a slice: what comes after it was waited for, and says nothing.
  void rest() { is_first_ = true; }

 private:
  double work_ = 0;
  double ceiling_ = 0;
  double drawing_ = 0;       // seconds that a frame takes by itself
  int frames_measured_ = 0;  // for that
  bool is_first_ = true;
};

/// What a run does in one frame: as much as its pace allows, or nothing while it stands still.
template <Run T>
void advance_in_frame(T& run, SlicePace& pace, double frame_seconds) {
  if (run.is_running()) {
    run.advance(pace.next(frame_seconds));
  } else {
    pace.rest();
  }
}

}  // namespace attention_lab

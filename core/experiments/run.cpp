#include "core/experiments/run.h"

#include <algorithm>
#include <utility>

namespace attention_lab {
namespace {

constexpr double first_work = 1e5;
constexpr double least_work = 2e5;
constexpr double least_beside_slow_drawing = 1.5e6;  // otherwise a run would take forever
constexpr double most_work = 2.5e6;
constexpr int frames_to_measure = 3;
// In seconds.
constexpr double good_frame = 0.030;  // 30 frames a second take 0.033
constexpr double slow_drawing = 0.020;
constexpr double longest_frame = 0.050;
constexpr double share_of_slow_frames = 0.018;  // time for a run if drawing is slow
constexpr double spare_share = 0.85;            // of the frame time aimed at
constexpr double growth = 1.5;
constexpr double slice_shrinkage = 0.7;

}  // namespace

void SlicePace::begin() {
  work_ = first_work;
  ceiling_ = most_work;
  drawing_ = longest_frame;
  frames_measured_ = 0;
  is_first_ = true;
}

double SlicePace::next(double frame_seconds) {
  if (work_ <= 0) begin();
  if (std::exchange(is_first_, false)) return work_;
  if (frames_measured_ < frames_to_measure) {
    ++frames_measured_;
    drawing_ = std::min(drawing_, frame_seconds);
    return work_;
  }
  const bool is_slow = drawing_ > slow_drawing;
  const double aim = is_slow ? std::min(drawing_ + share_of_slow_frames, longest_frame) : good_frame;
  const double least = is_slow ? least_beside_slow_drawing : least_work;
  if (frame_seconds > aim) {
    ceiling_ = std::max(work_ * 0.9, least);
    work_ = std::max(work_ * slice_shrinkage, least);
  } else if (frame_seconds < aim * spare_share) {
    work_ = std::min(work_ * growth, ceiling_);
  }
  return work_;
}

}  // namespace attention_lab

#include "ui/laboratory/slice_pace.h"

#include <algorithm>

namespace attention_lab {
namespace {

constexpr double first_work = 2e5;
constexpr double least_work = 4e5;  // a few milliseconds: a run must end even where drawing is slow
constexpr double most_work = 2.5e6;
constexpr double has_room = 0.024;  // seconds a frame
constexpr double is_late = 0.030;   // 30 frames a second take 0.033
constexpr double growth = 1.25;
constexpr double shrinkage = 0.7;

}  // namespace

void SlicePace::begin() {
  work_ = first_work;
  ceiling_ = most_work;
  is_first_ = true;
}

double SlicePace::next(double frame_seconds) {
  if (work_ <= 0) begin();
  if (!is_first_) {
    if (frame_seconds > is_late) {
      ceiling_ = std::max(work_ * 0.9, least_work);
      work_ = std::max(work_ * shrinkage, least_work);
    } else if (frame_seconds < has_room) {
      work_ = std::min(work_ * growth, ceiling_);
    }
  }
  is_first_ = false;
  return work_;
}

}  // namespace attention_lab

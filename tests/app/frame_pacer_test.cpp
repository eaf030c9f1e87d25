// How many frames are drawn after an input, and after something that moved by itself.
#include "app/window/frame_pacer.h"

#include <gtest/gtest.h>

namespace attention_lab {
namespace {

int frames_until_still(FramePacer& pacer) {
  int frames = 0;
  for (; pacer.is_due() && frames < 100; ++frames) pacer.drew();
  return frames;
}

TEST(FramePacer, ComesToRestAfterAnInput) {
  FramePacer pacer;
  frames_until_still(pacer);
  pacer.wake();
  EXPECT_EQ(frames_until_still(pacer), 3);
}

// A tip whose words have changed takes its new width only in the frame after that.
TEST(FramePacer, DrawsOneMoreFrameAfterTheLastThatMoved) {
  FramePacer pacer;
  frames_until_still(pacer);
  pacer.wake(1);
  pacer.drew(0.0);
  EXPECT_EQ(frames_until_still(pacer), 2);
}

TEST(FramePacer, IsNotWokenByAFrameThatIsWantedLater) {
  FramePacer pacer;
  frames_until_still(pacer);
  pacer.wake(1);
  pacer.drew(0.5);
  EXPECT_FALSE(pacer.is_due());
}

}  // namespace
}  // namespace attention_lab

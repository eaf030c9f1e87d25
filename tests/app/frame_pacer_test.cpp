// The number of frames drawn after input and after animations.
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

// A tooltip whose text has changed is resized only in the following frame.
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

#include "ui/lab/cell_editing.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "random_documents.h"

namespace attention_lab {
namespace {

TEST(DraggedValue, IsAHundredthAPixel) {
  EXPECT_NEAR(dragged_value(0.89, 40, false, false), 1.29, 1e-12);
  EXPECT_NEAR(dragged_value(0.89, -40, false, false), 0.49, 1e-12);
  EXPECT_NEAR(dragged_value(0, 10, true, false), 1, 1e-12);
  EXPECT_NEAR(dragged_value(0, 10, false, true), 0.01, 1e-12);
}

TEST(DraggedValue, InManyStepsArrivesWhereOneStepDoes) {
  std::mt19937 generator(3);
  for (int round = 0; round < 200; ++round) {
    const double start = static_cast<double>(generator() % 20000) / 10000 - 1;
    double value = start;
    float pixels = 0;
    for (int step = 0; step < 50; ++step) {
      const float by = static_cast<float>(generator() % 21) - 10;
      pixels += by;
      value = dragged_value(value, by, false, false);
    }
    EXPECT_NEAR(value, dragged_value(start, pixels, false, false), 1e-9);
  }
}

TEST(DraggedValue, HasAtMostFourDecimals) {
  std::mt19937 generator(4);
  for (int round = 0; round < 200; ++round) {
    const double value = dragged_value(static_cast<double>(generator()) / 1e9, 7, false, round % 2 == 0);
    EXPECT_NEAR(value * 1e4, std::round(value * 1e4), 1e-6);
  }
}

}  // namespace
}  // namespace attention_lab

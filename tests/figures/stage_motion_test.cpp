#include "ui/figures/pipeline/stage_motion.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "fixed_width_metrics.h"
#include "random_documents.h"
#include "ui/figures/pipeline/pipeline_figure.h"

namespace attention_lab {
namespace {

constexpr Point page_of_motion{960, 600};
constexpr float pixel_of_motion = 0.5f;
constexpr double duration = 0.25;

StageLayout layout_of(Mask mask) {
  testing::RandomDocuments random(7);
  Document document = testing::small_document();
  document.tokens = {"Your", "journey", "starts", "with", "one", "step"};
  document.model.token_embeddings = random.matrix(6, 3);
  document.model.options.mask = mask;
  Trace trace;
  forward(document.model, trace);
  FigureStyle style;
  style.font_size = 16;
  style.pixel = pixel_of_motion;
  return pipeline_figure({document, trace}, page_of_motion.x, page_of_motion.y, style, testing::fixed_width)
      .panels.front()
      .stages;
}

const PlacedStage& stage_named(const StageLayout& layout, MatrixName name) {
  const auto found = std::find_if(layout.stages.begin(), layout.stages.end(),
                                  [name](const PlacedStage& stage) { return stage.block.ref.name == name; });
  EXPECT_NE(found, layout.stages.end());
  return *found;
}

/// One frame after another, in which a mask is turned on at second 10.
class StageMotionTest : public ::testing::Test {
 protected:
  StageMotionTest() { at(9.9, without_mask); }

  StageLayout at(double now, StageLayout layout, Point of_page = page_of_motion, double seconds = duration) {
    motion.apply(layout, of_page, pixel_of_motion, {now, seconds});
    return layout;
  }

  const StageLayout without_mask = layout_of(Mask::none);
  const StageLayout with_mask = layout_of(Mask::causal);
  StageMotion motion;
};

TEST_F(StageMotionTest, MatricesSlideFromTheirOldPlacesToTheNewOnes) {
  const Rect before = stage_named(without_mask, MatrixName::weights).grid.cells;
  const Rect after = stage_named(with_mask, MatrixName::weights).grid.cells;
  ASSERT_NE(before, after);
  EXPECT_EQ(stage_named(at(10, with_mask), MatrixName::weights).grid.cells, before);
  EXPECT_TRUE(motion.is_moving());
  const Rect halfway = stage_named(at(10 + duration / 2, with_mask), MatrixName::weights).grid.cells;
  EXPECT_NEAR(halfway.x, (before.x + after.x) / 2, pixel_of_motion);
  EXPECT_NEAR(halfway.y, (before.y + after.y) / 2, pixel_of_motion);
  EXPECT_NEAR(halfway.width, (before.width + after.width) / 2, pixel_of_motion);
  EXPECT_EQ(stage_named(at(10 + duration, with_mask), MatrixName::weights).grid.cells, after);
  EXPECT_FALSE(motion.is_moving());
}

TEST_F(StageMotionTest, ANewMatrixComesOutOfTheOneItIsComputedFrom) {
  const StageLayout first = at(10, with_mask);
  EXPECT_EQ(stage_named(first, MatrixName::masked_scores).grid.cells,
            stage_named(without_mask, MatrixName::scaled_scores).grid.cells);
}

TEST_F(StageMotionTest, AChangeOnTheWayBeginsWhereTheMatricesAre) {
  at(10, with_mask);
  const Rect halfway = stage_named(at(10 + duration / 2, with_mask), MatrixName::weights).grid.cells;
  EXPECT_EQ(stage_named(at(10 + duration / 2, without_mask), MatrixName::weights).grid.cells, halfway);
  EXPECT_EQ(stage_named(at(10 + duration * 2, without_mask), MatrixName::weights).grid.cells,
            stage_named(without_mask, MatrixName::weights).grid.cells);
}

TEST_F(StageMotionTest, ThereIsNoneIfNothingChangesOrThePageDoesOrItTakesNoTime) {
  at(10, without_mask);
  EXPECT_FALSE(motion.is_moving());
  at(11, with_mask, {1000, 600});
  EXPECT_FALSE(motion.is_moving());
  at(12, without_mask, {1000, 600}, 0);
  EXPECT_FALSE(motion.is_moving());
}

}  // namespace
}  // namespace attention_lab

// Heatmaps with more cells than pixels: the value of a pixel, and the note on the figure.
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "fixed_width_metrics.h"
#include "legibility.h"
#include "ui/figures/heatmaps/aligned_heatmaps.h"
#include "ui/figures/heatmaps/heatmap.h"
#include "ui/figures/heatmaps/heatmap_cells.h"
#include "ui/figures/heatmaps/small_multiples.h"

namespace attention_lab {
namespace {

using testing::all;
using testing::fixed_width;
using testing::small_style;
using testing::texts_of;

FigureStyle vector_style() {
  FigureStyle vectors = small_style;
  vectors.has_pixels = false;
  return vectors;
}

HeatmapSpec pixel_spec(const Matrix& matrix) {
  HeatmapSpec spec(view_of(matrix));
  for (Index i = 1; i <= matrix.rows(); ++i) spec.row_labels.push_back(std::to_string(i));
  for (Index i = 1; i <= matrix.cols(); ++i) spec.column_labels.push_back(std::to_string(i));
  spec.title = "Attention weights";
  spec.legend = "weight";
  return spec;
}

Colour colour_of(const HeatmapSpec& spec, double value) {
  return sample(spec.map, static_cast<float>((value - spec.low) / (spec.high - spec.low)));
}

const Pixels& pixels_of(const DisplayList& list) {
  return *all<Image>(list).at(0).pixels;
}

std::ptrdiff_t count(const Pixels& pixels, Colour colour) {
  return std::count(pixels.colours.begin(), pixels.colours.end(), colour);
}

/// The note at the bottom of the page.
std::string note_on(const DisplayList& list) {
  EXPECT_LE(list.notes.size(), 1u);
  if (list.notes.empty()) return {};
  EXPECT_EQ(texts_of(list, list.notes[0].text).size(), 1u) << "it stands on the figure";
  return list.notes[0].text;
}

Matrix small_weights(Index n) {
  return Matrix::Constant(n, n, 0.001f);
}

TEST(HeatmapPixels, TheLargestWeightIsSeenWhereverItStands) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const Index n = 200 + static_cast<Index>(random() % 900);
    Matrix matrix = small_weights(n);
    matrix(static_cast<Index>(random() % static_cast<unsigned>(n)),
           static_cast<Index>(random() % static_cast<unsigned>(n))) = 0.997f;
    const HeatmapSpec spec = pixel_spec(matrix);
    const DisplayList list = heatmap(spec, 454, 255, small_style, fixed_width).list;
    EXPECT_GE(count(pixels_of(list), colour_of(spec, 0.997f)), 1) << n;
    EXPECT_EQ(pixels_of(list).height < n, !list.notes.empty()) << n;
  }
}

TEST(HeatmapPixels, EachCellBelongsToOnePixel) {
  Matrix matrix = Matrix::Zero(7, 10);
  const HeatmapSpec spec = pixel_spec(matrix);
  for (Index row = 0; row < 7; ++row) {
    for (Index column = 0; column < 10; ++column) {
      matrix.setZero();
      matrix(row, column) = 1;
      EXPECT_EQ(count(*heatmap_pixels(spec, small_style, 3, 4), colour_of(spec, 1)), 1)
          << row << " " << column;
    }
  }
}

TEST(HeatmapPixels, OfSignedNumbersTheOneFurthestFromZeroKeepsItsSign) {
  Matrix matrix(2, 2);
  matrix << 0.5f, -0.75f, 0.25f, 0.7f;
  HeatmapSpec spec = pixel_spec(matrix);
  spec.map = ColourMap::puor;
  spec.low = -1;
  EXPECT_EQ(heatmap_pixels(spec, small_style, 1, 1)->colours[0], colour_of(spec, -0.75));
}

TEST(HeatmapPixels, HiddenCellsDoNotCountAndAreTransparent) {
  Matrix matrix(4, 4);
  matrix.setConstant(-std::numeric_limits<Scalar>::infinity());
  matrix.triangularView<Eigen::Lower>().setConstant(0.25f);
  matrix(1, 0) = 0.5f;
  HeatmapSpec spec = pixel_spec(matrix);
  spec.mask = Mask::causal;
  const auto pixels = heatmap_pixels(spec, small_style, 2, 2);
  EXPECT_EQ(pixels->colours[0], colour_of(spec, 0.5));
  EXPECT_EQ(pixels->colours[1].alpha, 0);
  EXPECT_EQ(pixels->colours[3], colour_of(spec, 0.25));
}

TEST(HeatmapPixels, HatchingDoesNotCoverVisibleCells) {
  const Matrix matrix = small_weights(600);
  HeatmapSpec spec = pixel_spec(matrix);
  spec.mask = Mask::causal;
  bool has_image = false;
  for (const DrawCommand& command : heatmap(spec, 454, 255, small_style, fixed_width).list.commands) {
    if (std::holds_alternative<Image>(command)) has_image = true;
    const auto* line = std::get_if<Line>(&command);
    const bool is_level = line != nullptr && line->from.y == line->to.y;  // a tick of the legend
    if (line == nullptr || is_level) continue;
    EXPECT_FALSE(has_image) << "lines are drawn first";
  }
  EXPECT_TRUE(has_image);
}

TEST(HeatmapPixels, ANumberThatIsNoneIsNotCoveredByALargerOne) {
  for (const Scalar odd :
       {std::numeric_limits<Scalar>::quiet_NaN(), -std::numeric_limits<Scalar>::infinity()}) {
    Matrix matrix = Matrix::Constant(2, 2, 1);
    matrix(1, 0) = odd;
    EXPECT_EQ(heatmap_pixels(pixel_spec(matrix), small_style, 1, 1)->colours[0], small_style.quiet_text);
  }
}

TEST(HeatmapPixels, TheFigureSaysHowManyCellsShareAPixel) {
  EXPECT_EQ(note_of({4, 4, true, false}), "Each pixel shows the largest of its 4 × 4 cells.");
  EXPECT_EQ(note_of({3, 2, false, false}), "Each pixel shows the largest of up to 3 × 2 cells.");
  EXPECT_EQ(note_of({1, 2, true, true}), "Each pixel shows the number furthest from 0 of its 1 × 2 cells.");
  EXPECT_EQ(note_of({}), "");
}

TEST(HeatmapPixels, TheNoteIsTrueOfTheImage) {
  for (const Index n : {Index{150}, Index{300}, Index{500}, Index{1024}}) {
    for (const float pixel : {0.24f, 0.72f, 1.0f, 2.0f}) {
      SCOPED_TRACE(std::to_string(n) + " tokens, pixels of " + std::to_string(pixel));
      FigureStyle raster = small_style;
      raster.pixel = pixel;
      const Matrix matrix = small_weights(n);
      const Heatmap figure = heatmap(pixel_spec(matrix), 454, 255, raster, fixed_width);
      const Image image = all<Image>(figure.list).at(0);
      const auto side = static_cast<Index>(image.pixels->height);
      const auto screen = static_cast<Index>(std::lround(image.rect.height / pixel));
      EXPECT_EQ(side, std::min(n, screen)) << "as many as there are, so that none is stretched or dropped";
      const std::string size = std::to_string((n + side - 1) / side);
      const std::string wanted = side == n ? ""
                                           : "Each pixel shows the largest of " +
                                                 std::string(n % side == 0 ? "its " : "up to ") + size +
                                                 " × " + size + " cells.";
      EXPECT_EQ(note_on(figure.list), wanted);
      testing::expect_tidy(figure.list, fixed_width);
      testing::expect_contrast(figure.list, raster, fixed_width);
    }
  }
}

TEST(HeatmapPixels, APageWithoutRoomForTheNoteStillHasItInItsNotes) {
  const Matrix matrix = small_weights(500);
  const DisplayList list = heatmap(pixel_spec(matrix), 120, 60, small_style, fixed_width).list;
  ASSERT_EQ(list.notes.size(), 1u);
  EXPECT_TRUE(texts_of(list, list.notes[0].text).empty());
}

TEST(HeatmapPixels, FilesOfVectorsShowEveryCellOnTheSameLayout) {
  const Matrix matrix = Matrix::NullaryExpr(700, 700, [](Index row, Index column) {
    return static_cast<Scalar>((row * 31 + column * 17) % 100) / 100;
  });
  const HeatmapSpec spec = pixel_spec(matrix);
  const Heatmap vectors = heatmap(spec, 454, 255, vector_style(), fixed_width);
  const Heatmap raster = heatmap(spec, 454, 255, small_style, fixed_width);
  EXPECT_EQ(note_on(vectors.list), "");
  EXPECT_NE(note_on(raster.list), "");
  EXPECT_EQ(vectors.cells, raster.cells);
  const Pixels& pixels = pixels_of(vectors.list);
  ASSERT_EQ(pixels.width, 700);
  ASSERT_EQ(pixels.height, 700);
  for (Index row = 0; row < 700; ++row) {
    for (Index column = 0; column < 700; ++column) {
      const Colour wanted = colour_of(spec, static_cast<double>(matrix(row, column)));
      ASSERT_EQ(pixels.colours[static_cast<std::size_t>(row * 700 + column)], wanted);
    }
  }
}

TEST(HeatmapPixels, SmallMultiplesSayItOnceForAllPanels) {
  const Matrix weights = small_weights(400);
  Matrix difference = weights;
  difference(3, 5) = -0.4f;
  SmallMultiplesSpec spec;
  spec.panels.push_back(pixel_spec(weights));
  spec.panels.push_back(pixel_spec(difference));
  spec.panels[0].title = "A";
  spec.panels[1].title = "B − A";
  const DisplayList list = small_multiples(spec, 454, 255, small_style, fixed_width);
  EXPECT_EQ(note_on(list).find("Each pixel shows the number furthest from 0 of "), 0u) << note_on(list);
  testing::expect_tidy(list, fixed_width);
  EXPECT_EQ(note_on(small_multiples(spec, 454, 255, vector_style(), fixed_width)), "");
  spec.panels.pop_back();
  EXPECT_EQ(
      note_on(small_multiples(spec, 454, 255, small_style, fixed_width)).find("Each pixel shows the largest"),
      0u);
}

TEST(HeatmapPixels, AlignedHeatmapsSayIt) {
  ComparedHeatmap heatmap(small_weights(400));
  const HeatmapSpec labelled = pixel_spec(heatmap.numbers);
  heatmap.spec.row_labels = labelled.row_labels;
  heatmap.spec.column_labels = labelled.column_labels;
  heatmap.spec.title = labelled.title;
  for (const float height : {120.0f, 255.0f}) {
    const std::vector<const ComparedHeatmap*> one = {&heatmap};
    const AlignedPlan plan = plan_aligned(one, 300, height, small_style, fixed_width);
    const DisplayList list = draw_aligned(heatmap, plan, 300, height, small_style, fixed_width);
    EXPECT_EQ(note_on(list).find("Each pixel shows the largest of "), 0u) << note_on(list);
    testing::expect_tidy(list, fixed_width);
    testing::expect_on_page(list);
  }
}

TEST(HeatmapPixels, AFrameAroundFineCellsBecomesPointersOutsideThem) {
  const Matrix matrix = small_weights(500);
  HeatmapSpec spec = pixel_spec(matrix);
  spec.emphasis = {250, 10};
  const Heatmap figure = heatmap(spec, 454, 255, small_style, fixed_width);
  const Rect cell = figure.rect_of({250, 10});
  EXPECT_EQ(all<FillPolygon>(figure.list).size(), 4u);
  for (const FillPolygon& pointer : all<FillPolygon>(figure.list)) {
    const Point tip = pointer.points[0];
    EXPECT_TRUE(std::fabs(tip.x - cell.centre().x) < 1 || std::fabs(tip.y - cell.centre().y) < 1);
    for (const Point& point : pointer.points) EXPECT_FALSE(figure.cell_at(point)) << "nothing is covered";
  }
  EXPECT_EQ(all<StrokeRect>(figure.list).size(), 1u) << "the frame of all cells only";
}

}  // namespace
}  // namespace attention_lab

// Heatmaps with extreme input: NaN and infinities, very large and very small numbers, very many cells.
#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "fixed_width_metrics.h"
#include "legibility.h"
#include "ui/figures/heatmaps/colour_legend.h"
#include "ui/figures/heatmaps/heatmap.h"

namespace attention_lab {
namespace {

using testing::all;
using testing::fixed_width;
using testing::small_style;
using testing::texts_of;

Matrix weights(Index rows, Index columns) {
  return Matrix::NullaryExpr(rows, columns, [](Index row, Index column) {
    return static_cast<Scalar>((row * 31 + column * 17) % 100) / 100;
  });
}

HeatmapSpec extreme_spec(const Matrix& matrix) {
  HeatmapSpec spec(view_of(matrix));
  for (Index i = 1; i <= matrix.rows(); ++i) spec.row_labels.push_back("row" + std::to_string(i));
  for (Index i = 1; i <= matrix.cols(); ++i) spec.column_labels.push_back("column" + std::to_string(i));
  spec.legend = "weight";
  spec.decimals = 2;
  return spec;
}

Heatmap drawn(const HeatmapSpec& spec, float width = 454, float height = 255) {
  return heatmap(spec, width, height, small_style, fixed_width);
}

TEST(HeatmapExtremes, NumbersThatAreNoneAreHatchedAndNamed) {
  Matrix matrix = weights(3, 3);
  matrix(0, 0) = std::numeric_limits<Scalar>::quiet_NaN();
  matrix(1, 1) = std::numeric_limits<Scalar>::infinity();
  matrix(2, 2) = -std::numeric_limits<Scalar>::infinity();
  const Heatmap figure = drawn(extreme_spec(matrix));
  const char* const words[] = {"NaN", "∞", "−∞"};
  for (Index i = 0; i < 3; ++i) {
    const Rect cell = figure.rect_of({i, i});
    const std::vector<Text> word = texts_of(figure.list, words[i]);
    ASSERT_EQ(word.size(), 1u) << i;
    EXPECT_TRUE(testing::is_within(bounds_of(word[0], fixed_width), cell, 0)) << i;
    bool falls = false;
    bool rises = false;
    for (const Line& line : all<Line>(figure.list)) {
      if (!cell.contains({(line.from.x + line.to.x) / 2, (line.from.y + line.to.y) / 2})) continue;
      (line.to.y > line.from.y ? falls : rises) = true;
    }
    EXPECT_TRUE(falls && rises) << "hatched both ways, unlike masked cells";
  }
  testing::expect_contrast(figure.list, small_style, fixed_width);
}

TEST(HeatmapExtremes, NumbersThatAreNoneAreStripesInAnImage) {
  Matrix matrix = weights(4, 4);
  matrix.row(0).setConstant(std::numeric_limits<Scalar>::quiet_NaN());
  const auto pixels = heatmap_pixels(extreme_spec(matrix), small_style, 4, 4);
  for (std::size_t column = 0; column < 4; ++column) {
    const Colour colour = pixels->colours[column];
    EXPECT_TRUE(colour == small_style.ground || colour == small_style.quiet_text) << column;
  }
  EXPECT_NE(pixels->colours[0], pixels->colours[2]);
}

TEST(HeatmapExtremes, MaskedCellsAreOneHatchedArea) {
  for (const Index tokens : {Index{2}, Index{8}, Index{100}}) {
    const Matrix matrix = weights(tokens, tokens);
    HeatmapSpec spec = extreme_spec(matrix);
    spec.mask = Mask::causal;
    const Heatmap figure = drawn(spec);
    int lines = 0;
    for (const Line& line : all<Line>(figure.list)) {
      const Point middle{(line.from.x + line.to.x) / 2, (line.from.y + line.to.y) / 2};
      const std::optional<CellIndex> cell = figure.cell_at(middle);
      if (!cell) continue;  // a tick of the legend
      EXPECT_GE(cell->column, cell->row) << tokens;
      ++lines;
    }
    EXPECT_GT(lines, 0) << tokens;
    EXPECT_LT(lines, 200) << tokens;
  }
}

TEST(HeatmapExtremes, EdgesStandOnPixelsNotOnPoints) {
  const Matrix matrix = weights(7, 7);
  FigureStyle fine = small_style;
  fine.pixel = 0.24f;
  const Heatmap figure = heatmap(extreme_spec(matrix), 300, 300, fine, fixed_width);
  bool is_between_points = false;
  for (Index i = 0; i < 7; ++i) {
    const float x = figure.rect_of({0, i}).x;
    EXPECT_NEAR(std::round(x / fine.pixel) * fine.pixel, x, 1e-3f);
    is_between_points = is_between_points || std::fabs(std::round(x) - x) > 0.1f;
  }
  EXPECT_TRUE(is_between_points);
}

TEST(HeatmapExtremes, NumbersAreLargeEnoughOrLeftOut) {
  for (Index tokens = 1; tokens <= 40; ++tokens) {
    const Matrix matrix = weights(tokens, tokens);
    const Heatmap figure = drawn(extreme_spec(matrix));
    std::size_t numbers = 0;
    for (const Text& text : all<Text>(figure.list)) {
      if (!figure.cell_at(text.position)) continue;
      ++numbers;
      EXPECT_GE(text.size, 0.55f * small_style.font_size) << tokens;
    }
    EXPECT_TRUE(numbers == 0 || numbers == static_cast<std::size_t>(tokens * tokens)) << tokens;
    EXPECT_TRUE(numbers > 0 || tokens > 8) << tokens;
  }
}

TEST(HeatmapExtremes, FewRowsOfManyColumnsKeepAllTheirLabels) {
  const Matrix matrix = weights(6, 64);
  const Heatmap figure = drawn(extreme_spec(matrix));
  for (int row = 1; row <= 6; ++row)
    EXPECT_EQ(texts_of(figure.list, "row" + std::to_string(row)).size(), 1u) << row;
}

TEST(HeatmapExtremes, TheBarIsAsLongAsTheMatrix) {
  for (const Index tokens : {Index{3}, Index{6}, Index{40}, Index{200}}) {
    const Matrix matrix = weights(tokens, tokens);
    const Heatmap figure = drawn(extreme_spec(matrix));
    const Rect& cells = figure.cells;
    bool is_there = false;
    for (const FillRect& fill : all<FillRect>(figure.list)) {
      const bool is_bar = fill.rect.x > cells.right() && std::fabs(fill.rect.height - cells.height) < 1.5f &&
                          std::fabs(fill.rect.y - cells.y) < 1;
      is_there = is_there || is_bar;
    }
    EXPECT_TRUE(is_there) << tokens;
  }
}

TEST(HeatmapExtremes, TheTicksOfTheBarHaveTheDecimalsOfTheCells) {
  const Matrix matrix = weights(6, 6);
  HeatmapSpec spec = extreme_spec(matrix);
  for (const auto& [decimals, top] : {std::pair{1, "1.0"}, {2, "1.00"}, {4, "1.0000"}}) {
    spec.decimals = decimals;
    const Heatmap figure = drawn(spec);
    std::size_t ticks = 0;
    for (const Text& text : texts_of(figure.list, top))
      ticks += text.position.x > figure.cells.right() ? 1 : 0;
    EXPECT_EQ(ticks, 1u) << decimals;
  }
}

TEST(HeatmapExtremes, TheLegendHasTheRealRange) {
  const Matrix matrix = weights(3, 3);
  HeatmapSpec spec = extreme_spec(matrix);
  spec.map = ColourMap::puor;
  spec.low = -1.2e6;
  spec.high = 1.2e6;
  const Heatmap figure = drawn(spec);
  const std::vector<Text> low = texts_of(figure.list, "−1.2e6");
  const std::vector<Text> zero = texts_of(figure.list, "0");
  const std::vector<Text> high = texts_of(figure.list, "1.2e6");
  ASSERT_TRUE(low.size() == 1 && zero.size() == 1 && high.size() == 1);
  EXPECT_NEAR(zero[0].position.y, (low[0].position.y + high[0].position.y) / 2, 1e-3f) << "0 in the middle";
}

TEST(ScaleNumbers, AreAsShortAsTellThemApart) {
  const auto written = [](std::vector<double> numbers) { return scale_numbers(numbers); };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(written({1, 0.5, 0}), (Texts{"1.0", "0.5", "0"}));
  EXPECT_EQ(written({2, 0, -2}), (Texts{"2", "0", "−2"}));
  EXPECT_EQ(written({0.0003, 0.00015, 0}), (Texts{"0.00030", "0.00015", "0"}));
  EXPECT_EQ(written({0.84371, 0.421855, 0}), (Texts{"0.844", "0.422", "0"}));
  EXPECT_EQ(written({3e-7, 1.5e-7, 0}), (Texts{"3e-7", "1.5e-7", "0"}));
  EXPECT_EQ(written({1.2e6, 0, -1.2e6}), (Texts{"1.2e6", "0", "−1.2e6"}));
}

TEST(HeatmapExtremes, EmphasisIsARowAColumnOrACell) {
  const Matrix matrix = weights(4, 5);
  const auto frame_of = [&](Emphasis emphasis) {
    HeatmapSpec spec = extreme_spec(matrix);
    spec.emphasis = emphasis;
    return all<StrokeRect>(drawn(spec).list).back();
  };
  const Heatmap figure = drawn(extreme_spec(matrix));
  EXPECT_TRUE(all<StrokeRect>(figure.list).empty());
  const float line = 2;
  EXPECT_NEAR(frame_of({1, {}}).rect.width, figure.cells.width, line);
  EXPECT_NEAR(frame_of({1, {}}).rect.height, figure.cell_height(), line + 1);
  EXPECT_NEAR(frame_of({{}, 2}).rect.height, figure.cells.height, line);
  EXPECT_NEAR(frame_of({{}, 2}).rect.width, figure.cell_width(), line + 1);
  const StrokeRect cell = frame_of({1, 2});
  EXPECT_NEAR(cell.rect.width, figure.cell_width(), line + 1);
  EXPECT_NEAR(cell.rect.height, figure.cell_height(), line + 1);
  EXPECT_EQ(cell.colour, small_style.accent);
}

/// Counts how often widths are measured.
class CountingMetrics : public testing::FixedWidthMetrics {
 public:
  float width(std::string_view text, float size, FontWeight weight) const override {
    ++asked;
    return FixedWidthMetrics::width(text, size, weight);
  }
  mutable int asked = 0;
};

TEST(HeatmapExtremes, AThousandTokensAreNotMeasuredOneByOne) {
  const Matrix matrix = weights(1024, 1024);
  HeatmapSpec spec = extreme_spec(matrix);
  const CountingMetrics counting;
  const Heatmap figure = heatmap(spec, 454, 255, small_style, counting);
  EXPECT_LT(counting.asked, 600);
  EXPECT_LT(figure.list.commands.size(), 400u);
  ASSERT_EQ(all<Image>(figure.list).size(), 1u);
  testing::expect_tidy(figure.list, fixed_width);
}

TEST(HeatmapExtremes, LongSidesAreLabelledAtRoundSteps) {
  const Matrix matrix = weights(1024, 3);
  HeatmapSpec spec = extreme_spec(matrix);
  for (std::size_t i = 0; i < spec.row_labels.size(); ++i) spec.row_labels[i] = std::to_string(i + 1);
  const Heatmap figure = drawn(spec);
  EXPECT_EQ(texts_of(figure.list, "100").size(), 1u);
  EXPECT_EQ(texts_of(figure.list, "1000").size(), 1u);
  EXPECT_TRUE(texts_of(figure.list, "1024").empty()) << "not squeezed in";
}

TEST(HeatmapExtremes, MatricesWithoutCellsAreATitle) {
  const Matrix matrix(0, 3);
  HeatmapSpec spec(view_of(matrix));
  spec.title = "Nothing";
  EXPECT_EQ(texts_of(drawn(spec).list, "Nothing").size(), 1u);
}

}  // namespace
}  // namespace attention_lab

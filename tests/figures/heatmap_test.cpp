#include "ui/figures/heatmaps/heatmap.h"

#include <algorithm>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "fixed_width_metrics.h"
#include "legibility.h"

namespace attention_lab {
namespace {

using testing::described;
using testing::fixed_width;
using testing::is_within;
using testing::plain_style;

Matrix random_weights(Index rows, Index columns, std::uint32_t seed = 1) {
  std::mt19937 generator(seed);
  return Matrix::NullaryExpr(rows, columns, [&] { return static_cast<Scalar>(generator() % 1000) / 1000; });
}

HeatmapSpec heatmap_spec(const Matrix& matrix) {
  HeatmapSpec spec(view_of(matrix));
  for (Index i = 0; i < matrix.rows(); ++i) spec.row_labels.push_back("row" + std::to_string(i));
  for (Index i = 0; i < matrix.cols(); ++i) spec.column_labels.push_back("col" + std::to_string(i));
  spec.title = "Attention weights";
  spec.row_axis = "query";
  spec.column_axis = "key";
  spec.legend = "weight";
  return spec;
}

template <class Command>
std::vector<Command> all_in(const Heatmap& figure) {
  return testing::all<Command>(figure.list);
}

Colour map_colour(const HeatmapSpec& spec, Index row, Index column) {
  const double t = (static_cast<double>(spec.values(row, column)) - spec.low) / (spec.high - spec.low);
  return sample(spec.map, static_cast<float>(t));
}

/// The rectangles that fill a cell, in drawing order.
std::vector<FillRect> fills_of(const Heatmap& figure, CellIndex cell) {
  const Rect place = figure.rect_of(cell);
  std::vector<FillRect> found;
  for (const FillRect& fill : all_in<FillRect>(figure)) {
    const bool is_cell = is_within(fill.rect, place, 0.01f) && fill.rect.width >= place.width - 2 &&
                         fill.rect.height >= place.height - 2;
    if (is_cell) found.push_back(fill);
  }
  return found;
}

void expect_tidy_heatmap(const Heatmap& figure) {
  EXPECT_TRUE(is_within(figure.cells, {0, 0, figure.list.width, figure.list.height}, 0.5f));
  testing::expect_tidy(figure.list, fixed_width);
}

TEST(Heatmap, ColoursEveryCellOnce) {
  for (const auto& [rows, columns] : {std::pair<Index, Index>{1, 1}, {6, 6}, {1, 12}, {12, 1}, {20, 7}}) {
    const Matrix matrix = random_weights(rows, columns);
    const HeatmapSpec spec = heatmap_spec(matrix);
    const Heatmap figure = heatmap(spec, 900, 700, plain_style, fixed_width);
    EXPECT_EQ(figure.rows, rows);
    EXPECT_EQ(figure.columns, columns);
    for (Index row = 0; row < rows; ++row) {
      for (Index column = 0; column < columns; ++column) {
        const std::vector<FillRect> fills = fills_of(figure, {row, column});
        ASSERT_EQ(fills.size(), 1u) << row << " " << column;
        EXPECT_EQ(fills[0].colour, map_colour(spec, row, column)) << row << " " << column;
      }
    }
  }
}

TEST(Heatmap, WritesEveryVisibleNumberInInkThatStandsOut) {
  const Matrix matrix = random_weights(6, 6);
  HeatmapSpec spec = heatmap_spec(matrix);
  spec.mask = Mask::causal;
  const Heatmap figure = heatmap(spec, 900, 700, plain_style, fixed_width);
  for (Index row = 0; row < 6; ++row) {
    for (Index column = 0; column < 6; ++column) {
      const Rect cell = figure.rect_of({row, column});
      int numbers = 0;
      for (const Text& text : all_in<Text>(figure)) {
        if (!cell.contains(text.position) || text.is_turned) continue;
        ++numbers;
        EXPECT_TRUE(is_within(bounds_of(text, fixed_width), cell, 0)) << described(text, fixed_width);
        EXPECT_GE(contrast(text.colour, map_colour(spec, row, column)), 4.5f) << described(text, fixed_width);
      }
      EXPECT_EQ(numbers, column <= row ? 1 : 0) << row << " " << column;
    }
  }
}

TEST(Heatmap, HiddenCellsHaveNoColourOfTheMap) {
  const Matrix matrix = random_weights(8, 8);
  HeatmapSpec spec = heatmap_spec(matrix);
  spec.mask = Mask::causal;
  const Heatmap figure = heatmap(spec, 900, 700, plain_style, fixed_width);
  for (Index row = 0; row < 8; ++row) {
    for (Index column = row + 1; column < 8; ++column) {
      for (const FillRect& fill : fills_of(figure, {row, column})) {
        for (int i = 0; i <= 630; ++i) {
          ASSERT_NE(fill.colour, sample(spec.map, static_cast<float>(i) / 630)) << row << " " << column;
        }
      }
    }
  }
}

TEST(Heatmap, EveryMaskHatchesWhatItHidesAndNothingElse) {
  const Matrix matrix = random_weights(7, 7);
  VisibleCells painted = VisibleCells::Ones(7, 7);
  for (Index i = 0; i < 49; i += 3) painted(i / 7, i % 7) = 0;
  painted.row(4).setZero();
  for (const Mask& mask : {Mask::sliding_window({2, 1}), Mask::sliding_window({{}, 0}), Mask::padded(2, true),
                           Mask::padded(7, false), Mask::of_cells(painted)}) {
    HeatmapSpec spec = heatmap_spec(matrix);
    spec.mask = mask;
    const Heatmap figure = heatmap(spec, 900, 700, plain_style, fixed_width);
    const std::vector<Line> lines = all_in<Line>(figure);
    for (Index row = 0; row < 7; ++row) {
      for (Index column = 0; column < 7; ++column) {
        const Rect cell = figure.rect_of({row, column});
        const auto crosses = [&](const Line& line) {
          if (line.from.x >= line.to.x || line.from.y <= line.to.y) return false;  // hatching rises
          const float sum = line.from.x + line.from.y;
          const float low = std::max(line.from.x, cell.x + 1);
          const float high = std::min({line.to.x, cell.right() - 1, sum - cell.y - 1});
          return std::max(low, sum - cell.bottom() + 1) < high;
        };
        EXPECT_EQ(std::any_of(lines.begin(), lines.end(), crosses), !is_visible(mask, row, column, 7))
            << row << " " << column;
      }
    }
  }
}

TEST(Heatmap, LongSentencesAreOneImage) {
  const Matrix matrix = random_weights(1024, 1024);
  HeatmapSpec spec = heatmap_spec(matrix);
  spec.mask = Mask::causal;
  FigureStyle fine = plain_style;
  fine.pixel = 0.25f;
  const Heatmap figure = heatmap(spec, 900, 700, fine, fixed_width);
  const std::vector<Image> images = all_in<Image>(figure);
  ASSERT_EQ(images.size(), 1u);
  const Pixels& pixels = *images[0].pixels;
  ASSERT_EQ(pixels.width, 1024);
  ASSERT_EQ(pixels.height, 1024);
  ASSERT_EQ(pixels.colours.size(), 1024u * 1024u);
  for (const Index at : {0, 17, 500, 1023}) {
    EXPECT_EQ(pixels.colours[static_cast<std::size_t>(at * 1024)], map_colour(spec, at, 0)) << at;
  }
  EXPECT_EQ(pixels.colours[1023].alpha, 0) << "hidden";
  EXPECT_LT(figure.list.commands.size(), 2000u);
  expect_tidy_heatmap(figure);
}

TEST(Heatmap, CellAtIsTheInverseOfRectOf) {
  std::mt19937 generator(4);
  for (int round = 0; round < 60; ++round) {
    const Index rows = 1 + static_cast<Index>(generator() % 60);
    const Index columns = 1 + static_cast<Index>(generator() % 60);
    const Matrix matrix = random_weights(rows, columns);
    const Heatmap figure = heatmap(heatmap_spec(matrix), 1000, 800, plain_style, fixed_width);
    for (Index row = 0; row < rows; ++row) {
      for (Index column = 0; column < columns; ++column) {
        EXPECT_EQ(figure.cell_at(figure.rect_of({row, column}).centre()), (CellIndex{row, column}));
      }
    }
    EXPECT_FALSE(figure.cell_at({figure.cells.x - 2, figure.cells.y + 2}).has_value());
    EXPECT_FALSE(figure.cell_at({figure.cells.right() + 2, figure.cells.bottom() + 2}).has_value());
  }
}

TEST(Heatmap, NeighboursShareTheirEdge) {
  const Matrix matrix = random_weights(13, 9);
  const Heatmap figure = heatmap(heatmap_spec(matrix), 777, 555, plain_style, fixed_width);
  for (Index row = 0; row + 1 < 13; ++row) {
    EXPECT_EQ(figure.rect_of({row, 0}).bottom(), figure.rect_of({row + 1, 0}).y);
  }
  for (Index column = 0; column + 1 < 9; ++column) {
    EXPECT_EQ(figure.rect_of({0, column}).right(), figure.rect_of({0, column + 1}).x);
  }
}

TEST(Heatmap, TinyPagesAreSurvived) {
  const Matrix matrix = random_weights(6, 6);
  for (const float side : {1.0f, 10.0f, 60.0f, 150.0f}) {
    const Heatmap figure = heatmap(heatmap_spec(matrix), side, side, plain_style, fixed_width);
    EXPECT_FALSE(figure.list.commands.empty());
  }
}

}  // namespace
}  // namespace attention_lab

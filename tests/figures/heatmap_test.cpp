#include "ui/figures/heatmap.h"

#include <algorithm>
#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "fixed_width_metrics.h"

namespace attention_lab {
namespace {

const testing::FixedWidthMetrics metrics;
const FigureStyle style;

Matrix weights(Index rows, Index columns, std::uint32_t seed = 1) {
  std::mt19937 generator(seed);
  return Matrix::NullaryExpr(rows, columns, [&] { return static_cast<Scalar>(generator() % 1000) / 1000; });
}

HeatmapSpec spec_of(const Matrix& matrix) {
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
std::vector<Command> all(const Heatmap& figure) {
  std::vector<Command> found;
  for (const DrawCommand& command : figure.list.commands) {
    if (const auto* one = std::get_if<Command>(&command)) found.push_back(*one);
  }
  return found;
}

Colour map_colour(const HeatmapSpec& spec, Index row, Index column) {
  const double t = (static_cast<double>(spec.values(row, column)) - spec.low) / (spec.high - spec.low);
  return sample(spec.map, static_cast<float>(t));
}

bool is_within(const Rect& inner, const Rect& outer, float tolerance) {
  return inner.x >= outer.x - tolerance && inner.y >= outer.y - tolerance &&
         inner.right() <= outer.right() + tolerance && inner.bottom() <= outer.bottom() + tolerance;
}

/// Rectangles that fill a cell, in the order of the list.
std::vector<FillRect> fills_of(const Heatmap& figure, CellIndex cell) {
  const Rect place = figure.rect_of(cell);
  std::vector<FillRect> found;
  for (const FillRect& fill : all<FillRect>(figure)) {
    const bool is_cell = is_within(fill.rect, place, 0.01f) && fill.rect.width >= place.width - 2 &&
                         fill.rect.height >= place.height - 2;
    if (is_cell) found.push_back(fill);
  }
  return found;
}

/// The part of the page that a text covers; letters are a little lower than the font size.
Rect extent(const Text& text) {
  const float width = text.is_markup ? layout_markup(text.text, text.size, text.weight, metrics).width
                                     : metrics.width(text.text, text.size, text.weight);
  const float height = text.size * 0.7f;
  const float before = text.horizontal == HorizontalAnchor::left     ? 0
                       : text.horizontal == HorizontalAnchor::centre ? width / 2
                                                                     : width;
  if (text.is_turned) return {text.position.x - height / 2, text.position.y + before - width, height, width};
  return {text.position.x - before, text.position.y - height / 2, width, height};
}

std::string described(const Text& text) {
  const Rect r = extent(text);
  return "“" + text.text + "” " + std::to_string(r.x) + "…" + std::to_string(r.right()) + ", " +
         std::to_string(r.y) + "…" + std::to_string(r.bottom());
}

bool share_ink(const Rect& a, const Rect& b) {
  constexpr float touch = 0.5f;
  return std::min(a.right(), b.right()) - std::max(a.x, b.x) > touch &&
         std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y) > touch;
}

void expect_tidy(const Heatmap& figure) {
  const Rect page{0, 0, figure.list.width, figure.list.height};
  EXPECT_TRUE(is_within(figure.cells, page, 0.5f));
  const std::vector<Text> texts = all<Text>(figure);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_TRUE(is_within(extent(texts[i]), page, 1)) << described(texts[i]);
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_FALSE(share_ink(extent(texts[i]), extent(texts[j])))
          << described(texts[i]) << " and " << described(texts[j]);
    }
  }
}

TEST(Heatmap, ColoursEveryCellOnce) {
  for (const auto& [rows, columns] : {std::pair<Index, Index>{1, 1}, {6, 6}, {1, 12}, {12, 1}, {20, 7}}) {
    const Matrix matrix = weights(rows, columns);
    const HeatmapSpec spec = spec_of(matrix);
    const Heatmap figure = heatmap(spec, 900, 700, style, metrics);
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
  const Matrix matrix = weights(6, 6);
  HeatmapSpec spec = spec_of(matrix);
  spec.mask = Mask::causal;
  const Heatmap figure = heatmap(spec, 900, 700, style, metrics);
  for (Index row = 0; row < 6; ++row) {
    for (Index column = 0; column < 6; ++column) {
      const Rect cell = figure.rect_of({row, column});
      int numbers = 0;
      for (const Text& text : all<Text>(figure)) {
        if (!cell.contains(text.position) || text.is_turned) continue;
        ++numbers;
        EXPECT_TRUE(is_within(extent(text), cell, 0.5f)) << described(text);
        EXPECT_GE(contrast(text.colour, map_colour(spec, row, column)), 3) << described(text);
      }
      EXPECT_EQ(numbers, column <= row ? 1 : 0) << row << " " << column;
    }
  }
}

TEST(Heatmap, HiddenCellsHaveNoColourOfTheMap) {
  const Matrix matrix = weights(8, 8);
  HeatmapSpec spec = spec_of(matrix);
  spec.mask = Mask::causal;
  const Heatmap figure = heatmap(spec, 900, 700, style, metrics);
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

TEST(Heatmap, LabelsStayOnThePageAndApart) {
  std::mt19937 generator(3);
  const std::string letters[] = {"a", "b", "é", "語", "W"};
  for (int round = 0; round < 150; ++round) {
    SCOPED_TRACE(round);
    const Index rows = 1 + static_cast<Index>(generator() % 40);
    const Index columns = generator() % 2 == 0 ? rows : 1 + static_cast<Index>(generator() % 40);
    const Matrix matrix = weights(rows, columns, static_cast<std::uint32_t>(round));
    HeatmapSpec spec = spec_of(matrix);
    const std::size_t longest = 1 + generator() % 30;
    for (std::vector<std::string>* labels : {&spec.row_labels, &spec.column_labels}) {
      for (std::string& label : *labels) {
        label.clear();
        for (std::size_t i = 1 + generator() % longest; i > 0; --i)
          label += letters[generator() % std::size(letters)];
      }
    }
    if (generator() % 2 == 0) spec.row_notes.assign(static_cast<std::size_t>(rows), "Σ 1");
    if (generator() % 4 == 0) spec.title.clear();
    if (generator() % 4 == 0) spec.row_axis.clear();
    if (generator() % 4 == 0) spec.column_axis.clear();
    if (generator() % 2 == 0) spec.mask = Mask::causal;
    spec.decimals = static_cast<int>(generator() % 8);
    spec.emphasis = {static_cast<Index>(generator()) % rows, static_cast<Index>(generator()) % columns};
    const float width = 640 + static_cast<float>(generator() % 1300);
    const float height = 480 + static_cast<float>(generator() % 800);
    SCOPED_TRACE(std::to_string(rows) + " × " + std::to_string(columns) + " on " + std::to_string(width) +
                 " × " + std::to_string(height));
    expect_tidy(heatmap(spec, width, height, style, metrics));
    if (HasFailure()) break;
  }
}

TEST(Heatmap, LongSentencesAreOneImage) {
  const Matrix matrix = weights(1024, 1024);
  HeatmapSpec spec = spec_of(matrix);
  spec.mask = Mask::causal;
  const Heatmap figure = heatmap(spec, 900, 700, style, metrics);
  const std::vector<Image> images = all<Image>(figure);
  ASSERT_EQ(images.size(), 1u);
  const Pixels& pixels = *images[0].pixels;
  ASSERT_EQ(pixels.width, 1024);
  ASSERT_EQ(pixels.height, 1024);
  ASSERT_EQ(pixels.colours.size(), 1024u * 1024u);
  for (const Index at : {0, 17, 500, 1023}) {
    EXPECT_EQ(pixels.colours[static_cast<std::size_t>(at * 1024)], map_colour(spec, at, 0)) << at;
  }
  EXPECT_EQ(pixels.colours[1023], style.ground) << "hidden";
  EXPECT_LT(figure.list.commands.size(), 2000u);
  expect_tidy(figure);
}

TEST(Heatmap, CellAtIsTheInverseOfRectOf) {
  std::mt19937 generator(4);
  for (int round = 0; round < 60; ++round) {
    const Index rows = 1 + static_cast<Index>(generator() % 60);
    const Index columns = 1 + static_cast<Index>(generator() % 60);
    const Matrix matrix = weights(rows, columns);
    const Heatmap figure = heatmap(spec_of(matrix), 1000, 800, style, metrics);
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
  const Matrix matrix = weights(13, 9);
  const Heatmap figure = heatmap(spec_of(matrix), 777, 555, style, metrics);
  for (Index row = 0; row + 1 < 13; ++row) {
    EXPECT_EQ(figure.rect_of({row, 0}).bottom(), figure.rect_of({row + 1, 0}).y);
  }
  for (Index column = 0; column + 1 < 9; ++column) {
    EXPECT_EQ(figure.rect_of({0, column}).right(), figure.rect_of({0, column + 1}).x);
  }
}

TEST(Heatmap, DrawsNumbersThatAreNone) {
  Matrix matrix = weights(3, 3);
  matrix(0, 0) = std::numeric_limits<Scalar>::quiet_NaN();
  matrix(1, 1) = std::numeric_limits<Scalar>::infinity();
  matrix(2, 2) = -std::numeric_limits<Scalar>::infinity();
  expect_tidy(heatmap(spec_of(matrix), 600, 500, style, metrics));
}

TEST(Heatmap, TinyPagesAreSurvived) {
  const Matrix matrix = weights(6, 6);
  for (const float side : {1.0f, 10.0f, 60.0f, 150.0f}) {
    const Heatmap figure = heatmap(spec_of(matrix), side, side, style, metrics);
    EXPECT_FALSE(figure.list.commands.empty());
  }
}

}  // namespace
}  // namespace attention_lab

#include "ui/figures/heatmaps/small_multiples.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "fixed_width_metrics.h"
#include "legibility.h"

namespace attention_lab {
namespace {

using testing::fixed_width;
using testing::small_style;
using testing::texts_of;

/// Matrices of `rows` × `columns` in [0, 1), each different.
std::vector<Matrix> matrices(std::size_t count, Index rows, Index columns) {
  std::vector<Matrix> all;
  for (std::size_t i = 0; i < count; ++i) {
    all.push_back(Matrix::NullaryExpr(rows, columns, [&](Index row, Index column) {
      return static_cast<Scalar>((row * 31 + column * 17 + static_cast<Index>(i) * 7) % 100) / 100;
    }));
  }
  return all;
}

std::vector<std::string> words(const std::string& word, Index count) {
  std::vector<std::string> all;
  for (Index i = 0; i < count; ++i) all.push_back(word + std::to_string(i));
  return all;
}

SmallMultiplesSpec panels_spec(const std::vector<Matrix>& all) {
  SmallMultiplesSpec spec;
  spec.title = "All heads";
  for (const Matrix& matrix : all) {
    HeatmapSpec panel(view_of(matrix));
    panel.row_labels = words("query", matrix.rows());
    panel.column_labels = words("key", matrix.cols());
    panel.title = "head " + std::to_string(spec.panels.size() + 1);
    panel.row_axis = "queries";
    panel.column_axis = "keys";
    panel.legend = "weight";
    panel.decimals = 2;
    spec.panels.push_back(panel);
  }
  return spec;
}

/// The rectangles in this colour.
std::vector<Rect> fills_of(const DisplayList& list, Colour colour) {
  std::vector<Rect> found;
  for (const FillRect& fill : testing::all<FillRect>(list)) {
    if (fill.colour == colour) found.push_back(fill.rect);
  }
  return found;
}

TEST(SmallMultiples, ShowEveryPanelUnderItsTitle) {
  const std::vector<Matrix> all = matrices(5, 4, 4);
  const DisplayList list = small_multiples(panels_spec(all), 800, 450, small_style, fixed_width);
  for (int head = 1; head <= 5; ++head)
    EXPECT_EQ(texts_of(list, "head " + std::to_string(head)).size(), 1u) << head;
  EXPECT_EQ(texts_of(list, "All heads").size(), 1u);
}

TEST(SmallMultiples, ColourEveryCellOfEveryPanel) {
  const std::vector<Matrix> all = matrices(3, 4, 5);
  const SmallMultiplesSpec spec = panels_spec(all);
  const DisplayList list = small_multiples(spec, 800, 450, small_style, fixed_width);
  for (const Matrix& matrix : all) {
    for (Index i = 0; i < matrix.size(); ++i) {
      const Colour colour = sample(ColourMap::viridis, matrix.data()[i]);
      EXPECT_FALSE(fills_of(list, colour).empty()) << i;
    }
  }
}

TEST(SmallMultiples, HaveCellsOfOneSize) {
  const std::vector<Matrix> all = matrices(4, 1, 1);
  SmallMultiplesSpec spec = panels_spec(all);
  for (HeatmapSpec& panel : spec.panels) panel.shows_values = false;
  const DisplayList list = small_multiples(spec, 800, 450, small_style, fixed_width);
  std::set<float> widths;
  for (const Matrix& matrix : all) {
    const std::vector<Rect> cells = fills_of(list, sample(ColourMap::viridis, matrix(0, 0)));
    ASSERT_FALSE(cells.empty());
    const auto largest = std::max_element(cells.begin(), cells.end(), [](const Rect& a, const Rect& b) {
      return a.width * a.height < b.width * b.height;
    });
    widths.insert(largest->width);
  }
  EXPECT_LE(*widths.rbegin() - *widths.begin(), small_style.pixel);
}

TEST(SmallMultiples, ShareOneLegendOfOneScale) {
  const std::vector<Matrix> all = matrices(4, 3, 3);
  const DisplayList list = small_multiples(panels_spec(all), 800, 450, small_style, fixed_width);
  EXPECT_EQ(texts_of(list, "weight").size(), 1u);
  EXPECT_EQ(texts_of(list, "1.00").size(), 1u);
}

TEST(SmallMultiples, OfTwoScalesHaveTwoLegends) {
  const std::vector<Matrix> all = matrices(3, 3, 3);
  SmallMultiplesSpec spec = panels_spec(all);
  spec.panels[2].map = ColourMap::puor;
  spec.panels[2].low = -0.5;
  spec.panels[2].high = 0.5;
  spec.panels[2].legend = "difference";
  const DisplayList list = small_multiples(spec, 800, 450, small_style, fixed_width);
  EXPECT_EQ(texts_of(list, "weight").size(), 1u);
  EXPECT_EQ(texts_of(list, "difference").size(), 1u);
  EXPECT_EQ(texts_of(list, "−0.50").size(), 1u);
}

TEST(SmallMultiples, LegendsOfOneNameAreNamedAfterTheirPanels) {
  const std::vector<Matrix> all = matrices(2, 3, 3);
  SmallMultiplesSpec spec = panels_spec(all);
  spec.panels[1].high = 0.5;
  const DisplayList list = small_multiples(spec, 800, 450, small_style, fixed_width);
  EXPECT_TRUE(texts_of(list, "weight").empty());
  EXPECT_EQ(texts_of(list, "head 1").size(), 2u);
  EXPECT_EQ(texts_of(list, "head 2").size(), 2u);
}

TEST(SmallMultiples, ShareTheLabelsOfTheOuterPanels) {
  const std::vector<Matrix> all = matrices(4, 3, 3);
  SmallMultiplesSpec spec = panels_spec(all);
  const DisplayList shared = small_multiples(spec, 800, 450, small_style, fixed_width);
  const std::size_t rows = texts_of(shared, "query0").size();
  const std::size_t columns = texts_of(shared, "key0").size();
  EXPECT_EQ(rows * columns, 4u) << "as many as there are rows and columns of panels";
  spec.panels[1].row_labels[2] = "other";
  const DisplayList own = small_multiples(spec, 800, 450, small_style, fixed_width);
  EXPECT_EQ(texts_of(own, "query0").size(), 4u);
  EXPECT_EQ(texts_of(own, "key0").size(), 4u);
}

TEST(SmallMultiples, FillWidePagesSideBySideAndHighOnesDownwards) {
  const std::vector<Matrix> all = matrices(3, 4, 4);
  const auto places = [&](float width, float height) {
    const DisplayList list = small_multiples(panels_spec(all), width, height, small_style, fixed_width);
    const Point first = texts_of(list, "head 1").at(0).position;
    const Point last = texts_of(list, "head 3").at(0).position;
    return std::pair(last.x - first.x, last.y - first.y);
  };
  EXPECT_GT(places(900, 300).first, 100);
  EXPECT_FLOAT_EQ(places(900, 300).second, 0);
  EXPECT_FLOAT_EQ(places(300, 900).first, 0);
  EXPECT_GT(places(300, 900).second, 100);
}

TEST(SmallMultiples, HideWhatTheMaskHides) {
  const std::vector<Matrix> all = matrices(2, 3, 3);
  SmallMultiplesSpec spec = panels_spec(all);
  for (HeatmapSpec& panel : spec.panels) {
    panel.mask = Mask::causal;
    panel.has_bar = false;
  }
  std::size_t numbers = 0;
  for (const Text& text : testing::all<Text>(small_multiples(spec, 800, 450, small_style, fixed_width)))
    numbers += text.text.find('.') == 1 && text.text.size() == 4 ? 1 : 0;
  EXPECT_EQ(numbers, 12u) << "six of each panel";
}

TEST(SmallMultiples, OfNothingIsATitle) {
  SmallMultiplesSpec spec;
  EXPECT_TRUE(small_multiples(spec, 300, 200, small_style, fixed_width).commands.empty());
  spec.title = "All heads";
  EXPECT_EQ(small_multiples(spec, 300, 200, small_style, fixed_width).commands.size(), 1u);
}

TEST(SmallMultiples, SurviveAnyPage) {
  const std::vector<Matrix> all = matrices(12, 6, 6);
  for (const float side : {1.0f, 20.0f, 60.0f, 4000.0f}) {
    const DisplayList list = small_multiples(panels_spec(all), side, side, small_style, fixed_width);
    EXPECT_FALSE(list.commands.empty()) << side;
  }
}

}  // namespace
}  // namespace attention_lab

// Every text of every figure is legible: tested with random matrices with long and unusual tokens, on pages
// of many sizes, in both themes and with all colour maps.
#include <gtest/gtest.h>

#include "random_figures.h"
#include "ui/figures/heatmaps/heatmap.h"
#include "ui/figures/heatmaps/matrix_formula.h"
#include "ui/figures/heatmaps/small_multiples.h"

namespace attention_lab {
namespace {

using testing::fixed_width;
using testing::on_random_pages;
using testing::RandomFigures;

TEST(Legibility, OfHeatmaps) {
  on_random_pages(500, [](RandomFigures& random, Point page, const FigureStyle& style) {
    const Index rows = 1 + random.below(40);
    const Matrix matrix = random.matrix(rows, random.one_in(2) ? rows : 1 + random.below(40));
    return heatmap(random.heatmap_of(matrix), page.x, page.y, style, fixed_width).list;
  });
}

TEST(Legibility, OfSmallMultiples) {
  on_random_pages(200, [](RandomFigures& random, Point page, const FigureStyle& style) {
    const Index rows = 1 + random.below(20);
    const Index columns = random.one_in(2) ? rows : 1 + random.below(20);
    std::vector<Matrix> matrices;
    for (Index i = random.below(13); i > 0; --i) matrices.push_back(random.matrix(rows, columns));
    SmallMultiplesSpec spec;
    spec.title = random.caption("All heads");
    const bool is_alike = random.one_in(2);
    for (const Matrix& matrix : matrices) {
      HeatmapSpec panel = random.heatmap_of(matrix);
      panel.title = random.caption("head " + std::to_string(spec.panels.size() + 1));
      if (is_alike && !spec.panels.empty()) {
        const HeatmapSpec& first = spec.panels.front();
        panel.row_labels = first.row_labels;
        panel.column_labels = first.column_labels;
        panel.map = first.map;
        panel.low = first.low;
        panel.high = first.high;
      }
      spec.panels.push_back(panel);
    }
    return small_multiples(spec, page.x, page.y, style, fixed_width);
  });
}

TEST(Legibility, OfMatrixFormulas) {
  on_random_pages(300, [](RandomFigures& random, Point page, const FigureStyle& style) {
    const Matrix matrix = random.matrix(1 + random.below(40), 1 + random.below(40));
    MatrixFormulaSpec spec(view_of(matrix));
    spec.name = random.caption("W_q");
    spec.formula = random.caption("= softmax of each row");
    spec.title = random.caption("The queries");
    if (random.one_in(2)) spec.row_labels = random.tokens(matrix.rows());
    if (random.one_in(2)) spec.column_labels = random.tokens(matrix.cols());
    if (random.one_in(3)) spec.mask = Mask::causal;
    if (random.one_in(2)) {
      spec.map = all_colour_maps[static_cast<std::size_t>(random.below(6))];
      spec.high = random.one_in(2) ? 1 : 1.2e6;
      spec.low = random.one_in(2) ? 0 : -spec.high;
    }
    spec.decimals = static_cast<int>(random.below(8));
    return matrix_formula(spec, page.x, page.y, style, fixed_width);
  });
}

}  // namespace
}  // namespace attention_lab

// Random figures: matrices, tokens, captions, pages and styles, reproducible from a seed.
#pragma once

#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "core/attention/types.h"
#include "fixed_width_metrics.h"
#include "legibility.h"
#include "ui/figures/heatmaps/heatmap.h"

namespace attention_lab::testing {

class RandomFigures {
 public:
  explicit RandomFigures(std::uint32_t seed) : generator_(seed) {}

  Index below(Index count) { return static_cast<Index>(generator_() % static_cast<std::uint32_t>(count)); }
  bool one_in(Index count) { return below(count) == 0; }

  Matrix matrix(Index rows, Index columns) {
    static const Scalar scales[] = {1, 1, 1, 1e-4f, 300, 2e6f, 1e20f};
    const Scalar scale = scales[below(static_cast<Index>(std::size(scales)))];
    const bool is_signed = one_in(2);
    Matrix values = Matrix::NullaryExpr(rows, columns, [&] {
      const Scalar value = static_cast<Scalar>(below(2001)) / 1000 - (is_signed ? 1 : 0);
      return value * scale;
    });
    constexpr Scalar infinite = std::numeric_limits<Scalar>::infinity();
    for (const Scalar odd : {infinite, -infinite, std::numeric_limits<Scalar>::quiet_NaN()}) {
      if (one_in(4)) values(below(rows), below(columns)) = odd;
    }
    return values;
  }

  std::string token() {
    static const std::string pieces[] = {"a", "b", "é", "語", "W", "_", "^", "\\", "{", "}", "😀", " "};
    static const std::string whole[] = {"", "_^\\{}", "Donaudampfschifffahrtsgesellschaft", "日本語テキスト",
                                        "<|endoftext|>"};
    if (one_in(4)) return whole[below(static_cast<Index>(std::size(whole)))];
    std::string text;
    for (Index i = 1 + below(one_in(5) ? 30 : 8); i > 0; --i)
      text += pieces[below(static_cast<Index>(std::size(pieces)))];
    return text;
  }

  std::vector<std::string> tokens(Index count) {
    std::vector<std::string> all;
    for (Index i = 0; i < count; ++i) all.push_back(token());
    return all;
  }

  std::string caption(const std::string& usual) {
    if (one_in(5)) return {};
    if (one_in(5)) return usual + ", which is far longer than most captions are, with W_{q} and √d_k in it";
    return usual;
  }

  float side() {
    static const float sides[] = {60, 100, 120, 160, 255, 454, 700, 1280, 3900};
    return sides[below(static_cast<Index>(std::size(sides)))] + static_cast<float>(below(50));
  }

  FigureStyle style() {
    static const float sizes[] = {6, 8, 10, 13, 20, 40};
    const float size = sizes[below(static_cast<Index>(std::size(sizes)))];
    FigureStyle style = one_in(2) ? paper_style(size) : night_style(size);
    style.pixel = one_in(2) ? 1 : 0.24f;
    return style;
  }

  HeatmapSpec heatmap_of(const Matrix& matrix) {
    HeatmapSpec spec(view_of(matrix));
    spec.row_labels = tokens(matrix.rows());
    spec.column_labels =
        one_in(2) && matrix.rows() == matrix.cols() ? spec.row_labels : tokens(matrix.cols());
    if (one_in(6)) {
      for (std::size_t i = 0; i < spec.column_labels.size(); ++i)
        spec.column_labels[i] = std::to_string(i + 1);
    }
    if (one_in(8)) spec.row_labels.clear();
    if (one_in(8)) spec.column_labels.clear();
    if (one_in(2)) spec.row_notes.assign(static_cast<std::size_t>(matrix.rows()), "Σ 1");
    spec.title = caption("Attention weights, head 1 of 2");
    spec.row_axis = caption("the token that attends (query)");
    spec.column_axis = caption("the token attended to (key)");
    spec.legend = caption("weight");
    spec.mask = one_in(2) ? Mask::causal : Mask::none;
    spec.map = all_colour_maps[static_cast<std::size_t>(below(static_cast<Index>(all_colour_maps.size())))];
    static const double highs[] = {1, 0.25, 0.0003, 1.2e6, 0.8437, 3e-9, 12345};
    spec.high = highs[below(static_cast<Index>(std::size(highs)))];
    spec.low = one_in(2) ? -spec.high : 0;
    spec.decimals = static_cast<int>(below(8));
    spec.shows_values = !one_in(5);
    if (one_in(2)) spec.emphasis.row = below(matrix.rows());
    if (one_in(2)) spec.emphasis.column = below(matrix.cols());
    return spec;
  }

 private:
  std::mt19937 generator_;
};

/// Draws on many random pages; stops at the first illegible figure.
inline void on_random_pages(
    int rounds, const std::function<DisplayList(RandomFigures&, Point page, const FigureStyle&)>& draw) {
  const FixedWidthMetrics metrics;
  for (int round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
    RandomFigures random(static_cast<std::uint32_t>(round + 1));
    const FigureStyle style = random.style();
    const Point page{random.side(), random.side()};
    SCOPED_TRACE("round " + std::to_string(round) + ": " + std::to_string(page.x) + " × " +
                 std::to_string(page.y) + ", font size " + std::to_string(style.font_size));
    const DisplayList list = draw(random, page, style);
    expect_tidy(list, metrics);
    expect_contrast(list, style, metrics);
  }
}

}  // namespace attention_lab::testing

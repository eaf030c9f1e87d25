// The same property as in legibility_test.cpp for figures without cells.
#include <algorithm>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "random_documents.h"
#include "random_figures.h"
#include "ui/figures/charts/bars.h"
#include "ui/figures/charts/flow.h"
#include "ui/figures/charts/histogram.h"
#include "ui/figures/charts/lines.h"
#include "ui/figures/charts/paths.h"
#include "ui/figures/heatmaps/softmax_figure.h"
#include "ui/figures/pipeline/pipeline_figure.h"

namespace attention_lab {
namespace {

using testing::fixed_width;
using testing::on_random_pages;
using testing::RandomFigures;

std::vector<double> numbers(RandomFigures& random, Index count) {
  const Matrix row = random.matrix(1, count);
  return {row.data(), row.data() + row.size()};
}

TEST(Legibility, OfFlows) {
  on_random_pages(200, [](RandomFigures& random, Point page, const FigureStyle& style) {
    const Index n_queries = 1 + random.below(40);
    const Matrix values = random.matrix(n_queries, random.one_in(2) ? n_queries : 1 + random.below(40));
    FlowSpec spec(view_of(values));
    spec.queries = random.tokens(values.rows());
    spec.keys = random.tokens(values.cols());
    spec.title = random.caption("Attention weights");
    spec.query_caption = random.caption("query");
    spec.key_caption = random.caption("key");
    spec.legend = random.caption("weight");
    spec.mask = random.one_in(2) ? Mask::causal : Mask::none;
    spec.magnitude = random.one_in(2) ? 1 : 1.2e6;
    if (random.one_in(2)) spec.query = random.below(n_queries);
    spec.decimals = static_cast<int>(random.below(6));
    return flow(spec, page.x, page.y, style, fixed_width);
  });
}

TEST(Legibility, OfSoftmaxFigures) {
  on_random_pages(200, [](RandomFigures& random, Point page, const FigureStyle& style) {
    const Index n_keys = 1 + random.below(40);
    SoftmaxSpec spec;
    spec.keys = random.tokens(n_keys);
    spec.title = random.caption("Scores and weights of “journey”");
    for (const char* const title : {"scores QK^T", "÷ √d_k = 1.4142", "softmax"}) {
      SoftmaxStage stage;
      stage.title = random.caption(title);
      stage.values = numbers(random, n_keys);
      stage.note = random.caption("Σ = 1");
      spec.stages.push_back(stage);
    }
    return softmax_figure(spec, page.x, page.y, style, fixed_width);
  });
}

TEST(Legibility, OfBars) {
  on_random_pages(200, [](RandomFigures& random, Point page, const FigureStyle& style) {
    const Index count = 1 + random.below(40);
    BarsSpec spec;
    spec.labels = random.tokens(count);
    for (Index i = random.below(4); i >= 0; --i)
      spec.series.push_back({random.caption("series"), numbers(random, count), std::nullopt});
    spec.title = random.caption("Attention of “journey”");
    spec.value_axis.title = random.caption("weight");
    spec.label_axis = random.caption("key");
    if (random.one_in(2)) spec.strong = static_cast<std::size_t>(random.below(count));
    return bars(spec, page.x, page.y, style, fixed_width);
  });
}

TEST(Legibility, OfLines) {
  on_random_pages(200, [](RandomFigures& random, Point page, const FigureStyle& style) {
    const Index count = 1 + random.below(40);
    LinesSpec spec;
    for (Index series = random.below(5); series >= 0; --series) {
      LineSeries& line = spec.series.emplace_back();
      line.name = random.caption("loss");
      for (const double y : numbers(random, count))
        line.at.push_back({static_cast<float>(line.at.size()), static_cast<float>(y)});
      line.stroke = random.one_in(3) ? Stroke::dashed : Stroke::solid;
      line.has_markers = random.one_in(3);
    }
    spec.title = random.caption("Loss over the steps");
    spec.x_axis.title = random.caption("step");
    spec.y_axis.title = random.caption("loss");
    if (random.one_in(4)) spec.y_axis.kind = ScaleKind::logarithmic;
    if (random.one_in(3)) spec.x_labels = random.tokens(count);
    if (random.one_in(2))
      spec.marker = ChartMarker{static_cast<double>(random.below(count)), random.caption("now")};
    return lines(spec, page.x, page.y, style, fixed_width);
  });
}

TEST(Legibility, OfPaths) {
  on_random_pages(200, [](RandomFigures& random, Point page, const FigureStyle& style) {
    const Index n_tokens = 1 + random.below(40);
    const std::vector<std::string> tokens = random.tokens(n_tokens);
    PathsSpec spec;
    spec.title = random.caption("Paths of q and k");
    spec.x_axis.title = random.caption("coordinate 1");
    spec.y_axis.title = random.caption("coordinate 2");
    spec.has_equal_units = random.one_in(2);
    const auto series = [&](const char* name, Colour colour, PathSeries::Look look) {
      PathSeries& added = spec.series.emplace_back(PathSeries{random.caption(name), colour, look, {}});
      const Index n_steps = 1 + random.below(30);
      for (const std::string& token : tokens) {
        PointPath& path = added.paths.emplace_back(PointPath{token, {}});
        const std::vector<double> x = numbers(random, n_steps);
        const std::vector<double> y = numbers(random, n_steps);
        for (std::size_t i = 0; i < x.size(); ++i)
          path.at.push_back({static_cast<float>(x[i]), static_cast<float>(y[i])});
      }
    };
    series("queries", style.query, PathSeries::Look::disc);
    series("keys", style.key, PathSeries::Look::square);
    return paths(spec, page.x, page.y, style, fixed_width);
  });
}

TEST(Legibility, OfHistograms) {
  on_random_pages(200, [](RandomFigures& random, Point page, const FigureStyle& style) {
    HistogramSpec spec;
    for (Index i = random.below(3); i >= 0; --i)
      spec.distributions.push_back(
          count_into_same_bins({numbers(random, 1 + random.below(400))}, {random.caption("scores")}).front());
    spec.title = random.caption("How scores are spread");
    spec.x_axis.title = random.caption("score");
    spec.y_axis.title = random.caption("how many");
    return histogram(spec, page.x, page.y, style, fixed_width);
  });
}

TEST(Legibility, OfPipelines) {
  std::uint32_t seed = 0;
  on_random_pages(200, [&seed](RandomFigures& random, Point page, const FigureStyle& style) {
    testing::RandomDocuments documents(++seed);
    Document document = documents.document();
    document.tokens = random.tokens(document.model.n_tokens());
    Trace trace;
    forward(document.model, trace);
    PipelineFigureSpec spec(document, trace);
    spec.title = random.caption("Self-attention");
    if (random.one_in(2)) spec.token = random.below(document.model.n_tokens());
    spec.decimals = static_cast<int>(random.below(5));
    // Twelve matrices in a row need a minimum page size.
    const float width = std::max(page.x, 60 * style.font_size);
    const float height = std::max(page.y, 30 * style.font_size);
    return pipeline_figure(spec, width, height, style, fixed_width).list;
  });
}

}  // namespace
}  // namespace attention_lab

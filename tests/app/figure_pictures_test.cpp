// Compares each figure, rendered as PNG, with its reference in pictures/, for what the tests of tests/figures
// do not cover.
#include <limits>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "drawn_texts.h"
#include "pictures.h"
#include "random_documents.h"
#include "ui/figures/charts/bars.h"
#include "ui/figures/charts/flow.h"
#include "ui/figures/charts/histogram.h"
#include "ui/figures/charts/lines.h"
#include "ui/figures/charts/sentence.h"
#include "ui/figures/heatmaps/heatmap.h"
#include "ui/figures/heatmaps/matrix_formula.h"
#include "ui/figures/heatmaps/small_multiples.h"
#include "ui/figures/heatmaps/softmax_figure.h"
#include "ui/figures/pipeline/pipeline_figure.h"

namespace attention_lab {
namespace {

using test::fonts;

constexpr float dots_per_inch = 96;
const std::vector<std::string> journey_words = {"Your", "journey", "starts"};

FigureStyle paper_style(float font_size) {
  FigureStyle style;
  style.font_size = font_size;
  style.pixel = 72 / dots_per_inch;
  return style;
}

FigureStyle night_style(float font_size) {
  FigureStyle style = testing::night_style();
  style.font_size = font_size;
  style.pixel = 72 / dots_per_inch;
  return style;
}

void expect_figure(const std::string& name, const DisplayList& list, const FigureStyle& style) {
  const Result<std::string> png =
      encode_picture(list, test::small_page(list.width, list.height, dots_per_inch), style.ground,
                     PictureFormat::png, fonts());
  ASSERT_TRUE(png) << png.error().message;
  test::expect_like_reference("figure_" + name, *png);
}

Matrix three_weights() {
  Matrix values(3, 3);
  values << 1, 0, 0, 0.4f, 0.6f, 0, 0.2f, 0.3f, 0.5f;
  return values;
}

HeatmapSpec journey_heatmap(const Matrix& values) {
  HeatmapSpec spec(view_of(values));
  spec.row_labels = journey_words;
  spec.column_labels = journey_words;
  spec.title = "Attention weights";
  spec.row_axis = "query";
  spec.column_axis = "key";
  spec.legend = "weight";
  spec.decimals = 2;
  return spec;
}

TEST(FigurePicture, Heatmap) {
  const Matrix values = three_weights();
  HeatmapSpec spec = journey_heatmap(values);
  spec.mask = Mask::causal;
  spec.emphasis = {1, 0};
  spec.row_notes = {"Σ 1", "Σ 1", "Σ 1"};
  expect_figure("heatmap", heatmap(spec, 240, 160, paper_style(10), fonts()).list, paper_style(10));
}

TEST(FigurePicture, HeatmapOfSignedNumbersAtNight) {
  Matrix values(2, 3);
  values << -1.5f, 0, 1.5f, std::numeric_limits<Scalar>::quiet_NaN(), 0.25f,
      -std::numeric_limits<Scalar>::infinity();
  HeatmapSpec spec = journey_heatmap(values);
  spec.row_labels = {"Donaudampfschifffahrtsgesellschaft", ""};
  spec.map = ColourMap::puor;
  spec.low = -1.5;
  spec.high = 1.5;
  expect_figure("heatmap_signed_night", heatmap(spec, 240, 160, night_style(10), fonts()).list,
                night_style(10));
}

TEST(FigurePicture, HeatmapAsOneImage) {
  const Matrix values = Matrix::NullaryExpr(
      64, 64, [](Index row, Index column) { return static_cast<Scalar>((row + column) % 2); });
  HeatmapSpec spec = journey_heatmap(values);
  spec.mask = Mask::causal;
  spec.row_labels.clear();
  for (int i = 1; i <= 64; ++i) spec.row_labels.push_back(std::to_string(i));
  spec.column_labels = spec.row_labels;
  expect_figure("heatmap_image", heatmap(spec, 240, 160, paper_style(10), fonts()).list, paper_style(10));
}

TEST(FigurePicture, SmallMultiples) {
  const Matrix values = three_weights();
  SmallMultiplesSpec spec;
  spec.title = "All heads";
  for (const char* const title : {"head 1", "head 2"}) {
    spec.panels.push_back(journey_heatmap(values));
    spec.panels.back().title = title;
    spec.panels.back().mask = Mask::causal;
  }
  expect_figure("small_multiples", small_multiples(spec, 320, 180, paper_style(10), fonts()),
                paper_style(10));
}

TEST(FigurePicture, SmallMultiplesOfAPinnedStateAndItsDifference) {
  const Matrix values = three_weights();
  Matrix difference = values;
  difference.array() -= 0.3f;
  SmallMultiplesSpec spec;
  spec.panels.push_back(journey_heatmap(values));
  spec.panels.back().title = "A";
  spec.panels.push_back(journey_heatmap(difference));
  spec.panels.back().title = "B − A";
  spec.panels.back().map = ColourMap::rdbu;
  spec.panels.back().low = -1;
  spec.panels.back().legend = "difference";
  expect_figure("small_multiples_difference", small_multiples(spec, 320, 180, paper_style(10), fonts()),
                paper_style(10));
}

TEST(FigurePicture, MatrixFormula) {
  Matrix values(3, 2);
  values << 0.5f, -1.25f, 3, 0, -0.1f, 12;
  MatrixFormulaSpec spec(view_of(values));
  spec.name = "W_q";
  spec.title = "The query weights";
  spec.formula = "chosen at random";
  spec.decimals = 2;
  expect_figure("matrix_formula", matrix_formula(spec, 240, 160, paper_style(10), fonts()), paper_style(10));
}

TEST(FigurePicture, MatrixFormulaWithLabelsMaskAndColours) {
  const Matrix values = three_weights();
  MatrixFormulaSpec spec(view_of(values));
  spec.name = "weights";
  spec.row_labels = journey_words;
  spec.column_labels = journey_words;
  spec.mask = Mask::causal;
  spec.map = ColourMap::viridis;
  spec.decimals = 2;
  expect_figure("matrix_formula_coloured", matrix_formula(spec, 320, 160, night_style(10), fonts()),
                night_style(10));
}

TEST(FigurePicture, MatrixFormulaTooLargeForItsPage) {
  const Matrix values =
      Matrix::NullaryExpr(50, 80, [](Index row, Index column) { return static_cast<Scalar>(row - column); });
  MatrixFormulaSpec spec(view_of(values));
  spec.name = "Q";
  spec.decimals = 0;
  expect_figure("matrix_formula_elided", matrix_formula(spec, 160, 120, paper_style(10), fonts()),
                paper_style(10));
}

TEST(FigurePicture, Flow) {
  const Matrix values = three_weights();
  FlowSpec spec(view_of(values));
  spec.queries = journey_words;
  spec.keys = journey_words;
  spec.title = "Attention weights";
  spec.query_caption = "query";
  spec.key_caption = "key";
  spec.legend = "weight";
  spec.mask = Mask::causal;
  expect_figure("flow", flow(spec, 240, 160, paper_style(10), fonts()), paper_style(10));
  spec.query = 2;
  expect_figure("flow_of_one_query", flow(spec, 240, 160, night_style(10), fonts()), night_style(10));
}

TEST(FigurePicture, Softmax) {
  constexpr double hidden = -std::numeric_limits<double>::infinity();
  SoftmaxSpec spec;
  spec.keys = journey_words;
  spec.title = "From scores to weights";
  spec.stages = {{"scores QK^T", {2, -1, hidden}, ""},
                 {"scaled", {1, -0.5, hidden}, ""},
                 {"weights", {0.82, 0.18, 0}, "Σ = 1"}};
  spec.decimals = 2;
  expect_figure("softmax", softmax_figure(spec, 400, 160, paper_style(10), fonts()), paper_style(10));
}

TEST(FigurePicture, Sentence) {
  SentenceSpec spec;
  spec.words = journey_words;
  spec.numbers = {0.2, 0.7, std::nullopt};
  spec.chosen = 1;
  spec.title = "Attention weights of “journey”";
  spec.legend = "weight";
  spec.has_numbers = true;
  expect_figure("sentence", sentence(spec, 320, 120, paper_style(10), fonts()), paper_style(10));
}

TEST(FigurePicture, Bars) {
  BarsSpec spec;
  spec.labels = journey_words;
  spec.series = {{"head 1", {0.2, 0.3, 0.5}, std::nullopt}, {"head 2", {-0.1, 0.6, 0}, std::nullopt}};
  spec.title = "Two heads";
  spec.value_axis.title = "weight";
  spec.label_axis = "key";
  spec.decimals = 1;
  expect_figure("bars", bars(spec, 320, 200, paper_style(10), fonts()), paper_style(10));
}

TEST(FigurePicture, Lines) {
  LinesSpec spec;
  spec.series.push_back({"loss", {{0, 4}, {1, 2}, {2, 1}}, std::nullopt, Stroke::solid, true});
  spec.series.push_back({"theory", {{0, 3}, {2, 0.5f}}, std::nullopt, Stroke::dashed, false});
  spec.title = "Loss over the steps";
  spec.x_axis.title = "step";
  spec.y_axis.title = "loss";
  spec.marker = ChartMarker{1, "now"};
  expect_figure("lines", lines(spec, 320, 200, night_style(10), fonts()), night_style(10));
}

TEST(FigurePicture, Histogram) {
  HistogramSpec spec;
  spec.distributions = {{"scores", -2, 2, {1, 3, 4, 2}, std::nullopt}};
  spec.title = "How the scores are spread";
  spec.x_axis.title = "score";
  spec.y_axis.title = "how many";
  expect_figure("histogram", histogram(spec, 320, 200, paper_style(10), fonts()), paper_style(10));
}

TEST(FigurePicture, Pipeline) {
  const Document document = testing::small_document();
  Trace trace;
  forward(document.model, trace);
  PipelineFigureSpec spec(document, trace);
  spec.title = "Self-attention";
  expect_figure("pipeline", pipeline_figure(spec, 960, 400, paper_style(12), fonts()).list, paper_style(12));
}

}  // namespace
}  // namespace attention_lab

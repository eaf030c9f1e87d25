// Small figures against their display lists as text, in goldens/NAME.txt. With
// ATTENTION_LAB_REFRESH_GOLDENS=1 in the environment the files are written anew instead: look at the change
// before you commit it.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "display_list_text.h"
#include "fixed_width_metrics.h"
#include "legibility.h"
#include "random_documents.h"
#include "ui/figures/charts/bars.h"
#include "ui/figures/charts/flow.h"
#include "ui/figures/charts/histogram.h"
#include "ui/figures/charts/lines.h"
#include "ui/figures/heatmaps/heatmap.h"
#include "ui/figures/heatmaps/matrix_formula.h"
#include "ui/figures/heatmaps/small_multiples.h"
#include "ui/figures/heatmaps/softmax_figure.h"
#include "ui/figures/pipeline/pipeline_figure.h"

namespace attention_lab {
namespace {

using testing::fixed_width;

const std::vector<std::string> journey_words = {"Your", "journey", "starts"};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string line_at(const std::vector<std::string>& lines, std::size_t i) {
  return i < lines.size() ? lines[i] : "(the end)";
}

/// The lines that differ, the first few of them, with their numbers.
std::string difference(const std::string& wanted, const std::string& drawn) {
  const std::vector<std::string> before = lines_of(wanted);
  const std::vector<std::string> now = lines_of(drawn);
  constexpr int most = 12;
  int count = 0;
  std::string text;
  for (std::size_t i = 0; i < std::max(before.size(), now.size()); ++i) {
    if (line_at(before, i) == line_at(now, i)) continue;
    if (++count > most) continue;
    text += "line " + std::to_string(i + 1) + "\n  golden: " + line_at(before, i) +
            "\n  drawn:  " + line_at(now, i) + "\n";
  }
  return std::to_string(count) + " lines differ\n" + text;
}

void expect_golden(const std::string& name, const DisplayList& list) {
  const std::string path = std::string(ATTENTION_LAB_GOLDENS) + "/" + name + ".txt";
  const std::string drawn = to_text(list);
  const char* const refresh = std::getenv("ATTENTION_LAB_REFRESH_GOLDENS");
  if (refresh != nullptr && std::string(refresh) == "1") {
    std::ofstream(path, std::ios::binary) << drawn;
    return;
  }
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file) << path << " is missing; ATTENTION_LAB_REFRESH_GOLDENS=1 writes it";
  std::ostringstream golden;
  golden << file.rdbuf();
  EXPECT_TRUE(golden.str() == drawn) << path << ": " << difference(golden.str(), drawn);
}

Matrix weights() {
  Matrix values(3, 3);
  values << 1, 0, 0, 0.4f, 0.6f, 0, 0.2f, 0.3f, 0.5f;
  return values;
}

HeatmapSpec heatmap_of(const Matrix& values) {
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

TEST(Golden, Heatmap) {
  const Matrix values = weights();
  HeatmapSpec spec = heatmap_of(values);
  spec.mask = Mask::causal;
  spec.emphasis = {1, 0};
  spec.row_notes = {"Σ 1", "Σ 1", "Σ 1"};
  expect_golden("heatmap", heatmap(spec, 240, 160, testing::paper_style(10), fixed_width).list);
}

TEST(Golden, HeatmapOfSignedNumbersAtNight) {
  Matrix values(2, 3);
  values << -1.5f, 0, 1.5f, std::numeric_limits<Scalar>::quiet_NaN(), 0.25f,
      -std::numeric_limits<Scalar>::infinity();
  HeatmapSpec spec = heatmap_of(values);
  spec.row_labels = {"Donaudampfschifffahrtsgesellschaft", ""};
  spec.map = ColourMap::puor;
  spec.low = -1.5;
  spec.high = 1.5;
  expect_golden("heatmap_signed_night", heatmap(spec, 240, 160, testing::night_style(10), fixed_width).list);
}

TEST(Golden, HeatmapAsOneImage) {
  const Matrix values = Matrix::NullaryExpr(
      64, 64, [](Index row, Index column) { return static_cast<Scalar>((row + column) % 2); });
  HeatmapSpec spec = heatmap_of(values);
  spec.mask = Mask::causal;
  spec.row_labels.clear();
  for (int i = 1; i <= 64; ++i) spec.row_labels.push_back(std::to_string(i));
  spec.column_labels = spec.row_labels;
  expect_golden("heatmap_image", heatmap(spec, 240, 160, testing::paper_style(10), fixed_width).list);
}

TEST(Golden, SmallMultiples) {
  const Matrix values = weights();
  SmallMultiplesSpec spec;
  spec.title = "All heads";
  for (const char* const title : {"head 1", "head 2"}) {
    spec.panels.push_back(heatmap_of(values));
    spec.panels.back().title = title;
    spec.panels.back().mask = Mask::causal;
  }
  expect_golden("small_multiples", small_multiples(spec, 320, 180, testing::paper_style(10), fixed_width));
}

TEST(Golden, SmallMultiplesOfAPinnedStateAndItsDifference) {
  const Matrix values = weights();
  Matrix difference = values;
  difference.array() -= 0.3f;
  SmallMultiplesSpec spec;
  spec.panels.push_back(heatmap_of(values));
  spec.panels.back().title = "A";
  spec.panels.push_back(heatmap_of(difference));
  spec.panels.back().title = "B − A";
  spec.panels.back().map = ColourMap::rdbu;
  spec.panels.back().low = -1;
  spec.panels.back().legend = "difference";
  expect_golden("small_multiples_difference",
                small_multiples(spec, 320, 180, testing::paper_style(10), fixed_width));
}

TEST(Golden, MatrixFormula) {
  Matrix values(3, 2);
  values << 0.5f, -1.25f, 3, 0, -0.1f, 12;
  MatrixFormulaSpec spec(view_of(values));
  spec.name = "W_q";
  spec.title = "The query weights";
  spec.formula = "chosen at random";
  spec.decimals = 2;
  expect_golden("matrix_formula", matrix_formula(spec, 240, 160, testing::paper_style(10), fixed_width));
}

TEST(Golden, MatrixFormulaWithLabelsMaskAndColours) {
  const Matrix values = weights();
  MatrixFormulaSpec spec(view_of(values));
  spec.name = "weights";
  spec.row_labels = journey_words;
  spec.column_labels = journey_words;
  spec.mask = Mask::causal;
  spec.map = ColourMap::viridis;
  spec.decimals = 2;
  expect_golden("matrix_formula_coloured",
                matrix_formula(spec, 320, 160, testing::night_style(10), fixed_width));
}

TEST(Golden, MatrixFormulaTooLargeForItsPage) {
  const Matrix values =
      Matrix::NullaryExpr(50, 80, [](Index row, Index column) { return static_cast<Scalar>(row - column); });
  MatrixFormulaSpec spec(view_of(values));
  spec.name = "Q";
  spec.decimals = 0;
  expect_golden("matrix_formula_elided",
                matrix_formula(spec, 160, 120, testing::paper_style(10), fixed_width));
}

TEST(Golden, Flow) {
  const Matrix values = weights();
  FlowSpec spec(view_of(values));
  spec.queries = journey_words;
  spec.keys = journey_words;
  spec.title = "Attention weights";
  spec.query_caption = "query";
  spec.key_caption = "key";
  spec.legend = "weight";
  spec.mask = Mask::causal;
  expect_golden("flow", flow(spec, 240, 160, testing::paper_style(10), fixed_width));
  spec.query = 2;
  expect_golden("flow_of_one_query", flow(spec, 240, 160, testing::night_style(10), fixed_width));
}

TEST(Golden, Softmax) {
  constexpr double hidden = -std::numeric_limits<double>::infinity();
  SoftmaxSpec spec;
  spec.keys = journey_words;
  spec.title = "From scores to weights";
  spec.stages = {{"scores QK^T", {2, -1, hidden}, ""},
                 {"scaled", {1, -0.5, hidden}, ""},
                 {"weights", {0.82, 0.18, 0}, "Σ = 1"}};
  spec.decimals = 2;
  expect_golden("softmax", softmax_figure(spec, 400, 160, testing::paper_style(10), fixed_width));
}

TEST(Golden, Bars) {
  BarsSpec spec;
  spec.labels = journey_words;
  spec.series = {{"head 1", {0.2, 0.3, 0.5}, std::nullopt}, {"head 2", {-0.1, 0.6, 0}, std::nullopt}};
  spec.title = "Two heads";
  spec.value_axis.title = "weight";
  spec.label_axis = "key";
  spec.decimals = 1;
  expect_golden("bars", bars(spec, 320, 200, testing::paper_style(10), fixed_width));
}

TEST(Golden, Lines) {
  LinesSpec spec;
  spec.series.push_back({"loss", {{0, 4}, {1, 2}, {2, 1}}, std::nullopt, Stroke::solid, true});
  spec.series.push_back({"theory", {{0, 3}, {2, 0.5f}}, std::nullopt, Stroke::dashed, false});
  spec.title = "Loss over the steps";
  spec.x_axis.title = "step";
  spec.y_axis.title = "loss";
  spec.marker = ChartMarker{1, "now"};
  expect_golden("lines", lines(spec, 320, 200, testing::night_style(10), fixed_width));
}

TEST(Golden, Histogram) {
  HistogramSpec spec;
  spec.distributions = {{"scores", -2, 2, {1, 3, 4, 2}, std::nullopt}};
  spec.title = "How the scores are spread";
  spec.x_axis.title = "score";
  spec.y_axis.title = "how many";
  expect_golden("histogram", histogram(spec, 320, 200, testing::paper_style(10), fixed_width));
}

TEST(Golden, Pipeline) {
  const Document document = testing::small_document();
  Trace trace;
  forward(document.model, trace);
  PipelineFigureSpec spec(document, trace);
  spec.title = "Self-attention";
  expect_golden("pipeline", pipeline_figure(spec, 960, 400, testing::paper_style(12), fixed_width));
}

}  // namespace
}  // namespace attention_lab

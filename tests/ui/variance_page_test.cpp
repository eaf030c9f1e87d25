// The laboratory's page about variance: its numbers are the experiment's.
#include <array>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "core/document/edits.h"
#include "laboratory_driver.h"

namespace attention_lab::testing {
namespace {

VarianceExperiment run_at_once(const VarianceSpec& spec) {
  VarianceExperiment experiment = VarianceExperiment::start(spec).value();
  experiment.advance(spec.trials);
  return experiment;
}

/// The page's experiment; fails the test if there is none.
const VarianceExperiment& experiment_of(const VarianceState& state) {
  static const VarianceExperiment none = VarianceExperiment::start({}).value();
  const VarianceExperiment* experiment = state.run.experiment();
  if (experiment != nullptr) return *experiment;
  ADD_FAILURE() << state.run.problem();
  return none;
}

void expect_same(const Estimate& a, const Estimate& b) {
  EXPECT_EQ(a.variance, b.variance);
  EXPECT_EQ(a.variance_standard_error, b.variance_standard_error);
  EXPECT_EQ(a.mean, b.mean);
}

TEST(VarianceState, OpensWithBothHistogramsOnOneAxis) {
  LabDriver driver(preset("journey"));
  open_laboratory(driver, "laboratory.variance");
  EXPECT_TRUE(driver.view.laboratory.variance.shown_look.shares_axis);
}

TEST(VarianceState, TheLinesOfTheoryHaveStrokesOfTheirOwn) {
  LabDriver driver(preset("journey"));
  open_laboratory(driver, "laboratory.variance");
  const FigureStyle style = figure_style(driver.view.theme(), 10);
  const Figure figure = driver.view.laboratory.variance.over_dimension.plot->draw(
      600, 400, style, driver.view.services.page_metrics);
  std::set<int> lengths;  // of the dashes in quiet lines: those of "d" and those of "1"
  for (const DrawCommand& command : figure.list.commands) {
    const auto* line = std::get_if<Polyline>(&command);
    if (line == nullptr || line->colour != style.quiet_text || line->points.size() != 2) continue;
    const Point d{line->points[1].x - line->points[0].x, line->points[1].y - line->points[0].y};
    lengths.insert(static_cast<int>(std::lround(std::hypot(d.x, d.y) / line->line_width * 2)));
  }
  EXPECT_GE(lengths.size(), 2u) << "dashes and dots";
}

TEST(VarianceState, RunsToTheEndAndHasTheNumbersOfARunAtOnce) {
  LabDriver driver(preset("journey"));
  open_laboratory(driver, "laboratory.variance");
  const VarianceState& lab = driver.view.laboratory.variance;
  type_into(driver, "variance.d", "100");
  type_into(driver, "variance.trials", "20,000");
  ASSERT_EQ(lab.settings.dimension, 100);
  ASSERT_EQ(lab.settings.trials, 20'000);
  ASSERT_TRUE(wait_for(driver, [&] { return lab.run.is_finished(); }));
  VarianceSpec spec;
  spec.dimension = 100;
  spec.trials = 20'000;
  const VarianceExperiment at_once = run_at_once(spec);
  expect_same(experiment_of(lab).products(), at_once.products());
  const NumberTable histogram = lab.products.plot->numbers();
  const NumberTable divided = lab.scaled_products.plot->numbers();
  for (std::size_t i = 0; i < histogram.rows.size(); ++i) {
    EXPECT_EQ(histogram.rows[i][2], static_cast<double>(at_once.bins().counts[i]));
    EXPECT_EQ(divided.rows[i][2], static_cast<double>(at_once.bins().counts[i]));
    EXPECT_DOUBLE_EQ(divided.rows[i][0],
                     at_once.scaled_bins().low + at_once.scaled_bins().width() * static_cast<double>(i));
  }
  for (const VarianceRow& row : lab.run.rows()) {
    spec.dimension = row.dimension;
    expect_same(row.products, run_at_once(spec).products());
    expect_same(row.scaled_products, run_at_once(spec).scaled_products());
  }
  EXPECT_EQ(lab.over_dimension.plot->numbers().rows.size(), 9u);
}

TEST(VarianceState, CurvesExpectAsManyTrialsAsWereCounted) {
  LabDriver driver(preset("journey"));
  open_laboratory(driver, "laboratory.variance");
  const VarianceState& lab = driver.view.laboratory.variance;
  for (const char* d : {"1", "2", "64"}) {
    type_into(driver, "variance.d", d);
    ASSERT_TRUE(wait_for(driver, [&] { return lab.run.is_finished(); }));
    double exact = 0;
    double normal = 0;
    for (const auto& row : lab.products.plot->numbers().rows) {
      exact += row[3];
      normal += row[4];
    }
    // A few trials are beyond four standard deviations, more at small d; at d = 1 the density has a narrow
    // peak.
    EXPECT_NEAR(exact, 1000, 40) << d;
    EXPECT_NEAR(normal, 1000, 1) << d;
  }
}

TEST(VarianceState, CancelKeepsWhatIsCountedAndGoingOnEndsTheSame) {
  LabDriver driver(preset("journey"));
  open_laboratory(driver, "laboratory.variance");
  const VarianceState& lab = driver.view.laboratory.variance;
  type_into(driver, "variance.d", "1024");
  type_into(driver, "variance.trials", "150000");
  ASSERT_TRUE(lab.run.is_running());
  driver.click(driver.item("variance.cancel").centre());
  ASSERT_TRUE(lab.run.is_stopped());
  const std::int64_t done = experiment_of(lab).trials_done();
  EXPECT_GT(done, 0);
  EXPECT_LT(done, 150'000);
  driver.frame(10);
  EXPECT_EQ(experiment_of(lab).trials_done(), done);
  EXPECT_FALSE(driver.view.next_frame_in);
  double counted = 0;
  for (const auto& row : lab.products.plot->numbers().rows) counted += row[2];
  EXPECT_NEAR(counted, static_cast<double>(done), static_cast<double>(done) * 0.01);
  driver.click(driver.item("variance.run").centre());
  ASSERT_TRUE(wait_for(driver, [&] { return experiment_of(lab).is_finished(); }));
  VarianceSpec spec;
  spec.dimension = 1024;
  spec.trials = 150'000;
  expect_same(experiment_of(lab).products(), run_at_once(spec).products());
}

TEST(VarianceState, AClickOnARowTakesItsDAndTheTableTakesTheSlidersD) {
  LabDriver driver(preset("journey"));
  open_laboratory(driver, "laboratory.variance");
  const VarianceState& lab = driver.view.laboratory.variance;
  ASSERT_TRUE(wait_for(driver, [&] { return lab.run.is_finished(); }));
  driver.click(driver.item("variance.row.20").centre());
  EXPECT_EQ(lab.settings.dimension, 20);
  EXPECT_EQ(experiment_of(lab).spec().dimension, 20);
  type_into(driver, "variance.d", "333");
  driver.click(driver.item("variance.add").centre());
  ASSERT_TRUE(wait_for(driver, [&] { return lab.run.is_finished(); }));
  driver.settle();
  EXPECT_TRUE(driver.has_item("variance.row.333"));
  EXPECT_EQ(lab.over_dimension.plot->numbers().row_labels[7], "333");
}

TEST(VarianceState, TheDocumentsOwnProductsAreItsScores) {
  LabDriver driver(preset("journey"));
  open_laboratory(driver, "laboratory.variance");
  VarianceState& lab = driver.view.laboratory.variance;
  driver.click(driver.item("variance.components").centre());
  driver.frame(2);
  driver.click(driver.item("variance.components.2").centre());
  ASSERT_TRUE(wait_for(driver, [&] { return lab.run.is_finished(); }));
  EXPECT_EQ(experiment_of(lab).spec().dimension, 2);
  VarianceSpec spec;
  spec.dimension = 2;
  spec.components = Components::given;
  spec.products = driver.session.trace().heads.front().scores;
  expect_same(experiment_of(lab).products(), run_at_once(spec).products());
  EXPECT_EQ(lab.run.rows().size(), 1u);
  // The numbers follow the document.
  driver.session.commit(*edits::set_cell(driver.session.document(), {{MatrixName::X, 0}, 0, 0}, 3));
  ASSERT_TRUE(wait_for(driver, [&] { return lab.run.is_finished(); }));
  driver.frame(2);
  EXPECT_TRUE(experiment_of(lab).spec().products == driver.session.trace().heads.front().scores);
}

TEST(VarianceState, ScoresThatAreNoNumbersAreSaidAndHaveNothingToCopy) {
  LabDriver driver(preset("journey"));
  open_laboratory(driver, "laboratory.variance");
  VarianceState& lab = driver.view.laboratory.variance;
  lab.settings.components = Components::given;
  driver.session.commit(*edits::set_cell(driver.session.document(), {{MatrixName::X, 0}, 0, 0}, 3e30F));
  driver.settle();
  ASSERT_EQ(lab.run.experiment(), nullptr);
  EXPECT_FALSE(lab.run.problem().empty());
  EXPECT_FALSE(lab.over_dimension.plot);
  driver.right_click(driver.item("variance.table").centre());
  driver.settle();
  EXPECT_FALSE(driver.has_item("entry.Copy as")) << "a menu of no figure";
  driver.session.undo();
  ASSERT_TRUE(wait_for(driver, [&] { return lab.run.is_finished(); }));
  driver.settle();
  driver.right_click(driver.item("variance.table").centre());
  EXPECT_TRUE(driver.has_item("entry.Copy as"));
}

TEST(VarianceState, SaysWhatItsLinesShowOfEveryKindOfComponents) {
  LabDriver driver(preset("journey"));
  open_laboratory(driver, "laboratory.variance");
  VarianceState& lab = driver.view.laboratory.variance;
  EXPECT_NE(lab.over_dimension.plot->description.find("stays 1"), std::string::npos);
  lab.settings.components = Components::given;
  driver.settle();
  EXPECT_EQ(lab.over_dimension.plot->description.find("stays 1"), std::string::npos);
  EXPECT_NE(lab.over_dimension.plot->description.find("document"), std::string::npos);
}

}  // namespace
}  // namespace attention_lab::testing

// The √d_k laboratory: four benches whose numbers are those of the experiments and of the engine.
#include <cmath>

#include <gtest/gtest.h>

#include "bench.h"
#include "core/attention/forward.h"
#include "core/document/edits.h"
#include "ui/laboratory/number_list.h"
#include "ui/laboratory/number_words.h"
#include "ui/laboratory/slider.h"

namespace attention_lab::testing {
namespace {

constexpr std::array bench_items = {"bench.variance", "bench.sharpness", "bench.gradient", "bench.document"};

void open_laboratory(UiBench& bench, const char* item) {
  bench.shortcut(Shortcut::laboratory);
  bench.settle();
  bench.click(bench.item(item).centre());
  bench.settle();
}

/// Draws frames until it is so, a few hundred at most.
template <class IsDone>
bool wait_for(UiBench& bench, IsDone is_done) {
  for (int i = 0; i < 600 && !is_done(); ++i) bench.frame();
  return is_done();
}

/// Types a number into a slider.
void type_into(UiBench& bench, const std::string& slider, std::string_view number) {
  const Rect rect = bench.item(slider);
  bench.double_click({rect.centre().x, rect.y + rect.height * 0.25f});
  bench.frame(2);
  bench.type(number);
  bench.key(ImGuiKey_Enter);
  bench.settle();
}

VarianceExperiment run_at_once(const VarianceSpec& spec) {
  VarianceExperiment experiment = VarianceExperiment::start(spec).value();
  experiment.advance(spec.trials);
  return experiment;
}

/// The run of the first bench; a failure of the test where there is none.
const VarianceExperiment& experiment_of(const VarianceBench& bench) {
  static const VarianceExperiment none = VarianceExperiment::start({}).value();
  const VarianceExperiment* experiment = bench.run.experiment();
  if (experiment != nullptr) return *experiment;
  ADD_FAILURE() << bench.run.problem();
  return none;
}

void expect_same(const Estimate& a, const Estimate& b) {
  EXPECT_EQ(a.variance, b.variance);
  EXPECT_EQ(a.variance_standard_error, b.variance_standard_error);
  EXPECT_EQ(a.mean, b.mean);
}

std::vector<PlotPointer> plots_of(const UiBench& bench) {
  const Laboratory& lab = bench.view.laboratory;
  switch (lab.bench) {
    case LaboratoryBench::variance:
      return {lab.variance.products.plot, lab.variance.scaled_products.plot,
              lab.variance.over_dimension.plot};
    case LaboratoryBench::sharpness: {
      std::vector<PlotPointer> plots = {lab.sharpness.bars.plot};
      for (const PlotPanel& line : lab.sharpness.lines) plots.push_back(line.plot);
      return plots;
    }
    case LaboratoryBench::gradient: return {lab.gradient.passed.plot, lab.gradient.W_q.plot};
    case LaboratoryBench::document:
      return {lab.document.row.plot, lab.document.entropies.plot, lab.document.heatmaps.plot};
  }
  return {};
}

TEST(Laboratory, PlotsOfEveryBenchStandInsideTheWindowAndApart) {
  for (const auto& [width, height] : {std::pair{1024.0f, 768.0f}, {1280.0f, 800.0f}, {1920.0f, 1080.0f}}) {
    UiBench bench(preset("journey"), width, height);
    for (const char* item : bench_items) {
      SCOPED_TRACE(std::string(item) + " " + std::to_string(width));
      open_laboratory(bench, item);
      std::vector<Item> plots;
      for (const Item& one : bench.view.items.all()) {
        const bool is_menu = one.name.ends_with(".menu");
        if ((one.name.starts_with("plot.") && !is_menu) || one.name == "variance.table") plots.push_back(one);
      }
      EXPECT_GE(plots.size(), 2u);
      const Rect workspace = bench.item("workspace");
      for (std::size_t i = 0; i < plots.size(); ++i) {
        EXPECT_TRUE(is_inside(plots[i].rect, workspace, 1)) << plots[i].name << to_text(plots[i].rect);
        EXPECT_GT(plots[i].rect.height, 80) << plots[i].name;
        for (std::size_t j = 0; j < i; ++j)
          EXPECT_FALSE(overlap(plots[i].rect, plots[j].rect)) << plots[i].name << " " << plots[j].name;
      }
    }
  }
}

TEST(Laboratory, EveryPlotHasNumbersThatFitTheirNamesAndAStemOfItsOwn) {
  UiBench bench(preset("journey-causal"));
  std::vector<std::string> stems;
  for (const char* item : bench_items) {
    open_laboratory(bench, item);
    bench.frame(60);
    for (const PlotPointer& plot : plots_of(bench)) {
      ASSERT_TRUE(plot) << item;
      const NumberTable table = plot->numbers();
      EXPECT_FALSE(table.rows.empty()) << plot->stem;
      for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << plot->stem;
      const std::size_t labels = table.row_labels.size();
      EXPECT_TRUE(labels == 0 || labels == table.rows.size()) << plot->stem;
      EXPECT_EQ(std::count(stems.begin(), stems.end(), plot->stem), 0) << plot->stem;
      stems.push_back(plot->stem);
    }
  }
}

TEST(Laboratory, RightClickOnAPlotCopiesItsNumbers) {
  UiBench bench(preset("journey"));
  for (const char* item : bench_items) {
    open_laboratory(bench, item);
    for (const Item& one : bench.view.items.all()) {
      if (!one.name.starts_with("plot.") || one.name.ends_with(".menu")) continue;
      SCOPED_TRACE(one.name);
      bench.move(one.rect.centre());
      ImGui::GetIO().MouseDown[1] = true;
      bench.frame(2);
      ImGui::GetIO().MouseDown[1] = false;
      bench.frame(3);
      bench.move(bench.item("entry.Copy as").centre());
      bench.frame(30);
      bench.click(bench.item("copy.csv").centre());
      bench.settle();
      const auto* copied = std::get_if<CopyText>(&bench.actions.back());
      ASSERT_TRUE(copied);
      const PlotPointer plot = std::get<PlotPointer>(copied->numbers);
      ASSERT_TRUE(plot);
      break;
    }
  }
}

TEST(Laboratory, KeepsAPictureWhileNoNumberChanges) {
  UiBench bench(preset("journey"));
  for (const char* item : bench_items) {
    open_laboratory(bench, item);
    bench.frame(80);
    const auto before = plots_of(bench);
    bench.frame(3);
    EXPECT_EQ(plots_of(bench), before) << item;
    EXPECT_FALSE(bench.view.next_frame_in) << item << " asks for frames though nothing moves";
  }
}

TEST(VarianceBench, RunsToTheEndAndHasTheNumbersOfARunAtOnce) {
  UiBench bench(preset("journey"));
  open_laboratory(bench, "bench.variance");
  const VarianceBench& lab = bench.view.laboratory.variance;
  type_into(bench, "variance.d", "100");
  type_into(bench, "variance.trials", "20,000");
  ASSERT_EQ(lab.settings.dimension, 100);
  ASSERT_EQ(lab.settings.trials, 20'000);
  ASSERT_TRUE(wait_for(bench, [&] { return lab.run.is_finished(); }));
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

TEST(VarianceBench, CurvesExpectAsManyTrialsAsWereCounted) {
  UiBench bench(preset("journey"));
  open_laboratory(bench, "bench.variance");
  const VarianceBench& lab = bench.view.laboratory.variance;
  for (const char* d : {"1", "2", "64"}) {
    type_into(bench, "variance.d", d);
    ASSERT_TRUE(wait_for(bench, [&] { return lab.run.is_finished(); }));
    double exact = 0;
    double normal = 0;
    for (const auto& row : lab.products.plot->numbers().rows) {
      exact += row[3];
      normal += row[4];
    }
    // Beyond four standard deviations lies a little, at small d more; the peak of d = 1 is a narrow one.
    EXPECT_NEAR(exact, 1000, 40) << d;
    EXPECT_NEAR(normal, 1000, 1) << d;
  }
}

TEST(VarianceBench, CancelKeepsWhatIsCountedAndGoingOnEndsTheSame) {
  UiBench bench(preset("journey"));
  open_laboratory(bench, "bench.variance");
  const VarianceBench& lab = bench.view.laboratory.variance;
  type_into(bench, "variance.d", "1024");
  type_into(bench, "variance.trials", "150000");
  ASSERT_TRUE(lab.run.is_running());
  bench.click(bench.item("variance.cancel").centre());
  ASSERT_TRUE(lab.run.is_stopped());
  const std::int64_t done = experiment_of(lab).trials_done();
  EXPECT_GT(done, 0);
  EXPECT_LT(done, 150'000);
  bench.frame(10);
  EXPECT_EQ(experiment_of(lab).trials_done(), done);
  EXPECT_FALSE(bench.view.next_frame_in);
  double counted = 0;
  for (const auto& row : lab.products.plot->numbers().rows) counted += row[2];
  EXPECT_NEAR(counted, static_cast<double>(done), static_cast<double>(done) * 0.01);
  bench.click(bench.item("variance.run").centre());
  ASSERT_TRUE(wait_for(bench, [&] { return experiment_of(lab).is_finished(); }));
  VarianceSpec spec;
  spec.dimension = 1024;
  spec.trials = 150'000;
  expect_same(experiment_of(lab).products(), run_at_once(spec).products());
}

TEST(VarianceBench, AClickOnARowTakesItsDAndTheTableTakesTheSlidersD) {
  UiBench bench(preset("journey"));
  open_laboratory(bench, "bench.variance");
  const VarianceBench& lab = bench.view.laboratory.variance;
  ASSERT_TRUE(wait_for(bench, [&] { return lab.run.is_finished(); }));
  bench.click(bench.item("variance.row.20").centre());
  EXPECT_EQ(lab.settings.dimension, 20);
  EXPECT_EQ(experiment_of(lab).spec().dimension, 20);
  type_into(bench, "variance.d", "333");
  bench.click(bench.item("variance.add").centre());
  ASSERT_TRUE(wait_for(bench, [&] { return lab.run.is_finished(); }));
  bench.settle();
  EXPECT_TRUE(bench.has_item("variance.row.333"));
  EXPECT_EQ(lab.over_dimension.plot->numbers().row_labels[7], "333");
}

TEST(VarianceBench, TheDocumentsOwnProductsAreItsScores) {
  UiBench bench(preset("journey"));
  open_laboratory(bench, "bench.variance");
  VarianceBench& lab = bench.view.laboratory.variance;
  bench.click(bench.item("variance.components").centre());
  bench.frame(2);
  bench.click(bench.item("variance.components.2").centre());
  ASSERT_TRUE(wait_for(bench, [&] { return lab.run.is_finished(); }));
  EXPECT_EQ(experiment_of(lab).spec().dimension, 2);
  VarianceSpec spec;
  spec.dimension = 2;
  spec.components = Components::given;
  spec.products = bench.session.trace().heads.front().scores;
  expect_same(experiment_of(lab).products(), run_at_once(spec).products());
  EXPECT_EQ(lab.run.rows().size(), 1u);
  // They follow the document.
  bench.session.commit(*edits::set_cell(bench.session.document(), {{MatrixName::X, 0}, 0, 0}, 3));
  ASSERT_TRUE(wait_for(bench, [&] { return lab.run.is_finished(); }));
  bench.frame(2);
  EXPECT_TRUE(experiment_of(lab).spec().products == bench.session.trace().heads.front().scores);
}

TEST(SharpnessBench, ShowsTheNumbersOfTheTextbookAtTimesEight) {
  UiBench bench(preset("journey"));
  open_laboratory(bench, "bench.sharpness");
  const NumberTable table = bench.view.laboratory.sharpness.bars.plot->numbers();
  const std::array expected = {0.0326, 0.0030, 0.1615, 0.0030, 0.8000};
  const std::array plain = {0.1925, 0.1426, 0.2351, 0.1426, 0.2872};
  ASSERT_EQ(table.rows.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(table.rows[i][0], plain[i], 5e-5);
    EXPECT_NEAR(table.rows[i][1], expected[i], 5e-5);
  }
  EXPECT_EQ(table.row_labels[1], "−0.2");
}

TEST(SharpnessBench, LinesAreThoseOfTheExperiment) {
  UiBench bench(preset("journey"));
  open_laboratory(bench, "bench.sharpness");
  const SharpnessBench& lab = bench.view.laboratory.sharpness;
  for (std::size_t i = 0; i < lab.lines.size(); ++i) {
    const NumberTable table = lab.lines[i].plot->numbers();
    EXPECT_DOUBLE_EQ(table.rows.front()[0], 0.1);
    EXPECT_DOUBLE_EQ(table.rows.back()[0], 100);
    for (const auto& row : table.rows) {
      const Sharpness at = sharpness(lab.logits, static_cast<Scalar>(row[0]));
      EXPECT_EQ(row[1], measure_of(at, static_cast<SharpnessMeasure>(i)));
    }
  }
}

TEST(SharpnessBench, AListThatIsNoneIsRefusedAndTheOldOneStays) {
  UiBench bench(preset("journey"));
  open_laboratory(bench, "bench.sharpness");
  SharpnessBench& lab = bench.view.laboratory.sharpness;
  const auto before = lab.logits;
  bench.click(bench.item("sharpness.numbers").centre());
  bench.key(ImGuiKey_End);
  bench.type(" x");
  EXPECT_TRUE(lab.problem.empty()) << "half a word is no mistake";
  bench.click(bench.item("plot.sharpness.softmax").centre());
  EXPECT_NE(lab.problem.find("“x” is no number"), std::string::npos) << lab.problem;
  EXPECT_EQ(lab.logits, before);
  bench.click(bench.item("sharpness.numbers").centre());
  bench.key(ImGuiKey_End);
  bench.key(ImGuiKey_Backspace);
  bench.type("1");
  EXPECT_TRUE(lab.problem.empty()) << lab.problem;
  ASSERT_EQ(lab.logits.size(), 6u);
  EXPECT_EQ(lab.logits.back(), 1);
  EXPECT_EQ(lab.bars.plot->numbers().rows.size(), 6u);
}

TEST(SharpnessBench, TakesTheScoresThatATokenSees) {
  UiBench bench(preset("journey-causal"));
  open_laboratory(bench, "bench.sharpness");
  SharpnessBench& lab = bench.view.laboratory.sharpness;
  bench.click(bench.item("sharpness.token.more").centre());
  bench.click(bench.item("sharpness.token.more").centre());
  bench.click(bench.item("sharpness.take").centre());
  ASSERT_EQ(lab.logits.size(), 3u);
  for (Index j = 0; j < 3; ++j)
    EXPECT_EQ(lab.logits[static_cast<std::size_t>(j)], bench.session.trace().heads[0].scores(2, j));
  EXPECT_EQ(lab.bars.plot->numbers().row_labels.back(), "starts");
  const auto written = numbers_from(lab.text);
  ASSERT_TRUE(written);
  EXPECT_EQ(*written, lab.logits) << "the field holds every digit";
}

TEST(GradientBench, HasTheNumbersOfARunAtOnce) {
  UiBench bench(preset("journey"));
  open_laboratory(bench, "bench.gradient");
  const GradientBench& lab = bench.view.laboratory.gradient;
  type_into(bench, "gradient.d_model", "100");
  ASSERT_EQ(lab.settings.d_model, 100);
  ASSERT_TRUE(wait_for(bench, [&] { return lab.run.is_finished(); }));
  bench.frame(2);
  GradientSpec spec;
  spec.d_model = 100;
  spec.dimensions = doubling_dimensions(100);
  spec.n_tokens = lab.settings.n_tokens;
  spec.trials = lab.settings.trials;
  spec.seed = lab.settings.seed;
  GradientExperiment at_once = GradientExperiment::start(spec).value();
  at_once.advance(at_once.trials_in_all());
  const std::vector<GradientPoint> points = at_once.points();
  const NumberTable passed = lab.passed.plot->numbers();
  const NumberTable reaching = lab.W_q.plot->numbers();
  ASSERT_EQ(passed.rows.size(), points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(passed.row_labels[i], std::to_string(points[i].d_k));
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(passed.rows[i][1 + 3 * k], points[i].measures[k].passed.median);
      EXPECT_EQ(passed.rows[i][2 + 3 * k], points[i].measures[k].passed.lower_quartile);
      EXPECT_EQ(reaching.rows[i][1 + 3 * k], points[i].measures[k].W_q.median);
      EXPECT_EQ(reaching.rows[i][3 + 3 * k], points[i].measures[k].W_q.upper_quartile);
    }
  }
}

TEST(DocumentBench, EveryDivisorGivesTheWeightsOfTheEngine) {
  UiBench bench(preset("journey-two-heads"));
  bench.view.shown_head = 1;
  open_laboratory(bench, "bench.document");
  type_into(bench, "document.divisor", "1.75");
  const Model& model = bench.session.model();
  const NumberTable row = bench.view.laboratory.document.row.plot->numbers();
  const NumberTable entropies = bench.view.laboratory.document.entropies.plot->numbers();
  const NumberTable all = bench.view.laboratory.document.heatmaps.plot->numbers();
  const std::array divisors = {1.0F, std::sqrt(static_cast<float>(model.d_k())),
                               std::sqrt(static_cast<float>(model.d_model())), 1.75F};
  for (std::size_t k = 0; k < divisors.size(); ++k) {
    Model other = model;
    other.options.scale = {Scale::Kind::custom, divisors[k]};
    Trace trace;
    forward(other, trace);
    const Matrix& weights = trace.heads[1].weights;
    for (std::size_t i = 0; i < 6; ++i) {
      double entropy = 0;
      for (std::size_t j = 0; j < 6; ++j) {
        const auto weight = static_cast<double>(weights(static_cast<Index>(i), static_cast<Index>(j)));
        EXPECT_EQ(all.rows[k * 6 + i][j], weight);
        if (i == 1) {
          EXPECT_EQ(row.rows[j][k], weight);
        }
        entropy -= weight * std::log(weight);
      }
      EXPECT_NEAR(entropies.rows[i][k], entropy, 1e-12);
      EXPECT_EQ(all.rows[k * 6 + i][6], entropies.rows[i][k]);
    }
  }
}

TEST(DocumentBench, TheSliderMovesTheFiguresAndTheButtonTakesItsDivisorInOneStep) {
  UiBench bench(preset("journey"));
  open_laboratory(bench, "bench.document");
  const auto before = bench.view.laboratory.document.row.plot;
  const Rect track = bench.item("document.divisor.track");
  bench.frame(30);
  bench.move({track.right(), track.centre().y});
  bench.press();
  bench.move({track.x + track.width * 0.8f, track.centre().y});
  EXPECT_NE(bench.view.laboratory.document.row.plot, before);
  bench.release();
  const double chosen = *bench.view.laboratory.document.divisor;
  EXPECT_NEAR(chosen, 1.8, 0.02);
  EXPECT_EQ(bench.count<CommitEdit>(), 0);
  bench.click(bench.item("document.use").centre());
  EXPECT_EQ(bench.count<CommitEdit>(), 1);
  EXPECT_EQ(bench.session.model().options.scale.kind, Scale::Kind::custom);
  EXPECT_EQ(bench.session.model().options.scale.custom_divisor, static_cast<Scalar>(chosen));
  bench.session.undo();
  EXPECT_EQ(bench.session.model().options.scale.kind, Scale::Kind::sqrt_d_k);
}

TEST(DocumentBench, KnowsTheRootOfDkAndOne) {
  UiBench bench(preset("journey"));
  open_laboratory(bench, "bench.document");
  type_into(bench, "document.divisor", "1");
  bench.click(bench.item("document.use").centre());
  EXPECT_EQ(bench.session.model().options.scale.kind, Scale::Kind::none);
  const Rect track = bench.item("document.divisor.track");
  bench.click({track.x + track.width * 0.42f, track.centre().y});
  bench.settle();
  bench.click(bench.item("document.use").centre());
  EXPECT_EQ(bench.session.model().options.scale.kind, Scale::Kind::sqrt_d_k);
  // There is nothing to choose where d_k is 1.
  bench.session.commit(*edits::set_d_k(bench.session.document(), 1, 1));
  bench.settle();
  EXPECT_FALSE(bench.has_item("document.divisor"));
}

TEST(DocumentBench, DrawsLongDocumentsAndThoseWithoutProjection) {
  for (Document document : {long_document(300), preset("journey-simplified"), preset("alice-trained")}) {
    UiBench bench(std::move(document));
    open_laboratory(bench, "bench.document");
    EXPECT_GT(bench.view.laboratory.document.heatmaps.list.commands.size(), 5u);
    EXPECT_GT(bench.view.laboratory.document.row.list.commands.size(), 5u);
  }
}

TEST(NumberList, TakesWhatPeopleTypeAndNamesWhatIsNoNumber) {
  const auto numbers = numbers_from(".1, −.2; 3e-1\n-0.2 +5");
  ASSERT_TRUE(numbers);
  EXPECT_EQ(*numbers, (std::vector<Scalar>{0.1F, -0.2F, 0.3F, -0.2F, 5}));
  EXPECT_EQ(text_of(*numbers), "0.1 −0.2 0.3 −0.2 5");
  EXPECT_EQ(numbers_from("").error().code, ErrorCode::empty_sentence);
  EXPECT_EQ(numbers_from("1 2 three").error().code, ErrorCode::not_a_number);
  EXPECT_EQ(numbers_from("1 nan").error().code, ErrorCode::not_finite);
  std::string many;
  for (int i = 0; i < 1025; ++i) many += "1 ";
  EXPECT_EQ(numbers_from(many).error().code, ErrorCode::over_limit);
}

TEST(Slider, KeepsToItsSnapsAndReadsNumbersAsTheyAreWritten) {
  const SliderSpec spec{"d", "d", "", 1, 4096, true, true, {64, 100}, true, nullptr};
  EXPECT_EQ(value_at(spec, share_of(spec, 64) + 0.01, 0.02), 64);
  EXPECT_NE(value_at(spec, share_of(spec, 64) + 0.03, 0.02), 64);
  EXPECT_EQ(value_at(spec, -1, 0.02), 1);
  EXPECT_EQ(value_at(spec, 2, 0.02), 4096);
  EXPECT_EQ(typed_number(spec, "1,024", 7), 1024);
  EXPECT_EQ(typed_number(spec, "99999", 7), 4096);
  EXPECT_EQ(typed_number(spec, "many", 7), 7);
}

TEST(Prose, WritesCountsAndErrorsAsPeopleReadThem) {
  EXPECT_EQ(count_text(1'000'000), "1,000,000");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(with_error(64.3123, 0.91234), "64.31 ± 0.91");
  EXPECT_EQ(with_error(770.4, 36.1), "770 ± 36");
  EXPECT_EQ(short_number(0.012345), "0.0123");
  EXPECT_EQ(short_number(4096), "4,096");
}

TEST(SlicePace, DoesLessAfterAFrameThatTookTooLong) {
  SlicePace pace;
  pace.begin();
  double work = pace.next(5);  // the wait before the run says nothing
  for (int i = 0; i < 30; ++i) {
    const double next = pace.next(0.016);
    EXPECT_GE(next, work);
    work = next;
  }
  const double late = pace.next(0.05);
  EXPECT_LT(late, work);
  for (int i = 0; i < 30; ++i) EXPECT_LT(pace.next(0.016), work) << "what was too much is not tried again";
}

}  // namespace
}  // namespace attention_lab::testing

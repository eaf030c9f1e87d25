// The laboratory's pages about sharpness and gradients, and typed input on them.
#include <array>

#include <gtest/gtest.h>

#include "core/words/number_format.h"
#include "core/words/typed_numbers.h"
#include "laboratory_driver.h"
#include "ui/widgets/slider.h"

namespace attention_lab::testing {
namespace {

TEST(SharpnessState, ShowsTheNumbersOfTheTextbookAtTimesEight) {
  LabDriver driver(preset("journey"));
  open_laboratory(driver, "laboratory.sharpness");
  const NumberTable table = driver.view.laboratory.sharpness.bars.plot->numbers();
  const std::array expected = {0.0326, 0.0030, 0.1615, 0.0030, 0.8000};
  const std::array plain = {0.1925, 0.1426, 0.2351, 0.1426, 0.2872};
  ASSERT_EQ(table.rows.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(table.rows[i][0], plain[i], 5e-5);
    EXPECT_NEAR(table.rows[i][1], expected[i], 5e-5);
  }
  EXPECT_EQ(table.row_labels[1], "−0.2");
}

TEST(SharpnessState, LinesAreThoseOfTheExperiment) {
  LabDriver driver(preset("journey"));
  open_laboratory(driver, "laboratory.sharpness");
  const SharpnessState& lab = driver.view.laboratory.sharpness;
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

TEST(SharpnessState, AListThatIsNoneIsRefusedAndTheOldOneStays) {
  LabDriver driver(preset("journey"));
  open_laboratory(driver, "laboratory.sharpness");
  SharpnessState& lab = driver.view.laboratory.sharpness;
  const auto before = lab.logits;
  driver.click(driver.item("sharpness.numbers").centre());
  driver.key(ImGuiKey_End);
  driver.type(" x");
  EXPECT_TRUE(lab.problem.empty()) << "half a word is no mistake";
  driver.click(driver.item("plot.sharpness.softmax").centre());
  EXPECT_NE(lab.problem.find("“x” is not a number"), std::string::npos) << lab.problem;
  EXPECT_EQ(lab.logits, before);
  driver.click(driver.item("sharpness.numbers").centre());
  driver.key(ImGuiKey_End);
  driver.key(ImGuiKey_Backspace);
  driver.type("1");
  EXPECT_TRUE(lab.problem.empty()) << lab.problem;
  ASSERT_EQ(lab.logits.size(), 6u);
  EXPECT_EQ(lab.logits.back(), 1);
  EXPECT_EQ(lab.bars.plot->numbers().rows.size(), 6u);
}

TEST(SharpnessState, TakesTheScoresThatATokenSees) {
  LabDriver driver(preset("journey-causal"));
  open_laboratory(driver, "laboratory.sharpness");
  SharpnessState& lab = driver.view.laboratory.sharpness;
  driver.click(driver.item("sharpness.token.more").centre());
  driver.click(driver.item("sharpness.token.more").centre());
  driver.click(driver.item("sharpness.take").centre());
  ASSERT_EQ(lab.logits.size(), 3u);
  for (Index j = 0; j < 3; ++j)
    EXPECT_EQ(lab.logits[static_cast<std::size_t>(j)], driver.session.trace().heads[0].scores(2, j));
  EXPECT_EQ(lab.bars.plot->numbers().row_labels.back(), "starts");
  const auto written = parse_list(lab.text);
  ASSERT_TRUE(written);
  EXPECT_EQ(*written, lab.logits) << "the field holds every digit";
}

TEST(GradientState, HasTheNumbersOfARunAtOnce) {
  LabDriver driver(preset("journey"));
  open_laboratory(driver, "laboratory.gradient");
  const GradientState& lab = driver.view.laboratory.gradient;
  type_into(driver, "gradient.d_model", "100");
  ASSERT_EQ(lab.settings.d_model, 100);
  ASSERT_TRUE(wait_for(driver, [&] { return lab.run.is_finished(); }));
  driver.frame(2);
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

TEST(Slider, ReadsACommaAsPeopleMeanIt) {
  const SliderSpec divisor{"d", "d", "", 1, 100, false, false, {}, true, nullptr};
  EXPECT_EQ(number_typed_for(divisor.typed(), "2,5", 7), 2.5);
  EXPECT_EQ(number_typed_for(divisor.typed(), "2.5", 7), 2.5);
  EXPECT_EQ(number_typed_for(divisor.typed(), "2,5,1", 7), 7);
  const SliderSpec trials{"t", "t", "", 100, 1'000'000, true, true, {}, true, nullptr};
  EXPECT_EQ(number_typed_for(trials.typed(), "1,000,000", 7), 1'000'000);
  EXPECT_EQ(number_typed_for(trials.typed(), "20 000", 7), 20'000);
  EXPECT_EQ(number_typed_for(trials.typed(), "20000,4", 7), 20'000);
}

TEST(Slider, ItsFieldBeginsWithEveryDigitOfAWholeNumber) {
  const SliderSpec trials{"t", "t", "", 100, 1'000'000, true, true, {}, true, nullptr};
  EXPECT_EQ(field_text(trials, 1'000'000), "1000000");
  const SliderSpec divisor{"d", "d", "", 1, 100, false, false, {}, true, nullptr};
  EXPECT_EQ(field_text(divisor, 2.5), "2.5");
}

TEST(Slider, KeepsToItsSnapsAndReadsNumbersAsTheyAreWritten) {
  const SliderSpec spec{"d", "d", "", 1, 4096, true, true, {64, 100}, true, nullptr};
  EXPECT_EQ(value_at(spec, share_of(spec, 64) + 0.01, 0.02), 64);
  EXPECT_NE(value_at(spec, share_of(spec, 64) + 0.03, 0.02), 64);
  EXPECT_EQ(value_at(spec, -1, 0.02), 1);
  EXPECT_EQ(value_at(spec, 2, 0.02), 4096);
  EXPECT_EQ(number_typed_for(spec.typed(), "1,024", 7), 1024);
  EXPECT_EQ(number_typed_for(spec.typed(), "99999", 7), 7);
  EXPECT_EQ(problem_with_typed(spec.typed(), "99999"), "Type a number from 1 to 4,096.");
  EXPECT_EQ(problem_with_typed(spec.typed(), "4096"), "");
  EXPECT_EQ(number_typed_for(spec.typed(), "many", 7), 7);
}

}  // namespace
}  // namespace attention_lab::testing

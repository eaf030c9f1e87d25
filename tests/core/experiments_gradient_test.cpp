#include <gtest/gtest.h>

#include "core/experiments/gradient.h"
#include "fixtures.h"

namespace attention_lab {
namespace {

using enum ExperimentDivisor;

GradientExperiment started(GradientSpec spec) {
  Result<GradientExperiment> experiment = GradientExperiment::start(std::move(spec));
  EXPECT_TRUE(experiment) << experiment.error().message;
  return std::move(experiment).value();
}

std::vector<GradientPoint> points_of(GradientSpec spec) {
  GradientExperiment experiment = started(std::move(spec));
  experiment.advance(experiment.trials_in_all());
  EXPECT_TRUE(experiment.is_finished());
  return experiment.points();
}

void expect_same(const Spread& actual, const Spread& expected) {
  EXPECT_EQ(actual.mean, expected.mean);
  EXPECT_EQ(actual.lower_quartile, expected.lower_quartile);
  EXPECT_EQ(actual.median, expected.median);
  EXPECT_EQ(actual.upper_quartile, expected.upper_quartile);
}

void expect_same(const GradientPoint& actual, const GradientPoint& expected) {
  EXPECT_EQ(actual.d_k, expected.d_k);
  EXPECT_EQ(actual.trials, expected.trials);
  for (const ExperimentDivisor divisor : all_experiment_divisors) {
    expect_same(actual.at(divisor).W_q, expected.at(divisor).W_q);
    expect_same(actual.at(divisor).passed, expected.at(divisor).passed);
  }
}

TEST(Gradient, EqualsPyTorchsAutograd) {
  const nlohmann::json all_fixtures = fixtures::read("experiments.json");
  for (const nlohmann::json& fixture : all_fixtures.at("gradient")) {
    GradientSpec spec;
    spec.dimensions = {fixture.at("d_k").get<Index>()};
    spec.d_model = fixture.at("d_model").get<Index>();
    spec.n_tokens = fixture.at("n_tokens").get<Index>();
    spec.trials = fixture.at("trials").get<std::int64_t>();
    spec.seed = fixture.at("seed").get<std::uint64_t>();
    const GradientPoint point = points_of(spec).at(0);
    for (const ExperimentDivisor divisor : all_experiment_divisors) {
      const nlohmann::json& expected = fixture.at(std::string(to_string(divisor)));
      const auto expect_near = [&](const Spread& actual, const char* name) {
        const auto number = [&](const char* key) { return expected.at(name).at(key).get<double>(); };
        const double tolerance = 2e-5 * number("upper_quartile");
        EXPECT_NEAR(actual.mean, number("mean"), tolerance) << name << to_string(divisor);
        EXPECT_NEAR(actual.lower_quartile, number("lower_quartile"), tolerance) << name << to_string(divisor);
        EXPECT_NEAR(actual.median, number("median"), tolerance) << name << to_string(divisor);
        EXPECT_NEAR(actual.upper_quartile, number("upper_quartile"), tolerance) << name << to_string(divisor);
      };
      expect_near(point.at(divisor).W_q, "W_q");
      expect_near(point.at(divisor).passed, "passed");
    }
  }
}

TEST(Gradient, StaysWithTheDivisorAndVanishesWithout) {
  GradientSpec spec;
  spec.dimensions = {16, 512};
  const std::vector<GradientPoint> points = points_of(spec);
  const auto& narrow = points[0];
  const auto& wide = points[1];
  EXPECT_NEAR(wide.at(sqrt_d_k).passed.median / narrow.at(sqrt_d_k).passed.median, 1, 0.1);
  EXPECT_NEAR(wide.at(sqrt_d_k).W_q.median / narrow.at(sqrt_d_k).W_q.median, 1, 0.1);
  EXPECT_LT(wide.at(none).passed.median, narrow.at(none).passed.median / 100);
  EXPECT_LT(wide.at(none).W_q.median, wide.at(sqrt_d_k).W_q.median / 10);
}

TEST(Gradient, SquareRootOfDModelLetsTooLittleThroughInANarrowHead) {
  GradientSpec spec;
  spec.dimensions = {8, 512};
  const std::vector<GradientPoint> points = points_of(spec);
  EXPECT_LT(points[0].at(sqrt_d_model).W_q.median, points[0].at(sqrt_d_k).W_q.median / 5);
  expect_same(points[1].at(sqrt_d_model).W_q, points[1].at(sqrt_d_k).W_q);
}

TEST(Gradient, WithOneDimensionNoDivisorIsTheSame) {
  GradientSpec spec;
  spec.dimensions = {1};
  const GradientPoint point = points_of(spec).at(0);
  expect_same(point.at(none).W_q, point.at(sqrt_d_k).W_q);
}

TEST(Gradient, SlicesAndOtherDimensionsChangeNothing) {
  GradientSpec spec;
  spec.dimensions = {1, 5, 32};
  spec.d_model = 32;
  spec.trials = 50;
  const std::vector<GradientPoint> whole = points_of(spec);
  GradientExperiment sliced = started(spec);
  for (std::int64_t slice = 0; !sliced.is_finished(); ++slice) sliced.advance(slice % 7);
  EXPECT_EQ(sliced.trials_done(), 150);
  const std::vector<GradientPoint> in_slices = sliced.points();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    expect_same(in_slices[i], whole[i]);
    GradientSpec alone = spec;
    alone.dimensions = {spec.dimensions[i]};
    expect_same(points_of(alone).at(0), whole[i]);
  }
}

TEST(Gradient, PointsAreThereBeforeTheEnd) {
  GradientSpec spec;
  spec.dimensions = {1, 2};
  spec.trials = 10;
  GradientExperiment experiment = started(spec);
  experiment.advance(4);
  const std::vector<GradientPoint> points = experiment.points();
  EXPECT_EQ(points[0].trials, 4);
  EXPECT_GT(points[0].at(none).W_q.median, 0);
  EXPECT_EQ(points[1].trials, 0);
  EXPECT_EQ(points[1].at(none).W_q.median, 0);
}

TEST(Gradient, RefusesWhatIsOutsideItsLimits) {
  const auto message = [](GradientSpec spec) {
    const Result<GradientExperiment> experiment = GradientExperiment::start(std::move(spec));
    return experiment ? "" : experiment.error().message;
  };
  EXPECT_EQ(message({.dimensions = {}}), "No d_k was given; give at least one.");
  EXPECT_EQ(message({.dimensions = {513}}), "The d_k of one head must be from 1 to 512, not 513.");
  EXPECT_EQ(message({.dimensions = {1, 0}}), "The d_k of one head must be from 1 to 512, not 0.");
  EXPECT_EQ(message({.dimensions = {1}, .d_model = 4097}), "d_model must be from 1 to 4096, not 4097.");
  EXPECT_EQ(message({.dimensions = {1}, .n_tokens = 1}),
            "The number of tokens must be from 2 to 128, not 1.");
  EXPECT_EQ(message({.dimensions = {1}, .trials = 0}),
            "The number of trials must be from 1 to 10000, not 0.");
  EXPECT_EQ(message({.dimensions = {1, 512}}), "");
}

TEST(DoublingDimensions, EndWithDModel) {
  EXPECT_EQ(doubling_dimensions(1), (std::vector<Index>{1}));
  EXPECT_EQ(doubling_dimensions(8), (std::vector<Index>{1, 2, 4, 8}));
  EXPECT_EQ(doubling_dimensions(12), (std::vector<Index>{1, 2, 4, 8, 12}));
}

}  // namespace
}  // namespace attention_lab

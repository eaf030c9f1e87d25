#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "core/experiments/variance.h"
#include "fixtures.h"

namespace attention_lab {
namespace {

VarianceExperiment started(VarianceSpec spec) {
  Result<VarianceExperiment> experiment = VarianceExperiment::start(std::move(spec));
  EXPECT_TRUE(experiment) << experiment.error().message;
  return std::move(experiment).value();
}

VarianceExperiment finished(VarianceSpec spec) {
  VarianceExperiment experiment = started(std::move(spec));
  experiment.advance(experiment.spec().trials);
  EXPECT_TRUE(experiment.is_finished());
  return experiment;
}

Components components_of(const std::string& name) {
  return name == "normal" ? Components::normal : Components::uniform;
}

TEST(Variance, EqualsPyTorchTrialByTrial) {
  const nlohmann::json all_fixtures = fixtures::read("experiments.json");
  for (const nlohmann::json& fixture : all_fixtures.at("variance")) {
    VarianceSpec spec;
    spec.dimension = fixture.at("dimension").get<Index>();
    spec.trials = fixture.at("trials").get<std::int64_t>();
    spec.seed = fixture.at("seed").get<std::uint64_t>();
    spec.components = components_of(fixture.at("distribution").get<std::string>());
    const VarianceExperiment experiment = finished(spec);
    const auto expect_near = [&](double actual, const char* name, double scale) {
      EXPECT_NEAR(actual, fixture.at(name).get<double>(), 1e-5 * scale) << name << ", d = " << spec.dimension;
    };
    const Estimate products = experiment.products();
    const auto d = static_cast<double>(spec.dimension);
    expect_near(products.mean, "mean", std::sqrt(d));
    expect_near(products.mean_standard_error, "mean_standard_error", std::sqrt(d));
    expect_near(products.variance, "variance", d);
    expect_near(products.variance_standard_error, "variance_standard_error", d);
    expect_near(experiment.scaled_products().variance, "variance_scaled", 1);

    // The middle quarter of the bins extends one theoretical standard deviation to both sides of the mean.
    const Bins& bins = experiment.bins();
    const auto middle = bins.counts.begin() + static_cast<std::ptrdiff_t>(bins.counts.size() / 2);
    const auto eighth = static_cast<std::ptrdiff_t>(bins.counts.size() / 8);
    EXPECT_NEAR(static_cast<double>(std::accumulate(middle - eighth, middle + eighth, std::int64_t{0})),
                fixture.at("within_one_standard_deviation").get<double>(), 1);
  }
}

TEST(Variance, IsWithinFiveStandardErrorsOfTheory) {
  for (const Components components : {Components::normal, Components::uniform}) {
    for (const Index d : {1, 2, 5, 20, 64, 100, 128, 512, 768, 4096}) {
      VarianceSpec spec;
      spec.dimension = d;
      spec.trials = d > 128 ? 2000 : 20'000;
      spec.components = components;
      const VarianceExperiment experiment = finished(spec);
      EXPECT_EQ(experiment.theory(), (ProductTheory{0, static_cast<double>(d)}));
      const Estimate products = experiment.products();
      const Estimate scaled_products = experiment.scaled_products();
      EXPECT_NEAR(products.mean, 0, 5 * products.mean_standard_error) << d;
      EXPECT_NEAR(products.variance, static_cast<double>(d), 5 * products.variance_standard_error) << d;
      EXPECT_NEAR(scaled_products.variance, 1, 5 * scaled_products.variance_standard_error) << d;
      EXPECT_LT(scaled_products.variance_standard_error, 0.1 * (d == 1 ? 3 : 1)) << d;
    }
  }
}

TEST(Variance, SlicesChangeNothing) {
  for (const Components components : {Components::normal, Components::uniform, Components::given}) {
    for (const Index d : {1, 7, 17, 64}) {
      VarianceSpec spec;
      spec.dimension = d;
      spec.trials = 1000;
      spec.components = components;
      spec.products = Matrix::Random(5, 4);
      const VarianceExperiment whole = finished(spec);
      VarianceExperiment sliced = started(spec);
      for (std::int64_t slice = 0; !sliced.is_finished(); ++slice) sliced.advance(slice % 13);
      EXPECT_EQ(sliced.trials_done(), 1000);
      EXPECT_EQ(sliced.products().mean, whole.products().mean);
      EXPECT_EQ(sliced.products().variance, whole.products().variance);
      EXPECT_EQ(sliced.products().variance_standard_error, whole.products().variance_standard_error);
      EXPECT_EQ(sliced.bins().counts, whole.bins().counts);
    }
  }
}

TEST(Variance, EveryTrialIsCountedOnce) {
  VarianceSpec spec;
  spec.dimension = 1;  // heavy tails
  spec.trials = 5000;
  const VarianceExperiment experiment = finished(spec);
  const Bins bins = experiment.scaled_bins();
  EXPECT_GT(bins.below, 0);
  EXPECT_GT(bins.above, 0);
  EXPECT_EQ(std::accumulate(bins.counts.begin(), bins.counts.end(), bins.below + bins.above), 5000);
}

TEST(Variance, ScaledBinsSpanFourStandardDeviationsOfOne) {
  VarianceSpec spec;
  spec.dimension = 64;
  const VarianceExperiment experiment = started(spec);
  EXPECT_EQ(experiment.bins().low, -32);
  EXPECT_EQ(experiment.bins().high, 32);
  EXPECT_EQ(experiment.scaled_bins().low, -4);
  EXPECT_EQ(experiment.scaled_bins().high, 4);
}

TEST(Variance, StopsAtItsNumberOfTrials) {
  VarianceSpec spec;
  spec.trials = 100;
  VarianceExperiment experiment = started(spec);
  EXPECT_TRUE(std::isnan(experiment.products().variance)) << "nothing is known yet";
  experiment.advance(99);
  EXPECT_FALSE(experiment.is_finished());
  experiment.advance(1'000'000);
  EXPECT_EQ(experiment.trials_done(), 100);
  const double variance = experiment.products().variance;
  experiment.advance(1);
  EXPECT_EQ(experiment.products().variance, variance);
}

TEST(Variance, SeedsDiffer) {
  VarianceSpec spec;
  const double variance = finished(spec).products().variance;
  EXPECT_EQ(finished(spec).products().variance, variance);
  spec.seed = 124;
  EXPECT_NE(finished(spec).products().variance, variance);
}

// ------------------------------------------------------------------------------------------- given rows

VarianceSpec given(Matrix products) {
  VarianceSpec spec;
  spec.dimension = 2;
  spec.trials = 20'000;
  spec.components = Components::given;
  spec.products = std::move(products);
  return spec;
}

TEST(Variance, OfGivenRowsIsThatOfAllPairs) {
  const Matrix products = (Matrix(2, 3) << 1, 2, 3, -4, 5, 11).finished();
  const VarianceExperiment experiment = finished(given(products));
  EXPECT_DOUBLE_EQ(experiment.theory().mean, 3);
  EXPECT_DOUBLE_EQ(experiment.theory().variance, (4 + 1 + 0 + 49 + 4 + 64) / 6.0);
  EXPECT_DOUBLE_EQ(experiment.scaled_theory().variance, experiment.theory().variance / 2);
  const Estimate estimate = experiment.products();
  EXPECT_NEAR(estimate.mean, 3, 5 * estimate.mean_standard_error);
  EXPECT_NEAR(estimate.variance, experiment.theory().variance, 5 * estimate.variance_standard_error);
}

TEST(Variance, OfEqualProductsIsZero) {
  const VarianceExperiment experiment = finished(given(Matrix::Constant(3, 3, 5)));
  EXPECT_EQ(experiment.products().mean, 5);
  EXPECT_EQ(experiment.products().variance, 0);
  EXPECT_EQ(experiment.products().variance_standard_error, 0);
}

TEST(Variance, OfFarAwayProductsKeepsItsDigits) {
  const Matrix products = (Matrix(1, 2) << 1'000'000, 1'000'001).finished();
  const VarianceExperiment experiment = finished(given(products));
  const Estimate estimate = experiment.products();
  EXPECT_NEAR(estimate.variance, 0.25, 5 * estimate.variance_standard_error + 1e-9);
  EXPECT_EQ(experiment.bins().below + experiment.bins().above, 0);
}

// ---------------------------------------------------------------------------------------------- refusals

void expect_refused(const VarianceSpec& spec, ErrorCode code, const std::string& message) {
  const Result<VarianceExperiment> experiment = VarianceExperiment::start(spec);
  ASSERT_FALSE(experiment) << message;
  EXPECT_EQ(experiment.error().code, code);
  EXPECT_EQ(experiment.error().message, message);
}

TEST(Variance, RefusesWhatIsOutsideItsLimits) {
  const auto spec_of = [](Index dimension, std::int64_t trials) {
    VarianceSpec spec;
    spec.dimension = dimension;
    spec.trials = trials;
    return spec;
  };
  expect_refused(spec_of(0, 1000), ErrorCode::out_of_range, "The dimension must be from 1 to 4096, not 0.");
  expect_refused(spec_of(4097, 1000), ErrorCode::out_of_range,
                 "The dimension must be from 1 to 4096, not 4097.");
  expect_refused(spec_of(64, 99), ErrorCode::out_of_range,
                 "The number of trials must be from 100 to 1000000, not 99.");
  expect_refused(spec_of(64, 1'000'001), ErrorCode::out_of_range,
                 "The number of trials must be from 100 to 1000000, not 1000001.");
  EXPECT_TRUE(VarianceExperiment::start(spec_of(1, 100)));
  EXPECT_TRUE(VarianceExperiment::start(spec_of(4096, 1'000'000)));
}

TEST(Variance, RefusesGivenProductsThatAreNone) {
  expect_refused(given(Matrix()), ErrorCode::wrong_shape, "There are no queries and keys to draw from.");
  expect_refused(given(Matrix::Constant(2, 2, std::numeric_limits<Scalar>::infinity())),
                 ErrorCode::not_finite,
                 "Some products of the given queries and keys are too large: infinite or NaN.");
}

// ----------------------------------------------------------------------------------------------- theory

TEST(ProductDensity, IsKnownInClosedFormAtSmallDimensions) {
  for (const double x : {0.01, 0.5, 1.0, 3.0, 10.0}) {
    EXPECT_NEAR(product_density(x, 2), std::exp(-x) / 2, 1e-10) << x;
    EXPECT_NEAR(product_density(x, 4), (1 + x) * std::exp(-x) / 4, 1e-10) << x;
    EXPECT_DOUBLE_EQ(product_density(-x, 5), product_density(x, 5));
  }
  EXPECT_EQ(product_density(0, 1), std::numeric_limits<double>::infinity());
  EXPECT_NEAR(product_density(0, 2), 0.5, 1e-12);
  EXPECT_NEAR(product_density(0, 4), 0.25, 1e-12);
  EXPECT_NEAR(product_density(1, 1), 0.4210244382407083 / 3.141592653589793, 1e-10) << "K_0(1) ÷ π";
}

TEST(ProductDensity, SumsToOneWithVarianceD) {
  for (const Index d : {2, 3, 5, 64, 1000, 4096}) {
    const double deviation = std::sqrt(static_cast<double>(d));
    const double step = deviation / 500;
    double sum = 0;
    double squares = 0;
    for (double x = -30 * deviation + step / 2; x < 30 * deviation; x += step) {
      const double density = product_density(x, d);
      sum += density * step;
      squares += density * x * x * step;
    }
    EXPECT_NEAR(sum, 1, 1e-5) << d;
    EXPECT_NEAR(squares / static_cast<double>(d), 1, 1e-5) << d;
  }
}

TEST(ProductDensity, ComesCloseToTheNormalOne) {
  for (const double z : {0.0, 0.5, 1.0, 2.0}) {
    const ProductTheory theory{0, 4096};
    EXPECT_NEAR(64 * product_density(64 * z, 4096), 64 * normal_density(64 * z, theory), 3e-4) << z;
  }
  EXPECT_NEAR(normal_density(3, {3, 4}), 0.19947114020071635, 1e-15);
}

TEST(ProductDensity, IsWhatTheHistogramShows) {
  for (const Index d : {1, 2, 5, 64}) {
    VarianceSpec spec;
    spec.dimension = d;
    spec.trials = 50'000;
    const Bins bins = finished(spec).bins();
    for (std::size_t i = 0; i < bins.counts.size(); ++i) {
      double expected = 0;  // numerical integral, midpoint rule with a hundred steps
      for (int slice = 0; slice < 100; ++slice)
        expected +=
            product_density(bins.low + (static_cast<double>(i) + (slice + 0.5) / 100) * bins.width(), d);
      expected *= bins.width() / 100 * 50'000;
      EXPECT_NEAR(static_cast<double>(bins.counts[i]), expected,
                  5 * std::sqrt(expected) + 5 + 0.02 * expected)
          << "bin " << i << ", d = " << d;
    }
  }
}

}  // namespace
}  // namespace attention_lab

// Experiments in slices, as the laboratory runs them.
#include <gtest/gtest.h>

#include "core/experiments/gradient.h"
#include "core/experiments/run.h"
#include "core/experiments/variance.h"

namespace attention_lab {
namespace {

static_assert(Run<VarianceRun>);
static_assert(Run<GradientRun>);

TEST(SlicePace, DoesLessAfterAFrameThatTookTooLong) {
  SlicePace pace;
  pace.begin();
  double work = pace.next(5);  // the wait before the run is ignored
  for (int i = 0; i < 30; ++i) {
    const double next = pace.next(0.016);
    EXPECT_GE(next, work);
    work = next;
  }
  const double late = pace.next(0.05);
  EXPECT_LT(late, work);
  for (int i = 0; i < 30; ++i) EXPECT_LT(pace.next(0.016), work) << "what was too much is not tried again";
}

TEST(VarianceRun, EndsWithTheNumbersOfARunAtOnceWhateverTheSlices) {
  VarianceSettings settings;
  settings.dimension = 20;
  VarianceRun run;
  run.ask(settings, std::nullopt, {});
  ASSERT_NE(run.experiment(), nullptr);
  EXPECT_EQ(run.progress().all, settings.trials);
  for (double work = 1; !run.is_finished(); work *= 3) run.advance(work);
  EXPECT_EQ(run.progress().done, settings.trials);
  EXPECT_EQ(run.rows_done(), run.rows().size());
  VarianceSpec spec;
  spec.dimension = 20;
  spec.trials = settings.trials;
  spec.seed = settings.seed;
  VarianceExperiment at_once = VarianceExperiment::start(spec).value();
  at_once.advance(settings.trials);
  EXPECT_EQ(run.experiment()->products().variance, at_once.products().variance);
  for (const VarianceRow& row : run.rows()) {
    if (row.dimension != 20) continue;
    EXPECT_EQ(row.products.variance, at_once.products().variance);
  }
}

TEST(VarianceRun, StartsAnewOnlyWhereSomethingElseIsAskedFor) {
  VarianceSettings settings;
  VarianceRun run;
  run.ask(settings, std::nullopt, {});
  run.advance(1e4);
  const std::int64_t done = run.progress().done;
  EXPECT_GT(done, 0);
  run.ask(settings, std::nullopt, {});
  EXPECT_EQ(run.progress().done, done);
  run.stop();
  run.advance(1e4);
  EXPECT_EQ(run.progress().done, done);
  EXPECT_TRUE(run.is_stopped());
  settings.seed = 7;
  run.ask(settings, std::nullopt, {});
  EXPECT_EQ(run.progress().done, 0);
  EXPECT_TRUE(run.is_running());
  EXPECT_EQ(run.starts(), 2U);
}

TEST(VarianceRun, SaysWhyItCannotStart) {
  VarianceSettings settings;
  settings.components = Components::given;
  VarianceRun run;
  run.ask(settings, GivenProducts{1, 0, 2}, Matrix(0, 0));
  EXPECT_EQ(run.experiment(), nullptr);
  EXPECT_FALSE(run.problem().empty());
  EXPECT_FALSE(run.is_running());
}

TEST(GradientRun, LooksItsPointsUpNowAndThenAndAtTheEnd) {
  GradientSettings settings;
  settings.d_model = 4;
  settings.trials = 50;
  GradientRun run;
  run.ask(settings);
  int looks = 0;
  for (std::int64_t before = 0; !run.is_finished(); before = run.looked_up_at()) {
    run.advance(1);
    looks += run.looked_up_at() != before ? 1 : 0;
  }
  EXPECT_GT(looks, 5);
  EXPECT_LT(looks, 60);
  EXPECT_EQ(run.looked_up_at(), run.progress().all);
  EXPECT_EQ(run.points().size(), 3U);
  for (const GradientPoint& point : run.points()) EXPECT_EQ(point.trials, settings.trials);
}

}  // namespace
}  // namespace attention_lab

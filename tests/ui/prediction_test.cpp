#include "ui/steps/prediction.h"

#include <cmath>
#include <limits>
#include <optional>

#include <gtest/gtest.h>

#include "app/files/presets.h"
#include "random_documents.h"
#include "step_walk.h"
#include "ui/figures/number_format.h"
#include "ui/steps/step_content.h"

namespace attention_lab {
namespace {

using testing::for_every_step;
using testing::preset_session;

void expect_predictable(const Session& session, Index head, const Step& step) {
  const std::optional<Prediction> prediction = prediction_of(session, head, step);
  if (!prediction) return;
  const std::string shown = format_number(static_cast<double>(prediction->value), 4);
  const StepContent content = describe_step(session, head, step, 4);
  SCOPED_TRACE(content.title + ": " + prediction->symbol + " = " + shown);
  EXPECT_NE(content.result.find(shown), std::string::npos) << content.result;
  EXPECT_FALSE(prediction->symbol.empty());
  if (prediction->cell) {
    EXPECT_TRUE(contains(session.model(), session.trace(), *prediction->cell));
  }
  const Result<bool> judged = is_right(shown, prediction->value, 4);
  ASSERT_TRUE(judged) << to_string(judged.error());
  EXPECT_TRUE(*judged);
}

TEST(Prediction, OfEveryPresetIsRightWhereItIsReadOff) {
  for (const Preset& preset : presets()) {
    const Session session = preset_session(preset.name);
    for_every_step(session, [&](Index head, const Step& step) { expect_predictable(session, head, step); });
  }
}

TEST(Prediction, IsThereUnderEveryOption) {
  testing::RandomDocuments random(22);
  for (const testing::Variant& variant : testing::all_variants()) {
    const Session session(random.document(variant));
    for_every_step(session, [&](Index head, const Step& step) { expect_predictable(session, head, step); });
    if (HasFailure()) return;
  }
}

TEST(Prediction, IsTheNumberOfTheStep) {
  const Session session = preset_session("journey");
  const auto predict = [&](const Step& step) { return prediction_of(session, 0, step); };
  const HeadStages& trace = session.trace().heads[0];
  const std::optional<Prediction> key = predict({StepKind::key, 0, 2, 0, 0});
  ASSERT_TRUE(key);
  EXPECT_EQ(*key, (Prediction{CellRef{{MatrixName::K, 0}, 2, 0}, trace.K(2, 0), "k_{3,1}"}));
  const std::optional<Prediction> product = predict({StepKind::score_term, 1, 2, 0, 1});
  ASSERT_TRUE(product);
  EXPECT_EQ(product->value, trace.Q(1, 1) * trace.K(2, 1));
  EXPECT_EQ(product->symbol, "q_{2,2} × k_{3,2}");
  const std::optional<Prediction> sum = predict({StepKind::exponential_sum, 1, 0, 0, 0});
  ASSERT_TRUE(sum);
  EXPECT_FALSE(sum->cell);
}

TEST(Prediction, AsksForNothingWhereNoNumberIsWorkedOut) {
  const Session session = preset_session("journey-causal");
  for (const Step& step :
       {Step{StepKind::embedding, 1, 0, 0, 0}, Step{StepKind::mask, 1, 0, 0, 0},
        Step{StepKind::accumulation, 1, 3, 0, 0}, Step{StepKind::all_scores, 0, 0, 0, 0}}) {
    EXPECT_FALSE(prediction_of(session, 0, step)) << static_cast<int>(step.kind);
  }
  const Session simplified = preset_session("journey-simplified");
  EXPECT_FALSE(prediction_of(simplified, 0, {StepKind::query, 1, 0, 0, 0}));
  Document unscaled = testing::small_document();
  unscaled.model.options.scale.kind = Scale::Kind::none;
  EXPECT_FALSE(prediction_of(Session(unscaled), 0, {StepKind::scaled_score, 1, 0, 0, 0}));
  EXPECT_TRUE(prediction_of(Session(testing::small_document()), 0, {StepKind::scaled_score, 1, 0, 0, 0}));
}

bool right(std::string_view guess, Scalar value, int decimals = 4) {
  const Result<bool> judged = is_right(guess, value, decimals);
  EXPECT_TRUE(judged) << guess;
  return judged && *judged;
}

TEST(Guess, IsRightToTheDecimalsShown) {
  const Scalar value = Scalar(0.430612);
  for (const std::string_view guess :
       {"0.4306", ".4306", " 0.4306 ", "0,4306", ",4306", "0.43061", "4.306e-1"})
    EXPECT_TRUE(right(guess, value)) << guess;
  for (const std::string_view guess : {"0.4307", "0.43", "-0.4306", "4306", "0"})
    EXPECT_FALSE(right(guess, value)) << guess;
  EXPECT_TRUE(right("0.43", value, 2));
  EXPECT_TRUE(right("0.4306", value, 2));
  EXPECT_TRUE(right("0", value, 0));
}

TEST(Guess, TakesBothMinusSigns) {
  for (const std::string_view guess : {"-1.5", "−1.5", " −1,5"})
    EXPECT_TRUE(right(guess, Scalar(-1.5))) << guess;
  EXPECT_FALSE(right("1.5", Scalar(-1.5)));
  EXPECT_TRUE(right("−.5", Scalar(-0.5)));
  EXPECT_TRUE(right("-0", Scalar(0)));
}

TEST(Guess, TakesInfinityInWordsAndAsASign) {
  const Scalar minus_infinity = -std::numeric_limits<Scalar>::infinity();
  for (const std::string_view guess : {"-inf", "−∞", "-∞", " -Inf ", "−infinity"})
    EXPECT_TRUE(right(guess, minus_infinity)) << guess;
  for (const std::string_view guess : {"inf", "∞", "-1e30", "0"})
    EXPECT_FALSE(right(guess, minus_infinity)) << guess;
  EXPECT_TRUE(right("∞", -minus_infinity));
}

TEST(Guess, WorkedOutFromTheRoundedNumbersShownIsRightToo) {
  const Session session = preset_session("journey-causal");
  const Step score{StepKind::score, 2, 0, 0, 0};
  const StepContent content = describe_step(session, 0, score, 4);
  ASSERT_EQ(equation_of(content), "0.2820 + 0.1775 = 0.4594");  // the sum of the rounded numbers is 0.4595
  const auto judge = [&](std::string_view guess) { return is_right(guess, session, 0, score, 4); };
  for (const std::string_view guess : {"0.4594", "0.4595"})
    EXPECT_TRUE(judge(guess) && *judge(guess)) << guess;
  for (const std::string_view guess : {"0.4593", "0.4596", "0.46"}) {
    ASSERT_TRUE(judge(guess)) << guess;
    EXPECT_FALSE(*judge(guess)) << guess;
  }
  EXPECT_FALSE(judge("a"));
}

TEST(Guess, FromRoundedNumbersStaysNearTheTrueOne) {
  for (const Preset& preset : presets()) {
    const Session session = preset_session(preset.name);
    for_every_step(session, [&](Index head, const Step& step) {
      const std::optional<Prediction> prediction = prediction_of(session, head, step);
      if (!prediction) return;
      SCOPED_TRACE(describe_step(session, head, step, 4).title);
      const double value = static_cast<double>(prediction->value);
      EXPECT_TRUE(*is_right(format_number(value, 4), session, head, step, 4));
      EXPECT_FALSE(*is_right(format_number(value + 0.01 * (1 + std::abs(value)), 4), session, head, step, 4));
    });
  }
}

TEST(Guess, ThatIsNoNumberIsToldFromAWrongOne) {
  for (const std::string_view guess : {"", "  ", "abc", "0.4.3", "1,2,3", "--1"}) {
    const Result<bool> judged = is_right(guess, Scalar(0.43), 4);
    ASSERT_FALSE(judged) << guess;
    EXPECT_EQ(judged.error().code, ErrorCode::not_a_number) << guess;
    EXPECT_FALSE(judged.error().message.empty());
  }
}

}  // namespace
}  // namespace attention_lab

#include "core/steps/prediction.h"

#include <cmath>
#include <limits>
#include <optional>

#include <gtest/gtest.h>

#include "core/steps/question.h"
#include "core/steps/step_numbers.h"
#include "core/words/number_format.h"
#include "preset_documents.h"
#include "random_documents.h"

namespace attention_lab {
namespace {

using testing::for_every_step;
using testing::preset_session;

void expect_predictable(const Session& session, Index head, const Step& step) {
  const StepContent content = describe_step(session, head, step, 4);
  const StepNumbers numbers = numbers_of(session.model(), session.trace(), head, step);
  const std::vector<AskedNumber> asked = asked_numbers(session, head, step);
  if (asked.empty()) return;
  EXPECT_EQ(asked.size(), std::min(numbers.values.size(), most_asked_numbers));
  for (std::size_t entry = 0; entry < asked.size(); ++entry) {
    const std::string shown = format_number(static_cast<double>(asked[entry].value), 4);
    SCOPED_TRACE(content.title + ": " + asked[entry].symbol + " = " + shown);
    EXPECT_EQ(asked[entry].value, numbers.values[entry]);
    if (content.result.find("…") == std::string::npos) {
      EXPECT_NE(content.result.find(shown), std::string::npos) << content.result;
    }
    EXPECT_FALSE(asked[entry].symbol.empty());
    if (asked[entry].cell) {
      EXPECT_TRUE(contains(session.model(), session.trace(), *asked[entry].cell));
    }
    const Result<bool> judged = is_right(shown, asked[entry].value, 4);
    ASSERT_TRUE(judged) << to_string(judged.error());
    EXPECT_TRUE(*judged);
  }
}

TEST(Prediction, OfEveryPresetIsRightWhereItIsReadOff) {
  for (const std::string& preset : testing::preset_names()) {
    const Session session = preset_session(preset);
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

TEST(Prediction, IsEveryNumberOfTheStep) {
  const Session session = preset_session("journey");
  const auto asked = [&](const Step& step) { return asked_numbers(session, 0, step); };
  const HeadStages& trace = session.trace().heads[0];
  EXPECT_EQ(asked({StepKind::key, 0, 2, 0, 0}),
            (std::vector<AskedNumber>{{CellRef{{MatrixName::K, 0}, 2, 0}, trace.K(2, 0), "k_{3,1}"},
                                      {CellRef{{MatrixName::K, 0}, 2, 1}, trace.K(2, 1), "k_{3,2}"}}));
  const std::vector<AskedNumber> product = asked({StepKind::score_term, 1, 2, 0, 1});
  ASSERT_EQ(product.size(), 1u);
  EXPECT_EQ(product.front().value, trace.Q(1, 1) * trace.K(2, 1));
  EXPECT_EQ(product.front().symbol, "q_{2,2} × k_{3,2}");
  const std::vector<AskedNumber> sum = asked({StepKind::exponential_sum, 1, 0, 0, 0});
  ASSERT_EQ(sum.size(), 1u);
  EXPECT_FALSE(sum.front().cell);
}

TEST(Prediction, AsksForNothingWhereNoNumberIsWorkedOut) {
  const Session session = preset_session("journey-causal");
  for (const Step& step :
       {Step{StepKind::embedding, 1, 0, 0, 0}, Step{StepKind::mask, 1, 0, 0, 0},
        Step{StepKind::accumulation, 1, 3, 0, 0}, Step{StepKind::all_scores, 0, 0, 0, 0}}) {
    EXPECT_TRUE(asked_numbers(session, 0, step).empty()) << static_cast<int>(step.kind);
  }
  const Session simplified = preset_session("journey-simplified");
  EXPECT_TRUE(asked_numbers(simplified, 0, {StepKind::query, 1, 0, 0, 0}).empty());
  Document unscaled = testing::small_document();
  unscaled.model.options.scale.kind = Scale::Kind::none;
  EXPECT_TRUE(asked_numbers(Session(unscaled), 0, {StepKind::scaled_score, 1, 0, 0, 0}).empty());
  EXPECT_FALSE(
      asked_numbers(Session(testing::small_document()), 0, {StepKind::scaled_score, 1, 0, 0, 0}).empty());
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
  const auto judged = [&](std::string_view guess) { return judge(guess, session, 0, score, 0, {4, 4}); };
  for (const std::string_view guess : {"0.4594", "0.4595"})
    EXPECT_TRUE(judged(guess) && *judged(guess) == Judgement::right) << guess;
  for (const std::string_view guess : {"0.4593", "-7"})
    EXPECT_TRUE(judged(guess) && *judged(guess) == Judgement::too_low) << guess;
  for (const std::string_view guess : {"0.4596", "0.46", "inf"})
    EXPECT_TRUE(judged(guess) && *judged(guess) == Judgement::too_high) << guess;
  EXPECT_FALSE(judged("a"));
}

TEST(Guess, NeedsOnlyTheDecimalsThatAreAskedFor) {
  const Session session = preset_session("journey-causal");
  const Step score{StepKind::score, 2, 0, 0, 0};  // 0.4594
  const auto judged = [&](std::string_view guess, int asked) {
    return judge(guess, session, 0, score, 0, {4, asked}).value();
  };
  EXPECT_EQ(judged("0.46", 2), Judgement::right);
  EXPECT_EQ(judged("0.4594", 2), Judgement::right);
  EXPECT_EQ(judged("0.5", 1), Judgement::right);
  EXPECT_EQ(judged("0.45", 2), Judgement::too_low);
  EXPECT_EQ(judged("0.47", 2), Judgement::too_high);
  EXPECT_EQ(judged("0.461", 3), Judgement::too_high);
}

TEST(Guess, MayRoundHalfwayEitherWay) {
  const Session session = preset_session("journey-causal");
  const Step largest{StepKind::row_maximum, 0, 0, 0, 0};  // 0.204987, shown as 0.2050
  const auto judged = [&](std::string_view guess) {
    return judge(guess, session, 0, largest, 0, {4, 2}).value();
  };
  EXPECT_EQ(judged("0.20"), Judgement::right);
  EXPECT_EQ(judged("0.21"), Judgement::right);
  EXPECT_EQ(judged("0.22"), Judgement::too_high);
  EXPECT_EQ(judged("0.19"), Judgement::too_low);
}

TEST(Guess, FromRoundedNumbersStaysNearTheTrueOne) {
  for (const std::string& preset : testing::preset_names()) {
    const Session session = preset_session(preset);
    for_every_step(session, [&](Index head, const Step& step) {
      const std::vector<AskedNumber> asked = asked_numbers(session, head, step);
      for (std::size_t entry = 0; entry < asked.size(); ++entry) {
        SCOPED_TRACE(describe_step(session, head, step, 4).title);
        const double value = static_cast<double>(asked[entry].value);
        const auto judged = [&](double guess) {
          return judge(format_number(guess, 4), session, head, step, entry, {4, 4}).value();
        };
        EXPECT_EQ(judged(value), Judgement::right);
        EXPECT_EQ(judged(value + 0.01 * (1 + std::abs(value))), Judgement::too_high);
      }
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

TEST(QuestionWords, AskAnswerAndExplainWithTheNumbersOfTheTrace) {
  const Session session = preset_session("journey-causal");
  const auto ask = [&](StepKind kind, Index token) {
    return question_of(session.model(), session.trace(), 0, {kind, token, 0, 0, 0}).value();
  };
  const Question division = ask(StepKind::scaled_score, 2);
  EXPECT_EQ(question_in_words(session, division),
            "After dividing by √d_k, will the weights be sharper or flatter?");
  EXPECT_EQ(answer_in_words(session, division, division.right.front()), "flatter");
  EXPECT_NE(explanation_in_words(session, 0, division, 4).find("1.4142"), std::string::npos);
  const Question mask = ask(StepKind::mask, 2);
  EXPECT_EQ(question_in_words(session, mask), "Does “starts” see “step”?");
  EXPECT_EQ(answer_in_words(session, mask, mask.right.front()), "no");
  EXPECT_EQ(explanation_in_words(session, 0, mask, 4),
            "No: “step” comes after “starts”, and the causal mask hides what comes later.");
  const Question largest = ask(StepKind::row_maximum, 2);
  const Index key = largest.right.front();
  const std::string score =
      format_number(static_cast<double>(
                        value_of(session.model(), session.trace(), {{MatrixName::masked_scores, 0}, 2, key})),
                    4);
  EXPECT_NE(explanation_in_words(session, 0, largest, 4).find(score), std::string::npos);
}

TEST(QuestionWords, AnAnswerIsTypedAsItsWordOrItsNumber) {
  const Session session = preset_session("journey");
  const Question question =
      question_of(session.model(), session.trace(), 0, {StepKind::row_maximum, 1, 0, 0, 0}).value();
  for (const std::string_view typed : {"starts", " Starts ", "3"}) {
    const Result<Index> answer = answer_from(typed, session, question);
    ASSERT_TRUE(answer) << typed;
    EXPECT_EQ(*answer, 2);
  }
  for (const std::string_view typed : {"start", "0", "7", "3.5", ""}) {
    const Result<Index> answer = answer_from(typed, session, question);
    ASSERT_FALSE(answer) << typed;
    EXPECT_EQ(answer.error().code, ErrorCode::not_found);
  }
}

TEST(QuestionWords, OfTokensThatAreWrittenAlikeTheRightOneIsTaken) {
  const Session session = preset_session("dog");  // “it” occurs twice
  Question question;
  question.kind = QuestionKind::largest_weight;
  question.n_answers = 11;
  for (const Index it : {7, 10}) {
    question.right = {it};
    EXPECT_EQ(answer_from("it", session, question).value(), it);
  }
}

}  // namespace
}  // namespace attention_lab

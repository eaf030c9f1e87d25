// The Steps bar: moving through the steps, highlighting, and Predict first.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "app/files/presets.h"
#include "core/document/edits.h"
#include "core/words/number_format.h"
#include "every_matrix.h"
#include "lab_driver.h"
#include "ui/steps/step_light.h"
#include "ui/steps/step_player.h"

namespace attention_lab::testing {
namespace {

constexpr float frames_a_second = 60;

StepPlayer& player(LabDriver& driver) {
  return driver.view.steps;
}

LabDriver& opened(LabDriver& driver) {
  driver.settle();
  open_steps(driver.session, driver.view);
  driver.settle();
  return driver;
}

/// Where controls and words of the steps are: the bar or the column beside the pipeline.
bool is_in_bar_or_column(LabDriver& driver, const Rect& rect) {
  return is_inside(rect, driver.item("steps")) ||
         (driver.has_item("side") && is_inside(rect, driver.item("side")));
}

/// Goes to the first step of this kind.
void go_to(LabDriver& driver, StepKind kind) {
  for (std::size_t at = 0; at < player(driver).steps.size(); ++at) {
    if (player(driver).steps[at].kind != kind) continue;
    go_to_step(driver.view.steps, at);
    driver.settle();
    return;
  }
  FAIL() << "no such step";
}

/// Opens the steps at the first step of this kind, with Predict first.
void predict(LabDriver& driver, StepKind kind) {
  opened(driver);
  go_to(driver, kind);
  set_predicting(driver.view.steps, true);
  driver.settle();
}

/// The same at the second scaled score, since the first one has a question instead.
void predict_scaled_score(LabDriver& driver) {
  predict(driver, StepKind::scaled_score);
  step_by(driver.view.steps, 1);
  driver.settle();
}

void guess(LabDriver& driver, const std::string& text) {
  driver.click(driver.item("steps.guess.0").centre());
  driver.type(text);
  driver.key(ImGuiKey_Enter);
  driver.settle();
}

TEST(Steps, SpaceOpensThemAndTheyPlayAtTheirSpeed) {
  LabDriver driver(preset("journey"));
  driver.settle();
  EXPECT_FALSE(player(driver).is_open);
  driver.key(ImGuiKey_Space);
  ASSERT_TRUE(player(driver).is_open);
  EXPECT_FALSE(player(driver).is_playing);
  driver.type("p");
  EXPECT_TRUE(player(driver).is_playing);
  EXPECT_EQ(player(driver).token, 1) << "the token that reads best where none is selected";
  EXPECT_EQ(player(driver).at, 0u);
  driver.frame(static_cast<int>(frames_a_second * 2.5f));
  EXPECT_EQ(player(driver).at, 2u);
  player(driver).speed = 4;
  driver.frame(static_cast<int>(frames_a_second));
  EXPECT_NEAR(static_cast<double>(player(driver).at), 6, 1);
  driver.key(ImGuiKey_Space);
  EXPECT_FALSE(player(driver).is_playing);
  const std::size_t here = player(driver).at;
  driver.frame(static_cast<int>(frames_a_second * 2));
  EXPECT_EQ(player(driver).at, here);
}

TEST(Steps, PlayingEndsAtTheLastStepAndStartsAnewFromThere) {
  LabDriver driver(preset("journey"));
  opened(driver);
  driver.key(ImGuiKey_End);
  EXPECT_TRUE(player(driver).is_at_end());
  driver.key(ImGuiKey_LeftArrow);
  player(driver).speed = 8;
  driver.type("p");
  driver.frame(static_cast<int>(frames_a_second));
  EXPECT_TRUE(player(driver).is_at_end());
  EXPECT_FALSE(player(driver).is_playing);
  driver.type("p");
  EXPECT_TRUE(player(driver).is_playing);
  EXPECT_LT(player(driver).at, 3u);
}

TEST(Steps, ArrowKeysStepAndChooseTheTokenWhileTheBarIsOpen) {
  LabDriver driver(preset("journey"));
  driver.settle();
  driver.click(driver.item("Q[2,1]").centre());
  ASSERT_TRUE(driver.view.selected);
  opened(driver);
  EXPECT_EQ(player(driver).token, 2) << "the token of the selected number";
  driver.key(ImGuiKey_RightArrow);
  driver.key(ImGuiKey_RightArrow);
  driver.key(ImGuiKey_LeftArrow);
  EXPECT_EQ(player(driver).at, 1u);
  EXPECT_EQ(driver.view.selected->column, 1) << "the selection stays where it was";
  const Step before = player(driver).step();
  driver.key(ImGuiKey_DownArrow);
  EXPECT_EQ(player(driver).token, 3);
  EXPECT_EQ(player(driver).step().kind, before.kind);
  driver.key(ImGuiKey_Home);
  EXPECT_EQ(player(driver).at, 0u);
  driver.key(ImGuiKey_Escape);
  EXPECT_TRUE(player(driver).is_open) << "first the selection goes";
  driver.key(ImGuiKey_Escape);
  EXPECT_FALSE(player(driver).is_open);
  driver.click(driver.item("Q[2,1]").centre());
  driver.key(ImGuiKey_LeftArrow);
  EXPECT_EQ(driver.view.selected->column, 0) << "arrow keys belong to the cells again";
}

TEST(Steps, AnEditWhilePausedChangesTheNumbersOfThePresentStep) {
  LabDriver driver(preset("journey"));
  opened(driver);
  go_to(driver, StepKind::score);
  const std::size_t at = player(driver).at;
  const std::string before = player(driver).content.result;
  driver.session.commit(*edits::set_cell(driver.session.document(), {{MatrixName::X, 0}, 1, 0}, 2));
  driver.settle();
  EXPECT_EQ(player(driver).at, at);
  EXPECT_NE(player(driver).content.result, before);
  EXPECT_EQ(player(driver).numbers.values.front(),
            value_of(driver.session.model(), driver.session.trace(), player(driver).numbers.cells.front()));
}

TEST(Steps, OpenedAgainTheyShowTheirFirstStep) {
  LabDriver driver(preset("journey"));
  opened(driver);
  driver.key(ImGuiKey_Escape);
  ASSERT_FALSE(player(driver).is_open);
  opened(driver);
  EXPECT_FALSE(player(driver).numbers.results.empty());
  EXPECT_EQ(StepLight(player(driver), {MatrixName::X, 0}, 1).on(1, 0), 1);
}

TEST(Steps, TheRowOfWeightsHoldsExponentialsUntilTheyAreDivided) {
  LabDriver driver(preset("journey"));
  opened(driver);
  const MatrixView weights =
      matrix_view(driver.session.model(), driver.session.trace(), {MatrixName::weights, 0});
  go_to(driver, StepKind::exponential_sum);
  const StepNumbers sum = player(driver).numbers;
  const StepLight at_sum(player(driver), {MatrixName::weights, 0}, 1);
  for (Index key = 0; key < 6; ++key)
    EXPECT_EQ(at_sum.value_so_far(1, key), sum.exponentials[static_cast<std::size_t>(key)]);
  EXPECT_TRUE(at_sum.is_unfinished(1));
  EXPECT_FALSE(at_sum.is_unfinished(0));
  go_to(driver, StepKind::weight);
  driver.key(ImGuiKey_RightArrow);
  driver.settle();
  const StepLight at_weight(player(driver), {MatrixName::weights, 0}, 1);
  EXPECT_FALSE(at_weight.value_so_far(1, 0)) << "a weight already";
  EXPECT_FALSE(at_weight.value_so_far(1, 1)) << "made in this step: " << weights(1, 1);
  EXPECT_EQ(at_weight.value_so_far(1, 2), sum.exponentials[2]);
}

TEST(Steps, OpenAtATokenThatIsThereAlthoughTheSelectedOneWasRemoved) {
  LabDriver driver(preset("journey"));
  driver.settle();
  driver.click(driver.item("Q[5,1]").centre());
  driver.session.commit(*edits::set_sentence(driver.session.document(), "Your journey", 1));
  open_steps(driver.session, driver.view);  // before the next frame
  driver.settle();
  EXPECT_LT(player(driver).token, 2);
}

TEST(Steps, ASmallerDocumentKeepsThemInBounds) {
  LabDriver driver(preset("journey"));
  opened(driver);
  driver.key(ImGuiKey_End);
  for (int i = 0; i < 4; ++i) driver.key(ImGuiKey_DownArrow);
  ASSERT_EQ(player(driver).token, 5);
  driver.session.commit(*edits::remove_token(driver.session.document(), 5));
  driver.session.commit(*edits::set_projection(driver.session.document(), Projection::identity, 1));
  driver.settle();
  EXPECT_EQ(player(driver).token, 4);
  EXPECT_LT(player(driver).at, player(driver).steps.size());
  EXPECT_EQ(player(driver).steps, steps_of(driver.session.model(), 4));
}

TEST(Steps, AllTokensAtOnceIsTheSameStageAndBack) {
  LabDriver driver(preset("journey"));
  opened(driver);
  go_to(driver, StepKind::weight);
  driver.click(driver.item("steps.all").centre());
  driver.settle();
  EXPECT_TRUE(player(driver).shows_all_tokens);
  EXPECT_EQ(player(driver).step().kind, StepKind::all_weights);
  EXPECT_EQ(player(driver).steps, matrix_steps_of(driver.session.model()));
  driver.click(driver.item("steps.all").centre());
  driver.settle();
  EXPECT_EQ(stage_of(player(driver).step().kind), Stage::weights);
}

TEST(Steps, WhatTakesPartIsLitAndTheRestDimmed) {
  LabDriver driver(preset("journey"));
  opened(driver);
  driver.view.preferences.has_motion = false;
  go_to(driver, StepKind::scaled_score);
  const StepLight scores(player(driver), {MatrixName::scores, 0}, 1);
  const StepLight scaled(player(driver), {MatrixName::scaled_scores, 0}, 1);
  const StepLight values(player(driver), {MatrixName::V, 0}, 1);
  EXPECT_EQ(scores.on(1, 0), 1);
  EXPECT_EQ(scaled.on(1, 0), 1);
  EXPECT_EQ(scores.on(1, 1), 0);
  EXPECT_EQ(scores.on(0, 0), 0);
  EXPECT_EQ(values.on_matrix(), 0);
  ASSERT_EQ(scaled.results().size(), 1u);
  const StepLight closed(StepPlayer{}, {MatrixName::V, 0}, 1);
  EXPECT_EQ(closed.on(3, 1), 1) << "without a step everything is lit";
}

TEST(Steps, FadeOnlyWithMotionAndAskForNoFrameOnceTheyStand) {
  LabDriver driver(preset("journey"));
  opened(driver);
  driver.frame(60);
  EXPECT_FALSE(driver.view.next_frame_in) << "nothing moves: no frames, no work";
  driver.key(ImGuiKey_RightArrow);
  EXPECT_LT(step_progress(driver.view), 1);
  EXPECT_TRUE(driver.view.next_frame_in);
  driver.frame(60);
  EXPECT_EQ(step_progress(driver.view), 1);
  driver.click(driver.item("steps.motion").centre());
  EXPECT_FALSE(driver.view.preferences.has_motion);
  driver.key(ImGuiKey_RightArrow);
  EXPECT_EQ(step_progress(driver.view), 1);
}

TEST(Steps, WhilePlayingTheyWaitForTheNextStepWithoutDrawing) {
  LabDriver driver(preset("journey"));
  opened(driver);
  player(driver).speed = 0.5f;
  driver.type("p");
  driver.frame(40);
  ASSERT_TRUE(driver.view.next_frame_in);
  EXPECT_GT(*driver.view.next_frame_in, 0.5);
}

TEST(PredictFirst, CoversTheNextNumberUntilItIsGuessed) {
  LabDriver driver(preset("journey"));
  opened(driver);
  go_to(driver, StepKind::scaled_score);
  step_by(driver.view.steps, 1);
  driver.click(driver.item("steps.predict").centre());
  driver.settle();
  const CellRef cell{{MatrixName::scaled_scores, 0}, 1, 1};
  EXPECT_TRUE(player(driver).is_covered());
  EXPECT_TRUE(is_covered(player(driver), cell));
  EXPECT_FALSE(is_covered(player(driver), {{MatrixName::scores, 0}, 1, 1})) << "what is known stays";
  EXPECT_TRUE(driver.has_item("steps.decimals")) << "says to how many decimals";
  guess(driver, "1.31");  // 1.3097, to two decimals
  EXPECT_FALSE(player(driver).is_covered());
  EXPECT_FALSE(is_covered(player(driver), cell));
  EXPECT_EQ(player(driver).predictions.right, 1);
  EXPECT_EQ(player(driver).predictions.guesses, 1);
  driver.key(ImGuiKey_LeftArrow);
  driver.key(ImGuiKey_RightArrow);
  driver.settle();
  EXPECT_FALSE(player(driver).is_covered()) << "what was answered stays open";
}

TEST(PredictFirst, AWrongGuessIsToldItsDirectionAndTriedOnceMore) {
  LabDriver driver(preset("journey"));
  predict_scaled_score(driver);
  Predictions& predictions = player(driver).predictions;
  guess(driver, "7");
  EXPECT_TRUE(player(driver).is_covered());
  EXPECT_EQ(predictions.problem, "Too high. Try again, to 2 decimals.");
  EXPECT_EQ(predictions.guesses, 0) << "not settled yet";
  guess(driver, "1.31");
  EXPECT_FALSE(player(driver).is_covered());
  EXPECT_EQ(predictions.right, 1);
  EXPECT_EQ(player(driver).answers().front().guesses.size(), 2u);

  driver.key(ImGuiKey_RightArrow);
  driver.settle();
  guess(driver, "-7");
  EXPECT_EQ(predictions.problem, "Too low. Try again, to 2 decimals.");
  driver.key(ImGuiKey_LeftArrow);
  driver.key(ImGuiKey_RightArrow);
  driver.settle();
  guess(driver, "8");
  EXPECT_FALSE(player(driver).is_covered()) << "the second wrong guess reveals the number";
  EXPECT_EQ(predictions.right, 1);
  EXPECT_EQ(predictions.guesses, 2);
}

TEST(PredictFirst, AsksForTheDecimalsThatWereChosen) {
  LabDriver driver(preset("journey"));
  predict_scaled_score(driver);
  driver.click(driver.item("steps.decimals").centre());
  driver.frame(2);
  driver.click(driver.item("steps.decimals.3").centre());
  driver.settle();
  EXPECT_EQ(asked_decimals(driver.view), 4);
  guess(driver, "1.31");
  EXPECT_TRUE(player(driver).is_covered());
  driver.view.preferences.decimals = 1;
  EXPECT_EQ(asked_decimals(driver.view), 1) << "never more than are shown";
}

TEST(PredictFirst, AsksWhatTheDivisionDoesToTheWeights) {
  LabDriver driver(preset("journey"));
  predict(driver, StepKind::scaled_score);
  ASSERT_TRUE(player(driver).asks_question());
  EXPECT_FALSE(driver.has_item("steps.guess.0"));
  EXPECT_FALSE(driver.has_item("steps.equation")) << "the numbers would answer it";
  driver.click(driver.item("steps.answer.1").centre());  // sharper
  EXPECT_TRUE(player(driver).is_covered());
  EXPECT_EQ(player(driver).predictions.problem, "Not that one. Try again.");
  driver.click(driver.item("steps.answer.1").centre());
  EXPECT_TRUE(player(driver).is_covered()) << "the wrong answer cannot be given twice";
  driver.click(driver.item("steps.answer.0").centre());
  EXPECT_FALSE(player(driver).is_covered());
  EXPECT_EQ(player(driver).predictions.right, 1);
  EXPECT_EQ(player(driver).predictions.guesses, 1);
  EXPECT_EQ(player(driver).answers().front().guesses.back(), "flatter");
}

TEST(PredictFirst, AsksWhichWordGetsMostAndTakesItsKey) {
  LabDriver driver(preset("journey"));
  predict(driver, StepKind::row_maximum);
  ASSERT_TRUE(player(driver).asks_question());
  const Index right = player(driver).question->right.front();
  EXPECT_TRUE(driver.has_item("steps.answer.5"));
  const MatrixRef scores{MatrixName::scaled_scores, 0};
  EXPECT_TRUE(StepLight(player(driver), scores, 1).results().empty()) << "no frame gives it away";
  driver.type(std::to_string(right + 1));
  driver.settle();
  EXPECT_FALSE(player(driver).is_covered());
  EXPECT_EQ(StepLight(player(driver), scores, 1).results().size(), 1u);
  EXPECT_EQ(player(driver).predictions.right, 1);
}

TEST(PredictFirst, AmongManyWordsTheOneThatGetsMostIsTyped) {
  LabDriver driver(preset("dog"));
  predict(driver, StepKind::row_maximum);
  ASSERT_TRUE(player(driver).asks_question());
  EXPECT_FALSE(driver.has_item("steps.answer.0"));
  guess(driver, "cat");
  EXPECT_TRUE(player(driver).is_covered());
  EXPECT_FALSE(player(driver).predictions.problem.empty()) << "no such word";
  // The field has the keyboard again, and typing replaces its text.
  driver.type(
      driver.session.document().tokens[static_cast<std::size_t>(player(driver).question->right.front())]);
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_FALSE(player(driver).is_covered());
  EXPECT_EQ(player(driver).predictions.right, 1);
}

TEST(PredictFirst, AsksForTheSumWithThePlaceAndForNothingThatIsDropped) {
  const Document placed = *edits::set_positions(preset("journey"), Positions::sinusoidal, 1);
  LabDriver driver(*edits::set_dropout(placed, {Scalar(0.5), 123}));
  opened(driver);
  ASSERT_EQ(player(driver).token, 1);
  set_predicting(driver.view.steps, true);
  const CellRef sum{{MatrixName::X, 0}, 1, 0};
  go_to(driver, StepKind::embedding);
  EXPECT_TRUE(is_covered(player(driver), sum));
  EXPECT_FALSE(is_covered(player(driver), {{MatrixName::token_embeddings, 0}, 1, 0}));
  driver.key(ImGuiKey_RightArrow);
  driver.settle();
  ASSERT_EQ(player(driver).step().kind, StepKind::position);
  EXPECT_TRUE(player(driver).is_covered());
  guess(driver, "1.39");  // 0.55 + sin 1
  EXPECT_FALSE(is_covered(player(driver), sum));
  EXPECT_EQ(player(driver).predictions.right, 1);

  const CellRef left{{MatrixName::dropped_weights, 0}, 1, 3};
  go_to(driver, StepKind::weight);
  EXPECT_TRUE(is_covered(player(driver), left));
  go_to(driver, StepKind::dropout);
  EXPECT_FALSE(player(driver).is_covered()) << "chance is not predicted";
  EXPECT_FALSE(is_covered(player(driver), left));
  go_to(driver, StepKind::accumulation);
  EXPECT_FALSE(player(driver).is_covered()) << "the first weight is dropped";
  while (player(driver).step().key != 3 || player(driver).step().kind != StepKind::accumulation)
    step_by(driver.view.steps, 1);
  driver.settle();
  EXPECT_TRUE(player(driver).is_covered());
}

TEST(PredictFirst, AsksWhatATokenSeesOnce) {
  LabDriver driver(preset("journey-causal"));
  predict(driver, StepKind::mask);
  ASSERT_TRUE(player(driver).asks_question());
  EXPECT_TRUE(is_covered(player(driver), {{MatrixName::masked_scores, 0}, player(driver).token, 0}));
  const Index wrong = 1 - player(driver).question->right.front();
  driver.click(driver.item("steps.answer." + std::to_string(wrong)).centre());
  EXPECT_FALSE(player(driver).is_covered()) << "the other answer would be a gift";
  EXPECT_EQ(player(driver).predictions.right, 0);
  EXPECT_EQ(player(driver).predictions.guesses, 1);
}

TEST(PredictFirst, QuestionsStandInsideTheBarAtEverySize) {
  for (const char* name : {"journey-causal", "dog"}) {
    for (const auto& [width, height] : {std::pair{1024.0f, 768.0f}, {1280.0f, 800.0f}, {1920.0f, 1080.0f}}) {
      for (const StepKind kind : {StepKind::scaled_score, StepKind::mask, StepKind::row_maximum}) {
        LabDriver driver(preset(name), width, height);
        opened(driver);
        choose_token(driver.session, driver.view.steps, 5);
        if (kind == StepKind::mask && driver.session.model().options.mask == Mask::none) continue;
        predict(driver, kind);
        SCOPED_TRACE(std::string(name) + " " + std::to_string(width) + " " +
                     std::to_string(static_cast<int>(kind)));
        std::vector<std::pair<std::string, Rect>> parts = {{"toggle", driver.item("steps.predict")}};
        for (const Item& item : driver.view.items.all()) {
          if (item.name.rfind("steps.answer.", 0) == 0 || item.name == "steps.question" ||
              item.name == "steps.reveal" || item.name == "steps.guess.0")
            parts.emplace_back(item.name, item.rect);
        }
        EXPECT_GE(parts.size(), 4u);
        for (std::size_t i = 0; i < parts.size(); ++i) {
          EXPECT_TRUE(is_in_bar_or_column(driver, parts[i].second)) << parts[i].first;
          for (std::size_t j = 0; j < i; ++j)
            EXPECT_FALSE(overlap(parts[i].second, parts[j].second))
                << parts[i].first << " " << parts[j].first;
        }
      }
    }
  }
}

TEST(PredictFirst, WhatIsNoNumberIsRefusedAndRevealDoesNotCount) {
  LabDriver driver(preset("journey"));
  predict_scaled_score(driver);
  guess(driver, "1.2.3");
  EXPECT_TRUE(player(driver).is_covered());
  EXPECT_FALSE(player(driver).predictions.problem.empty());
  EXPECT_EQ(player(driver).predictions.guesses, 0);
  driver.click(driver.item("steps.reveal").centre());
  driver.settle();
  EXPECT_FALSE(player(driver).is_covered());
  EXPECT_EQ(player(driver).predictions.guesses, 0);
}

TEST(PredictFirst, LettersAndSpaceKeepTheirMeaningInTheField) {
  LabDriver driver(preset("journey"));
  predict_scaled_score(driver);
  driver.type("0.");
  driver.type("b");
  EXPECT_TRUE(driver.view.is_black);
  driver.view.is_black = false;
  driver.settle();
  EXPECT_STREQ(player(driver).answers().front().typed.data(), "0.");
  const std::size_t at = player(driver).at;
  driver.key(ImGuiKey_Space);
  driver.settle();
  EXPECT_EQ(player(driver).at, at + 1);
  driver.type("g");
  EXPECT_FALSE(player(driver).predictions.is_on);
}

// With all decimals, unless its digits would be clearly smaller than the others.
TEST(Steps, TheCellHoldsWhatTheArithmeticSays) {
  const auto expect_numbers = [](float width, float height, std::size_t step,
                                 const std::vector<const char*>& numbers) {
    LabDriver driver(preset("journey"), width, height);
    opened(driver);
    go_to_step(driver.view.steps, step);
    driver.frame(60);  // until the light has come
    const std::vector<std::string> words = driver.drawn_words();
    for (const char* number : numbers)
      EXPECT_TRUE(std::count(words.begin(), words.end(), number) > 0) << number << " at " << width;
  };
  constexpr std::size_t second_product = 9;  // of the score of "journey" for "Your"
  expect_numbers(1920, 1080, second_product, {"1.4551", "0.7646", "1.1125", "0.923"});
  expect_numbers(1280, 800, second_product, {"1.4551", "0.7646", "1.1125", "0.923"});
  constexpr std::size_t exponential = 39;
  expect_numbers(1280, 800, exponential, {"1.31", "1.00", "0.66", "0.96"});
}

TEST(Steps, PageKeysGoFromStageToStage) {
  LabDriver driver(preset("journey"));
  driver.shortcut(Command::next_stage);
  driver.settle();
  EXPECT_EQ(driver.view.pipeline.focus, MatrixName::Q);
  driver.shortcut(Command::previous_stage);
  driver.settle();
  EXPECT_FALSE(driver.view.pipeline.focus);
  driver.shortcut(Command::previous_stage);
  driver.settle();
  EXPECT_EQ(driver.view.pipeline.focus, MatrixName::context);
  driver.key(ImGuiKey_Space);
  driver.settle();
  ASSERT_TRUE(player(driver).is_open);
  std::vector<std::size_t> places;
  for (int i = 0; i < 20; ++i) {
    places.push_back(player(driver).at);
    driver.shortcut(Command::next_stage);
    driver.settle();
    if (player(driver).at == places.back()) break;
  }
  ASSERT_EQ(places.size(), player(driver).stage_starts.size() + 1);
  for (std::size_t i = 1; i < places.size(); ++i) EXPECT_EQ(places[i], player(driver).stage_starts[i - 1].at);
  driver.shortcut(Command::previous_stage);
  driver.settle();
  EXPECT_EQ(player(driver).at, places[places.size() - 2]);
}

TEST(PredictFirst, AWrongGuessStaysWithItsStep) {
  LabDriver driver(preset("journey"));
  predict_scaled_score(driver);
  guess(driver, "0.5");
  guess(driver, "0.5");
  const std::size_t first = player(driver).at;
  driver.key(ImGuiKey_RightArrow);
  driver.settle();
  guess(driver, "0.7");
  guess(driver, "0.7");
  EXPECT_EQ(player(driver).predictions.answers.at(first).front().guesses.back(), "0.5");
  EXPECT_EQ(player(driver).predictions.answers.at(first + 1).front().guesses.back(), "0.7");
}

TEST(PredictFirst, AnotherHeadOrMaskForgetsTheAnswers) {
  LabDriver driver(preset("journey-two-heads"));
  predict_scaled_score(driver);
  reveal(driver.view.steps);
  EXPECT_FALSE(player(driver).is_covered());
  driver.view.shown_head = 1;
  driver.settle();
  EXPECT_TRUE(player(driver).is_covered());
  reveal(driver.view.steps);
  driver.session.commit(*edits::set_scale(driver.session.document(), Scale{Scale::Kind::custom, 2}));
  driver.settle();
  EXPECT_TRUE(player(driver).is_covered());
}

TEST(PredictFirst, ArrowKeysGoOnFromAnEmptyField) {
  LabDriver driver(preset("journey"));
  predict_scaled_score(driver);
  const std::size_t at = player(driver).at;
  driver.key(ImGuiKey_RightArrow);
  EXPECT_EQ(player(driver).at, at + 1);
}

TEST(PredictFirst, PlayingWaitsForTheAnswer) {
  LabDriver driver(preset("journey"));
  predict_scaled_score(driver);
  const std::size_t at = player(driver).at;
  toggle_playing(driver.session, driver.view);
  driver.frame(static_cast<int>(frames_a_second * 3));
  EXPECT_EQ(player(driver).at, at);
  driver.click(driver.item("steps.reveal").centre());
  driver.frame(static_cast<int>(frames_a_second * 1.5f));
  EXPECT_EQ(player(driver).at, at + 1);
}

/// The presets, and one of them with added positions and dropout.
std::vector<std::pair<std::string, Document>> documents_to_step_through() {
  std::vector<std::pair<std::string, Document>> documents;
  for (const Preset& one : presets()) documents.emplace_back(one.name, preset(one.name));
  const Document placed = *edits::set_positions(preset("journey-causal"), Positions::learned, 1);
  documents.emplace_back("with positions and dropout", *edits::set_dropout(placed, {Scalar(0.5), 123}));
  return documents;
}

// A cell is covered exactly while a later step computes it or the current step waits for it.
TEST(PredictFirst, CoversWhatIsStillToCome) {
  for (const auto& [name, document] : documents_to_step_through()) {
    SCOPED_TRACE(name);
    LabDriver driver(document);
    opened(driver);
    set_predicting(driver.view.steps, true);
    const std::size_t count = player(driver).steps.size();
    std::vector<std::vector<CellRef>> finished(count);
    for (std::size_t at = 0; at < count; ++at) {
      const StepNumbers numbers = numbers_of(driver.session.model(), driver.session.trace(),
                                             driver.view.shown_head, player(driver).steps[at]);
      const StepKind kind = player(driver).steps[at].kind;
      if (numbers.is_partial || kind == StepKind::embedding) continue;
      for (const CellRef& cell : numbers.cells) {
        if (!is_given(driver.session.model(), cell.matrix.name)) finished[at].push_back(cell);
      }
    }
    for (std::size_t at = 0; at < count; ++at) {
      go_to_step(driver.view.steps, at);
      driver.frame(2);
      reveal(driver.view.steps);
      for (std::size_t later = at + 1; later < count; ++later) {
        for (const CellRef& cell : finished[later]) {
          const auto& held = player(driver).numbers.held;
          const bool is_being_made =
              std::any_of(held.begin(), held.end(), [&](const Held& each) { return each.cell == cell; });
          const bool is_known =
              std::any_of(finished.begin(), finished.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                          [&](const std::vector<CellRef>& cells) {
                            return std::find(cells.begin(), cells.end(), cell) != cells.end();
                          });
          // A score is known after its last product, but stays covered until the sum is asked for.
          if (is_being_made || is_known) continue;
          ASSERT_TRUE(is_covered(player(driver), cell))
              << to_string(cell) << " at step " << at << ", made in step " << later;
        }
      }
    }
    driver.key(ImGuiKey_End);
    reveal(driver.view.steps);
    driver.frame(2);
    for (const std::vector<CellRef>& cells : finished) {
      for (const CellRef& cell : cells) EXPECT_FALSE(is_covered(player(driver), cell)) << to_string(cell);
    }
  }
}

TEST(Steps, TheBarStandsInsideTheWindowWithEveryPresetAndSize) {
  for (const Preset& one : presets()) {
    for (const auto& [width, height] : {std::pair{1024.0f, 768.0f}, {1280.0f, 800.0f}, {1920.0f, 1080.0f}}) {
      SCOPED_TRACE(one.name + " " + std::to_string(width));
      LabDriver driver(preset(one.name), width, height);
      opened(driver);
      const Rect bar = driver.item("steps");
      EXPECT_TRUE(is_inside(bar, {0, 0, width, height}));
      EXPECT_FALSE(overlap(bar, driver.item("workspace")));
      std::vector<std::pair<std::string, Rect>> parts;
      for (const char* name : {"steps.first", "steps.back", "steps.play", "steps.forward", "steps.last",
                               "steps.track", "steps.token", "steps.speed", "steps.close", "steps.all",
                               "steps.predict", "steps.motion", "steps.equation", "steps.sentence"}) {
        parts.emplace_back(name, driver.item(name));
      }
      for (std::size_t i = 0; i < parts.size(); ++i) {
        EXPECT_TRUE(is_in_bar_or_column(driver, parts[i].second))
            << parts[i].first << to_text(parts[i].second);
        for (std::size_t j = 0; j < i; ++j) {
          EXPECT_FALSE(overlap(parts[i].second, parts[j].second)) << parts[i].first << ", " << parts[j].first;
        }
      }
    }
  }
}

TEST(Steps, WithLargeTextInASmallWindowTheyHaveAllOfIt) {
  for (const float text_size : {1.25f, 1.5f, 2.0f, 2.5f}) {
    SCOPED_TRACE(text_size);
    LabDriver driver(preset("journey-two-heads"), 1024, 768);
    driver.set_size_of_everything(text_size);
    opened(driver);
    const Rect bar = driver.item("steps");
    const Rect room = driver.item("workspace");
    EXPECT_TRUE(is_inside(bar, {0, 0, 1024, 768}));
    EXPECT_FALSE(overlap(bar, room));
    EXPECT_GT(room.height, 120);
    EXPECT_FALSE(overlap(driver.item("steps.last"), driver.item("steps.token")));
    predict(driver, StepKind::accumulation);
    const Rect field = driver.item("steps.guess.0");
    EXPECT_TRUE(is_in_bar_or_column(driver, driver.item("steps.equation")));
    EXPECT_FALSE(overlap(driver.item("steps.equation"), field));
    EXPECT_FALSE(overlap(driver.item("steps.reveal"), driver.item("steps.predict")));
  }
}

TEST(Steps, TheColumnExplainsTheStepUntilANumberIsSelected) {
  for (const auto& [width, height] : {std::pair{1024.0f, 768.0f}, {1920.0f, 1080.0f}}) {
    LabDriver driver(preset("journey"), width, height);
    opened(driver);
    go_to(driver, StepKind::value);
    EXPECT_TRUE(is_inside(driver.item("steps.equation"), driver.item("side")));
    EXPECT_LT(driver.item("steps").height, 60) << "one row";
    driver.click(driver.item("V[0,1]").centre());
    driver.settle();
    ASSERT_TRUE(driver.view.selected);
    EXPECT_TRUE(driver.has_item("inspector.pinned"));
    driver.key(ImGuiKey_RightArrow);
    driver.settle();
    EXPECT_TRUE(driver.has_item("steps.equation")) << "the next step is explained, whatever is selected";
    driver.key(ImGuiKey_Escape);
    driver.settle();
    EXPECT_FALSE(driver.has_item("inspector.pinned"));
    EXPECT_TRUE(player(driver).is_open);
  }
}

TEST(Steps, NamesOnTheTrackGoToTheirStage) {
  for (const float width : {1024.0f, 1280.0f, 1920.0f}) {
    LabDriver driver(preset("journey"), width, width * 0.6f);
    opened(driver);
    std::vector<Rect> names;
    for (const TransportMark& mark : player(driver).stage_starts) {
      const std::string item = "steps.track." + std::to_string(mark.at);
      if (!driver.has_item(item)) continue;
      for (const Rect& other : names) EXPECT_FALSE(overlap(driver.item(item), other)) << mark.name;
      names.push_back(driver.item(item));
      EXPECT_TRUE(is_inside(names.back(), driver.item("steps.track"))) << mark.name;
      driver.click(names.back().centre());
      driver.settle();
      EXPECT_EQ(player(driver).at, mark.at) << mark.name;
    }
    EXPECT_GE(names.size(), 6u) << "Query, Keys, Scores, Softmax, Values and Context at " << width;
  }
}

TEST(Steps, TheTrackNamesThePresentStageInEveryWindow) {
  for (const char* name : {"journey-positions", "journey-split-heads"}) {
    LabDriver driver(preset(name), 1024, 768);
    driver.view.preferences.text_size = 1.15f;
    opened(driver);
    for (const TransportMark& mark : player(driver).stage_starts) {
      if (mark.name.empty()) continue;
      go_to_step(player(driver), mark.at);
      driver.settle();
      EXPECT_TRUE(driver.has_item("steps.track." + std::to_string(mark.at))) << name << ": " << mark.name;
    }
  }
}

TEST(Steps, ThePartialScoreInTheCellIsTheProductThatTheStepShows) {
  LabDriver driver(preset("journey"));
  opened(driver);
  go_to(driver, StepKind::score_term);
  step_by(driver.view.steps, 1);
  driver.settle();
  const StepNumbers& numbers = player(driver).numbers;
  ASSERT_EQ(numbers.held.size(), 1u);
  EXPECT_EQ(numbers.held.front().value, numbers.terms.front().product);
}

TEST(PredictFirst, AGuessLeavesTheKeyboardToACellThatIsTypedInto) {
  LabDriver driver(preset("journey"));
  predict(driver, StepKind::query_term);
  driver.double_click(driver.item("X[0,0]").centre());
  driver.frame(3);
  ASSERT_TRUE(driver.view.editing.typing);
  player(driver).predictions.wants_focus = true;
  driver.frame(3);
  EXPECT_TRUE(driver.view.editing.typing);
  driver.type("0.5");
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_EQ(value_in(driver, {{MatrixName::X}, 0, 0}), Scalar(0.5));
}

TEST(PredictFirst, EnterInAnEmptyFieldReveals) {
  LabDriver driver(preset("journey"));
  predict_scaled_score(driver);
  driver.click(driver.item("steps.guess.0").centre());
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_FALSE(player(driver).is_covered());
  EXPECT_EQ(player(driver).predictions.guesses, 0) << "it does not count";
}

/// The number of an entry that is asked for, as a learner would write it.
std::string right_guess(LabDriver& driver, std::size_t entry) {
  return format_exactly(player(driver).asked[entry].value);
}

void type_and_enter(LabDriver& driver, const std::string& text) {
  driver.type(text);
  driver.key(ImGuiKey_Enter);
  driver.settle();
}

TEST(PredictFirst, AVectorHasAFieldForEachEntryAndEnterGoesOn) {
  for (const bool is_presented : {false, true}) {
    SCOPED_TRACE(is_presented);
    LabDriver driver(preset("journey"));
    predict(driver, StepKind::key);
    if (is_presented) driver.shortcut(Command::present);
    driver.settle();
    ASSERT_EQ(player(driver).asked.size(), 2u);
    const CellRef first = *player(driver).asked[0].cell;
    const CellRef second = *player(driver).asked[1].cell;
    EXPECT_TRUE(driver.has_item("steps.guess.1"));
    type_and_enter(driver, "77");
    EXPECT_EQ(player(driver).answers()[0].hint, "too high");
    EXPECT_EQ(player(driver).predictions.field, 0u) << "a second try";
    type_and_enter(driver, right_guess(driver, 0));
    EXPECT_EQ(player(driver).answers()[0].outcome, Answer::Outcome::right);
    EXPECT_TRUE(driver.has_item("steps.entry.0")) << "stays marked";
    EXPECT_FALSE(driver.has_item("steps.guess.0"));
    EXPECT_FALSE(is_covered(player(driver), first));
    EXPECT_TRUE(is_covered(player(driver), second));
    EXPECT_TRUE(player(driver).is_covered());
    type_and_enter(driver, right_guess(driver, 1));
    EXPECT_FALSE(player(driver).is_covered());
    EXPECT_EQ(player(driver).predictions.right, 2);
    EXPECT_EQ(player(driver).predictions.guesses, 2);
    EXPECT_TRUE(driver.has_item("steps.score"));
    const std::size_t at = player(driver).at;
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(player(driver).at, at + 1);
    EXPECT_TRUE(player(driver).is_covered());
    type_and_enter(driver, "1000");
    EXPECT_EQ(player(driver).answers()[0].hint, "too high") << "the next step has the keyboard";
  }
}

TEST(PredictFirst, EnterInEmptyFieldsRevealsOneEntryAfterTheOther) {
  LabDriver driver(preset("journey"));
  predict(driver, StepKind::value);
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_EQ(player(driver).answers()[0].outcome, Answer::Outcome::revealed);
  EXPECT_TRUE(player(driver).answers()[1].is_open());
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_FALSE(player(driver).is_covered());
  EXPECT_EQ(player(driver).predictions.guesses, 0);
  const std::size_t at = player(driver).at;
  driver.key(ImGuiKey_Enter);
  EXPECT_EQ(player(driver).at, at + 1);
}

TEST(PredictFirst, TabGoesToTheOtherFieldAndChecksWhatIsTyped) {
  LabDriver driver(preset("journey"));
  predict(driver, StepKind::value);
  driver.key(ImGuiKey_Tab);
  driver.settle();
  EXPECT_EQ(player(driver).predictions.field, 1u);
  EXPECT_TRUE(player(driver).answers()[0].is_open()) << "an empty field is not revealed";
  driver.type(right_guess(driver, 1));
  driver.key(ImGuiKey_Tab);
  driver.settle();
  EXPECT_EQ(player(driver).answers()[1].outcome, Answer::Outcome::right);
  EXPECT_EQ(player(driver).predictions.field, 0u);
  type_and_enter(driver, "1.2.3");
  EXPECT_EQ(player(driver).predictions.problem, "“1.2.3” is not a number.");
  driver.click(driver.item("steps.reveal").centre());
  driver.settle();
  EXPECT_FALSE(player(driver).is_covered());
  EXPECT_EQ(player(driver).predictions.guesses, 1);
}

TEST(PredictFirst, OfALongVectorItAsksForTheFirstEntriesAndShowsTheOthersThen) {
  LabDriver driver(preset("words-wide"));
  predict(driver, StepKind::key);
  ASSERT_GT(player(driver).numbers.cells.size(), most_asked_numbers);
  EXPECT_EQ(player(driver).asked.size(), most_asked_numbers);
  const CellRef last = player(driver).numbers.cells.back();
  for (std::size_t entry = 0; entry < most_asked_numbers; ++entry) {
    EXPECT_TRUE(is_covered(player(driver), last)) << entry;
    EXPECT_TRUE(driver.has_item("steps.guess." + std::to_string(entry)));
    driver.key(ImGuiKey_Enter);
    driver.settle();
  }
  EXPECT_FALSE(is_covered(player(driver), last));
}

TEST(PredictFirst, TheFieldsStandInsideTheColumnAtEverySize) {
  for (const char* name : {"journey", "words-wide"}) {
    for (const auto& [width, height] : {std::pair{1024.0f, 768.0f}, {1280.0f, 800.0f}, {1920.0f, 1080.0f}}) {
      SCOPED_TRACE(std::string(name) + " " + std::to_string(width));
      LabDriver driver(preset(name), width, height);
      predict(driver, StepKind::key);
      std::vector<Rect> parts = {driver.item("steps.reveal"), driver.item("steps.decimals"),
                                 driver.item("steps.equation"), driver.item("steps.sentence")};
      for (std::size_t entry = 0; entry < player(driver).asked.size(); ++entry)
        parts.push_back(driver.item("steps.guess." + std::to_string(entry)));
      for (std::size_t i = 0; i < parts.size(); ++i) {
        EXPECT_GE(parts[i].x, driver.item("side").x) << i;
        EXPECT_LE(parts[i].right(), driver.item("side").right()) << i;
        for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(overlap(parts[i], parts[j])) << i << " " << j;
      }
    }
  }
}

TEST(PredictFirst, OtherTokensRowsAppearWithTheStage) {
  LabDriver driver(preset("journey-simplified"));  // scores = X·X^T are symmetric
  opened(driver);
  set_predicting(driver.view.steps, true);
  const CellRef mirrored{{MatrixName::scores, 0}, 3, player(driver).token};
  go_to(driver, StepKind::score);
  EXPECT_TRUE(is_covered(player(driver), mirrored));
  go_to(driver, StepKind::scaled_score);
  EXPECT_FALSE(is_covered(player(driver), mirrored));
}

TEST(PredictFirst, HiddenNumbersAreNotCopied) {
  LabDriver driver(preset("journey"));
  predict(driver, StepKind::key);
  driver.set_clipboard("as before");
  driver.key(ImGuiKey_Escape);  // leaves the field
  driver.view.selected = CellRef{{MatrixName::weights, 0}, 1, 1};
  driver.settle();
  driver.key_with_ctrl(ImGuiKey_C);
  driver.settle();
  EXPECT_EQ(driver.clipboard(), "as before");
  driver.key(ImGuiKey_End);
  reveal(driver.view.steps);
  driver.settle();
  driver.view.selected = CellRef{{MatrixName::weights, 0}, 1, 1};
  driver.key_with_ctrl(ImGuiKey_C);
  driver.settle();
  EXPECT_NE(driver.clipboard(), "as before");
}

/// All numbers that may be read: given ones, those already known, and those that the step shows as its
/// inputs.
std::set<std::string> readable_numbers(LabDriver& driver) {
  std::set<std::string> numbers = {"1.4142"};  // √d_k, on the arrow
  const auto add = [&](double number) {
    for (int decimals = 1; decimals <= 4; ++decimals) {
      numbers.insert(format_number(number, decimals));
      numbers.insert(format_number(-number, decimals));  // the other end of a legend
    }
  };
  const Model& model = driver.session.model();
  const Trace& trace = driver.session.trace();
  const StepPlayer& steps = player(driver);
  add(static_cast<double>(trace.divisor));
  for (const MatrixRef& matrix : every_matrix(model, trace)) {
    for (const CellRef& cell : every_cell(model, trace, matrix))
      if (!hides_result(steps, cell)) add(static_cast<double>(value_of(model, trace, cell)));
  }
  for (const Held& held : steps.numbers.held)
    if (!is_covered(steps, held.cell)) add(static_cast<double>(held.value));
  for (const Term& term : steps.numbers.terms) {
    add(static_cast<double>(term.left.value));
    add(static_cast<double>(term.right.value));
    if (steps.step().kind == StepKind::score) add(static_cast<double>(term.product));
  }
  for (const Scalar before : steps.numbers.before) add(static_cast<double>(before));
  for (const Scalar exponential : steps.numbers.exponentials) add(static_cast<double>(exponential));
  add(static_cast<double>(steps.numbers.row_maximum));
  add(static_cast<double>(steps.numbers.exponential_sum));
  return numbers;
}

bool is_number_with_decimals(const std::string& word) {
  const std::size_t point = word.find('.');
  const bool is_number = word.find_first_not_of("0123456789.-−") == std::string::npos;
  return is_number && point != std::string::npos && point > 0 && word.size() - point > 2;
}

// Reads the window's own triangles: a cell, the bar, the column, the inspector, the legend and the
// thumbnails.
TEST(PredictFirst, NoNumberStillToComeCanBeReadAnywhere) {
  for (const auto& [name, document] : documents_to_step_through()) {
    if (document.model.d_model() > most_terms) continue;  // sums are shortened to "… (60 more: 1.2345)"
    SCOPED_TRACE(name);
    LabDriver driver(document);
    opened(driver);
    set_predicting(driver.view.steps, true);
    driver.settle();
    std::size_t waiting = 0;
    for (std::size_t at = 0; at < player(driver).steps.size(); ++at) {
      go_to_step(driver.view.steps, at);
      driver.frame(2);
      if (!player(driver).is_covered()) continue;
      ++waiting;
      SCOPED_TRACE(player(driver).content.title);
      std::set<std::string> readable = readable_numbers(driver);
      const StepKind kind = player(driver).step().kind;
      // What the step itself asks for is no input of it.
      if (kind == StepKind::row_maximum || kind == StepKind::exponential_sum) {
        for (int decimals = 1; decimals <= 4; ++decimals)
          readable.erase(format_number(static_cast<double>(player(driver).numbers.values.front()), decimals));
        for (const CellRef& cell : every_cell(driver.session.model(), driver.session.trace(),
                                              {MatrixName::masked_scores, driver.view.shown_head}))
          if (kind == StepKind::row_maximum && !hides_result(player(driver), cell))
            for (int decimals = 1; decimals <= 4; ++decimals)
              readable.insert(format_number(static_cast<double>(value_in(driver, cell)), decimals));
      }
      std::vector<Point> places = {{1, 1}};
      const CellRef embedding{{MatrixName::X, 0}, player(driver).token, 0};
      if (driver.has_item(to_string(embedding, 1)))
        places.push_back(driver.item(to_string(embedding, 1)).centre());
      for (const CellRef& cell : player(driver).numbers.cells)
        if (driver.has_item(to_string(cell, 1))) places.push_back(driver.item(to_string(cell, 1)).centre());
      if (places.size() > 4) places.resize(4);
      for (const Point& place : places) {
        driver.set_mouse(place);
        driver.frame(2);
        for (const std::string& word : driver.drawn_words()) {
          if (!is_number_with_decimals(word)) continue;
          EXPECT_TRUE(readable.contains(word)) << word;
        }
        if (HasFailure()) return;
      }
    }
    EXPECT_GT(waiting, 0u);
  }
}

TEST(Steps, TheLegendExplainsExponentialsAndPredictFirstTakesTheRangesOutOfIt) {
  LabDriver driver(preset("journey"));
  driver.settle();
  const auto is_drawn = [&](const char* word) {
    driver.settle();
    const std::vector<std::string> words = driver.drawn_words();
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  EXPECT_FALSE(is_drawn("exponential,"));
  EXPECT_TRUE(is_drawn("1.85")) << "the largest score, also in its cell";
  opened(driver);
  EXPECT_FALSE(is_drawn("exponential,")) << "there are none before softmax";
  EXPECT_TRUE(is_drawn("1.85"));
  go_to(driver, StepKind::exponential_sum);
  EXPECT_TRUE(is_drawn("exponential,"));
  open_steps(driver.session, driver.view);
  set_predicting(driver.view.steps, true);
  EXPECT_FALSE(is_drawn("1.85"));
  EXPECT_TRUE(is_drawn("0.89")) << "the range of X and W is given";
  show_all_tokens(driver.session, driver.view.steps, true);
  EXPECT_FALSE(is_drawn("exponential,"));
}

TEST(Steps, OpeningThemLeavesThePipelineWhereItIs) {
  for (const auto& [width, height] : {std::pair{1024.0f, 768.0f}, {1280.0f, 800.0f}, {1920.0f, 1080.0f}}) {
    for (const bool is_selected : {false, true}) {
      LabDriver driver(preset("journey"), width, height);
      driver.settle();
      if (is_selected) driver.click(driver.item("Q[1,1]").centre());
      driver.settle();
      const Rect before = driver.item("workspace");
      open_steps(driver.session, driver.view);
      driver.settle();
      EXPECT_EQ(to_text(driver.item("workspace")), to_text(before)) << width << " " << is_selected;
    }
  }
}

TEST(Steps, AWorkspaceThatScrollsFollowsThem) {
  LabDriver driver(long_document(60), 1024, 768);
  opened(driver);
  driver.key(ImGuiKey_End);
  driver.settle();
  const CellRef made = player(driver).numbers.cells.back();
  ASSERT_TRUE(driver.has_item(to_string(made, 1)));
  EXPECT_TRUE(is_inside(driver.item(to_string(made, 1)), driver.item("workspace")));
  driver.key(ImGuiKey_Home);
  driver.settle();
  EXPECT_TRUE(driver.has_item("X[1,0]"));
}

TEST(Steps, ThePresenterShowsThemToo) {
  LabDriver driver(preset("journey"), 1920, 1080);
  driver.settle();
  driver.shortcut(Command::present);
  driver.settle();
  driver.key(ImGuiKey_Space);
  driver.settle();
  EXPECT_TRUE(driver.has_item("steps.play"));
  driver.key(ImGuiKey_Space);
  const std::size_t at = player(driver).at;
  driver.key(ImGuiKey_RightArrow);
  EXPECT_EQ(player(driver).at, at + 1);
  driver.key(ImGuiKey_Escape);
  EXPECT_FALSE(player(driver).is_open);
  EXPECT_TRUE(driver.view.presenter) << "one Escape closes one thing";
}

}  // namespace
}  // namespace attention_lab::testing

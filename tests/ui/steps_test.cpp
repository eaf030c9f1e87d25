// The Steps bar: moving through the steps, what is lit, and predicting first.
#include <gtest/gtest.h>

#include "app/files/presets.h"
#include "bench.h"
#include "core/document/edits.h"
#include "ui/steps/step_light.h"
#include "ui/steps/step_player.h"

namespace attention_lab::testing {
namespace {

constexpr float frames_a_second = 60;

StepPlayer& player(UiBench& bench) {
  return bench.view.steps;
}

UiBench& opened(UiBench& bench) {
  bench.settle();
  open_steps(bench.session, bench.view);
  bench.settle();
  return bench;
}

/// To the first step of that kind.
void go_to(UiBench& bench, StepKind kind) {
  for (std::size_t at = 0; at < player(bench).steps.size(); ++at) {
    if (player(bench).steps[at].kind != kind) continue;
    go_to_step(bench.view, at);
    bench.settle();
    return;
  }
  FAIL() << "no such step";
}

/// Opens the steps at the first of that kind, with Predict first.
void predict(UiBench& bench, StepKind kind) {
  opened(bench);
  go_to(bench, kind);
  set_predicting(bench.view, true);
  bench.settle();
}

/// The same at the second score that is divided: the first has a question.
void predict_scaled_score(UiBench& bench) {
  predict(bench, StepKind::scaled_score);
  step_by(bench.view, 1);
  bench.settle();
}

void guess(UiBench& bench, const std::string& text) {
  bench.click(bench.item("steps.guess").centre());
  bench.type(text);
  bench.key(ImGuiKey_Enter);
  bench.settle();
}

TEST(Steps, SpaceOpensThemAndTheyPlayAtTheirSpeed) {
  UiBench bench(preset("journey"));
  bench.settle();
  EXPECT_FALSE(player(bench).is_open);
  bench.key(ImGuiKey_Space);
  ASSERT_TRUE(player(bench).is_open);
  EXPECT_TRUE(player(bench).is_playing);
  EXPECT_EQ(player(bench).token, 1) << "the token that reads best where none is selected";
  EXPECT_EQ(player(bench).at, 0u);
  bench.frame(static_cast<int>(frames_a_second * 2.5f));
  EXPECT_EQ(player(bench).at, 2u);
  player(bench).speed = 4;
  bench.frame(static_cast<int>(frames_a_second));
  EXPECT_NEAR(static_cast<double>(player(bench).at), 6, 1);
  bench.key(ImGuiKey_Space);
  EXPECT_FALSE(player(bench).is_playing);
  const std::size_t here = player(bench).at;
  bench.frame(static_cast<int>(frames_a_second * 2));
  EXPECT_EQ(player(bench).at, here);
}

TEST(Steps, PlayingEndsAtTheLastStepAndStartsAnewFromThere) {
  UiBench bench(preset("journey"));
  opened(bench);
  bench.key(ImGuiKey_End);
  EXPECT_TRUE(player(bench).is_at_end());
  bench.key(ImGuiKey_LeftArrow);
  player(bench).speed = 8;
  bench.key(ImGuiKey_Space);
  bench.frame(static_cast<int>(frames_a_second));
  EXPECT_TRUE(player(bench).is_at_end());
  EXPECT_FALSE(player(bench).is_playing);
  bench.key(ImGuiKey_Space);
  EXPECT_TRUE(player(bench).is_playing);
  EXPECT_LT(player(bench).at, 3u);
}

TEST(Steps, ArrowKeysStepAndChooseTheTokenWhileTheBarIsOpen) {
  UiBench bench(preset("journey"));
  bench.settle();
  bench.click(bench.item("Q[2,1]").centre());
  ASSERT_TRUE(bench.view.selected);
  opened(bench);
  EXPECT_EQ(player(bench).token, 2) << "the token of the selected number";
  bench.key(ImGuiKey_RightArrow);
  bench.key(ImGuiKey_RightArrow);
  bench.key(ImGuiKey_LeftArrow);
  EXPECT_EQ(player(bench).at, 1u);
  EXPECT_EQ(bench.view.selected->column, 1) << "the selection stays where it was";
  const Step before = player(bench).step();
  bench.key(ImGuiKey_DownArrow);
  EXPECT_EQ(player(bench).token, 3);
  EXPECT_EQ(player(bench).step().kind, before.kind);
  bench.key(ImGuiKey_Home);
  EXPECT_EQ(player(bench).at, 0u);
  bench.key(ImGuiKey_Escape);
  EXPECT_TRUE(player(bench).is_open) << "first the selection goes";
  bench.key(ImGuiKey_Escape);
  EXPECT_FALSE(player(bench).is_open);
  bench.click(bench.item("Q[2,1]").centre());
  bench.key(ImGuiKey_LeftArrow);
  EXPECT_EQ(bench.view.selected->column, 0) << "arrow keys belong to the cells again";
}

TEST(Steps, AnEditWhilePausedChangesTheNumbersOfThePresentStep) {
  UiBench bench(preset("journey"));
  opened(bench);
  go_to(bench, StepKind::score);
  const std::size_t at = player(bench).at;
  const std::string before = player(bench).content.result;
  bench.session.commit(*edits::set_cell(bench.session.document(), {{MatrixName::X, 0}, 1, 0}, 2));
  bench.settle();
  EXPECT_EQ(player(bench).at, at);
  EXPECT_NE(player(bench).content.result, before);
  EXPECT_EQ(player(bench).numbers.values.front(),
            value_of(bench.session.model(), bench.session.trace(), player(bench).numbers.cells.front()));
}

TEST(Steps, OpenedAgainTheyShowTheirFirstStep) {
  UiBench bench(preset("journey"));
  opened(bench);
  bench.key(ImGuiKey_Escape);
  ASSERT_FALSE(player(bench).is_open);
  opened(bench);
  EXPECT_FALSE(player(bench).numbers.results.empty());
  EXPECT_EQ(StepLight(player(bench), {MatrixName::X, 0}, 1).on(1, 0), 1);
}

TEST(Steps, TheRowOfWeightsHoldsExponentialsUntilTheyAreDivided) {
  UiBench bench(preset("journey"));
  opened(bench);
  const MatrixView weights =
      matrix_view(bench.session.model(), bench.session.trace(), {MatrixName::weights, 0});
  go_to(bench, StepKind::exponential_sum);
  const StepNumbers sum = player(bench).numbers;
  const StepLight at_sum(player(bench), {MatrixName::weights, 0}, 1);
  for (Index key = 0; key < 6; ++key)
    EXPECT_EQ(at_sum.value_so_far(1, key), sum.exponentials[static_cast<std::size_t>(key)]);
  EXPECT_TRUE(at_sum.is_unfinished(1));
  EXPECT_FALSE(at_sum.is_unfinished(0));
  go_to(bench, StepKind::weight);
  bench.key(ImGuiKey_RightArrow);
  bench.settle();
  const StepLight at_weight(player(bench), {MatrixName::weights, 0}, 1);
  EXPECT_FALSE(at_weight.value_so_far(1, 0)) << "a weight already";
  EXPECT_FALSE(at_weight.value_so_far(1, 1)) << "made in this step: " << weights(1, 1);
  EXPECT_EQ(at_weight.value_so_far(1, 2), sum.exponentials[2]);
}

TEST(Steps, ASmallerDocumentKeepsThemInBounds) {
  UiBench bench(preset("journey"));
  opened(bench);
  bench.key(ImGuiKey_End);
  for (int i = 0; i < 4; ++i) bench.key(ImGuiKey_DownArrow);
  ASSERT_EQ(player(bench).token, 5);
  bench.session.commit(*edits::remove_token(bench.session.document(), 5));
  bench.session.commit(*edits::set_projection(bench.session.document(), Projection::identity, 1));
  bench.settle();
  EXPECT_EQ(player(bench).token, 4);
  EXPECT_LT(player(bench).at, player(bench).steps.size());
  EXPECT_EQ(player(bench).steps, steps_of(bench.session.model(), 4));
}

TEST(Steps, AllTokensAtOnceIsTheSameStageAndBack) {
  UiBench bench(preset("journey"));
  opened(bench);
  go_to(bench, StepKind::weight);
  bench.click(bench.item("steps.all").centre());
  bench.settle();
  EXPECT_TRUE(player(bench).shows_all_tokens);
  EXPECT_EQ(player(bench).step().kind, StepKind::all_weights);
  EXPECT_EQ(player(bench).steps, matrix_steps_of(bench.session.model()));
  bench.click(bench.item("steps.all").centre());
  bench.settle();
  EXPECT_EQ(stage_of(player(bench).step().kind), Stage::weights);
}

TEST(Steps, WhatTakesPartIsLitAndTheRestDimmed) {
  UiBench bench(preset("journey"));
  opened(bench);
  bench.view.preferences.has_motion = false;
  go_to(bench, StepKind::scaled_score);
  const StepLight scores(player(bench), {MatrixName::scores, 0}, 1);
  const StepLight scaled(player(bench), {MatrixName::scaled_scores, 0}, 1);
  const StepLight values(player(bench), {MatrixName::V, 0}, 1);
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
  UiBench bench(preset("journey"));
  opened(bench);
  bench.frame(60);
  EXPECT_FALSE(bench.view.next_frame_in) << "nothing moves: no frames, no work";
  bench.key(ImGuiKey_RightArrow);
  EXPECT_LT(step_progress(bench.view), 1);
  EXPECT_TRUE(bench.view.next_frame_in);
  bench.frame(60);
  EXPECT_EQ(step_progress(bench.view), 1);
  bench.click(bench.item("steps.motion").centre());
  EXPECT_FALSE(bench.view.preferences.has_motion);
  bench.key(ImGuiKey_RightArrow);
  EXPECT_EQ(step_progress(bench.view), 1);
}

TEST(Steps, WhilePlayingTheyWaitForTheNextStepWithoutDrawing) {
  UiBench bench(preset("journey"));
  opened(bench);
  player(bench).speed = 0.5f;
  bench.key(ImGuiKey_Space);
  bench.frame(40);
  ASSERT_TRUE(bench.view.next_frame_in);
  EXPECT_GT(*bench.view.next_frame_in, 0.5);
}

TEST(PredictFirst, CoversTheNextNumberUntilItIsGuessed) {
  UiBench bench(preset("journey"));
  opened(bench);
  go_to(bench, StepKind::scaled_score);
  step_by(bench.view, 1);
  bench.click(bench.item("steps.predict").centre());
  bench.settle();
  const CellRef cell{{MatrixName::scaled_scores, 0}, 1, 1};
  EXPECT_TRUE(player(bench).is_covered());
  EXPECT_TRUE(is_covered(player(bench), cell));
  EXPECT_FALSE(is_covered(player(bench), {{MatrixName::scores, 0}, 1, 1})) << "what is known stays";
  EXPECT_TRUE(bench.has_item("steps.decimals")) << "says to how many decimals";
  guess(bench, "1.31");  // 1.3097, to two decimals
  EXPECT_FALSE(player(bench).is_covered());
  EXPECT_FALSE(is_covered(player(bench), cell));
  EXPECT_EQ(player(bench).predictions.right, 1);
  EXPECT_EQ(player(bench).predictions.guesses, 1);
  bench.key(ImGuiKey_LeftArrow);
  bench.key(ImGuiKey_RightArrow);
  bench.settle();
  EXPECT_FALSE(player(bench).is_covered()) << "what was answered stays open";
}

TEST(PredictFirst, AWrongGuessIsToldItsDirectionAndTriedOnceMore) {
  UiBench bench(preset("journey"));
  predict_scaled_score(bench);
  Predictions& predictions = player(bench).predictions;
  guess(bench, "7");
  EXPECT_TRUE(player(bench).is_covered());
  EXPECT_EQ(predictions.problem, "Too high. Try again, to 2 decimals.");
  EXPECT_EQ(predictions.guesses, 0) << "not settled yet";
  guess(bench, "1.31");
  EXPECT_FALSE(player(bench).is_covered());
  EXPECT_EQ(predictions.right, 1);
  EXPECT_TRUE(predictions.answers.at(player(bench).at).is_second);

  bench.key(ImGuiKey_RightArrow);
  bench.settle();
  guess(bench, "-7");
  EXPECT_EQ(predictions.problem, "Too low. Try again, to 2 decimals.");
  bench.key(ImGuiKey_LeftArrow);
  bench.key(ImGuiKey_RightArrow);
  bench.settle();
  guess(bench, "8");
  EXPECT_FALSE(player(bench).is_covered()) << "the second wrong guess reveals the number";
  EXPECT_EQ(predictions.right, 1);
  EXPECT_EQ(predictions.guesses, 2);
}

TEST(PredictFirst, AsksForTheDecimalsThatWereChosen) {
  UiBench bench(preset("journey"));
  predict_scaled_score(bench);
  bench.click(bench.item("steps.decimals").centre());
  bench.frame(2);
  bench.click(bench.item("steps.decimals.3").centre());
  bench.settle();
  EXPECT_EQ(asked_decimals(bench.view), 4);
  guess(bench, "1.31");
  EXPECT_TRUE(player(bench).is_covered());
  bench.view.preferences.decimals = 1;
  EXPECT_EQ(asked_decimals(bench.view), 1) << "never more than are shown";
}

TEST(PredictFirst, AsksWhatTheDivisionDoesToTheWeights) {
  UiBench bench(preset("journey"));
  predict(bench, StepKind::scaled_score);
  ASSERT_TRUE(player(bench).asks_question());
  EXPECT_FALSE(bench.has_item("steps.guess"));
  EXPECT_FALSE(bench.has_item("steps.equation")) << "the numbers would answer it";
  bench.click(bench.item("steps.answer.1").centre());  // sharper
  EXPECT_TRUE(player(bench).is_covered());
  EXPECT_EQ(player(bench).predictions.problem, "Not that one. Try again.");
  bench.click(bench.item("steps.answer.1").centre());
  EXPECT_TRUE(player(bench).is_covered()) << "the wrong answer cannot be given twice";
  bench.click(bench.item("steps.answer.0").centre());
  EXPECT_FALSE(player(bench).is_covered());
  EXPECT_EQ(player(bench).predictions.right, 1);
  EXPECT_EQ(player(bench).predictions.guesses, 1);
  EXPECT_EQ(player(bench).predictions.answers.at(player(bench).at).guess, "flatter");
}

TEST(PredictFirst, AsksWhichWordGetsMostAndTakesItsKey) {
  UiBench bench(preset("journey"));
  predict(bench, StepKind::row_maximum);
  ASSERT_TRUE(player(bench).asks_question());
  const Index right = player(bench).question->right.front();
  EXPECT_TRUE(bench.has_item("steps.answer.5"));
  const MatrixRef scores{MatrixName::scaled_scores, 0};
  EXPECT_TRUE(StepLight(player(bench), scores, 1).results().empty()) << "no frame gives it away";
  bench.type(std::to_string(right + 1));
  bench.settle();
  EXPECT_FALSE(player(bench).is_covered());
  EXPECT_EQ(StepLight(player(bench), scores, 1).results().size(), 1u);
  EXPECT_EQ(player(bench).predictions.right, 1);
}

TEST(PredictFirst, AmongManyWordsTheOneThatGetsMostIsTyped) {
  UiBench bench(preset("dog"));
  predict(bench, StepKind::row_maximum);
  ASSERT_TRUE(player(bench).asks_question());
  EXPECT_FALSE(bench.has_item("steps.answer.0"));
  guess(bench, "cat");
  EXPECT_TRUE(player(bench).is_covered());
  EXPECT_FALSE(player(bench).predictions.problem.empty()) << "no such word";
  // The field has the keyboard again, and what is typed replaces what was there.
  bench.type(
      bench.session.document().tokens[static_cast<std::size_t>(player(bench).question->right.front())]);
  bench.key(ImGuiKey_Enter);
  bench.settle();
  EXPECT_FALSE(player(bench).is_covered());
  EXPECT_EQ(player(bench).predictions.right, 1);
}

TEST(PredictFirst, AsksForTheSumWithThePlaceAndForNothingThatIsDropped) {
  const Document placed = *edits::set_positions(preset("journey"), Positions::sinusoidal, 1);
  UiBench bench(*edits::set_dropout(placed, {Scalar(0.5), 123}));
  opened(bench);
  ASSERT_EQ(player(bench).token, 1);
  set_predicting(bench.view, true);
  const CellRef sum{{MatrixName::X, 0}, 1, 0};
  go_to(bench, StepKind::embedding);
  EXPECT_TRUE(is_covered(player(bench), sum));
  EXPECT_FALSE(is_covered(player(bench), {{MatrixName::token_embeddings, 0}, 1, 0}));
  bench.key(ImGuiKey_RightArrow);
  bench.settle();
  ASSERT_EQ(player(bench).step().kind, StepKind::position);
  EXPECT_TRUE(player(bench).is_covered());
  guess(bench, "1.39");  // 0.55 + sin 1
  EXPECT_FALSE(is_covered(player(bench), sum));
  EXPECT_EQ(player(bench).predictions.right, 1);

  const CellRef left{{MatrixName::dropped_weights, 0}, 1, 3};
  go_to(bench, StepKind::weight);
  EXPECT_TRUE(is_covered(player(bench), left));
  go_to(bench, StepKind::dropout);
  EXPECT_FALSE(player(bench).is_covered()) << "chance is not predicted";
  EXPECT_FALSE(is_covered(player(bench), left));
  go_to(bench, StepKind::accumulation);
  EXPECT_FALSE(player(bench).is_covered()) << "the first weight is dropped";
  while (player(bench).step().key != 3 || player(bench).step().kind != StepKind::accumulation)
    step_by(bench.view, 1);
  bench.settle();
  EXPECT_TRUE(player(bench).is_covered());
}

TEST(PredictFirst, AsksWhatATokenSeesOnce) {
  UiBench bench(preset("journey-causal"));
  predict(bench, StepKind::mask);
  ASSERT_TRUE(player(bench).asks_question());
  EXPECT_TRUE(is_covered(player(bench), {{MatrixName::masked_scores, 0}, player(bench).token, 0}));
  const Index wrong = 1 - player(bench).question->right.front();
  bench.click(bench.item("steps.answer." + std::to_string(wrong)).centre());
  EXPECT_FALSE(player(bench).is_covered()) << "the other answer would be a gift";
  EXPECT_EQ(player(bench).predictions.right, 0);
  EXPECT_EQ(player(bench).predictions.guesses, 1);
}

TEST(PredictFirst, QuestionsStandInsideTheBarAtEverySize) {
  for (const char* name : {"journey-causal", "dog"}) {
    for (const auto& [width, height] : {std::pair{1024.0f, 768.0f}, {1280.0f, 800.0f}, {1920.0f, 1080.0f}}) {
      for (const StepKind kind : {StepKind::scaled_score, StepKind::mask, StepKind::row_maximum}) {
        UiBench bench(preset(name), width, height);
        opened(bench);
        choose_token(bench.session, bench.view, 5);
        if (kind == StepKind::mask && bench.session.model().options.mask == Mask::none) continue;
        predict(bench, kind);
        SCOPED_TRACE(std::string(name) + " " + std::to_string(width) + " " +
                     std::to_string(static_cast<int>(kind)));
        std::vector<std::pair<std::string, Rect>> parts = {{"toggle", bench.item("steps.predict")}};
        for (const Item& item : bench.view.items.all()) {
          if (item.name.rfind("steps.answer.", 0) == 0 || item.name == "steps.question" ||
              item.name == "steps.reveal" || item.name == "steps.guess")
            parts.emplace_back(item.name, item.rect);
        }
        EXPECT_GE(parts.size(), 4u);
        for (std::size_t i = 0; i < parts.size(); ++i) {
          EXPECT_TRUE(is_inside(parts[i].second, bench.item("steps"))) << parts[i].first;
          for (std::size_t j = 0; j < i; ++j)
            EXPECT_FALSE(overlap(parts[i].second, parts[j].second))
                << parts[i].first << " " << parts[j].first;
        }
      }
    }
  }
}

TEST(PredictFirst, WhatIsNoNumberIsRefusedAndRevealDoesNotCount) {
  UiBench bench(preset("journey"));
  predict_scaled_score(bench);
  guess(bench, "many");
  EXPECT_TRUE(player(bench).is_covered());
  EXPECT_FALSE(player(bench).predictions.problem.empty());
  EXPECT_EQ(player(bench).predictions.guesses, 0);
  bench.click(bench.item("steps.reveal").centre());
  bench.settle();
  EXPECT_FALSE(player(bench).is_covered());
  EXPECT_EQ(player(bench).predictions.guesses, 0);
}

TEST(PredictFirst, AWrongGuessStaysWithItsStep) {
  UiBench bench(preset("journey"));
  predict_scaled_score(bench);
  guess(bench, "0.5");
  guess(bench, "0.5");
  const std::size_t first = player(bench).at;
  bench.key(ImGuiKey_RightArrow);
  bench.settle();
  guess(bench, "0.7");
  guess(bench, "0.7");
  EXPECT_EQ(player(bench).predictions.answers.at(first).guess, "0.5");
  EXPECT_EQ(player(bench).predictions.answers.at(first + 1).guess, "0.7");
}

TEST(PredictFirst, AnotherHeadOrMaskForgetsTheAnswers) {
  UiBench bench(preset("journey-two-heads"));
  predict_scaled_score(bench);
  reveal(bench.view);
  EXPECT_FALSE(player(bench).is_covered());
  bench.view.shown_head = 1;
  bench.settle();
  EXPECT_TRUE(player(bench).is_covered());
  reveal(bench.view);
  bench.session.commit(*edits::set_scale(bench.session.document(), Scale{Scale::Kind::custom, 2}));
  bench.settle();
  EXPECT_TRUE(player(bench).is_covered());
}

TEST(PredictFirst, ArrowKeysGoOnFromAnEmptyField) {
  UiBench bench(preset("journey"));
  predict_scaled_score(bench);
  const std::size_t at = player(bench).at;
  bench.key(ImGuiKey_RightArrow);
  EXPECT_EQ(player(bench).at, at + 1);
}

TEST(PredictFirst, PlayingWaitsForTheAnswer) {
  UiBench bench(preset("journey"));
  predict_scaled_score(bench);
  const std::size_t at = player(bench).at;
  toggle_playing(bench.session, bench.view);
  bench.frame(static_cast<int>(frames_a_second * 3));
  EXPECT_EQ(player(bench).at, at);
  bench.click(bench.item("steps.reveal").centre());
  bench.frame(static_cast<int>(frames_a_second * 1.5f));
  EXPECT_EQ(player(bench).at, at + 1);
}

/// The presets, and one of them with positions and dropout.
std::vector<std::pair<std::string, Document>> documents_to_step_through() {
  std::vector<std::pair<std::string, Document>> documents;
  for (const Preset& one : presets()) documents.emplace_back(one.name, preset(one.name));
  const Document placed = *edits::set_positions(preset("journey-causal"), Positions::learned, 1);
  documents.emplace_back("with positions and dropout", *edits::set_dropout(placed, {Scalar(0.5), 123}));
  return documents;
}

// A cell is covered exactly as long as a later step makes it, or the present one waits.
TEST(PredictFirst, CoversWhatIsStillToCome) {
  for (const auto& [name, document] : documents_to_step_through()) {
    SCOPED_TRACE(name);
    UiBench bench(document);
    opened(bench);
    set_predicting(bench.view, true);
    const std::size_t count = player(bench).steps.size();
    std::vector<std::vector<CellRef>> finished(count);
    for (std::size_t at = 0; at < count; ++at) {
      const StepNumbers numbers = numbers_of(bench.session.model(), bench.session.trace(),
                                             bench.view.shown_head, player(bench).steps[at]);
      const StepKind kind = player(bench).steps[at].kind;
      if (numbers.is_partial || kind == StepKind::embedding) continue;
      for (const CellRef& cell : numbers.cells) {
        if (!is_given(bench.session.model(), cell.matrix.name)) finished[at].push_back(cell);
      }
    }
    for (std::size_t at = 0; at < count; ++at) {
      go_to_step(bench.view, at);
      bench.frame(2);
      reveal(bench.view);
      for (std::size_t later = at + 1; later < count; ++later) {
        for (const CellRef& cell : finished[later]) {
          const auto& held = player(bench).numbers.held;
          const bool is_being_made =
              std::any_of(held.begin(), held.end(), [&](const Held& each) { return each.cell == cell; });
          const bool is_known =
              std::any_of(finished.begin(), finished.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                          [&](const std::vector<CellRef>& cells) {
                            return std::find(cells.begin(), cells.end(), cell) != cells.end();
                          });
          // A score is known after its last product; it stays covered until the sum is asked for.
          if (is_being_made || is_known) continue;
          ASSERT_TRUE(is_covered(player(bench), cell))
              << to_string(cell) << " at step " << at << ", made in step " << later;
        }
      }
    }
    bench.key(ImGuiKey_End);
    reveal(bench.view);
    bench.frame(2);
    for (const std::vector<CellRef>& cells : finished) {
      for (const CellRef& cell : cells) EXPECT_FALSE(is_covered(player(bench), cell)) << to_string(cell);
    }
  }
}

TEST(Steps, TheBarStandsInsideTheWindowWithEveryPresetAndSize) {
  for (const Preset& one : presets()) {
    for (const auto& [width, height] : {std::pair{1024.0f, 768.0f}, {1280.0f, 800.0f}, {1920.0f, 1080.0f}}) {
      SCOPED_TRACE(one.name + " " + std::to_string(width));
      UiBench bench(preset(one.name), width, height);
      opened(bench);
      const Rect bar = bench.item("steps");
      EXPECT_TRUE(is_inside(bar, {0, 0, width, height}));
      EXPECT_FALSE(overlap(bar, bench.item("workspace")));
      std::vector<std::pair<std::string, Rect>> parts;
      for (const char* name : {"steps.first", "steps.back", "steps.play", "steps.forward", "steps.last",
                               "steps.track", "steps.token", "steps.speed", "steps.close", "steps.all",
                               "steps.predict", "steps.motion", "steps.equation", "steps.sentence"}) {
        parts.emplace_back(name, bench.item(name));
      }
      for (std::size_t i = 0; i < parts.size(); ++i) {
        EXPECT_TRUE(is_inside(parts[i].second, bar)) << parts[i].first << to_text(parts[i].second);
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
    UiBench bench(preset("journey-two-heads"), 1024, 768);
    bench.view.preferences.text_size = text_size;
    opened(bench);
    const Rect bar = bench.item("steps");
    const Rect room = bench.item("workspace");
    EXPECT_TRUE(is_inside(bar, {0, 0, 1024, 768}));
    EXPECT_FALSE(overlap(bar, room));
    EXPECT_GT(room.height, 120);
    EXPECT_FALSE(overlap(bench.item("steps.last"), bench.item("steps.token")));
    predict(bench, StepKind::accumulation);
    const Rect field = bench.item("steps.guess");
    EXPECT_TRUE(is_inside(bench.item("steps.equation"), bar));
    EXPECT_FALSE(overlap(bench.item("steps.equation"), field));
    EXPECT_FALSE(overlap(bench.item("steps.reveal"), bench.item("steps.predict")));
  }
}

TEST(Steps, AWorkspaceThatScrollsFollowsThem) {
  UiBench bench(long_document(60), 1024, 768);
  opened(bench);
  bench.key(ImGuiKey_End);
  bench.settle();
  const CellRef made = player(bench).numbers.cells.back();
  ASSERT_TRUE(bench.has_item(to_string(made, 1)));
  EXPECT_TRUE(is_inside(bench.item(to_string(made, 1)), bench.item("workspace")));
  bench.key(ImGuiKey_Home);
  bench.settle();
  EXPECT_TRUE(bench.has_item("X[1,0]"));
}

TEST(Steps, ThePresenterShowsThemToo) {
  UiBench bench(preset("journey"), 1920, 1080);
  bench.settle();
  bench.shortcut(Command::present);
  bench.settle();
  bench.key(ImGuiKey_Space);
  bench.settle();
  EXPECT_TRUE(bench.has_item("steps.play"));
  bench.key(ImGuiKey_Space);
  const std::size_t at = player(bench).at;
  bench.key(ImGuiKey_RightArrow);
  EXPECT_EQ(player(bench).at, at + 1);
  bench.key(ImGuiKey_Escape);
  EXPECT_FALSE(player(bench).is_open);
  EXPECT_TRUE(bench.view.presenter) << "one Escape closes one thing";
}

}  // namespace
}  // namespace attention_lab::testing

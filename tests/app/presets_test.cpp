// The presets are valid, match their titles, and are built into the program exactly as in assets.
#include "app/files/presets.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/files/document_json.h"
#include "core/attention/forward.h"
#include "core/document/checks.h"
#include "core/document/corpus.h"
#include "core/document/edits.h"
#include "core/geometry/rotation.h"
#include "core/training/next_word_objective.h"
#include "core/training/run_comparison.h"
#include "core/training/training_run.h"
#include "core/training/training_start.h"
#include "text_samples.h"

namespace attention_lab {
namespace {

using test::trace_of;

Document preset(std::string_view name) {
  Result<Document> loaded = load_preset(name);
  if (!loaded) {
    ADD_FAILURE() << to_string(loaded.error());
    return {};
  }
  return *std::move(loaded);
}

/// The numbers printed in textbooks, to their last digit.
void expect_printed(const Matrix& matrix, std::initializer_list<std::initializer_list<double>> rows,
                    double tolerance = 5.001e-5) {
  ASSERT_EQ(matrix.rows(), static_cast<Index>(rows.size()));
  Index i = 0;
  for (const auto& row : rows) {
    Index j = 0;
    for (const double expected : row) {
      EXPECT_NEAR(matrix(i, j), expected, tolerance) << "row " << i << ", column " << j;
      ++j;
    }
    ++i;
  }
}

TEST(Presets, AllAreValidAndTitled) {
  EXPECT_EQ(presets().size(), 19u);
  for (const Preset& each : presets()) {
    const Document document = preset(each.name);
    EXPECT_TRUE(validate(document).empty());
    EXPECT_EQ(document.title, each.title);
    EXPECT_FALSE(each.title.empty());
    ASSERT_FALSE(document.description.empty()) << "a sentence says what it is for";
    EXPECT_EQ(document.description.back(), '.') << document.description;
    EXPECT_FALSE(is_changed_since_titled(document));
    EXPECT_TRUE(trace_of(document).context.allFinite());
  }
}

TEST(Presets, AreWrittenAsTheProgramItselfWouldWriteThem) {
  for (const Preset& each : presets()) EXPECT_EQ(to_json(preset(each.name)), each.text) << each.name;
}

TEST(Presets, TheDefaultIsOneOfThem) {
  EXPECT_TRUE(load_preset(default_preset));
}

TEST(Presets, AnUnknownNameIsAnsweredWithTheKnownOnes) {
  const auto loaded = load_preset("alcie");
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::not_found);
  EXPECT_NE(loaded.error().message.find("alice-trained"), std::string::npos);
}

TEST(Presets, EveryTokenIsOneThatTheSentenceBoxGives) {
  for (const Preset& each : presets()) {
    const Document document = preset(each.name);
    EXPECT_EQ(split_sentence(join_tokens(document.tokens)), document.tokens) << each.name;
  }
}

TEST(Presets, JourneySimplifiedHasNoWeights) {
  const Document document = preset("journey-simplified");
  EXPECT_TRUE(document.model.heads.empty());
  const Trace trace = trace_of(document);
  EXPECT_TRUE(trace.heads[0].Q == *document.model.token_embeddings);
  EXPECT_EQ(trace.divisor, 1);
  expect_printed(trace.heads[0].scores.row(1), {{.9544, 1.4950, 1.4754, .8434, .7070, 1.0865}});
}

TEST(Presets, JourneyGivesTheNumbersOfSeed123) {
  const Trace trace = trace_of(preset("journey"));
  expect_printed(trace.heads[0].Q.row(1), {{.4306, 1.4551}});
  expect_printed(trace.heads[0].K.row(1), {{.4433, 1.1419}});
  expect_printed(trace.heads[0].V.row(1), {{.3951, 1.0037}});
  expect_printed(trace.heads[0].scores.row(1), {{1.2705, 1.8524, 1.8111, 1.0795, .5577, 1.5440}});
  expect_printed(trace.heads[0].weights.row(1), {{.1500, .2264, .2199, .1311, .0906, .1820}});
  expect_printed(
      trace.context,
      {{.2996, .8053}, {.3061, .8210}, {.3058, .8203}, {.2948, .7939}, {.2927, .7891}, {.2990, .8040}});
}

TEST(Presets, JourneyLinearGivesTheNumbersOfSeed789) {
  expect_printed(
      trace_of(preset("journey-linear")).context,
      {{-.0739, .0713}, {-.0748, .0703}, {-.0749, .0702}, {-.0760, .0685}, {-.0763, .0679}, {-.0754, .0693}});
}

TEST(Presets, JourneyCausalHidesLaterTokens) {
  const Trace trace = trace_of(preset("journey-causal"));
  expect_printed(trace.heads[0].weights, {{1, 0, 0, 0, 0, 0},
                                          {.5517, .4483, 0, 0, 0, 0},
                                          {.3800, .3097, .3103, 0, 0, 0},
                                          {.2758, .2460, .2462, .2319, 0, 0},
                                          {.2175, .1983, .1984, .1888, .1971, 0},
                                          {.1935, .1663, .1666, .1542, .1666, .1529}});
}

TEST(Presets, TheFirstOfTwoHeadsIsTheOneOfSeed789) {
  const Document document = preset("journey-two-heads");
  ASSERT_EQ(document.model.n_heads(), 2);
  EXPECT_TRUE(document.model.has_output_projection());
  const Trace trace = trace_of(document);
  EXPECT_TRUE(trace.heads[0].head_output == trace_of(preset("journey-linear")).context);
  EXPECT_FALSE(trace.heads[1].head_output.isApprox(trace.heads[0].head_output, .1f));
}

TEST(Presets, TheSplitHeadsGiveTheNumbersOfSeed123) {
  const Document document = preset("journey-split-heads");
  ASSERT_EQ(document.model.n_heads(), 2);
  EXPECT_EQ(document.model.d_k(), 1);
  EXPECT_EQ(document.model.options.mask, Mask::causal);
  const Trace trace = trace_of(document);
  expect_printed(trace.heads[0].weights.row(2), {{.3140, .3434, .3426, 0, 0, 0}});
  expect_printed(trace.heads[1].weights.row(2), {{.3325, .3338, .3337, 0, 0, 0}});
  expect_printed(
      trace.context,
      {{.3190, .4858}, {.2943, .3897}, {.2856, .3593}, {.2693, .3873}, {.2639, .3928}, {.2575, .4028}});
}

TEST(Presets, DrawingTheWeightsAnewFromTheSeedOfAPresetGivesItsNumbers) {
  using edits::Draw;
  using edits::DrawOrder;
  struct Case {
    const char* name;
    std::uint64_t seed;
    Draw draw;
    DrawOrder order;
  };
  const std::vector<Case> cases = {
      {"journey", 123, Draw::torch_rand, DrawOrder::head_by_head},
      {"journey-linear", 789, Draw::nn_linear, DrawOrder::head_by_head},
      {"journey-causal", 789, Draw::nn_linear, DrawOrder::head_by_head},
      {"journey-dropout", 789, Draw::nn_linear, DrawOrder::head_by_head},
      {"journey-positions", 789, Draw::nn_linear, DrawOrder::head_by_head},
      {"journey-two-heads", 789, Draw::nn_linear, DrawOrder::head_by_head},
      {"journey-split-heads", 123, Draw::nn_linear, DrawOrder::split_projection},
  };
  std::size_t n_seeds = 0;
  for (const Preset& each : presets()) n_seeds += preset(each.name).seed.has_value() ? 1 : 0;
  EXPECT_EQ(n_seeds, cases.size());
  for (const Case& each : cases) {
    const Document document = preset(each.name);
    ASSERT_EQ(document.seed, each.seed) << each.name;
    const Result<Document> redrawn = edits::redraw_weights(document, each.draw, each.seed, each.order);
    ASSERT_TRUE(redrawn) << each.name;
    EXPECT_TRUE(*redrawn == document) << each.name;
  }
}

TEST(Presets, DreamGoesFromThreeDimensionsToTwo) {
  const Document document = preset("dream");
  EXPECT_EQ(join_tokens(document.tokens), "dream big and work for it");
  EXPECT_EQ(document.model.d_model(), 3);
  const Trace trace = trace_of(document);
  EXPECT_EQ(trace.context.rows(), 6);
  EXPECT_EQ(trace.context.cols(), 2);
}

TEST(Presets, TheDogAndTheBallScoreAlikeUntilTheyAreProjected) {
  const Document document = preset("dog");
  EXPECT_EQ(join_tokens(document.tokens), "The dog chased the ball, but it couldn't catch it");
  const Matrix& X = *document.model.token_embeddings;
  const auto position = [&](const char* token) {
    return std::find(document.tokens.begin(), document.tokens.end(), token) - document.tokens.begin();
  };
  const Index it = position("it");
  const Index dog = position("dog");
  const Index ball = position("ball");
  EXPECT_NEAR(X.row(it).dot(X.row(dog)), X.row(it).dot(X.row(ball)), 1e-6);
  const Matrix weights = trace_of(document).heads[0].weights;
  EXPECT_GT(weights(it, ball), .5f);
  EXPECT_LT(weights(it, dog), .1f);
  EXPECT_GT(weights(position("chased"), dog), .5f);
}

TEST(Presets, RotationTurnsTheQueriesBy30Degrees) {
  const Document document = preset("rotation");
  EXPECT_TRUE(is_rotation(view_of(*document.model.heads[0].W_q)));
  EXPECT_NEAR(nearest_rotation(view_of(*document.model.heads[0].W_q)), std::numbers::pi / 6, 1e-6);
  const Trace trace = trace_of(document);
  EXPECT_EQ(trace.heads[0].K, *document.model.token_embeddings);
  expect_printed(trace.heads[0].Q.row(0), {{.8660, .5}});
}

TEST(Presets, ShadowLosesTheThirdCoordinateInTheQueriesOnly) {
  const Trace trace = trace_of(preset("shadow"));
  const Matrix& Q = trace.heads[0].Q;
  const Matrix& K = trace.heads[0].K;
  for (Index corner = 0; corner < 4; ++corner) {
    EXPECT_EQ(Q.row(corner), Q.row(corner + 4));
    EXPECT_NE(K.row(corner), K.row(corner + 4));
  }
}

TEST(Presets, OneMatrixMakesScoresSymmetricAndTwoNeedNot) {
  const Document one = preset("fat-cat-one-matrix");
  const Document two = preset("fat-cat");
  EXPECT_EQ(one.tokens, two.tokens);
  constexpr Index fat = 1;
  constexpr Index cat = 2;
  ASSERT_EQ(one.tokens[fat], "fat");
  ASSERT_EQ(one.tokens[cat], "cat");
  const Matrix scores = trace_of(one).heads[0].scores;
  const Matrix reversed = scores.transpose();
  EXPECT_LT((scores - reversed).cwiseAbs().maxCoeff(), 1e-6f);
  const Matrix weights = trace_of(two).heads[0].weights;
  EXPECT_GT(weights(cat, fat), .7f);
  EXPECT_EQ(weights.row(fat).minCoeff(), weights(fat, cat)) << "“fat” attends to nothing less";
}

TEST(Presets, AliceBeforeTrainingAttendsAlmostEvenly) {
  const Document document = preset("alice");
  const Trace trace = trace_of(document);
  // The random W_q of the example gives "eat" this query in its first two columns.
  expect_printed(trace.heads[0].Q.row(2).leftCols(2), {{.26, .72}}, 1e-6);
  EXPECT_LT((trace.heads[0].weights.array() - .25f).abs().maxCoeff(), .015f);
}

TEST(Presets, AliceIsOneExperimentInWhichOnlyQueriesAndKeysAreTrained) {
  const Document before = preset("alice");
  const Document after = preset("alice-trained");
  EXPECT_EQ(before.tokens, after.tokens);
  EXPECT_EQ(*before.model.token_embeddings, *after.model.token_embeddings);
  EXPECT_EQ(before.model.options, after.model.options);
  ASSERT_EQ(before.model.heads.size(), 1u);
  ASSERT_EQ(after.model.heads.size(), 1u);
  const Head& untrained = before.model.heads[0];
  const Head& trained = after.model.heads[0];
  EXPECT_EQ(*untrained.W_v, *trained.W_v);
  ASSERT_EQ(untrained.W_q->cols(), trained.W_q->cols());
  ASSERT_EQ(untrained.W_k->cols(), trained.W_k->cols());
  EXPECT_GT((*untrained.W_q - *trained.W_q).cwiseAbs().minCoeff(), 0);
  EXPECT_GT((*untrained.W_k - *trained.W_k).cwiseAbs().minCoeff(), 0);
  // No row of W_v equals a row of another matrix.
  for (const Matrix* W : {&*untrained.W_k, &*trained.W_k, &*untrained.W_q, &*trained.W_q})
    for (Index row = 0; row < W->rows(); ++row) EXPECT_NE(W->row(row).leftCols(2), untrained.W_v->row(row));
}

TEST(Presets, AliceTrainedReachesTheTargetWithinWhatTheTitleSays) {
  const Document document = preset("alice-trained");
  EXPECT_NE(document.title.find("(to within 0.0012)"), std::string::npos) << document.title;
  expect_printed(trace_of(document).heads[0].weights,
                 {{.10, .05, .75, .10}, {.15, .60, .15, .10}, {.70, .03, .07, .20}, {.10, .05, .65, .20}},
                 .0012);
}

/// The most probable word after a prompt.
std::string next_word(const Document& document, const char* prompt) {
  const auto objective = NextWordObjective::make(document, LossOver::last_word).value();
  const std::vector<Index> words = make_prompt(prompt, words_to_predict(document)).value();
  Index best = 0;
  objective->predict(words).value().probabilities.maxCoeff(&best);
  return objective->words()[static_cast<std::size_t>(best)];
}

TEST(Presets, WordsHaveTheCorpusOfTheTests) {
  const Document document = preset("words");
  std::ifstream file(std::string(ATTENTION_LAB_FIXTURES) + "/corpus.json");
  const auto corpus = nlohmann::json::parse(file);
  EXPECT_EQ(corpus["features"], document.features);
  const auto expect_lines = [](const nlohmann::json& lines, const std::string& text) {
    std::string joined;
    for (const auto& line : lines) joined += (joined.empty() ? "" : "\n") + line.get<std::string>();
    EXPECT_EQ(text, joined);
  };
  expect_lines(corpus["sentences"], document.corpus);
  expect_lines(corpus["held_out"], document.held_out);
  ASSERT_EQ(document.vocabulary->words.size(), corpus["words"].size());
  for (std::size_t i = 0; i < corpus["words"].size(); ++i) {
    EXPECT_EQ(document.vocabulary->words[i], corpus["words"][i]["word"]);
    for (Index j = 0; j < 8; ++j)
      EXPECT_EQ((*document.vocabulary->embeddings)(static_cast<Index>(i), j),
                corpus["words"][i]["features"][static_cast<std::size_t>(j)].get<float>());
  }
}

TEST(Presets, WordsAreAboutEquallyLikelyBeforeTraining) {
  const Document document = preset("words");
  const auto objective = NextWordObjective::make(document, LossOver::last_word).value();
  const NextWordPrediction prediction = objective->predict_tokens(document).value();
  EXPECT_LT(prediction.probabilities.maxCoeff(), 0.1f);
  EXPECT_GT(prediction.probabilities.minCoeff(), 0.02f);
}

TEST(Presets, WordsTrainedAsTheDescriptionSaysLearnThePattern) {
  const Document before = preset("words");
  TrainingRun run(NextWordObjective::make(before, LossOver::last_word).value(),
                  {{.optimizer = Optimizer::adam, .learning_rate = 0.02},
                   {{MatrixName::W_q}, {MatrixName::W_k}, {MatrixName::W_v}, {MatrixName::W_o}}});
  while (run.step() < 1500) ASSERT_TRUE(run.advance());
  EXPECT_LT(run.record().loss, 0.01);
  const Document trained = with_numbers_of(run, before).value();
  for (const Document& after : {trained, preset("words-trained")}) {
    const auto objective = NextWordObjective::make(after, LossOver::last_word).value();
    EXPECT_LT(objective->evaluate(), 0.01);
    EXPECT_GE(objective->score(objective->held_out()).value().accuracy(), 0.9);
    EXPECT_EQ(next_word(after, "Alice will eat"), "pizza");
    EXPECT_EQ(next_word(after, "the dog will eat"), "bones");
    EXPECT_EQ(next_word(after, "the kitten will devour"), "fish");
    const Trace trace = trace_of(after);
    const auto eat = trace.heads[0].weights.row(2);
    EXPECT_GT(eat(0), 0.3f) << "Alice";
    EXPECT_LT(eat(1), 0.05f) << "will";
    EXPECT_GT(eat(2), 0.3f) << "eat";
  }
}

TEST(Presets, WordsAreLearnedWithAnOutputLayerToo) {
  const Document linear = edits::set_output_layer(preset("words"), true).value();
  TrainingRun run(
      NextWordObjective::make(linear, LossOver::last_word).value(),
      {{.optimizer = Optimizer::adam, .learning_rate = 0.02},
       {{MatrixName::W_q}, {MatrixName::W_k}, {MatrixName::W_v}, {MatrixName::W_o}, {MatrixName::W_u}}});
  while (run.step() < 1500) ASSERT_TRUE(run.advance());
  EXPECT_LT(run.record().loss, 0.00005) << "0.0000 in the README";
  const auto& objective = dynamic_cast<const NextWordObjective&>(run.objective());
  EXPECT_EQ(objective.score(objective.held_out()).value().n_right, 18);
}

TEST(Presets, WideWordsStallWithoutTheDivisionAndNotWithIt) {
  const Document document = preset("words-wide");
  EXPECT_EQ(document.model.d_k(), 64);
  EXPECT_EQ(document.corpus, preset("words").corpus);
  const auto loss_after = [&](const OptimizerSettings& optimizer, const Scale& scale, std::int64_t steps) {
    Document scaled = document;
    scaled.model.options.scale = scale;
    TrainingRun run(
        NextWordObjective::make(scaled, LossOver::last_word).value(),
        {optimizer, {{MatrixName::W_q}, {MatrixName::W_k}, {MatrixName::W_v}, {MatrixName::W_o}}});
    while (run.step() < steps && run.advance()) continue;
    EXPECT_EQ(run.step(), steps);
    return run.record().loss;
  };
  const Scale unscaled = other_divisor({});
  for (const OptimizerSettings& optimizer :
       {OptimizerSettings{}, OptimizerSettings{.optimizer = Optimizer::sgd, .learning_rate = 0.1}}) {
    EXPECT_LT(loss_after(optimizer, {}, 1000), 0.02);
    EXPECT_GT(loss_after(optimizer, unscaled, 1000), 0.4);
  }
  EXPECT_LT(loss_after({}, {}, 100), 0.01);
  EXPECT_NEAR(loss_after({}, unscaled, 100), 1.44, 0.01);
  EXPECT_NEAR(loss_after({}, unscaled, 1000), 1.44, 0.01) << "it stalls";
}

TEST(Presets, WordsAreOneExperimentInWhichOnlyTheWeightsAreTrained) {
  const Document before = preset("words");
  Document after = preset("words-trained");
  for (const MatrixName name : {MatrixName::W_q, MatrixName::W_k, MatrixName::W_v, MatrixName::W_o}) {
    const MatrixRef ref{name};
    const Matrix untrained = matrix_view(before.model, Trace{}, ref);
    EXPECT_NE(Matrix(matrix_view(after.model, Trace{}, ref)), untrained) << to_string(ref);
    after = *edits::set_matrix(after, ref, untrained);
  }
  EXPECT_TRUE(has_same_contents(before, after));
  EXPECT_EQ(before.corpus, after.corpus);
  EXPECT_EQ(before.held_out, after.held_out);
  EXPECT_EQ(before.features, after.features);
}

TEST(Presets, DropoutGivesTheChaptersNumbers) {
  const Trace trace = trace_of(preset("journey-dropout"));
  std::ifstream file(std::string(ATTENTION_LAB_FIXTURES) + "/chapter.json");
  const auto rows = nlohmann::json::parse(file)["causal_weights_seed_789_then_dropout_seed_123"];
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 6; ++j)
      EXPECT_NEAR(trace.heads[0].dropped_weights(i, j),
                  rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].get<double>(), 1e-6);
}

TEST(Presets, PositionsMakeTheOrderMatter) {
  const Document document = preset("journey-positions");
  const Trace trace = trace_of(document);
  expect_printed(trace.X.topRows(1), {{0.43, 1.15, 0.89}});  // sin 0 = 0, cos 0 = 1
  const Document moved = *edits::move_token(document, 0, 5);
  EXPECT_GT((trace_of(moved).context.row(5) - trace.context.row(0)).norm(), 1e-4);
}

TEST(Presets, BothItsOfTheDogShareOneEmbedding) {
  const Document document = preset("dog");
  ASSERT_TRUE(document.vocabulary);
  const Document after = *edits::set_cell(document, {{MatrixName::X, 0}, 7, 0}, 0.5f);
  EXPECT_EQ((*after.model.token_embeddings)(10, 0), 0.5f);
}

}  // namespace
}  // namespace attention_lab

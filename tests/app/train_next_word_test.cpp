// Runs attention-lab train --objective next-word as users and scripts do.
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/files/presets.h"
#include "core/document/edits.h"
#include "core/random/torch_random.h"
#include "core/training/next_word_objective.h"
#include "core/training/training_run.h"
#include "core/words/number_format.h"
#include "train_runs.h"

namespace attention_lab {
namespace {

using test::Arguments;
using test::contents;
using test::document_in;
using test::rows_of_log;
using test::run_train;
using test::TemporaryFolder;

const char* const with_held_out = "step,loss,held_out_loss,gradient_norm";

Arguments next_word(Arguments more) {
  more.insert(more.begin(), {"--objective", "next-word"});
  return more;
}

TEST(TrainNextWord, TheCorpusOfTheDocumentIsLearnedAndTheLogHasEveryNumberBitForBit) {
  const TemporaryFolder folder;
  const std::string out = (folder / "out.json").string();
  const std::string log = (folder / "log.csv").string();
  const Document words = load_preset("words").value();
  const test::Outcome outcome = run_train(
      next_word({"--preset", "words", "--learning-rate", ".02", "--steps", "40", "--log", log, "-o", out}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.complaint;
  EXPECT_EQ(outcome.complaint, "");
  TrainingRun run(NextWordObjective::make(words, LossOver::last_word).value(),
                  {{.optimizer = Optimizer::adam, .learning_rate = 0.02},
                   {{MatrixName::W_q}, {MatrixName::W_k}, {MatrixName::W_v}, {MatrixName::W_o}}});
  for (int step = 0; step < 40; ++step) ASSERT_TRUE(run.advance());
  const std::vector<TrainingRecord>& records = run.branches()[0].records;
  const std::vector<std::vector<double>> rows = rows_of_log(contents(log), with_held_out);
  ASSERT_EQ(rows.size(), records.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i], (std::vector<double>{static_cast<double>(i), records[i].loss,
                                            records[i].held_out_loss.value(), records[i].gradient_norm}));
  }
  const auto again = NextWordObjective::make(document_in(out), LossOver::last_word).value();
  EXPECT_EQ(again->evaluate(), rows.back()[1]);
  const NextWordScore score = again->score(again->held_out()).value();
  for (const std::string& part :
       {std::string("40 steps with Adam at learning rate 0.02: the loss went from 3.2"),
        std::string("the lowest possible loss, the entropy of the corpus, is 0.0000.\n"),
        "The right last word is the most probable one in " + std::to_string(score.n_right) +
            " of 18 held-out sentences.\n"}) {
    EXPECT_NE(outcome.output.find(part), std::string::npos) << outcome.output;
  }
  const Document result = document_in(out);
  EXPECT_EQ(result.corpus, words.corpus);
  EXPECT_EQ(*result.vocabulary->embeddings, *words.vocabulary->embeddings);
}

TEST(TrainNextWord, GivenSentencesReplaceThoseOfTheDocumentAndAreSaved) {
  const TemporaryFolder folder;
  const std::string out = (folder / "out.json").string();
  const std::string log = (folder / "log.csv").string();
  const std::string held_out = (folder / "held.txt").string();
  test::put(held_out, "the dog will eat bones");
  const test::Outcome outcome = run_train(next_word({"--preset", "words", "--corpus", "-", "--held-out",
                                                     held_out, "--steps", "1", "--log", log, "-o", out}),
                                          "Alice will eat pizza\r\n\r\nthe cat will eat fish\r\n");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.complaint;
  EXPECT_EQ(document_in(out).corpus, "Alice will eat pizza\n\nthe cat will eat fish");
  EXPECT_EQ(document_in(out).held_out, "the dog will eat bones");
  EXPECT_EQ(outcome.output.rfind("1 step with Adam", 0), 0u) << outcome.output;
  EXPECT_NE(outcome.output.find(" of 1 held-out sentence.\n"), std::string::npos) << outcome.output;
  EXPECT_EQ(rows_of_log(contents(log), with_held_out).size(), 2u);
}

TEST(TrainNextWord, WithoutHeldOutSentencesTheLogHasNoColumnForThem) {
  const TemporaryFolder folder;
  const std::string log = (folder / "log.csv").string();
  const std::string nothing = (folder / "nothing.txt").string();
  test::put(nothing, "\n");
  const test::Outcome outcome = run_train(
      next_word({"--preset", "words", "--held-out", nothing, "--steps", "3", "--log", log, "--output", "-"}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.complaint;
  EXPECT_EQ(rows_of_log(contents(log)).size(), 4u);
  EXPECT_EQ(outcome.complaint.find("held-out"), std::string::npos) << outcome.complaint;
}

TEST(TrainNextWord, EveryPositionHasTheEntropyOfTheCorpusAsItsLeastLoss) {
  const TemporaryFolder folder;
  const std::string out = (folder / "out.json").string();
  const test::Outcome outcome =
      run_train(next_word({"--preset", "words", "--loss-over", "every-position", "--steps", "2", "-o", out}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.complaint;
  const double least =
      NextWordObjective::make(load_preset("words").value(), LossOver::every_position).value()->least_loss();
  EXPECT_GT(least, 0.3);
  EXPECT_NE(outcome.output.find("the entropy of the corpus, is " + format_number(least, 4) + "."),
            std::string::npos)
      << outcome.output;
}

TEST(TrainNextWord, FeaturesOfAllWordsAreLearnedUnderBothNamesAndDrawnFromASeed) {
  const Arguments arguments = next_word({"--preset", "words", "--train", "X", "--seed", "4", "-o", "-"});
  const test::Outcome outcome = run_train(arguments);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.complaint;
  Arguments other_name = arguments;
  other_name[5] = "token_embeddings";
  EXPECT_EQ(run_train(other_name).output, outcome.output);
  const Document before = load_preset("words").value();
  const Document after = parse_document(outcome.output).value().document;
  const Matrix change = *after.vocabulary->embeddings - *before.vocabulary->embeddings;
  EXPECT_GT(change.rowwise().norm().minCoeff(), 0) << "also of words that are only held out";
  EXPECT_EQ(after.model.token_embeddings->row(0), after.vocabulary->embeddings->row(0));
  EXPECT_EQ(*after.model.W_o, *before.model.W_o);
}

TEST(TrainNextWord, AnOutputLayerIsTrainedWithTheOthersOrAlone) {
  const Document linear = edits::set_output_layer(load_preset("words").value(), true).value();
  const auto trained = [&](Arguments more) {
    more.insert(more.begin(), {"-", "--steps", "5", "-o", "-"});
    const test::Outcome outcome = run_train(next_word(more), to_json(linear));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.complaint;
    return parse_document(outcome.output).value().document;
  };
  const Document all = trained({});
  EXPECT_NE(*all.W_u, *linear.W_u);
  EXPECT_NE(*all.model.W_o, *linear.model.W_o);
  EXPECT_TRUE(trained({"--output-layer", "linear"}) == all);
  EXPECT_EQ(trained({"--output-layer", "tied"}).W_u->size(), 0);
  const Document alone = trained({"--train", "W_u", "--seed", "4"});
  TorchRandom random(4);
  EXPECT_LT((*alone.W_u - random.linear_weight(8, linear.W_u->cols())).cwiseAbs().maxCoeff(), 0.5)
      << "drawn like nn.Linear, then five steps of 0.05";
  EXPECT_EQ(*alone.model.W_o, *linear.model.W_o);
  EXPECT_EQ(*alone.vocabulary->embeddings, *linear.vocabulary->embeddings);
  const test::Outcome added =
      run_train(next_word({"--preset", "words", "--output-layer", "linear", "--steps", "5", "-o", "-"}));
  EXPECT_TRUE(*parse_document(added.output).value().document.W_u == *all.W_u);
}

TEST(TrainNextWord, AllHeadsAreTrained) {
  const Document two = edits::set_n_heads(load_preset("words").value(), 2, 1).value();
  const test::Outcome outcome =
      run_train(next_word({"-", "--steps", "1", "--train", "W_v", "-o", "-"}), to_json(two));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.complaint;
  const Document after = parse_document(outcome.output).value().document;
  for (std::size_t head = 0; head < 2; ++head) {
    EXPECT_NE(*after.model.heads[head].W_v, *two.model.heads[head].W_v);
    EXPECT_EQ(*after.model.heads[head].W_q, *two.model.heads[head].W_q);
  }
}

TEST(TrainNextWord, WhatTheOptionsOfTheDocumentMeanForTrainingIsSaid) {
  Document document = edits::set_mask(load_preset("words").value(), Mask::none).value();
  document = edits::set_dropout(document, {Scalar(0.5), 1}).value();
  const test::Outcome outcome = run_train(next_word({"-", "--steps", "1", "-o", "-"}), to_json(document));
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.complaint.find("Training uses the causal mask"), std::string::npos) << outcome.complaint;
  EXPECT_NE(outcome.complaint.find("Each step drops different attention weights, each with probability 0.5"),
            std::string::npos)
      << outcome.complaint;
  const Document after = parse_document(outcome.output).value().document;
  EXPECT_EQ(after.model.options, document.model.options);
}

TEST(TrainNextWord, WhatCannotBeLearnedIsRefusedInOneSentenceAndNothingIsWritten) {
  const TemporaryFolder folder;
  const std::string out = (folder / "out.json").string();
  const std::string file = (folder / "file.txt").string();
  const auto expect_refused = [&](const std::string& part, Arguments arguments, int exit_code = 1,
                                  const std::string& input = "") {
    arguments.insert(arguments.end(), {"--output", out});
    test::expect_refused(run_train(arguments, input), exit_code, part);
    EXPECT_FALSE(std::filesystem::exists(out)) << part;
  };
  const auto expect_bad_corpus = [&](const std::string& text, const std::string& part) {
    test::put(file, text);
    expect_refused(file + part, next_word({"--preset", "words", "--corpus", file}));
    expect_refused("standard input" + part, next_word({"--preset", "words", "--held-out", "-"}), 1,
                   text.empty() ? "Alice" : text);
  };
  expect_refused("The document has no corpus; give one with --corpus FILE",
                 next_word({"--preset", "journey"}));
  test::put(file, "your journey starts");
  expect_refused("equal words must share one embedding",
                 next_word({"--preset", "journey", "--corpus", file}));
  expect_bad_corpus("Alice will eat pizza\nAlice", ", line 2: This sentence has only one word");
  expect_bad_corpus("Alice will\n\nAlice will eat sushi", ", line 3: The word “sushi” has no features");
  expect_bad_corpus("Alice will\nBob \xff will\n", ", line 2: The text is not valid UTF-8");
  expect_bad_corpus(std::string(300'000, 'a') + " b", ": The text is longer than 262,144 bytes");
  expect_bad_corpus("Alice Alice", ": All words of the corpus are the same");
  test::put(file, " \n\n");
  expect_refused(file + ": The corpus has no sentences", next_word({"--preset", "words", "--corpus", file}));
  const std::string missing = (folder / "missing.txt").string();
  expect_refused(missing + ": ", next_word({"--preset", "words", "--corpus", missing}));
  expect_refused(folder.path().string() + ": ",
                 next_word({"--preset", "words", "--held-out", folder.path().string()}));
  expect_refused(
      "no weight matrices", next_word({"-"}), 1,
      to_json(edits::set_projection(load_preset("words").value(), Projection::identity, 1).value()));
  expect_refused(
      "W_o: Context vectors have 4 numbers and words have 8", next_word({"-"}), 1,
      to_json(edits::set_output_projection(edits::set_d_v(load_preset("words").value(), 4, 1).value(), false)
                  .value()));
  expect_refused("There is no b_q", next_word({"--preset", "words", "--train", "b_q"}));
  expect_refused("W_u: There is no W_u, because the output is tied",
                 next_word({"--preset", "words", "--train", "W_u"}));
  expect_refused("no matrix \"W_z\"; --train takes X, W_q, W_k, W_v, W_o.",
                 next_word({"--preset", "words", "--train", "W_z"}));
  expect_refused("computed", next_word({"--preset", "words", "--train", "scores"}));
  expect_refused("greater than 0 and at most 1000, not 0",
                 next_word({"--preset", "words", "--learning-rate", "0"}));
  expect_refused("does not exist",
                 next_word({"--preset", "words", "--log", (folder / "none" / "log.csv").string()}));

  const std::string T = (folder / "T.json").string();
  expect_refused("--target is only for the objective match", next_word({"--preset", "words", "--target", T}),
                 2);
  expect_refused("--head is only for the objective match; next-word trains all heads",
                 next_word({"--preset", "words", "--head", "1"}), 2);
  for (const char* option : {"--corpus", "--held-out"})
    expect_refused(std::string(option) + " is only for the objective next-word",
                   {"--preset", "alice", option, file}, 2);
  expect_refused("--loss-over is only for the objective next-word",
                 {"--preset", "alice", "--loss-over", "last-word"}, 2);
  expect_refused("--output-layer is only for the objective next-word",
                 {"--preset", "alice", "--output-layer", "linear"}, 2);
  expect_refused("--output-layer must be one of tied, linear",
                 next_word({"--preset", "words", "--output-layer", "free"}), 2);
  expect_refused("--loss-over must be one of last-word, every-position",
                 next_word({"--preset", "words", "--loss-over", "all"}), 2);
  expect_refused("Only one file can be read from standard input",
                 next_word({"--preset", "words", "--corpus", "-", "--held-out", "-"}), 2);
}

}  // namespace
}  // namespace attention_lab

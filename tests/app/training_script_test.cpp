// The scripts that repeat a training run with PyTorch. tests/end_to_end/training_scripts.py runs many of
// them.
#include "app/export/training_script.h"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/files/presets.h"
#include "core/document/edits.h"
#include "core/training/match_objective.h"
#include "core/training/next_word_objective.h"
#include "core/training/training_run.h"
#include "core/words/number_format.h"
#include "text_samples.h"
#include "train_runs.h"

namespace attention_lab {
namespace {

using test::count_of;
using test::run_train;
using test::TemporaryFolder;

TrainingRun match_run(const Document& document, Optimizer optimizer, std::vector<MatrixRef> trained) {
  return TrainingRun(std::make_unique<MatchObjective>(document.model),
                     {{.optimizer = optimizer, .learning_rate = 0.1}, std::move(trained), document.target});
}

TrainingRun next_word_run(const Document& document, Optimizer optimizer, std::vector<MatrixRef> trained,
                          LossOver over = LossOver::last_word) {
  return TrainingRun(NextWordObjective::make(document, over).value(),
                     {{.optimizer = optimizer, .learning_rate = 0.1}, std::move(trained)});
}

void advance(TrainingRun& run, int steps) {
  for (int i = 0; i < steps; ++i) ASSERT_TRUE(run.advance());
}

void expect_once(const std::string& script, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_EQ(count_of(script, part), 1u) << part << "\n" << script;
}

/// The interpreter with PyTorch, or "".
std::string python_with_torch() {
  for (const char* python : {"/usr/bin/python3", "python3"})
    if (test::run_program({python, "-c", "import torch"}).exit_code == 0) return python;
  return "";
}

TEST(TrainingScript, MatchHasTheTokensTheTargetAndTheLayersOfScores) {
  TrainingRun run =
      match_run(load_preset("alice").value(), Optimizer::momentum, {{MatrixName::W_q}, {MatrixName::W_k}});
  advance(run, 12);
  const std::string script = training_script(excerpt_of_branch(run, load_preset("alice").value())).value();
  expect_once(script, {"# Alice will eat pizza, before training", "\n    [1, 0.5, 0.2],  # Alice\n",
                       "\n    [0.1, 0.05, 0.75, 0.1],  # Alice\n", "class SelfAttention(nn.Module):\n",
                       "    def __init__(self, W_q, W_k):\n",
                       "        scores = Q @ K.transpose(-2, -1) / math.sqrt(K.shape[-1])\n",
                       "trained = [\n    head.W_q.weight,\n    head.W_k.weight,\n]\n",
                       "optimizer = torch.optim.SGD(trained, lr=0.1, momentum=0.9)\n",
                       "first_step, last_step = 0, 12\n", "    0: 1.39226", "    10: ", "    12: "});
  for (const char* absent : {"W_v", "W_o", "is_later", "momentum_buffer", "F.cross_entropy", "    3: "})
    EXPECT_EQ(count_of(script, absent), 0u) << absent;
}

TEST(TrainingScript, NextWordHasWordsSentencesAndTheTiedOutput) {
  const Document document = edits::set_biases(load_preset("words").value(), true).value();
  TrainingRun run = next_word_run(document, Optimizer::adam,
                                  {{MatrixName::X}, {MatrixName::W_q}, {MatrixName::b_k}, {MatrixName::W_o}},
                                  LossOver::every_position);
  advance(run, 1);
  const std::string script = training_script(excerpt_of_branch(run, document)).value();
  expect_once(
      script,
      {"\n    [0, 0, 0.8, 0, 0, 0, 0, 0],  # kitten\n",
       "\n    [\"the\", \"cat\", \"will\", \"eat\", \"fish\"],\n", "    return context @ self.words.weight.T",
       "trained = [\n    model.words.weight,\n    model.heads[0].W_q.weight,\n"
       "    model.W_o.weight,\n]\n",
       "# b_k has gradient 0", "torch.optim.Adam(trained, lr=0.1, betas=(0.9, 0.999), eps=1e-08)",
       "        next_words = batch[:, 1:].flatten()\n", "        is_later = torch.ones(",
       "        self.W_o = linear(W_o, b_o)\n"});
  EXPECT_EQ(count_of(script, "positions"), 0u);
}

TEST(TrainingScript, AnOutputLayerIsALinearLayerWithoutABias) {
  const Document document = edits::set_output_layer(load_preset("words").value(), true).value();
  TrainingRun run = next_word_run(document, Optimizer::adam, {{MatrixName::W_o}, {MatrixName::W_u}});
  advance(run, 1);
  const std::string script = training_script(excerpt_of_branch(run, document)).value();
  expect_once(script,
              {"    def __init__(self, features, heads, W_o, W_u):\n", "        self.W_u = linear(W_u)\n",
               "        return self.W_u(context)\n", "    W_u=torch.tensor([\n",
               "    ], dtype=torch.float32),  # (d_out, n_words) = (8, 24)\n",
               "trained = [\n    model.W_o.weight,\n    model.W_u.weight,\n]\n"});
  EXPECT_EQ(count_of(script, "tied"), 0u);
}

TEST(TrainingScript, EveryDigitOfTheStartIsKept) {
  const Document document = load_preset("words-trained").value();
  const TrainingRun run = next_word_run(document, Optimizer::sgd, {{MatrixName::W_o}});
  const std::string script = training_script(excerpt_of(run, document)).value();
  const Matrix& W_o = *document.model.W_o;
  for (Index i = 0; i < W_o.size(); ++i) {
    const std::string number = format_exactly(static_cast<float>(W_o.data()[i]));
    EXPECT_GE(count_of(script, number), 1u) << number;
  }
  expect_once(script, {"first_step, last_step = 0, 0\n"});
}

TEST(TrainingScript, ABranchStartsWithWhatTheOptimizerRemembers) {
  const Document document = load_preset("alice").value();
  for (const Optimizer optimizer : {Optimizer::momentum, Optimizer::adam}) {
    TrainingRun run = match_run(document, optimizer, {{MatrixName::W_q}, {MatrixName::W_k}});
    advance(run, 40);
    TrainingSettings settings = run.settings();
    settings.optimizer.learning_rate = 0.05;
    run.set_settings(settings);
    advance(run, 20);
    run.go_to(55);
    const Matrix W_q = run.objective().values({MatrixName::W_q});
    const RunExcerpt excerpt = excerpt_of_branch(run, document);
    EXPECT_EQ(run.step(), 55) << "the run is where it was";
    EXPECT_EQ(Matrix(run.objective().values({MatrixName::W_q})), W_q);
    EXPECT_EQ(excerpt.first_step, 40);
    EXPECT_EQ(excerpt.memory[1].updates, 40);
    EXPECT_EQ(excerpt.losses.size(), 21u);
    const std::string script = training_script(excerpt).value();
    expect_once(script, {"first_step, last_step = 40, 60\n", "What the optimizer remembers",
                         optimizer == Optimizer::adam ? "\"exp_avg\": first" : "momentum_buffer"});
    EXPECT_EQ(count_of(script, "        40,\n"), optimizer == Optimizer::adam ? 2u : 0u);
    EXPECT_EQ(count_of(script, "head.W_q.weight"), optimizer == Optimizer::adam ? 3u : 2u);
  }
}

TEST(TrainingScript, AnExcerptFromTheMiddleGivesTheSameLossesInPyTorch) {
  const std::string python = python_with_torch();
  if (python.empty())
    GTEST_SKIP() << "no Python here can import torch (Debian: apt-get install python3-torch)";
  const TemporaryFolder folder;
  const std::string file = (folder / "script.py").string();
  const auto expect_agreement = [&](const RunExcerpt& excerpt) {
    test::put(file, training_script(excerpt).value());
    const test::Outcome outcome = test::run_program({python, "-W", "error", file});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.complaint;
    EXPECT_EQ(count_of(outcome.output, "\n"), 10u) << outcome.output;
  };
  const Document alice = load_preset("alice").value();
  const Document words = load_preset("words").value();
  const Document with_output_layer = edits::set_output_layer(words, true).value();
  for (const Optimizer optimizer : all_optimizers) {
    TrainingRun match = match_run(alice, optimizer, {{MatrixName::X}, {MatrixName::W_q}, {MatrixName::W_k}});
    TrainingRun next_word = next_word_run(words, optimizer, {{MatrixName::X}, {MatrixName::W_v}});
    TrainingRun linear =
        next_word_run(with_output_layer, optimizer, {{MatrixName::X}, {MatrixName::W_v}, {MatrixName::W_u}});
    for (TrainingRun* run : {&match, &next_word, &linear}) {
      advance(*run, 30);
      run->set_value({{run == &match ? MatrixName::W_q : MatrixName::W_v}, 1, 2}, Scalar(0.25));
      advance(*run, 150);
      const RunExcerpt excerpt = excerpt_of_branch(*run, run == &match    ? alice
                                                         : run == &linear ? with_output_layer
                                                                          : words);
      EXPECT_EQ(excerpt.first_step, 30);
      expect_agreement(excerpt);
    }
    // A matrix that was frozen at first has had fewer updates.
    TrainingRun unfrozen = match_run(alice, optimizer, {{MatrixName::W_q}});
    advance(unfrozen, 30);
    TrainingSettings both = unfrozen.settings();
    both.trained = {{MatrixName::W_q}, {MatrixName::W_k}};
    unfrozen.set_settings(both);
    advance(unfrozen, 150);
    expect_agreement(excerpt_of_branch(unfrozen, alice));
  }
}

TEST(TrainingScript, TheCommandWritesIt) {
  const TemporaryFolder folder;
  const std::string out = (folder / "out.json").string();
  const std::string script = (folder / "script.py").string();
  const test::Outcome outcome =
      run_train({"--preset", "alice", "--steps", "30", "--script", script, "-o", out});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.complaint;
  EXPECT_NE(outcome.output.find("\nThe script was saved as " + script + "; run it with python3.\n"),
            std::string::npos)
      << outcome.output;
  const Document alice = load_preset("alice").value();
  TrainingRun run(std::make_unique<MatchObjective>(alice.model),
                  {{}, {{MatrixName::W_q}, {MatrixName::W_k}}, alice.target});
  advance(run, 30);
  EXPECT_EQ(test::contents(script), training_script(excerpt_of_branch(run, alice)).value());

  test::expect_refused(run_train({"--preset", "alice", "--script", out, "-o", out}), 2,
                       "--script and --output must be different files");
  test::expect_refused(run_train({"--preset", "alice", "--script", "-", "-o", out}), 2,
                       "--script needs a file name");
  test::expect_refused(run_train({"--preset", "alice", "--script", script, "--log", script, "-o", out}), 2,
                       "--log and --script must be different files");
  test::expect_refused(
      run_train({"--preset", "alice", "--script", (folder / "none" / "a.py").string(), "-o", out}), 1,
      "does not exist");
}

}  // namespace
}  // namespace attention_lab

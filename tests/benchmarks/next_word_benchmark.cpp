// Measures one step of training to predict the next word: 18 sentences of four words, d_model 8, d_k 4, d_v
// 8, Adam, by what the loss is over. pytorch_next_word.py prints the same for PyTorch.
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "core/training/next_word_objective.h"
#include "core/training/training_run.h"
#include "models.h"

namespace attention_lab {
namespace {

constexpr Index n_corpus_sentences = 18;
constexpr Index n_words = 24;

TrainingRun next_word_run(LossOver over, bool trains_words,
                          TrainingRun::History history = TrainingRun::History::not_kept) {
  std::mt19937 random(1);
  Model model = model_of({.n_tokens = 1, .d_model = 8, .n_heads = 1, .d_k = 4});
  model.heads[0].W_v = draw(8, 8, Scalar(0.35), random);
  model.W_o = draw(8, 8, Scalar(0.35), random);
  Vocabulary vocabulary;
  for (Index i = 0; i < n_words; ++i) vocabulary.words.push_back("word" + std::to_string(i));
  vocabulary.embeddings = draw(n_words, 8, 1, random);
  Corpus corpus;
  for (Index i = 0; i < n_corpus_sentences; ++i) {
    std::vector<Index>& sentence = corpus.sentences.emplace_back();
    for (Index j = 0; j < 4; ++j) sentence.push_back(static_cast<Index>(random() % n_words));
  }
  auto objective = NextWordObjective::make(model, vocabulary, corpus, over).value();
  TrainingSettings settings{{.optimizer = Optimizer::adam, .learning_rate = 0.02}, objective->parameters()};
  if (!trains_words) settings.trained.erase(settings.trained.begin());
  return TrainingRun(std::move(objective), settings, history);
}

void train_next_word(benchmark::State& state, LossOver over, bool trains_words) {
  TrainingRun run = next_word_run(over, trains_words);
  for (auto _ : state) benchmark::DoNotOptimize(run.advance());
}

/// From one step of a long run to any other, as on the line below the curves.
void rewind_next_word(benchmark::State& state) {
  constexpr std::int64_t n_steps = 10'000;
  TrainingRun run = next_word_run(LossOver::every_position, false, TrainingRun::History::kept);
  while (run.step() < n_steps && run.advance()) continue;
  std::mt19937_64 random(3);
  for (auto _ : state) {
    run.go_to(static_cast<std::int64_t>(random() % (n_steps + 1)));
    benchmark::ClobberMemory();
  }
}

const auto* const last_word = benchmark::RegisterBenchmark("train_step/next_word/last_word", train_next_word,
                                                           LossOver::last_word, false);
const auto* const last_word_and_embeddings = benchmark::RegisterBenchmark(
    "train_step/next_word/last_word_and_embeddings", train_next_word, LossOver::last_word, true);
const auto* const every_position = benchmark::RegisterBenchmark(
    "train_step/next_word/every_position", train_next_word, LossOver::every_position, false);
const auto* const rewind = benchmark::RegisterBenchmark("rewind/next_word/10000_steps", rewind_next_word);

}  // namespace
}  // namespace attention_lab

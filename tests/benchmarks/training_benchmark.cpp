// Measures one step of training towards given attention weights with Adam, by n_tokens x d_k: the forward
// pass, the loss, its gradients and the update of W_q and W_k. pytorch_training.py prints the same for
// PyTorch.
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

#include "core/training/match_objective.h"
#include "core/training/training_run.h"
#include "models.h"

namespace {

using namespace attention_lab;

constexpr Size training_sizes[] = {{8, 8, 1, 4}, {16, 64, 1, 16}, {64, 64, 1, 64}, {128, 256, 1, 64}};

/// Random attention for each token.
Matrix random_target_of(const Size& size) {
  std::mt19937 random(2);
  Matrix target = draw(size.n_tokens, size.n_tokens, 1, random).array().exp();
  for (Index i = 0; i < target.rows(); ++i) target.row(i) /= target.row(i).sum();
  return target;
}

void time_match(benchmark::State& state, const Size& size) {
  TrainingRun run(std::make_unique<MatchObjective>(model_of(size)),
                  {{.optimizer = Optimizer::adam, .learning_rate = 0.001},
                   {{MatrixName::W_q}, {MatrixName::W_k}},
                   random_target_of(size)},
                  TrainingRun::History::not_kept);
  for (auto _ : state) {
    if (!run.advance()) {
      state.SkipWithError("the run could not continue");
      break;
    }
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations());
}

[[maybe_unused]] const bool is_training_registered = [] {
  for (const Size& size : training_sizes) {
    const std::string name =
        "train_step/match/" + std::to_string(size.n_tokens) + "x" + std::to_string(size.d_k);
    benchmark::RegisterBenchmark(name.c_str(), [size](benchmark::State& state) {
      time_match(state, size);
    })->Unit(benchmark::kMicrosecond);
  }
  return true;
}();

}  // namespace

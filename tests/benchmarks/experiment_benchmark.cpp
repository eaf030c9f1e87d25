// Measures the laboratory's experiments: all trials of a run, and one frame's slice.
#include <benchmark/benchmark.h>

#include "core/experiments/variance.h"

namespace attention_lab {
namespace {

VarianceExperiment experiment(Components components, std::int64_t trials) {
  VarianceSpec spec;
  spec.dimension = 64;
  spec.trials = trials;
  spec.components = components;
  return VarianceExperiment::start(std::move(spec)).value();
}

/// All trials at once.
void run_variance(benchmark::State& state, Components components) {
  for (auto _ : state) {
    VarianceExperiment all = experiment(components, state.range(0));
    all.advance(state.range(0));
    benchmark::DoNotOptimize(all.products());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

/// One slice of a long run.
void advance_variance(benchmark::State& state) {
  VarianceExperiment running = experiment(Components::normal, limits::most_trials);
  for (auto _ : state) {
    if (running.trials_done() + state.range(0) > limits::most_trials) {
      state.PauseTiming();
      running = experiment(Components::normal, limits::most_trials);
      state.ResumeTiming();
    }
    running.advance(state.range(0));
    benchmark::DoNotOptimize(running.trials_done());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

BENCHMARK_CAPTURE(run_variance, normal, Components::normal)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_variance, uniform, Components::uniform)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(advance_variance)->Arg(1000)->Arg(10'000)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace attention_lab

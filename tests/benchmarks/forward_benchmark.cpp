// Measures a forward pass by n_tokens/d_model/n_heads. pytorch_forward.py prints the same for PyTorch.
// forward/… uses the fastest kernels that the machine supports; forward_baseline/…, forward_avx2/… and
// forward_avx512/… each use one variant.
// The relevant column is "Time", the wall time; "CPU" counts only the calling thread. (UseRealTime would only
// add "/real_time" to every name: the calling thread is busy all the time.)
#include <random>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "core/attention/forward_with.h"
#include "core/attention/softmax.h"
#include "models.h"

namespace {

using namespace attention_lab;

constexpr Size sizes[] = {
    {6, 3, 1, 2}, {64, 64, 1, 64}, {128, 768, 12, 64}, {512, 768, 12, 64}, {1024, 768, 12, 64},
};

std::string name_of(const Size& size) {
  return std::to_string(size.n_tokens) + "/" + std::to_string(size.d_model) + "/" +
         std::to_string(size.n_heads);
}

void time_forward(benchmark::State& state, const Model& model, const Kernels& kernels = best_kernels()) {
  const Parallel parallel = pool().parallel();
  Trace trace;
  for (auto _ : state) {
    forward_with(kernels, model, trace, parallel);
    benchmark::DoNotOptimize(trace.context.data());
    benchmark::ClobberMemory();
  }
}

void time_softmax(benchmark::State& state, Index size) {
  std::mt19937 random(1);
  const Matrix logits = draw(1, size, 1, random);
  Matrix probabilities = logits;
  for (auto _ : state) {
    softmax(logits.data(), probabilities.data(), size);
    benchmark::DoNotOptimize(probabilities.data());
    benchmark::ClobberMemory();
  }
}

void register_all() {
  for (const Size& size : sizes) {
    const auto unit = size.n_tokens < 128 ? benchmark::kMicrosecond : benchmark::kMillisecond;
    benchmark::RegisterBenchmark(("forward/" + name_of(size)).c_str(), [size](benchmark::State& state) {
      time_forward(state, model_of(size));
    })->Unit(unit);
    for (const Kernels* kernels : runnable_kernels())
      benchmark::RegisterBenchmark(
          ("forward_" + std::string(kernels->name) + "/" + name_of(size)).c_str(),
          [size, kernels](benchmark::State& state) { time_forward(state, model_of(size), *kernels); })
          ->Unit(unit);
    // Saturates softmax: no divisor, and scores a thousand times as large.
    benchmark::RegisterBenchmark(("forward_saturated/" + name_of(size)).c_str(),
                                 [size](benchmark::State& state) {
                                   Model model = model_of(size, 1000);
                                   model.options.scale.kind = Scale::Kind::none;
                                   time_forward(state, model);
                                 })
        ->Unit(unit);
  }
  for (const Index size : {6, 64, 1024})
    benchmark::RegisterBenchmark(("softmax/" + std::to_string(size)).c_str(),
                                 [size](benchmark::State& state) { time_softmax(state, size); });
}

}  // namespace

int main(int argc, char** argv) {
  register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}

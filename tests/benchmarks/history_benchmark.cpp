// Measures a commit with a full undo history, without the forward pass: comparing with the previous document,
// recording it, discarding the oldest step, and checking whether the document is saved.
#include <cstddef>
#include <utility>

#include <benchmark/benchmark.h>

#include "core/document/history.h"
#include "core/limits.h"

namespace {

using namespace attention_lab;

// A document of this size; its numbers make no difference here.
Document document_of(Index n_tokens, Index d_model, Index n_heads, Index d_k) {
  Document document;
  document.tokens.assign(static_cast<std::size_t>(n_tokens), "journey");
  document.model.token_embeddings = Matrix(Matrix::Zero(n_tokens, d_model));
  for (Index h = 0; h < n_heads; ++h) {
    Head& head = document.model.heads.emplace_back();
    head.W_q = Matrix(Matrix::Zero(d_model, d_k));
    head.W_k = Matrix(Matrix::Zero(d_model, d_k));
    head.W_v = Matrix(Matrix::Zero(d_model, d_k));
    head.b_q = RowVector(RowVector::Zero(d_k));
  }
  return document;
}

// Changes one number of a bias: every step has new contents, small enough for all steps to fit into memory.
Document changed(const Document& document) {
  Document next = document;
  next.model.heads.front().b_q.edit()(0) += 1;
  return next;
}

void time_commit(benchmark::State& state, Index n_tokens, Index d_model, Index n_heads, Index d_k) {
  const Document saved = document_of(n_tokens, d_model, n_heads, d_k);
  History history(std::size_t{4} << 30);
  Document present = saved;
  while (history.undo_steps() < limits::undo_steps) {
    Document next = changed(present);
    history.record(std::exchange(present, std::move(next)), "Edit", [] {});
  }
  for (auto _ : state) {
    state.PauseTiming();
    Document next = changed(present);
    state.ResumeTiming();
    if (!(next == present)) history.record(std::exchange(present, std::move(next)), "Edit", [] {});
    bool is_modified = !(present == saved);
    benchmark::DoNotOptimize(is_modified);
  }
  state.counters["steps"] = static_cast<double>(history.undo_steps());
}

[[maybe_unused]] const bool is_history_registered = [] {
  benchmark::RegisterBenchmark("history/commit/6/3/1", [](benchmark::State& state) {
    time_commit(state, 6, 3, 1, 2);
  })->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark("history/commit/1024/768/12", [](benchmark::State& state) {
    time_commit(state, 1024, 768, 12, 64);
  })->Unit(benchmark::kMicrosecond);
  return true;
}();

}  // namespace

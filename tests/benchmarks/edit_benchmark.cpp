// Measures an edit from the action to the new trace, at 1,024 tokens, d_model 768 and 12 heads: a preview, as
// while a cell is dragged. Compare with forward/1024/768/12 or forward_with_W_o, a full pass with an output
// projection.
#include <string>

#include <benchmark/benchmark.h>

#include "app/thread_pool.h"
#include "core/attention/forward.h"
#include "core/document/edits.h"
#include "core/document/session.h"
#include "models.h"

namespace {

using namespace attention_lab;

constexpr Size large_size = {1024, 768, 12, 64};

Document document_of(bool has_W_o) {
  Document document;
  document.title = "A";
  document.model = model_of(large_size);
  for (Index i = 0; i < large_size.n_tokens; ++i) document.tokens.push_back("word " + std::to_string(i));
  document = *edits::set_biases(document, true);
  return has_W_o ? *edits::set_output_projection(document, true) : document;
}

// `edit(document, i)` returns the document shown next.
template <class Edit>
void register_edit(const char* name, bool has_W_o, Edit edit) {
  benchmark::RegisterBenchmark(name, [has_W_o, edit](benchmark::State& state) {
    Session session(document_of(has_W_o), pool().parallel());
    Index i = 0;
    for (auto _ : state) {
      session.preview(*edit(session.document(), ++i));
      benchmark::DoNotOptimize(session.trace().context.data());
      benchmark::ClobberMemory();
    }
  })->Unit(benchmark::kMillisecond);
}

void register_cell(const char* name, bool has_W_o, const CellRef& cell) {
  register_edit(name, has_W_o, [cell](const Document& document, Index i) {
    return edits::set_cell(document, cell, static_cast<Scalar>(i % 7) / 100);
  });
}

[[maybe_unused]] const bool are_edits_registered = [] {
  for (const bool has_W_o : {false, true})
    benchmark::RegisterBenchmark(has_W_o ? "edit/full_pass/with_W_o" : "edit/full_pass",
                                 [has_W_o](benchmark::State& state) {
                                   const Document document = document_of(has_W_o);
                                   Trace trace;
                                   for (auto _ : state) {
                                     forward(document.model, trace, pool().parallel());
                                     benchmark::DoNotOptimize(trace.context.data());
                                     benchmark::ClobberMemory();
                                   }
                                 })
        ->Unit(benchmark::kMillisecond);
  register_edit("edit/title", false, [](const Document& document, Index i) {
    return edits::set_title(document, std::to_string(i));
  });
  register_edit("edit/temperature", false, [](const Document& document, Index i) {
    return edits::set_temperature(document, static_cast<Scalar>(1 + i % 7));
  });
  register_edit("edit/divisor", false, [](const Document& document, Index i) {
    return edits::set_scale(document, {Scale::Kind::custom, static_cast<Scalar>(1 + i % 7)});
  });
  register_cell("edit/W_q", false, {{MatrixName::W_q, 5}, 300, 20});
  register_cell("edit/W_k", false, {{MatrixName::W_k, 5}, 300, 20});
  register_cell("edit/W_v", false, {{MatrixName::W_v, 5}, 300, 20});
  register_cell("edit/b_q", false, {{MatrixName::b_q, 5}, 0, 20});
  register_cell("edit/b_v", false, {{MatrixName::b_v, 5}, 0, 20});
  register_cell("edit/X", false, {{MatrixName::X}, 300, 20});
  register_cell("edit/W_o/with_W_o", true, {{MatrixName::W_o}, 300, 20});
  register_cell("edit/b_o/with_W_o", true, {{MatrixName::b_o}, 0, 20});
  register_cell("edit/W_q/with_W_o", true, {{MatrixName::W_q, 5}, 300, 20});
  register_cell("edit/X/with_W_o", true, {{MatrixName::X}, 300, 20});
  return true;
}();

}  // namespace

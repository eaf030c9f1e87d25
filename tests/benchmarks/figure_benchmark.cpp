// Measures figures: from numbers to a display list, and from there to a file.
#include <cmath>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

#include "app/export/picture.h"
#include "core/attention/forward.h"
#include "ui/figures/figure.h"

namespace attention_lab {
namespace {

struct Subject {
  Document document;
  Trace trace;
};

/// A document with `n_tokens` tokens and one head, the same in every run.
Subject subject(Index n_tokens) {
  Subject made;
  for (Index i = 0; i < n_tokens; ++i) made.document.tokens.push_back("word" + std::to_string(i));
  const auto wave = [](Index rows, Index columns, float step) {
    Matrix matrix(rows, columns);
    for (Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = std::sin(step * static_cast<float>(i));
    return matrix;
  };
  Head head;
  head.W_q = wave(8, 4, 0.7f);
  head.W_k = wave(8, 4, 1.3f);
  head.W_v = wave(8, 4, 2.1f);
  made.document.model.token_embeddings = wave(n_tokens, 8, 0.37f);
  made.document.model.heads = {head};
  forward(made.document.model, made.trace);
  return made;
}

const FigureFonts& fonts() {
  static const std::unique_ptr<FigureFonts> opened = std::move(FigureFonts::open()).value();
  return *opened;
}

Page page() {
  return *page_of(PageSetup{});
}

Figure draw_subject(const Subject& made, FigureName name, const Page& on) {
  FigureRequest request;
  request.figure = name;
  FigureStyle style;
  style.font_size = on.font_size;
  style.pixel = on.pixel();
  return *draw_figure(request, {made.document, made.trace}, nullptr, on.width, on.height, style, fonts());
}

void build_figure(benchmark::State& state, FigureName name) {
  const Subject made = subject(state.range(0));
  const Page on = page();
  for (auto _ : state) benchmark::DoNotOptimize(draw_subject(made, name, on));
}

void encode_heatmap(benchmark::State& state, PictureFormat format) {
  const Subject made = subject(state.range(0));
  const Page on = page();
  const Figure figure = draw_subject(made, FigureName::heatmap, on);
  for (auto _ : state)
    benchmark::DoNotOptimize(encode_picture(figure.list, on, Colour{255, 255, 255, 255}, format, fonts()));
}

BENCHMARK_CAPTURE(build_figure, heatmap, FigureName::heatmap)->Arg(6)->Arg(64)->Arg(1024);
BENCHMARK_CAPTURE(build_figure, flow, FigureName::flow)->Arg(6)->Arg(64);
BENCHMARK_CAPTURE(build_figure, pipeline, FigureName::pipeline)->Arg(6)->Arg(64);
BENCHMARK_CAPTURE(encode_heatmap, png, PictureFormat::png)->Arg(6)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(encode_heatmap, svg, PictureFormat::svg)->Arg(6)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(encode_heatmap, pdf, PictureFormat::pdf)->Arg(6)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace attention_lab

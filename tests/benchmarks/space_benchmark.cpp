// Measures a drag of a query in its space, at 64 tokens, d_model 768 and 12 heads, part by part: the least
// change with its preview, the copy that the panels show, the planes, and the four pictures.
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "app/export/figure_fonts.h"
#include "core/document/session.h"
#include "core/geometry/least_change.h"
#include "models.h"
#include "ui/figures/spaces/plane_chart.h"
#include "ui/figures/spaces/space_figure.h"
#include "ui/lab/snapshot.h"

namespace attention_lab {
namespace {

constexpr Size dragged_size = {64, 768, 12, 64};
constexpr Index dragged_token = 5;

Document dragged_document() {
  Document document;
  document.title = "A";
  document.model = model_of(dragged_size);
  for (Index i = 0; i < dragged_size.n_tokens; ++i) document.tokens.push_back("word " + std::to_string(i));
  return document;
}

void drag_query(benchmark::State& state, WhatChanges what) {
  Session session(dragged_document(), pool().parallel());
  const Snapshot before{session.document(), session.trace()};
  const SpacePlane plane = plane_of(session.model(), session.trace(), Space::query, 0).value();
  const SpaceHandle handle{SpaceHandle::Kind::point, Space::query, dragged_token, 0};
  PlanePoint to = place_of_handle(before.document.model, before.trace, handle, plane);
  for (auto _ : state) {
    to.x += 0.001;
    const Edit edit = *move_handle(before.document, before.trace, handle, plane, to, what);
    session.preview(*apply_edit(edit, session.document()));
    benchmark::DoNotOptimize(session.trace().context.data());
    benchmark::ClobberMemory();
  }
}

void copy_snapshot(benchmark::State& state) {
  const Session session(dragged_document(), pool().parallel());
  for (auto _ : state)
    benchmark::DoNotOptimize(std::make_shared<const Snapshot>(Snapshot{session.document(), session.trace()}));
}

void find_planes(benchmark::State& state, PlaneChoice::Kind kind) {
  const Session session(dragged_document(), pool().parallel());
  PlaneChoice choice;
  choice.kind = kind;
  for (auto _ : state)
    for (const Space space : all_spaces)
      benchmark::DoNotOptimize(plane_of(session.model(), session.trace(), space, 0, choice));
}

void draw_four_planes(benchmark::State& state) {
  static const std::unique_ptr<FigureFonts> fonts = std::move(FigureFonts::open()).value();
  const Session session(dragged_document(), pool().parallel());
  const LabState lab{session.document(), session.trace()};
  FigureStyle style;
  style.font_size = 12;
  // During a drag, the planes stay.
  std::vector<SpaceShown> planes;
  for (const Space space : all_spaces) planes.push_back(*space_shown(lab, space, 0, dragged_token, {}));
  for (auto _ : state)
    for (const SpaceShown& shown : planes)
      benchmark::DoNotOptimize(plane_chart(space_chart(lab, shown, style), 480, 320, style, *fonts));
}

BENCHMARK_CAPTURE(drag_query, matrix, WhatChanges::matrix)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(drag_query, token, WhatChanges::token)->Unit(benchmark::kMillisecond);
BENCHMARK(copy_snapshot)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(find_planes, coordinates, PlaneChoice::Kind::coordinates)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(find_planes, directions, PlaneChoice::Kind::directions)->Unit(benchmark::kMillisecond);
BENCHMARK(draw_four_planes)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace attention_lab

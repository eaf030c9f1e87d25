#include "ui/figures/pipeline/pipeline_layout.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/figures/pipeline/stage_placer.h"

namespace attention_lab {

Index label_step(float cell_height, const StageText& text) {
  return std::max<Index>(1, static_cast<Index>(std::ceil(text.token * 1.02f / cell_height)));
}

StageLayout lay_out_stages(const StageRequest& given, const Rect& area) {
  StageRequest request = given;
  StageChooser chooser(request, area);
  StageCandidate chosen = chooser.choose();
  // Fewer decimals where the numbers are too small or do not fit at all. In the whole pipeline, at once the
  // fewest, so that they stay the same while matrices come and go.
  while (chosen.number < request.legible && request.decimals > request.fewest_decimals) {
    request.decimals = request.focus ? request.decimals - 1 : request.fewest_decimals;
    chosen = chooser.choose();
  }
  // Fewer entries where even those are too small.
  const bool is_cut = request.scroll && chosen.number > 0 && chosen.number < request.least_number;
  if (is_cut) {
    chosen = chooser.choose(request.least_number);
    if (chosen.number < request.least_number) chosen = chooser.choose();
  }
  chooser.number_dimensions(chosen);
  return place_stages(request, area, chooser, chosen);
}

bool have_same_layout(const StageRequest& a, const StageRequest& b) {
  const auto plan = [](const StageRequest& request) {
    StagePlan of_any_head = requested_plan(request, false);
    for (StageBlock& block : of_any_head.blocks) block.ref.head = 0;
    return of_any_head;
  };
  const bool is_same_document = &a.document == &b.document && &a.trace == &b.trace;
  return is_same_document || (a.document.tokens == b.document.tokens &&
                              a.document.features == b.document.features && plan(a) == plan(b));
}

StageLayout moved_layout(StageLayout layout, Point by, Index head) {
  const auto move = [by](auto& place) {
    place.x += by.x;
    place.y += by.y;
  };
  for (PlacedStage& stage : layout.stages) {
    move(stage.grid.cells);
    move(stage.title);
    if (is_per_head(stage.block.ref.name)) stage.block.ref.head = head;
  }
  for (PlacedLink& link : layout.links) {
    for (Point* const point : {&link.from, &link.bend, &link.landing, &link.to}) move(*point);
  }
  return layout;
}

const StageLayout& KeptStageLayout::of(const StageRequest& request, const Rect& area) {
  Key key;
  key.area = area;
  key.font_size = request.style.font_size;
  key.pixel = request.style.pixel;
  key.plan = requested_plan(request, false);
  key.tokens = request.document.tokens;
  key.n_sentences = n_sentences(request.document);
  key.features = request.document.features;
  key.widest_numbers = widest_numbers(request.ranges, key.plan, request.decimals);
  key.scrolls = request.scroll.has_value();
  key.prefers_whole = request.prefers_whole;
  key.token = request.token;
  key.focus = request.focus;
  key.decimals = request.decimals;
  key.legible = request.legible;
  key.least_number = request.least_number;
  if (key_ && request.keeps_room && key_->widest_numbers.size() == key.widest_numbers.size()) {
    const bool has_room = std::equal(
        key.widest_numbers.begin(), key.widest_numbers.end(), key_->widest_numbers.begin(),
        [](const std::string& needed, const std::string& kept) { return needed.size() <= kept.size(); });
    if (has_room) key.widest_numbers = key_->widest_numbers;
  }
  is_new_ = key_ != key;
  if (is_new_) {
    layout_ = lay_out_stages(request, area);
    key_ = std::move(key);
  }
  if (request.scroll) scroll_to(*request.scroll);
  return layout_;
}

// Scrolling moves nothing but the numbers.
void KeptStageLayout::scroll_to(const PerAxis<Index>& scroll) {
  for (std::size_t i = 0; i < axis_count; ++i) {
    const Axis axis = static_cast<Axis>(i);
    layout_.first[axis] = std::clamp<Index>(scroll[axis], 0, layout_.sizes[axis] - layout_.visible[axis]);
  }
  for (PlacedStage& stage : layout_.stages) {
    stage.first_row = layout_.first[row_axis(stage.block.ref.name)];
    stage.first_column = layout_.first[column_axis(stage.block.ref.name)];
  }
}

}  // namespace attention_lab

#include "ui/figures/pipeline/stage_motion.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace attention_lab {
namespace {

constexpr double one_frame = 0.05;               // in seconds, with room for a slow one
constexpr float narrowest_with_numbers = 0.75f;  // cells on the way, of their final width

bool have_same_places(const StageLayout& a, const StageLayout& b) {
  return a.text.number == b.text.number && a.text.name == b.text.name && a.text.small == b.text.small &&
         a.text.token == b.text.token &&
         std::equal(a.stages.begin(), a.stages.end(), b.stages.begin(), b.stages.end(),
                    [](const PlacedStage& one, const PlacedStage& other) {
                      return one.block.ref.name == other.block.ref.name &&
                             one.grid.cells == other.grid.cells && one.title == other.title &&
                             one.grid.columns == other.grid.columns;
                    });
}

const PlacedStage* placed_stage_of(const StageLayout& layout, MatrixName name) {
  const auto found = std::find_if(layout.stages.begin(), layout.stages.end(),
                                  [name](const PlacedStage& stage) { return stage.block.ref.name == name; });
  return found == layout.stages.end() ? nullptr : &*found;
}

const PlacedLink* link_of(const StageLayout& layout, MatrixName from, MatrixName to) {
  for (const PlacedLink& link : layout.links) {
    if (layout.stages[link.link.from].block.ref.name == from &&
        layout.stages[link.link.to].block.ref.name == to)
      return &link;
  }
  return nullptr;
}

/// Where the matrix was or, if it was not there, the one that it is computed from; null: neither was there.
const PlacedStage* start_of(const StageLayout& from, const StageLayout& to, std::size_t stage) {
  if (const PlacedStage* found = placed_stage_of(from, to.stages[stage].block.ref.name)) return found;
  const auto link = std::find_if(to.links.begin(), to.links.end(),
                                 [stage](const PlacedLink& placed) { return placed.link.to == stage; });
  return link == to.links.end() ? nullptr : placed_stage_of(from, to.stages[link->link.from].block.ref.name);
}

class OnTheWay {
 public:
  OnTheWay(const StageLayout& from, float share, float pixel) : from_(from), share_(share), pixel_(pixel) {}

  void place(StageLayout& layout) const {
    const StageLayout to = layout;
    for (std::size_t i = 0; i < to.stages.size(); ++i) {
      const PlacedStage* start = start_of(from_, to, i);
      if (start == nullptr) continue;
      place(*start, layout.stages[i]);
      // Numbers would overlap in cells that are still much narrower.
      if (layout.stages[i].grid.cell_width() < to.stages[i].grid.cell_width() * narrowest_with_numbers)
        layout.text.number = 0;
    }
    for (PlacedLink& link : layout.links) {
      const PlacedLink* start =
          link_of(from_, to.stages[link.link.from].block.ref.name, to.stages[link.link.to].block.ref.name);
      if (start == nullptr) continue;
      for (Point PlacedLink::*point :
           {&PlacedLink::from, &PlacedLink::bend, &PlacedLink::landing, &PlacedLink::to})
        link.*point = between(start->*point, link.*point);
    }
    const auto is_new = [&](const PlacedLink& link) {
      return link_of(from_, to.stages[link.link.from].block.ref.name,
                     to.stages[link.link.to].block.ref.name) == nullptr;
    };
    layout.links.erase(std::remove_if(layout.links.begin(), layout.links.end(), is_new), layout.links.end());
    // Between two sizes of text there are no others, whose glyphs would have to be made for a moment.
    layout.text.name = std::min(layout.text.name, from_.text.name);
    layout.text.small = std::min(layout.text.small, from_.text.small);
    layout.text.token = std::min(layout.text.token, from_.text.token);
    layout.text.number = std::min(layout.text.number, from_.text.number);
  }

 private:
  float between(float a, float b) const { return a + (b - a) * share_; }
  float snapped(float place) const { return std::round(place / pixel_) * pixel_; }
  Point between(Point a, Point b) const { return {between(a.x, b.x), between(a.y, b.y)}; }

  void place(const PlacedStage& start, PlacedStage& stage) const {
    Rect& cells = stage.grid.cells;
    const Rect& before = start.grid.cells;
    cells = {snapped(between(before.x, cells.x)), snapped(between(before.y, cells.y)),
             between(before.width, cells.width), between(before.height, cells.height)};
    stage.title = between(start.title, stage.title);
    stage.number_margin = std::min(stage.number_margin, start.number_margin);
  }

  const StageLayout& from_;
  float share_;
  float pixel_;
};

}  // namespace

void StageMotion::apply(StageLayout& layout, Point page, float pixel, const MotionTime& time) {
  const bool is_first = to_.stages.empty() || page != page_ || time.duration <= 0;
  if (is_first) {
    from_.reset();
    drawn_.reset();
  } else if (!have_same_places(to_, layout)) {
    // Where the layout changes again in the next frame, it is being dragged: it follows at once.
    const bool follows_at_once = from_ && time.now - since_ < one_frame;
    from_ = drawn_ ? std::exchange(drawn_, std::nullopt) : std::optional<StageLayout>(to_);
    since_ = follows_at_once ? time.now - time.duration : time.now;
  }
  if (is_first || from_) to_ = layout;
  page_ = page;
  if (!from_) return;
  const float share = static_cast<float>((time.now - since_) / time.duration);
  if (share >= 1) {
    from_.reset();
    drawn_.reset();
    return;
  }
  OnTheWay(*from_, eased(share), pixel).place(layout);
  drawn_ = layout;
}

}  // namespace attention_lab

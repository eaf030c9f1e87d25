#include "ui/figures/pipeline/pipeline_frames.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "ui/figures/base/hue.h"
#include "ui/figures/pipeline/pipeline_spotlight.h"

namespace attention_lab {
namespace {

// The widths of lines, in font sizes.
constexpr float link_line = 0.11f;
constexpr float result_line = link_line * 1.3f;
constexpr float pin_line = link_line * 1.6f;
constexpr float pointed_line = link_line * 0.85f;
constexpr float token_line = link_line * 1.5f;
constexpr float thickest_line = 0.2f;  // in heights of cells
constexpr float widest_halo = 0.04f;   // likewise
constexpr float halo = 0.035f;  // on both sides of a line, which then stands out from cells of any colour
// In widths of the line.
constexpr float frame_outside = 0.25f;  // how far a frame is outside of its cells
constexpr float token_outside = 0.6f;   // the same above and below a token's row, around the frames of a pin
constexpr float token_beside = 0;  // and beside its column, since numbers are close to the edges of cells
constexpr float pointer_inside = 0.6f;  // how far the dashed frame of the pointer is within them
constexpr float frame_rounding = 1.2f;

/// The lengths of dashes and of the gaps between them, in widths of the line; 0: a solid line.
struct Dashes {
  float length = 0;
  float gap = 0;
};
constexpr Dashes short_dashes = {2.2f, 1.7f};
constexpr Dashes long_dashes = {7, 2.6f};

/// How a frame is drawn.
struct FrameLook {
  Colour colour;
  float line = link_line;        // in font sizes
  float beside = frame_outside;  // how far it is outside of the cells, in widths of the line
  float above = frame_outside;   // and above and below them
  Dashes dashes{};
  bool has_halo = false;
};

/// Dashes along one side; a dash begins and ends it, so that the corners are closed.
void add_dashes(Point from, Point to, Dashes dashes, Colour colour, float line, DisplayList& list) {
  const float length = std::hypot(to.x - from.x, to.y - from.y) / line;
  const float pitch = dashes.length + dashes.gap;
  const float count = std::max(std::round((length + dashes.gap) / pitch), 1.0f);
  const float fitted_length = count * pitch - dashes.gap;
  const auto at = [&](float distance) {
    const float share = distance / fitted_length;
    return Point{from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
  };
  for (float i = 0; i < count; ++i)
    list.add(Line{at(i * pitch), at(i * pitch + dashes.length), colour, line});
}

class MarkFrames {
 public:
  MarkFrames(const PlacedStage& stage, const FigureStyle& style, DisplayList& list)
      : stage_(stage), style_(style), list_(list) {}

  void frame(const Place& place, const FrameLook& look) {
    if (place.matrix != stage_.block.ref) return;
    const std::optional<Rect> rect = visible_part(place);
    if (!rect) return;
    const float most = stage_.grid.cell_height() * thickest_line;
    const float line = std::max(std::min(style_.font_size * look.line, most), style_.pixel);
    const Rect edge{rect->x - line * look.beside, rect->y - line * look.above,
                    rect->width + 2 * line * look.beside, rect->height + 2 * line * look.above};
    const float rounding = line * frame_rounding;
    if (look.has_halo) {
      const float around =
          line + 2 * std::min(style_.font_size * halo, stage_.grid.cell_height() * widest_halo);
      list_.add(StrokeRect{edge, style_.ground, around, rounding});
    }
    if (look.dashes.length == 0) {
      list_.add(StrokeRect{edge, look.colour, line, rounding});
      return;
    }
    const float half = line / 2;  // closes the corners
    for (const float y : {edge.y, edge.bottom()})
      add_dashes({edge.x - half, y}, {edge.right() + half, y}, look.dashes, look.colour, line, list_);
    for (const float x : {edge.x, edge.right()})
      add_dashes({x, edge.y - half}, {x, edge.bottom() + half}, look.dashes, look.colour, line, list_);
  }

 private:
  // Of a row, a column or a cell.
  std::optional<Rect> visible_part(const Place& place) const {
    const CellGrid& grid = stage_.grid;
    const Index first_row = place.row ? *place.row - stage_.first_row : 0;
    const Index first_column = place.column ? *place.column - stage_.first_column : 0;
    if (first_row < 0 || first_row >= grid.rows || first_column < 0 || first_column >= grid.columns)
      return std::nullopt;
    const Rect first = grid.rect_of({first_row, first_column});
    const Rect last =
        grid.rect_of({place.row ? first_row : grid.rows - 1, place.column ? first_column : grid.columns - 1});
    return Rect{first.x, first.y, last.right() - first.x, last.bottom() - first.y};
  }

  const PlacedStage& stage_;
  const FigureStyle& style_;
  DisplayList& list_;
};

}  // namespace

void frame_place(const Place& place, const PlacedStage& stage, const FigureStyle& style, DisplayList& list) {
  MarkFrames(stage, style, list).frame(place, {colour_of_matrix(stage.block.ref.name, style)});
}

void draw_mark_frames(const PipelineMarks& marks, const PlacedStage& stage, const FigureStyle& style,
                      DisplayList& list) {
  MarkFrames frames(stage, style, list);
  for (std::size_t i = 0; i < marks.followed.size(); ++i) {
    if (!marks.followed[i]) continue;
    const Dashes dashes = i == 0 ? Dashes{} : long_dashes;
    for (const Place& place : places_of_token(stage.block.ref, *marks.followed[i])) {
      const float above = place.row ? token_outside : token_beside;
      frames.frame(place, {style.tokens[i], token_line, token_beside, above, dashes, true});
    }
  }
  const auto frame_number = [&](const MarkedNumber& number, FrameLook of_links, FrameLook of_cell) {
    for (const Place& link : number.links) frames.frame(link, of_links);
    frames.frame({number.cell.matrix, number.cell.row, number.cell.column}, of_cell);
  };
  const std::optional<MarkedNumber>& pin = marks.selected;
  const std::optional<MarkedNumber>& pointed = marks.pointed;
  if (pointed && pin) {
    const FrameLook look{style.pointed, pointed_line, -pointer_inside, -pointer_inside, short_dashes, true};
    frame_number(*pointed, look, look);
  } else if (pointed) {
    frame_number(*pointed, {colour_of_matrix(stage.block.ref.name, style)}, {style.accent});
  }
  for (const Place& result : marks.results) frames.frame(result, {style.accent, result_line});
  if (pin) frame_number(*pin, {style.accent}, {style.accent, pin_line});
}

}  // namespace attention_lab

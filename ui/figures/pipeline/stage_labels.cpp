#include "ui/figures/pipeline/stage_labels.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>

#include "core/attention/model.h"
#include "core/document/matrix_labels.h"
#include "ui/figures/base/labels.h"
#include "ui/figures/pipeline/pipeline_cells.h"

namespace attention_lab {
namespace {

// In sizes of labels.
constexpr float beside_cells = 0.4f;      // between a row label and its cells
constexpr float column_label_gap = 0.2f;  // between two labels of columns
constexpr float drawn_mark_space = 0.2f;
constexpr float drawn_mark_size = 0.15f;
constexpr float ground_margin = 0.18f;  // around the name of a token that is followed
constexpr float ground_rounding = 0.25f;

/// Whether a label would touch one that must be there.
bool is_near_one(const std::vector<Index>& kept, Index at, Index step) {
  return std::any_of(kept.begin(), kept.end(), [&](Index other) { return std::abs(at - other) < step; });
}

}  // namespace

bool StageLabels::is_of(const MarkedNumber& number, Coordinate coordinate, Index at) const {
  const auto is_here = [&](const Place& place) {
    return place.matrix == stage_.block.ref && place.*coordinate == at;
  };
  return is_here({number.cell.matrix, number.cell.row, number.cell.column}) ||
         std::any_of(number.links.begin(), number.links.end(), is_here);
}

std::optional<std::size_t> StageLabels::followed_at(Coordinate coordinate, Index at) const {
  if (spec_.marks == nullptr) return std::nullopt;
  const auto& followed = spec_.marks->followed;
  for (std::size_t i = 0; i < followed.size(); ++i) {
    if (!followed[i]) continue;
    for (const Place& place : places_of_token(stage_.block.ref, *followed[i]))
      if (place.*coordinate == at) return i;
  }
  return std::nullopt;
}

StageLabels::Look StageLabels::look_of(Coordinate coordinate, Index at, float light) const {
  const auto lit = [&](Colour colour) { return with_light(colour, light, style_); };
  if (spec_.marks == nullptr) return {style_.quiet_text};
  if (const auto followed = followed_at(coordinate, at)) {
    const Colour ground = style_.tokens[*followed];
    return {legible_on(ground, style_.dark, style_.light), true, lit(ground)};
  }
  const std::optional<MarkedNumber>& pin = spec_.marks->selected;
  const std::optional<MarkedNumber>& pointed = spec_.marks->pointed;
  if (pin && is_of(*pin, coordinate, at)) return {lit(style_.text), true};
  if (pointed && is_of(*pointed, coordinate, at)) return {pin ? style_.pointed : lit(style_.text), true};
  return {lit(style_.quiet_text)};
}

/// `room`: along the text.
void StageLabels::add(Text label, const Look& look, float room, DisplayList& list) const {
  label.colour = look.ink;
  label.weight = look.is_strong ? FontWeight::medium : FontWeight::regular;
  if (room > 0) label.text = shorten(label.text, room, label.size, label.weight, metrics_);
  if (look.ground) {
    const float margin = layout_.text.token * ground_margin;
    Rect around = bounds_of(label, metrics_);
    // Along the text: above and below it there is less room.
    if (label.is_turned)
      around = {around.x, around.y - margin, around.width, around.height + 2 * margin};
    else
      around = {around.x - margin, around.y, around.width + 2 * margin, around.height};
    list.add(FillRect{around, *look.ground, layout_.text.token * ground_rounding});
  }
  list.add(std::move(label));
}

// The rows whose labels may not be thinned out.
std::vector<Index> StageLabels::kept_rows() const {
  std::vector<Index> kept;
  if (spec_.token && follows_query(stage_.block.ref.name)) kept.push_back(*spec_.token - stage_.first_row);
  if (spec_.marks == nullptr || !has_token_rows(stage_.block.ref.name)) return kept;
  for (const std::optional<Index>& token : spec_.marks->followed)
    if (token) kept.push_back(*token - stage_.first_row);
  return kept;
}

void StageLabels::draw_rows(DisplayList& list) const {
  if (stage_.label_width <= 0) return;
  const float room = stage_.label_width - layout_.text.token * beside_cells;
  const Index step = label_step(stage_.grid.cell_height(), layout_.text);
  const std::vector<Index> kept = kept_rows();
  for (Index i = 0; i < stage_.grid.rows; ++i) {
    const Index row = stage_.first_row + i;
    const float light = std::min(of_step_, spotlight_.on_row_label(row));
    Look look = look_of(&Place::row, row, light);
    const bool is_kept = std::find(kept.begin(), kept.end(), i) != kept.end();
    if (is_kept && !look.is_strong) look = {with_light(style_.text, light, style_), true, std::nullopt};
    // Thins the labels out evenly.
    if (!look.is_strong && (i % step != 0 || is_near_one(kept, i, step))) continue;
    add(label_at(
            {stage_.grid.cells.x - layout_.text.token * beside_cells, stage_.grid.rect_of({i, 0}).centre().y},
            row_label(spec_.document, stage_.block.ref.name, row), layout_.text.token, look.ink,
            HorizontalAnchor::right),
        look, room, list);
    draw_drawn_mark(i, light, list);
  }
}

// A dot beside the label of a word whose embedding was drawn at random.
void StageLabels::draw_drawn_mark(Index i, float light, DisplayList& list) const {
  if (spec_.marks == nullptr || stage_.block.ref.name != word_embeddings(spec_.document.model)) return;
  if (!is_drawn(spec_.document, stage_.first_row + i)) return;
  const Rect cell = stage_.grid.rect_of({i, 0});
  list.add(FillDisc{{cell.x - layout_.text.token * drawn_mark_space, cell.centre().y},
                    layout_.text.token * drawn_mark_size,
                    with_light(style_.accent, light, style_)});
}

// The step between labelled columns, so that the labels do not touch.
Index StageLabels::column_step() const {
  float widest = layout_.text.token;
  if (stage_.header == StageHeader::level) {
    for (Index column = 0; column < stage_.grid.columns; ++column) {
      const std::string label =
          column_label(spec_.document, stage_.block.ref.name, stage_.first_column + column);
      widest = std::max(widest, metrics_.width(label, layout_.text.token, FontWeight::medium) +
                                    layout_.text.token * column_label_gap);
    }
  }
  return std::max<Index>(1, static_cast<Index>(std::ceil(widest / stage_.grid.cell_width())));
}

void StageLabels::draw_columns(DisplayList& list) const {
  if (stage_.header == StageHeader::none) return;
  const Index step = column_step();
  std::vector<Index> kept;
  for (Index i = 0; i < stage_.grid.columns; ++i)
    if (followed_at(&Place::column, stage_.first_column + i)) kept.push_back(i);
  for (Index i = 0; i < stage_.grid.columns; ++i) {
    const bool is_kept = std::find(kept.begin(), kept.end(), i) != kept.end();
    if (!is_kept && (i % step != 0 || is_near_one(kept, i, step))) continue;
    const Index column = stage_.first_column + i;
    const float light = std::min(of_step_, spotlight_.on_column_label(column));
    const Look look = look_of(&Place::column, column, light);
    const Rect cell = stage_.grid.rect_of({0, i});
    Text label =
        label_at({cell.centre().x, cell.y - layout_.text.token * 0.35f},
                 column_label(spec_.document, stage_.block.ref.name, column), layout_.text.token, look.ink);
    label.is_turned = stage_.header == StageHeader::turned;
    if (!label.is_turned) {
      label.horizontal = HorizontalAnchor::centre;
      label.vertical = VerticalAnchor::baseline;
    }
    const float room = label.is_turned ? stage_.header_height - layout_.text.token * 0.6f : 0;
    add(std::move(label), look, room, list);
  }
}

}  // namespace attention_lab

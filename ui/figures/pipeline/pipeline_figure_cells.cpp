#include "ui/figures/pipeline/pipeline_figure_cells.h"

#include <algorithm>
#include <cmath>

#include "core/attention/model.h"
#include "core/attention/trace.h"
#include "core/words/number_format.h"

namespace attention_lab {
namespace {

constexpr float faded_share = 0.35f;      // of the colour that faded cells keep
constexpr float smallest_stage_cell = 4;  // pixels; smaller ones, or more of them, are one image
constexpr Index most_stage_cells = 600;
constexpr float legible = 4.5f;

}  // namespace

bool follows_query(MatrixName name) {
  return has_token_rows(name) && name != MatrixName::K && name != MatrixName::V;
}

StageCells::StageCells(const PipelineFigureSpec& spec, const PlacedStage& stage, const StageText& text,
                       const StageColours& colours, const FigureStyle& style, Colour hue, DisplayList& list)
    : spec_(spec),
      stage_(stage),
      text_(text),
      colours_(colours),
      style_(style),
      hue_(hue),
      list_(list),
      values_(matrix_view(spec.document.model, spec.trace, stage.block.ref)),
      name_(stage.block.ref.name),
      scale_(colours.scale_of(name_)) {}

void StageCells::draw() {
  const CellGrid& grid = stage_.grid;
  const bool is_small = std::min(grid.cell_width(), grid.cell_height()) < smallest_stage_cell * style_.pixel;
  if (text_.number == 0 && (is_small || grid.rows * grid.columns > most_stage_cells)) {
    draw_image();
  } else {
    draw_rects();
  }
  draw_dots();
  draw_frame();
}

HiddenBy StageCells::hidden_by(Index row, Index column) const {
  const bool can_be = has_token_columns(name_) && name_ >= MatrixName::masked_scores;
  if (can_be && !is_visible(spec_.document.model.options.mask, row, column)) return HiddenBy::mask;
  if (name_ != MatrixName::dropped_weights) return HiddenBy::nothing;
  const HeadStages& head = spec_.trace.heads[static_cast<std::size_t>(spec_.head)];
  return is_dropped(spec_.document.model, head, row, column) ? HiddenBy::dropout : HiddenBy::nothing;
}

bool StageCells::is_hidden(Index row, Index column) const {
  return hidden_by(row, column) != HiddenBy::nothing;
}

// Of the chosen token, only its own row is strong; X stays, since keys and values are made of all of it. Of K
// and V, what the mask hides from it takes no part.
bool StageCells::is_faded(Index row) const {
  if (!spec_.token || !has_token_rows(name_) || name_ <= MatrixName::X) return false;
  if (!follows_query(name_)) return !is_visible(spec_.document.model.options.mask, *spec_.token, row);
  return row != *spec_.token;
}

Colour StageCells::ground_of(Index row, Index column) const {
  if (is_hidden(row, column)) return colours_.hidden();
  const Colour full = colours_.colour(scale_, static_cast<double>(values_(row, column)));
  return is_faded(row) ? mix(style_.ground, full, faded_share) : full;
}

Colour StageCells::ink_on(Colour ground, bool is_quiet) const {
  // Quiet, but never so quiet that it cannot be read.
  for (const float t : {0.0f, 0.25f, 0.5f, 0.75f}) {
    const Colour ink = mix(style_.quiet_text, style_.text, t);
    if (is_quiet && contrast(ink, ground) >= legible) return ink;
  }
  const bool is_on_map = scale_ == StageScale::weights && !is_quiet;
  if (!is_on_map && contrast(style_.text, ground) >= legible) return style_.text;
  return legible_on(ground, style_.dark, style_.light);
}

void StageCells::draw_rects() {
  const CellGrid& grid = stage_.grid;
  const float pixel = style_.pixel;
  const float wanted = std::min(grid.cell_width(), grid.cell_height()) * 0.05f;
  const float gap = wanted < pixel * 0.5f ? 0 : std::max(1.0f, std::round(wanted / pixel)) * pixel;
  const Rect first = grid.rect_of({0, 0});
  const Rect last = grid.rect_of({grid.rows - 1, grid.columns - 1});
  const Rect all{first.x, first.y, last.right() - first.x, last.bottom() - first.y};
  list_.add(FillRect{{all.x - gap, all.y - gap, all.width + gap, all.height + gap}, style_.line, gap * 2});
  for (Index i = 0; i < grid.rows; ++i) {
    for (Index j = 0; j < grid.columns; ++j) {
      const Index row = stage_.first_row + i;
      const Index column = stage_.first_column + j;
      const Rect cell = grid.rect_of({i, j});
      const Rect inner{cell.x, cell.y, cell.width - gap, cell.height - gap};
      const Colour ground = ground_of(row, column);
      list_.add(FillRect{inner, ground, 0});
      mark_hidden_cell(inner, hidden_by(row, column), style_.font_size, style_, list_);
      if (text_.number > 0) draw_number(inner, row, column, ground);
    }
  }
  if (gap == 0) list_.add(StrokeRect{all, style_.line, style_.font_size * 0.05f, 0});
}

void StageCells::draw_number(const Rect& cell, Index row, Index column, Colour ground) {
  const bool hidden = is_hidden(row, column);
  // A weight that the mask hides is no number of the softmax's making.
  if (hidden && are_attention_weights(name_)) return;
  Text number;
  number.text = format_number(static_cast<double>(values_(row, column)), spec_.decimals);
  number.size = text_.number;
  number.colour = ink_on(ground, hidden || is_faded(row));
  number.horizontal = HorizontalAnchor::right;
  number.position = {cell.right() - text_.number * 0.35f, cell.centre().y};
  if (hidden) {
    number.horizontal = HorizontalAnchor::centre;
    number.position.x = cell.centre().x;
  }
  list_.add(number);
}

void StageCells::draw_image() {
  const CellGrid& grid = stage_.grid;
  auto pixels = std::make_shared<Pixels>();
  pixels->width = static_cast<int>(grid.columns);
  pixels->height = static_cast<int>(grid.rows);
  pixels->colours.reserve(static_cast<std::size_t>(grid.rows * grid.columns));
  for (Index row = 0; row < grid.rows; ++row) {
    for (Index column = 0; column < grid.columns; ++column) {
      pixels->colours.push_back(ground_of(stage_.first_row + row, stage_.first_column + column));
    }
  }
  list_.add(Image{grid.cells, pixels});
  hatch_image();
  list_.add(StrokeRect{grid.cells, style_.line, style_.font_size * 0.05f, 0});
}

// Lines from the diagonal to the upper right corner's sides.
void StageCells::hatch_image() {
  const CellGrid& grid = stage_.grid;
  if (!is_hidden(stage_.first_row, stage_.first_column + grid.columns - 1)) return;
  if (stage_.first_row != stage_.first_column || grid.rows != grid.columns) return;
  const Rect& all = grid.cells;
  constexpr int lines = 14;
  for (int i = 1; i < 2 * lines; ++i) {
    const float t = static_cast<float>(i) / lines;  // of x + y, in sides
    const float x = std::min(t, 1.0f);
    const float end = t / 2;
    list_.add(Line{{all.x + all.width * x, all.y + all.height * (t - x)},
                   {all.x + all.width * end, all.y + all.height * end},
                   style_.line,
                   style_.font_size * 0.04f});
  }
}

void StageCells::draw_dots() {
  const Rect& cells = stage_.grid.cells;
  const float radius = text_.small * 0.085f;
  const float step = text_.small * 0.36f;
  const auto dots = [&](Point middle, float dx, float dy) {
    for (const float i : {-1.0f, 0.0f, 1.0f}) {
      list_.add(FillDisc{{middle.x + i * dx, middle.y + i * dy}, radius, style_.quiet_text});
    }
  };
  if (stage_.hides_columns()) {
    dots({cells.right() + text_.small * 0.3f + step * 0.5f, cells.centre().y}, step * 0.6f, 0);
  }
  if (stage_.hides_rows()) dots({cells.centre().x, cells.bottom() + text_.small * 0.45f}, 0, step * 0.6f);
}

void StageCells::draw_frame() {
  if (!spec_.token || !follows_query(name_)) return;
  const CellGrid& grid = stage_.grid;
  const Index row = *spec_.token - stage_.first_row;
  if (row < 0 || row >= grid.rows) return;
  const Rect first = grid.rect_of({row, 0});
  const Rect last = grid.rect_of({row, grid.columns - 1});
  const float line = std::max(style_.font_size * 0.11f, style_.pixel);
  const Rect frame{first.x, first.y, last.right() - first.x, first.height};
  list_.add(StrokeRect{frame.expanded(line * 0.25f), hue_, line, line * 1.2f});
}

}  // namespace attention_lab

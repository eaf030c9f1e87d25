#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "core/attention/model.h"
#include "core/attention/positions.h"
#include "core/attention/rounding.h"
#include "core/attention/stages.h"
#include "core/document/matrix_labels.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "ui/figures/base/colour_map.h"
#include "ui/figures/base/hue.h"
#include "ui/steps/step_light.h"
#include "ui/workspaces/pipeline/matrix_panel.h"

namespace attention_lab {
namespace {

constexpr float smallest_readable = 6;  // pixels; smaller numbers are not drawn
constexpr float smallest_ghost = 6;
constexpr float ghost_share = 0.62f;   // size of the previous value, relative to the number
constexpr float dimmed_ground = 0.8f;  // how far a dimmed cell is blended with the card
constexpr float dimmed_ink = 0.55f;    // the same for its number
constexpr float ghost_shift = 0.19f;   // of the number, for the previous value; in cell heights
constexpr float label_gap = 0.5f;      // between a row label and its cell, in label sizes
constexpr float drawn_mark = 0.15f;    // radius of the dot of a drawn row, in the same unit

/// The matrix before the current drag, if it had the same shape.
std::optional<MatrixView> values_before(const Session& session, const ViewState& view, const MatrixRef& ref) {
  if (!view.editing.drag || !view.editing.drag->before) return std::nullopt;
  const Snapshot& before = *view.editing.drag->before;
  const MatrixView values = matrix_view(before.document.model, before.trace, ref);
  const MatrixView now = matrix_view(session.model(), session.trace(), ref);
  if (values.rows() != now.rows() || values.cols() != now.cols()) return std::nullopt;
  return values;
}

class MatrixDrawing {
 public:
  MatrixDrawing(const Session& session, ViewState& view, const Painter& painter, const PlacedMatrix& placed,
                const MatrixLook& look, const std::vector<Place>& links)
      : session_(session),
        view_(view),
        painter_(painter),
        placed_(placed),
        look_(look),
        links_(links),
        theme_(view.theme()),
        values_(matrix_view(session.model(), session.trace(), placed.ref)),
        before_(values_before(session, view, placed.ref)),
        light_(view.steps, placed.ref, step_progress(view)),
        ink_light_(1 - dimmed_ink * (1 - light_.on_matrix())),
        name_(placed.ref.name) {}

  void draw() {
    draw_title();
    if (placed_.has_column_labels) draw_column_labels();
    draw_row_labels();
    draw_cells();
    if (are_attention_weights(name_)) draw_sums();
    draw_scroll_bars();
    draw_frames();
  }

 private:
  Rect cell_rect(Index row, Index column) const {
    return {placed_.cells.x + placed_.cell_width * static_cast<float>(column - placed_.first_column),
            placed_.cells.y + placed_.cell_height * static_cast<float>(row - placed_.first_row),
            placed_.cell_width, placed_.cell_height};
  }

  void draw_title() const {
    const Rect& title = placed_.title;
    const float y = title.y + title.height / 2;
    const float small = look_.label_size;
    float x = title.x;
    x += painter_.markup({x, y}, display_name(name_), inked(colour_of_matrix(name_, theme_)),
                         look_.title_size, FontWeight::medium);
    const std::string shape = shape_text(values_.rows(), values_.cols());
    const float width = painter_.metrics().width(shape, small, FontWeight::regular);
    const std::string formula = formula_of(session_.model(), name_);
    const float formula_x = x + look_.title_size * 0.5f;
    const float needed =
        formula.empty() ? 0 : layout_markup(formula, small, FontWeight::regular, painter_.metrics()).width;
    const bool has_room = formula_x + needed + look_.title_size * 0.5f + width <= title.right();
    if (needed > 0 && has_room)
      x = formula_x + painter_.markup({formula_x, y + 1}, formula, inked(theme_.quiet_text), small);
    const float shape_x = std::max(placed_.cells.right() - width, x + look_.title_size * 0.6f);
    painter_.text({shape_x, y + 1}, shape, inked(theme_.quiet_text), small);
    view_.items.add(std::string(to_string(name_)) + ".title", title);
  }

  // Labels of rows and columns are emphasized if the focused number is computed from them.
  bool is_linked_row(Index row) const {
    const auto& focus = view_.focus();
    if (focus && focus->matrix == placed_.ref && focus->row == row) return true;
    return std::any_of(links_.begin(), links_.end(),
                       [&](const Place& link) { return link.matrix == placed_.ref && link.row == row; });
  }
  bool is_linked_column(Index column) const {
    const auto& focus = view_.focus();
    if (focus && focus->matrix == placed_.ref && focus->column == column) return true;
    return std::any_of(links_.begin(), links_.end(), [&](const Place& link) {
      return link.matrix == placed_.ref && link.column == column;
    });
  }

  void draw_column_labels() const {
    const float y = placed_.cells.y - look_.label_size * 0.68f;
    for (Index column = placed_.first_column; column < placed_.first_column + placed_.columns; ++column) {
      const bool is_strong = is_linked_column(column);
      const FontWeight weight = is_strong ? FontWeight::medium : FontWeight::regular;
      const Rect cell = cell_rect(0, column);
      const std::string label = shorten(column_label(session_.document(), name_, column),
                                        placed_.cell_width - 3, look_.label_size, weight, painter_.metrics());
      painter_.text({cell.centre().x, y}, label, inked(is_strong ? theme_.text : theme_.quiet_text),
                    look_.label_size, weight, HorizontalAnchor::centre);
    }
  }

  void draw_row_labels() const {
    if (placed_.label_width <= 0) return;
    const float room = placed_.label_width - look_.label_size * 0.55f;
    for (Index row = placed_.first_row; row < placed_.first_row + placed_.rows; ++row) {
      const bool is_strong = is_linked_row(row);
      const FontWeight weight = is_strong ? FontWeight::medium : FontWeight::regular;
      const Rect cell = cell_rect(row, placed_.first_column);
      const std::string label = shorten(row_label(session_.document(), name_, row), room, look_.label_size,
                                        weight, painter_.metrics());
      painter_.text({cell.x - look_.label_size * label_gap, cell.centre().y}, label,
                    inked(is_strong ? theme_.text : theme_.quiet_text), look_.label_size, weight,
                    HorizontalAnchor::right);
      if (name_ == word_embeddings(session_.model()) && is_drawn(session_.document(), row))
        draw_dot(row, cell);
    }
  }

  // A row that was drawn at random has a small dot between its label and its numbers.
  void draw_dot(Index row, const Rect& cell) const {
    const float radius = look_.label_size * drawn_mark;
    const Point centre{cell.x - look_.label_size * label_gap / 2, cell.centre().y};
    painter_.list().AddCircleFilled({centre.x, centre.y}, radius, packed(inked(theme_.accent)));
    if (!view_.items.is_collecting) return;
    view_.items.add(std::string(to_string(name_)) + ".drawn[" + std::to_string(row) + "]",
                    {centre.x - radius, centre.y - radius, 2 * radius, 2 * radius});
  }

  void draw_cells() {
    const Mask mask = session_.model().options.mask;
    const bool can_be_hidden = has_token_columns(name_) && name_ >= MatrixName::masked_scores;
    const bool shows_numbers = look_.number_size >= smallest_readable;
    painter_.fill(placed_.cells.expanded(1), theme_.line, 3);
    const ImVec2 clip_low = painter_.list().GetClipRectMin();
    const ImVec2 clip_high = painter_.list().GetClipRectMax();
    for (Index row = placed_.first_row; row < placed_.first_row + placed_.rows; ++row) {
      for (Index column = placed_.first_column; column < placed_.first_column + placed_.columns; ++column) {
        const Rect cell = cell_rect(row, column);
        const bool is_outside = cell.right() < clip_low.x || cell.x > clip_high.x ||
                                cell.bottom() < clip_low.y || cell.y > clip_high.y;
        if (is_outside) continue;
        const Rect inner{cell.x, cell.y, cell.width - 1, cell.height - 1};
        const bool is_masked = can_be_hidden && !is_visible(mask, row, column);
        const bool is_hidden = is_masked || is_left_out(row, column);
        if (light_.is_covered(row, column)) {
          cover(inner);
        } else {
          const float light = light_.on(row, column);
          const Colour colour = is_hidden ? mix(theme_.card, theme_.line, 0.5f) : ground_of(row, column);
          const Colour ground = mix(colour, theme_.card, dimmed_ground * (1 - light));
          painter_.fill(inner, ground);
          if (is_masked) {
            hatch(inner);
          } else if (is_hidden) {
            cross_out(inner);
          }
          if (shows_numbers) draw_numbers(inner, row, column, ground, is_hidden);
        }
        if (view_.items.is_collecting) {
          view_.items.add(to_string(CellRef{placed_.ref, row, column}, session_.model().n_heads()), cell);
        }
      }
    }
  }

  /// Dropped by dropout.
  bool is_left_out(Index row, Index column) const {
    return name_ == MatrixName::dropped_weights &&
           is_dropped(session_.model(), session_.trace().heads[static_cast<std::size_t>(placed_.ref.head)],
                      row, column);
  }

  // The colour of its value, or of the selected number's influence on it.
  Colour ground_of(Index row, Index column) const {
    // In the row of weights, exponentials are not weights yet and do not get their colours.
    if (name_ == MatrixName::weights && light_.value_so_far(row, column))
      return mix(theme_.card, theme_.accent, 0.1f);
    if (!view_.influence.cell())
      return cell_ground(session_, view_, placed_.ref, shown_value(row, column), look_.weights_high);
    const CellRef cell{placed_.ref, row, column};
    return signed_cell(theme_, view_.influence.on(cell),
                       cell == *view_.influence.cell() ? 1.0 : view_.influence.most(placed_.ref).size);
  }

  /// The cell's value, or its partial value while a step computes it.
  Scalar shown_value(Index row, Index column) const {
    return light_.value_so_far(row, column).value_or(values_(row, column));
  }

  Colour inked(Colour colour) const { return mix(theme_.card, colour, ink_light_); }

  // Predict first: covers the number.
  void cover(const Rect& cell) const {
    painter_.fill(cell, mix(theme_.card, theme_.accent, 0.12f));
    painter_.text(cell.centre(), "?", theme_.accent, look_.number_size, FontWeight::medium,
                  HorizontalAnchor::centre);
  }

  std::string number_text(Scalar value) const {
    return format_number(static_cast<double>(value), view_.preferences.decimals);
  }

  // While a cell is dragged, changed cells show their previous value above, in small type.
  void draw_numbers(const Rect& cell, Index row, Index column, Colour ground, bool is_hidden) const {
    const bool is_unfinished = light_.value_so_far(row, column).has_value();
    const bool is_coloured =
        are_attention_weights(name_) && !is_hidden && !is_unfinished && !view_.influence.cell();
    const Colour full = is_hidden       ? theme_.quiet_text
                        : is_coloured   ? legible_on(ground, theme_.dark_ink, theme_.light_ink)
                        : is_unfinished ? theme_.accent
                                        : theme_.text;
    const Colour ink = mix(full, ground, dimmed_ink * (1 - light_.on(row, column)));
    const std::string now = number_text(shown_value(row, column));
    const std::string before = before_ ? number_text((*before_)(row, column)) : now;
    const float ghost_size = look_.number_size * ghost_share;
    const bool has_ghost = before != now && ghost_size >= smallest_ghost;
    const float y = cell.centre().y + (has_ghost ? cell.height * ghost_shift : 0);
    painter_.text({cell.right() - look_.padding, y}, now, ink, look_.number_size, FontWeight::regular,
                  HorizontalAnchor::right);
    if (!has_ghost) return;
    painter_.text({cell.right() - look_.padding, cell.y + ghost_size * 0.6f}, before, ink, ghost_size,
                  FontWeight::regular, HorizontalAnchor::right);
  }

  void hatch(const Rect& cell) const {
    painter_.push_clip(cell);
    const float pitch = std::max(5.0f, cell.height / 3);
    for (float x = cell.x - cell.height + pitch / 2; x < cell.right(); x += pitch) {
      painter_.list().AddLine({x, cell.bottom()}, {x + cell.height, cell.y}, packed(theme_.line), 1);
    }
    painter_.list().PopClipRect();
  }

  void cross_out(const Rect& cell) const {
    painter_.list().AddLine({cell.x, cell.y}, {cell.right(), cell.bottom()}, packed(theme_.line), 1);
    painter_.list().AddLine({cell.x, cell.bottom()}, {cell.right(), cell.y}, packed(theme_.line), 1);
  }

  void draw_sums() const {
    const bool has_scroll_bar = placed_.rows < values_.rows();
    const float x = placed_.cells.right() + look_.label_size * (has_scroll_bar ? 0.85f : 0.5f);
    for (Index row = placed_.first_row; row < placed_.first_row + placed_.rows; ++row) {
      if (light_.is_unfinished(row) || light_.is_covered(row, placed_.first_column)) continue;
      const double sum = static_cast<double>(values_.row(row).sum());
      const bool sums_to_one = is_one(sum, values_.cols());
      const std::string text = "Σ " + (sums_to_one ? std::string("1") : format_number(sum, 2));
      const Rect cell = cell_rect(row, placed_.first_column);
      // After dropout, a row sums to 1 only on average.
      const bool is_in_order = sums_to_one || name_ == MatrixName::dropped_weights;
      painter_.text({x, cell.centre().y}, text, inked(is_in_order ? theme_.quiet_text : theme_.error),
                    look_.label_size);
    }
  }

  // Thin bars that show which part of an axis is visible.
  void draw_scroll_bars() const {
    const auto bar = [&](Index first, Index shown, Index all, bool is_vertical) {
      if (shown >= all) return;
      const float from = static_cast<float>(first) / static_cast<float>(all);
      const float share = std::max(static_cast<float>(shown) / static_cast<float>(all), 0.06f);
      const float start = std::min(from, 1 - share);
      const Rect track = scroll_track(placed_, is_vertical);
      const float thickness = is_vertical ? track.width : track.height;
      const Rect thumb = is_vertical
                             ? Rect{track.x, track.y + start * track.height, thickness, share * track.height}
                             : Rect{track.x + start * track.width, track.y, share * track.width, thickness};
      painter_.fill(track, mix(theme_.card, theme_.line, 0.5f), thickness / 2);
      painter_.fill(thumb, theme_.quiet_text, thickness / 2);
    };
    bar(placed_.first_row, placed_.rows, values_.rows(), true);
    bar(placed_.first_column, placed_.columns, values_.cols(), false);
  }

  // The visible part of a linked row, column or cell.
  std::optional<Rect> frame_of(const Place& link) const {
    const Index row_end = placed_.first_row + placed_.rows;
    const Index column_end = placed_.first_column + placed_.columns;
    if (link.row && (*link.row < placed_.first_row || *link.row >= row_end)) return std::nullopt;
    if (link.column && (*link.column < placed_.first_column || *link.column >= column_end))
      return std::nullopt;
    Rect rect = placed_.cells;
    if (link.row) {
      rect.y = cell_rect(*link.row, 0).y;
      rect.height = placed_.cell_height;
    }
    if (link.column) {
      rect.x = cell_rect(0, *link.column).x;
      rect.width = placed_.cell_width;
    }
    return Rect{rect.x - 1, rect.y - 1, rect.width + 1, rect.height + 1};
  }

  void draw_frames() const {
    const float rounding = 3;
    for (const Place& link : links_) {
      if (link.matrix != placed_.ref) continue;
      if (const auto rect = frame_of(link))
        painter_.stroke(*rect, colour_of_matrix(name_, theme_), 1.6f, rounding);
    }
    for (const Place& result : light_.results()) {
      if (const auto rect = frame_of(result))
        painter_.stroke(rect->expanded(1), theme_.accent, 2.2f, rounding);
    }
    const auto mark = [&](const std::optional<CellRef>& cell, float width) {
      if (!cell || cell->matrix != placed_.ref) return;
      if (const auto rect = frame_of({cell->matrix, cell->row, cell->column})) {
        painter_.stroke(*rect, theme_.accent, width, rounding);
      }
    };
    mark(view_.hovered, 1.6f);
    mark(view_.selected, 2.6f);
  }

  const Session& session_;
  ViewState& view_;
  const Painter& painter_;
  const PlacedMatrix& placed_;
  const MatrixLook& look_;
  const std::vector<Place>& links_;
  const Theme& theme_;
  MatrixView values_;
  std::optional<MatrixView> before_;
  StepLight light_;
  float ink_light_;  // of title and labels
  MatrixName name_;
};

}  // namespace

Rect scroll_track(const PlacedMatrix& placed, bool is_vertical) {
  const float thickness = std::max(3.0f, std::round(placed.cell_height * 0.18f));
  const Rect& cells = placed.cells;
  return is_vertical ? Rect{cells.right() + 2, cells.y, thickness, cells.height}
                     : Rect{cells.x, cells.bottom() + 2, cells.width, thickness};
}

Colour cell_ground(const Session& session, ViewState& view, const MatrixRef& ref, Scalar value,
                   double weights_high) {
  if (are_attention_weights(ref.name)) {
    if (std::isnan(value)) return view.theme().error_ground;
    return sample(ColourMap::viridis, static_cast<float>(static_cast<double>(value) / weights_high));
  }
  return signed_cell(view.theme(), static_cast<double>(value), view.ranges.of(session, ref).magnitude());
}

void draw_matrix(const Session& session, ViewState& view, const Painter& painter, const PlacedMatrix& placed,
                 const MatrixLook& look, const std::vector<Place>& links) {
  MatrixDrawing(session, view, painter, placed, look, links).draw();
}

}  // namespace attention_lab

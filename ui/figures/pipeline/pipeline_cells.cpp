#include "ui/figures/pipeline/pipeline_cells.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/attention/model.h"
#include "core/attention/stages.h"
#include "core/words/number_format.h"
#include "ui/figures/base/labels.h"
#include "ui/figures/pipeline/pipeline_frames.h"
#include "ui/figures/pipeline/pipeline_spotlight.h"

namespace attention_lab {
namespace {

constexpr float faded_share = 0.35f;      // of the colour that faded cells keep
constexpr float smallest_stage_cell = 4;  // in pixels; smaller cells, or too many, are drawn as one image
constexpr Index most_stage_cells = 600;
constexpr float least_exact = 0.8f;          // size of a number with more decimals than the others
constexpr float legible = 4.5f;              // contrast of text
constexpr float dimmed_ground = 0.8f;        // how far a dimmed cell is blended with the page
constexpr float dimmed_ink = 0.55f;          // the same for its number
constexpr float dimmed_exponential = 0.25f;  // the same, on a ground without a colour of its own
constexpr float covered_tint = 0.12f;  // of the accent colour, behind a number that is covered or unfinished
// Relative to the number.
constexpr float change_edge = 0.12f;           // left of a number that has changed
constexpr float change_arrow = 0.34f;          // height of its arrow, at most
constexpr float highest_change_arrow = 0.24f;  // the same, in heights of the cell
constexpr float least_change_arrow = 0.5f;     // where the number leaves little room, as a share

constexpr float widest_gap = 0.1f;  // between cells, in font sizes

// Relative to the text of the operations.
constexpr float link_width = 0.11f;
constexpr float head_length = 0.5f;
constexpr float head_half = 0.275f;    // of its width
constexpr float covered_share = 0.7f;  // of the head's length, covering the end of the line
constexpr float beside_arrow = 0.8f;   // distance from a vertical arrow to its operation

class LinkDrawing {
 public:
  LinkDrawing(const PlacedLink& link, const StageLayout& layout, const FigureStyle& style, bool is_dimmed,
              DisplayList& list)
      : link_(link),
        layout_(layout),
        style_(style),
        list_(list),
        size_(layout.text.small),
        light_(is_dimmed ? 0.0f : 1.0f),
        colour_(inked(colour_of_hue(link.link.hue, style, style.quiet_text))) {}

  void draw() { link_.link.is_vertical ? draw_down() : draw_across(); }

 private:
  Colour inked(Colour colour) const { return with_light(colour, light_, style_); }

  void write(Point at, const std::string& markup, HorizontalAnchor anchor) {
    list_.add(
        markup_at(at, markup, size_, inked(colour_of_hue(link_.link.hue, style_, style_.text)), anchor));
  }

  void draw_down() {
    const Point tip = link_.to;
    const float half = head_half * size_;
    const float base = tip.y - head_length * size_;
    list_.add(
        Line{link_.from, {tip.x, tip.y - head_length * covered_share * size_}, colour_, size_ * link_width});
    list_.add(FillPolygon{{tip, {tip.x - half, base}, {tip.x + half, base}}, colour_});
    if (!layout_.has_texts || link_.link.above.empty()) return;
    write({tip.x + beside_arrow * size_, (link_.from.y + tip.y) / 2}, link_.link.above.front(),
          HorizontalAnchor::left);
  }

  void draw_across() {
    const Point tip = link_.to;
    const float width = size_ * link_width;
    const Point end{tip.x - head_length * covered_share * size_, tip.y};
    const bool is_straight = link_.from.y == tip.y;
    if (is_straight) {
      list_.add(Line{link_.from, end, colour_, width});
    } else {
      const Point bend = link_.bend;
      const Point landing = link_.landing;
      const float reach = (landing.x - bend.x) / 2;
      if (bend.x > link_.from.x) list_.add(Line{link_.from, bend, colour_, width});
      list_.add(
          Curve{bend, {bend.x + reach, bend.y}, {landing.x - reach, landing.y}, landing, colour_, width});
      if (end.x > landing.x) list_.add(Line{landing, end, colour_, width});
    }
    const float half = head_half * size_;
    const float base = tip.x - head_length * size_;
    list_.add(FillPolygon{{tip, {base, tip.y + half}, {base, tip.y - half}}, colour_});
    if (layout_.has_texts) write_across(std::max(link_.landing.x, link_.from.x));
  }

  // Above and below the level end of the arrow.
  void write_across(float level_from) {
    const float x = (level_from + link_.to.x - head_length * size_ / 2) / 2;
    const float pitch = line_pitch * size_;
    const auto write_lines = [&](const std::vector<std::string>& lines, float y) {
      for (const std::string& line : lines) {
        write({x, y}, line, HorizontalAnchor::centre);
        y += pitch;
      }
    };
    const float lines_above = static_cast<float>(link_.link.above.size());
    write_lines(link_.link.above, link_.to.y - pitch * (lines_above - 0.3f));
    write_lines(link_.link.below, link_.to.y + pitch * 0.75f);
  }

  const PlacedLink& link_;
  const StageLayout& layout_;
  const FigureStyle& style_;
  DisplayList& list_;
  float size_;
  float light_;
  Colour colour_;
};

class StageCells {
 public:
  StageCells(const PipelineFigureSpec& spec, const PlacedStage& stage, const StageLayout& layout,
             const StageColours& colours, const FigureStyle& style, const TextMetrics& metrics,
             DisplayList& list)
      : spec_(spec),
        stage_(stage),
        layout_(layout),
        text_(layout.text),
        number_(stage.block.is_collapsed ? 0 : layout.text.number),
        colours_(colours),
        style_(style),
        metrics_(metrics),
        list_(list),
        values_(matrix_view(spec.document.model, spec.trace, stage.block.ref)),
        name_(stage.block.ref.name),
        scale_(colours.scale_of(name_)),
        spotlight_(spec.marks, stage.block.ref) {}

  void draw() {
    const CellGrid& grid = stage_.grid;
    const bool is_small =
        std::min(grid.cell_width(), grid.cell_height()) < smallest_stage_cell * style_.pixel;
    if (number_ == 0 && (is_small || grid.rows * grid.columns > most_stage_cells)) {
      draw_image();
    } else {
      draw_rects();
    }
    draw_dots();
    draw_frames();
    // On top of the frames, which may touch a minus sign.
    std::move(numbers_.commands.begin(), numbers_.commands.end(), std::back_inserter(list_.commands));
  }

 private:
  HiddenBy hidden_by(Index row, Index column) const {
    const bool is_padded = (has_token_rows(name_) && is_padding(spec_.document, row)) ||
                           (has_token_columns(name_) && is_padding(spec_.document, column));
    if (is_padded && name_ != MatrixName::position_embeddings) return HiddenBy::mask;
    const bool can_be = has_token_columns(name_) && name_ >= MatrixName::masked_scores;
    if (can_be && !is_visible(spec_.mask, row, column, spec_.document.model.n_tokens()))
      return HiddenBy::mask;
    if (name_ != MatrixName::dropped_weights) return HiddenBy::nothing;
    const HeadStages& head = spec_.trace.heads[static_cast<std::size_t>(spec_.head)];
    return is_dropped(spec_.document.model, head, row, column) ? HiddenBy::dropout : HiddenBy::nothing;
  }

  bool is_hidden(Index row, Index column) const { return hidden_by(row, column) != HiddenBy::nothing; }

  // With a chosen token, only its own row is not faded; X is not faded, because keys and values are computed
  // from all of it. Rows of K and V that the mask hides from the token are faded.
  bool is_faded(Index row) const {
    if (!spec_.token || !has_token_rows(name_) || name_ <= MatrixName::X) return false;
    if (!follows_query(name_)) {
      const Model& model = spec_.document.model;
      return !is_visible(model.options.mask, *spec_.token, row, model.n_tokens());
    }
    return row != *spec_.token;
  }

  CellMark mark_on(Index row, Index column) const {
    if (spec_.marks == nullptr) return {};
    CellMark mark = spec_.marks->on_cell({stage_.block.ref, row, column});
    mark.light = layout_.is_strip ? 1 : std::min(mark.light, spotlight_.on(row, column));
    return mark;
  }

  Colour ground_of(Index row, Index column, const CellMark& mark) const {
    if (mark.is_covered) return mix(style_.ground, style_.accent, covered_tint);
    return mix(full_ground_of(row, column, mark), style_.ground, dimmed_ground * (1 - mark.light));
  }

  Colour full_ground_of(Index row, Index column, const CellMark& mark) const {
    if (is_hidden(row, column)) return colours_.hidden();
    // In the row of weights, exponentials are not weights yet and do not get their colours.
    if (mark.value_so_far && scale_ == StageScale::weights)
      return mix(style_.ground, style_.accent, covered_tint);
    if (mark.influence) return signed_tint(*mark.influence, style_);
    const Scalar value = mark.value_so_far.value_or(values_(row, column));
    const Colour full = colours_.colour(scale_, static_cast<double>(value));
    return is_faded(row) ? mix(style_.ground, full, faded_share) : full;
  }

  Colour ink_on(Colour ground, bool is_quiet, bool is_tinted) const {
    // Faint, but with enough contrast to be legible.
    for (const float t : {0.0f, 0.25f, 0.5f, 0.75f}) {
      const Colour ink = mix(style_.quiet_text, style_.text, t);
      if (is_quiet && contrast(ink, ground) >= legible) return ink;
    }
    const bool is_on_map =
        scale_ == StageScale::weights && !colours_.is_difference() && !is_quiet && !is_tinted;
    if (!is_on_map && contrast(style_.text, ground) >= legible) return style_.text;
    return legible_on(ground, style_.dark, style_.light);
  }

  void draw_rects() {
    const CellGrid& grid = stage_.grid;
    const float pixel = style_.pixel;
    const float wanted =
        std::min(std::min(grid.cell_width(), grid.cell_height()) * 0.05f, style_.font_size * widest_gap);
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
        const CellMark mark = mark_on(row, column);
        const Colour ground = ground_of(row, column, mark);
        if (mark.value_so_far && !mark.is_covered && scale_ == StageScale::weights) {
          draw_exponential_ground(inner, mark.light, style_, list_);
        } else {
          list_.add(FillRect{inner, ground, 0});
        }
        if (mark.is_covered) {
          if (number_ > 0) draw_cover(inner);
          continue;
        }
        mark_hidden_cell(inner, hidden_by(row, column), style_.font_size, style_, list_);
        if (number_ > 0) draw_number(inner, row, column, ground, mark);
      }
    }
    if (gap == 0) list_.add(StrokeRect{all, style_.line, style_.font_size * 0.05f, 0});
  }

  void draw_image() {
    const CellGrid& grid = stage_.grid;
    auto pixels = std::make_shared<Pixels>();
    pixels->width = static_cast<int>(grid.columns);
    pixels->height = static_cast<int>(grid.rows);
    pixels->colours.reserve(static_cast<std::size_t>(grid.rows * grid.columns));
    for (Index row = 0; row < grid.rows; ++row) {
      for (Index column = 0; column < grid.columns; ++column) {
        const Index i = stage_.first_row + row;
        const Index j = stage_.first_column + column;
        pixels->colours.push_back(ground_of(i, j, mark_on(i, j)));
      }
    }
    list_.add(Image{grid.cells, pixels});
    hatch_image();
    list_.add(StrokeRect{grid.cells, style_.line, style_.font_size * 0.05f, 0});
  }

  void draw_cover(const Rect& cell) {
    Text question = label_at(cell.centre(), "?", number_, style_.accent, HorizontalAnchor::centre);
    question.weight = FontWeight::medium;
    numbers_.add(question);
  }

  std::string number_text(Scalar value) const {
    return format_number(static_cast<double>(value), layout_.decimals);
  }

  /// The size at which a number with all decimals asked for fits; 0: clearly smaller than the others.
  float exact_size(const Rect& cell, Index row, Index column, const std::string& exact) const {
    // Of the cell's width. Two such numbers beside each other stay apart.
    const auto is_exact = [&](Index other) {
      return other >= 0 && other < values_.cols() && mark_on(row, other).is_exact;
    };
    const float share = is_exact(column - 1) || is_exact(column + 1) ? 0.8f : 0.91f;
    const float width = metrics_.width(exact, number_, FontWeight::regular);
    const float size = number_ * std::min(1.0f, cell.width * share / width);
    return size < number_ * least_exact ? 0 : size;
  }

  void draw_number(const Rect& cell, Index row, Index column, Colour ground, const CellMark& mark) {
    const bool hidden = is_hidden(row, column);
    // The weight of a masked key is not written.
    if (hidden && are_attention_weights(name_)) return;
    const Scalar value = mark.value_so_far.value_or(values_(row, column));
    // Two masked scores have no difference, nor have matrices of different shapes.
    if (colours_.is_difference() && std::isnan(value)) return;
    const std::string now = number_text(value);
    const std::string before = mark.value_before ? number_text(*mark.value_before) : now;
    const Colour full = mark.value_so_far
                            ? style_.accent
                            : ink_on(ground, hidden || is_faded(row), mark.influence.has_value());
    const bool is_exponential = mark.value_so_far && scale_ == StageScale::weights;
    const Colour ground_of_ink = is_exponential ? exponential_ground(mark.light, style_) : ground;
    const float dimmed = is_exponential ? dimmed_exponential : dimmed_ink;
    const Colour ink = mix(full, ground_of_ink, dimmed * (1 - mark.light));
    std::string text = now;
    float size = number_;
    float right = cell.right() - stage_.number_margin;
    if (mark.is_exact && !hidden && spec_.decimals > layout_.decimals) {
      const std::string exact = format_number(static_cast<double>(value), spec_.decimals);
      if (const float fitting = exact_size(cell, row, column, exact); fitting > 0) {
        text = exact;
        size = fitting;
        right = cell.centre().x + metrics_.width(exact, size, FontWeight::regular) / 2;
      }
    }
    // Within the frame of an exponential, no digit may touch it.
    const bool is_centred = hidden || is_exponential;
    numbers_.add(label_at({is_centred ? cell.centre().x : right, cell.centre().y}, text, size, ink,
                          is_centred ? HorizontalAnchor::centre : HorizontalAnchor::right));
    if (before != now)
      draw_change(cell, value > *mark.value_before, ground,
                  right - metrics_.width(text, size, FontWeight::regular));
  }

  // A coloured edge at the left; beside it, above the number, an arrow up if it has grown, or below it, an
  // arrow down if it has shrunk.
  // Where the number leaves no room for it, the arrow stands on the edge, half outside of the cell.
  void draw_change(const Rect& cell, bool has_grown, Colour ground, float number_left) {
    const Colour colour = scale_ == StageScale::weights ? legible_on(ground, style_.dark, style_.light)
                          : has_grown                   ? style_.positive
                                                        : style_.negative;
    numbers_.add(FillRect{{cell.x, cell.y, number_ * change_edge, cell.height}, colour, 0});
    const float beside_edge = cell.x + number_ * change_edge * 2;
    const float most = std::min(number_ * change_arrow, cell.height * highest_change_arrow);
    const bool has_room = beside_edge + 2 * most <= number_left;
    const float middle = has_room ? beside_edge + most : cell.x + number_ * change_edge / 2;
    const float height = has_room ? most : std::clamp(number_left - middle, most * least_change_arrow, most);
    const float left = middle - height;
    const float right = middle + height;
    if (has_grown)
      numbers_.add(
          FillPolygon{{{middle, cell.y}, {right, cell.y + height}, {left, cell.y + height}}, colour});
    else
      numbers_.add(FillPolygon{
          {{middle, cell.bottom()}, {left, cell.bottom() - height}, {right, cell.bottom() - height}},
          colour});
  }

  // Lines from the main diagonal to the top and right edges.
  void hatch_image() {
    const CellGrid& grid = stage_.grid;
    const bool hides_triangle = spec_.mask.is_causal() && spec_.mask.n_padded() == 0;
    if (!hides_triangle) return;
    if (!is_hidden(stage_.first_row, stage_.first_column + grid.columns - 1)) return;
    if (stage_.first_row != stage_.first_column || grid.rows != grid.columns) return;
    if (mark_on(stage_.first_row, stage_.first_column + grid.columns - 1).is_covered) return;
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

  void draw_dots() {
    if (spec_.has_scroll_bars) return;
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

  void draw_frames() {
    if (spec_.token && follows_query(name_))
      frame_place({stage_.block.ref, spec_.token, {}}, stage_, style_, list_);
    if (spec_.marks != nullptr) draw_mark_frames(*spec_.marks, stage_, style_, list_);
  }

  const PipelineFigureSpec& spec_;
  const PlacedStage& stage_;
  const StageLayout& layout_;
  const StageText& text_;
  float number_;  // the size of numbers; 0: they do not fit
  const StageColours& colours_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  DisplayList& list_;
  DisplayList numbers_;
  MatrixView values_;
  MatrixName name_;
  StageScale scale_;
  StageSpotlight spotlight_;
};

}  // namespace

Colour with_light(Colour colour, float light, const FigureStyle& style) {
  return mix(colour, style.ground, dimmed_ink * (1 - light));
}

bool follows_query(MatrixName name) {
  return has_token_rows(name) && name != MatrixName::K && name != MatrixName::V;
}

void draw_stage_cells(const PipelineFigureSpec& spec, const PlacedStage& stage, const StageLayout& layout,
                      const StageColours& colours, const FigureStyle& style, const TextMetrics& metrics,
                      DisplayList& list) {
  StageCells(spec, stage, layout, colours, style, metrics, list).draw();
}

void draw_stage_link(const PlacedLink& link, const StageLayout& layout, const FigureStyle& style,
                     bool is_dimmed, DisplayList& list) {
  LinkDrawing(link, layout, style, is_dimmed, list).draw();
}

}  // namespace attention_lab

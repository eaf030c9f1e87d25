#include "ui/figures/heatmaps/heatmap.h"

#include <algorithm>
#include <cmath>

#include "ui/figures/base/labels.h"
#include "ui/figures/charts/axis_labels.h"
#include "ui/figures/heatmaps/colour_legend.h"
#include "ui/figures/heatmaps/heatmap_cells.h"
#include "ui/figures/heatmaps/heatmap_sizes.h"

namespace attention_lab {
namespace {

using namespace heatmap_sizes;

// All in font sizes.
constexpr float heatmap_title_height = 1.9f;
constexpr float heatmap_title_middle = 0.95f;  // above what it heads
constexpr float heatmap_caption_middle = 0.8f;
constexpr float heatmap_row_caption_width = 1.9f;
constexpr float heatmap_row_caption_middle = 1.15f;
constexpr float half_line = 0.5f;

class HeatmapBuilder {
 public:
  HeatmapBuilder(const HeatmapSpec& spec, float width, float height, const FigureStyle& style,
                 const TextMetrics& metrics)
      : spec_(spec),
        style_(style),
        metrics_(metrics),
        size_(style.font_size),
        legend_{spec.map, spec.low, spec.high, spec.legend},
        numbers_(spec, style, metrics) {
    figure_.rows = spec.values.rows();
    figure_.columns = spec.values.cols();
    figure_.pixel = style.pixel;
    figure_.list.width = width;
    figure_.list.height = height;
    const float margin = std::min(margin_size * size_, largest_margin * std::min(width, height));
    page_ = {margin, margin, width - 2 * margin, height - 2 * margin};
  }

  Heatmap build() {
    choose_parts();
    place();
    leave_room_for_note();
    draw_captions();
    if (figure_.rows == 0 || figure_.columns == 0) return std::move(figure_);
    draw_row_labels(figure_.list, figure_, spec_.row_labels, row_plan_, spec_.emphasis.row, style_, metrics_);
    draw_column_labels(figure_.list, figure_, spec_.column_labels, column_plan_, spec_.emphasis.column,
                       style_, metrics_);
    draw_cells(figure_.list, spec_, figure_, number_, style_, metrics_);
    draw_notes();
    draw_emphasis(figure_.list, spec_.emphasis, figure_, style_);
    draw_legend();
    draw_pixel_note();
    return std::move(figure_);
  }

 private:
  // 1. What there is room for: on small pages things go, the least important first.
  void choose_parts() {
    has_title_ = !spec_.title.empty();
    has_row_caption_ = !spec_.row_axis.empty();
    has_column_caption_ = !spec_.column_axis.empty();
    has_legend_ = true;
    has_labels_ = true;
    legend_width_ = legend_width(legend_, style_, metrics_);
    const auto is_wide = [&] { return left() + right() > largest_surround * page_.width; };
    if (is_wide()) has_row_caption_ = false;
    if (is_wide()) has_legend_ = false;
    const auto is_high = [&] { return above() > largest_surround * page_.height; };
    if (is_high()) has_column_caption_ = false;
    if (is_high()) has_title_ = false;
    if (page_.width < 5 * size_ || page_.height < 5 * size_) has_labels_ = false;
  }

  float left() const { return has_row_caption_ ? heatmap_row_caption_width * size_ : 0; }
  float right() const { return notes_width_ + (has_legend_ ? legend_gap * size_ + legend_width_ : 0); }
  float above() const {
    return (has_title_ ? heatmap_title_height : 0) * size_ +
           (has_column_caption_ ? caption_height : 0) * size_;
  }
  /// Column labels, the upper half of the first row's label and the legend's title stand beside each other.
  float label_zone() const {
    return std::max({column_plan_.depth, row_plan_.depth > 0 ? half_line * size_ : 0,
                     has_legend_ ? legend_title_height(legend_, style_) : 0});
  }

  // 2. The largest cells that fit between the labels, which depend on the cells: in a few rounds.
  void place() {
    const float most_label_width = label_share * page_.width;
    const float most_label_height = label_share * page_.height;
    bool has_numbers = spec_.shows_values;
    Point cell = cells_between(has_numbers);
    constexpr int rounds = 3;
    for (int round = 0; round < rounds && has_labels_; ++round) {
      row_plan_ = plan_row_labels(spec_.row_labels, cell.y, most_label_width, style_, metrics_);
      column_plan_ = plan_column_labels(spec_.column_labels, cell.x, most_label_height, style_, metrics_);
      plan_notes();
      cell = cells_between(has_numbers);
      number_ = numbers_.fitting(cell);
      has_numbers = number_ > 0;
      if (round + 1 < rounds) cell = cells_between(has_numbers);
    }
    if (!has_labels_) number_ = numbers_.fitting(cell);
    const float width = cell.x * static_cast<float>(figure_.columns);
    const float height = cell.y * static_cast<float>(figure_.rows);
    const float around_x = left() + row_plan_.depth + right();
    const float around_y = above() + label_zone();
    const float x = page_.x + left() + row_plan_.depth + (page_.width - around_x - width) / 2;
    const float y = page_.y + around_y + (page_.height - around_y - height) / 2;
    figure_.cells = {snapped(x), snapped(y), width, height};
    row_depth_ = row_plan_.depth;
    label_zone_ = label_zone();
    if (!has_labels_) return;
    // The last cells may be smaller than those that the labels were planned for.
    constexpr float rounding = 1.001f;
    row_plan_ = plan_row_labels(spec_.row_labels, cell.y, row_depth_ * rounding, style_, metrics_);
    column_plan_ =
        plan_column_labels(spec_.column_labels, cell.x, column_plan_.depth * rounding, style_, metrics_);
  }

  Point cells_between(bool has_numbers) const {
    return best_cell(spec_, page_.width - left() - row_plan_.depth - right(),
                     page_.height - above() - label_zone(), has_numbers, style_);
  }

  // Notes stand at every row or at none: they are read down the page.
  void plan_notes() {
    notes_width_ = 0;
    if (row_plan_.step > 1) return;
    float widest = 0;
    for (const std::string& note : spec_.row_notes)
      widest = std::max(widest, metrics_.width(note, small_text * size_, FontWeight::regular));
    if (widest == 0 || widest > label_share * page_.width) return;
    notes_width_ = widest + note_gap * size_;
  }

  // 3. At the foot of the page, where cells may be smaller than pixels. On canvases without pixels it stays
  // empty, so that the figure has one layout.
  void leave_room_for_note() {
    if (!is_fine(figure_, style_)) return;
    note_height_ = pixel_note_height(page_.height, style_);
    page_.height -= note_height_;
    choose_parts();
    place();
  }

  void draw_pixel_note() {
    const Rect foot{page_.x, page_.bottom(), page_.width, note_height_};
    const Point middle{figure_.cells.centre().x, foot.bottom() - 0.5f * small_text * size_};
    add_pixel_note(figure_.list, share_of(spec_, figure_, style_), middle, foot, style_, metrics_);
  }

  float snapped(float at) const { return std::round(at / style_.pixel) * style_.pixel; }

  Text caption(Point position, const std::string& markup, Colour colour) const {
    Text text;
    text.position = position;
    text.text = markup;
    text.size = size_;
    text.colour = colour;
    text.horizontal = HorizontalAnchor::centre;
    text.is_markup = true;
    return text;
  }

  void draw_captions() {
    const Rect& cells = figure_.cells;
    float y = cells.y - label_zone_;
    if (has_column_caption_) {
      const Text text = caption({cells.centre().x, y - heatmap_caption_middle * size_}, spec_.column_axis,
                                style_.quiet_text);
      add_text_within(figure_.list, text, page_, metrics_);
      y -= caption_height * size_;
    }
    if (has_title_) {
      Text text = caption({cells.centre().x, y - heatmap_title_middle * size_}, spec_.title, style_.text);
      text.size *= title_text;
      text.weight = FontWeight::medium;
      add_text_within(figure_.list, text, page_, metrics_);
    }
    if (has_row_caption_) {
      Text text = caption({cells.x - row_depth_ - heatmap_row_caption_middle * size_, cells.centre().y},
                          spec_.row_axis, style_.quiet_text);
      text.is_turned = true;
      // Below the title and the column caption, which may be as wide as the page.
      const float top = cells.y - label_zone_;
      const Rect side{page_.x, top, page_.width, page_.bottom() - top};
      add_text_within(figure_.list, text, side, metrics_);
    }
  }

  void draw_notes() {
    if (notes_width_ == 0 || row_plan_.step > 1) return;
    const Index count = std::min(figure_.rows, static_cast<Index>(spec_.row_notes.size()));
    for (Index row = 0; row < count; ++row) {
      const std::string& note = spec_.row_notes[static_cast<std::size_t>(row)];
      if (note.empty()) continue;
      Text text;
      text.position = {figure_.cells.right() + note_gap * size_, figure_.rect_of({row, 0}).centre().y};
      text.text = note;
      text.size = small_text * size_;
      text.colour = style_.quiet_text;
      figure_.list.add(std::move(text));
    }
  }

  void draw_legend() {
    if (!has_legend_) return;
    const Rect& cells = figure_.cells;
    const float top = cells.y - label_zone_ + legend_title_height(legend_, style_);
    const float room = page_.bottom() - top - 0.5f * size_;
    const float height =
        std::min(std::clamp(cells.height, least_legend * size_, largest_legend * size_), room);
    const float y = cells.height >= height ? cells.y : cells.centre().y - height / 2;
    const Rect area{cells.right() + notes_width_ + legend_gap * size_,
                    std::clamp(y, top, std::max(top, page_.bottom() - 0.5f * size_ - height)), legend_width_,
                    height};
    draw_colour_legend(figure_.list, legend_, area, style_, metrics_);
  }

  const HeatmapSpec& spec_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  float size_;
  ColourLegend legend_;
  NumberSizes numbers_;
  Heatmap figure_;
  Rect page_;  // without its margin
  LabelPlan row_plan_;
  LabelPlan column_plan_;
  float row_depth_ = 0;   // of the labels left of the cells
  float label_zone_ = 0;  // of the labels above them
  float notes_width_ = 0;
  float note_height_ = 0;  // at the foot of the page
  float legend_width_ = 0;
  float number_ = 0;
  bool has_title_ = false;
  bool has_row_caption_ = false;
  bool has_column_caption_ = false;
  bool has_legend_ = false;
  bool has_labels_ = false;
};

}  // namespace

Heatmap heatmap(const HeatmapSpec& spec, float width, float height, const FigureStyle& style,
                const TextMetrics& metrics) {
  return HeatmapBuilder(spec, width, height, style, metrics).build();
}

}  // namespace attention_lab

#include "ui/figures/heatmaps/heatmap.h"

#include <algorithm>

#include "ui/figures/heatmaps/colour_legend.h"
#include "ui/figures/heatmaps/panel_page.h"

namespace attention_lab {
namespace {

using namespace panel_sizes;

// In font sizes, unless stated otherwise.
constexpr float heatmap_title_height = 1.9f;
constexpr float heatmap_title_middle = 0.95f;  // above the cells or panel it heads
constexpr float heatmap_caption_middle = 0.8f;
constexpr float heatmap_row_caption_width = 1.9f;
constexpr float heatmap_row_caption_middle = 1.15f;
constexpr float half_line = 0.5f;

class HeatmapBuilder : PanelPage {
 public:
  HeatmapBuilder(const HeatmapSpec& spec, float width, float height, const FigureStyle& style,
                 const TextMetrics& metrics)
      : PanelPage(width, height, style, metrics),
        spec_(spec),
        legend_(legend_of(spec)),
        numbers_(spec, style, metrics) {}

  Heatmap build() {
    choose_parts();
    place();
    if (is_fine(grid_, style_)) {
      leave_room_for_pixel_note();
      choose_parts();
      place();
    }
    draw_captions();
    if (grid_.rows > 0 && grid_.columns > 0) {
      draw_panel(spec_, grid_, labels_, number_);
      if (notes_width_ > 0 && labels_.rows.step == 1)
        draw_row_notes(spec_.row_notes, grid_, labels_.rows.size);
      draw_emphasis(list_, spec_.emphasis, grid_, style_);
      draw_legend();
      draw_pixel_note(share_of(spec_, grid_, style_), grid_.cells.centre().x);
    }
    return {grid_, std::move(list_)};
  }

 private:
  // 1. Choose the parts that fit: on small pages, the least important ones are dropped first.
  void choose_parts() {
    has_title_ = !spec_.title.empty();
    has_row_caption_ = !spec_.row_axis.empty();
    has_column_caption_ = !spec_.column_axis.empty();
    has_legend_ = spec_.has_bar;
    legend_width_ = legend_width(legend_, style_, metrics_);
    const auto is_wide = [&] { return left() + right() > largest_surround * page_.width; };
    if (is_wide()) has_row_caption_ = false;
    if (is_wide()) has_legend_ = false;
    const auto is_high = [&] { return above() > largest_surround * page_.height; };
    if (is_high()) has_column_caption_ = false;
    if (is_high()) has_title_ = false;
    has_labels_ = page_.width >= 5 * size_ && page_.height >= 5 * size_;
  }

  float left() const { return has_row_caption_ ? heatmap_row_caption_width * size_ : 0; }
  float right() const { return notes_width_ + (has_legend_ ? legend_gap * size_ + legend_width_ : 0); }
  float above() const {
    return (has_title_ ? heatmap_title_height : 0) * size_ +
           (has_column_caption_ ? caption_height : 0) * size_;
  }
  /// The height above the cells: column labels, half of the first row label and the legend's title share it.
  float label_zone() const {
    return std::max({labels_.columns.depth, labels_.rows.depth > 0 ? half_line * size_ : 0,
                     has_legend_ ? legend_title_height(legend_, style_) : 0});
  }

  // 2. The largest cells that fit between the labels, which depend on the cells: found in a few rounds.
  void place() {
    const Point room_of_labels{spec_.row_label_share * page_.width, label_share * page_.height};
    bool has_numbers = spec_.shows_values;
    Point cell = cells_between(has_numbers);
    constexpr int rounds = 3;
    for (int round = 0; round < rounds && has_labels_; ++round) {
      labels_ = plan_labels(spec_, cell, room_of_labels, style_, metrics_);
      plan_notes();
      cell = cells_between(has_numbers);
      number_ = numbers_.fitting(cell);
      has_numbers = number_ > 0;
      if (round + 1 < rounds) cell = cells_between(has_numbers);
    }
    if (!has_labels_) number_ = numbers_.fitting(cell);
    const float width = cell.x * static_cast<float>(spec_.values.cols());
    const float height = cell.y * static_cast<float>(spec_.values.rows());
    const float around_x = left() + labels_.rows.depth + right();
    const float around_y = above() + label_zone();
    const float x = page_.x + left() + labels_.rows.depth + (page_.width - around_x - width) / 2;
    const float y = page_.y + around_y + (page_.height - around_y - height) / 2;
    grid_ = grid_at({x, y}, spec_, cell);
    row_depth_ = labels_.rows.depth;
    label_zone_ = label_zone();
    if (has_labels_) labels_ = labels_for(spec_, cell, labels_);
  }

  Point cells_between(bool has_numbers) const {
    return best_cell(spec_, page_.width - left() - labels_.rows.depth - right(),
                     page_.height - above() - label_zone(), has_numbers, style_);
  }

  // Row notes are read as a column, so they are shown for every row or for none.
  void plan_notes() {
    notes_width_ = labels_.rows.step > 1 ? 0 : width_of_notes(spec_.row_notes, labels_.rows.size);
    if (notes_width_ > label_share * page_.width + note_gap * size_) notes_width_ = 0;
  }

  // 3. Draw what is around the cells.
  void draw_captions() {
    const Rect& cells = grid_.cells;
    const float top = cells.y - label_zone_;
    float y = top;
    if (has_column_caption_) {
      add_caption({cells.centre().x, y - heatmap_caption_middle * size_}, spec_.column_axis);
      y -= caption_height * size_;
    }
    if (has_title_) add_title({cells.centre().x, y - heatmap_title_middle * size_}, spec_.title);
    if (has_row_caption_) {
      add_row_caption({cells.x - row_depth_ - heatmap_row_caption_middle * size_, cells.centre().y},
                      spec_.row_axis, top);
    }
  }

  void draw_legend() {
    if (!has_legend_) return;
    const Rect& cells = grid_.cells;
    const float top = cells.y - label_zone_ + legend_title_height(legend_, style_);
    const float bottom = legend_bottom();
    const float height = std::min(legend_height(cells.height), bottom - top);
    const float y = cells.height >= height ? cells.y : cells.centre().y - height / 2;
    const Rect area{cells.right() + notes_width_ + legend_gap * size_,
                    std::clamp(y, top, std::max(top, bottom - height)), legend_width_, height};
    draw_colour_legend(list_, legend_, area, style_, metrics_);
  }

  const HeatmapSpec& spec_;
  ColourLegend legend_;
  NumberSizes numbers_;
  CellGrid grid_;
  PanelLabels labels_;
  float row_depth_ = 0;   // of the labels left of the cells
  float label_zone_ = 0;  // of the labels above them
  float notes_width_ = 0;
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

NumberTable number_table(const HeatmapSpec& spec) {
  NumberTable table;
  table.corner = spec.row_axis.empty() ? spec.row_noun : spec.row_axis;
  table.columns = spec.column_labels;
  table.row_labels = spec.row_labels;
  for (Index i = 0; i < spec.values.rows(); ++i) {
    std::vector<double>& row = table.rows.emplace_back();
    for (Index j = 0; j < spec.values.cols(); ++j) row.push_back(static_cast<double>(spec.values(i, j)));
  }
  return table;
}

}  // namespace attention_lab

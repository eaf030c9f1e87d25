#include "ui/figures/heatmaps/aligned_heatmaps.h"

#include <algorithm>
#include <cmath>

#include "ui/figures/base/labels.h"
#include "ui/figures/base/value_range.h"
#include "ui/figures/heatmaps/colour_legend.h"

namespace attention_lab {
namespace {

using namespace panel_sizes;

// In font sizes, unless stated otherwise.
constexpr float aligned_margin = 0.6f;
constexpr float aligned_title_height = 2.0f;
constexpr float corner_middle = 0.75f;  // above the cells
constexpr float column_notes_height = 1.6f;
constexpr float note_share = 0.92f;  // of a cell's width, for the note below it
constexpr float aligned_legend_gap = 1.1f;
constexpr float level_legend_gap = 0.7f;
constexpr float largest_aligned_number = 1.45f;
constexpr float comfortable_number = 1.25f;  // the size at which a number has room around it
constexpr float readable_number = 0.75f;
constexpr int least_decimals = 2;

class AlignmentPlanner : PanelPage {
 public:
  AlignmentPlanner(const std::vector<const ComparedHeatmap*>& heatmaps, float width, float height,
                   const FigureStyle& style, const TextMetrics& metrics)
      : PanelPage(width, height, aligned_margin * style.font_size, style, metrics),
        heatmaps_(heatmaps),
        first_(heatmaps.front()->spec) {}

  AlignedPlan plan() {
    choose_parts();
    Point cell = cells_with_labels();
    if (plan_.has_legend) cell = cells_with_legend_below(cell);
    if (is_fine(grid_at({}, first_, cell), style_)) {
      plan_.pixel_note_height = pixel_note_height(page_.height, style_);
      cell = cells_with_labels();
    }
    plan_.labels = labels_for(first_, cell, plan_.labels);
    choose_decimals(cell);
    place(cell);
    return plan_;
  }

 private:
  // 1. Choose the parts that fit.
  void choose_parts() {
    plan_.has_row_caption = !first_.row_axis.empty();
    plan_.has_column_caption = !first_.column_axis.empty();
    plan_.has_legend = true;
    for (const ComparedHeatmap* one : heatmaps_) {
      const std::vector<std::string>& below = one->column_notes;
      plan_.legend_width = std::max(plan_.legend_width, legend_width(legend_of(one->spec), style_, metrics_));
      plan_.has_row_notes = plan_.has_row_notes || !one->spec.row_notes.empty();
      plan_.has_column_notes = plan_.has_column_notes || !below.empty();
      plan_.notes_width = std::max(plan_.notes_width, width_of_notes(one->spec.row_notes, size_));
      widest_column_note_ =
          std::max(widest_column_note_, widest_of(below, small_text * size_, FontWeight::regular, metrics_));
    }
    for (bool* const part : {&plan_.has_row_notes, &plan_.has_legend})
      if (right() > largest_surround * page_.width) *part = false;
  }

  bool has_legend_beside() const { return plan_.has_legend && !plan_.is_legend_below; }

  // Below the cells, the legend takes no width from them.
  Point cells_with_legend_below(Point beside) {
    const AlignedPlan plan_beside = plan_;
    plan_.is_legend_below = true;
    const Point below = cells_with_labels();
    if (std::min(below.x, below.y) > std::min(beside.x, beside.y) * 1.05f) return below;
    plan_ = plan_beside;
    return beside;
  }

  float right() const {
    return (plan_.has_row_notes ? plan_.notes_width : 0) +
           (has_legend_beside() ? aligned_legend_gap * size_ + plan_.legend_width : 0);
  }
  float above() const {
    return (aligned_title_height + (plan_.has_column_caption ? caption_height : 0)) * size_;
  }
  float below() const {
    return (plan_.has_column_notes ? column_notes_height * size_ : 0) +
           (plan_.is_legend_below ? level_legend_gap * size_ + level_legend_height(style_) : 0) +
           plan_.pixel_note_height;
  }

  float label_zone() const {
    float zone = plan_.labels.columns.depth;
    if (!has_legend_beside()) return zone;
    for (const ComparedHeatmap* one : heatmaps_)
      zone = std::max(zone, legend_title_height(legend_of(one->spec), style_));
    return zone;
  }

  // 2. The largest cells that fit between the labels, which in turn depend on the cells.
  Point cells_with_labels() {
    Point cell = cells_between();
    constexpr int rounds = 3;
    for (int round = 0; round < rounds; ++round) {
      plan_.labels = plan_labels(first_, cell, {label_share * page_.width, label_share * page_.height},
                                 style_, metrics_);
      plan_.label_zone = label_zone();
      // Row notes are read as a column, so they are shown for every row or for none.
      if (plan_.labels.rows.step > 1) plan_.has_row_notes = false;
      if (widest_column_note_ > cell.x * note_share) plan_.has_column_notes = false;
      cell = cells_between();
    }
    return cell;
  }

  Point cells_between() const {
    return best_cell(first_, page_.width - plan_.labels.rows.depth - right(),
                     page_.height - above() - plan_.label_zone - below(), first_.shows_values, style_);
  }

  // Chooses as many decimals as leave room around the numbers of each heatmap.
  void choose_decimals(Point cell) {
    const auto has_room = [&](const ComparedHeatmap* heatmap) {
      HeatmapSpec spec = heatmap->spec;
      spec.decimals = plan_.decimals;
      return NumberSizes(spec, style_, metrics_).fitting(cell) >= comfortable_number * size_;
    };
    plan_.decimals = first_.decimals;
    while (plan_.decimals > least_decimals && !std::all_of(heatmaps_.begin(), heatmaps_.end(), has_room))
      --plan_.decimals;
  }

  void place(Point cell) {
    const float width = cell.x * static_cast<float>(first_.values.cols());
    const float height = cell.y * static_cast<float>(first_.values.rows());
    const float spare = page_.width - plan_.labels.rows.depth - width - right();
    const float margin = aligned_margin * size_;
    const float x = margin + plan_.labels.rows.depth + std::max(0.0f, spare / 2);
    plan_.cells = {x, margin + above() + plan_.label_zone, width, height};
    plan_.height = plan_.cells.bottom() + below() + margin;
    if (has_legend_beside()) {
      const float legend_bottom = plan_.cells.y + least_legend * size_ + plan_.pixel_note_height;
      plan_.height = std::max(plan_.height, std::min(legend_bottom + margin, page_.height + 2 * margin));
    }
  }

  const std::vector<const ComparedHeatmap*>& heatmaps_;
  const HeatmapSpec& first_;
  float widest_column_note_ = 0;
  AlignedPlan plan_;
};

class AlignedDrawer : PanelPage {
 public:
  AlignedDrawer(const ComparedHeatmap& heatmap, const AlignedPlan& plan, float width, float height,
                const FigureStyle& style, const TextMetrics& metrics)
      : PanelPage(width, height, 0, style, metrics),
        heatmap_(heatmap),
        spec_(heatmap.spec),
        plan_(plan),
        grid_(grid_at({plan.cells.x, plan.cells.y + std::max(0.0f, (height - plan.height) / 2)}, spec_,
                      {plan.cells.width / static_cast<float>(spec_.values.cols()),
                       plan.cells.height / static_cast<float>(spec_.values.rows())})) {
    spec_.decimals = plan.decimals;
    grid_.cells.width = plan.cells.width;
    grid_.cells.height = plan.cells.height;
  }

  DisplayList draw() {
    draw_captions();
    choose_decimals();
    draw_panel(spec_, grid_, plan_.labels, std::min(number_size(spec_), largest_aligned_number * size_));
    draw_notes();
    if (plan_.has_legend) draw_legend();
    // At the bottom of the plan, also below the legend.
    const float margin = aligned_margin * size_;
    const float bottom = grid_.cells.y - plan_.cells.y + plan_.height - margin;
    add_pixel_note(
        list_, share_of(spec_, grid_, style_), grid_.cells.centre().x,
        {margin, bottom - plan_.pixel_note_height, page_.width - 2 * margin, plan_.pixel_note_height}, style_,
        metrics_);
    return std::move(list_);
  }

 private:
  float number_size(const HeatmapSpec& spec) const {
    return NumberSizes(spec, style_, metrics_).fitting({grid_.cell_width(), grid_.cell_height()});
  }

  // Small differences get more decimals, in smaller digits, where one digit or none would remain.
  void choose_decimals() {
    const double largest = range_of(spec_.values, spec_.mask != Mask::none).magnitude();
    if (largest == 0) return;
    HeatmapSpec finer = spec_;
    while (finer.decimals < heatmap_.spec.decimals && largest < 10 * std::pow(10.0, -finer.decimals)) {
      ++finer.decimals;
      if (number_size(finer) < readable_number * size_) return;
      spec_.decimals = finer.decimals;
    }
  }

  void draw_captions() {
    const Rect& cells = grid_.cells;
    float y = cells.y - plan_.label_zone;
    if (plan_.has_column_caption) {
      add_caption({cells.centre().x, y - caption_height * size_ / 2}, spec_.column_axis);
      y -= caption_height * size_;
    }
    add_title({cells.centre().x, y - aligned_title_height * size_ / 2}, spec_.title);
    if (!plan_.has_row_caption) return;
    // In the corner, above the labels that it describes.
    const Point corner{cells.x - note_gap * size_, cells.y - corner_middle * size_};
    add_text_within(list_,
                    markup_at(corner, spec_.row_axis, size_, style_.quiet_text, HorizontalAnchor::right),
                    page_, metrics_);
  }

  void add_note(Point position, const std::string& text, HorizontalAnchor anchor) {
    list_.add(label_at(position, text, small_text * size_, style_.quiet_text, anchor));
  }

  void draw_notes() {
    const Rect& cells = grid_.cells;
    if (plan_.has_row_notes && !spec_.row_notes.empty()) {
      add_note({cells.right() + note_gap * size_, cells.y - corner_middle * size_}, "Σ",
               HorizontalAnchor::left);
      draw_row_notes(spec_.row_notes, grid_, plan_.labels.rows.size);
    }
    const std::vector<std::string>& below = heatmap_.column_notes;
    if (!plan_.has_column_notes || below.empty()) return;
    const float y = cells.bottom() + column_notes_height * size_ / 2;
    add_note({cells.x - note_gap * size_, y}, "Σ", HorizontalAnchor::right);
    const auto count = std::min(static_cast<Index>(below.size()), grid_.columns);
    for (Index column = 0; column < count; ++column) {
      add_note({grid_.rect_of({0, column}).centre().x, y}, below[static_cast<std::size_t>(column)],
               HorizontalAnchor::centre);
    }
  }

  void draw_legend() {
    const Rect& cells = grid_.cells;
    if (plan_.is_legend_below) {
      const float y = cells.bottom() + (plan_.has_column_notes ? column_notes_height * size_ : 0) +
                      level_legend_gap * size_;
      return draw_level_legend(list_, legend_of(spec_),
                               {cells.x, y, cells.width, level_legend_height(style_)}, style_, metrics_);
    }
    const float room = page_.bottom() - cells.y - aligned_margin * size_ - plan_.pixel_note_height;
    const float height = std::min(legend_height(cells.height), room);
    const float x =
        cells.right() + (plan_.has_row_notes ? plan_.notes_width : 0) + aligned_legend_gap * size_;
    const float y = cells.height > height ? cells.centre().y - height / 2 : cells.y;
    draw_colour_legend(list_, legend_of(spec_), {x, y, plan_.legend_width, height}, style_, metrics_);
  }

  const ComparedHeatmap& heatmap_;
  HeatmapSpec spec_;
  const AlignedPlan& plan_;
  CellGrid grid_;
};

}  // namespace

AlignedPlan plan_aligned(const std::vector<const ComparedHeatmap*>& heatmaps, float width, float height,
                         const FigureStyle& style, const TextMetrics& metrics) {
  return AlignmentPlanner(heatmaps, width, height, style, metrics).plan();
}

DisplayList draw_aligned(const ComparedHeatmap& heatmap, const AlignedPlan& plan, float width, float height,
                         const FigureStyle& style, const TextMetrics& metrics) {
  return AlignedDrawer(heatmap, plan, width, height, style, metrics).draw();
}

}  // namespace attention_lab

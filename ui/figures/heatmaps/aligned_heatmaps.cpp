#include "ui/figures/heatmaps/aligned_heatmaps.h"

#include <algorithm>
#include <cmath>

#include "ui/figures/base/labels.h"
#include "ui/figures/base/value_range.h"
#include "ui/figures/heatmaps/colour_legend.h"
#include "ui/figures/heatmaps/heatmap_cells.h"
#include "ui/figures/heatmaps/heatmap_sizes.h"

namespace attention_lab {
namespace {

using namespace heatmap_sizes;

// All in font sizes.
constexpr float aligned_margin = 0.6f;
constexpr float aligned_title_height = 2.0f;
constexpr float corner_middle = 0.75f;  // above the cells
constexpr float column_notes_height = 1.6f;
constexpr float note_share = 0.92f;  // of a cell, for the note below it at most
constexpr float aligned_legend_gap = 1.1f;
constexpr float largest_aligned_number = 1.05f;
constexpr float comfortable_number = 1.25f;  // what would fit where a number has room around it
constexpr float readable_number = 0.75f;
constexpr int least_decimals = 2;

ColourLegend legend_of(const HeatmapSpec& spec) {
  return {spec.map, spec.low, spec.high, spec.legend};
}

class AlignmentPlanner {
 public:
  AlignmentPlanner(const std::vector<const ComparedHeatmap*>& heatmaps, float width, float height,
                   const FigureStyle& style, const TextMetrics& metrics)
      : heatmaps_(heatmaps),
        first_(heatmaps.front()->spec),
        style_(style),
        metrics_(metrics),
        size_(style.font_size),
        width_(width - 2 * aligned_margin * size_),
        height_(height - 2 * aligned_margin * size_) {}

  AlignedPlan plan() {
    choose_parts();
    Point cell = cells_with_labels();
    leave_room_for_note(cell);
    fit_labels(cell);
    choose_decimals(cell);
    place(cell);
    return plan_;
  }

 private:
  Point cells_with_labels() {
    Point cell = cells_between();
    constexpr int rounds = 3;
    for (int round = 0; round < rounds; ++round) {
      plan_.rows = plan_row_labels(first_.row_labels, cell.y, label_share * width_, style_, metrics_);
      plan_.columns =
          plan_column_labels(first_.column_labels, cell.x, label_share * height_, style_, metrics_);
      plan_.label_zone = label_zone();
      // They are read down the page: at every row or at none.
      if (plan_.rows.step > 1) plan_.has_row_notes = false;
      if (widest_column_note_ > cell.x * note_share) plan_.has_column_notes = false;
      cell = cells_between();
    }
    return cell;
  }

  // As in heatmap().
  void leave_room_for_note(Point& cell) {
    CellGrid grid;
    grid.rows = first_.values.rows();
    grid.columns = first_.values.cols();
    grid.cells.width = cell.x * static_cast<float>(grid.columns);
    grid.cells.height = cell.y * static_cast<float>(grid.rows);
    if (!is_fine(grid, style_)) return;
    plan_.pixel_note_height = pixel_note_height(height_, style_);
    cell = cells_with_labels();
  }

  // 1. What there is room for.
  void choose_parts() {
    plan_.has_row_caption = !first_.row_axis.empty();
    plan_.has_column_caption = !first_.column_axis.empty();
    plan_.has_legend = true;
    for (const ComparedHeatmap* one : heatmaps_) {
      plan_.legend_width = std::max(plan_.legend_width, legend_width(legend_of(one->spec), style_, metrics_));
      plan_.has_row_notes = plan_.has_row_notes || !one->spec.row_notes.empty();
      plan_.has_column_notes = plan_.has_column_notes || !one->column_notes.empty();
      plan_.notes_width = std::max(plan_.notes_width, widest(one->spec.row_notes));
      widest_column_note_ = std::max(widest_column_note_, widest(one->column_notes));
    }
    for (bool* const part : {&plan_.has_row_notes, &plan_.has_legend})
      if (right() > largest_surround * width_) *part = false;
  }

  float widest(const std::vector<std::string>& notes) const {
    float width = 0;
    for (const std::string& note : notes)
      width = std::max(width, metrics_.width(note, small_text * size_, FontWeight::regular));
    return width;
  }

  float right() const {
    return (plan_.has_row_notes ? note_gap * size_ + plan_.notes_width : 0) +
           (plan_.has_legend ? aligned_legend_gap * size_ + plan_.legend_width : 0);
  }
  float above() const {
    return (aligned_title_height + (plan_.has_column_caption ? caption_height : 0)) * size_;
  }
  float below() const {
    return (plan_.has_column_notes ? column_notes_height * size_ : 0) + plan_.pixel_note_height;
  }

  float label_zone() const {
    float zone = plan_.columns.depth;
    if (!plan_.has_legend) return zone;
    for (const ComparedHeatmap* one : heatmaps_)
      zone = std::max(zone, legend_title_height(legend_of(one->spec), style_));
    return zone;
  }

  // 2. The largest cells between the labels, which depend on the cells.
  Point cells_between() const {
    return best_cell(first_, width_ - plan_.rows.depth - right(),
                     height_ - above() - plan_.label_zone - below(), first_.shows_values, style_);
  }

  void fit_labels(Point cell) {
    constexpr float rounding = 1.001f;
    plan_.rows = plan_row_labels(first_.row_labels, cell.y, plan_.rows.depth * rounding, style_, metrics_);
    plan_.columns =
        plan_column_labels(first_.column_labels, cell.x, plan_.columns.depth * rounding, style_, metrics_);
  }

  // As many decimals as leave room around the numbers of each.
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
    const float spare = width_ - plan_.rows.depth - width - right();
    const float margin = aligned_margin * size_;
    const float x = margin + plan_.rows.depth + std::max(0.0f, spare / 2);
    plan_.cells = {x, margin + above() + plan_.label_zone, width, height};
    plan_.height = plan_.cells.bottom() + below() + margin;
    if (plan_.has_legend) {
      const float legend_bottom = plan_.cells.y + least_legend * size_ + plan_.pixel_note_height;
      plan_.height = std::max(plan_.height, std::min(legend_bottom + margin, height_ + 2 * margin));
    }
  }

  const std::vector<const ComparedHeatmap*>& heatmaps_;
  const HeatmapSpec& first_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  float size_;
  float width_;  // of the page without its margin
  float height_;
  float widest_column_note_ = 0;
  AlignedPlan plan_;
};

class Drawer {
 public:
  Drawer(const ComparedHeatmap& heatmap, const AlignedPlan& plan, float width, float height,
         const FigureStyle& style, const TextMetrics& metrics)
      : heatmap_(heatmap),
        spec_(heatmap.spec),
        plan_(plan),
        style_(style),
        metrics_(metrics),
        size_(style.font_size),
        page_{0, 0, width, height} {
    most_decimals_ = spec_.decimals;
    spec_.decimals = plan.decimals;
    list_.width = width;
    list_.height = height;
    const auto snapped = [&](float at) { return std::round(at / style.pixel) * style.pixel; };
    grid_.rows = spec_.values.rows();
    grid_.columns = spec_.values.cols();
    grid_.pixel = style.pixel;
    grid_.cells = plan.cells;
    grid_.cells.x = snapped(grid_.cells.x);
    grid_.cells.y = snapped(grid_.cells.y + std::max(0.0f, (height - plan.height) / 2));
  }

  DisplayList draw() {
    draw_captions();
    draw_row_labels(list_, grid_, spec_.row_labels, plan_.rows, std::nullopt, style_, metrics_);
    draw_column_labels(list_, grid_, spec_.column_labels, plan_.columns, std::nullopt, style_, metrics_);
    choose_decimals();
    draw_cells(list_, spec_, grid_, std::min(number_size(spec_), largest_aligned_number * size_), style_,
               metrics_);
    if (plan_.has_row_notes) draw_row_notes();
    if (plan_.has_column_notes) draw_column_notes();
    if (plan_.has_legend) draw_legend();
    draw_pixel_note();
    return std::move(list_);
  }

 private:
  float number_size(const HeatmapSpec& spec) const {
    return NumberSizes(spec, style_, metrics_).fitting({grid_.cell_width(), grid_.cell_height()});
  }

  // Small differences get one more decimal, in smaller figures, where they would have one digit or none.
  void choose_decimals() {
    const double largest = range_of(spec_.values, spec_.mask != Mask::none).magnitude();
    const double unit = std::pow(10.0, -plan_.decimals);
    const bool is_small = largest >= unit / 10 && largest < 10 * unit;
    if (!is_small || plan_.decimals >= most_decimals_) return;
    HeatmapSpec finer = spec_;
    ++finer.decimals;
    if (number_size(finer) >= readable_number * size_) spec_.decimals = finer.decimals;
  }

  Text text_at(Point position, const std::string& markup, Colour colour, float size,
               HorizontalAnchor anchor = HorizontalAnchor::centre) const {
    Text text;
    text.position = position;
    text.text = markup;
    text.size = size;
    text.colour = colour;
    text.horizontal = anchor;
    text.is_markup = true;
    return text;
  }

  void draw_captions() {
    const Rect& cells = grid_.cells;
    float y = cells.y - plan_.label_zone;
    if (plan_.has_column_caption) {
      y -= caption_height * size_ / 2;
      add_text_within(list_, text_at({cells.centre().x, y}, spec_.column_axis, style_.quiet_text, size_),
                      page_, metrics_);
      y -= caption_height * size_ / 2;
    }
    Text title = text_at({cells.centre().x, y - aligned_title_height * size_ / 2}, spec_.title, style_.text,
                         size_ * title_text);
    title.weight = FontWeight::medium;
    add_text_within(list_, title, page_, metrics_);
    if (!plan_.has_row_caption) return;
    // In the corner, over the labels it is about.
    const Point corner{cells.x - note_gap * size_, cells.y - corner_middle * size_};
    add_text_within(list_, text_at(corner, spec_.row_axis, style_.quiet_text, size_, HorizontalAnchor::right),
                    page_, metrics_);
  }

  void add_note(Point position, const std::string& markup, HorizontalAnchor anchor) {
    list_.add(text_at(position, markup, style_.quiet_text, small_text * size_, anchor));
  }

  void draw_row_notes() {
    if (spec_.row_notes.empty()) return;
    const float x = grid_.cells.right() + note_gap * size_;
    add_note({x, grid_.cells.y - corner_middle * size_}, "Σ", HorizontalAnchor::left);
    const auto count = std::min(static_cast<Index>(spec_.row_notes.size()), grid_.rows);
    for (Index row = 0; row < count; ++row) {
      add_note({x, grid_.rect_of({row, 0}).centre().y}, spec_.row_notes[static_cast<std::size_t>(row)],
               HorizontalAnchor::left);
    }
  }

  void draw_column_notes() {
    const std::vector<std::string>& notes = heatmap_.column_notes;
    if (notes.empty()) return;
    const float y = grid_.cells.bottom() + column_notes_height * size_ / 2;
    add_note({grid_.cells.x - note_gap * size_, y}, "Σ", HorizontalAnchor::right);
    const auto count = std::min(static_cast<Index>(notes.size()), grid_.columns);
    for (Index column = 0; column < count; ++column) {
      add_note({grid_.rect_of({0, column}).centre().x, y}, notes[static_cast<std::size_t>(column)],
               HorizontalAnchor::centre);
    }
  }

  void draw_legend() {
    const Rect& cells = grid_.cells;
    const float room = page_.bottom() - cells.y - aligned_margin * size_ - plan_.pixel_note_height;
    const float height =
        std::min(std::clamp(cells.height, least_legend * size_, largest_legend * size_), room);
    const float x = cells.right() + (plan_.has_row_notes ? note_gap * size_ + plan_.notes_width : 0) +
                    aligned_legend_gap * size_;
    const float y = cells.height > height ? cells.centre().y - height / 2 : cells.y;
    draw_colour_legend(list_, legend_of(spec_), {x, y, plan_.legend_width, height}, style_, metrics_);
  }

  // At the foot of the plan, beneath the legend too.
  void draw_pixel_note() {
    const float bottom = grid_.cells.y - plan_.cells.y + plan_.height - aligned_margin * size_;
    const Rect foot{page_.x + aligned_margin * size_, bottom - plan_.pixel_note_height,
                    page_.width - 2 * aligned_margin * size_, plan_.pixel_note_height};
    const Point middle{grid_.cells.centre().x, bottom - 0.5f * small_text * size_};
    add_pixel_note(list_, share_of(spec_, grid_, style_), middle, foot, style_, metrics_);
  }

  const ComparedHeatmap& heatmap_;
  HeatmapSpec spec_;
  int most_decimals_ = 0;
  const AlignedPlan& plan_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  float size_;
  Rect page_;
  CellGrid grid_;
  DisplayList list_;
};

}  // namespace

AlignedPlan plan_aligned(const std::vector<const ComparedHeatmap*>& heatmaps, float width, float height,
                         const FigureStyle& style, const TextMetrics& metrics) {
  return AlignmentPlanner(heatmaps, width, height, style, metrics).plan();
}

DisplayList draw_aligned(const ComparedHeatmap& heatmap, const AlignedPlan& plan, float width, float height,
                         const FigureStyle& style, const TextMetrics& metrics) {
  return Drawer(heatmap, plan, width, height, style, metrics).draw();
}

}  // namespace attention_lab

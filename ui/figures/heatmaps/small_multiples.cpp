#include "ui/figures/heatmaps/small_multiples.h"

#include <algorithm>

#include "ui/figures/base/labels.h"
#include "ui/figures/heatmaps/colour_legend.h"
#include "ui/figures/heatmaps/panel_page.h"

namespace attention_lab {
namespace {

using namespace panel_sizes;

// In font sizes, unless stated otherwise.
constexpr float panels_title_height = 2.1f;
constexpr float panels_caption_height = 1.4f;
constexpr float panels_caption_middle = 0.7f;
constexpr float panels_row_caption_width = 1.8f;
constexpr float panels_row_caption_middle = 1.1f;
constexpr float panel_title_height = 1.6f;
constexpr float panel_title_middle = 0.85f;  // above the cells
constexpr float panel_gap = 1.3f;
constexpr float least_bar = 6;
constexpr float wide_page = 1.5f;  // width relative to height
constexpr float foot_height = 0.6f;

constexpr float least_panel = 1.5f;              // minimum side length, in font sizes
constexpr float largest_gap = 0.2f;              // relative to a panel and its gap
constexpr float panels_label_share = 0.22f;      // of the page, maximum for labels
constexpr float panels_largest_surround = 0.4f;  // of the page, maximum for everything except panels

/// A vertical range on a page.
struct VerticalSpan {
  float top = 0;
  float bottom = 0;
};

std::vector<const HeatmapSpec*> first_of_each_scale(const std::vector<HeatmapSpec>& panels) {
  std::vector<const HeatmapSpec*> firsts;
  for (const HeatmapSpec& panel : panels) {
    const auto is_same = [&](const HeatmapSpec* first) {
      return first->map == panel.map && first->low == panel.low && first->high == panel.high;
    };
    if (std::none_of(firsts.begin(), firsts.end(), is_same)) firsts.push_back(&panel);
  }
  return firsts;
}

/// The legends of several heatmaps on one page, stacked vertically: one per scale. Keeps references to the
/// style and the metrics.
class LegendStack {
 public:
  /// Panels with the same map, `low` and `high` share a legend. Legends with the same name are named after
  /// their first panel instead.
  LegendStack(const std::vector<HeatmapSpec>& panels, const FigureStyle& style, const TextMetrics& metrics)
      : style_(style), metrics_(metrics) {
    const std::vector<const HeatmapSpec*> firsts = first_of_each_scale(panels);
    for (const HeatmapSpec* const first : firsts) {
      const auto has_its_name = [&](const HeatmapSpec* other) { return other->legend == first->legend; };
      const bool is_ambiguous = std::count_if(firsts.begin(), firsts.end(), has_its_name) > 1;
      legends_.push_back(legend_of(*first));
      if (is_ambiguous) legends_.back().title = first->title;
      width_ = std::max(width_, legend_width(legends_.back(), style, metrics));
      head_ = std::max(head_, legend_title_height(legends_.back(), style));
    }
  }

  float width() const { return width_; }
  /// The minimum height on the page.
  float least_height() const {
    return (head_ + least_bar * style_.font_size) * static_cast<float>(legends_.size());
  }

  /// Draws the legends at `x`, as tall as the part `beside` that they explain if that is tall enough, but
  /// always within `room`.
  void draw(DisplayList& list, float x, VerticalSpan beside, VerticalSpan room) const {
    const float size = style_.font_size;
    const float count = static_cast<float>(legends_.size());
    const float extent = beside.bottom - beside.top;
    if (legends_.size() == 1) return draw_one(list, x, beside, room);
    const float foot = foot_height * size;
    const float most = (room.bottom - room.top) / count - head_ - foot;
    const float bar = std::clamp(extent / count - head_ - foot, std::min(least_bar * size, most), most);
    const float block = (head_ + bar + foot) * count;
    float y = std::clamp((beside.top + beside.bottom - block) / 2, room.top, room.bottom - block);
    for (const ColourLegend& legend : legends_) {
      draw_colour_legend(list, legend, {x, y + head_, width_, bar}, style_, metrics_);
      y += head_ + bar + foot;
    }
  }

 private:
  /// As tall as the cells, if its numbers fit.
  void draw_one(DisplayList& list, float x, VerticalSpan beside, VerticalSpan room) const {
    const float least = least_legend * style_.font_size;
    const float top = std::max(std::min(beside.top, room.bottom - least), room.top + head_);
    const float bar = std::min(std::max(beside.bottom - beside.top, least), room.bottom - top);
    draw_colour_legend(list, legends_.front(), {x, top, width_, bar}, style_, metrics_);
  }

  const FigureStyle& style_;
  const TextMetrics& metrics_;
  std::vector<ColourLegend> legends_;
  float width_ = 0;
  float head_ = 0;  // the height of the highest title
};

/// The arrangement of the panels: `across` in each row.
struct Arrangement {
  Index across = 1;
  Index down = 1;
  Point cell;  // of the largest matrix
  PanelLabels labels;
};

class SmallMultiplesBuilder : PanelPage {
 public:
  SmallMultiplesBuilder(const SmallMultiplesSpec& spec, float width, float height, const FigureStyle& style,
                        const TextMetrics& metrics)
      : PanelPage(width, height, style, metrics), spec_(spec), legends_(spec.panels, style, metrics) {}

  DisplayList build() {
    collect();
    choose_parts();
    if (spec_.panels.empty()) {
      draw_title();
      return std::move(list_);
    }
    choose_arrangement();
    place();
    if (has_fine_panel()) {
      leave_room_for_pixel_note();
      choose_parts();
      choose_arrangement();
      place();
    }
    draw_title();
    draw_captions();
    for (Index i = 0; i < n_panels(); ++i) draw_panel_at(i);
    draw_legends();
    draw_pixel_note(share_of_all(), panels_.centre().x);
    return std::move(list_);
  }

 private:
  // 1. Collect what the panels have in common.
  void collect() {
    for (const HeatmapSpec& panel : spec_.panels) {
      numbers_.emplace_back(panel, style_, metrics_);
      const HeatmapSpec& first = spec_.panels.front();
      shares_labels_ = shares_labels_ && panel.row_labels == first.row_labels &&
                       panel.column_labels == first.column_labels;
      if (panel.values.rows() * panel.values.cols() > largest().values.size()) largest_ = &panel;
      has_panel_titles_ = has_panel_titles_ || !panel.title.empty();
    }
  }

  const HeatmapSpec& largest() const { return largest_ != nullptr ? *largest_ : spec_.panels.front(); }

  // 2. Choose the parts that fit.
  void choose_parts() {
    has_title_ = !spec_.title.empty() && panels_title_height * size_ < panels_largest_surround * page_.height;
    if (spec_.panels.empty()) return;
    const HeatmapSpec& first = spec_.panels.front();
    has_column_caption_ =
        shares_labels_ && !first.column_axis.empty() &&
        (panels_title_height + panels_caption_height) * size_ < panels_largest_surround * page_.height;
    const float beside = legend_gap * size_ + legends_.width();
    has_legends_ = first.has_bar && beside < panels_largest_surround * page_.width &&
                   legends_.least_height() < page_.height - top();
    has_row_caption_ = shares_labels_ && !first.row_axis.empty() &&
                       (has_legends_ ? beside : 0) + panels_row_caption_width * size_ <
                           panels_largest_surround * page_.width;
  }

  float top() const {
    return (has_title_ ? panels_title_height * size_ : 0) +
           (has_column_caption_ ? panels_caption_height * size_ : 0);
  }
  float left() const { return has_row_caption_ ? panels_row_caption_width * size_ : 0; }
  float right() const { return has_legends_ ? legend_gap * size_ + legends_.width() : 0; }
  float panel_head() const { return has_panel_titles_ ? panel_title_height * size_ : 0; }
  float gap_above(Index down) const {
    const float wanted = has_panel_titles_ ? 0.3f * size_ : panel_gap * size_;
    const float most = largest_gap * page_.height / static_cast<float>(down);
    return has_labels_ ? wanted : std::min(wanted, most);
  }
  float gap_beside(Index across) const {
    const float most = largest_gap * page_.width / static_cast<float>(across);
    return has_labels_ ? panel_gap * size_ : std::min(panel_gap * size_, most);
  }

  /// How often the labels occur in one direction: at every panel, or only at the outer ones.
  float times(Index count) const { return shares_labels_ ? 1 : static_cast<float>(count); }

  // 3. Choose the number of columns with the largest cells, and drop parts if the page is too small.
  void choose_arrangement() {
    choose_largest_cells();
    for (bool* const part : {&has_row_caption_, &has_column_caption_, &has_legends_, &has_labels_,
                             &has_panel_titles_, &has_title_}) {
      const Point panel = panel_size();
      if (std::min(panel.x, panel.y) >= least_panel * size_) break;
      if (!*part) continue;
      *part = false;
      choose_largest_cells();
    }
    fit_labels();
  }

  Point panel_size() const {
    return {chosen_.cell.x * static_cast<float>(largest().values.cols()),
            chosen_.cell.y * static_cast<float>(largest().values.rows())};
  }

  void choose_largest_cells() {
    const Index count = n_panels();
    float best = -1;
    const bool is_row = spec_.is_row_if_wide && page_.width > wide_page * page_.height;
    for (Index across = is_row ? count : 1; across <= count; ++across) {
      const Index down = (count + across - 1) / across;
      if ((down - 1) * across >= count || (across - 1) * down >= count) continue;  // a row or column is empty
      const Arrangement one = arranged(across, down);
      const float area = one.cell.x * one.cell.y;
      if (area <= best * 1.0001f) continue;
      best = area;
      chosen_ = one;
    }
  }

  Arrangement arranged(Index across, Index down) {
    Arrangement plan;
    plan.across = across;
    plan.down = down;
    plan.cell = cell_of(plan, true);
    const HeatmapSpec& first = spec_.panels.front();
    constexpr int rounds = 3;
    for (int round = 0; round < rounds && has_labels_; ++round) {
      plan.labels = plan_labels(
          first, plan.cell,
          {panels_label_share * page_.width / times(across), panels_label_share * page_.height / times(down)},
          style_, metrics_);
      plan.cell = cell_of(plan, true);
      const bool has_numbers = numbers_.front().fitting(plan.cell) > 0;
      if (!has_numbers) plan.cell = cell_of(plan, false);
    }
    return plan;
  }

  Point cell_of(const Arrangement& plan, bool has_numbers) const {
    const float across = static_cast<float>(plan.across);
    const float down = static_cast<float>(plan.down);
    const float width = page_.width - left() - right() - plan.labels.rows.depth * times(plan.across) -
                        gap_beside(plan.across) * (across - 1);
    const float height = page_.height - top() - plan.labels.columns.depth * times(plan.down) -
                         panel_head() * down - gap_above(plan.down) * (down - 1);
    return best_cell(largest(), width / across, height / down, has_numbers && largest().shows_values, style_);
  }

  void fit_labels() {
    row_depth_ = chosen_.labels.rows.depth;
    column_depth_ = chosen_.labels.columns.depth;
    chosen_.labels = labels_for(spec_.panels.front(), chosen_.cell, chosen_.labels);
    fit_decimals();
    number_ = largest().shows_values ? style_.font_size * 2 : 0;
    for (NumberSizes& numbers : numbers_) number_ = std::min(number_, numbers.fitting(chosen_.cell));
  }

  // A panel may ask for more decimals than the first one, and gets as many as fit.
  void fit_decimals() {
    numbers_.clear();
    for (HeatmapSpec& panel : spec_.panels) {
      while (panel.decimals > spec_.panels.front().decimals &&
             NumberSizes(panel, style_, metrics_).fitting(chosen_.cell) == 0)
        --panel.decimals;
      numbers_.emplace_back(panel, style_, metrics_);
    }
  }

  // 4. Place the panels, centred on the page.
  void place() {
    panel_ = panel_size();
    const float across = static_cast<float>(chosen_.across);
    const float down = static_cast<float>(chosen_.down);
    pitch_ = {panel_.x + gap_beside(chosen_.across) + (shares_labels_ ? 0 : row_depth_),
              panel_.y + gap_above(chosen_.down) + panel_head() + (shares_labels_ ? 0 : column_depth_)};
    const float width = pitch_.x * (across - 1) + panel_.x;
    const float height = pitch_.y * (down - 1) + panel_.y;
    const float before = left() + row_depth_;
    const float above = top() + panel_head() + column_depth_;
    panels_ = {page_.x + before + std::max(0.0f, (page_.width - before - right() - width) / 2),
               page_.y + above + std::max(0.0f, (page_.height - above - height) / 2), width, height};
  }

  const HeatmapSpec& panel(Index i) const { return spec_.panels[static_cast<std::size_t>(i)]; }

  CellGrid grid_of(Index i) const {
    const auto row = i / chosen_.across;
    return grid_at({panels_.x + pitch_.x * static_cast<float>(i % chosen_.across),
                    panels_.y + pitch_.y * static_cast<float>(row)},
                   panel(i), chosen_.cell);
  }

  bool has_fine_panel() const {
    bool has_fine = false;
    for (Index i = 0; i < n_panels(); ++i) has_fine = has_fine || is_fine(grid_of(i), style_);
    return has_fine;
  }

  PixelShare share_of_all() const {
    PixelShare share = share_of(panel(0), grid_of(0), style_);
    for (Index i = 1; i < n_panels(); ++i) share = joined(share, share_of(panel(i), grid_of(i), style_));
    return share;
  }

  Index n_panels() const { return static_cast<Index>(spec_.panels.size()); }

  // 5. Draw what is around the panels.
  void draw_title() {
    if (!has_title_) return;
    const bool has_panels = !spec_.panels.empty();
    const float above =
        panel_head() + column_depth_ + (has_column_caption_ ? panels_caption_height * size_ : 0);
    const float y =
        has_panels ? panels_.y - above - title_middle * size_ - 0.5f * size_ : page_.y + title_middle * size_;
    add_title({has_panels ? panels_.centre().x : page_.centre().x, y}, spec_.title);
  }

  void draw_captions() {
    const HeatmapSpec& first = spec_.panels.front();
    const float top = panels_.y - panel_head() - column_depth_;
    if (has_column_caption_)
      add_caption({panels_.centre().x, top - panels_caption_middle * size_}, first.column_axis);
    if (has_row_caption_) {
      add_row_caption({panels_.x - row_depth_ - panels_row_caption_middle * size_, panels_.centre().y},
                      first.row_axis, top);
    }
  }

  void draw_panel_at(Index i) {
    const HeatmapSpec& spec = panel(i);
    const CellGrid grid = grid_of(i);
    PanelLabels labels = chosen_.labels;
    if (shares_labels_ && i % chosen_.across > 0) labels.rows.depth = 0;
    const bool has_column_labels = i < chosen_.across || !shares_labels_;
    if (!has_column_labels) labels.columns.depth = 0;
    if (has_panel_titles_ && !spec.title.empty()) {
      const float y = grid.cells.y - (has_column_labels ? column_depth_ : 0) - panel_title_middle * size_;
      Text title = markup_at({grid.cells.x + panel_.x / 2, y}, spec.title, size_, style_.text);
      const float overhang =
          std::max(0.0f, std::min(0.3f * gap_beside(chosen_.across), page_.x - style_.pixel));
      title = fitted(std::move(title), panel_.x + 2 * overhang, metrics_);
      if (!title.text.empty()) list_.add(std::move(title));
    }
    if (grid.rows == 0 || grid.columns == 0) return;
    draw_panel(spec, grid, labels, number_);
    draw_emphasis(list_, spec.emphasis, grid, style_);
  }

  void draw_legends() {
    if (!has_legends_) return;
    const float ceiling = panels_.y - panel_head() - column_depth_;
    legends_.draw(list_, panels_.right() + legend_gap * size_, {panels_.y, panels_.bottom()},
                  {ceiling, legend_bottom()});
  }

  SmallMultiplesSpec spec_;
  const HeatmapSpec* largest_ = nullptr;
  std::vector<NumberSizes> numbers_;  // one per panel
  LegendStack legends_;
  bool shares_labels_ = true;
  bool has_panel_titles_ = false;
  bool has_title_ = false;
  bool has_column_caption_ = false;
  bool has_row_caption_ = false;
  bool has_legends_ = false;
  bool has_labels_ = true;
  Arrangement chosen_;
  float row_depth_ = 0;  // of the labels left of a panel
  float column_depth_ = 0;
  float number_ = 0;
  Point panel_;  // the size of one panel
  Point pitch_;  // the distance between panels
  Rect panels_;  // the cells of all panels
};

}  // namespace

DisplayList small_multiples(const SmallMultiplesSpec& spec, float width, float height,
                            const FigureStyle& style, const TextMetrics& metrics) {
  return SmallMultiplesBuilder(spec, width, height, style, metrics).build();
}

}  // namespace attention_lab

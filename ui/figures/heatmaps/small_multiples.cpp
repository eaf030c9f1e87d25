#include "ui/figures/heatmaps/small_multiples.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/figures/base/labels.h"
#include "ui/figures/charts/axis_labels.h"
#include "ui/figures/heatmaps/heatmap_cells.h"
#include "ui/figures/heatmaps/heatmap_sizes.h"
#include "ui/figures/heatmaps/legend_stack.h"

namespace attention_lab {
namespace {

using namespace heatmap_sizes;

// All in font sizes.
constexpr float panels_title_height = 2.1f;
constexpr float panels_caption_height = 1.4f;
constexpr float panels_caption_middle = 0.7f;
constexpr float panels_row_caption_width = 1.8f;
constexpr float panels_row_caption_middle = 1.1f;
constexpr float panel_title_height = 1.6f;
constexpr float panel_title_middle = 0.85f;  // above the cells
constexpr float panel_gap = 1.3f;

constexpr float least_panel = 1.5f;              // a side of it, in font sizes
constexpr float largest_gap = 0.2f;              // of a panel and its gap
constexpr float panels_label_share = 0.22f;      // of the page, for labels at most
constexpr float panels_largest_surround = 0.4f;  // of the page, for all that is not panels

/// How the panels stand: `across` in a row.
struct Arrangement {
  Index across = 1;
  Index down = 1;
  Point cell;  // of the largest matrix
  LabelPlan rows;
  LabelPlan columns;
};

class SmallMultiplesBuilder {
 public:
  SmallMultiplesBuilder(const SmallMultiplesSpec& spec, float width, float height, const FigureStyle& style,
                        const TextMetrics& metrics)
      : spec_(spec),
        style_(style),
        metrics_(metrics),
        size_(style.font_size),
        legends_(spec.panels, style, metrics) {
    list_.width = width;
    list_.height = height;
    const float margin = std::min(margin_size * size_, largest_margin * std::min(width, height));
    page_ = {margin, margin, width - 2 * margin, height - 2 * margin};
  }

  DisplayList build() {
    collect();
    choose_parts();
    if (spec_.panels.empty()) {
      draw_title();
      return std::move(list_);
    }
    choose_arrangement();
    place();
    leave_room_for_note();
    draw_title();
    draw_captions();
    for (Index i = 0; i < n_panels(); ++i) draw_panel(i);
    draw_legends();
    draw_pixel_note();
    return std::move(list_);
  }

 private:
  // 1. What the panels have in common.
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

  // 2. What there is room for.
  void choose_parts() {
    has_title_ = !spec_.title.empty() && panels_title_height * size_ < panels_largest_surround * page_.height;
    if (spec_.panels.empty()) return;
    const HeatmapSpec& first = spec_.panels.front();
    has_column_caption_ =
        shares_labels_ && !first.column_axis.empty() &&
        (panels_title_height + panels_caption_height) * size_ < panels_largest_surround * page_.height;
    const float beside = legend_gap * size_ + legends_.width();
    has_legends_ =
        beside < panels_largest_surround * page_.width && legends_.least_height() < page_.height - top();
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

  /// How often something stands that each panel has, or only the outer ones.
  float times(Index count) const { return shares_labels_ ? 1 : static_cast<float>(count); }

  // 3. As many columns as make the cells largest; on a page too small for that, with less around the panels.
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
    for (Index across = 1; across <= count; ++across) {
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
      plan.rows = plan_row_labels(first.row_labels, plan.cell.y,
                                  panels_label_share * page_.width / times(across), style_, metrics_);
      plan.columns = plan_column_labels(first.column_labels, plan.cell.x,
                                        panels_label_share * page_.height / times(down), style_, metrics_);
      plan.cell = cell_of(plan, true);
      const bool has_numbers = numbers_.front().fitting(plan.cell) > 0;
      if (!has_numbers) plan.cell = cell_of(plan, false);
    }
    return plan;
  }

  Point cell_of(const Arrangement& plan, bool has_numbers) const {
    const float across = static_cast<float>(plan.across);
    const float down = static_cast<float>(plan.down);
    const float width = page_.width - left() - right() - plan.rows.depth * times(plan.across) -
                        gap_beside(plan.across) * (across - 1);
    const float height = page_.height - top() - plan.columns.depth * times(plan.down) - panel_head() * down -
                         gap_above(plan.down) * (down - 1);
    return best_cell(largest(), width / across, height / down, has_numbers && largest().shows_values, style_);
  }

  // The last cells may be smaller than those that the labels were planned for.
  void fit_labels() {
    constexpr float rounding = 1.001f;
    row_depth_ = chosen_.rows.depth;
    column_depth_ = chosen_.columns.depth;
    const HeatmapSpec& first = spec_.panels.front();
    chosen_.rows = plan_row_labels(first.row_labels, chosen_.cell.y, row_depth_ * rounding, style_, metrics_);
    chosen_.columns =
        plan_column_labels(first.column_labels, chosen_.cell.x, column_depth_ * rounding, style_, metrics_);
    number_ = largest().shows_values ? style_.font_size * 2 : 0;
    for (NumberSizes& numbers : numbers_) number_ = std::min(number_, numbers.fitting(chosen_.cell));
  }

  // 4. Where the panels stand: all of them in the middle of the page.
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

  CellGrid grid_of(Index i) const {
    const HeatmapSpec& panel = spec_.panels[static_cast<std::size_t>(i)];
    CellGrid grid;
    grid.rows = panel.values.rows();
    grid.columns = panel.values.cols();
    grid.pixel = style_.pixel;
    const auto snapped = [this](float at) { return std::round(at / style_.pixel) * style_.pixel; };
    grid.cells = {snapped(panels_.x + pitch_.x * static_cast<float>(i % chosen_.across)),
                  snapped(panels_.y + pitch_.y * static_cast<float>(i / chosen_.across)),
                  chosen_.cell.x * static_cast<float>(grid.columns),
                  chosen_.cell.y * static_cast<float>(grid.rows)};
    return grid;
  }

  // 5. At the foot of the page, as in heatmap().
  void leave_room_for_note() {
    bool has_fine = false;
    for (Index i = 0; i < n_panels(); ++i) has_fine = has_fine || is_fine(grid_of(i), style_);
    if (!has_fine) return;
    note_height_ = pixel_note_height(page_.height, style_);
    page_.height -= note_height_;
    choose_parts();
    choose_arrangement();
    place();
  }

  void draw_pixel_note() {
    std::optional<PixelShare> share;
    for (Index i = 0; i < n_panels(); ++i) {
      const PixelShare one = share_of(spec_.panels[static_cast<std::size_t>(i)], grid_of(i), style_);
      share = share ? joined(*share, one) : one;
    }
    const Rect foot{page_.x, page_.bottom(), page_.width, note_height_};
    const Point middle{panels_.centre().x, foot.bottom() - 0.5f * small_text * size_};
    add_pixel_note(list_, *share, middle, foot, style_, metrics_);
  }

  Index n_panels() const { return static_cast<Index>(spec_.panels.size()); }

  Text text_of(Point position, const std::string& markup, Colour colour) const {
    Text text;
    text.position = position;
    text.text = markup;
    text.size = size_;
    text.colour = colour;
    text.horizontal = HorizontalAnchor::centre;
    text.is_markup = true;
    return text;
  }

  void draw_title() {
    if (!has_title_) return;
    const bool has_panels = !spec_.panels.empty();
    const float above =
        panel_head() + column_depth_ + (has_column_caption_ ? panels_caption_height * size_ : 0);
    const float y =
        has_panels ? panels_.y - above - title_middle * size_ - 0.5f * size_ : page_.y + title_middle * size_;
    Text title = text_of({has_panels ? panels_.centre().x : page_.centre().x, y}, spec_.title, style_.text);
    title.size *= title_text;
    title.weight = FontWeight::medium;
    add_text_within(list_, title, page_, metrics_);
  }

  void draw_captions() {
    const HeatmapSpec& first = spec_.panels.front();
    if (has_column_caption_) {
      const float y = panels_.y - panel_head() - column_depth_ - panels_caption_middle * size_;
      add_text_within(list_, text_of({panels_.centre().x, y}, first.column_axis, style_.quiet_text), page_,
                      metrics_);
    }
    if (has_row_caption_) {
      Text text = text_of({panels_.x - row_depth_ - panels_row_caption_middle * size_, panels_.centre().y},
                          first.row_axis, style_.quiet_text);
      text.is_turned = true;
      const float y = panels_.y - panel_head() - column_depth_;
      add_text_within(list_, text, {page_.x, y, page_.width, page_.bottom() - y}, metrics_);
    }
  }

  void draw_panel(Index i) {
    const HeatmapSpec& panel = spec_.panels[static_cast<std::size_t>(i)];
    const CellGrid grid = grid_of(i);
    const bool is_first_column = i % chosen_.across == 0;
    const bool is_first_row = i < chosen_.across;
    const bool has_column_labels = is_first_row || !shares_labels_;
    if (has_panel_titles_ && !panel.title.empty()) {
      const float y = grid.cells.y - (has_column_labels ? column_depth_ : 0) - panel_title_middle * size_;
      Text title = text_of({grid.cells.x + panel_.x / 2, y}, panel.title, style_.text);
      const float overhang =
          std::max(0.0f, std::min(0.3f * gap_beside(chosen_.across), page_.x - style_.pixel));
      title = fitted(std::move(title), panel_.x + 2 * overhang, metrics_);
      if (!title.text.empty()) list_.add(std::move(title));
    }
    if (grid.rows == 0 || grid.columns == 0) return;
    if (is_first_column || !shares_labels_) {
      draw_row_labels(list_, grid, panel.row_labels, chosen_.rows, panel.emphasis.row, style_, metrics_);
    }
    if (has_column_labels) {
      draw_column_labels(list_, grid, panel.column_labels, chosen_.columns, panel.emphasis.column, style_,
                         metrics_);
    }
    draw_cells(list_, panel, grid, number_, style_, metrics_);
    draw_emphasis(list_, panel.emphasis, grid, style_);
  }

  void draw_legends() {
    if (!has_legends_) return;
    const float ceiling = panels_.y - panel_head() - column_depth_;
    legends_.draw(list_, panels_.right() + legend_gap * size_, {panels_.y, panels_.bottom()},
                  {ceiling, page_.bottom()});
  }

  const SmallMultiplesSpec& spec_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  float size_;
  DisplayList list_;
  Rect page_;  // without its margin
  const HeatmapSpec* largest_ = nullptr;
  std::vector<NumberSizes> numbers_;  // one a panel
  LegendStack legends_;
  bool shares_labels_ = true;
  bool has_panel_titles_ = false;
  bool has_title_ = false;
  bool has_column_caption_ = false;
  bool has_row_caption_ = false;
  bool has_legends_ = false;
  bool has_labels_ = true;
  Arrangement chosen_;
  float note_height_ = 0;  // at the foot of the page
  float row_depth_ = 0;    // of the labels left of a panel
  float column_depth_ = 0;
  float number_ = 0;
  Point panel_;  // the size of one
  Point pitch_;  // from one to the next
  Rect panels_;  // the cells of all of them
};

}  // namespace

DisplayList small_multiples(const SmallMultiplesSpec& spec, float width, float height,
                            const FigureStyle& style, const TextMetrics& metrics) {
  return SmallMultiplesBuilder(spec, width, height, style, metrics).build();
}

}  // namespace attention_lab

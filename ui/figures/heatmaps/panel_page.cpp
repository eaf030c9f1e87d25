#include "ui/figures/heatmaps/panel_page.h"

#include <algorithm>

#include "ui/figures/base/labels.h"

namespace attention_lab {
namespace {

using namespace panel_sizes;

constexpr float largest_margin = 0.15f;  // of the page
constexpr float below_legend = 0.5f;     // for the lower half of its last number, in font sizes

}  // namespace

ColourLegend legend_of(const HeatmapSpec& spec) {
  return {spec.map, spec.low, spec.high, spec.legend,
          spec.shows_values ? std::optional(spec.decimals) : std::nullopt};
}

PanelLabels plan_labels(const HeatmapSpec& spec, Point cell, Point most, const FigureStyle& style,
                        const TextMetrics& metrics) {
  const auto with_kept = [](std::vector<Index> kept, std::optional<Index> emphasised) {
    if (emphasised) kept.insert(kept.begin(), *emphasised);
    return kept;
  };
  return {plan_row_labels(spec.row_labels, cell.y, most.x, style, metrics, with_kept({}, spec.emphasis.row)),
          plan_column_labels(spec.column_labels, cell.x, most.y, style, metrics,
                             with_kept(spec.kept_columns, spec.emphasis.column))};
}

PanelPage::PanelPage(float width, float height, float margin, const FigureStyle& style,
                     const TextMetrics& metrics)
    : style_(style),
      metrics_(metrics),
      size_(style.font_size),
      page_{margin, margin, width - 2 * margin, height - 2 * margin} {
  list_.width = width;
  list_.height = height;
}

PanelPage::PanelPage(float width, float height, const FigureStyle& style, const TextMetrics& metrics)
    : PanelPage(width, height,
                std::min(margin_size * style.font_size, largest_margin * std::min(width, height)), style,
                metrics) {}

PanelLabels PanelPage::labels_for(const HeatmapSpec& spec, Point cell, const PanelLabels& planned) const {
  constexpr float rounding = 1.001f;
  return plan_labels(spec, cell, {planned.rows.depth * rounding, planned.columns.depth * rounding}, style_,
                     metrics_);
}

float PanelPage::width_of_notes(const std::vector<std::string>& notes, float label_size) const {
  const float widest = widest_of(notes, small_text * label_size, FontWeight::regular, metrics_);
  return widest == 0 ? 0 : widest + note_gap * size_;
}

float PanelPage::legend_height(float cells) const {
  return std::max(cells, least_legend * size_);
}

float PanelPage::legend_bottom() const {
  return std::min(page_.bottom(), list_.height - note_height_ - below_legend * size_ - style_.pixel);
}

CellGrid PanelPage::grid_at(Point corner, const HeatmapSpec& spec, Point cell) const {
  CellGrid grid;
  grid.rows = spec.values.rows();
  grid.columns = spec.values.cols();
  grid.pixel = style_.pixel;
  grid.cells = {style_.snapped(corner.x), style_.snapped(corner.y), cell.x * static_cast<float>(grid.columns),
                cell.y * static_cast<float>(grid.rows)};
  return grid;
}

void PanelPage::leave_room_for_pixel_note() {
  note_height_ = pixel_note_height(page_.height, style_);
  page_.height -= note_height_;
}

void PanelPage::add_title(Point middle, const std::string& markup) {
  Text title = markup_at(middle, markup, size_ * title_text, style_.text);
  title.weight = FontWeight::medium;
  add_text_within(list_, title, page_, metrics_);
}

void PanelPage::add_caption(Point middle, const std::string& markup) {
  add_text_within(list_, markup_at(middle, markup, size_, style_.quiet_text), page_, metrics_);
}

void PanelPage::add_row_caption(Point middle, const std::string& markup, float top) {
  Text caption = markup_at(middle, markup, size_, style_.quiet_text);
  caption.is_turned = true;
  add_text_within(list_, caption, {page_.x, top, page_.width, page_.bottom() - top}, metrics_);
}

void PanelPage::draw_panel(const HeatmapSpec& spec, const CellGrid& grid, const PanelLabels& labels,
                           float number) {
  draw_row_labels(list_, grid, spec.row_labels, labels.rows, spec.emphasis.row, style_, metrics_);
  draw_column_labels(list_, grid, spec.column_labels, labels.columns, spec.emphasis.column, style_, metrics_);
  draw_cells(list_, spec, grid, number, style_, metrics_);
}

void PanelPage::draw_row_notes(const std::vector<std::string>& notes, const CellGrid& grid,
                               float label_size) {
  const Index count = std::min(grid.rows, static_cast<Index>(notes.size()));
  for (Index row = 0; row < count; ++row) {
    const std::string& note = notes[static_cast<std::size_t>(row)];
    if (note.empty()) continue;
    list_.add(label_at({grid.cells.right() + note_gap * size_, grid.rect_of({row, 0}).centre().y}, note,
                       small_text * label_size, style_.quiet_text));
  }
}

void PanelPage::draw_pixel_note(const PixelShare& share, float middle) {
  add_pixel_note(list_, share, middle, {page_.x, page_.bottom(), page_.width, note_height_}, style_,
                 metrics_);
}

}  // namespace attention_lab

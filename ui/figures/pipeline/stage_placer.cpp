#include "ui/figures/pipeline/stage_placer.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace attention_lab {
namespace {

// Maximum growth of gaps, in font sizes.
constexpr float widest_spread = 2.2f;
constexpr float highest_spread = 1.4f;

/// Places a chosen layout on the page.
class StagePlacer {
 public:
  StagePlacer(const StageRequest& request, const Rect& area, const StageSizes& sizes,
              const StageChooser& chooser, const StageSizes::Cells& cells)
      : request_(request),
        area_(area),
        sizes_(sizes),
        chooser_(chooser),
        plan_(sizes.plan()),
        cells_(cells) {}

  StageLayout place(float number) {
    layout_.text = sizes_.text();
    layout_.text.number = number;
    layout_.is_strip = request_.is_strip;
    layout_.decimals = request_.decimals;
    layout_.sizes = axis_sizes(request_.document.model);
    layout_.visible = chooser_.visible();
    layout_.first = chooser_.first();
    layout_.has_texts = sizes_.choice().has_texts;
    place_columns();
    place_lines();
    for (std::size_t i = 0; i < plan_.blocks.size(); ++i) place_block(i);
    for (const StageLink& link : plan_.links) place_link(link);
    return std::move(layout_);
  }

 private:
  float snapped(float length) const {
    const float pixel = request_.style.pixel;
    return std::round(length / pixel) * pixel;
  }

  // Distributes the remaining room over the gaps, up to a limit, and the rest around the figure.
  void place_columns() {
    const float gaps = static_cast<float>(std::max(plan_.columns - 1, 1));
    const float left_over = std::max(0.0f, area_.width - sizes_.width(cells_));
    const float extra = std::min(left_over / (gaps + 0.8f), request_.style.font_size * widest_spread);
    const std::optional<std::size_t> before_last = sizes_.before_last_column();
    float x = area_.x + (left_over - extra * static_cast<float>(plan_.columns - 1)) / 2;
    for (int column = 0; column < plan_.columns; ++column) {
      x += sizes_.left_part(column);
      left_.push_back(x);
      const bool is_before_last = column + 2 == plan_.columns && before_last;
      x += is_before_last ? sizes_.right_part_of(*before_last, cells_) : sizes_.right_part(column, cells_);
      right_.push_back(x);
      StageSizes::Gap gap = sizes_.gap(column);
      if (gap.curve > 0) gap.curve += extra * (gap.level > gap.curve ? 0.5f : 0.8f);
      landing_.push_back(x + gap.curve);
      x = landing_.back() + gap.level +
          (gap.curve > 0 ? extra * (gap.level > sizes_.gap(column).curve ? 0.5f : 0.2f) : extra);
    }
  }

  void place_lines() {
    middles_ = sizes_.lines(cells_);
    const float left_over = std::max(0.0f, area_.height - sizes_.height(cells_));
    const float gaps = static_cast<float>(plan_.lines - (plan_.floats ? 1 : 0));
    const float extra = std::min(left_over / (gaps + 0.5f), request_.style.font_size * highest_spread);
    float shift = area_.y + (left_over - extra * (gaps - 1)) / 2;
    for (std::size_t line = 0; line < middles_.size(); ++line) {
      middles_[line] += shift;
      if (!(plan_.floats && line == 0)) shift += extra;
    }
    if (plan_.floats) float_keys();
  }

  // Centres K between what is above and below it.
  void float_keys() {
    float highest = area_.y;
    float lowest = area_.bottom();
    for (std::size_t i = 0; i < plan_.blocks.size(); ++i) {
      const StageBlock& block = plan_.blocks[i];
      if (block.line != 1 || block.beneath) continue;
      highest = std::max(highest, area_.y + sizes_.above(i, cells_));
      lowest = std::min(lowest, area_.bottom() - sizes_.below(i, cells_));
      for (std::size_t j = 0; j < plan_.blocks.size(); ++j) {
        const StageBlock& other = plan_.blocks[j];
        if (other.column != block.column || other.beneath || j == i) continue;
        const float middle = middles_[static_cast<std::size_t>(other.line)];
        if (other.line < 1)
          highest = std::max(
              highest, middle + sizes_.below(j, cells_) + sizes_.row_gap(j, i) + sizes_.above(i, cells_));
        if (other.line > 1)
          lowest = std::min(
              lowest, middle - sizes_.above(j, cells_) - sizes_.row_gap(i, j) - sizes_.below(i, cells_));
      }
    }
    const float halfway = (middles_.front() + middles_.back()) / 2;
    middles_[1] = std::clamp(halfway, highest, std::max(highest, lowest));
  }

  void place_block(std::size_t i) {
    const StageBlock& block = plan_.blocks[i];
    PlacedStage stage;
    stage.block = block;
    stage.grid.rows = sizes_.rows(block);
    stage.grid.columns = sizes_.columns(block);
    stage.grid.pixel = request_.style.pixel;
    stage.first_row = chooser_.first()[row_axis(block.ref.name)];
    stage.first_column = chooser_.first()[column_axis(block.ref.name)];
    stage.label_width = sizes_.label_width(block);
    stage.sum_width = sizes_.sum_width(block, cells_);
    stage.number_margin = sizes_.number_margin(block, cells_, layout_.text.number);
    stage.header = sizes_.header(block);
    stage.header_height = sizes_.header_height(block);
    const float height = sizes_.cell_height(block, cells_) * static_cast<float>(stage.grid.rows);
    float top = middles_[static_cast<std::size_t>(block.line)] - height / 2;
    if (block.beneath) {
      const PlacedStage& over = layout_.stages[*block.beneath];
      // To the next whole pixel, since the matrix over it may end on one.
      const float pixel = request_.style.pixel;
      top = std::ceil((over.grid.cells.bottom() + sizes_.dots(over.hides_rows()) + sizes_.bias_gap() +
                       sizes_.title_height()) /
                      pixel) *
            pixel;
    }
    const float left = left_[static_cast<std::size_t>(block.column)];
    stage.grid.cells = {snapped(left), snapped(top),
                        sizes_.cell_width(block, cells_) * static_cast<float>(stage.grid.columns), height};
    stage.title = {stage.grid.cells.x,
                   stage.grid.cells.y - stage.header_height - sizes_.title_height() * 0.56f};
    layout_.stages.push_back(stage);
  }

  void place_link(const StageLink& link) {
    const PlacedStage& from = layout_.stages[link.from];
    const PlacedStage& to = layout_.stages[link.to];
    const float space = sizes_.text().small * 0.4f;
    PlacedLink placed;
    placed.link = link;
    if (link.is_vertical) {
      float bottom = from.grid.cells.bottom() + sizes_.dots(from.hides_rows());
      for (const PlacedStage& other : layout_.stages) {
        if (other.block.beneath == link.from) bottom = other.grid.cells.bottom();
      }
      const float x = from.grid.cells.x + sizes_.text().small * 0.6f;
      placed.from = {x, bottom + space * 0.7f};
      placed.to = {x, to.title.y - sizes_.title_height() * 0.44f};
      placed.bend = placed.from;
      placed.landing = placed.from;
      layout_.links.push_back(placed);
      return;
    }
    const std::size_t column = static_cast<std::size_t>(from.block.column);
    const Rect& target = to.grid.cells;
    placed.from = {
        from.grid.cells.right() + std::max(sizes_.dots(from.hides_columns()), from.sum_width) + space,
        from.grid.cells.centre().y};
    placed.to = {target.x - to.label_width - space, target.y + target.height * link.entry};
    const bool is_level = std::fabs(placed.to.y - placed.from.y) < request_.style.pixel * 1.5f;
    if (is_level) placed.to.y = placed.from.y;
    placed.bend = {std::max(placed.from.x, right_[column]), placed.from.y};
    // A curve without an operation may use the whole gap.
    const bool takes_gap = link.above.empty() && to.block.column == from.block.column + 1;
    const std::size_t target_column = static_cast<std::size_t>(to.block.column);
    const float gap_end = left_[target_column] - sizes_.left_part(to.block.column);
    const float landing = takes_gap ? gap_end - space - sizes_.text().small * 0.5f : landing_[column];
    placed.landing = {std::max(landing, placed.bend.x), placed.to.y};
    layout_.links.push_back(placed);
  }

  const StageRequest& request_;
  Rect area_;
  const StageSizes& sizes_;
  const StageChooser& chooser_;
  const StagePlan& plan_;
  StageSizes::Cells cells_;
  std::vector<float> left_;     // left edge of the cells of each column
  std::vector<float> right_;    // right edge of each column, where arrows begin
  std::vector<float> landing_;  // where curves from each column become level again
  std::vector<float> middles_;  // y of each line
  StageLayout layout_;
};

}  // namespace

StageLayout place_stages(const StageRequest& request, const Rect& area, const StageChooser& chooser,
                         const StageCandidate& chosen) {
  const StageSizes sizes(request.style.font_size, chooser.plan(chosen.choice), chosen.choice,
                         chooser.measures(chosen.choice), chooser.visible());
  return StagePlacer(request, area, sizes, chooser, chosen.cells).place(chosen.number);
}

}  // namespace attention_lab

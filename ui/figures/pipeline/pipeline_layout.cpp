#include "ui/figures/pipeline/pipeline_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ui/figures/pipeline/pipeline_sizes.h"

namespace attention_lab {
namespace {

// In font sizes, unless stated otherwise.
constexpr float smallest_stage_number = 0.48f;
constexpr float largest_stage_number = 1.0f;
constexpr float smallest_cell = 0.1f;
constexpr float smallest_scale = 0.68f;       // of text that is legible at a distance
constexpr float smallest_window_cell = 0.3f;  // in windows onto tokens; the next only onto dimensions:
constexpr float smallest_cut_cell = 0.18f;
constexpr float largest_empty_cell = 1.6f;  // if no numbers are written
// Relative to the size of numbers.
constexpr float lowest_cell = 1.42f;
constexpr float lowest_cell_in_focus = 1.25f;
constexpr float highest_cell = 2.1f;
constexpr float loosest_cell = 1.3f;                       // relative to the width of numbers
constexpr float widest_empty_cell = 2.2f;                  // cells without numbers: width per height
constexpr float tallest_cell = 1.5f;                       // and height per width
constexpr float largest_detail = 0.8f;                     // larger cells are no better
constexpr float focus_growth = 2.4f;                       // of both limits, for a stage in focus
constexpr float text_growth = 2.5f;                        // of the worth of text and labels there
constexpr float label_worth[] = {0, 0.06f, 0.11f, 0.13f};  // equivalent to this increase of number size
constexpr float thinned_loss = 0.5f;                       // of that, if not every row has a label
constexpr Index largest_step = 4;
constexpr float least_numbered = 0.97f;  // of the size of numbers, so that dimensions get labels
// The weights of text size, number size and cell size in the quality of a choice.
constexpr float text_worth = 0.4f;
constexpr float number_worth = 1.0f;
constexpr float number_worth_in_window = 2.0f;
constexpr float cell_worth = 2.0f;
constexpr Index most_stage_numbers = 2500;  // of one matrix; more are never legible

constexpr Index no_window = 1 << 20;  // more tokens or dimensions than any document has

// The sizes of windows in tokens and dimensions, largest first.
constexpr std::pair<Index, Index> windows[] = {{16, 8}, {12, 8}, {8, 5}, {5, 3}};

/// The largest value between `least`, which must fit, and `most` that fits.
template <class Fits>
float largest_fitting(float least, float most, Fits fits) {
  if (most <= least || fits(most)) return std::max(least, most);
  for (int i = 0; i < 12; ++i) {
    const float middle = (least + most) / 2;
    (fits(middle) ? least : most) = middle;
  }
  return least;
}

/// The part of the quality that does not depend on the cells: larger text, more labels.
float worth_of(const StageChoice& choice, bool is_focus) {
  const float headed = choice.header == StageHeader::none    ? 0
                       : choice.header == StageHeader::level ? 0.06f
                                                             : 0.04f;
  const float labels = label_worth[choice.labels] + headed * (choice.heads_all_scores ? 1.2f : 1.0f);
  return 1 + (text_worth * choice.scale + labels) * (is_focus ? text_growth : 1.0f);
}

using Cells = StageSizes::Cells;

StagePlan plan_of(const StageRequest& request, bool is_stacked) {
  const Model& model = request.document.model;
  if (request.focus)
    return plan_focus(model, request.trace, request.head, *request.focus, is_stacked, request.parts);
  StagePlan plan = plan_stages(model, request.trace, request.head, is_stacked);
  for (StageBlock& block : plan.blocks) {
    block.is_collapsed = std::find(request.collapsed.begin(), request.collapsed.end(), block.ref.name) !=
                         request.collapsed.end();
  }
  return plan;
}

/// A choice with cells that fit, and its quality.
struct StageCandidate {
  StageChoice choice;
  Cells cells;
  float number = 0;    ///< the size of numbers; 0 if none are written
  float quality = -1;  ///< negative: nothing fits
};

/// Searches for the best layout: which parts, in which arrangement, and how large.
class StageChooser {
 public:
  StageChooser(const StageRequest& request, const Rect& area)
      : request_(request),
        area_(area),
        size_(request.style.font_size),
        wide_(plan_of(request, false)),
        stacked_(plan_of(request, true)),
        full_(axis_sizes(request.document.model)) {}

  /// The best layout that fits the area: all numbers, or else all cells, or else windows onto the matrices.
  /// Where matrices scroll, windows come first if numbers would be smaller than `least_number`.
  StageCandidate choose(float least_number = 0) {
    least_number_ = least_number;
    wide_measures_ = measure_stages(request_, wide_);
    stacked_measures_ = measure_stages(request_, stacked_);
    smallest_cell_ = smallest_cell;
    const std::vector<float> scales = {1, 0.92f, 0.84f, 0.76f, smallest_scale};
    if (request_.scroll && !request_.is_strip && !request_.prefers_whole) {
      if (const StageCandidate found = choose_with_numbers(scales); found.quality > 0) return found;
    }
    least_number_ = 0;
    show(no_window, no_window);
    if (const StageCandidate found = best(scales, true); found.quality > 0) return found;
    if (const StageCandidate found = best(scales, false); found.quality > 0) return found;
    smallest_cell_ = smallest_cut_cell;
    // Windows: first only onto the dimensions, so that no token is omitted.
    for (const Index dimensions : {8, 6, 4}) {
      show(no_window, dimensions);
      if (const StageCandidate found = best(scales, true); found.quality > 0) return found;
    }
    for (const Index dimensions : {24, 16, 8}) {
      show(no_window, dimensions);
      if (const StageCandidate found = best(scales, false); found.quality > 0) return found;
    }
    smallest_cell_ = smallest_window_cell;
    for (const Index tokens : {8, 6}) {
      show(tokens, 4);
      if (const StageCandidate found = best(scales, true); found.quality > 0) return found;
    }
    for (const auto& [tokens, dimensions] : windows) {
      show(tokens, dimensions);
      if (const StageCandidate found = best(scales, false); found.quality > 0) return found;
    }
    return choose_for_small_page();
  }

  /// Labels the rows and columns that can be dragged, if the numbers hardly become smaller for it.
  void number_dimensions(StageCandidate& chosen) const {
    if (request_.is_strip || !chosen.cells.has_numbers || chosen.choice.labels == 3) return;
    struct Numbered {
      bool embeddings, weights, rows;
    };
    for (const Numbered& which :
         {Numbered{true, true, true}, Numbered{true, true, false}, Numbered{false, true, true},
          Numbered{false, true, false}, Numbered{false, false, true}}) {
      StageCandidate numbered;
      numbered.choice = chosen.choice;
      numbered.choice.numbers_embeddings = which.embeddings;
      numbered.choice.numbers_weights = which.weights;
      numbered.choice.numbers_rows = which.rows;
      fit_cells(
          StageSizes(size_, plan(numbered.choice), numbered.choice, measures(numbered.choice), visible_),
          numbered);
      if (numbered.cells.unit <= 0 || numbered.number < chosen.number * least_numbered) continue;
      chosen = numbered;
      return;
    }
  }

  const PerAxis<Index>& visible() const { return visible_; }
  const PerAxis<Index>& first() const { return first_; }
  const StagePlan& plan(const StageChoice& choice) const { return choice.is_stacked ? stacked_ : wide_; }
  const StageMeasures& measures(const StageChoice& choice) const {
    return choice.is_stacked ? stacked_measures_ : wide_measures_;
  }

 private:
  // All numbers or, if they do not fit, those in windows: first only onto the dimensions.
  StageCandidate choose_with_numbers(const std::vector<float>& scales) {
    constexpr std::array<Index, 8> most_tokens = {no_window, 24, 20, 16, 12, 10, 8, 6};
    constexpr std::array<Index, 6> most_dimensions = {no_window, 16, 12, 8, 6, 4};
    for (const Index tokens : most_tokens) {
      // All dimensions are shortened alike, but those of X, which are the rows of W, one step later.
      Index of_X = no_window;
      for (const Index others : most_dimensions) {
        for (const Index of_X_now : {of_X, others}) {
          show(tokens, others, of_X_now);
          if (!may_fit()) continue;
          if (const StageCandidate found = best(scales, true); found.quality > 0) return found;
        }
        of_X = others;
      }
    }
    return {};
  }

  // Whether the plainest choice fits with the smallest numbers that are allowed.
  bool may_fit() const {
    StageCandidate best;
    for (const bool is_stacked : {false, true})
      consider({is_stacked, smallest_scale, 0, StageHeader::none, false, has_texts_}, true, best);
    return best.quality > 0;
  }

  // No text size that is legible at a distance fits: tries smaller ones, and finally omits the operations.
  StageCandidate choose_for_small_page() {
    smallest_cell_ = smallest_cell;
    for (const bool has_texts : {true, false}) {
      has_texts_ = has_texts;
      for (const float scale : {0.68f, 0.6f, 0.5f, 0.4f}) {
        for (const Index tokens : {no_window, Index{12}, Index{6}, Index{3}}) {
          show(tokens, std::min<Index>(tokens, 8));
          if (const StageCandidate found = best({scale}, false); found.quality > 0) return found;
        }
      }
    }
    for (const float scale : {0.3f, 0.2f, 0.1f, 0.05f, 0.01f}) {
      if (const StageCandidate found = best({scale}, false); found.quality > 0) return found;
    }
    StageCandidate none;
    none.choice = {false, 0.01f, 0, StageHeader::none, false, false};
    none.cells = {0.01f, 0.01f, false};
    return none;
  }

  // Limits the windows to this many tokens and dimensions, including the chosen token.
  void show(Index tokens, Index dimensions) { show(tokens, dimensions, dimensions); }

  void show(Index tokens, Index dimensions, Index dimensions_of_X) {
    for (std::size_t i = 0; i < axis_count; ++i) {
      const Axis axis = static_cast<Axis>(i);
      const bool is_token = axis == Axis::query || axis == Axis::key;
      const Index most = is_token ? tokens : axis == Axis::d_model ? dimensions_of_X : dimensions;
      visible_[axis] = std::min(full_[axis], most);
      first_[axis] =
          request_.scroll ? std::clamp<Index>((*request_.scroll)[axis], 0, full_[axis] - visible_[axis]) : 0;
    }
    if (!request_.scroll && request_.token && *request_.token >= visible_[Axis::query]) {
      first_[Axis::query] =
          std::min(*request_.token - visible_[Axis::query] / 2, full_[Axis::query] - visible_[Axis::query]);
    }
    shows_few_ = true;
    for (const StageBlock& block : wide_.blocks) {
      if (block.is_collapsed) continue;
      shows_few_ = shows_few_ && visible_[row_axis(block.ref.name)] * visible_[column_axis(block.ref.name)] <=
                                     most_stage_numbers;
    }
    wide_measures_.token = measure_tokens(request_, visible_, first_);
    stacked_measures_.token = wide_measures_.token;
  }

  float growth() const { return request_.focus ? focus_growth : 1; }
  float lowest() const { return request_.focus ? lowest_cell_in_focus : lowest_cell; }
  float largest_number() const { return largest_stage_number * growth(); }

  StageCandidate best(const std::vector<float>& scales, bool has_numbers) const {
    StageCandidate best;
    if (has_numbers && (!shows_few_ || request_.is_strip)) return best;
    // A window without any names of tokens would not say whose numbers they are.
    const bool may_lack_labels = !request_.focus && (!request_.scroll || request_.prefers_whole);
    const int fewest_labels = may_lack_labels ? 0 : 1;
    if (request_.is_strip) {
      for (const float scale : scales)
        consider({false, scale, 0, StageHeader::none, false, false}, false, best);
      return best;
    }
    for (const float scale : scales) {
      for (const bool is_stacked : {false, true}) {
        for (int labels = fewest_labels; labels <= 3; ++labels) {
          for (const bool all_headed : {false, true}) {
            for (const StageHeader header : {StageHeader::none, StageHeader::level, StageHeader::turned}) {
              if (all_headed && header == StageHeader::none) continue;
              consider({is_stacked, scale, labels, header, all_headed, has_texts_}, has_numbers, best);
            }
          }
        }
      }
    }
    return best;
  }

  void consider(const StageChoice& choice, bool has_numbers, StageCandidate& best) const {
    const float worth = worth_of(choice, request_.focus.has_value());
    const float of_numbers = request_.scroll ? number_worth_in_window : number_worth;
    const float detail = has_numbers ? of_numbers : cell_worth;
    if (worth + largest_detail * growth() * detail <= best.quality) return;
    const StageSizes sizes(size_, plan(choice), choice, measures(choice), visible_);
    StageCandidate candidate;
    candidate.choice = choice;
    candidate.cells.has_numbers = has_numbers;
    fit_cells(sizes, candidate);
    if (candidate.number < least_number_) return;
    if (candidate.cells.unit <= 0 || !labels_fit(choice, sizes, candidate.cells)) return;
    const float size = (has_numbers ? candidate.number : candidate.cells.height) / size_;
    candidate.quality = worth + std::min(size, largest_detail * growth()) * detail;
    if (label_step(candidate.cells.height, sizes.text()) > 1)
      candidate.quality -= label_worth[choice.labels] * thinned_loss;
    if (candidate.quality > best.quality) best = candidate;
  }

  // Fits widths and heights independently; then limits each to a multiple of the other. Leaves
  // candidate.cells.unit at 0 if not even the smallest cells fit.
  void fit_cells(const StageSizes& sizes, StageCandidate& candidate) const {
    Cells& cells = candidate.cells;
    const bool has_numbers = cells.has_numbers;
    const float least_cell = std::max(size_ * smallest_cell_, request_.style.pixel * 2);
    const float least_unit = has_numbers ? size_ * smallest_stage_number : least_cell;
    const float least_height = has_numbers ? size_ * smallest_stage_number * lowest() : least_cell;
    const auto fits_width = [&](float unit) { return sizes.width({0, unit, has_numbers}) <= area_.width; };
    const auto fits_height = [&](float height) {
      return sizes.height({height, 0, has_numbers}) <= area_.height;
    };
    if (!fits_width(least_unit) || !fits_height(least_height)) return;
    cells.unit = largest_fitting(
        least_unit,
        size_ * (has_numbers ? largest_number() * loosest_cell : largest_empty_cell * widest_empty_cell),
        fits_width);
    cells.height = largest_fitting(
        least_height, size_ * (has_numbers ? largest_number() * highest_cell : largest_empty_cell),
        fits_height);
    if (has_numbers) {
      candidate.number = std::min({cells.unit, cells.height / lowest(), size_ * largest_number()});
      cells.unit = std::min(cells.unit, candidate.number * loosest_cell);
      cells.height = std::min(cells.height, candidate.number * highest_cell);
    } else {
      cells.unit = std::min(cells.unit, cells.height * widest_empty_cell);
      cells.height = std::min(cells.height, cells.unit * tallest_cell);
    }
  }

  // Row labels may be thinned out slightly; column labels need columns wide enough for all of them.
  bool labels_fit(const StageChoice& choice, const StageSizes& sizes, const Cells& cells) const {
    if (choice.labels > 0 && label_step(cells.height, sizes.text()) > largest_step) return false;
    if (choice.header == StageHeader::none) return true;
    const std::vector<StageBlock>& blocks = plan(choice).blocks;
    const auto headed = std::find_if(blocks.begin(), blocks.end(), [](const StageBlock& block) {
      return has_token_columns(block.ref.name) && !block.is_collapsed;
    });
    if (headed == blocks.end()) return true;
    const float room = sizes.cell_width(*headed, cells);
    return room >=
           sizes.text().token * (choice.header == StageHeader::level ? measures(choice).token + 0.4f : 1.1f);
  }

  const StageRequest& request_;
  Rect area_;
  float size_;
  StagePlan wide_;
  StagePlan stacked_;
  PerAxis<Index> full_;
  PerAxis<Index> visible_;
  PerAxis<Index> first_;
  StageMeasures wide_measures_;
  StageMeasures stacked_measures_;
  bool shows_few_ = true;    ///< few enough numbers to be legible
  bool has_texts_ = true;    ///< shapes and operations
  float smallest_cell_ = 0;  ///< in font sizes
  float least_number_ = 0;   ///< of the choices that are considered
};

// Maximum growth of gaps, in font sizes.
constexpr float widest_spread = 2.2f;
constexpr float highest_spread = 1.4f;

/// Places a chosen layout on the page.
class StagePlacer {
 public:
  StagePlacer(const StageRequest& request, const Rect& area, const StageSizes& sizes,
              const StageChooser& chooser, const Cells& cells)
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
    float x = area_.x + (left_over - extra * static_cast<float>(plan_.columns - 1)) / 2;
    for (int column = 0; column < plan_.columns; ++column) {
      x += sizes_.left_part(column);
      left_.push_back(x);
      x += sizes_.right_part(column, cells_);
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
  Cells cells_;
  std::vector<float> left_;     // left edge of the cells of each column
  std::vector<float> right_;    // right edge of each column
  std::vector<float> landing_;  // where curves from each column become level again
  std::vector<float> middles_;  // y of each line
  StageLayout layout_;
};

}  // namespace

Index label_step(float cell_height, const StageText& text) {
  return std::max<Index>(1, static_cast<Index>(std::ceil(text.token * 1.02f / cell_height)));
}

StageLayout lay_out_stages(const StageRequest& given, const Rect& area) {
  StageRequest request = given;
  StageChooser chooser(request, area);
  StageCandidate chosen = chooser.choose();
  // Fewer decimals where the numbers are too small, as long as that makes them larger.
  int decimals = request.decimals;
  while (chosen.number < request.legible && request.decimals > request.fewest_decimals) {
    --request.decimals;
    const StageCandidate shorter = chooser.choose();
    if (shorter.number <= chosen.number) continue;
    chosen = shorter;
    decimals = request.decimals;
  }
  // Fewer entries where even those are too small.
  const bool is_cut = request.scroll && chosen.number > 0 && chosen.number < request.least_number;
  if (is_cut) decimals = std::min(request.decimals, request.fewest_decimals);
  if (is_cut || request.decimals != decimals) {
    request.decimals = decimals;
    chosen = chooser.choose(is_cut ? request.least_number : 0);
    if (is_cut && chosen.number < request.least_number) chosen = chooser.choose();
  }
  chooser.number_dimensions(chosen);
  const StageSizes sizes(request.style.font_size, chooser.plan(chosen.choice), chosen.choice,
                         chooser.measures(chosen.choice), chooser.visible());
  return StagePlacer(request, area, sizes, chooser, chosen.cells).place(chosen.number);
}

bool have_same_layout(const StageRequest& a, const StageRequest& b) {
  const auto plan = [](const StageRequest& request) {
    StagePlan of_any_head = plan_of(request, false);
    for (StageBlock& block : of_any_head.blocks) block.ref.head = 0;
    return of_any_head;
  };
  const bool is_same_document = &a.document == &b.document && &a.trace == &b.trace;
  return is_same_document || (a.document.tokens == b.document.tokens &&
                              a.document.features == b.document.features && plan(a) == plan(b));
}

StageLayout moved_layout(StageLayout layout, Point by, Index head) {
  const auto move = [by](auto& place) {
    place.x += by.x;
    place.y += by.y;
  };
  for (PlacedStage& stage : layout.stages) {
    move(stage.grid.cells);
    move(stage.title);
    if (is_per_head(stage.block.ref.name)) stage.block.ref.head = head;
  }
  for (PlacedLink& link : layout.links) {
    for (Point* const point : {&link.from, &link.bend, &link.landing, &link.to}) move(*point);
  }
  return layout;
}

const StageLayout& KeptStageLayout::of(const StageRequest& request, const Rect& area) {
  Key key;
  key.area = area;
  key.font_size = request.style.font_size;
  key.pixel = request.style.pixel;
  key.plan = plan_of(request, false);
  key.tokens = request.document.tokens;
  key.features = request.document.features;
  key.widest_numbers = widest_numbers(request.ranges, key.plan, request.decimals);
  key.scrolls = request.scroll.has_value();
  key.prefers_whole = request.prefers_whole;
  key.token = request.token;
  key.focus = request.focus;
  key.decimals = request.decimals;
  key.legible = request.legible;
  key.least_number = request.least_number;
  if (key_ && request.keeps_room && key_->widest_numbers.size() == key.widest_numbers.size()) {
    const bool has_room = std::equal(
        key.widest_numbers.begin(), key.widest_numbers.end(), key_->widest_numbers.begin(),
        [](const std::string& needed, const std::string& kept) { return needed.size() <= kept.size(); });
    if (has_room) key.widest_numbers = key_->widest_numbers;
  }
  is_new_ = key_ != key;
  if (is_new_) {
    layout_ = lay_out_stages(request, area);
    key_ = std::move(key);
  }
  if (request.scroll) scroll_to(*request.scroll);
  return layout_;
}

// Scrolling moves nothing but the numbers.
void KeptStageLayout::scroll_to(const PerAxis<Index>& scroll) {
  for (std::size_t i = 0; i < axis_count; ++i) {
    const Axis axis = static_cast<Axis>(i);
    layout_.first[axis] = std::clamp<Index>(scroll[axis], 0, layout_.sizes[axis] - layout_.visible[axis]);
  }
  for (PlacedStage& stage : layout_.stages) {
    stage.first_row = layout_.first[row_axis(stage.block.ref.name)];
    stage.first_column = layout_.first[column_axis(stage.block.ref.name)];
  }
}

}  // namespace attention_lab

#include "ui/figures/pipeline/pipeline_figure_choice.h"

#include <algorithm>
#include <utility>

namespace attention_lab {
namespace {

using Cells = StageSizes::Cells;

// In font sizes.
constexpr float smallest_stage_number = 0.48f;
constexpr float largest_stage_number = 1.0f;
constexpr float smallest_cell = 0.1f;
constexpr float smallest_window_cell = 0.3f;  // of windows onto tokens; onto dimensions only:
constexpr float smallest_cut_cell = 0.18f;
constexpr float largest_empty_cell = 1.6f;  // where no numbers are written
// In number sizes.
constexpr float lowest_cell = 1.42f;
constexpr float highest_cell = 2.1f;
constexpr float loosest_cell = 1.3f;                       // of the width that numbers take
constexpr float widest_empty_cell = 2.2f;                  // cells without numbers: of their height
constexpr float tallest_cell = 1.5f;                       // and of their width
constexpr float largest_detail = 0.8f;                     // cells need not be larger
constexpr float label_worth[] = {0, 0.06f, 0.11f, 0.13f};  // as much as numbers so much larger
constexpr float thinned_loss = 0.5f;                       // of that, where not every row has its label
constexpr Index largest_step = 4;
// How good a choice is: its size of text counts this much, numbers and cells so much more.
constexpr float text_worth = 0.4f;
constexpr float number_worth = 1.0f;
constexpr float cell_worth = 2.0f;
constexpr Index most_stage_numbers = 2500;  // of one matrix: more are never legible

constexpr Index no_window = 1 << 20;  // more tokens or dimensions than any document has

// Windows of tokens and dimensions, the largest first.
constexpr std::pair<Index, Index> windows[] = {{16, 8}, {12, 8}, {8, 5}, {5, 3}};

/// The largest value from `least`, which fits, to `most` that fits too.
template <class Fits>
float largest_fitting(float least, float most, Fits fits) {
  if (most <= least || fits(most)) return std::max(least, most);
  for (int i = 0; i < 12; ++i) {
    const float middle = (least + most) / 2;
    (fits(middle) ? least : most) = middle;
  }
  return least;
}

/// What is better about a choice, whatever its cells: larger text, more labels.
float worth_of(const StageChoice& choice) {
  const float headed = choice.header == StageHeader::none    ? 0
                       : choice.header == StageHeader::level ? 0.06f
                                                             : 0.04f;
  return 1 + text_worth * choice.scale + label_worth[choice.labels] +
         headed * (choice.heads_all_scores ? 1.2f : 1.0f);
}

}  // namespace

StageChooser::StageChooser(const StageRequest& request, const Rect& area)
    : request_(request),
      area_(area),
      size_(request.style.font_size),
      wide_(plan_stages(request.document.model, request.trace, request.head, false)),
      stacked_(plan_stages(request.document.model, request.trace, request.head, true)),
      full_(axis_sizes(request.document.model)) {}

StageCandidate StageChooser::choose() {
  smallest_cell_ = smallest_cell;
  const std::vector<float> scales = {1, 0.92f, 0.84f, 0.76f, 0.68f};
  show(no_window, no_window);
  if (const StageCandidate found = best(scales, true); found.quality > 0) return found;
  if (const StageCandidate found = best(scales, false); found.quality > 0) return found;
  smallest_cell_ = smallest_cut_cell;
  // Windows onto the matrices: first only of the dimensions, so that no token is left out.
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

// No size of text that can be read at a distance fits: ever smaller, at last without operations.
StageCandidate StageChooser::choose_for_small_page() {
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

// Windows of at most so many tokens and dimensions, the chosen token among them.
void StageChooser::show(Index tokens, Index dimensions) {
  for (std::size_t i = 0; i < axis_count; ++i) {
    const Axis axis = static_cast<Axis>(i);
    const bool is_token = axis == Axis::query || axis == Axis::key;
    visible_[axis] = std::min(full_[axis], is_token ? tokens : dimensions);
    first_[axis] = 0;
  }
  if (request_.token && *request_.token >= visible_[Axis::query]) {
    first_[Axis::query] =
        std::min(*request_.token - visible_[Axis::query] / 2, full_[Axis::query] - visible_[Axis::query]);
  }
  shows_few_ = true;
  for (const StageBlock& block : wide_.blocks) {
    shows_few_ = shows_few_ && visible_[row_axis(block.ref.name)] * visible_[column_axis(block.ref.name)] <=
                                   most_stage_numbers;
  }
  wide_measures_ = measure_stages(request_, wide_, visible_, first_, shows_few_);
  stacked_measures_ = measure_stages(request_, stacked_, visible_, first_, shows_few_);
}

StageCandidate StageChooser::best(const std::vector<float>& scales, bool has_numbers) const {
  StageCandidate best;
  if (has_numbers && !shows_few_) return best;
  for (const float scale : scales) {
    for (const bool is_stacked : {false, true}) {
      for (int labels = 0; labels <= 3; ++labels) {
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

void StageChooser::consider(const StageChoice& choice, bool has_numbers, StageCandidate& best) const {
  const float worth = worth_of(choice);
  const float detail = has_numbers ? number_worth : cell_worth;
  if (worth + largest_detail * detail <= best.quality) return;
  const StageSizes sizes(size_, plan(choice), choice, measures(choice), visible_);
  StageCandidate candidate;
  candidate.choice = choice;
  candidate.cells.has_numbers = has_numbers;
  fit_cells(sizes, candidate);
  if (candidate.cells.unit <= 0 || !labels_fit(choice, sizes, candidate.cells)) return;
  const float size = (has_numbers ? candidate.number : candidate.cells.height) / size_;
  candidate.quality = worth + std::min(size, largest_detail) * detail;
  if (label_step(candidate.cells.height, sizes.text()) > 1)
    candidate.quality -= label_worth[choice.labels] * thinned_loss;
  if (candidate.quality > best.quality) best = candidate;
}

// Widths and heights are independent of each other; then one is not to be much larger than the other needs.
// Leaves candidate.cells.unit 0 where not even the smallest cells fit.
void StageChooser::fit_cells(const StageSizes& sizes, StageCandidate& candidate) const {
  Cells& cells = candidate.cells;
  const bool has_numbers = cells.has_numbers;
  const float least_cell = std::max(size_ * smallest_cell_, request_.style.pixel * 2);
  const float least_unit = has_numbers ? size_ * smallest_stage_number : least_cell;
  const float least_height = has_numbers ? size_ * smallest_stage_number * lowest_cell : least_cell;
  const auto fits_width = [&](float unit) { return sizes.width({0, unit, has_numbers}) <= area_.width; };
  const auto fits_height = [&](float height) {
    return sizes.height({height, 0, has_numbers}) <= area_.height;
  };
  if (!fits_width(least_unit) || !fits_height(least_height)) return;
  cells.unit = largest_fitting(
      least_unit,
      size_ * (has_numbers ? largest_stage_number * loosest_cell : largest_empty_cell * widest_empty_cell),
      fits_width);
  cells.height = largest_fitting(
      least_height, size_ * (has_numbers ? largest_stage_number * highest_cell : largest_empty_cell),
      fits_height);
  if (has_numbers) {
    candidate.number = std::min({cells.unit, cells.height / lowest_cell, size_ * largest_stage_number});
    cells.unit = std::min(cells.unit, candidate.number * loosest_cell);
    cells.height = std::min(cells.height, candidate.number * highest_cell);
  } else {
    cells.unit = std::min(cells.unit, cells.height * widest_empty_cell);
    cells.height = std::min(cells.height, cells.unit * tallest_cell);
  }
}

// Tokens beside rows, thinned out a little at most, and over columns that are wide enough for all.
bool StageChooser::labels_fit(const StageChoice& choice, const StageSizes& sizes, const Cells& cells) const {
  if (choice.labels > 0 && label_step(cells.height, sizes.text()) > largest_step) return false;
  if (choice.header == StageHeader::none) return true;
  const StageBlock& weights = plan(choice).blocks[*plan(choice).find(MatrixName::weights)];
  const float room = sizes.cell_width(weights, cells);
  return room >=
         sizes.text().token * (choice.header == StageHeader::level ? measures(choice).token + 0.4f : 1.1f);
}

}  // namespace attention_lab

#include "ui/figures/pipeline/stage_chooser.h"

#include <algorithm>
#include <array>
#include <utility>

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
constexpr float lowest_cell_in_focus = 1.12f;
constexpr float highest_cell = 2.1f;
constexpr float loosest_cell = 1.3f;                       // relative to the width of numbers
constexpr float widest_empty_cell = 2.2f;                  // cells without numbers: width per height
constexpr float tallest_cell = 1.5f;                       // and height per width
constexpr float largest_detail = 0.8f;                     // larger cells are no better
constexpr float focus_growth = 2.4f;                       // of both limits, for a stage in focus
constexpr float text_growth = 4.5f;                        // of the worth of text there
constexpr float row_names_growth = 2;                      // of row labels
constexpr float column_names_growth = 5;                   // of column labels
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
  const float columns = headed * (choice.heads_all_scores ? 1.2f : 1.0f);
  const float labels = is_focus
                           ? label_worth[choice.labels] * row_names_growth + columns * column_names_growth
                           : label_worth[choice.labels] + columns;
  return 1 + text_worth * choice.scale * (is_focus ? text_growth : 1.0f) + labels;
}

}  // namespace

StagePlan requested_plan(const StageRequest& request, bool is_stacked) {
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

StageChooser::StageChooser(const StageRequest& request, const Rect& area)
    : request_(request),
      area_(area),
      size_(request.style.font_size),
      wide_(requested_plan(request, false)),
      stacked_(requested_plan(request, true)),
      full_(axis_sizes(request.document.model)) {}

StageCandidate StageChooser::choose(float least_number) {
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

void StageChooser::number_dimensions(StageCandidate& chosen) const {
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
    fit_cells(StageSizes(size_, plan(numbered.choice), numbered.choice, measures(numbered.choice), visible_),
              numbered);
    if (numbered.cells.unit <= 0 || numbered.number < chosen.number * least_numbered) continue;
    chosen = numbered;
    return;
  }
}

// All numbers or, if they do not fit, those in windows: first only onto the dimensions.
StageCandidate StageChooser::choose_with_numbers(const std::vector<float>& scales) {
  constexpr std::array<Index, 8> most_tokens = {no_window, 24, 20, 16, 12, 10, 8, 6};
  constexpr std::array<Index, 6> most_dimensions = {no_window, 16, 12, 8, 6, 4};
  for (const Index tokens : most_tokens) {
    // Matrices above each other lack room for rows only: a stage in focus shows all keys if it can.
    const Index most_keys = request_.focus ? no_window : tokens;
    for (const Index keys : {most_keys, tokens}) {
      // All dimensions are shortened alike, but those of X, which are the rows of W, one step later.
      Index of_X = no_window;
      for (const Index others : most_dimensions) {
        for (const Index of_X_now : {of_X, others}) {
          show(tokens, keys, others, of_X_now);
          if (!may_fit()) continue;
          if (const StageCandidate found = best(scales, true); found.quality > 0) return found;
        }
        of_X = others;
      }
      if (keys == tokens) break;
    }
  }
  return {};
}

// Whether the plainest choice fits with the smallest numbers that are allowed.
bool StageChooser::may_fit() const {
  StageCandidate best;
  for (const bool is_stacked : {false, true})
    consider({is_stacked, smallest_scale, 0, StageHeader::none, false, has_texts_}, true, best);
  return best.quality > 0;
}

// No text size that is legible at a distance fits: tries smaller ones, and finally omits the operations.
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

// Limits the windows to this many tokens and dimensions, including the chosen token.
void StageChooser::show(Index queries, Index keys, Index dimensions, Index dimensions_of_X) {
  for (std::size_t i = 0; i < axis_count; ++i) {
    const Axis axis = static_cast<Axis>(i);
    const Index most = axis == Axis::query     ? queries
                       : axis == Axis::key     ? keys
                       : axis == Axis::d_model ? dimensions_of_X
                                               : dimensions;
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

float StageChooser::growth() const {
  return request_.focus ? focus_growth : 1;
}
float StageChooser::lowest() const {
  return request_.focus ? lowest_cell_in_focus : lowest_cell;
}
float StageChooser::largest_number() const {
  return largest_stage_number * growth();
}

StageCandidate StageChooser::best(const std::vector<float>& scales, bool has_numbers) const {
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

void StageChooser::consider(const StageChoice& choice, bool has_numbers, StageCandidate& best) const {
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
void StageChooser::fit_cells(const StageSizes& sizes, StageCandidate& candidate) const {
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
  cells.height = largest_fitting(least_height,
                                 size_ * (has_numbers ? largest_number() * highest_cell : largest_empty_cell),
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
bool StageChooser::labels_fit(const StageChoice& choice, const StageSizes& sizes, const Cells& cells) const {
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

}  // namespace attention_lab

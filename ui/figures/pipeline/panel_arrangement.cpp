#include "ui/figures/pipeline/panel_arrangement.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention_lab {
namespace {

constexpr float worthwhile_growth = 1.15f;  // of numbers, for which operands are left out
constexpr float text_share = 0.5f;          // of the worth of texts, compared with cells without numbers

bool is_whole(const StageLayout& layout) {
  return std::none_of(layout.stages.begin(), layout.stages.end(),
                      [](const PlacedStage& stage) { return stage.hides_rows() || stage.hides_columns(); });
}

float worth_of_cells(const StageLayout& layout) {
  float size = std::numeric_limits<float>::max();
  for (const PlacedStage& stage : layout.stages)
    size = std::min({size, stage.grid.cell_width(), stage.grid.cell_height()});
  return size + text_share * layout.text.name;
}

/// Whole matrices are worth more than parts, numbers more than cells without numbers.
bool is_worth_more(const StageLayout& layout, const StageLayout& other, float by = 1) {
  if (is_whole(layout) != is_whole(other)) return is_whole(layout);
  const float number = layout.text.number;
  const float others = other.text.number;
  return number > by * others || (number == others && worth_of_cells(layout) > by * worth_of_cells(other));
}

class PanelArranger {
 public:
  PanelArranger(const StageRequest& request, const PanelRoom& room, KeptPanelArrangement* kept)
      : request_(request), room_(room), kept_(kept) {
    grids_ = PanelGrid::all(static_cast<Index>(room.count), room.per_head);
    for (const FocusParts parts : {FocusParts::all, FocusParts::of_head, FocusParts::result}) {
      for (const PanelGrid& grid : grids_) trials_.push_back({grid, parts, {}});
      if (!request.focus || room.count == 1) break;
    }
  }

  PanelArrangement arrange() {
    if (const std::optional<std::size_t> same = same_as_last_time()) return trials_[*same];
    for (std::size_t i = 0; i < trials_.size(); ++i) lay_out(i);
    const std::size_t chosen = index_of_best();
    if (kept_ != nullptr) kept_->chosen = chosen;
    return trials_[chosen];
  }

 private:
  /// The one chosen last time, if nothing has changed that it depends on.
  std::optional<std::size_t> same_as_last_time() {
    if (kept_ == nullptr) return std::nullopt;
    if (kept_->trials.size() != trials_.size()) {
      kept_->trials.assign(trials_.size(), {});
      kept_->chosen.reset();
    }
    if (!kept_->chosen) return std::nullopt;
    lay_out(*kept_->chosen);
    return kept_->trials[*kept_->chosen].is_new() ? std::nullopt : kept_->chosen;
  }

  void lay_out(std::size_t i) {
    PanelArrangement& trial = trials_[i];
    StageRequest request = request_;
    request.parts = trial.parts;
    const Rect place = room_.matrices(trial.grid, room_.main);
    trial.layout = kept_ == nullptr ? lay_out_stages(request, place) : kept_->trials[i].of(request, place);
  }

  /// As many trials as there are grids show the same parts, fewer than those before.
  std::size_t index_of_best() const {
    std::size_t chosen = 0;
    for (std::size_t first = 0; first < trials_.size(); first += grids_.size()) {
      std::size_t best = first;
      for (std::size_t i = first + 1; i < first + grids_.size(); ++i) {
        if (is_worth_more(trials_[i].layout, trials_[best].layout)) best = i;
      }
      const bool is_better = is_worth_more(trials_[best].layout, trials_[chosen].layout, worthwhile_growth);
      if (first == 0 || is_better) chosen = best;
      if (trials_[chosen].layout.text.number >= room_.comfortable_number) break;
    }
    return chosen;
  }

  const StageRequest& request_;
  const PanelRoom& room_;
  KeptPanelArrangement* kept_;
  std::vector<PanelGrid> grids_;
  std::vector<PanelArrangement> trials_;
};

}  // namespace

Rect PanelRoom::panel(const PanelGrid& grid, std::size_t i) const {
  return grid.place(static_cast<Index>(i), area, gap, pixel);
}

Rect PanelRoom::matrices(const PanelGrid& grid, std::size_t i) const {
  Rect place = panel(grid, i);
  const float above = std::ceil(heading / pixel) * pixel;
  place.y += above;
  place.height -= above;
  return place;
}

PanelArrangement arrange_panels(const StageRequest& request, const PanelRoom& room,
                                KeptPanelArrangement* kept) {
  return PanelArranger(request, room, kept).arrange();
}

}  // namespace attention_lab

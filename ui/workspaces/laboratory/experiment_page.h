// What all pages of the laboratory are made of: a column of controls and a page of cards.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/experiments/run.h"
#include "core/words/number_format.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/control_column.h"
#include "ui/widgets/paint.h"
#include "ui/widgets/scroll_area.h"
#include "ui/workspaces/figures/plot_panel.h"

namespace attention_lab {

struct ExperimentAreas {
  Rect controls;
  Rect page;
};

/// Controls at the left; above the page where they would take more than 38 % of the width.
ExperimentAreas experiment_areas(const WidgetContext& view, const Rect& area);

/// Whether a page is too narrow, for text of this size, for cards beside each other.
bool is_narrow(const WidgetContext& view, const Rect& page);

/// Between two cards.
float card_gap(const WidgetContext& view);

/// A seed, in the control "PAGE.seed".
void seed_chip(ControlColumn& column, const std::string& page, std::uint64_t& seed, const char* tip);

/// A token in the control `name`, by its text; its number is typed.
void token_chip(ControlColumn& column, const char* name, const char* label,
                const std::vector<std::string>& tokens, Index& token, const char* tip);

/// A count on a logarithmic slider, which keeps to the numbers of `spec.snaps`.
template <class Count>
void count_slider(ControlColumn& column, SliderSpec spec, Count& count) {
  spec.shown = count_text(count);
  spec.is_logarithmic = true;
  spec.is_whole = true;
  double value = static_cast<double>(count);
  if (column.slide(spec, value)) count = static_cast<Count>(value);
}

/// The seed after this one; after the largest, the first.
std::uint64_t next_seed(std::uint64_t seed);

/// Bar and words: "300 of 1,000 trials".
void run_progress(ControlColumn& column, const RunProgress& progress, bool is_stopped);

/// One button, "PAGE.cancel" or "PAGE.run": stops the run, lets it go on, or asks for the next seed,
/// depending on how far the run has come. Under it stands how far that is, unless the run could not be
/// started.
template <class Run>
void run_controls(ControlColumn& column, const std::string& page, Run& run, std::uint64_t& seed) {
  column.space();
  const Rect rect = column.next();
  const auto is_clicked = [&](const char* suffix, const char* label, bool is_enabled, const char* tip) {
    return column.controls().button(rect, (page + suffix).c_str(), label, is_enabled, tip);
  };
  if (run.is_running()) {
    if (is_clicked(".cancel", "Cancel", true, "Stop, and keep the results so far.")) run.stop();
  } else if (run.is_stopped()) {
    if (is_clicked(".run", "Go on", true, "Run the remaining trials.")) run.go_on();
  } else if (is_clicked(".run", "Run with the next seed", run.experiment() != nullptr,
                        "Run again with different random numbers.")) {
    seed = next_seed(seed);
  }
  if (run.experiment() != nullptr) run_progress(column, run.progress(), run.is_stopped());
}

/// What a page shows: what is to be seen, in words, and cards under it.
class ExperimentPage {
 public:
  /// `cards_height`: what the cards need at least; the page scrolls where there is less.
  ExperimentPage(ViewState& view, const Rect& area, std::string_view sentence, float cards_height);
  ~ExperimentPage();
  ExperimentPage(const ExperimentPage&) = delete;
  ExperimentPage& operator=(const ExperimentPage&) = delete;

  const Painter& painter() const { return painter_; }
  /// Room for the cards.
  const Rect& cards() const { return cards_; }
  /// One of `rows` × `columns` equal parts of a part of the page.
  Rect cell(const Rect& part, int rows, int columns, int row, int column) const;
  /// A plot on a card, with words under it.
  void plot(PlotPanel& panel, const Rect& card, std::string_view name, std::string_view words = {});

 private:
  ScrollArea scroll_;
  ViewState& view_;
  Painter painter_;
  Rect cards_;
};

}  // namespace attention_lab

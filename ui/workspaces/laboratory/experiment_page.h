// The parts of every page of the laboratory: a column of controls and a page of cards.
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

/// The controls are on the left, or above the page if they would take more than 38% of the width.
ExperimentAreas experiment_areas(const WidgetContext& view, const Rect& area);

/// Whether a page is too narrow for cards side by side at this text size.
bool is_narrow(const WidgetContext& view, const Rect& page);

/// The distance between two cards.
float card_gap(const WidgetContext& view);

/// The control "PAGE.seed" for a seed.
void seed_chip(ControlColumn& column, const std::string& page, std::uint64_t& seed, const char* tip,
               const char* label = "seed");

/// The control `name` for a token. It shows the token's text; its number can be typed.
void token_chip(ControlColumn& column, const char* name, const char* label,
                const std::vector<std::string>& tokens, Index& token, const char* tip);

/// A logarithmic slider for a count, which snaps to `spec.snaps`.
template <class Count>
void count_slider(ControlColumn& column, SliderSpec spec, Count& count) {
  spec.shown = count_text(count);
  spec.is_logarithmic = true;
  spec.is_whole = true;
  double value = static_cast<double>(count);
  if (column.slide(spec, value)) count = static_cast<Count>(value);
}

/// The next seed; after the largest, the first.
std::uint64_t next_seed(std::uint64_t seed);

/// A progress bar with words: "300 of 1,000 trials".
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
    if (is_clicked(".cancel", "Stop", true, "Stop, and keep the results so far.")) run.stop();
  } else if (run.is_stopped()) {
    if (is_clicked(".run", "Continue", true, "Run the remaining trials.")) run.go_on();
  } else if (is_clicked(".run", "Run with the next seed", run.experiment() != nullptr,
                        "Run again with different random numbers.")) {
    seed = next_seed(seed);
  }
  if (run.experiment() != nullptr) run_progress(column, run.progress(), run.is_stopped());
}

/// A page of an experiment: a sentence that says what there is to see, and cards below it.
class ExperimentPage {
 public:
  /// `cards_height`: the minimum height of the cards; the page scrolls if there is less room.
  /// `least_sentence_height`: room that is left for the sentence even if it is short, so that the cards do
  /// not move while its length changes.
  ExperimentPage(ViewState& view, const Rect& area, std::string_view sentence, float cards_height,
                 float least_sentence_height = 0);
  ~ExperimentPage();
  ExperimentPage(const ExperimentPage&) = delete;
  ExperimentPage& operator=(const ExperimentPage&) = delete;

  const Painter& painter() const { return painter_; }
  float sentence_height() const { return sentence_height_; }
  /// The area for the cards.
  const Rect& cards() const { return cards_; }
  /// A cell when `part` is divided into `rows` × `columns` equal parts.
  Rect cell(const Rect& part, int rows, int columns, int row, int column) const;
  /// Draws a plot on a card, with words below it, and `header` free pixels above it.
  void plot(PlotPanel& panel, const Rect& card, std::string_view name, std::string_view words = {},
            float header = 0);

 private:
  ScrollArea scroll_;
  ViewState& view_;
  Painter painter_;
  float sentence_height_ = 0;
  Rect cards_;
};

}  // namespace attention_lab

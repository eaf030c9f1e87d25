// What all benches are made of: a column of controls and a page of cards.
#pragma once

#include <string>
#include <string_view>

#include "ui/lab/view_state.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/paint.h"
#include "ui/widgets/scroll_area.h"
#include "ui/widgets/slider.h"
#include "ui/workspaces/figures/plot_panel.h"

namespace attention_lab {

struct ExperimentAreas {
  Rect controls;
  Rect page;
};

/// Controls at the left; above the page where they would take more than 38 % of the width.
ExperimentAreas experiment_areas(const ViewState& view, const Rect& area);

/// Whether a page is too narrow, for text of this size, for cards beside each other.
bool is_narrow(const ViewState& view, const Rect& page);

/// Between two cards.
float card_gap(const ViewState& view);

/// Controls one under the other on a card, with words between them.
class ControlColumn {
 public:
  ControlColumn(ViewState& view, const Rect& area);
  ~ControlColumn();
  ControlColumn(const ControlColumn&) = delete;
  ControlColumn& operator=(const ControlColumn&) = delete;

  ViewState& view() { return view_; }
  Controls& controls() { return controls_; }
  const Painter& painter() const { return painter_; }
  float width() const { return width_; }

  /// Room for a control.
  Rect next();
  /// Room so high.
  Rect next(float height);
  void heading(std::string_view text);
  void note(std::string_view markup, Colour colour);
  void space();
  bool slide(const SliderSpec& spec, double& value);
  /// A long run: the bar fills to `share`, the words stand under it.
  void progress(double share, const std::string& words);

 private:
  ScrollArea scroll_;
  ViewState& view_;
  Painter painter_;
  Controls controls_;
  float left_;
  float width_;
  float y_;
};

/// What a bench shows: what is to be seen, in words, and cards under it.
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

// The labels of the rows and columns of one matrix of the pipeline.
#pragma once

#include <optional>
#include <vector>

#include "core/steps/place.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/base/rich_text.h"
#include "ui/figures/pipeline/pipeline_figure.h"
#include "ui/figures/pipeline/pipeline_layout.h"
#include "ui/figures/pipeline/pipeline_spotlight.h"

namespace attention_lab {

/// Labels of what is marked are emphasised; the name of a token that is followed has its colour as ground.
class StageLabels {
 public:
  /// `of_step`: the light of the current step on the matrix.
  StageLabels(const PipelineFigureSpec& spec, const PlacedStage& stage, const StageLayout& layout,
              const StageSpotlight& spotlight, float of_step, const FigureStyle& style,
              const TextMetrics& metrics)
      : spec_(spec),
        stage_(stage),
        layout_(layout),
        spotlight_(spotlight),
        of_step_(of_step),
        style_(style),
        metrics_(metrics) {}

  void draw_rows(DisplayList& list) const;
  void draw_columns(DisplayList& list) const;

 private:
  using Coordinate = std::optional<Index> Place::*;

  struct Look {
    Colour ink;
    bool is_strong = false;
    std::optional<Colour> ground{};
  };

  Look look_of(Coordinate coordinate, Index at, float light) const;
  bool is_of(const MarkedNumber& number, Coordinate coordinate, Index at) const;
  std::optional<std::size_t> followed_at(Coordinate coordinate, Index at) const;
  std::vector<Index> kept_rows() const;
  void add(Text label, const Look& look, float room, DisplayList& list) const;
  void draw_drawn_mark(Index row, float light, DisplayList& list) const;
  Index column_step() const;

  const PipelineFigureSpec& spec_;
  const PlacedStage& stage_;
  const StageLayout& layout_;
  const StageSpotlight& spotlight_;
  float of_step_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
};

}  // namespace attention_lab

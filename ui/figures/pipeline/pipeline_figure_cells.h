// The cells of one matrix of the pipeline figure, and the arrows between matrices.
#pragma once

#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/pipeline/pipeline_figure.h"
#include "ui/figures/pipeline/pipeline_figure_colours.h"
#include "ui/figures/pipeline/pipeline_figure_layout.h"

namespace attention_lab {

/// Whether the row of the chosen token is the one that its query makes: all matrices of tokens but K and V,
/// of which every row takes part.
bool follows_query(MatrixName name);

/// Colours, numbers, the frame around the chosen token's row, and dots where the matrix goes on.
class StageCells {
 public:
  StageCells(const PipelineFigureSpec& spec, const PlacedStage& stage, const StageText& text,
             const StageColours& colours, const FigureStyle& style, Colour hue, DisplayList& list);

  void draw();

 private:
  HiddenBy hidden_by(Index row, Index column) const;
  bool is_hidden(Index row, Index column) const;
  bool is_faded(Index row) const;
  Colour ground_of(Index row, Index column) const;
  Colour ink_on(Colour ground, bool is_quiet) const;
  void draw_rects();
  void draw_image();
  void draw_number(const Rect& cell, Index row, Index column, Colour ground);
  void hatch_image();
  void draw_dots();
  void draw_frame();

  const PipelineFigureSpec& spec_;
  const PlacedStage& stage_;
  const StageText& text_;
  const StageColours& colours_;
  const FigureStyle& style_;
  Colour hue_;
  DisplayList& list_;
  MatrixView values_;
  MatrixName name_;
  StageScale scale_;
};

/// The arrow, and its operation where the page has room for texts.
void draw_stage_link(const PlacedLink& link, const StageLayout& layout, const FigureStyle& style,
                     DisplayList& list);

}  // namespace attention_lab

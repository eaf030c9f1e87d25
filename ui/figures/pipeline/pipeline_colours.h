// The colour scales of the pipeline figure.
#pragma once

#include <array>

#include "core/attention/matrix_name.h"
#include "ui/figures/pipeline/pipeline_figure.h"

namespace attention_lab {

/// Matrices that share a colour scale. Scaled and masked scores have the scale of the scores unless they go
/// beyond it, as with a divisor below 1: a change of the divisor repaints no score.
enum class StageScale { given, vectors, output, scores, scaled_scores, weights, influence };
inline constexpr std::size_t stage_scale_count = 7;

/// The background of a signed number, given as a share of the largest, from −1 to 1.
Colour signed_tint(double share, const FigureStyle& style);

class StageColours {
 public:
  StageColours(const PipelineFigureSpec& spec, const FigureStyle& style);

  StageScale scale_of(MatrixName name) const;
  /// Whether the numbers are differences: all scales are signed then, also that of the weights.
  bool is_difference() const { return spec_.is_difference; }
  /// The number at the strongest colour.
  double high(StageScale scale) const { return highs_[static_cast<std::size_t>(scale)]; }
  /// Whether the scaled scores have the scale of the scores.
  bool shares_scores() const { return shares_scores_; }
  /// Whether numbers lie beyond the strongest colour, because the colours hold still.
  bool is_exceeded(StageScale scale) const {
    return largest_[static_cast<std::size_t>(scale)] > high(scale) * (1 + 1e-6);
  }
  Colour colour(StageScale scale, double value) const;
  /// The background of masked cells.
  Colour hidden() const;

 private:
  const PipelineFigureSpec& spec_;
  const FigureStyle& style_;
  std::array<double, stage_scale_count> highs_{};
  std::array<double, stage_scale_count> largest_{};  // of the numbers
  bool shares_scores_ = true;
};

/// Why a weight or a score is hidden.
enum class HiddenBy { nothing, mask, dropout };

/// Marks a hidden cell with lines: hatched if it is masked, crossed out if dropout removes it.
void mark_hidden_cell(const Rect& cell, HiddenBy hidden_by, float font_size, const FigureStyle& style,
                      DisplayList& list);

/// The colour behind an exponential among weights. `light`: see CellMark.
Colour exponential_ground(float light, const FigureStyle& style);
/// The ground of an exponential among weights: of another shape, so that it is told from a weight without
/// colours.
void draw_exponential_ground(const Rect& cell, float light, const FigureStyle& style, DisplayList& list);

}  // namespace attention_lab

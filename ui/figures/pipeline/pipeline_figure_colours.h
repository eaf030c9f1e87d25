// What the colours of the pipeline figure mean.
#pragma once

#include <array>

#include "core/attention/matrix_name.h"
#include "ui/figures/pipeline/pipeline_figure.h"

namespace attention_lab {

/// Matrices that share a scale of colours.
enum class StageScale { given, vectors, output, scores, weights };

class StageColours {
 public:
  StageColours(const PipelineFigureSpec& spec, const FigureStyle& style);

  StageScale scale_of(MatrixName name) const;
  /// The number of the strongest colour.
  double high(StageScale scale) const { return highs_[static_cast<std::size_t>(scale)]; }
  Colour colour(StageScale scale, double value) const;
  /// The ground of cells that the mask hides.
  Colour hidden() const;

 private:
  const PipelineFigureSpec& spec_;
  const FigureStyle& style_;
  std::array<double, 5> highs_{};
};

/// Why a weight or a score takes no part.
enum class HiddenBy { nothing, mask, dropout };

/// The lines of a hidden cell: hatched where the mask hides it, crossed out where dropout does.
void mark_hidden_cell(const Rect& cell, HiddenBy hidden_by, float font_size, const FigureStyle& style,
                      DisplayList& list);

}  // namespace attention_lab

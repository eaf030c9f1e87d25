// What the window marks in the picture of the pipeline: what is selected, pointed at, changing, or being
// computed.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/steps/place.h"

namespace attention_lab {

/// How one number is shown.
struct CellMark {
  float light = 1;          ///< 0: dimmed, because a step is about other numbers
  bool is_covered = false;  ///< a question mark instead of the number
  bool is_exact = false;    ///< written with all decimals asked for, smaller if it must be
  /// Instead of the number, which a step has not finished: a sum so far or, among weights, an exponential,
  /// which is drawn as a rounded cell with a border.
  std::optional<Scalar> value_so_far;
  std::optional<Scalar> value_before;  ///< a coloured edge and an arrow show if it was written differently
  /// The influence of the selected number on it as a share of the matrix's largest one, from −1 to 1. It
  /// decides on the colour then.
  std::optional<double> influence;
};

/// The colours of CellMark::influence.
struct InfluenceScale {
  std::string caption;  // mark-up
  double high = 0;      // the derivative at the strongest colour
};

/// A number, and the rows, columns and numbers that belong to it, with emphasised labels.
struct MarkedNumber {
  CellRef cell;
  std::vector<Place> links;
};

struct PipelineMarks {
  /// Pinned: framed in the accent colour, with all its links.
  std::optional<MarkedNumber> selected;
  /// Under the mouse. If nothing is pinned, its links are framed in the colours of their matrices; otherwise
  /// everything of it is framed in a second colour, by thin dashed lines within those of the pin.
  std::optional<MarkedNumber> pointed;
  std::vector<Place> results;     ///< framed, because the current step computes them
  bool has_exponentials = false;  ///< whether the legend explains how exponentials are drawn
  bool hides_ranges = false;      ///< whether the legend leaves out the ranges of computed numbers
  /// Tokens whose rows and columns are framed in every matrix: each in its colour of FigureStyle::tokens.
  std::array<std::optional<Index>, 2> followed{};
  bool has_spotlight = false;  ///< whether only what is selected or followed is lit, and all else dimmed
  std::optional<InfluenceScale> influence_scale;         ///< if the colours are those of CellMark::influence
  bool is_dimmed = false;                                ///< arrows, while a step is shown
  std::function<CellMark(const CellRef&)> on_cell;       ///< never empty
  std::function<float(const MatrixRef&)> light_on;       ///< the light on titles and labels; never empty
  std::function<bool(const MatrixRef&, Index)> has_sum;  ///< whether a row's sum may be shown; never empty
};

}  // namespace attention_lab

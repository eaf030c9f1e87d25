// The token, query, key or value space of a head as a picture.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/document/document.h"
#include "core/geometry/space.h"
#include "core/geometry/space_plane.h"
#include "ui/figures/base/plot.h"
#include "ui/figures/figure.h"
#include "ui/figures/spaces/plane_chart.h"

namespace attention_lab {

/// The ranges of the two axes.
struct PlaneRange {
  double x_low = 0;
  double x_high = 0;
  double y_low = 0;
  double y_high = 0;

  bool operator==(const PlaneRange&) const = default;
};

/// What is shown of a space.
struct SpaceShown {
  Space space = Space::token;
  Index head = 0;
  Index query = 0;  // the token whose scores, weights and context are shown
  SpacePlane plane;
  SpacePlane token_plane;           // whose grid W carries here; unused in the token space
  SpacePlane query_plane;           // used in the key space
  bool overlays_queries = false;    // in the key space: all queries too
  std::optional<PlaneRange> range;  // default: suits the data
  bool has_legend = true;
  int decimals = 2;  // of scores and weights
  bool shows_values = true;
  std::optional<std::string> title;  // mark-up; default: the formula with the shape
};

/// A basis vector of the token space, and in all other spaces where W and the bias put it: the row of W. If
/// the embeddings are very small or large, the vectors are multiplied by a power of ten.
struct SpaceArrow {
  Index row = 0;
  PlanePoint from;
  PlanePoint to;
};

/// Those that are drawn: all, or the longest if there are many. None with projection identity, except in the
/// token space.
std::vector<SpaceArrow> space_arrows(const Model& model, const Trace& trace, Space space, Index head,
                                     const SpacePlane& plane);
/// The power of ten.
double arrow_scale(const Model& model, const Trace& trace);

/// "K = X·W_k + b_k (6 × 2)", as mark-up.
std::string space_formula(const Document& document, Space space);
/// What the plane shows: "Directions 1 and 2 show 93% of the squared lengths of the values." Plain text;
/// empty if the plane shows everything.
std::string describe_plane(const SpacePlane& plane, Space space);

/// The content of the picture. `style` gives the colours.
PlaneChartSpec space_chart(const LabState& state, const SpaceShown& shown, const FigureStyle& style);

/// The planes of a space as requested. Errors: see plane_of().
Result<SpaceShown> space_shown(const LabState& state, Space space, Index head, Index query,
                               const PlaneChoice& choice);

}  // namespace attention_lab

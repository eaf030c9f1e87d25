// The whole computation on one wide page: every matrix, its shape, and what leads from one to the next.
#pragma once

#include <optional>
#include <string>

#include "core/attention/stages.h"
#include "core/document/document.h"
#include "ui/figures/base/colour_map.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"

namespace attention_lab {

struct PipelineFigureSpec {
  PipelineFigureSpec(const Document& shown, const Trace& its_trace) : document(shown), trace(its_trace) {}

  const Document& document;
  const Trace& trace;
  Index head = 0;
  std::optional<Index> token;  // the path of one query; all where empty
  std::string title;           // mark-up; may be empty
  ColourMap weights_map = ColourMap::viridis;
  double weights_high = 1;  // the number of the map's last colour
  int decimals = 2;
};

/// From left to right X; W_q, W_k, W_v; Q, K, V; scores, scaled scores, masked scores (where there is a
/// mask), weights; head output, (concatenated, W_o,) context. Each matrix has its name, its shape and, where
/// they fit, its numbers; arrows carry the operations. With several heads, one is shown and the page says
/// which.
///
/// With a token, its row is framed and the rows of other queries are faded. X, K and V stay as they are,
/// since all of them take part; of K and V, what the mask hides from the token is faded.
///
/// Where numbers do not fit legibly, cells have colours only, and where those do not fit, matrices become
/// windows onto their first dimensions and tokens, the chosen one among them, and the page says so. Signed
/// numbers are tinted from the ground to 55 %, on one scale for X and the parameters, one for Q, K, V and
/// outputs (one more for a context that W_o made), one for scores: the legend has their ranges.
DisplayList pipeline_figure(const PipelineFigureSpec& spec, float width, float height,
                            const FigureStyle& style, const TextMetrics& metrics);

}  // namespace attention_lab

// The whole computation on one wide page: every matrix, its shape, and what leads from one to the next.
#pragma once

#include <optional>
#include <string>

#include "core/attention/trace.h"
#include "core/document/document.h"
#include "ui/figures/colour_map.h"
#include "ui/figures/display_list.h"
#include "ui/figures/figure_style.h"

namespace attention_lab {

struct PipelineFigureSpec {
  PipelineFigureSpec(const Document& shown, const Trace& its_trace) : document(shown), trace(its_trace) {}

  const Document& document;
  const Trace& trace;
  Index head = 0;
  std::optional<Index> token;  // the path of one query: only its rows are strong; all where empty
  std::string title;           // mark-up; may be empty
  ColourMap weights_map = ColourMap::viridis;
  double weights_high = 1;  // the number of the map's last colour
  int decimals = 2;
};

/// From left to right X; W_q, W_k, W_v; Q, K, V; scores, scaled scores, masked scores (where there is a
/// mask), weights; head output, (concatenated, W_o,) context. Each matrix has its name, its shape and, where
/// they fit, its numbers; arrows carry the operations. With several heads, one is shown and the page says
/// which.
DisplayList pipeline_figure(const PipelineFigureSpec& spec, float width, float height,
                            const FigureStyle& style, const TextMetrics& metrics);

}  // namespace attention_lab

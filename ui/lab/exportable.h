// What can be exported: a figure as a picture, and numbers as text.
#pragma once

#include <functional>
#include <variant>

#include "core/attention/matrix_name.h"
#include "ui/figures/base/geometry.h"
#include "ui/figures/base/plot.h"
#include "ui/figures/figure.h"
#include "ui/widgets/theme.h"

namespace attention_lab {

/// A picture as the window shows it, with all that is marked in it. In a file it keeps its shape.
struct PictureInWindow {
  Point size;            ///< in the window
  FigureRequest figure;  ///< the figure of the document that is closest to it
  /// Draws the picture in its size, with the edges of cells on multiples of `pixel`; see FigureStyle.
  std::function<DisplayList(const Theme& theme, float pixel, bool has_pixels)> draw;
};

/// A figure of the document, a plot of an experiment, or what the window shows.
using Exportable = std::variant<FigureRequest, PlotPointer, PictureInWindow>;

/// The figure of the document, or the closest one; null for a plot.
inline const FigureRequest* figure_of(const Exportable& exportable) {
  if (const auto* shown = std::get_if<PictureInWindow>(&exportable)) return &shown->figure;
  return std::get_if<FigureRequest>(&exportable);
}

struct WholeDocument {
  bool operator==(const WholeDocument&) const = default;
};

/// The source of exported numbers.
using NumberSource = std::variant<WholeDocument, MatrixRef, PlotPointer>;

/// The numbers that belong to a figure: its matrix, the plot's numbers, or the whole document.
inline NumberSource numbers_of(const Exportable& figure) {
  if (const auto* plot = std::get_if<PlotPointer>(&figure)) return *plot;
  const FigureRequest* request = figure_of(figure);
  if (request != nullptr && shows_one_matrix(request->figure)) return request->matrix;
  return WholeDocument{};
}

}  // namespace attention_lab

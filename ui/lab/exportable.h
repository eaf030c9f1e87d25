// What can be exported: a figure as a picture, and numbers as text.
#pragma once

#include <optional>
#include <variant>

#include "core/attention/matrix_name.h"
#include "ui/figures/base/plot.h"
#include "ui/figures/figure.h"

namespace attention_lab {

/// A figure of the document, or a plot of an experiment.
using Exportable = std::variant<FigureRequest, PlotPointer>;

struct WholeDocument {
  bool operator==(const WholeDocument&) const = default;
};

/// The source of exported numbers.
using NumberSource = std::variant<WholeDocument, MatrixRef, PlotPointer>;

/// The numbers that belong to a figure: its matrix, the plot's numbers, or the whole document.
inline NumberSource numbers_of(const Exportable& figure) {
  if (const auto* plot = std::get_if<PlotPointer>(&figure)) return *plot;
  const FigureRequest& request = std::get<FigureRequest>(figure);
  if (shows_one_matrix(request.figure)) return request.matrix;
  return WholeDocument{};
}

}  // namespace attention_lab

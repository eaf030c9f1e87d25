// A plot: a figure of an experiment's numbers rather than of a matrix of the document.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/geometry/convex_hull.h"
#include "ui/figures/base/cell_grid.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/base/geometry.h"

namespace attention_lab {

/// The numbers of a plot with row and column names, for “Copy as”.
struct NumberTable {
  std::string corner;                     // heads the row labels: what rows are; plain text
  std::vector<std::string> columns;       // plain text
  std::vector<std::string> row_labels;    // one per row, plain text; empty: rows are counted from 1
  std::vector<std::vector<double>> rows;  // one number per column
};

/// Where the plane of a figure is on its page.
struct PlaneFrame {
  Rect plot;
  double x_low = 0;
  double x_high = 1;
  double y_low = 0;
  double y_high = 1;

  Point place_of(const PlanePoint& at) const {
    return {static_cast<float>(plot.x + (at.x - x_low) / (x_high - x_low) * plot.width),
            static_cast<float>(plot.bottom() - (at.y - y_low) / (y_high - y_low) * plot.height)};
  }
  PlanePoint at(Point place) const {
    return {x_low + static_cast<double>(place.x - plot.x) / plot.width * (x_high - x_low),
            y_low + static_cast<double>(plot.bottom() - place.y) / plot.height * (y_high - y_low)};
  }
};

struct Figure {
  Figure(DisplayList drawn, std::optional<CellGrid> where = std::nullopt)  // NOLINT: most have no cells
      : list(std::move(drawn)), cells(where) {}

  DisplayList list;
  std::optional<CellGrid> cells;    ///< of the matrix, if the figure has a single heatmap of it
  std::optional<PlaneFrame> plane;  ///< if the figure shows points in a plane
};

/// A picture and its numbers. Immutable: new numbers make a new plot.
struct Plot {
  std::string stem;         // of file names: "variance-histogram"
  std::string description;  // one sentence: what it shows
  /// Draws the picture on a page of width × height.
  std::function<Figure(float width, float height, const FigureStyle& style, const TextMetrics& metrics)> draw;
  std::function<NumberTable()> numbers;
};

using PlotPointer = std::shared_ptr<const Plot>;

inline PlotPointer make_plot(std::string stem, std::string description, decltype(Plot::draw) draw,
                             decltype(Plot::numbers) numbers) {
  return std::make_shared<const Plot>(
      Plot{std::move(stem), std::move(description), std::move(draw), std::move(numbers)});
}

}  // namespace attention_lab

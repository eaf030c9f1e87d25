// The figures that are plain charts of one matrix.
#include <algorithm>

#include "core/words/outside_text.h"
#include "ui/figures/base/rich_text.h"
#include "ui/figures/charts/bars.h"
#include "ui/figures/charts/histogram.h"
#include "ui/figures/charts/lines.h"
#include "ui/figures/figure_builder.h"

namespace attention_lab {
namespace {

constexpr Index most_lines = 8;

/// The row as points; it ends where the mask hides the rest.
std::vector<Point> points_of(const FigureData& data, Index row) {
  std::vector<double> numbers = data.row(row);
  const Index visible = visible_keys(data.mask, row, data.values().cols());
  numbers.resize(static_cast<std::size_t>(std::min(visible, data.values().cols())));
  std::vector<Point> points;
  points.reserve(numbers.size());
  for (const double number : numbers)
    points.push_back({static_cast<float>(points.size()), static_cast<float>(number)});
  return points;
}

std::vector<double> all_numbers(const FigureData& data) {
  const MatrixView values = data.values();
  std::vector<double> numbers;
  numbers.reserve(static_cast<std::size_t>(values.size()));
  for (Index row = 0; row < values.rows(); ++row) {
    const Index visible =
        data.mask == Mask::none ? values.cols() : visible_keys(data.mask, row, values.cols());
    for (Index column = 0; column < visible; ++column)
      numbers.push_back(static_cast<double>(values(row, column)));
  }
  return numbers;
}

bool has_same_columns(const FigureData& a, const FigureData& b) {
  return a.values().cols() == b.values().cols();
}

Error cannot_stand_side_by_side() {
  return {ErrorCode::wrong_shape, "A and B have rows of different lengths: they cannot stand side by side.",
          ""};
}

}  // namespace

Result<Figure> FigureBuilder::build_bars() const {
  BarsSpec spec;
  const auto finish = [&](const FigureData& main) {
    spec.labels = main.column_labels;
    spec.label_axis = main.column_caption;
    spec.value_axis.title = main.is_positive() ? "weight" : main.name;
    spec.decimals = request_.decimals;
    spec.shows_values = request_.shows_values;
    const std::string own = title_of(main, model().n_heads(), row_words(main, row_shown(main)));
    spec.title = title_or(main.is_difference ? own + ": B − A" : own);
    if (request_.column && *request_.column < main.values().cols())
      spec.strong = static_cast<std::size_t>(*request_.column);
    return Figure{bars(spec, page_.width, page_.height, page_.style, page_.metrics), std::nullopt};
  };
  if (request_.comparison == Comparison::side_by_side) {
    const Result<std::vector<FigureData>> states = both();
    if (!states) return states.error();
    const FigureData& a = states->front();
    const FigureData& b = states->back();
    if (!has_same_columns(a, b)) return cannot_stand_side_by_side();
    spec.series.push_back({name_of_pinned(), a.row(std::min(row_shown(b), a.values().rows() - 1)), {}});
    spec.series.push_back({name_of_present(), b.row(row_shown(b)), {}});
    return finish(b);
  }
  const Result<FigureData> shown_data = data();
  if (!shown_data) return shown_data.error();
  spec.series.push_back({shown_data->name, shown_data->row(row_shown(*shown_data)), {}});
  return finish(*shown_data);
}

Result<Figure> FigureBuilder::build_lines() const {
  LinesSpec spec;
  const auto finish = [&](const FigureData& main, const std::string& words) {
    spec.x_labels = main.column_labels;
    spec.x_axis.title = main.column_caption;
    spec.y_axis.title = main.is_positive() ? "weight" : main.name;
    const std::string own = title_of(main, model().n_heads(), words);
    spec.title = title_or(main.is_difference ? own + ": B − A" : own);
    return Figure{lines(spec, page_.width, page_.height, page_.style, page_.metrics), std::nullopt};
  };
  if (request_.comparison == Comparison::side_by_side) {
    const Result<std::vector<FigureData>> states = both();
    if (!states) return states.error();
    const FigureData& a = states->front();
    const FigureData& b = states->back();
    if (!has_same_columns(a, b)) return cannot_stand_side_by_side();
    const Index row = row_shown(b);
    spec.series.push_back({name_of_pinned(), points_of(a, std::min(row, a.values().rows() - 1)), std::nullopt,
                           Stroke::dashed, true});
    spec.series.push_back({name_of_present(), points_of(b, row), std::nullopt, Stroke::solid, true});
    return finish(b, row_words(b, row));
  }
  const Result<FigureData> shown_data = data();
  if (!shown_data) return shown_data.error();
  const Index rows = shown_data->values().rows();
  const auto add = [&](Index row) {
    spec.series.push_back({escape_markup(shown_data->row_labels[static_cast<std::size_t>(row)]),
                           points_of(*shown_data, row), std::nullopt, Stroke::solid, true});
  };
  if (request_.token) {
    add(row_shown(*shown_data));
    return finish(*shown_data, row_words(*shown_data, row_shown(*shown_data)));
  }
  const Index step = (rows + most_lines - 1) / most_lines;
  for (Index row = 0; row < rows; row += step) add(row);
  return finish(*shown_data, step == 1 ? "" : ", one row in " + std::to_string(step));
}

Result<Figure> FigureBuilder::build_histogram() const {
  HistogramSpec spec;
  const auto finish = [&](const FigureData& main) {
    spec.x_axis.title = main.is_positive() ? "weight" : main.name;
    spec.y_axis.title = "how many numbers";
    const std::string own = title_of(main, model().n_heads());
    spec.title = title_or(main.is_difference ? own + ": B − A" : own);
    return Figure{histogram(spec, page_.width, page_.height, page_.style, page_.metrics), std::nullopt};
  };
  if (request_.comparison == Comparison::side_by_side) {
    const Result<std::vector<FigureData>> states = both();
    if (!states) return states.error();
    spec.distributions = count_into_same_bins({all_numbers(states->front()), all_numbers(states->back())},
                                              {name_of_pinned(), name_of_present()});
    return finish(states->back());
  }
  const Result<FigureData> shown_data = data();
  if (!shown_data) return shown_data.error();
  spec.distributions.push_back(count_into_bins(all_numbers(*shown_data), shown_data->name));
  return finish(*shown_data);
}

}  // namespace attention_lab

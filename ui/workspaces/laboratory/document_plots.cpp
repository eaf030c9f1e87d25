#include "ui/workspaces/laboratory/document_plots.h"

#include <algorithm>
#include <cmath>

#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/figures/base/value_range.h"
#include "ui/figures/charts/bars.h"
#include "ui/figures/charts/lines.h"
#include "ui/figures/heatmaps/small_multiples.h"

namespace attention_lab {
namespace {

constexpr int most_decimals_of_four = 3;        // of four heatmaps side by side, so that digits are larger
constexpr std::size_t most_labelled_bars = 40;  // with more bars than this, lines are easier to read

const DividedWeights& at(const DividedDocument& document, DivisorChoice choice) {
  return *document.weights[static_cast<std::size_t>(choice)];
}

/// The same colours as on the other pages: ÷ √d_k first, undivided second.
Colour colour_of(DivisorChoice choice, const FigureStyle& style) {
  switch (choice) {
    case DivisorChoice::undivided: return series_colour(style, 1);
    case DivisorChoice::sqrt_d_k: return series_colour(style, 0);
    case DivisorChoice::sqrt_d_model: return series_colour(style, 2);
    case DivisorChoice::chosen: return series_colour(style, 3);
  }
  return style.text;
}

std::vector<double> row_of(const DividedDocument& document, DivisorChoice choice) {
  const Matrix& weights = at(document, choice).weights;
  std::vector<double> row;
  for (Index j = 0; j < weights.cols(); ++j) row.push_back(static_cast<double>(weights(document.row, j)));
  return row;
}

using NumbersOf = std::vector<double> (*)(const DividedDocument&, DivisorChoice);

std::vector<double> entropies_of(const DividedDocument& document, DivisorChoice choice) {
  return at(document, choice).entropies;
}

std::string quoted_row(const DividedDocument& document) {
  return quoted_markup(document.tokens[static_cast<std::size_t>(document.row)]);
}

struct TokenChart {
  NumbersOf numbers;
  std::string title;
  std::string axis;
  bool is_of_rows;  // one number for each query rather than each key
};

/// A number for each token and divisor: as bars or, for many tokens or numbers per query, as lines.
DisplayList token_chart(const DividedDocument& document, const TokenChart& chart, float width, float height,
                        const FigureStyle& style, const TextMetrics& metrics) {
  if (!chart.is_of_rows && document.tokens.size() <= most_labelled_bars) {
    BarsSpec spec;
    spec.title = chart.title;
    spec.labels = document.tokens;
    spec.value_axis.title = chart.axis;
    spec.decimals = document.decimals;
    for (const DivisorChoice choice : all_divisor_choices) {
      spec.series.push_back(
          {choice_words(document, choice, true), chart.numbers(document, choice), colour_of(choice, style)});
    }
    return bars(spec, width, height, style, metrics);
  }
  LinesSpec spec;
  spec.title = chart.title;
  spec.x_labels = document.tokens;
  spec.y_axis.title = chart.axis;
  for (const DivisorChoice choice : all_divisor_choices) {
    LineSeries line{choice_words(document, choice, true), {}, colour_of(choice, style), Stroke::solid, true};
    const std::vector<double> numbers = chart.numbers(document, choice);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      line.at.push_back({static_cast<float>(i), static_cast<float>(numbers[i])});
    spec.series.push_back(std::move(line));
  }
  if (chart.is_of_rows) spec.marker = ChartMarker{static_cast<double>(document.row), quoted_row(document)};
  return lines(spec, width, height, style, metrics);
}

NumberTable token_numbers(const DividedDocument& document, NumbersOf numbers_of) {
  NumberTable table;
  table.corner = "token";
  table.row_labels = document.tokens;
  table.rows.resize(document.tokens.size());
  for (const DivisorChoice choice : all_divisor_choices) {
    table.columns.push_back(choice_words(document, choice, false));
    const std::vector<double> numbers = numbers_of(document, choice);
    for (std::size_t i = 0; i < numbers.size(); ++i) table.rows[i].push_back(numbers[i]);
  }
  return table;
}

PlotPointer token_plot(const std::shared_ptr<const DividedDocument>& document, const char* stem,
                       std::string description, const TokenChart& chart) {
  return make_plot(
      stem, std::move(description),
      [document, chart](float width, float height, const FigureStyle& style, const TextMetrics& metrics) {
        return token_chart(*document, chart, width, height, style, metrics);
      },
      [document, numbers = chart.numbers] { return token_numbers(*document, numbers); });
}

SmallMultiplesSpec heatmaps_spec(const DividedDocument& document) {
  SmallMultiplesSpec spec;
  double highest = 0;
  for (const DivisorChoice choice : all_divisor_choices) {
    for (const Scalar weight : at(document, choice).weights.reshaped()) {
      if (std::isfinite(weight)) highest = std::max(highest, static_cast<double>(weight));
    }
  }
  for (const DivisorChoice choice : all_divisor_choices) {
    HeatmapSpec panel(view_of(at(document, choice).weights));
    panel.title = choice_words(document, choice, true);
    panel.row_labels = document.tokens;
    panel.column_labels = document.tokens;
    panel.legend = "weight";
    panel.mask = document.mask;
    panel.high = round_up_nicely(highest);
    panel.decimals = std::min(document.decimals, most_decimals_of_four);
    panel.emphasis.row = document.row;
    spec.panels.push_back(std::move(panel));
  }
  return spec;
}

NumberTable heatmap_numbers(const DividedDocument& document) {
  NumberTable table;
  table.corner = "divisor and token";
  table.columns = document.tokens;
  table.columns.push_back("entropy");
  for (const DivisorChoice choice : all_divisor_choices) {
    const DividedWeights& divided = at(document, choice);
    for (Index i = 0; i < divided.weights.rows(); ++i) {
      const auto row = static_cast<std::size_t>(i);
      table.row_labels.push_back(choice_words(document, choice, false) + ": " + document.tokens[row]);
      std::vector<double> numbers;
      for (Index j = 0; j < divided.weights.cols(); ++j)
        numbers.push_back(static_cast<double>(divided.weights(i, j)));
      numbers.push_back(divided.entropies[row]);
      table.rows.push_back(std::move(numbers));
    }
  }
  return table;
}

}  // namespace

std::string choice_name(DivisorChoice choice, bool is_markup) {
  switch (choice) {
    case DivisorChoice::undivided: return "undivided";
    case DivisorChoice::sqrt_d_k: return "÷ √d_k";
    case DivisorChoice::sqrt_d_model: return is_markup ? "÷ √d_{model}" : "÷ √d_model";
    case DivisorChoice::chosen: return "yours";
  }
  return {};
}

std::optional<DivisorChoice> same_choice(const DividedDocument& document) {
  for (const DivisorChoice other : all_divisor_choices) {
    if (other != DivisorChoice::chosen &&
        at(document, other).divisor == at(document, DivisorChoice::chosen).divisor)
      return other;
  }
  return std::nullopt;
}

std::string choice_words(const DividedDocument& document, DivisorChoice choice, bool is_markup) {
  if (choice != DivisorChoice::chosen) return choice_name(choice, is_markup);
  const std::string words =
      divided_by(static_cast<double>(at(document, choice).divisor)) + ", " + choice_name(choice, is_markup);
  const auto same = same_choice(document);
  return same ? words + " (" + choice_name(*same, is_markup) + ")" : words;
}

PlotPointer divided_row(const std::shared_ptr<const DividedDocument>& document) {
  return token_plot(
      document, "divisors-row", "The attention of one token with four divisors.",
      {row_of, filled("Attention weights of <token>", {{"token", quoted_row(*document)}}), "weight", false});
}

PlotPointer divided_entropies(const std::shared_ptr<const DividedDocument>& document) {
  return token_plot(document, "divisors-entropy", "The entropy of each row of weights with four divisors.",
                    {entropies_of, "Entropy of each row, in nats", "entropy", true});
}

PlotPointer divided_heatmaps(const std::shared_ptr<const DividedDocument>& document) {
  return make_plot(
      "divisors-weights", "The attention weights of one head with four divisors.",
      [document](float width, float height, const FigureStyle& style, const TextMetrics& metrics) {
        return small_multiples(heatmaps_spec(*document), width, height, style, metrics);
      },
      [document] { return heatmap_numbers(*document); });
}

}  // namespace attention_lab

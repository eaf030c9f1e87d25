#include "ui/workspaces/laboratory/size_plots.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "ui/figures/charts/lines.h"

namespace attention_lab {
namespace {

constexpr int points_of_work = 61;
// Of the picture, for the range of the zoom.
constexpr float usual_width = 100;
constexpr float usual_height = 13;

double numbers_in(const ScaledModel& model) {
  const auto number = [](Index count) { return static_cast<double>(count); };
  return number(model.rows) * number(model.columns) * number(model.across) * number(model.layers);
}

/// The smallest first.
std::vector<ScaledModel> scaled_models(const SizesToScale& sizes) {
  std::vector<ScaledModel> all;
  for (std::size_t i = 0; i < sizes.models.size(); ++i) {
    const ModelShape& shape = sizes.models[i];
    const char* const caption = shape.n_layers > 1  ? "<layers> × <heads> W_q of <rows> × <columns>"
                                : shape.n_heads > 1 ? "<heads> W_q of <rows> × <columns>"
                                                    : "W_q, <rows> × <columns>";
    const std::string words = filled_by(caption, [&](std::string_view place) {
      if (place == "layers") return count_text(shape.n_layers);
      if (place == "heads") return count_text(shape.n_heads);
      return count_text(place == "rows" ? shape.d_model : shape.d_k);
    });
    all.push_back(
        {shape.name, words, shape.d_model, shape.d_k, shape.n_heads, shape.n_layers, i == sizes.strong});
  }
  const std::string n = count_text(sizes.n_tokens);
  all.push_back({"the sentence", filled("attention weights of one head, <n> × <n>", {{"n", n}}),
                 sizes.n_tokens, sizes.n_tokens, 1, 1, false});
  std::stable_sort(all.begin(), all.end(),
                   [](const ScaledModel& a, const ScaledModel& b) { return numbers_in(a) < numbers_in(b); });
  return all;
}

}  // namespace

ZoomRange zoom_range(const SizesToScale& sizes) {
  return {8, std::ceil(numbers_across_all(scaled_models(sizes), usual_width, usual_height) * 1.05)};
}

PlotPointer size_to_scale(const SizesToScale& sizes, double numbers_across) {
  return make_plot(
      "model-sizes",
      "W_q of some models and the attention weights of a sentence, at the same size per number.",
      [sizes, numbers_across](float width, float height, const FigureStyle& style,
                              const TextMetrics& metrics) {
        const ModelScaleSpec spec{scaled_models(sizes), "All W_q, at the same size per number",
                                  numbers_across};
        return model_scale(spec, width, height, style, metrics);
      },
      [sizes] {
        NumberTable table{"matrices", {"rows", "columns", "in a layer", "layers", "numbers in all"}, {}, {}};
        for (const ScaledModel& model : scaled_models(sizes)) {
          table.row_labels.push_back(model.name);
          const auto number = [](Index count) { return static_cast<double>(count); };
          table.rows.push_back({number(model.rows), number(model.columns), number(model.across),
                                number(model.layers), numbers_in(model)});
        }
        return table;
      });
}

PlotPointer work_over_length(const ModelShape& model, Index n_tokens) {
  std::vector<double> lengths;
  const double decades = std::log10(static_cast<double>(most_sentence_tokens));
  for (int i = 0; i < points_of_work; ++i)
    lengths.push_back(std::pow(10, decades * i / (points_of_work - 1)));
  return make_plot(
      "model-work",
      filled("The multiplications of one sentence in <model>, over its length.", {{"model", model.name}}),
      [model, n_tokens, lengths](float width, float height, const FigureStyle& style,
                                 const TextMetrics& metrics) {
        LinesSpec spec;
        spec.title =
            filled("Multiplications for one sentence in <model>", {{"model", escape_markup(model.name)}});
        spec.x_axis = {"tokens, n", ScaleKind::logarithmic, 1, static_cast<double>(most_sentence_tokens)};
        spec.y_axis = {"", ScaleKind::logarithmic, 0, 0};
        LineSeries projections{"projections: n", {}, series_colour(style, 0), Stroke::solid, false};
        LineSeries scores{"QK^T and weights · V: n^2", {}, series_colour(style, 1), Stroke::solid, false};
        for (const double n : lengths) {
          const Multiplications work = multiplications_of(model, n);
          projections.at.push_back({static_cast<float>(n), static_cast<float>(work.projections)});
          scores.at.push_back({static_cast<float>(n), static_cast<float>(work.scores_and_contexts)});
        }
        spec.series = {projections, scores};
        spec.marker =
            ChartMarker{static_cast<double>(n_tokens), filled("n = <n>", {{"n", count_text(n_tokens)}})};
        return lines(spec, width, height, style, metrics);
      },
      [model, lengths] {
        NumberTable table{"row", {"tokens", "projections", "scores and contexts"}, {}, {}};
        for (const double n : lengths) {
          const Multiplications work = multiplications_of(model, n);
          table.rows.push_back({n, work.projections, work.scores_and_contexts});
        }
        return table;
      });
}

}  // namespace attention_lab

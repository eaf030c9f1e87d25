#include "ui/workspaces/training/training_plots.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "core/training/update_words.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "ui/figures/base/value_range.h"
#include "ui/figures/charts/bars.h"
#include "ui/figures/charts/lines.h"
#include "ui/figures/heatmaps/aligned_heatmaps.h"

namespace attention_lab {
namespace {

constexpr int most_gradient_decimals = 9;

PlotPointer attention_plot(const Document& document, Matrix numbers, const char* stem, std::string title,
                           std::string description, int decimals) {
  // The numbers change with every step, and therefore belong to the plot.
  const auto owned = std::make_shared<ComparedHeatmap>(std::move(numbers));
  owned->spec.row_labels = document.tokens;
  owned->spec.column_labels = document.tokens;
  owned->spec.title = std::move(title);
  owned->spec.decimals = decimals;
  owned->spec.mask = document.model.options.mask;
  owned->spec.legend = "weight";
  owned->spec.row_axis = "query";
  owned->spec.column_axis = "key";
  return heatmap_plot(owned, stem, std::move(description));
}

/// The labels of one of its parameters.
HeatmapLabels labels_of(const Document& document, const TrainingObjective& objective,
                        const MatrixRef& matrix) {
  const MatrixView numbers = objective.values(matrix);
  HeatmapLabels labels;
  if (!has_token_rows(matrix.name))
    labels.row_noun = row_axis(matrix.name) == Axis::d_model ? "feature" : "dimension";
  for (Index row = 0; row < numbers.rows(); ++row)
    labels.rows.push_back(row_label(objective, document, matrix.name, row));
  for (Index column = 0; column < numbers.cols(); ++column)
    labels.columns.push_back(column_label(objective, document, matrix.name, column));
  return labels;
}

// ---- The curve.

/// What the curve needs of a run, which goes on after the plot was made.
struct CurveData {
  LossCurve curve = LossCurve::loss;
  std::vector<std::vector<Point>> line;      // each branch up to the next
  std::vector<std::vector<Point>> changes;   // where its branches begin: one point each
  std::vector<std::vector<Point>> branches;  // that were left
  std::vector<std::vector<Point>> held_out;  // along the line; empty if there are no such sentences
  std::vector<std::vector<Point>> minimum;   // the lowest possible loss along the line
  std::vector<std::vector<Point>> second;    // of another run; empty if there is none
  std::optional<Point> best;                 // the best possible loss, from here on
  std::string name;                          // of the line, in the legend
  std::string name_of_second;
  std::int64_t step = 0;
  std::int64_t last_step = 0;
};

double number_of(const TrainingRecord& record, LossCurve curve, double least_loss) {
  switch (curve) {
    case LossCurve::loss:
    case LossCurve::log_loss: return record.loss;
    case LossCurve::excess: return record.loss - least_loss;
    case LossCurve::gradient_norm: return record.gradient_norm;
  }
  return 0;
}

std::vector<Point> points_of(const TrainingBranch& branch, LossCurve curve, std::int64_t from,
                             std::int64_t to) {
  std::vector<Point> at;
  for (std::int64_t step = from; step <= to; ++step) {
    at.push_back(
        {static_cast<float>(step), static_cast<float>(number_of(branch.at(step), curve, branch.least_loss))});
  }
  return at;
}

bool shows_loss(LossCurve curve) {
  return curve == LossCurve::loss || curve == LossCurve::log_loss;
}

CurveData curve_data(const TrainingRun& run, LossCurve curve, const SecondCurve* second) {
  CurveData data;
  data.curve = curve;
  data.step = run.step();
  for (const TrainingBranch& branch : run.branches())
    data.last_step = std::max(data.last_step, branch.last_step());
  const std::vector<std::size_t>& line = run.line();
  for (std::size_t b = 0; b < run.branches().size(); ++b) {
    const TrainingBranch& branch = run.branches()[b];
    std::int64_t left_at = branch.first_step;
    const auto found = std::find(line.begin(), line.end(), b);
    if (found != line.end()) {
      left_at = run.end_in_line(static_cast<std::size_t>(found - line.begin()));
      data.line.push_back(points_of(branch, curve, branch.first_step, left_at));
      if (branch.parent)
        data.changes.push_back(points_of(branch, curve, branch.first_step, branch.first_step));
      if (branch.records.front().held_out_loss) {
        std::vector<Point>& at = data.held_out.emplace_back();
        for (std::int64_t step = branch.first_step; step <= left_at; ++step)
          at.push_back({static_cast<float>(step), static_cast<float>(*branch.at(step).held_out_loss)});
      }
      const auto minimum = static_cast<float>(branch.least_loss);
      data.minimum.push_back(
          {{static_cast<float>(branch.first_step), minimum}, {static_cast<float>(left_at), minimum}});
    }
    if (left_at < branch.last_step())
      data.branches.push_back(points_of(branch, curve, left_at, branch.last_step()));
  }
  data.name = shows_loss(curve) ? "loss" : data.branches.empty() ? "" : "this branch";
  if (second == nullptr) return data;
  data.name = second->name_of_first;
  data.name_of_second = second->name;
  const TrainingRun& other = second->run;
  for (std::size_t i = 0; i < other.line().size(); ++i) {
    const TrainingBranch& branch = other.branches()[other.line()[i]];
    data.second.push_back(points_of(branch, curve, branch.first_step, other.end_in_line(i)));
  }
  return data;
}

const char* curve_title(LossCurve curve) {
  switch (curve) {
    case LossCurve::loss: return "Loss";
    case LossCurve::log_loss: return "Loss, on a logarithmic axis";
    case LossCurve::excess: return "Loss above its minimum";
    case LossCurve::gradient_norm: return "Norm of the gradient";
  }
  return "";
}

LinesSpec spec_of(const CurveData& data, const FigureStyle& style) {
  LinesSpec spec;
  spec.title = curve_title(data.curve);
  spec.x_axis.title = "step";
  spec.x_axis.high = static_cast<double>(std::max<std::int64_t>(data.last_step, 10));
  spec.y_axis.title = data.curve == LossCurve::gradient_norm ? "norm" : "nats";
  spec.y_axis.kind = data.curve == LossCurve::loss ? ScaleKind::linear : ScaleKind::logarithmic;
  const auto add = [&](const std::vector<std::vector<Point>>& parts, const std::string& name, Colour colour,
                       Stroke stroke = Stroke::solid) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      LineSeries series;
      series.at = parts[i];
      series.colour = colour;
      series.stroke = stroke;
      if (i == 0) series.name = name;
      spec.series.push_back(std::move(series));
    }
  };
  add(data.branches, "other branches", mix(style.quiet_text, style.ground, 0.45f));
  add(data.line, data.name, style.accent);
  add(data.changes, "your changes", style.accent);
  if (!data.changes.empty()) {
    for (std::size_t i = spec.series.size() - data.changes.size(); i < spec.series.size(); ++i)
      spec.series[i].has_markers = true;
  }
  add(data.second, data.name_of_second, series_colour(style, 1), Stroke::dashed);
  if (data.best) {
    const Point end{static_cast<float>(spec.x_axis.high), data.best->y};
    add({{*data.best, end}}, "best possible", style.text, Stroke::dotted);
  }
  if (shows_loss(data.curve)) {
    add(data.held_out, "held-out sentences", mix(style.text, style.ground, 0.25f), Stroke::dotted);
    std::vector<std::vector<Point>> minimum = data.minimum;
    minimum.back().back().x = static_cast<float>(spec.x_axis.high);  // also where no step has been made yet
    // 0 has no place on a logarithmic axis.
    std::erase_if(minimum, [&](const std::vector<Point>& part) {
      return spec.y_axis.kind == ScaleKind::logarithmic && part.front().y <= 0;
    });
    add(minimum, "minimum", style.quiet_text, Stroke::dashed);
  }
  spec.marker =
      ChartMarker{static_cast<double>(data.step), filled("step <step>", {{"step", count_text(data.step)}})};
  return spec;
}

/// The records of the present line, one for each step.
std::vector<TrainingRecord> records_of_line(const TrainingRun& run) {
  std::vector<TrainingRecord> records;
  for (std::size_t i = 0; i < run.line().size(); ++i) {
    const TrainingBranch& branch = run.branches()[run.line()[i]];
    records.resize(static_cast<std::size_t>(branch.first_step));
    records.insert(records.end(), branch.records.begin(),
                   branch.records.begin() + (run.end_in_line(i) - branch.first_step + 1));
  }
  return records;
}

NumberTable curve_numbers(const TrainingRun& run, const SecondCurve* second) {
  NumberTable table;
  table.corner = "step";
  table.columns = {"loss", "gradient norm"};
  const bool has_held_out = run.record().held_out_loss.has_value();
  if (has_held_out) table.columns.push_back("held-out loss");
  const std::size_t n_numbers = table.columns.size();
  for (std::size_t i = 0; second != nullptr && i < n_numbers; ++i)
    table.columns.push_back(
        filled("<number> (<run>)", {{"number", table.columns[i]}, {"run", second->name}}));
  const std::vector<TrainingRecord> records = records_of_line(run);
  const std::vector<TrainingRecord> others =
      second != nullptr ? records_of_line(second->run) : std::vector<TrainingRecord>();
  for (std::size_t step = 0; step < records.size(); ++step) {
    table.row_labels.push_back(std::to_string(step));
    std::vector<double>& row = table.rows.emplace_back();
    const auto add = [&](const TrainingRecord& record) {
      row.insert(row.end(), {record.loss, record.gradient_norm});
      if (has_held_out) row.push_back(record.held_out_loss.value_or(0));
    };
    add(records[step]);
    if (step < others.size()) add(others[step]);
    row.resize(table.columns.size(), std::numeric_limits<double>::quiet_NaN());  // not trained that far
  }
  return table;
}

}  // namespace

PlotPointer heatmap_plot(std::shared_ptr<const ComparedHeatmap> owned, const char* stem,
                         std::string description) {
  return make_plot(
      stem, std::move(description),
      [owned](float width, float height, const FigureStyle& style, const TextMetrics& metrics) {
        Heatmap drawn = heatmap(owned->spec, width, height, style, metrics);
        const CellGrid& cells = drawn;
        return Figure{std::move(drawn.list), cells};
      },
      [owned] { return number_table(owned->spec); });
}

std::string title_of_weights(const Model& model, Index head, std::int64_t step) {
  if (model.n_heads() == 1) return filled("Attention weights at step <step>", {{"step", count_text(step)}});
  return filled("Attention weights of head <head> at step <step>",
                {{"head", head + 1}, {"step", count_text(step)}});
}

PlotPointer signed_plot(HeatmapLabels labels, Matrix numbers, const char* stem, std::string title,
                        std::string description, std::string legend, int decimals) {
  const auto owned = std::make_shared<ComparedHeatmap>(std::move(numbers));
  owned->spec.row_noun = std::move(labels.row_noun);
  owned->spec.row_labels = std::move(labels.rows);
  owned->spec.column_labels = std::move(labels.columns);
  owned->spec.title = std::move(title);
  const double limit = round_up_nicely(range_of(owned->spec.values, false).magnitude());
  owned->spec.map = ColourMap::puor;
  owned->spec.low = -limit;
  owned->spec.high = limit;
  owned->spec.legend = std::move(legend);
  // Small gradients need more decimals than weights.
  owned->spec.decimals =
      std::clamp(static_cast<int>(std::ceil(2 - std::log10(limit))), decimals, most_gradient_decimals);
  return heatmap_plot(owned, stem, std::move(description));
}

PlotPointer target_plot(const Document& document, const Matrix& target, int decimals) {
  return attention_plot(document, target, "training-target", "Target",
                        "The attention weights that training should reach.", decimals);
}

PlotPointer trained_weights_plot(const Document& document, const TrainingRun& run, Index head, int decimals) {
  return attention_plot(
      document, matrix_view(run.objective().trace(), {MatrixName::weights, head}), "trained-weights",
      title_of_weights(document.model, head, run.step()),
      filled("The attention weights at step <step> of a training run.", {{"step", run.step()}}), decimals);
}

PlotPointer trained_matrix_plot(const Document& document, const TrainingRun& run, const MatrixRef& matrix,
                                int decimals) {
  const TrainingObjective& objective = run.objective();
  const std::string name = display_name(matrix.name);
  return signed_plot(labels_of(document, objective, matrix), objective.values(matrix), "trained-matrix",
                     filled("<matrix> at step <step>", {{"matrix", name}, {"step", count_text(run.step())}}),
                     filled("<matrix> at step <step> of a training run.",
                            {{"matrix", to_string(matrix.name)}, {"step", run.step()}}),
                     name, decimals);
}

PlotPointer gradient_plot(const Document& document, const TrainingRun& run, const MatrixRef& matrix,
                          int decimals) {
  const std::string name = display_name(matrix.name);
  return signed_plot(
      labels_of(document, run.objective(), matrix), run.objective().gradient(matrix), "training-gradient",
      filled("∂L ÷ ∂<matrix> at step <step>", {{"matrix", name}, {"step", count_text(run.step())}}),
      filled("The gradient of the loss with respect to <matrix> at step <step>.",
             {{"matrix", to_string(matrix.name)}, {"step", run.step()}}),
      "∂L ÷ ∂" + name, decimals);
}

PlotPointer loss_plot(const TrainingRun& run, LossCurve curve, const SecondCurve* second,
                      std::optional<double> best) {
  CurveData curves = curve_data(run, curve, second);
  const TrainingBranch& present = run.branches()[run.present_branch()];
  if (best && curve != LossCurve::gradient_norm) {
    const double height = curve == LossCurve::excess ? *best - present.least_loss : *best;
    curves.best = Point{static_cast<float>(present.first_step), static_cast<float>(height)};
  }
  const auto data = std::make_shared<const CurveData>(std::move(curves));
  const auto numbers = [table = std::make_shared<const NumberTable>(curve_numbers(run, second))] {
    return *table;
  };
  return make_plot(
      "training-loss", filled("<curve> over the steps of a training run.", {{"curve", curve_title(curve)}}),
      [data](float width, float height, const FigureStyle& style, const TextMetrics& metrics) {
        return lines(spec_of(*data, style), width, height, style, metrics);
      },
      numbers);
}

PlotPointer least_losses_plot(const TargetReach& reach) {
  const auto kept = std::make_shared<const TargetReach>(reach);
  const auto label = [](const LeastLoss& loss) { return std::to_string(loss.d_k); };
  return make_plot(
      "least-losses", "The best loss found for this target with each d_k, above the entropy of the target.",
      [kept, label](float width, float height, const FigureStyle& style, const TextMetrics& metrics) {
        BarsSpec spec;
        spec.title = "Best loss found";
        spec.label_axis = "d_k";
        spec.value_axis.title = "nats";
        BarSeries& series = spec.series.emplace_back();
        for (const LeastLoss& loss : kept->least_losses) {
          if (loss.d_k == kept->d_k) spec.strong = spec.labels.size();
          spec.labels.push_back(label(loss));
          series.values.push_back(kept->excess(loss));
        }
        return bars(spec, width, height, style, metrics);
      },
      [kept, label] {
        NumberTable table{"d_k", {"best loss found", "above the minimum"}, {}, {}};
        for (const LeastLoss& loss : kept->least_losses) {
          table.row_labels.push_back(label(loss));
          table.rows.push_back({loss.loss, kept->excess(loss)});
        }
        return table;
      });
}

}  // namespace attention_lab

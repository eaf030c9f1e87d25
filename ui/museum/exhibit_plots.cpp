#include "ui/museum/exhibit_plots.h"

#include <cassert>
#include <cmath>

#include "ui/figures/figure_data.h"
#include "ui/figures/heatmap.h"
#include "ui/figures/matrix_titles.h"
#include "ui/figures/number_format.h"
#include "ui/museum/wording.h"

namespace attention_lab {
namespace {

constexpr int decimals = 2;          // beside each other there is no room for more
constexpr Index most_row_sums = 64;  // more would be too small to read
constexpr double rounding = 1e-5;    // as a share of the numbers: differences below have no colour

/// A heatmap that owns its numbers.
struct Picture {
  explicit Picture(Matrix given) : numbers(std::move(given)), spec(view_of(numbers)) {}
  Picture(const Picture&) = delete;
  Picture& operator=(const Picture&) = delete;

  Matrix numbers;
  HeatmapSpec spec;
};

std::vector<std::string> row_sums(const MatrixView& weights) {
  std::vector<std::string> notes;
  if (weights.rows() > most_row_sums) return notes;
  for (Index row = 0; row < weights.rows(); ++row) {
    const double sum = static_cast<double>(weights.row(row).sum());
    const bool is_one = std::fabs(sum - 1) < rounding;
    notes.push_back(std::string("Σ ") + (is_one ? std::string("1") : format_number(sum, decimals)));
  }
  return notes;
}

/// What the wrong pass hides: some mistakes mask nothing at a stage, or something else.
Mask wrong_mask(Mistake mistake, const FigureData& right) {
  const bool is_late =
      mistake == Mistake::mask_after_softmax || mistake == Mistake::mask_after_softmax_renormalised;
  if (mistake == Mistake::mask_upside_down) return Mask::none;
  return is_late && right.ref.name == MatrixName::masked_scores ? Mask::none : right.mask;
}

std::shared_ptr<Picture> picture_of(const FigureData& data, const ValueRange& range) {
  auto picture = std::make_shared<Picture>(Matrix(data.values()));
  HeatmapSpec& spec = picture->spec;
  spec.row_labels = data.row_labels;
  spec.column_labels = data.column_labels;
  const bool is_square = has_token_columns(data.ref.name);
  spec.row_axis = is_square ? "query" : "";
  spec.column_axis = is_square ? "key" : data.column_caption;
  spec.legend = data.is_difference ? "" : data.is_positive() ? "weight" : data.name;
  spec.mask = data.mask;
  spec.decimals = decimals;
  if (data.is_positive()) spec.row_notes = row_sums(data.values());
  const Colouring colouring = colouring_of(FigureRequest{}, data, range);
  spec.map = colouring.map;
  spec.low = colouring.low;
  spec.high = colouring.high;
  return picture;
}

PlotPointer plot_of(std::shared_ptr<const Picture> picture, std::string stem, std::string description) {
  auto plot = std::make_shared<Plot>();
  plot->stem = std::move(stem);
  plot->description = std::move(description);
  plot->draw = [picture](float width, float height, const FigureStyle& style, const TextMetrics& metrics) {
    return heatmap(picture->spec, width, height, style, metrics).list;
  };
  plot->numbers = [picture] {
    NumberTable table;
    table.corner = picture->spec.row_axis.empty() ? "token" : "query";
    table.columns = picture->spec.column_labels;
    table.row_labels = picture->spec.row_labels;
    for (Index i = 0; i < picture->numbers.rows(); ++i) {
      std::vector<double>& row = table.rows.emplace_back();
      for (Index j = 0; j < picture->numbers.cols(); ++j)
        row.push_back(static_cast<double>(picture->numbers(i, j)));
    }
    return table;
  };
  return plot;
}

}  // namespace

std::vector<MatrixName> stages_of(const Model& model) {
  std::vector<MatrixName> stages;
  if (model.options.projection == Projection::trainable)
    stages = {MatrixName::Q, MatrixName::K, MatrixName::V};
  stages.push_back(MatrixName::scores);
  stages.push_back(MatrixName::scaled_scores);
  if (model.options.mask == Mask::causal) stages.push_back(MatrixName::masked_scores);
  stages.push_back(MatrixName::weights);
  if (model.n_heads() > 1 || model.has_output_projection()) stages.push_back(MatrixName::head_output);
  stages.push_back(MatrixName::context);
  return stages;
}

void show_stage(ExhibitPlots& plots, const Session& session, const ExhibitPointer& exhibit,
                const MatrixRef& stage) {
  if (plots.exhibit == exhibit && plots.stage == stage) return;
  plots.exhibit = exhibit;
  plots.stage = stage;
  const Result<FigureData> right = FigureData::of({session.document(), session.trace()}, stage);
  Result<FigureData> wrong = FigureData::of({session.document(), *exhibit->wrong}, stage);
  assert(right && wrong);
  FigureData changed = *wrong;
  changed.mask = wrong_mask(exhibit->mistake, *right);
  FigureData difference = *FigureData::difference(changed, *right);
  difference.mask = changed.mask;

  // One scale for right and wrong; rounding alone gives the difference no colour.
  const ValueRange common = joined(right->range, changed.range);
  ValueRange spread = difference.range;
  if (spread.magnitude() <= rounding * common.magnitude()) spread = common;

  const MatrixName name = stage.name;
  const PictureTitles titles = picture_titles(exhibit->mistake, name);
  const bool is_of_a_head = session.model().n_heads() > 1 && is_per_head(name);
  const std::string head = is_of_a_head ? std::string(", head ") + std::to_string(stage.head + 1) : "";
  const std::string of = std::string(to_string(exhibit->mistake)) + "-";
  const std::string end = std::string("-") + to_string(stage, session.model().n_heads());
  const std::string what =
      std::string(to_string(name)) + " of the mistake “" + std::string(text_of(exhibit->mistake).title) + "”";
  const auto make = [&](const FigureData& data, const ValueRange& range, const std::string& title,
                        const char* kind, const std::string& description) {
    const std::shared_ptr<Picture> picture = picture_of(data, range);
    picture->spec.title = title + head;
    return plot_of(picture, of + kind + end, description);
  };
  plots.right.plot = make(*right, common, titles.right, "right", "The right " + what + ".");
  plots.wrong.plot = make(changed, common, titles.wrong, "wrong", "The wrong " + what + ".");
  plots.difference.plot =
      make(difference, spread, titles.difference, "difference", "Wrong minus right " + what + ".");
}

}  // namespace attention_lab

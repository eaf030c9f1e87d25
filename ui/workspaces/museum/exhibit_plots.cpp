#include "ui/workspaces/museum/exhibit_plots.h"

#include <array>
#include <cassert>

#include "core/attention/rounding.h"
#include "core/document/session.h"
#include "core/mistakes/exhibit.h"
#include "core/mistakes/wording.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "ui/figures/figure_data.h"
#include "ui/figures/heatmaps/aligned_heatmaps.h"
#include "ui/figures/heatmaps/heatmap.h"

namespace attention_lab {

/// Right, wrong, difference, with the same geometry; the first two share a colour scale. Immutable.
struct StagePictures {
  std::array<std::unique_ptr<const ComparedHeatmap>, 3> heatmaps;

  AlignedPlan plan(float width, float height, const FigureStyle& style, const TextMetrics& metrics) const {
    return plan_aligned({heatmaps[0].get(), heatmaps[1].get(), heatmaps[2].get()}, width, height, style,
                        metrics);
  }
};

namespace {

/// The mask of the wrong pass: some mistakes mask nothing at a stage, or something else.
Mask wrong_mask(Mistake mistake, const FigureData& right) {
  const bool is_late =
      mistake == Mistake::mask_after_softmax || mistake == Mistake::mask_after_softmax_renormalised;
  if (mistake == Mistake::mask_upside_down) return Mask::none;
  return is_late && right.ref.name == MatrixName::masked_scores ? Mask::none : right.mask;
}

std::unique_ptr<ComparedHeatmap> heatmap_of(const FigureData& data, const ValueRange& range, Mistake mistake,
                                            std::string title, int decimals) {
  auto heatmap = std::make_unique<ComparedHeatmap>(Matrix(data.values()));
  HeatmapSpec& spec = heatmap->spec;
  spec.title = std::move(title);
  spec.row_labels = data.row_labels;
  spec.column_labels = data.column_labels;
  const bool is_square = has_token_columns(data.ref.name);
  spec.row_axis = is_square ? "query" : "";
  spec.column_axis = is_square ? "key" : data.column_caption;
  spec.legend = data.is_difference ? "" : data.is_positive() ? "weight" : data.name;
  spec.mask = data.mask;
  spec.decimals = decimals;
  if (data.is_positive()) {
    spec.row_notes = row_sums(data.values());
    if (mistake == Mistake::softmax_over_queries) {
      const Matrix columns = data.values().transpose();
      heatmap->column_notes = row_sums(view_of(columns));
    }
  }
  const Colouring colouring = colouring_of(FigureRequest{}, data, range);
  spec.map = colouring.map;
  spec.low = colouring.low;
  spec.high = colouring.high;
  return heatmap;
}

PlotPointer plot_of(std::shared_ptr<const StagePictures> pictures, std::size_t which, std::string stem,
                    std::string description) {
  return make_plot(
      std::move(stem), std::move(description),
      [pictures, which](float width, float height, const FigureStyle& style, const TextMetrics& metrics) {
        return draw_aligned(*pictures->heatmaps[which], pictures->plan(width, height, style, metrics), width,
                            height, style, metrics);
      },
      [pictures, which] { return number_table(pictures->heatmaps[which]->spec); });
}

}  // namespace

float height_of(ExhibitPlots& plots, float width, float most, const FigureStyle& style,
                const TextMetrics& metrics) {
  const bool is_known = plots.measured == plots.pictures && plots.measured_width == width &&
                        plots.measured_most == most && plots.measured_font_size == style.font_size;
  if (is_known) return plots.height;
  plots.height = plots.pictures->plan(width, most, style, metrics).height;
  plots.measured = plots.pictures;
  plots.measured_width = width;
  plots.measured_most = most;
  plots.measured_font_size = style.font_size;
  return plots.height;
}

std::vector<MatrixName> stages_of(const Model& model) {
  std::vector<MatrixName> stages;
  if (model.options.projection == Projection::trainable)
    stages = {MatrixName::Q, MatrixName::K, MatrixName::V};
  stages.push_back(MatrixName::scores);
  stages.push_back(MatrixName::scaled_scores);
  if (model.options.mask != Mask::none) stages.push_back(MatrixName::masked_scores);
  stages.push_back(MatrixName::weights);
  if (model.has_dropout()) stages.push_back(MatrixName::dropped_weights);
  if (model.n_heads() > 1 || model.has_output_projection()) stages.push_back(MatrixName::head_output);
  stages.push_back(MatrixName::context);
  return stages;
}

void show_stage(ExhibitPlots& plots, const Session& session, const ExhibitPointer& exhibit,
                const MatrixRef& stage, int decimals) {
  if (plots.exhibit == exhibit && plots.stage == stage && plots.decimals == decimals) return;
  plots.exhibit.reset();  // until all pictures are made
  const Result<FigureData> right = FigureData::of({session.document(), session.trace()}, stage);
  Result<FigureData> wrong = FigureData::of({session.document(), *exhibit->wrong}, stage);
  assert(right && wrong);
  FigureData changed = *wrong;
  changed.mask = wrong_mask(exhibit->mistake, *right);
  FigureData difference = *FigureData::difference(changed, *right);
  difference.mask = changed.mask;

  // One colour scale for right and wrong; a difference caused only by rounding gets no colour.
  const ValueRange common = joined(right->range, changed.range);
  ValueRange spread = difference.range;
  const MatrixName name = stage.name;
  const bool follows_softmax = are_attention_weights(name) || name == MatrixName::head_output ||
                               name == MatrixName::concatenated || name == MatrixName::context;
  if ((follows_softmax && exhibit->giveaway.numbers_agree) ||
      spread.magnitude() <= rounding_of_sum(session.model().n_tokens()) * common.magnitude()) {
    spread = common;
  }

  const bool is_of_a_head = session.model().n_heads() > 1 && is_per_head(name);
  const PictureTitles titles =
      picture_titles(exhibit->mistake, name, is_of_a_head ? std::optional(stage.head) : std::nullopt);
  auto pictures = std::make_shared<StagePictures>();
  pictures->heatmaps = {heatmap_of(*right, common, exhibit->mistake, titles.right, decimals),
                        heatmap_of(changed, common, exhibit->mistake, titles.wrong, decimals),
                        heatmap_of(difference, spread, exhibit->mistake, titles.difference, decimals)};
  plots.pictures = pictures;

  const std::string of_head = is_of_a_head ? std::string("head") + std::to_string(stage.head + 1) + "-" : "";
  const std::string stem =
      std::string(to_string(exhibit->mistake)) + "-" + of_head + std::string(to_string(name));
  const auto caption = [&](const char* sentence) {
    return filled(sentence, {{"matrix", display_name(name)}, {"mistake", text_of(exhibit->mistake).title}});
  };
  plots.right.plot = plot_of(pictures, 0, stem + "-right",
                             caption("The correct <matrix>, without the mistake “<mistake>”."));
  plots.wrong.plot =
      plot_of(pictures, 1, stem + "-wrong", caption("The wrong <matrix>, with the mistake “<mistake>”."));
  plots.difference.plot = plot_of(pictures, 2, stem + "-difference",
                                  caption("The wrong <matrix> minus the correct: the mistake “<mistake>”."));
  plots.decimals = decimals;
  plots.exhibit = exhibit;
  plots.stage = stage;
}

}  // namespace attention_lab

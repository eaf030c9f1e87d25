// From a checked request to the spec of its figure, and to the picture.
#pragma once

#include "ui/figures/charts/lines.h"
#include "ui/figures/figure_data.h"

namespace attention_lab {

struct FigurePage {
  float width;
  float height;
  const FigureStyle& style;
  const TextMetrics& metrics;
};

class FigureBuilder {
 public:
  /// `pinned` may be null where the request compares nothing.
  FigureBuilder(const FigureRequest& request, const LabState& present, const LabState* pinned,
                const FigurePage& page)
      : request_(request), present_(present), pinned_(pinned), page_(page) {}

  Result<Figure> build() const;

 private:
  Result<Figure> build_heatmap() const;
  Result<Figure> build_side_by_side() const;
  Result<Figure> build_flow() const;
  Result<Figure> build_heads() const;
  Result<Figure> build_pipeline() const;
  Result<Figure> build_softmax() const;
  Result<Figure> build_matrix() const;
  Result<Figure> build_bars() const;
  Result<Figure> build_lines() const;
  Result<Figure> build_histogram() const;

  /// The state the figure is about, where it is about one.
  const LabState& shown() const { return request_.comparison == Comparison::pinned ? *pinned_ : present_; }
  const Model& model() const { return shown().document.model; }
  /// The one matrix the figure is about.
  Result<FigureData> data() const;
  /// A, then B.
  Result<std::vector<FigureData>> both() const;
  MatrixRef pinned_ref() const { return request_.pinned_matrix.value_or(request_.matrix); }
  /// "A, unscaled" and "B, ÷ √d_k".
  std::string name_of_pinned() const;
  std::string name_of_present() const;

  HeatmapSpec heatmap_spec(const FigureData& data, const ValueRange& range) const;
  std::string title(const FigureData& data) const;
  std::string title_or(std::string own) const { return request_.title.value_or(std::move(own)); }
  /// “ of “journey””: which row a figure is about.
  std::string row_words(const FigureData& data, Index row) const;
  Index row_shown(const FigureData& data) const;

  const FigureRequest& request_;
  const LabState& present_;
  const LabState* pinned_;
  FigurePage page_;
};

}  // namespace attention_lab

#include "ui/figures/pipeline/pipeline_colours.h"

#include <algorithm>
#include <cmath>

#include "core/words/number_format.h"
#include "ui/figures/base/labels.h"

namespace attention_lab {
namespace {

constexpr float strongest_tint = 0.55f;
constexpr float exponential_tint = 0.12f;      // of the accent colour
constexpr float exponential_inset = 0.05f;     // of the cell's height
constexpr float exponential_edge = 0.06f;      // the same
constexpr float exponential_rounding = 0.25f;  // of the shorter side

}  // namespace

StageColours::StageColours(const PipelineFigureSpec& spec, const FigureStyle& style)
    : spec_(spec), style_(style) {
  const auto collect = [&](const StageRanges& ranges, std::array<double, stage_scale_count>& largest) {
    for (const auto& [name, range] : ranges) {
      // The dropout mask is not drawn; its 1 ÷ (1 − p) must not enter the range of the scores.
      if (name == MatrixName::dropout_mask) continue;
      double& high = largest[static_cast<std::size_t>(scale_of(name))];
      high = std::max(high, range.magnitude());
    }
  };
  collect(spec.ranges, largest_);
  collect(spec.colour_ranges ? *spec.colour_ranges : spec.ranges, highs_);
  constexpr auto scores = static_cast<std::size_t>(StageScale::scores);
  constexpr auto scaled = static_cast<std::size_t>(StageScale::scaled_scores);
  shares_scores_ = highs_[scaled] <= highs_[scores];
  if (shares_scores_) {
    highs_[scaled] = highs_[scores];
    largest_[scores] = largest_[scaled] = std::max(largest_[scores], largest_[scaled]);
  }
  if (!spec.is_difference) highs_[static_cast<std::size_t>(StageScale::weights)] = spec.weights_high;
  if (spec.marks != nullptr && spec.marks->influence_scale)
    highs_[static_cast<std::size_t>(StageScale::influence)] = spec.marks->influence_scale->high;
}

StageScale StageColours::scale_of(MatrixName name) const {
  if (are_attention_weights(name)) return StageScale::weights;
  if (name == MatrixName::scores) return StageScale::scores;
  if (has_token_columns(name)) return StageScale::scaled_scores;
  // If Q, K and V equal X, one scale is enough.
  const bool is_identity = spec_.document.model.options.projection == Projection::identity;
  // X shares the scale of its summands, whether it is given or a sum.
  const bool is_embedding = name <= MatrixName::X;
  if (is_embedding || is_given(spec_.document.model, name) || is_identity) return StageScale::given;
  // With W_o, the context may have any magnitude; without it, outputs are averages of the rows of V.
  const bool is_projected = name == MatrixName::context && spec_.document.model.has_output_projection();
  return is_projected ? StageScale::output : StageScale::vectors;
}

Colour signed_tint(double share, const FigureStyle& style) {
  if (std::isnan(share)) return style.ground;
  return mix(style.ground, share > 0 ? style.positive : style.negative,
             strongest_tint * static_cast<float>(std::min(std::fabs(share), 1.0)));
}

Colour StageColours::colour(StageScale scale, double value) const {
  if (scale == StageScale::weights && !is_difference()) {
    if (std::isnan(value)) return style_.ground;
    return sample(spec_.weights_map, static_cast<float>(value / spec_.weights_high));
  }
  const double magnitude = high(scale);
  return magnitude > 0 ? signed_tint(value / magnitude, style_) : style_.ground;
}

Colour StageColours::hidden() const {
  return mix(style_.ground, style_.line, 0.35f);
}

void mark_hidden_cell(const Rect& cell, HiddenBy hidden_by, float font_size, const FigureStyle& style,
                      DisplayList& list) {
  if (hidden_by == HiddenBy::nothing) return;
  if (hidden_by == HiddenBy::dropout) {
    const float width = font_size * 0.06f;
    list.add(Line{{cell.x, cell.y}, {cell.right(), cell.bottom()}, style.line, width});
    list.add(Line{{cell.x, cell.bottom()}, {cell.right(), cell.y}, style.line, width});
    return;
  }
  const float pitch = std::max(font_size * 0.35f, std::max(cell.width, cell.height) / 12);
  for (float offset = pitch / 2; offset < cell.width + cell.height; offset += pitch) {
    // The diagonal x + y = offset, clipped to the cell.
    const float x0 = std::min(offset, cell.width);
    const float x1 = std::max(offset - cell.height, 0.0f);
    list.add(Line{{cell.x + x0, cell.y + offset - x0},
                  {cell.x + x1, cell.y + offset - x1},
                  style.line,
                  font_size * 0.06f});
  }
}

Colour exponential_ground(float light, const FigureStyle& style) {
  return mix(style.ground, style.accent, exponential_tint * light);
}

void draw_exponential_ground(const Rect& cell, float light, const FigureStyle& style, DisplayList& list) {
  const Rect frame = cell.expanded(-exponential_inset * cell.height);
  const float rounding = std::min(frame.width, frame.height) * exponential_rounding;
  list.add(FillRect{cell, style.ground, 0});
  list.add(FillRect{frame, exponential_ground(light, style), rounding});
  list.add(StrokeRect{frame, mix(style.ground, style.accent, 0.25f + 0.75f * light),
                      std::max(exponential_edge * cell.height, style.pixel), rounding});
}

}  // namespace attention_lab

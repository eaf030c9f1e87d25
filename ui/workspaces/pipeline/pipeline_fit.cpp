// Chooses arrangement, zoom and the visible part of each axis that fit the workspace best.
#include <algorithm>

#include "ui/workspaces/pipeline/pipeline_arrangement.h"

namespace attention_lab {
namespace {

constexpr float legible_zoom = 0.56f;          // below it, matrices become windows onto their axes
constexpr float smallest_legible_zoom = 0.5f;  // accepted if only a few pixels are missing
constexpr float roomy_zoom = 0.75f;            // below it, titles give way to larger matrices
constexpr float most_windowed_zoom = 0.85f;    // of a layout with windows
constexpr float simpler_is_better = 0.9f;      // with this share of the zoom, one column for all scores wins
constexpr Index fewest_tokens = 8;             // entries that always stay visible
constexpr Index fewest_dimensions = 4;

Index smallest_window(Axis axis) {
  return axis == Axis::query || axis == Axis::key ? fewest_tokens : fewest_dimensions;
}

class PipelineFitter {
 public:
  PipelineFitter(const PipelineRequest& request, const PipelineMeasures& measures)
      : request_(request), measures_(measures), sizes_(request, measures) {}

  PipelineFit fit() {
    const Arrangement one = arrangement_of(request_, false);
    const Arrangement two = arrangement_of(request_, true);
    sizes_.has_formulas = std::max(sizes_.fitting_zoom(one), sizes_.fitting_zoom(two)) >= roomy_zoom;
    const Arrangement& chosen = choose(one, two);
    return {chosen, sizes_, zoom_};
  }

 private:
  const Arrangement& choose(const Arrangement& one, const Arrangement& two) {
    if (request_.zoom) return windowed(one, two, std::clamp(*request_.zoom, smallest_zoom, largest_zoom));
    const float fit_one = sizes_.fitting_zoom(one);
    const float fit_two = sizes_.fitting_zoom(two);
    if (std::max(fit_one, fit_two) >= legible_zoom) {
      const bool takes_one = fit_one >= fit_two * simpler_is_better;
      zoom_ = std::min(takes_one ? fit_one : fit_two, request_.largest_fitting_zoom);
      return takes_one ? one : two;
    }
    const Arrangement& chosen =
        windowed(one, two, std::clamp(smallest_windows_zoom(one, two), legible_zoom, most_windowed_zoom));
    const float fit = sizes_.fitting_zoom(chosen);
    if (fit >= smallest_legible_zoom) zoom_ = std::min(zoom_, fit);
    return chosen;
  }

  float smallest_windows_zoom(const Arrangement& one, const Arrangement& two) {
    sizes_.visible = sizes_.sizes();
    limit_visible([](Axis axis) { return smallest_window(axis); });
    const float zoom = std::max(sizes_.fitting_zoom(one), sizes_.fitting_zoom(two));
    sizes_.visible = sizes_.sizes();
    return zoom;
  }

  template <class Limit>
  void limit_visible(Limit limit) {
    for (std::size_t i = 0; i < axis_count; ++i) {
      const Axis axis = static_cast<Axis>(i);
      sizes_.visible[axis] = std::min(sizes_.visible[axis], limit(axis));
    }
  }

  // Shortens the longest axes until everything fits at this zoom or no axis can be shortened further.
  const Arrangement& windowed(const Arrangement& one, const Arrangement& two, float zoom) {
    zoom_ = zoom;
    const PerAxis<Index> full = sizes_.visible;
    const float fit_one = shorten_axes(one);
    const PerAxis<Index> visible_one = sizes_.visible;
    sizes_.visible = full;
    const float fit_two = shorten_axes(two);
    const auto shown = [](const PerAxis<Index>& axes) { return axes[Axis::query] + axes[Axis::key]; };
    const bool both_fit = fit_one >= zoom_ && fit_two >= zoom_;
    const bool takes_one = both_fit ? shown(visible_one) >= shown(sizes_.visible) : fit_one >= fit_two;
    if (takes_one) sizes_.visible = visible_one;
    return takes_one ? one : two;
  }

  float shorten_axes(const Arrangement& a) {
    // No axis shows more entries than the workspace has room for.
    const float cell = measures_.cell_height * zoom_ * request_.scale;
    const Index most = static_cast<Index>(std::max(request_.available.x, request_.available.y) / cell) + 1;
    limit_visible([most](Axis axis) { return std::max(most, smallest_window(axis)); });
    while (true) {
      const Point size = sizes_.size_of(a);
      const float unit = zoom_ * request_.scale;
      const bool too_wide = size.x * unit > request_.available.x;
      const bool too_high = size.y * unit > request_.available.y;
      Index* longest = nullptr;
      const auto consider = [&](Axis axis) {
        Index& n = sizes_.visible[axis];
        if (n > smallest_window(axis) && (longest == nullptr || n > *longest)) longest = &n;
      };
      if (too_wide) {
        for (const Axis axis :
             {Axis::key, Axis::d_model, Axis::d_k, Axis::d_v, Axis::d_concatenated, Axis::d_out}) {
          consider(axis);
        }
      }
      if (too_high) {
        for (const Axis axis : {Axis::query, Axis::key, Axis::d_model, Axis::d_concatenated}) consider(axis);
      }
      if (longest == nullptr) return sizes_.fitting_zoom(a);
      --*longest;
    }
  }

  const PipelineRequest& request_;
  const PipelineMeasures& measures_;
  PipelineSizes sizes_;
  float zoom_ = 1;
};

}  // namespace

PipelineFit fit_pipeline(const PipelineRequest& request, const PipelineMeasures& measures) {
  return PipelineFitter(request, measures).fit();
}

}  // namespace attention_lab

#include "ui/figures/heatmaps/softmax_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/words/number_format.h"
#include "ui/figures/base/text_board.h"

namespace attention_lab {
namespace {

// Of the size of text.
constexpr float softmax_title_height = 2.3f;
constexpr float heading_height = 1.6f;
constexpr float softmax_note_height = 1.35f;
constexpr float before_rows = 0.4f;
constexpr float axis_height = 1.7f;
constexpr float tallest_softmax_row = 3;
constexpr float smallest_key = 0.8f;
constexpr float most_keys_gap = 0.9f;
constexpr float least_gap = 2.6f;
constexpr float shortest_bars = 2.2f;  // beside numbers
constexpr float smaller_numbers = 0.8f;
// Of the page.
constexpr float keys_share = 0.22f;
constexpr float gaps_share = 0.5f;  // all gaps
constexpr float gap_share = 0.11f;  // one
constexpr float least_rows = 0.5f;

constexpr int number_rounds = 6;

/// What is given up on small pages, step by step.
enum class SoftmaxDetail { everything, no_axis, no_notes, no_title, no_headings };

class SoftmaxPlacer {
 public:
  SoftmaxPlacer(const SoftmaxNumbers& numbers, float width, float height, const FigureStyle& style,
                const TextMetrics& metrics)
      : numbers_(numbers),
        spec_(numbers.spec),
        width_(width),
        height_(height),
        pixel_(style.pixel),
        metrics_(metrics),
        sizes_(style) {
    layout_.margin = std::min(sizes_.margin, 0.05f * std::min(width, height));
  }

  SoftmaxLayout place() {
    for (const SoftmaxDetail detail :
         {SoftmaxDetail::everything, SoftmaxDetail::no_axis, SoftmaxDetail::no_notes, SoftmaxDetail::no_title,
          SoftmaxDetail::no_headings}) {
      place_vertically(detail);
      const bool is_roomy = layout_.bottom - layout_.top >= height_ * least_rows;
      if (is_roomy || layout_.row == sizes_.text * tallest_softmax_row) break;
    }
    place_panels();
    return std::move(layout_);
  }

 private:
  bool has(std::string SoftmaxStage::*text) const {
    return std::any_of(spec_.stages.begin(), spec_.stages.end(),
                       [&](const SoftmaxStage& stage) { return !(stage.*text).empty(); });
  }

  // 1. Headings, rows and axis: one block, in the middle of what the title leaves.
  void place_vertically(SoftmaxDetail detail) {
    const float em = sizes_.text;
    const bool has_headings = has(&SoftmaxStage::title) && detail < SoftmaxDetail::no_headings;
    const bool has_notes = has(&SoftmaxStage::note) && detail < SoftmaxDetail::no_notes;
    layout_.has_title = !spec_.title.empty() && detail < SoftmaxDetail::no_title;
    layout_.has_axis = detail < SoftmaxDetail::no_axis;
    float headings = (has_headings ? em * heading_height : 0) + (has_notes ? em * softmax_note_height : 0);
    if (headings > 0) headings += em * before_rows;
    const float above = layout_.margin + (layout_.has_title ? em * softmax_title_height : 0);
    const float below = layout_.margin + (layout_.has_axis ? em * axis_height : 0);
    const float room = std::max(height_ - above - headings - below, pixel_);
    const auto rows = static_cast<float>(std::max<std::size_t>(spec_.keys.size(), 1));
    layout_.row = std::min(room / rows, em * tallest_softmax_row);
    // A little smaller where that saves all keys; where they thin out anyway, as large as ever.
    const bool thins_out = layout_.row < em * smallest_key * line_pitch;
    layout_.key_size = thins_out ? em : std::min(layout_.row / line_pitch, em);
    const float lines = std::ceil(layout_.key_size * line_pitch / layout_.row - 1e-3f);
    layout_.step = static_cast<std::size_t>(std::max(lines, 1.0f));
    layout_.top = above + headings + (room - layout_.row * rows) / 2;
    layout_.bottom = layout_.top + layout_.row * rows;
    layout_.title_y = layout_.margin + sizes_.title_text / 2;
    const float first = layout_.top - headings;
    layout_.headings_y = has_headings ? first + em * heading_height / 2 : 0;
    layout_.notes_y =
        has_notes ? first + em * ((has_headings ? heading_height : 0) + softmax_note_height / 2) : 0;
    layout_.axis_y = layout_.bottom + em * axis_height / 2;
  }

  // 2. Bars as long as can be beside the keys, the gaps and the numbers at their ends.
  void place_panels() {
    const float em = sizes_.text;
    layout_.keys_width =
        std::min(widest_of(spec_.keys, layout_.key_size, FontWeight::medium, metrics_), width_ * keys_share);
    layout_.keys_gap = std::min(em * most_keys_gap, width_ * 0.05f);
    layout_.gap = std::clamp(em * 1.4f, em * least_gap, std::max(width_ * gap_share, em * least_gap));
    layout_.gap = std::min(layout_.gap, width_ * gaps_share / static_cast<float>(spec_.stages.size() + 1));
    const bool has_numbers = layout_.step == 1 && (reserve_numbers(sizes_.small_text) ||
                                                   reserve_numbers(sizes_.small_text * smaller_numbers));
    if (!has_numbers) {
      layout_.panels.assign(spec_.stages.size(), {});
      layout_.number_size = 0;
      layout_.bars_width = bars_room();
    }
    float x = layout_.margin + layout_.keys_width + layout_.keys_gap;
    for (SoftmaxLayout::Panel& panel : layout_.panels) {
      panel.left = x;
      x += panel.before + layout_.bars_width + panel.after + layout_.gap;
    }
  }

  /// How wide the bars of each panel can be, beside the numbers.
  float bars_room() const {
    const auto count = static_cast<float>(std::max<std::size_t>(layout_.panels.size(), 1));
    float room = width_ - 2 * layout_.margin - layout_.keys_width - layout_.keys_gap;
    room -= layout_.gap * (count - 1);
    for (const SoftmaxLayout::Panel& panel : layout_.panels) room -= panel.before + panel.after;
    return std::max(room / count, pixel_);
  }

  /// Whether numbers of the size fit and leave enough for the bars. A number may stand where its bar ends
  /// before the longest does, so longer bars need less room beside them: a few rounds find how long.
  bool reserve_numbers(float size) {
    layout_.number_size = size;
    layout_.bars_width = 0;
    layout_.panels.assign(spec_.stages.size(), {});
    std::vector<SoftmaxLayout::Panel>& panels = layout_.panels;
    for (int round = 0; round < number_rounds; ++round) {
      SoftmaxLayout::Panel shared;  // stages on one scale stand alike
      for (std::size_t stage = 0; stage < panels.size(); ++stage) {
        panels[stage] = needed(stage);
        if (numbers_.is_last(stage)) continue;
        shared.before = std::max(shared.before, panels[stage].before);
        shared.after = std::max(shared.after, panels[stage].after);
      }
      for (std::size_t stage = 0; stage + 1 < panels.size(); ++stage) panels[stage] = shared;
      layout_.bars_width = bars_room();
    }
    return layout_.row >= size * line_pitch && layout_.bars_width >= sizes_.text * shortest_bars;
  }

  /// What the numbers of a stage take beside its bars.
  SoftmaxLayout::Panel needed(std::size_t stage) const {
    SoftmaxLayout::Panel panel;
    const float size = layout_.number_size;
    for (std::size_t key = 0; key < spec_.keys.size(); ++key) {
      const float width =
          metrics_.width(numbers_.text(stage, key), size, FontWeight::medium) + size * softmax_number_gap;
      const double value = numbers_.value(stage, key);
      const bool has_bar = numbers_.has_bar(stage, key);
      const double share = has_bar ? std::clamp(numbers_.scale(stage).share_of(value), 0.0, 1.0) : 1;
      const float at = static_cast<float>(share) * layout_.bars_width;
      if (has_bar && value < 0) {
        panel.before = std::max(panel.before, width - at);
      } else {
        panel.after = std::max(panel.after, width - (layout_.bars_width - at));
      }
    }
    return panel;
  }

  const SoftmaxNumbers& numbers_;
  const SoftmaxSpec& spec_;
  float width_;
  float height_;
  float pixel_;
  const TextMetrics& metrics_;
  ChartSizes sizes_;
  SoftmaxLayout layout_;
};

}  // namespace

SoftmaxNumbers::SoftmaxNumbers(const SoftmaxSpec& of) : spec(of), strong(of.strong) {
  NumberSpan shared;
  NumberSpan last;
  shared.add(0);
  last.add(0);
  last.add(1);
  for (std::size_t stage = 0; stage < spec.stages.size(); ++stage) {
    for (std::size_t key = 0; key < spec.keys.size(); ++key)
      (is_last(stage) ? last : shared).add(value(stage, key));
  }
  // Without round ends, so that the longest bar is as long as can be; with some length in any case.
  shared_ = scale_of({}, shared, 5);
  if (shared.low < shared.high)
    shared_ = scale_of({"", ScaleKind::linear, shared.low, shared.high}, shared, 5);
  last_ = scale_of({"", ScaleKind::linear, last.low, last.high}, last, 5);
  if (strong || spec.stages.empty()) return;
  const std::size_t weights = spec.stages.size() - 1;
  for (std::size_t key = 0; key < spec.keys.size(); ++key) {
    if (has_bar(weights, key) && (!strong || value(weights, key) > value(weights, *strong))) strong = key;
  }
}

double SoftmaxNumbers::value(std::size_t stage, std::size_t key) const {
  const std::vector<double>& values = spec.stages[stage].values;
  return key < values.size() ? values[key] : std::numeric_limits<double>::quiet_NaN();
}

bool SoftmaxNumbers::is_masked(std::size_t stage, std::size_t key) const {
  for (std::size_t i = 0; i <= stage; ++i) {
    if (std::isinf(value(i, key)) && value(i, key) < 0) return true;
  }
  return false;
}

bool SoftmaxNumbers::has_bar(std::size_t stage, std::size_t key) const {
  return std::isfinite(value(stage, key)) && !is_masked(stage, key);
}

std::string SoftmaxNumbers::text(std::size_t stage, std::size_t key) const {
  return format_number(value(stage, key), spec.decimals);
}

SoftmaxLayout lay_out_softmax(const SoftmaxNumbers& numbers, float width, float height,
                              const FigureStyle& style, const TextMetrics& metrics) {
  return SoftmaxPlacer(numbers, width, height, style, metrics).place();
}

}  // namespace attention_lab

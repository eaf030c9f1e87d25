#include "ui/figures/heatmaps/softmax_figure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/words/number_format.h"
#include "ui/figures/base/cell_grid.h"
#include "ui/figures/base/labels.h"
#include "ui/figures/charts/chart.h"

namespace attention_lab {
namespace {

// In font sizes, unless stated otherwise.
constexpr float softmax_title_height = 2.3f;
constexpr float heading_height = 1.6f;
constexpr float softmax_note_height = 1.35f;
constexpr float before_rows = 0.4f;
constexpr float axis_height = 1.7f;
constexpr float tallest_softmax_row = 3;
constexpr float smallest_key = 0.8f;
constexpr float most_keys_gap = 0.9f;
constexpr float least_gap = 2.6f;
constexpr float shortest_bars = 2.2f;  // beside the numbers
constexpr float smaller_numbers = 0.8f;
constexpr float thickest_bar = 1.5f;
constexpr float softmax_ticks_apart = 3.2f;
// Relative to the page.
constexpr float keys_share = 0.22f;
constexpr float gaps_share = 0.5f;  // all gaps
constexpr float gap_share = 0.11f;  // one
constexpr float least_rows = 0.5f;
// Other ratios.
constexpr float bar_share = 0.62f;              // of a row
constexpr float softmax_towards_ground = 0.4f;  // of the bars that are not highlighted

constexpr int number_rounds = 6;

/// The numbers of a softmax figure, by stage and key.
struct SoftmaxNumbers {
  const SoftmaxSpec& spec;
  std::optional<std::size_t> strong;  ///< the key to highlight

  explicit SoftmaxNumbers(const SoftmaxSpec& of) : spec(of), strong(of.strong) {
    NumberSpan shared;
    NumberSpan last;
    shared.add(0);
    last.add(0);
    last.add(1);
    for (std::size_t stage = 0; stage < spec.stages.size(); ++stage) {
      for (std::size_t key = 0; key < spec.keys.size(); ++key)
        (is_last(stage) ? last : shared).add(value(stage, key));
    }
    // No round ends, so that the longest bar uses the whole width; the range must not be empty.
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

  bool is_last(std::size_t stage) const { return stage + 1 == spec.stages.size(); }

  /// NaN if the stage has no number for the key.
  double value(std::size_t stage, std::size_t key) const {
    const std::vector<double>& values = spec.stages[stage].values;
    return key < values.size() ? values[key] : std::numeric_limits<double>::quiet_NaN();
  }

  /// Whether the key is −∞ in this stage or an earlier one.
  bool is_masked(std::size_t stage, std::size_t key) const {
    for (std::size_t i = 0; i <= stage; ++i) {
      if (std::isinf(value(i, key)) && value(i, key) < 0) return true;
    }
    return false;
  }

  /// Whether the key has a bar: it is not masked, and its number is finite.
  bool has_bar(std::size_t stage, std::size_t key) const {
    return std::isfinite(value(stage, key)) && !is_masked(stage, key);
  }

  std::string text(std::size_t stage, std::size_t key) const {
    return format_number(value(stage, key), spec.decimals);
  }

  /// All stages but the last share one scale; both scales include 0.
  const ChartScale& scale(std::size_t stage) const { return is_last(stage) ? last_ : shared_; }

 private:
  ChartScale shared_;
  ChartScale last_;
};

/// Sizes in points. A row is a key; a panel is a stage: bars with numbers on either side.
struct SoftmaxLayout {
  struct Panel {
    float left = 0;
    float before = 0;  // numbers left of the bars
    float after = 0;   // numbers right of the bars
  };

  bool has_title = false;
  float title_y = 0;
  float headings_y = 0;  // 0: none
  float notes_y = 0;     // 0: none
  bool has_axis = false;
  float axis_y = 0;  // of its numbers
  float top = 0;     // of the rows
  float bottom = 0;
  float row = 0;         // the height of one row
  float key_size = 0;    // the size of their text
  std::size_t step = 1;  // between keys that are written
  float margin = 0;
  float keys_width = 0;
  float keys_gap = 0;
  float gap = 0;  // between panels
  std::vector<Panel> panels;
  float bars_width = 0;
  float number_size = 0;  // 0: none

  float middle_of(std::size_t key) const { return top + (static_cast<float>(key) + 0.5f) * row; }
  float bars_left(std::size_t stage) const { return panels[stage].left + panels[stage].before; }
};

/// The gap between the end of a bar and its number, relative to the number's font size.
constexpr float softmax_number_gap = 0.35f;

/// Levels of detail; each omits one more part on small pages.
enum class SoftmaxDetail { everything, no_axis, no_notes, no_title, no_headings };

/// If the page is too small, omits the axes, the notes, the title and the headings, in this order.
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

  // 1. Headings, rows and axis form one block, centred below the title.
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
    // Shrinks keys slightly if then all of them fit; otherwise they are thinned out at full size.
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

  // 2. Gives the bars all the width that keys, gaps and numbers leave.
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

  /// The width available to the bars of each panel beside the numbers.
  float bars_room() const {
    const auto count = static_cast<float>(std::max<std::size_t>(layout_.panels.size(), 1));
    float room = width_ - 2 * layout_.margin - layout_.keys_width - layout_.keys_gap;
    room -= layout_.gap * (count - 1);
    for (const SoftmaxLayout::Panel& panel : layout_.panels) room -= panel.before + panel.after;
    return std::max(room / count, pixel_);
  }

  /// Whether numbers of this size fit and leave enough room for the bars. Iterates, because numbers of short
  /// bars may be within the range of the longest bar, so that longer bars need less room for numbers.
  bool reserve_numbers(float size) {
    layout_.number_size = size;
    layout_.bars_width = 0;
    layout_.panels.assign(spec_.stages.size(), {});
    std::vector<SoftmaxLayout::Panel>& panels = layout_.panels;
    for (int round = 0; round < number_rounds; ++round) {
      SoftmaxLayout::Panel shared;  // stages on one scale have the same layout
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

  /// The room that the numbers of a stage need beside its bars.
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

class SoftmaxBuilder {
 public:
  SoftmaxBuilder(const SoftmaxSpec& spec, float width, float height, const FigureStyle& style,
                 const TextMetrics& metrics)
      : spec_(spec),
        style_(style),
        metrics_(metrics),
        sizes_(style),
        numbers_(spec),
        layout_(SoftmaxPlacer(numbers_, width, height, style, metrics).place()),
        texts_(list_, metrics) {
    list_.width = width;
    list_.height = height;
  }

  DisplayList build() {
    draw_title();
    draw_keys();
    draw_headings();
    for (std::size_t stage = 0; stage < spec_.stages.size(); ++stage) {
      draw_axis(stage);
      draw_bars(stage);
      if (stage > 0) draw_arrow(stage);
    }
    return std::move(list_);
  }

 private:
  float x_of(std::size_t stage, double value) const {
    const double share = std::clamp(numbers_.scale(stage).share_of(value), 0.0, 1.0);
    return style_.snapped(layout_.bars_left(stage) + static_cast<float>(share) * layout_.bars_width);
  }

  void draw_title() {
    if (!layout_.has_title) return;
    Text title = markup_at({list_.width / 2, layout_.title_y}, spec_.title, sizes_.title_text, style_.text);
    title.weight = FontWeight::medium;
    texts_.add(fitted(title, list_.width - 2 * layout_.margin, metrics_));
  }

  void draw_keys() {
    const std::size_t first = numbers_.strong.value_or(0) % layout_.step;
    for (std::size_t key = first; key < spec_.keys.size(); key += layout_.step) {
      const bool is_strong = numbers_.strong == key;
      Text label =
          label_at({layout_.margin + layout_.keys_width, layout_.middle_of(key)}, spec_.keys[key],
                   layout_.key_size, is_strong ? style_.text : style_.quiet_text, HorizontalAnchor::right);
      label.weight = is_strong ? FontWeight::medium : FontWeight::regular;
      label.text = shorten(label.text, layout_.keys_width, label.size, label.weight, metrics_);
      texts_.add(label);
    }
  }

  // Draws all headings in one font size, the smallest that any of them needs.
  void draw_headings() {
    if (layout_.headings_y > 0) draw_line_of(&SoftmaxStage::title, layout_.headings_y, sizes_.text, true);
    if (layout_.notes_y > 0) draw_line_of(&SoftmaxStage::note, layout_.notes_y, sizes_.small_text, false);
  }

  void draw_line_of(std::string SoftmaxStage::*text, float y, float size, bool is_title) {
    std::vector<Text> line;
    float smallest = size;
    for (std::size_t stage = 0; stage < spec_.stages.size(); ++stage) {
      Text one = markup_at({layout_.panels[stage].left, y}, spec_.stages[stage].*text, size,
                           is_title ? style_.text : style_.quiet_text, HorizontalAnchor::left);
      one.weight = is_title ? FontWeight::medium : FontWeight::regular;
      line.push_back(one);
      smallest = std::min(smallest, fitted(one, heading_room(stage, is_title), metrics_).size);
    }
    for (std::size_t stage = 0; stage < line.size(); ++stage) {
      Text& one = line[stage];
      one.size = smallest;
      one.text = shorten_markup(one.text, heading_room(stage, is_title), one.size, one.weight, metrics_);
      texts_.add(one);
    }
  }

  /// Notes may extend into the gap, whereas titles leave room for the arrow.
  float heading_room(std::size_t stage, bool is_title) const {
    const SoftmaxLayout::Panel& panel = layout_.panels[stage];
    const float beyond = numbers_.is_last(stage) ? 0
                         : is_title              ? sizes_.text * 0.3f
                                                 : layout_.gap - sizes_.text * 0.8f;
    return std::max(panel.before + layout_.bars_width + panel.after + beyond, 0.0f);
  }

  // Draws an arrow in the gap before the stage, level with the headings.
  void draw_arrow(std::size_t stage) {
    const float em = sizes_.text;
    if (layout_.gap < em * 1.5f || layout_.headings_y == 0) return;
    const float y = layout_.headings_y;
    const float right = layout_.panels[stage].left - em * 0.5f;
    const float length = layout_.gap - em * 1.1f;
    const float head = em * 0.3f;
    list_.add(Line{{right - length, y}, {right - head, y}, style_.quiet_text, sizes_.hairline * 1.3f});
    list_.add(FillPolygon{
        {{right, y}, {right - head * 1.5f, y + head * 0.8f}, {right - head * 1.5f, y - head * 0.8f}},
        style_.quiet_text});
  }

  void draw_axis(std::size_t stage) {
    const float zero = x_of(stage, 0);
    const Colour colour = mix(style_.line, style_.quiet_text, 0.6f);
    if (layout_.has_axis) {
      const int count = static_cast<int>(layout_.bars_width / (sizes_.text * softmax_ticks_apart));
      const std::vector<double> ticks =
          round_ticks(numbers_.scale(stage).low, numbers_.scale(stage).high, std::clamp(count, 3, 5));
      const std::vector<std::string> labels = tick_labels(ticks);
      for (std::size_t i = 0; i < ticks.size(); ++i) {
        const float x = x_of(stage, ticks[i]);
        list_.add(Line{{x, layout_.top}, {x, layout_.bottom}, style_.line, sizes_.hairline});
        Text label = markup_at({x, layout_.axis_y}, labels[i], sizes_.small_text, style_.quiet_text);
        texts_.add(label);
      }
    }
    list_.add(Line{{zero, layout_.top}, {zero, layout_.bottom}, colour, sizes_.hairline});
  }

  void draw_bars(std::size_t stage) {
    const float thickness = std::min(layout_.row * bar_share, sizes_.text * thickest_bar);
    for (std::size_t key = 0; key < spec_.keys.size(); ++key) {
      const double value = numbers_.value(stage, key);
      const float top = style_.snapped(layout_.middle_of(key) - thickness / 2);
      const float height =
          std::max(style_.snapped(layout_.middle_of(key) + thickness / 2) - top, style_.pixel);
      const float zero = x_of(stage, 0);
      const float whole = style_.snapped(layout_.bars_left(stage) + layout_.bars_width);
      float end = zero;
      if (!numbers_.has_bar(stage, key)) {
        end = whole;
        const Hatching hatching = numbers_.is_masked(stage, key) ? Hatching::masked : Hatching::not_finite;
        // Thin rows that are adjacent merge into one area.
        const float from = zero < whole ? zero : style_.snapped(layout_.bars_left(stage));
        const float row_top = layout_.middle_of(key) - layout_.row / 2;
        const Rect place = layout_.step == 1 ? Rect{from, top, whole - from, height}
                                             : Rect{from, row_top, whole - from, layout_.row};
        hatch(list_, place, hatching, style_);
      } else {
        end = x_of(stage, value);
        const Rect bar{std::min(zero, end), top, std::fabs(end - zero), height};
        if (bar.width > 0) list_.add(FillRect{bar, colour_of(value, key), 0});
      }
      draw_number(stage, key, end);
    }
  }

  Colour colour_of(double value, std::size_t key) const {
    if (numbers_.strong == key) return style_.accent;
    return mix(value < 0 ? style_.negative : style_.query, style_.ground, softmax_towards_ground);
  }

  void draw_number(std::size_t stage, std::size_t key, float end) {
    if (layout_.number_size == 0) return;
    const bool is_left = numbers_.has_bar(stage, key) && numbers_.value(stage, key) < 0;
    const float gap = layout_.number_size * softmax_number_gap;
    Text text =
        label_at({is_left ? end - gap : end + gap, layout_.middle_of(key)}, numbers_.text(stage, key),
                 layout_.number_size, numbers_.is_masked(stage, key) ? style_.quiet_text : style_.text,
                 is_left ? HorizontalAnchor::right : HorizontalAnchor::left);
    if (numbers_.strong == key) text.weight = FontWeight::medium;
    texts_.add(text);
  }

  const SoftmaxSpec& spec_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  ChartSizes sizes_;
  SoftmaxNumbers numbers_;
  SoftmaxLayout layout_;
  DisplayList list_;
  TextBoard texts_;
};

}  // namespace

DisplayList softmax_figure(const SoftmaxSpec& spec, float width, float height, const FigureStyle& style,
                           const TextMetrics& metrics) {
  return SoftmaxBuilder(spec, width, height, style, metrics).build();
}

}  // namespace attention_lab

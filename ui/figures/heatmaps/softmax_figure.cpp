#include "ui/figures/heatmaps/softmax_figure.h"

#include <algorithm>
#include <cmath>

#include "ui/figures/base/hatching.h"
#include "ui/figures/base/text_board.h"
#include "ui/figures/heatmaps/softmax_layout.h"

namespace attention_lab {
namespace {

// Of the size of text.
constexpr float thickest_bar = 1.5f;
constexpr float softmax_ticks_apart = 3.2f;
// Of other things.
constexpr float bar_share = 0.62f;              // of a row
constexpr float softmax_towards_ground = 0.4f;  // of the bars that are not pointed out

class SoftmaxBuilder {
 public:
  SoftmaxBuilder(const SoftmaxSpec& spec, float width, float height, const FigureStyle& style,
                 const TextMetrics& metrics)
      : spec_(spec),
        style_(style),
        metrics_(metrics),
        sizes_(style),
        numbers_(spec),
        layout_(lay_out_softmax(numbers_, width, height, style, metrics)),
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
    return snapped(layout_.bars_left(stage) + static_cast<float>(share) * layout_.bars_width);
  }
  float snapped(float at) const { return std::round(at / style_.pixel) * style_.pixel; }

  void draw_title() {
    if (!layout_.has_title) return;
    Text title = label_at({list_.width / 2, layout_.title_y}, spec_.title, sizes_.title_text, style_.text,
                          HorizontalAnchor::centre);
    title.weight = FontWeight::medium;
    title.is_markup = true;
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

  // All headings in one size: that of the one which needs the smallest.
  void draw_headings() {
    if (layout_.headings_y > 0) draw_line_of(&SoftmaxStage::title, layout_.headings_y, sizes_.text, true);
    if (layout_.notes_y > 0) draw_line_of(&SoftmaxStage::note, layout_.notes_y, sizes_.small_text, false);
  }

  void draw_line_of(std::string SoftmaxStage::*text, float y, float size, bool is_title) {
    std::vector<Text> line;
    float smallest = size;
    for (std::size_t stage = 0; stage < spec_.stages.size(); ++stage) {
      Text one = label_at({layout_.panels[stage].left, y}, spec_.stages[stage].*text, size,
                          is_title ? style_.text : style_.quiet_text);
      one.weight = is_title ? FontWeight::medium : FontWeight::regular;
      one.is_markup = true;
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

  /// Notes reach into the gap, where titles leave room for the arrow.
  float heading_room(std::size_t stage, bool is_title) const {
    const SoftmaxLayout::Panel& panel = layout_.panels[stage];
    const float beyond = numbers_.is_last(stage) ? 0
                         : is_title              ? sizes_.text * 0.3f
                                                 : layout_.gap - sizes_.text * 0.8f;
    return std::max(panel.before + layout_.bars_width + panel.after + beyond, 0.0f);
  }

  // An arrow in the gap before the stage, at the height of the headings.
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
        Text label = label_at({x, layout_.axis_y}, labels[i], sizes_.small_text, style_.quiet_text,
                              HorizontalAnchor::centre);
        label.is_markup = true;
        texts_.add(label);
      }
    }
    list_.add(Line{{zero, layout_.top}, {zero, layout_.bottom}, colour, sizes_.hairline});
  }

  void draw_bars(std::size_t stage) {
    const float thickness = std::min(layout_.row * bar_share, sizes_.text * thickest_bar);
    for (std::size_t key = 0; key < spec_.keys.size(); ++key) {
      const double value = numbers_.value(stage, key);
      const float top = snapped(layout_.middle_of(key) - thickness / 2);
      const float height = std::max(snapped(layout_.middle_of(key) + thickness / 2) - top, style_.pixel);
      const float zero = x_of(stage, 0);
      const float whole = snapped(layout_.bars_left(stage) + layout_.bars_width);
      float end = zero;
      if (!numbers_.has_bar(stage, key)) {
        end = whole;
        const Hatching hatching = numbers_.is_masked(stage, key) ? Hatching::masked : Hatching::not_finite;
        // Where rows are thin, those below each other become one area.
        const float from = zero < whole ? zero : snapped(layout_.bars_left(stage));
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

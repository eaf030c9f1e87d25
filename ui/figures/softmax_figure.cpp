#include "ui/figures/softmax_figure.h"

#include <algorithm>
#include <cmath>

#include "ui/figures/chart.h"
#include "ui/figures/chart_sizes.h"
#include "ui/figures/hatching.h"
#include "ui/figures/number_format.h"
#include "ui/figures/text_board.h"

namespace attention_lab {
namespace {

// Of the size of text.
constexpr float title_height = 2.3f;
constexpr float stage_title_height = 1.6f;
constexpr float note_height = 1.35f;
constexpr float before_rows = 0.4f;
constexpr float axis_height = 1.7f;
constexpr float tallest_row = 3;
constexpr float thickest_bar = 1.5f;
constexpr float line_pitch = 1.2f;
constexpr float number_gap = 0.35f;  // between the end of a bar and its number
constexpr float key_gap = 0.9f;
constexpr float least_panel_gap = 2.6f;
constexpr float ticks_apart = 3.2f;
constexpr float shortest_bars = 2.2f;  // beside numbers
// Of other things.
constexpr float smaller_numbers = 0.8f;  // of the size of numbers
constexpr float bar_share = 0.62f;       // of a row
constexpr float keys_share = 0.22f;      // of the page's width
constexpr float gaps_share = 0.5f;       // of the page's width, for all gaps
constexpr float gap_share = 0.11f;       // of the page's width, for one gap
constexpr float least_height = 0.5f;     // of the page, for the rows
constexpr float towards_ground = 0.4f;   // of the bars that are not pointed out

/// What is given up on small pages, step by step.
enum Detail { everything, no_axis, no_notes, no_title, no_stage_titles };

/// Where a stage stands, and what its numbers take beside the bars.
struct Panel {
  float left = 0;
  float before = 0;
  float after = 0;
};

class SoftmaxBuilder {
 public:
  SoftmaxBuilder(const SoftmaxSpec& spec, float width, float height, const FigureStyle& style,
                 const TextMetrics& metrics)
      : spec_(spec),
        style_(style),
        metrics_(metrics),
        sizes_(style),
        margin_(std::min(sizes_.margin, 0.05f * std::min(width, height))),
        texts_(list_, metrics) {
    list_.width = width;
    list_.height = height;
    find_scales();
    find_strong();
  }

  DisplayList build() {
    for (const Detail detail : {everything, no_axis, no_notes, no_title, no_stage_titles}) {
      place_vertically(detail);
      if (bottom_ - top_ >= list_.height * least_height || row_ == sizes_.text * tallest_row) break;
    }
    place_panels();
    draw_title();
    draw_keys();
    draw_headings();
    for (std::size_t stage = 0; stage < spec_.stages.size(); ++stage) {
      draw_axis(stage);
      draw_bars(stage);
      if (stage > 0) draw_operation(stage);
    }
    return std::move(list_);
  }

 private:
  bool is_last(std::size_t stage) const { return stage + 1 == spec_.stages.size(); }

  // Missing numbers are shown as such.
  double value_of(std::size_t stage, std::size_t key) const {
    const std::vector<double>& values = spec_.stages[stage].values;
    return key < values.size() ? values[key] : std::numeric_limits<double>::quiet_NaN();
  }

  bool is_masked(std::size_t stage, std::size_t key) const {
    for (std::size_t before = 0; before <= stage; ++before) {
      const double value = value_of(before, key);
      if (std::isinf(value) && value < 0) return true;
    }
    return false;
  }

  // 1. One scale for all stages but the last, both with 0 in them.
  void find_scales() {
    NumberSpan shared;
    NumberSpan last;
    shared.add(0);
    last.add(0);
    last.add(1);
    for (std::size_t stage = 0; stage < spec_.stages.size(); ++stage) {
      for (std::size_t key = 0; key < spec_.keys.size(); ++key)
        (is_last(stage) ? last : shared).add(value_of(stage, key));
    }
    shared_ = scale_of({}, shared, 5);
    // Without round ends: the longest bar is as long as can be.
    if (shared.low < shared.high) {
      shared_.low = std::max(shared.low, -1e300);
      shared_.high = std::min(shared.high, 1e300);
    }
    last_ = {ScaleKind::linear, last.low, last.high, {}};
  }

  const ChartScale& scale(std::size_t stage) const { return is_last(stage) ? last_ : shared_; }

  void find_strong() {
    strong_ = spec_.strong;
    if (strong_ || spec_.stages.empty()) return;
    const std::size_t last = spec_.stages.size() - 1;
    for (std::size_t key = 0; key < spec_.keys.size(); ++key) {
      if (!std::isfinite(value_of(last, key)) || is_masked(last, key)) continue;
      if (!strong_ || value_of(last, key) > value_of(last, *strong_)) strong_ = key;
    }
  }

  bool has(std::string SoftmaxStage::*text) const {
    return std::any_of(spec_.stages.begin(), spec_.stages.end(),
                       [&](const SoftmaxStage& stage) { return !(stage.*text).empty(); });
  }
  bool has_title() const { return !spec_.title.empty() && detail_ < no_title; }
  bool has_notes() const { return has(&SoftmaxStage::note) && detail_ < no_notes; }
  bool has_headings() const { return has(&SoftmaxStage::title) && detail_ < no_stage_titles; }
  bool has_axis() const { return detail_ < no_axis; }

  // 2. Headings, rows and axis: one block, in the middle of what the title leaves.
  void place_vertically(Detail detail) {
    detail_ = detail;
    const float em = sizes_.text;
    const float above = margin_ + (has_title() ? em * title_height : 0);
    heading_height_ = (has_headings() ? em * stage_title_height : 0) + (has_notes() ? em * note_height : 0);
    if (heading_height_ > 0) heading_height_ += em * before_rows;
    const float below = has_axis() ? em * axis_height : 0;
    const float room = std::max(list_.height - margin_ - above - heading_height_ - below, style_.pixel);
    const auto rows = static_cast<float>(std::max<std::size_t>(spec_.keys.size(), 1));
    row_ = std::min(room / rows, em * tallest_row);
    step_ = std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(em * line_pitch / row_)));
    top_ = above + heading_height_ + (room - row_ * rows) / 2;
    bottom_ = top_ + row_ * rows;
  }

  float width_of_markup(const std::string& markup, float size) const {
    return layout_markup(markup, size, FontWeight::regular, metrics_).width;
  }

  // 3. Bars as long as can be beside the keys, the gaps and the numbers at their ends.
  void place_panels() {
    const float em = sizes_.text;
    keys_width_ = std::min(widest_of(spec_.keys, em, FontWeight::medium, metrics_), list_.width * keys_share);
    float operation = 0;
    for (const SoftmaxStage& stage : spec_.stages)
      operation = std::max(operation, width_of_markup(stage.operation, sizes_.small_text));
    gap_ = std::clamp(operation + em * 1.4f, em * least_panel_gap,
                      std::max(list_.width * gap_share, em * least_panel_gap));
    gap_ = std::min(gap_, list_.width * gaps_share / static_cast<float>(spec_.stages.size() + 1));
    key_gap_ = std::min(em * key_gap, list_.width * 0.05f);
    panels_.assign(spec_.stages.size(), {});
    const bool has_numbers = step_ == 1 && (reserve_numbers(sizes_.small_text) ||
                                            reserve_numbers(sizes_.small_text * smaller_numbers));
    if (!has_numbers) {
      panels_.assign(spec_.stages.size(), {});
      number_size_ = 0;
      bars_width_ = bars_room();
    }
    float x = margin_ + keys_width_ + key_gap_;
    for (Panel& panel : panels_) {
      panel.left = x;
      x += panel.before + bars_width_ + panel.after + gap_;
    }
  }

  /// How wide the bars of each panel can be, beside the numbers.
  float bars_room() const {
    const auto count = static_cast<float>(std::max<std::size_t>(panels_.size(), 1));
    float room = list_.width - 2 * margin_ - keys_width_ - key_gap_ - gap_ * (count - 1);
    for (const Panel& panel : panels_) room -= panel.before + panel.after;
    return std::max(room / count, style_.pixel);
  }

  /// Whether numbers of the size fit and leave enough for the bars. A number may stand where its bar ends
  /// before the longest does, so longer bars need less room beside them: a few rounds find how long.
  bool reserve_numbers(float size) {
    number_size_ = size;
    bars_width_ = 0;
    for (int round = 0; round < 6; ++round) {
      for (std::size_t stage = 0; stage < panels_.size(); ++stage) panels_[stage] = needed(stage);
      Panel shared;  // stages on one scale stand alike
      for (std::size_t stage = 0; stage + 1 < panels_.size(); ++stage) {
        shared.before = std::max(shared.before, panels_[stage].before);
        shared.after = std::max(shared.after, panels_[stage].after);
      }
      for (std::size_t stage = 0; stage + 1 < panels_.size(); ++stage) panels_[stage] = shared;
      bars_width_ = bars_room();
    }
    return row_ >= size * line_pitch && bars_width_ >= sizes_.text * shortest_bars;
  }

  /// What the numbers of a stage take beside its bars.
  Panel needed(std::size_t stage) const {
    Panel panel;
    for (std::size_t key = 0; key < spec_.keys.size(); ++key) {
      const float width =
          metrics_.width(number(stage, key), number_size_, FontWeight::medium) + number_size_ * number_gap;
      const double value = value_of(stage, key);
      const bool is_hatched = is_masked(stage, key) || !std::isfinite(value);
      const double share = is_hatched ? 1 : std::clamp(scale(stage).share_of(value), 0.0, 1.0);
      const float at = static_cast<float>(share) * bars_width_;
      if (value < 0 && !is_hatched) {
        panel.before = std::max(panel.before, width - at);
      } else {
        panel.after = std::max(panel.after, width - (bars_width_ - at));
      }
    }
    return panel;
  }

  std::string number(std::size_t stage, std::size_t key) const {
    return format_number(value_of(stage, key), spec_.decimals);
  }

  float bars_left(std::size_t stage) const { return panels_[stage].left + panels_[stage].before; }
  float x_of(std::size_t stage, double value) const {
    const double share = std::clamp(scale(stage).share_of(value), 0.0, 1.0);
    return snapped(bars_left(stage) + static_cast<float>(share) * bars_width_);
  }
  float snapped(float at) const { return std::round(at / style_.pixel) * style_.pixel; }
  float middle_of(std::size_t key) const { return top_ + (static_cast<float>(key) + 0.5f) * row_; }

  void draw_title() {
    if (!has_title()) return;
    Text title = label_at({list_.width / 2, margin_ + sizes_.title_text * 0.5f}, spec_.title,
                          sizes_.title_text, style_.text, HorizontalAnchor::centre);
    title.weight = FontWeight::medium;
    title.is_markup = true;
    texts_.add(fitted(title, list_.width - 2 * margin_, metrics_));
  }

  void draw_keys() {
    const std::size_t first = strong_.value_or(0) % step_;
    for (std::size_t key = first; key < spec_.keys.size(); key += step_) {
      const bool is_strong = strong_ == key;
      Text label = label_at({margin_ + keys_width_, middle_of(key)}, spec_.keys[key], sizes_.text,
                            is_strong ? style_.text : style_.quiet_text, HorizontalAnchor::right);
      label.weight = is_strong ? FontWeight::medium : FontWeight::regular;
      label.text = shorten(label.text, keys_width_, label.size, label.weight, metrics_);
      texts_.add(label);
    }
  }

  // All headings in one size: that of the one which needs the smallest.
  void draw_headings() {
    const float em = sizes_.text;
    const float top = top_ - heading_height_;
    if (has_headings()) draw_line_of(&SoftmaxStage::title, top + em * stage_title_height / 2, em, true);
    if (has_notes()) {
      const float y = top + (has_headings() ? em * stage_title_height : 0) + em * note_height / 2;
      draw_line_of(&SoftmaxStage::note, y, sizes_.small_text, false);
    }
  }

  void draw_line_of(std::string SoftmaxStage::*text, float y, float size, bool is_title) {
    std::vector<Text> line;
    float smallest = size;
    for (std::size_t stage = 0; stage < spec_.stages.size(); ++stage) {
      Text one = label_at({panels_[stage].left, y}, spec_.stages[stage].*text, size,
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
    const Panel& panel = panels_[stage];
    const float beyond = is_last(stage) ? 0 : is_title ? sizes_.text * 0.3f : gap_ - sizes_.text * 0.8f;
    return std::max(panel.before + bars_width_ + panel.after + beyond, 0.0f);
  }

  // An arrow in the gap before the stage, at the height of the headings; on it, what is done.
  void draw_operation(std::size_t stage) {
    const float em = sizes_.text;
    if (gap_ < em * 1.5f || heading_height_ == 0) return;
    const float y = top_ - heading_height_ + em * stage_title_height / 2;
    const float right = panels_[stage].left - em * 0.5f;
    const float length = gap_ - em * 1.1f;
    Text text = label_at({right - length / 2, y - em * 0.8f}, spec_.stages[stage].operation,
                         sizes_.small_text, style_.quiet_text, HorizontalAnchor::centre);
    text.is_markup = true;
    const Text whole = fitted(text, gap_ - em * 0.3f, metrics_);
    if (whole.text == text.text) texts_.add(whole);  // half a word helps nobody
    const float head = em * 0.3f;
    list_.add(Line{{right - length, y}, {right - head, y}, style_.quiet_text, sizes_.hairline * 1.3f});
    list_.add(FillPolygon{
        {{right, y}, {right - head * 1.5f, y + head * 0.8f}, {right - head * 1.5f, y - head * 0.8f}},
        style_.quiet_text});
  }

  void draw_axis(std::size_t stage) {
    const float zero = x_of(stage, 0);
    const Colour colour = mix(style_.line, style_.quiet_text, 0.6f);
    if (has_axis()) {
      const int count = static_cast<int>(bars_width_ / (sizes_.text * ticks_apart));
      const std::vector<double> ticks =
          round_ticks(scale(stage).low, scale(stage).high, std::clamp(count, 3, 5));
      const std::vector<std::string> labels = tick_labels(ticks);
      for (std::size_t i = 0; i < ticks.size(); ++i) {
        const float x = x_of(stage, ticks[i]);
        list_.add(Line{{x, top_}, {x, bottom_}, style_.line, sizes_.hairline});
        Text label = label_at({x, bottom_ + sizes_.text * axis_height / 2}, labels[i], sizes_.small_text,
                              style_.quiet_text, HorizontalAnchor::centre);
        label.is_markup = true;
        texts_.add(label);
      }
    }
    list_.add(Line{{zero, top_}, {zero, bottom_}, colour, sizes_.hairline});
  }

  void draw_bars(std::size_t stage) {
    const float thickness = std::min(row_ * bar_share, sizes_.text * thickest_bar);
    for (std::size_t key = 0; key < spec_.keys.size(); ++key) {
      const double value = value_of(stage, key);
      const float top = snapped(middle_of(key) - thickness / 2);
      const float height = std::max(snapped(middle_of(key) + thickness / 2) - top, style_.pixel);
      const float zero = x_of(stage, 0);
      const float whole = snapped(bars_left(stage) + bars_width_);
      float end = zero;
      if (is_masked(stage, key) || !std::isfinite(value)) {
        end = whole;
        const Hatching hatching = is_masked(stage, key) ? Hatching::masked : Hatching::not_finite;
        // Where rows are thin, those below each other become one area.
        const Rect place = step_ == 1 ? Rect{zero, top, end - zero, height}
                                      : Rect{zero, middle_of(key) - row_ / 2, end - zero, row_};
        if (end > zero) hatch(list_, place, hatching, style_);
      } else {
        end = x_of(stage, value);
        const Rect bar{std::min(zero, end), top, std::fabs(end - zero), height};
        if (bar.width > 0) list_.add(FillRect{bar, colour_of(value, key), 0});
      }
      draw_number(stage, key, end);
    }
  }

  Colour colour_of(double value, std::size_t key) const {
    if (strong_ == key) return style_.accent;
    return mix(value < 0 ? style_.negative : style_.query, style_.ground, towards_ground);
  }

  void draw_number(std::size_t stage, std::size_t key, float end) {
    if (number_size_ == 0) return;
    const bool is_left = value_of(stage, key) < 0 && !is_masked(stage, key);
    const float gap = number_size_ * number_gap;
    Text text = label_at({is_left ? end - gap : end + gap, middle_of(key)}, number(stage, key), number_size_,
                         is_masked(stage, key) ? style_.quiet_text : style_.text,
                         is_left ? HorizontalAnchor::right : HorizontalAnchor::left);
    if (strong_ == key) text.weight = FontWeight::medium;
    texts_.add(text);
  }

  const SoftmaxSpec& spec_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  ChartSizes sizes_;
  float margin_;
  DisplayList list_;
  TextBoard texts_;
  ChartScale shared_;
  ChartScale last_;
  std::optional<std::size_t> strong_;
  Detail detail_ = everything;
  float heading_height_ = 0;
  float row_ = 0;
  std::size_t step_ = 1;  // of the keys that are written
  float top_ = 0;         // of the rows
  float bottom_ = 0;
  float keys_width_ = 0;
  float key_gap_ = 0;
  float gap_ = 0;
  std::vector<Panel> panels_;
  float bars_width_ = 0;
  float number_size_ = 0;  // 0: none
};

}  // namespace

DisplayList softmax_figure(const SoftmaxSpec& spec, float width, float height, const FigureStyle& style,
                           const TextMetrics& metrics) {
  return SoftmaxBuilder(spec, width, height, style, metrics).build();
}

}  // namespace attention_lab

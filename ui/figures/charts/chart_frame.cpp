#include "ui/figures/charts/chart_frame.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attention_lab {
namespace {

// In font sizes, unless stated otherwise.
constexpr float chart_legend_line = 1.45f;
constexpr float sample_width = 1.5f;
constexpr float block_width = 0.85f;
constexpr float before_name = 0.5f;
constexpr float between_chart_entries = 1.5f;

float sample_width_of(const LegendEntry& entry, const ChartSizes& sizes) {
  return sizes.text * (entry.sample == LegendEntry::Sample::block ? block_width : sample_width);
}

float name_width(const LegendEntry& entry, const ChartSizes& sizes, const TextMetrics& metrics) {
  return layout_markup(entry.name, sizes.text, FontWeight::regular, metrics).width;
}

LegendEntry with_short_name(LegendEntry entry, float width, const ChartSizes& sizes,
                            const TextMetrics& metrics) {
  entry.name = shorten_markup(entry.name, width, sizes.text, FontWeight::regular, metrics);
  return entry;
}

/// The end of each row: one past the index of its last entry.
std::vector<std::size_t> rows_of(const std::vector<float>& widths, float gap, float width) {
  std::vector<std::size_t> ends;
  float x = 0;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    if (x > 0 && x + widths[i] > width) {
      ends.push_back(i);
      x = 0;
    }
    x += widths[i] + gap;
  }
  if (!widths.empty()) ends.push_back(widths.size());
  return ends;
}

/// The lengths of a line and the gaps between them, alternating, in multiples of the sample's width.
std::vector<float> pieces_of_sample(LegendEntry::Sample sample, float dot) {
  switch (sample) {
    case LegendEntry::Sample::block:
    case LegendEntry::Sample::line: return {1};
    case LegendEntry::Sample::dashes: return {0.2f, 0.2f, 0.2f, 0.2f, 0.2f};
    case LegendEntry::Sample::dots: {
      constexpr int dots = 6;
      const float length = std::min(dot, 1.0f / (2 * dots - 1));
      const float gap = (1 - dots * length) / (dots - 1);
      return {length, gap, length, gap, length, gap, length, gap, length, gap, length};
    }
    case LegendEntry::Sample::dashes_and_dots: {
      const float gap = (1 - 2 * 0.27f - dot) / 2;
      return {0.27f, gap, dot, gap, 0.27f};
    }
  }
  return {};
}

void draw_sample(const LegendEntry& entry, Point at, const ChartSizes& sizes, const FigureStyle& style,
                 DisplayList& list) {
  const float width = sample_width_of(entry, sizes);
  if (entry.sample == LegendEntry::Sample::block) {
    list.add(FillRect{{at.x, at.y - width / 2, width, width}, entry.colour, 0});
    return;
  }
  bool is_drawn = true;
  float x = at.x;
  for (const float share : pieces_of_sample(entry.sample, sizes.line / width)) {
    const float end = x + share * width;
    if (is_drawn) list.add(Line{{x, at.y}, {end, at.y}, entry.colour, sizes.line});
    is_drawn = !is_drawn;
    x = end;
  }
  add_marker(list, entry.marker, {at.x + width / 2, at.y}, sizes.line * 1.6f, entry.colour, style);
}

// In font sizes, unless stated otherwise.
constexpr float chart_title_height = 2.1f;
constexpr float axis_title_height = 1.6f;
constexpr float number_height = 1.15f;  // of a line of labels
constexpr float after_tick = 0.25f;     // between a tick and its label
constexpr float between_names = 0.6f;
constexpr float under_plot = 3.8f;  // approximate height of labels and a title there
// Relative to the page.
constexpr float names_share = 0.3f;  // for turned names, at most
constexpr float legend_share = 0.28f;
constexpr float least_plot_width = 0.4f;
constexpr float least_plot_height = 0.38f;

constexpr int most_ticks = 7;
constexpr float chart_ticks_apart = 2.4f;  // vertically, in font sizes
constexpr int most_attempts = 6;           // to find ranges with equal units

/// 2, 3 … 9 × 10ⁿ: the minor ticks of a logarithmic axis. None on long axes, whose ticks skip powers.
std::vector<double> minor_ticks(const ChartScale& scale) {
  std::vector<double> found;
  if (scale.kind == ScaleKind::linear || scale.ticks.size() < 2) return found;
  const double ratio = scale.ticks[1] / scale.ticks[0];
  if (ratio < 9.99 || ratio > 10.01) return found;
  for (double power = scale.ticks.front() / 10; power < scale.high; power *= 10) {
    for (int i = 2; i < 10; ++i) {
      if (power * i >= scale.low && power * i <= scale.high) found.push_back(power * i);
    }
  }
  return found;
}

void set_range(const NumberSpan& span, ChartAxis& axis) {
  axis.low = span.low;
  axis.high = span.high;
}

NumberSpan widened_to(const NumberSpan& span, double length) {
  const double middle = span.low / 2 + span.high / 2;
  return {middle - length / 2, middle + length / 2, false};
}

float widest_markup(const std::vector<std::string>& labels, float size, const TextMetrics& metrics) {
  float width = 0;
  for (const std::string& label : labels)
    width = std::max(width, layout_markup(label, size, FontWeight::regular, metrics).width);
  return width;
}

}  // namespace

void add_marker(DisplayList& list, LegendEntry::Marker marker, Point centre, float radius, Colour colour,
                const FigureStyle& style) {
  using Marker = LegendEntry::Marker;
  // Shapes of about the same area.
  const float half = radius * 0.9f;
  const float tall = radius * 1.3f;
  const auto add = [&](Marker filled, float share, Colour ink) {
    const auto at = [&](float x, float y) { return Point{centre.x + x * share, centre.y + y * share}; };
    switch (filled) {
      case Marker::disc: return list.add(FillDisc{centre, radius * share, ink});
      case Marker::square:
        return list.add(
            FillRect{{at(-half, -half).x, at(-half, -half).y, 2 * half * share, 2 * half * share}, ink, 0});
      case Marker::triangle:
        return list.add(FillPolygon{{at(0, -tall), at(tall, 0.8f * tall), at(-tall, 0.8f * tall)}, ink});
      default: return list.add(FillPolygon{{at(0, -tall), at(tall, 0), at(0, tall), at(-tall, 0)}, ink});
    }
  };
  const auto add_open = [&](Marker filled) {
    constexpr float inside = 0.5f;
    add(filled, 1.1f, colour);
    add(filled, inside * 1.1f, style.ground);
  };
  switch (marker) {
    case Marker::none: return;
    case Marker::disc:
    case Marker::square:
    case Marker::triangle:
    case Marker::diamond: return add(marker, 1, colour);
    case Marker::ring: return add_open(Marker::disc);
    case Marker::open_square: return add_open(Marker::square);
    case Marker::open_triangle: return add_open(Marker::triangle);
    case Marker::open_diamond: return add_open(Marker::diamond);
  }
}

NumberSpan with_room(NumberSpan span, double least, double room) {
  if (span.is_empty) span = {0, 0, false};
  return widened_to(span, std::max(span.high - span.low, least) * (1 + 2 * room));
}

void ChartBuilder::set_frame_with_equal_units(ChartFrameSpec spec, const NumberSpan& x, const NumberSpan& y) {
  set_range(x, spec.x_axis);
  set_range(y, spec.y_axis);
  set_frame(spec);
  // The ranges depend on the size of the plot, and that on the numbers at the axes.
  for (int i = 0; i < most_attempts; ++i) {
    const Rect plot = frame_->plot();
    const double x_unit = (x.high - x.low) / static_cast<double>(plot.width);
    const double y_unit = (y.high - y.low) / static_cast<double>(plot.height);
    const double unit = std::max(x_unit, y_unit);
    set_range(widened_to(x, unit * static_cast<double>(plot.width)), spec.x_axis);
    set_range(widened_to(y, unit * static_cast<double>(plot.height)), spec.y_axis);
    set_frame(spec);
    if (frame_->plot() == plot) return;
  }
}

ChartLegend legend_in_rows(const std::vector<LegendEntry>& entries, float width, const ChartSizes& sizes,
                           const TextMetrics& metrics) {
  std::vector<LegendEntry> fitting;
  std::vector<float> widths;
  for (const LegendEntry& entry : entries) {
    const float before = sample_width_of(entry, sizes) + sizes.text * before_name;
    fitting.push_back(with_short_name(entry, std::max(width - before, 0.0f), sizes, metrics));
    widths.push_back(before + name_width(fitting.back(), sizes, metrics));
  }
  const float gap = sizes.text * between_chart_entries;
  // Balances the rows: the narrowest width that needs no additional row.
  std::vector<std::size_t> rows = rows_of(widths, gap, width);
  for (float shorter = width; shorter > 0; shorter -= sizes.text) {
    std::vector<std::size_t> balanced = rows_of(widths, gap, shorter);
    if (balanced.size() > rows.size()) break;
    rows = std::move(balanced);
  }
  ChartLegend legend;
  legend.width = width;
  std::size_t entry = 0;
  for (const std::size_t end : rows) {
    float length = -gap;
    for (std::size_t i = entry; i < end; ++i) length += widths[i] + gap;
    float x = (width - length) / 2;
    for (; entry < end; ++entry) {
      legend.places.push_back({fitting[entry], {x, legend.height + sizes.text * chart_legend_line / 2}});
      x += widths[entry] + gap;
    }
    legend.height += sizes.text * chart_legend_line;
  }
  return legend;
}

ChartLegend legend_in_column(const std::vector<LegendEntry>& entries, float width, float height,
                             const ChartSizes& sizes, const TextMetrics& metrics) {
  ChartLegend legend;
  const float line = sizes.text * chart_legend_line;
  const auto lines = static_cast<std::size_t>(std::max(height / line, 1.0f));
  const std::size_t shown = entries.size() <= lines ? entries.size() : lines - 1;
  for (std::size_t i = 0; i < shown; ++i) {
    const float before = sample_width_of(entries[i], sizes) + sizes.text * before_name;
    const LegendEntry entry = with_short_name(entries[i], std::max(width - before, 0.0f), sizes, metrics);
    legend.width = std::max(legend.width, before + name_width(entry, sizes, metrics));
    legend.places.push_back({entry, {0, legend.height + line / 2}});
    legend.height += line;
  }
  if (shown < entries.size()) {
    LegendEntry rest;
    rest.name = "and " + std::to_string(entries.size() - shown) + " more";
    rest.colour.alpha = 0;
    legend.width = std::max(legend.width, name_width(rest, sizes, metrics));
    legend.places.push_back({rest, {0, legend.height + line / 2}});
    legend.height += line;
  }
  return legend;
}

void draw_legend(const ChartLegend& legend, Point origin, const FigureStyle& style, DisplayList& list,
                 TextBoard& texts) {
  const ChartSizes sizes(style);
  for (const ChartLegend::Place& place : legend.places) {
    const Point at{origin.x + place.at.x, origin.y + place.at.y};
    const bool has_sample = place.entry.colour.alpha > 0;
    const float before = has_sample ? sample_width_of(place.entry, sizes) + sizes.text * before_name : 0;
    Text name =
        markup_at({at.x + before, at.y}, place.entry.name, sizes.text, style.text, HorizontalAnchor::left);
    if (texts.add(name) && has_sample) draw_sample(place.entry, at, sizes, style, list);
  }
}

ChartFrame::ChartFrame(ChartFrameSpec spec, float width, float height, const FigureStyle& style,
                       const TextMetrics& metrics)
    : spec_(std::move(spec)),
      width_(std::max(width, 1.0f)),
      height_(std::max(height, 1.0f)),
      style_(style),
      metrics_(metrics),
      sizes_(style),
      margin_(std::min(sizes_.margin, 0.05f * std::min(width_, height_))) {
  // Leaves at least half of the page for the data, whatever is above and below it.
  spec_.room_above = std::min(spec_.room_above, height_ / 4);
  spec_.room_below = std::min(spec_.room_below, height_ / 4);
  for (const Detail detail : {all_parts, no_axis_titles, no_legend, no_title, no_labels}) {
    place(detail);
    if (is_roomy()) break;
  }
}

bool ChartFrame::is_roomy() const {
  const float em = sizes_.text;
  return (plot_.width >= width_ * least_plot_width || plot_.width > em * 30) &&
         (plot_.height >= height_ * least_plot_height || plot_.height > em * 12);
}

void ChartFrame::place(Detail detail) {
  detail_ = detail;
  const float above = place_above(detail);
  const float ticks_room = std::max(height_ - above - sizes_.text * 3, 0.0f);
  const int y_ticks = static_cast<int>(ticks_room / (sizes_.text * chart_ticks_apart));
  y_ = scale_of(spec_.y_axis, spec_.y_data, std::clamp(y_ticks, 2, most_ticks));
  if (spec_.y_axis.is_hidden) y_.ticks.clear();
  y_labels_ = tick_labels(y_.ticks, y_.kind);
  const float left = place_left(detail);
  const float right = margin_ + (legend_is_column_ ? legend_.width + sizes_.text * 1.2f : 0);
  plot_ = {left, above, std::max(width_ - left - right, style_.pixel), height_ - above};
  const float below = place_below(detail);
  plot_.height = std::max(height_ - above - below, style_.pixel);
}

float ChartFrame::place_above(Detail detail) {
  legend_ = {};
  legend_is_column_ = false;
  title_height_ = spec_.title.empty() || detail >= no_title ? 0 : sizes_.text * chart_title_height;
  float above = margin_ + title_height_;
  if (!spec_.legend.empty() && detail < no_legend) {
    legend_ = legend_in_rows(spec_.legend, width_ - 2 * margin_, sizes_, metrics_);
    const float one_row =
        legend_in_rows({spec_.legend.front()}, width_ - 2 * margin_, sizes_, metrics_).height;
    legend_is_column_ = legend_.height > one_row * (static_cast<float>(spec_.rows_of_legend) + 0.5f);
    if (legend_is_column_) {
      // Beside the plot, not beside the labels below it.
      const float room = height_ - above - margin_ - sizes_.text * under_plot;
      legend_ = legend_in_column(spec_.legend, width_ * legend_share, room, sizes_, metrics_);
    } else {
      above += legend_.height + sizes_.text * 0.5f;
    }
  }
  // The number at the end of the axis extends half its height above it.
  return above + std::max(spec_.room_above, std::min(sizes_.text * 0.45f, height_ / 4));
}

float ChartFrame::place_left(Detail detail) {
  float left = margin_;
  if (!spec_.y_axis.title.empty() && detail < no_axis_titles) left += sizes_.text * axis_title_height;
  if (detail < no_labels)
    left += widest_markup(y_labels_, sizes_.small_text, metrics_) + sizes_.text * after_tick + sizes_.tick;
  return left;
}

float ChartFrame::place_below(Detail detail) {
  if (!spec_.is_named) {
    choose_x_ticks();
  } else {
    choose_names();
  }
  const bool has_labels = detail < no_labels && (!spec_.names.empty() || !x_labels_.empty());
  if (!has_labels) labels_height_ = 0;
  float below = margin_ + spec_.room_below + labels_height_;
  if (!spec_.x_axis.title.empty() && detail < no_axis_titles) below += sizes_.text * axis_title_height;
  return below;
}

// Chooses as many round ticks as fit; the last label may extend beyond the plot by half its width.
void ChartFrame::choose_x_ticks() {
  labels_height_ = sizes_.tick + sizes_.text * (after_tick + number_height);
  const float whole = plot_.width;
  for (int count = most_ticks; count >= 2; --count) {
    x_ = scale_of(spec_.x_axis, spec_.x_data, count);
    if (spec_.x_axis.is_hidden) x_.ticks.clear();
    x_labels_ = tick_labels(x_.ticks, x_.kind);
    plot_.width = whole;
    if (x_.ticks.empty()) return;
    const auto half_width = [&](const std::string& label) {
      return layout_markup(label, sizes_.small_text, FontWeight::regular, metrics_).width / 2;
    };
    const float beyond = static_cast<float>(x_of(x_.ticks.back())) + half_width(x_labels_.back()) - width_;
    plot_.width = std::max(whole - std::max(beyond + margin_ / 2, 0.0f), style_.pixel);
    double nearest = static_cast<double>(plot_.width);
    for (std::size_t i = 1; i < x_.ticks.size(); ++i)
      nearest = std::min(nearest, x_of(x_.ticks[i]) - x_of(x_.ticks[i - 1]));
    const float widest = widest_markup(x_labels_, sizes_.small_text, metrics_);
    if (static_cast<double>(widest + sizes_.text * 0.9f) <= nearest) return;
  }
}

// Level if they fit, otherwise turned, then smaller; thinned out if lines would touch, and shortened if too
// long.
void ChartFrame::choose_names() {
  x_ = {ScaleKind::linear, spec_.x_axis.low, spec_.x_axis.high, {}};
  const float pitch = plot_.width / static_cast<float>(x_.high - x_.low);
  names_step_ = 1;
  turns_names_ = false;
  const auto widest = [&](float size) {
    // The strong name is in medium weight and therefore wider.
    return std::max(widest_of(spec_.names, size, FontWeight::regular, metrics_),
                    spec_.strong_name ? widest_of(spec_.names, size, FontWeight::medium, metrics_) : 0);
  };
  labels_height_ = sizes_.tick + sizes_.text * (after_tick + number_height);
  for (const float size : {sizes_.text, sizes_.small_text}) {
    names_size_ = size;
    if (widest(size) + size * between_names <= pitch) return;
  }
  const float smallest = least_label_size(spec_.names.size(), sizes_.text);
  // Short names, such as numbers of dimensions, are easier to read level, even if not all are written.
  const float small = widest(sizes_.small_text);
  if (small <= sizes_.text * 2.2f && pitch < sizes_.text * line_pitch) {
    const float wanted = sizes_.small_text * pitch / (small + sizes_.text * between_names);
    names_size_ = std::clamp(wanted, smallest, sizes_.small_text);
    const float shown = widest(names_size_) + names_size_ * between_names;
    names_step_ = static_cast<std::size_t>(std::max(std::ceil(shown / pitch - 1e-3f), 1.0f));
    return;
  }
  turns_names_ = true;
  const float room = height_ * names_share;
  names_size_ = std::clamp(pitch / line_pitch, smallest, sizes_.small_text);
  const float natural = widest(names_size_);
  if (natural > room) {
    const float least = std::min(names_size_, sizes_.text * smallest_label_share);
    names_size_ = std::max(least, names_size_ * room / natural * 0.999f);
  }
  names_step_ = static_cast<std::size_t>(std::max(std::ceil(names_size_ * line_pitch / pitch - 1e-3f), 1.0f));
  labels_height_ = sizes_.tick + sizes_.text * (after_tick + 0.2f) + std::min(widest(names_size_), room);
}

double ChartFrame::y_of_zero() const {
  return y_of(y_.kind == ScaleKind::linear ? std::clamp(0.0, y_.low, y_.high) : y_.low);
}

float ChartFrame::crisp(double at) const {
  const auto pixel = static_cast<double>(style_.pixel);
  return static_cast<float>((std::floor(at / pixel) + 0.5) * pixel);
}

void ChartFrame::draw_titles(TextBoard& texts) const {
  if (title_height_ > 0) {
    Text title = markup_at({width_ / 2, margin_ + sizes_.title_text * 0.5f}, spec_.title, sizes_.title_text,
                           style_.text);
    title.weight = FontWeight::medium;
    texts.add(fitted(title, width_ - 2 * margin_, metrics_));
  }
  if (detail_ >= no_axis_titles) return;
  Text title = markup_at({plot_.centre().x, height_ - margin_ - sizes_.text * 0.4f}, spec_.x_axis.title,
                         sizes_.text, style_.quiet_text);
  if (!title.text.empty()) texts.add(fitted(title, plot_.width, metrics_));
  title.text = spec_.y_axis.title;
  title.position = {margin_ + sizes_.text * 0.4f, plot_.centre().y};
  title.is_turned = true;
  if (!title.text.empty()) texts.add(fitted(title, plot_.height, metrics_));
}

void ChartFrame::draw_ground(DisplayList& list, TextBoard& texts) const {
  draw_titles(texts);
  const Point legend_at = legend_is_column_ ? Point{width_ - margin_ - legend_.width, plot_.y}
                                            : Point{margin_, margin_ + title_height_};
  draw_legend(legend_, legend_at, style_, list, texts);
  if (!spec_.has_grid) return;
  for (const double tick : y_.ticks) {
    const float y = crisp(y_of(tick));
    list.add(Line{{plot_.x, y}, {plot_.right(), y}, style_.line, sizes_.hairline});
  }
}

void ChartFrame::draw_axes(DisplayList& list, TextBoard& texts) const {
  const Colour colour = mix(style_.line, style_.quiet_text, 0.6f);
  const float left = crisp(static_cast<double>(plot_.x));
  if (!spec_.y_axis.is_hidden)
    list.add(Line{{left, plot_.y}, {left, plot_.bottom()}, colour, sizes_.hairline});
  const float bottom = crisp(spec_.has_bottom_line ? static_cast<double>(plot_.bottom()) : y_of_zero());
  if (!spec_.x_axis.is_hidden)
    list.add(Line{{plot_.x, bottom}, {plot_.right(), bottom}, colour, sizes_.hairline});
  if (detail_ >= no_labels) return;
  if (!spec_.is_named) {
    draw_x_ticks(list, texts);
  } else {
    draw_names(list, texts);
  }
  draw_y_ticks(list, texts);
}

void ChartFrame::draw_y_ticks(DisplayList& list, TextBoard& texts) const {
  const Colour colour = mix(style_.line, style_.quiet_text, 0.6f);
  for (const double tick : minor_ticks(y_)) {
    const float y = crisp(y_of(tick));
    list.add(Line{{plot_.x - sizes_.tick / 2, y}, {plot_.x, y}, colour, sizes_.hairline});
  }
  for (std::size_t i = 0; i < y_.ticks.size(); ++i) {
    const float y = crisp(y_of(y_.ticks[i]));
    list.add(Line{{plot_.x - sizes_.tick, y}, {plot_.x, y}, colour, sizes_.hairline});
    Text label = markup_at({plot_.x - sizes_.tick - sizes_.text * after_tick, y}, y_labels_[i],
                           sizes_.small_text, style_.quiet_text, HorizontalAnchor::right);
    texts.add(label);
  }
}

void ChartFrame::draw_x_ticks(DisplayList& list, TextBoard& texts) const {
  const Colour colour = mix(style_.line, style_.quiet_text, 0.6f);
  const float top = plot_.bottom() + spec_.room_below;
  for (const double tick : minor_ticks(x_)) {
    const float x = crisp(x_of(tick));
    list.add(Line{{x, top}, {x, top + sizes_.tick / 2}, colour, sizes_.hairline});
  }
  for (std::size_t i = 0; i < x_.ticks.size(); ++i) {
    const float x = crisp(x_of(x_.ticks[i]));
    list.add(Line{{x, top}, {x, top + sizes_.tick}, colour, sizes_.hairline});
    Text label = markup_at({x, top + sizes_.tick + sizes_.text * (after_tick + number_height / 2)},
                           x_labels_[i], sizes_.small_text, style_.quiet_text);
    texts.add(label);
  }
}

void ChartFrame::draw_names(DisplayList&, TextBoard& texts) const {
  const float top = plot_.bottom() + spec_.room_below + sizes_.tick + sizes_.text * after_tick;
  const auto draw = [&](std::size_t i) {
    const bool is_strong = spec_.strong_name == i;
    Text label = label_at({static_cast<float>(x_of(static_cast<double>(i))), top}, spec_.names[i],
                          names_size_, is_strong ? style_.text : style_.quiet_text);
    label.weight = is_strong ? FontWeight::medium : FontWeight::regular;
    label.horizontal = turns_names_ ? HorizontalAnchor::right : HorizontalAnchor::centre;
    label.is_turned = turns_names_;
    if (turns_names_) {
      label.text = shorten(label.text, height_ * names_share, names_size_, label.weight, metrics_);
    } else {
      label.position.y += sizes_.text * number_height / 2;
      // A single long name may use the whole width of the page.
      label.text = shorten(label.text, width_ - 2 * margin_, names_size_, label.weight, metrics_);
    }
    texts.add(label);
  };
  // The strong name and the one that is kept are always written: the board drops what would touch them.
  const std::array first = {spec_.strong_name, spec_.kept_name};
  for (const std::optional<std::size_t>& i : first)
    if (i && *i < spec_.names.size()) draw(*i);
  for (std::size_t i = 0; i < spec_.names.size(); i += names_step_)
    if (std::find(first.begin(), first.end(), i) == first.end()) draw(i);
}

}  // namespace attention_lab

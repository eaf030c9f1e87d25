#include "ui/figures/charts/flow.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "core/attention/model.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "ui/figures/base/labels.h"
#include "ui/figures/base/value_range.h"
#include "ui/figures/charts/chart.h"
#include "ui/figures/charts/chart_frame.h"

namespace attention_lab {
namespace {

// In font sizes, unless stated otherwise.
constexpr float flow_title_height = 2.2f;
constexpr float flow_caption_height = 1.7f;
constexpr float legend_height = 2.2f;
constexpr float flow_note_height = 1.4f;
constexpr float tallest_flow_row = 3.2f;
constexpr float label_gap = 0.6f;  // between a label and its curves
constexpr float widest_curve = 0.8f;
constexpr float narrowest_scale = 0.12f;  // relative to the widest curve, however many rows there are
constexpr float least_span = 14;          // between the columns, if the page is wide enough
constexpr float sample_length = 1.8f;
constexpr float narrowest_widest = 0.2f;  // of the widest curve, if there are many
// Relative to other lengths.
constexpr float most_covered = 0.85f;         // of the height of the columns
constexpr float curve_share = 0.8f;           // of a row's height
constexpr float span_share = 1.9f;            // maximum, relative to the height of the columns
constexpr float flow_label_share = 0.27f;     // of the page's width
constexpr float least_column_height = 0.55f;  // of the page, minimum
constexpr std::size_t most_curves = 4096;

struct Flow {
  std::size_t head = 0;
  Index query = 0;
  Index key = 0;
  double value = 0;
};

/// Levels of detail; each omits one more part on small pages.
enum class FlowDetail { everything, no_legend, no_captions, no_title };

class FlowBuilder {
 public:
  FlowBuilder(const FlowSpec& spec, float width, float height, const FigureStyle& style,
              const TextMetrics& metrics)
      : spec_(spec),
        style_(style),
        metrics_(metrics),
        sizes_(style),
        margin_(std::min(sizes_.margin, 0.05f * std::min(width, height))),
        texts_(list_, metrics) {
    list_.width = width;
    list_.height = height;
    const bool has_query = spec.query && *spec.query >= 0 && *spec.query < spec.values.rows();
    if (has_query) query_ = spec.query;
  }

  DisplayList build() {
    find_flows();
    for (const FlowDetail detail :
         {FlowDetail::everything, FlowDetail::no_legend, FlowDetail::no_captions, FlowDetail::no_title}) {
      place_vertically(detail);
      if (bottom_ - top_ >= list_.height * least_column_height) break;
    }
    narrow_curves();
    place_columns();
    draw_curves();
    draw_labels();
    draw_titles();
    draw_legend();
    draw_note();
    return std::move(list_);
  }

 private:
  bool has_heads() const { return !spec_.others.empty(); }
  std::size_t n_heads() const { return spec_.others.size() + 1; }
  const MatrixView& values_of(std::size_t head) const {
    return head == 0 ? spec_.values : spec_.others[head - 1].values;
  }
  float note_height() const { return list_.notes.empty() ? 0 : sizes_.text * flow_note_height; }

  void place_vertically(FlowDetail detail) {
    detail_ = detail;
    const float em = sizes_.text;
    top_ = margin_;
    if (has_title()) top_ += em * flow_title_height;
    if (has_captions()) top_ += em * flow_caption_height;
    bottom_ = list_.height - margin_ - legend_room() - note_height();
    const auto rows = static_cast<float>(std::max<Index>({spec_.values.rows(), spec_.values.cols(), 1}));
    row_ = std::min(std::max(bottom_ - top_, style_.pixel) / rows, em * tallest_flow_row);
    const std::size_t count = std::max(spec_.queries.size(), spec_.keys.size());
    label_size_ = std::clamp(row_ / line_pitch, least_label_size(count, em), em);
    step_ = std::max<Index>(1, static_cast<Index>(std::ceil(label_size_ * line_pitch / row_ - 1e-3f)));
    widest_ = std::clamp(row_ * curve_share, em * narrowest_scale, em * widest_curve);
  }

  // If almost all numbers were large, their curves would merge into one area, so the total width of the
  // curves is limited to a part of the height of the columns.
  void narrow_curves() {
    if (query_) return;
    float covered = 0;
    for (const Flow& flow : flows_) covered += share_of(flow.value) * widest_;
    const float room =
        (row_ * static_cast<float>(std::max(spec_.values.rows(), spec_.values.cols()))) * most_covered;
    const float least = std::min(widest_, sizes_.text * narrowest_widest);
    if (covered > room) widest_ = std::max(widest_ * room / covered, least);
  }

  bool has_title() const { return !spec_.title.empty() && detail_ < FlowDetail::no_title; }
  bool has_captions() const {
    return !(spec_.query_caption.empty() && spec_.key_caption.empty()) && detail_ < FlowDetail::no_captions;
  }
  bool has_legend() const { return spec_.has_legend && detail_ < FlowDetail::no_legend; }

  void place_columns() {
    const float em = sizes_.text;
    const float most = list_.width * flow_label_share;
    const auto column = [&](const std::vector<std::string>& labels) {
      return std::min(widest_of(labels, label_size_, FontWeight::medium, metrics_), most);
    };
    query_width_ = column(spec_.queries);
    key_width_ = column(spec_.keys);
    if (has_numbers()) {
      for (Index key = 0; key < spec_.values.cols(); ++key)
        number_width_ = std::max(number_width_, metrics_.width(number(key), label_size_, FontWeight::medium));
      number_width_ += em;
    }
    const float labels = query_width_ + key_width_ + number_width_ + 2 * em * label_gap;
    const float room = std::max(list_.width - 2 * margin_ - labels, style_.pixel);
    const float rows = static_cast<float>(std::max(spec_.values.rows(), spec_.values.cols())) * row_;
    const float span = std::min(room, std::max(rows * span_share, em * least_span));
    left_ = margin_ + (room - span) / 2 + query_width_ + em * label_gap;
    right_ = left_ + span;
  }

  float middle_of(Index row, Index rows) const {
    const float offset = static_cast<float>(row) + 0.5f - static_cast<float>(rows) / 2;
    return (top_ + bottom_) / 2 + offset * row_;
  }
  float query_y(Index query) const { return middle_of(query, spec_.values.rows()); }
  float key_y(Index key) const { return middle_of(key, spec_.values.cols()); }

  double value_of(Index query, Index key, std::size_t head = 0) const {
    return static_cast<double>(values_of(head)(query, key));
  }

  bool has_numbers() const { return query_ && !has_heads(); }

  std::string number(Index key) const {
    return is_visible(spec_.mask, *query_, key, spec_.values.cols())
               ? format_number(value_of(*query_, key), spec_.decimals)
               : "";
  }

  float share_of(double value) const {
    if (!(spec_.magnitude > 0)) return 0;
    return static_cast<float>(std::min(std::fabs(value) / spec_.magnitude, 1.0));
  }

  float width_of(double value) const { return std::max(share_of(value) * widest_, style_.pixel / 2); }

  // Small numbers stay visible, and large ones partly transparent; the curves of one query overlap less.
  Colour colour_of(double value, std::size_t head = 0) const {
    const float least = query_ ? 0.35f : 0.1f;
    const float share = query_ ? share_of(value) : std::pow(share_of(value), 1.5f);
    return faded(hue_of(value, head), least + (0.85f - least) * share);
  }

  Colour hue_of(double value, std::size_t head) const {
    if (has_heads()) return series_colour(style_, head);
    return value > 0 ? style_.query : style_.negative;
  }

  // The curves of the other queries: the more there are, the fainter each is.
  Colour quiet_colour_of(double value) const {
    const float crowd = static_cast<float>(spec_.values.rows()) / 10;
    return faded(style_.quiet_text, (0.05f + 0.15f * share_of(value)) / std::max(crowd, 1.0f));
  }

  /// The visible numbers of one query in one head that are to be drawn.
  void add_flows_of(Index query, std::size_t head, std::vector<Flow>& found) {
    const auto first = static_cast<std::ptrdiff_t>(found.size());
    for (Index key = 0; key < spec_.values.cols(); ++key) {
      const double value = value_of(query, key, head);
      if (!is_visible(spec_.mask, query, key, spec_.values.cols()) || !std::isfinite(value) || value == 0)
        continue;
      ++n_flows_;
      if (std::fabs(value) >= spec_.threshold) found.push_back({head, query, key, value});
    }
    const auto own = found.begin() + first;
    if (!spec_.top || found.end() - own <= *spec_.top) return;
    std::nth_element(own, own + *spec_.top, found.end(),
                     [](const Flow& a, const Flow& b) { return std::fabs(a.value) > std::fabs(b.value); });
    found.erase(own + *spec_.top, found.end());
  }

  // In ascending order of size, with those of the chosen query last.
  void find_flows() {
    std::vector<Flow> found;
    for (std::size_t head = 0; head < n_heads(); ++head)
      for (Index query = 0; query < spec_.values.rows(); ++query) add_flows_of(query, head, found);
    const auto comes_first = [&](const Flow& a, const Flow& b) {
      if ((query_ == a.query) != (query_ == b.query)) return query_ == b.query;
      return std::tuple{std::fabs(a.value), a.query, a.key, a.head} <
             std::tuple{std::fabs(b.value), b.query, b.key, b.head};
    };
    if (found.size() > most_curves) {
      const auto kept = found.end() - static_cast<std::ptrdiff_t>(most_curves);
      std::nth_element(found.begin(), kept, found.end(), comes_first);
      found.erase(found.begin(), kept);
    }
    std::sort(found.begin(), found.end(), comes_first);
    flows_ = std::move(found);
    if (flows_.size() == n_flows_) return;
    const auto count = [](std::size_t curves) { return count_text(static_cast<std::int64_t>(curves)); };
    list_.notes.push_back({filled("<shown> of <all> curves are shown, the largest.",
                                  {{"shown", count(flows_.size())}, {"all", count(n_flows_)}}),
                           {}});
  }

  void draw_note() {
    for (const PictureNote& note : list_.notes) {
      const float y = list_.height - margin_ - legend_room() - sizes_.text * 0.4f;
      texts_.add(fitted(label_at({list_.width / 2, y}, note.text, sizes_.small_text, style_.quiet_text,
                                 HorizontalAnchor::centre),
                        list_.width - 2 * margin_, metrics_));
    }
  }

  void draw_curves() {
    const float bend = (right_ - left_) * 0.45f;
    for (const Flow& flow : flows_) {
      const bool is_quiet = query_ && *query_ != flow.query;
      Curve curve;
      curve.from = {left_, query_y(flow.query)};
      curve.to = {right_, key_y(flow.key)};
      curve.control_from = {left_ + bend, curve.from.y};
      curve.control_to = {right_ - bend, curve.to.y};
      curve.line_width = is_quiet ? std::min(width_of(flow.value), sizes_.line) : width_of(flow.value);
      curve.colour = is_quiet ? quiet_colour_of(flow.value) : colour_of(flow.value, flow.head);
      list_.add(curve);
    }
  }

  void draw_labels() {
    constexpr Index none = -1;
    const Index strongest =
        query_ ? strongest_column(spec_.values, spec_.mask, *query_).value_or(none) : none;
    // Shifts the thinning so that the chosen tokens are labelled.
    for (Index query = query_.value_or(0) % step_; query < spec_.values.rows(); query += step_)
      draw_query(query);
    for (Index key = std::max<Index>(strongest, 0) % step_; key < spec_.values.cols(); key += step_)
      draw_key(key, strongest == key);
  }

  void draw_query(Index query) {
    if (static_cast<std::size_t>(query) >= spec_.queries.size()) return;
    const bool is_strong = query_ == query;
    draw_label(spec_.queries[static_cast<std::size_t>(query)],
               {left_ - sizes_.text * label_gap, query_y(query)}, query_width_, HorizontalAnchor::right,
               is_strong, query_ && !is_strong);
  }

  void draw_key(Index key, bool is_strong) {
    const float x = right_ + sizes_.text * label_gap;
    const bool is_hidden = query_ && !is_visible(spec_.mask, *query_, key, spec_.values.cols());
    if (static_cast<std::size_t>(key) < spec_.keys.size()) {
      draw_label(spec_.keys[static_cast<std::size_t>(key)], {x, key_y(key)}, key_width_,
                 HorizontalAnchor::left, is_strong, is_hidden);
    }
    if (has_numbers()) {
      draw_label(number(key), {x + key_width_ + number_width_, key_y(key)}, number_width_,
                 HorizontalAnchor::right, is_strong, !is_strong);
    }
  }

  void draw_label(const std::string& text, Point at, float width, HorizontalAnchor anchor, bool is_strong,
                  bool is_quiet) {
    Text label = label_at(at, text, label_size_, is_quiet ? style_.quiet_text : style_.text, anchor);
    label.weight = is_strong ? FontWeight::medium : FontWeight::regular;
    label.text = shorten(text, width, label.size, label.weight, metrics_);
    texts_.add(label);
  }

  void draw_titles() {
    if (has_title()) {
      Text title = markup_at({list_.width / 2, margin_ + sizes_.title_text * 0.5f}, spec_.title,
                             sizes_.title_text, style_.text);
      title.weight = FontWeight::medium;
      texts_.add(fitted(title, list_.width - 2 * margin_, metrics_));
    }
    if (!has_captions()) return;
    const float y = middle_of(0, std::max(spec_.values.rows(), spec_.values.cols())) - row_ / 2 -
                    sizes_.text * flow_caption_height / 2;
    const float gap = sizes_.text * label_gap;
    const float half = (right_ - left_) / 2;
    Text caption = markup_at({left_ - gap, y}, spec_.query_caption, sizes_.small_text, style_.quiet_text,
                             HorizontalAnchor::right);
    add_caption(caption, left_ - gap - margin_, half);
    caption.text = spec_.key_caption;
    caption.position.x = right_ + gap;
    caption.horizontal = HorizontalAnchor::left;
    add_caption(caption, list_.width - margin_ - right_ - gap, half);
  }

  // Above its column; if that is too narrow, the caption extends over the curves.
  void add_caption(Text caption, float outside, float inside) {
    const float width = layout_markup(caption.text, caption.size, caption.weight, metrics_).width;
    const float beyond = std::clamp(width - outside, 0.0f, inside);
    caption.position.x += caption.horizontal == HorizontalAnchor::right ? beyond : -beyond;
    texts_.add(fitted(caption, outside + beyond, metrics_));
  }

  bool has_negative() const {
    for (Index query = 0; query < spec_.values.rows(); ++query) {
      for (Index key = 0; key < spec_.values.cols(); ++key) {
        const double value = value_of(query, key);
        if (is_visible(spec_.mask, query, key, spec_.values.cols()) && std::isfinite(value) && value < 0)
          return true;
      }
    }
    return false;
  }

  // As many as the numbers need, for at most three significant digits.
  int decimals_of(const std::array<double, 3>& numbers) const {
    const int most = std::clamp(2 - static_cast<int>(std::floor(std::log10(spec_.magnitude))), 0, 9);
    int decimals = 0;
    const auto is_exact = [&](double number) {
      const double scaled = number * std::pow(10.0, decimals);
      return std::fabs(scaled - std::round(scaled)) < 1e-6 * scaled;
    };
    while (decimals < most && !std::all_of(numbers.begin(), numbers.end(), is_exact)) ++decimals;
    return decimals;
  }

  // Three numbers up to the magnitude: the fractions of it that are shortest to write.
  std::array<double, 3> samples() const {
    const double all = spec_.magnitude;
    std::array<double, 3> best = {all / 4, all / 2, all};
    for (const std::array<double, 3>& other :
         {std::array{all / 3, 2 * all / 3, all}, {all / 5, 3 * all / 5, all}}) {
      if (decimals_of(other) < decimals_of(best)) best = other;
    }
    return best;
  }

  // The heads with their colours.
  ChartLegend legend_of_heads() const {
    std::vector<LegendEntry> entries;
    for (std::size_t head = 0; head < n_heads(); ++head) {
      const std::string& name = head == 0 ? spec_.name : spec_.others[head - 1].name;
      entries.push_back({name, series_colour(style_, head), LegendEntry::Sample::block});
    }
    return legend_in_rows(entries, list_.width - 2 * margin_, sizes_, metrics_);
  }

  /// The height of the legend below the columns, with a gap.
  float legend_room() const {
    constexpr float above_heads = 0.8f;
    if (!has_legend()) return 0;
    return has_heads() ? legend_of_heads().height + sizes_.text * above_heads : sizes_.text * legend_height;
  }

  // Sample curves with their numbers, up to the widest possible one.
  void draw_legend() {
    if (has_legend() && has_heads()) {
      const ChartLegend legend = legend_of_heads();
      const Point corner{margin_, list_.height - margin_ - legend.height};
      return attention_lab::draw_legend(legend, corner, style_, list_, texts_);
    }
    if (!has_legend() || !(spec_.magnitude > 0) || !std::isfinite(spec_.magnitude)) return;
    const std::array<double, 3> positive = samples();
    const int decimals = decimals_of(positive);
    std::vector<double> shown;
    if (has_negative()) shown.push_back(-spec_.magnitude);
    for (const double sample : positive) shown.push_back(sample);
    const float em = sizes_.text;
    const auto width = [&](const std::string& text) {
      return layout_markup(text, sizes_.small_text, FontWeight::regular, metrics_).width;
    };
    float needed = width(spec_.legend);
    for (const double sample : shown)
      needed += em * (sample_length + 1.5f) + width(format_number(sample, decimals));
    if (needed > list_.width - 2 * margin_) return;
    Point at{(list_.width - needed) / 2, list_.height - margin_ - em * 0.5f};
    const auto write = [&](const std::string& text, Colour colour) {
      Text label = markup_at(at, text, sizes_.small_text, colour, HorizontalAnchor::left);
      texts_.add(label);
      at.x += width(text);
    };
    write(spec_.legend, style_.text);
    for (const double sample : shown) {
      at.x += em * 1.1f;
      list_.add(Line{at, {at.x + em * sample_length, at.y}, colour_of(sample), width_of(sample)});
      at.x += em * (sample_length + 0.4f);
      write(format_number(sample, decimals), style_.quiet_text);
    }
  }

  const FlowSpec& spec_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  ChartSizes sizes_;
  float margin_;
  DisplayList list_;
  TextBoard texts_;
  std::optional<Index> query_;
  std::vector<Flow> flows_;
  std::size_t n_flows_ = 0;  // those that are not drawn included
  FlowDetail detail_ = FlowDetail::everything;
  float top_ = 0;  // of the columns
  float bottom_ = 0;
  float row_ = 0;  // the height of one row
  float label_size_ = 0;
  Index step_ = 1;  // between labelled rows
  float widest_ = 0;
  float query_width_ = 0;
  float key_width_ = 0;
  float number_width_ = 0;  // including the gap before it
  float left_ = 0;          // ends of the curves
  float right_ = 0;
};

}  // namespace

DisplayList flow(const FlowSpec& spec, float width, float height, const FigureStyle& style,
                 const TextMetrics& metrics) {
  return FlowBuilder(spec, width, height, style, metrics).build();
}

}  // namespace attention_lab

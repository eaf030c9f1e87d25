#include "ui/figures/charts/model_scale.h"

#include <algorithm>
#include <cmath>

#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "ui/figures/base/labels.h"
#include "ui/figures/base/rich_text.h"
#include "ui/figures/charts/chart.h"

namespace attention_lab {
namespace {

constexpr float least_mark = 1.5f;      // in pixels: a smaller model is drawn as this dot
constexpr float least_line = 4;         // in pixels: lines that are closer are left out
constexpr double gap_of_layers = 0.06;  // between layers, in widths of one
constexpr double gap_of_models = 0.35;  // between models, in widths of the smaller one
constexpr double width_per_height = 4;  // about how much wider than high the layers of a model are together
constexpr float strong_ground = 0.7f;   // opacity of the first matrix, beside the others
constexpr float other_ground = 0.3f;
constexpr std::size_t most_label_rows = 6;
constexpr float space_after_leader = 0.35f;  // between a leader and its label, likewise
constexpr float pitch_of_names = 1.4f;       // between rows of labels, in sizes of their text
constexpr float before_caption = 0.6f;       // between the name and the caption, likewise
constexpr float share_of_title = 0.7f;       // as a share of the page; the rest is for the ruler
constexpr double round_digits[] = {1, 2, 5};

/// A model laid out in numbers, from its bottom left corner at {x, 0} upwards.
struct Block {
  double x = 0;
  Index layers_across = 1;
  Index layers_up = 1;
  double layer_width = 1;
  double layer_height = 1;
  double gap = 0;

  double width() const { return (layer_width + gap) * static_cast<double>(layers_across) - gap; }
  double height() const { return (layer_height + gap) * static_cast<double>(layers_up) - gap; }
};

std::vector<Block> blocks_of(const std::vector<ScaledModel>& models) {
  std::vector<Block> blocks;
  double x = 0;
  for (const ScaledModel& model : models) {
    Block block;
    block.x = x;
    block.layer_width = static_cast<double>(model.columns * model.across);
    block.layer_height = static_cast<double>(model.rows);
    block.layers_across = static_cast<Index>(std::ceil(std::sqrt(
        static_cast<double>(model.layers) * width_per_height * block.layer_height / block.layer_width)));
    block.layers_across = std::clamp<Index>(block.layers_across, 1, model.layers);
    block.layers_up = (model.layers + block.layers_across - 1) / block.layers_across;
    block.gap = model.layers == 1 ? 0 : block.layer_width * gap_of_layers;
    blocks.push_back(block);
    x += block.width() * (1 + gap_of_models);
  }
  return blocks;
}

class ModelScale {
 public:
  ModelScale(const ModelScaleSpec& spec, float width, float height, const FigureStyle& style,
             const TextMetrics& metrics)
      : spec_(spec), style_(style), metrics_(metrics), sizes_(style), blocks_(blocks_of(spec.models)) {
    list_.width = width;
    list_.height = height;
  }

  DisplayList draw() {
    const float margin = sizes_.margin;
    float top = margin;
    if (!spec_.title.empty()) {
      const Text title = markup_at({margin, top + sizes_.title_text / 2}, spec_.title, sizes_.title_text,
                                   style_.text, HorizontalAnchor::left);
      list_.add(fitted(title, (list_.width - 2 * margin) * share_of_title, metrics_));
    }
    top += sizes_.title_text * 1.7f;
    const float across = std::max(list_.width - 2 * margin, 1.0f);
    scale_ = static_cast<double>(across) / spec_.numbers_across;
    place_labels({margin, top, across, 0});
    const float foot = sizes_.small_text * pitch_of_names * static_cast<float>(label_rows_) + margin;
    area_ = {margin, top, across, std::max(list_.height - top - foot, 1.0f)};
    if (is_cut()) {
      area_.y += sizes_.small_text * pitch_of_names;
      area_.height = std::max(area_.height - sizes_.small_text * pitch_of_names, 1.0f);
      say_that_it_is_cut();
    }
    list_.add(PushClip{area_});
    for (std::size_t i = 0; i < blocks_.size(); ++i) draw_model(i);
    list_.add(PopClip{});
    list_.add(Line{{area_.x, area_.bottom()}, {area_.right(), area_.bottom()}, style_.line, sizes_.hairline});
    draw_labels();
    draw_ruler();
    return std::move(list_);
  }

 private:
  float x_of(double numbers) const { return area_.x + static_cast<float>(numbers * scale_); }
  float y_of(double numbers) const { return area_.bottom() - static_cast<float>(numbers * scale_); }
  float least() const { return least_mark * style_.pixel; }

  bool is_cut() const {
    return std::any_of(blocks_.begin(), blocks_.end(), [&](const Block& block) {
      return x_of(block.x) < area_.right() && y_of(block.height()) < area_.y;
    });
  }
  void say_that_it_is_cut() {
    const Text words = markup_at({area_.x, area_.y - sizes_.small_text * 0.8f},
                                 "Blocks that touch the top edge continue beyond it.", sizes_.small_text,
                                 style_.quiet_text, HorizontalAnchor::left);
    list_.add(fitted(words, area_.width * share_of_title, metrics_));
  }

  Colour colour_of(std::size_t model) const { return series_colour(style_, model); }

  void draw_model(std::size_t i) {
    const ScaledModel& model = spec_.models[i];
    const Block& block = blocks_[i];
    for (Index layer = 0; layer < model.layers; ++layer) {
      const Index across = layer % block.layers_across;
      const Index up = layer / block.layers_across;
      const double x = block.x + (block.layer_width + block.gap) * static_cast<double>(across);
      const double y = (block.layer_height + block.gap) * static_cast<double>(up);
      const Rect rect{x_of(x), y_of(y + block.layer_height),
                      std::max(static_cast<float>(block.layer_width * scale_), least()),
                      std::max(static_cast<float>(block.layer_height * scale_), least())};
      if (rect.x > area_.right() || rect.bottom() < area_.y) continue;
      draw_layer(i, layer, {rect.x, std::min(rect.y, area_.bottom() - least()), rect.width, rect.height});
    }
  }

  /// The part of a rectangle that can be seen. Files have no coordinates far beyond their page.
  Rect on_page(const Rect& rect) const {
    const float x = std::min(rect.x, area_.right());
    const float y = std::max(rect.y, area_.y);
    return {x, y, std::min(rect.right(), area_.right()) - x, std::min(rect.bottom(), area_.bottom()) - y};
  }

  /// The matrices of a layer side by side; the first of the first layer stands out.
  void draw_layer(std::size_t i, Index layer, const Rect& whole) {
    const ScaledModel& model = spec_.models[i];
    const Colour colour = colour_of(i);
    const float matrix = whole.width / static_cast<float>(model.across);
    const Rect rect = on_page(whole);
    list_.add(FillRect{rect, faded(colour, other_ground)});
    if (layer == 0)
      list_.add(FillRect{on_page({rect.x, rect.y, std::max(matrix, least()), rect.height}),
                         faded(colour, strong_ground)});
    const Colour line = faded(colour, 0.6f);
    draw_lines(rect, matrix, line);
    if (layer != 0) return;
    const Rect first = on_page({rect.x, rect.y, matrix, rect.height});
    const float cell = static_cast<float>(scale_);
    if (cell < least_line * style_.pixel) return;
    draw_lines(first, cell, style_.ground);
    for (float y = first.bottom() - cell; y > std::max(first.y + cell / 2, area_.y); y -= cell)
      list_.add(
          Line{{first.x, y}, {std::min(first.right(), area_.right()), y}, style_.ground, sizes_.hairline});
  }

  /// Upright lines between parts of this width.
  void draw_lines(const Rect& rect, float part, Colour colour) {
    if (part < least_line * style_.pixel) return;
    const float top = std::max(rect.y, area_.y);
    for (float x = rect.x + part; x < std::min(rect.right() - part / 2, area_.right()); x += part)
      list_.add(Line{{x, top}, {x, rect.bottom()}, colour, sizes_.hairline});
  }

  /// The name of a model, with its caption behind it.
  struct Label {
    float anchor = 0;  // of the model
    float left = 0;
    float width = 0;
    float name_width = 0;
    std::size_t row = 0;
  };

  /// In rows where they would overlap: from right to left, so that no leader crosses a label.
  void place_labels(const Rect& across) {
    const float text = sizes_.small_text;
    std::vector<float> starts(most_label_rows, across.right() + text);
    labels_.resize(blocks_.size());
    for (std::size_t i = blocks_.size(); i-- > 0;) {
      const ScaledModel& model = spec_.models[i];
      Label& label = labels_[i];
      label.anchor = across.x + static_cast<float>(blocks_[i].x * scale_);
      if (label.anchor > across.right()) continue;  // none of it can be seen
      label.name_width = metrics_.width(model.name, text, FontWeight::medium);
      label.width = label.name_width + text * before_caption +
                    layout_markup(model.caption, text, FontWeight::regular, metrics_).width;
      label.left = std::max(across.x,
                            std::min(label.anchor + text * space_after_leader, across.right() - label.width));
      // Below the labels whose leaders would cross this one.
      for (std::size_t right = i + 1; right < labels_.size(); ++right) {
        const Label& other = labels_[right];
        if (other.width > 0 && other.row > 0 && other.anchor < label.left + label.width)
          label.row = std::clamp(other.row + 1, label.row, starts.size() - 1);
      }
      while (label.row + 1 < starts.size() && label.left + label.width + text > starts[label.row])
        ++label.row;
      starts[label.row] = label.left;
      label_rows_ = std::max(label_rows_, label.row + 1);
    }
  }

  void draw_labels() {
    const float text = sizes_.small_text;
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      const Label& label = labels_[i];
      if (label.width <= 0) continue;
      const ScaledModel& model = spec_.models[i];
      const float y = area_.bottom() + text * (0.9f + pitch_of_names * static_cast<float>(label.row));
      if (label.row > 0)
        list_.add(Line{
            {label.anchor, area_.bottom()}, {label.anchor, y - text * 0.6f}, colour_of(i), sizes_.hairline});
      Text name;
      name.position = {label.left, y};
      name.text = model.name;
      name.colour = model.is_strong ? style_.text : colour_of(i);
      name.size = text;
      name.weight = FontWeight::medium;
      list_.add(fitted(name, area_.right() - label.left, metrics_));
      const float left = label.left + label.name_width + text * before_caption;
      if (left < area_.right())
        list_.add(fitted(markup_at({left, y}, model.caption, text, style_.quiet_text, HorizontalAnchor::left),
                         area_.right() - left, metrics_));
    }
  }

  /// A length of a round number of numbers, at the top right.
  void draw_ruler() {
    const double most = spec_.numbers_across / 5;
    double length = 1;
    for (double power = 1; power <= most; power *= 10) {
      for (const double digit : round_digits) {
        if (digit * power <= most) length = digit * power;
      }
    }
    const float width = static_cast<float>(length * scale_);
    const float y = area_.y - sizes_.small_text * 0.8f;
    const Point right{area_.right(), y};
    const Point left{area_.right() - width, y};
    list_.add(Line{left, right, style_.text, sizes_.line});
    for (const Point& end : {left, right})
      list_.add(Line{{end.x, y - sizes_.tick}, {end.x, y + sizes_.tick}, style_.text, sizes_.line});
    Text label;
    label.position = {right.x, y - sizes_.small_text};
    label.text =
        filled("<numbers> wide", {{"numbers", counted(static_cast<std::int64_t>(length), "number")}});
    label.colour = style_.text;
    label.size = sizes_.small_text;
    label.horizontal = HorizontalAnchor::right;
    list_.add(label);
  }

  const ModelScaleSpec& spec_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  ChartSizes sizes_;
  std::vector<Block> blocks_;
  Rect area_;
  double scale_ = 1;           // points per number
  std::vector<Label> labels_;  // one per model; of no width if it cannot be seen
  std::size_t label_rows_ = 1;
  DisplayList list_;
};

}  // namespace

DisplayList model_scale(const ModelScaleSpec& spec, float width, float height, const FigureStyle& style,
                        const TextMetrics& metrics) {
  return ModelScale(spec, width, height, style, metrics).draw();
}

double numbers_across_all(const std::vector<ScaledModel>& models, float width, float height) {
  double across = 1;
  for (const Block& block : blocks_of(models)) {
    across =
        std::max({across, block.x + block.width(),
                  block.height() * static_cast<double>(width) / static_cast<double>(std::max(height, 1.0f))});
  }
  return across;
}

}  // namespace attention_lab

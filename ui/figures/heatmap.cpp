#include "ui/figures/heatmap.h"

#include <algorithm>
#include <cmath>

#include "ui/figures/number_format.h"

namespace attention_lab {
namespace {

// Of the style's font size; the same steps as the scale of sizes on the screen, so that text is sharp there.
constexpr float small_text = 12.0f / 14.0f;
constexpr float title_text = 16.5f / 14.0f;
constexpr float smallest_drawn_cell = 4;  // below it, all cells are one image
constexpr float smallest_number = 7.5f;   // font size below which values are left out
constexpr float widest_cell = 2.1f;       // times its height
constexpr float label_share = 0.22f;      // of the page, for labels at most

float longest(const std::vector<std::string>& labels, float size, const TextMetrics& metrics) {
  float width = 0;
  for (const std::string& label : labels) {
    width = std::max({width, metrics.width(label, size, FontWeight::medium),
                      metrics.width(label, size, FontWeight::regular)});
  }
  return width;
}

bool is_hidden(const HeatmapSpec& spec, Index row, Index column) {
  return !is_visible(spec.mask, row, column);
}

Colour colour_of(const HeatmapSpec& spec, Index row, Index column) {
  const double t = (static_cast<double>(spec.values(row, column)) - spec.low) / (spec.high - spec.low);
  return sample(spec.map, static_cast<float>(t));
}

class HeatmapBuilder {
 public:
  HeatmapBuilder(const HeatmapSpec& spec, float width, float height, const FigureStyle& style,
                 const TextMetrics& metrics)
      : spec_(spec), style_(style), metrics_(metrics), size_(style.font_size) {
    figure_.rows = spec.values.rows();
    figure_.columns = spec.values.cols();
    figure_.pixel = style.pixel;
    figure_.list.width = width;
    figure_.list.height = height;
  }

  Heatmap build() {
    place();
    draw_titles();
    draw_row_labels();
    draw_column_labels();
    if (std::min(cell_width(), cell_height()) < smallest_drawn_cell) {
      draw_image();
    } else {
      draw_cells();
    }
    draw_notes();
    draw_emphasis();
    draw_legend();
    return std::move(figure_);
  }

 private:
  float cell_width() const { return figure_.cell_width(); }
  float cell_height() const { return figure_.cell_height(); }

  // 1. Margins from the labels, then the largest cells that fit between them.
  void place() {
    const float page_width = figure_.list.width;
    const float page_height = figure_.list.height;
    const float gap = size_ * 0.6f;
    row_label_width_ = std::min(longest(spec_.row_labels, size_, metrics_), page_width * label_share);
    const float notes =
        spec_.row_notes.empty() ? 0 : longest(spec_.row_notes, size_ * small_text, metrics_) + gap;
    legend_width_ = size_ * 1.1f;
    const float legend_room =
        legend_width_ + gap * 3 +
        std::max(metrics_.width(format_number(spec_.high, 2), size_, FontWeight::regular),
                 metrics_.width(format_number(spec_.low, 2), size_, FontWeight::regular));
    const float left = row_label_width_ + gap * 2 + (spec_.row_axis.empty() ? 0 : size_ * 1.8f);
    const float right = notes + legend_room;
    const float above =
        (spec_.title.empty() ? 0 : size_ * 2.6f) + (spec_.column_axis.empty() ? 0 : size_ * 1.7f);
    const float below = gap;
    const float columns = static_cast<float>(figure_.columns);
    const float rows = static_cast<float>(figure_.rows);

    const auto cells_for = [&](float label_height) {
      const float width = std::max(page_width - left - right, 1.0f) / columns;
      const float height = std::max(page_height - above - label_height - below, 1.0f) / rows;
      return Point{std::min(width, height * widest_cell), std::min(height, width)};
    };
    const float level_height = size_ * 1.7f;
    column_label_width_ = longest(spec_.column_labels, size_, metrics_);
    Point cell = cells_for(level_height);
    column_label_height_ = level_height;
    turns_columns_ = column_label_width_ > cell.x - 4;
    if (turns_columns_) {
      column_label_width_ = std::min(column_label_width_, page_height * label_share);
      column_label_height_ = column_label_width_ + gap;
      cell = cells_for(column_label_height_);
    }
    const float used_width = left + cell.x * columns + right;
    const float used_height = above + column_label_height_ + cell.y * rows + below;
    const float x = left + std::max(0.0f, (page_width - used_width) / 2);
    const float y = above + column_label_height_ + std::max(0.0f, (page_height - used_height) / 2);
    figure_.cells = {std::round(x), std::round(y), cell.x * columns, cell.y * rows};
    notes_width_ = notes;
  }

  Text label(Point position, std::string text, float size, Colour colour) const {
    Text command;
    command.position = position;
    command.text = std::move(text);
    command.size = size;
    command.colour = colour;
    return command;
  }

  void draw_titles() {
    const Rect& cells = figure_.cells;
    const float axis_y = cells.y - column_label_height_ - size_ * 0.8f;
    if (!spec_.column_axis.empty()) {
      Text axis = label({cells.centre().x, axis_y}, spec_.column_axis, size_, style_.quiet_text);
      axis.horizontal = HorizontalAnchor::centre;
      axis.is_markup = true;
      figure_.list.add(axis);
    }
    if (!spec_.row_axis.empty()) {
      Text axis = label({cells.x - row_label_width_ - size_ * 1.9f, cells.centre().y}, spec_.row_axis, size_,
                        style_.quiet_text);
      axis.horizontal = HorizontalAnchor::centre;
      axis.is_markup = true;
      axis.is_turned = true;
      figure_.list.add(axis);
    }
    if (!spec_.title.empty()) {
      Text title = label({cells.centre().x, axis_y - size_ * (spec_.column_axis.empty() ? 0.4f : 1.9f)},
                         spec_.title, size_ * title_text, style_.text);
      title.horizontal = HorizontalAnchor::centre;
      title.weight = FontWeight::medium;
      title.is_markup = true;
      figure_.list.add(title);
    }
  }

  // Labels nearer than a line's height are thinned out evenly.
  Index step_for(float cell) const {
    return std::max<Index>(1, static_cast<Index>(std::ceil(size_ * 1.15f / cell)));
  }

  void draw_row_labels() {
    const Index step = step_for(cell_height());
    for (Index row = 0; row < figure_.rows; row += step) {
      const bool is_strong = spec_.emphasis.row == row;
      const FontWeight weight = is_strong ? FontWeight::medium : FontWeight::regular;
      const std::string& full = spec_.row_labels[static_cast<std::size_t>(row)];
      const Rect cell = figure_.rect_of({row, 0});
      Text text = label({cell.x - size_ * 0.6f, cell.centre().y},
                        shorten(full, row_label_width_, size_, weight, metrics_), size_,
                        is_strong ? style_.text : style_.quiet_text);
      text.weight = weight;
      text.horizontal = HorizontalAnchor::right;
      figure_.list.add(text);
    }
  }

  void draw_column_labels() {
    const Index step = turns_columns_ ? step_for(cell_width()) : 1;
    for (Index column = 0; column < figure_.columns; column += step) {
      const bool is_strong = spec_.emphasis.column == column;
      const FontWeight weight = is_strong ? FontWeight::medium : FontWeight::regular;
      const std::string& full = spec_.column_labels[static_cast<std::size_t>(column)];
      const Rect cell = figure_.rect_of({0, column});
      Text text = label({cell.centre().x, cell.y - size_ * 0.85f}, full, size_,
                        is_strong ? style_.text : style_.quiet_text);
      text.weight = weight;
      if (turns_columns_) {
        text.text = shorten(full, column_label_width_, size_, weight, metrics_);
        text.position.y = cell.y - size_ * 0.4f;
        text.is_turned = true;
      } else {
        text.horizontal = HorizontalAnchor::centre;
      }
      figure_.list.add(text);
    }
  }

  void draw_image() {
    figure_.list.add(
        Image{figure_.cells, spec_.pixels ? spec_.pixels : heatmap_pixels(spec_, style_.ground)});
    figure_.list.add(StrokeRect{figure_.cells, style_.line, 1, 0});
  }

  // One font size for all values: the largest at which the widest of them fits its cell; 0 if too small.
  float number_size() const {
    if (!spec_.shows_values) return 0;
    float widest = metrics_.width("0.0000", 1, FontWeight::regular);
    for (const Index at : {Index{0}, figure_.rows - 1}) {
      for (Index column = 0; column < figure_.columns; ++column) {
        const std::string text = format_number(static_cast<double>(spec_.values(at, column)), spec_.decimals);
        widest = std::max(widest, metrics_.width(text, 1, FontWeight::regular));
      }
    }
    const float fitting = std::min((cell_width() - 6) / widest, cell_height() * 0.62f);
    const float size = std::min(fitting, style_.font_size * 1.5f);
    return size < smallest_number ? 0 : size;
  }

  void draw_cells() {
    const float number = number_size();
    const float gap = std::min(cell_width(), cell_height()) > 14 ? 1.0f : 0.0f;
    for (Index row = 0; row < figure_.rows; ++row) {
      for (Index column = 0; column < figure_.columns; ++column) {
        const Rect cell = figure_.rect_of({row, column});
        const Rect inner{cell.x, cell.y, cell.width - gap, cell.height - gap};
        if (is_hidden(spec_, row, column)) {
          hatch(inner);
          continue;
        }
        const Colour ground = colour_of(spec_, row, column);
        figure_.list.add(FillRect{inner, ground, 0});
        if (number == 0) continue;
        Text value = label(inner.centre(),
                           format_number(static_cast<double>(spec_.values(row, column)), spec_.decimals),
                           number, legible_on(ground, style_.dark, style_.light));
        value.horizontal = HorizontalAnchor::centre;
        figure_.list.add(value);
      }
    }
  }

  void hatch(const Rect& cell) {
    figure_.list.add(FillRect{cell, mix(style_.ground, style_.line, 0.35f), 0});
    const float pitch = std::max(6.0f, std::min(cell.width, cell.height) / 4);
    for (float offset = pitch / 2; offset < cell.width + cell.height; offset += pitch) {
      // The diagonal x + y = offset, cut at the cell's border.
      const float x0 = std::min(offset, cell.width);
      const float x1 = std::max(offset - cell.height, 0.0f);
      figure_.list.add(
          Line{{cell.x + x0, cell.y + offset - x0}, {cell.x + x1, cell.y + offset - x1}, style_.line, 1});
    }
  }

  void draw_notes() {
    if (spec_.row_notes.empty() || cell_height() < size_) return;
    for (Index row = 0; row < figure_.rows; ++row) {
      const Rect cell = figure_.rect_of({row, figure_.columns - 1});
      figure_.list.add(label({cell.right() + size_ * 0.5f, cell.centre().y},
                             spec_.row_notes[static_cast<std::size_t>(row)], size_ * small_text,
                             style_.quiet_text));
    }
  }

  void draw_emphasis() {
    const auto [row, column] = spec_.emphasis;
    const Rect& all = figure_.cells;
    const auto frame = [&](const Rect& rect, Colour colour, float line_width) {
      figure_.list.add(StrokeRect{rect.expanded(0.5f), colour, line_width, 2});
    };
    if (row) {
      const Rect first = figure_.rect_of({*row, 0});
      frame({all.x, first.y, all.width, first.height}, style_.text, 1.5f);
    }
    if (column && !row) {
      const Rect first = figure_.rect_of({0, *column});
      frame({first.x, all.y, first.width, all.height}, style_.text, 1.5f);
    }
    if (row && column) frame(figure_.rect_of({*row, *column}), style_.accent, 2.5f);
  }

  void draw_legend() {
    const Rect& cells = figure_.cells;
    const float height = std::min(cells.height, size_ * 16);
    const Rect bar{cells.right() + notes_width_ + size_ * 1.4f, cells.y, legend_width_, height};
    constexpr int steps = 64;
    for (int i = 0; i < steps; ++i) {
      const float t = 1 - (static_cast<float>(i) + 0.5f) / steps;
      const float top = std::round(bar.y + bar.height * static_cast<float>(i) / steps);
      const float bottom = std::round(bar.y + bar.height * static_cast<float>(i + 1) / steps);
      figure_.list.add(FillRect{{bar.x, top, bar.width, bottom - top}, sample(spec_.map, t), 0});
    }
    constexpr int ticks = 2;
    for (int i = 0; i <= ticks; ++i) {
      const double value = spec_.high + (spec_.low - spec_.high) * i / ticks;
      const float y = bar.y + bar.height * static_cast<float>(i) / ticks;
      const float inside = i == 0 ? size_ * 0.5f : i == ticks ? -size_ * 0.5f : 0;
      figure_.list.add(label({bar.right() + size_ * 0.4f, y + inside}, tick_text(value), size_ * small_text,
                             style_.quiet_text));
    }
    if (!spec_.legend.empty()) {
      Text text =
          label({bar.right(), bar.y - size_ * 0.85f}, spec_.legend, size_ * small_text, style_.quiet_text);
      text.horizontal = HorizontalAnchor::centre;
      text.is_markup = true;
      figure_.list.add(text);
    }
  }

  // The legend's numbers with as few decimals as tell them apart exactly, four at most.
  std::string tick_text(double value) const {
    const double middle = (spec_.low + spec_.high) / 2;
    int decimals = 0;
    const auto is_exact = [&](double x) {
      const double power = std::pow(10.0, decimals);
      return std::fabs(std::round(x * power) / power - x) < 1e-9 * std::max(1.0, std::fabs(x));
    };
    while (decimals < 4 && !(is_exact(spec_.low) && is_exact(middle) && is_exact(spec_.high))) ++decimals;
    return format_number(value, decimals);
  }

  const HeatmapSpec& spec_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  float size_;
  Heatmap figure_;
  float row_label_width_ = 0;
  float column_label_width_ = 0;
  float column_label_height_ = 0;
  float notes_width_ = 0;
  float legend_width_ = 0;
  bool turns_columns_ = false;
};

}  // namespace

std::shared_ptr<const Pixels> heatmap_pixels(const HeatmapSpec& spec, Colour hidden) {
  auto pixels = std::make_shared<Pixels>();
  pixels->width = static_cast<int>(spec.values.cols());
  pixels->height = static_cast<int>(spec.values.rows());
  pixels->colours.reserve(static_cast<std::size_t>(spec.values.size()));
  for (Index row = 0; row < spec.values.rows(); ++row) {
    for (Index column = 0; column < spec.values.cols(); ++column) {
      pixels->colours.push_back(is_hidden(spec, row, column) ? hidden : colour_of(spec, row, column));
    }
  }
  return pixels;
}

Heatmap heatmap(const HeatmapSpec& spec, float width, float height, const FigureStyle& style,
                const TextMetrics& metrics) {
  return HeatmapBuilder(spec, width, height, style, metrics).build();
}

}  // namespace attention_lab

#include "ui/figures/heatmaps/matrix_formula.h"

#include <algorithm>
#include <cmath>

#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "ui/figures/base/labels.h"
#include "ui/figures/heatmaps/colour_legend.h"
#include "ui/figures/heatmaps/panel_page.h"

namespace attention_lab {
namespace {

using namespace panel_sizes;

// In font sizes of the style.
constexpr float formula_title_height = 2.2f;
constexpr float formula_height = 1.9f;
constexpr float formula_middle = 1.15f;  // below the brackets
constexpr float name_text = 1.25f;
constexpr float shape_text_size = 0.78f;
constexpr float shape_gap = 0.45f;
constexpr float largest_formula_number = 1.3f;
constexpr float elided_number = 0.9f;  // if not all numbers fit anyway, they have a comfortable size

// In font sizes of the numbers.
constexpr float formula_line = 1.65f;
constexpr float column_space = 1.2f;
constexpr float bracket_space = 0.35f;  // from a bracket to the first column
constexpr float bracket_serif = 0.42f;
constexpr float bracket_line = 0.085f;
constexpr float label_text = 0.85f;
constexpr float dot_radius = 0.065f;
constexpr float dot_distance = 0.3f;

constexpr float name_share = 0.3f;           // of the page's width
constexpr float formula_label_share = 0.2f;  // of the page
constexpr Index most_formula_numbers = 10'000;
constexpr Index most_when_elided = 24;  // of rows or columns

class MatrixFormulaBuilder : PanelPage {
 public:
  MatrixFormulaBuilder(const MatrixFormulaSpec& spec, float width, float height, const FigureStyle& style,
                       const TextMetrics& metrics)
      : PanelPage(width, height, style, metrics), spec_(spec) {}

  DisplayList build() {
    choose_parts();
    if (!choose_numbers()) {
      draw_name_alone();
      return std::move(list_);
    }
    place();
    draw_texts();
    draw_brackets();
    draw_labels();
    draw_entries();
    if (has_legend_) draw_legend();
    return std::move(list_);
  }

 private:
  Index rows() const { return spec_.values.rows(); }
  Index columns() const { return spec_.values.cols(); }

  // 1. Choose the parts around the brackets.
  void choose_parts() {
    if (!spec_.name.empty()) {
      name_ =
          fitted(markup_at({}, spec_.name + " =", size_ * name_text, style_.text, HorizontalAnchor::right),
                 name_share * page_.width, metrics_);
    }
    shape_ = markup_at({}, "(" + shape_text(rows(), columns()) + ")", size_ * shape_text_size,
                       style_.quiet_text, HorizontalAnchor::left);
    if (spec_.map) legend_ = {*spec_.map, spec_.low, spec_.high, {}, spec_.decimals};
    has_legend_ = spec_.map && spec_.has_bar && page_.width > 24 * size_;
    has_title_ = !spec_.title.empty() && page_.height > 7 * size_;
    has_formula_ = !spec_.formula.empty() && page_.height > 9 * size_;
    has_shape_ = width_of(shape_, metrics_) < 0.2f * page_.width;
    if (page_.width < 8 * size_) name_.text.clear();
  }

  float name_width() const { return name_.text.empty() ? 0 : width_of(name_, metrics_) + 0.4f * size_; }
  float shape_width() const { return has_shape_ ? width_of(shape_, metrics_) + shape_gap * size_ : 0; }
  float right() const {
    return shape_width() + (has_legend_ ? legend_gap * size_ + legend_width(legend_, style_, metrics_) : 0);
  }
  float above() const { return has_title_ ? formula_title_height * size_ : 0; }
  float below() const { return has_formula_ ? formula_height * size_ : 0; }
  float brackets_width() const { return 2 * bracket_space * number_; }

  std::string number_at(Index row, Index column) const {
    const double value = static_cast<double>(spec_.values(row, column));
    const bool is_hidden = !is_visible(spec_.mask, row, column, spec_.values.cols());
    if (is_hidden && !(std::isinf(value) && value < 0)) return "·";
    return format_number(value, spec_.decimals);
  }

  /// The width of the widest number shown, at font size 1.
  float widest() const {
    float width = 0;
    for (const Index row : rows_shown_.indices) {
      for (const Index column : columns_shown_.indices) {
        const std::string text = number_at(row, column);
        width = std::max(width, metrics_.width(text, size_, FontWeight::regular) / size_);
      }
    }
    return width;
  }

  // 2. The largest numbers with which the whole matrix fits, or its first and last rows and columns.
  bool choose_numbers() {
    if (rows() <= most_formula_numbers && columns() <= most_formula_numbers &&
        rows() * columns() <= most_formula_numbers) {
      rows_shown_ = elided(rows(), rows());
      columns_shown_ = elided(columns(), columns());
      widest_ = widest();
      for (float share = largest_formula_number; share > smallest_number; share *= 0.94f) {
        if (fits(share * size_)) return true;
      }
      if (fits(smallest_number * size_)) return true;
    }
    for (const float share : {elided_number, smallest_number}) {
      if (fits_elided(share * size_)) return true;
    }
    return false;
  }

  bool fits_elided(float number) {
    rows_shown_ = elided(rows(), std::min(rows(), most_when_elided));
    columns_shown_ = elided(columns(), std::min(columns(), most_when_elided));
    widest_ = widest();
    number_ = number;
    pitch_ = {(widest_ + column_space) * number, formula_line * number};
    plan_labels();
    const Point room = room_of_entries();
    const auto count = [](float space, float each) {
      return space < each ? Index{0} : static_cast<Index>(space / each);
    };
    rows_shown_ = elided(rows(), std::min(most_when_elided, count(room.y, pitch_.y)));
    columns_shown_ = elided(columns(), std::min(most_when_elided, count(room.x, pitch_.x)));
    if (rows_shown_.entries() == 0 || columns_shown_.entries() == 0) return false;
    return fits(number);
  }

  bool fits(float number) {
    number_ = number;
    pitch_ = {(widest_ + column_space) * number, formula_line * number};
    plan_labels();
    const Point room = room_of_entries();
    return pitch_.x * static_cast<float>(columns_shown_.entries()) <= room.x &&
           pitch_.y * static_cast<float>(rows_shown_.entries()) <= room.y;
  }

  Point room_of_entries() const {
    return {page_.width - name_width() - row_plan_.depth - brackets_width() - right(),
            page_.height - above() - column_plan_.depth - below() - 0.6f * number_};
  }

  FigureStyle label_style() const {
    FigureStyle style = style_;
    style.font_size = std::min(number_ * label_text, style_.font_size);
    return style;
  }

  void plan_labels() {
    row_labels_ = rows_shown_.labels(spec_.row_labels);
    column_labels_ = columns_shown_.labels(spec_.column_labels);
    row_plan_ =
        plan_row_labels(row_labels_, pitch_.y, formula_label_share * page_.width, label_style(), metrics_);
    column_plan_ = plan_column_labels(column_labels_, pitch_.x, formula_label_share * page_.height,
                                      label_style(), metrics_);
  }

  // 3. Centre everything on the page.
  void place() {
    grid_.rows = rows_shown_.entries();
    grid_.columns = columns_shown_.entries();
    grid_.pixel = style_.pixel;
    const float width = pitch_.x * static_cast<float>(grid_.columns);
    const float height = pitch_.y * static_cast<float>(grid_.rows);
    const Point room = room_of_entries();
    const float left = name_width() + row_plan_.depth + bracket_space * number_;
    const float top = above() + column_plan_.depth + 0.3f * number_;
    grid_.cells = {page_.x + left + (room.x - width) / 2, page_.y + top + (room.y - height) / 2, width,
                   height};
    brackets_ = {grid_.cells.x - bracket_space * number_, grid_.cells.y - 0.15f * number_,
                 width + brackets_width(), height + 0.3f * number_};
  }

  void draw_texts() {
    const Rect& box = brackets_;
    if (has_title_) {
      const float y = box.y - column_plan_.depth - title_middle * size_ - 0.6f * size_;
      add_title({box.centre().x, y}, spec_.title);
    }
    if (has_formula_) {
      const Text formula = markup_at({box.centre().x, box.bottom() + formula_middle * size_}, spec_.formula,
                                     size_, style_.quiet_text);
      Rect area = page_;  // a legend may extend below it
      if (has_legend_) area.width = legend_left() - 0.5f * size_ - page_.x;
      add_text_within(list_, formula, area, metrics_);
    }
    if (!name_.text.empty()) {
      name_.position = {box.x - row_plan_.depth - 0.4f * size_, box.centre().y};
      list_.add(name_);
    }
    if (has_shape_) {
      shape_.position = {box.right() + shape_gap * size_, box.bottom() - 0.3f * size_};
      list_.add(shape_);
    }
  }

  void draw_brackets() {
    const float serif = std::min(bracket_serif * number_, brackets_.width / 4);
    const float line = std::max(bracket_line * number_, style_.pixel);
    const auto bracket = [&](float x, float inwards) {
      list_.add(Polyline{{{x + inwards, brackets_.y},
                          {x, brackets_.y},
                          {x, brackets_.bottom()},
                          {x + inwards, brackets_.bottom()}},
                         style_.text,
                         line});
    };
    bracket(brackets_.x, serif);
    bracket(brackets_.right(), -serif);
  }

  void draw_labels() {
    CellGrid grid = grid_;  // the labels are outside the brackets
    const FigureStyle style = label_style();
    grid.cells.y = brackets_.y;
    draw_column_labels(list_, grid, column_labels_, column_plan_, std::nullopt, style, metrics_);
    grid = grid_;
    grid.cells.x = brackets_.x;
    draw_row_labels(list_, grid, row_labels_, row_plan_, std::nullopt, style, metrics_);
  }

  void draw_entries() {
    for (Index row = 0; row < grid_.rows; ++row) {
      for (Index column = 0; column < grid_.columns; ++column) {
        const Rect cell = grid_.rect_of({row, column});
        const bool is_row_gap = rows_shown_.is_gap(row);
        const bool is_column_gap = columns_shown_.is_gap(column);
        if (is_row_gap || is_column_gap) {
          draw_dots(cell.centre(), is_column_gap ? dot_distance : 0, is_row_gap ? dot_distance : 0);
        } else {
          draw_number(cell, rows_shown_.index_of(row), columns_shown_.index_of(column));
        }
      }
    }
  }

  // Draws ⋯, ⋮ or ⋱, which not every font contains.
  void draw_dots(Point centre, float dx, float dy) {
    for (const float i : {-1.0f, 0.0f, 1.0f}) {
      list_.add(FillDisc{{centre.x + i * dx * number_, centre.y + i * dy * number_},
                         std::max(dot_radius * number_, style_.pixel / 2),
                         style_.quiet_text});
    }
  }

  void draw_number(const Rect& cell, Index row, Index column) {
    const double value = static_cast<double>(spec_.values(row, column));
    const bool is_hidden = !is_visible(spec_.mask, row, column, spec_.values.cols());
    Text number = label_at(cell.centre(), number_at(row, column), number_,
                           is_hidden ? style_.quiet_text : style_.text, HorizontalAnchor::centre);
    if (spec_.map && !is_hidden && std::isfinite(value)) {
      const Colour ground = sample_on(style_.ground, *spec_.map, value, spec_.low, spec_.high);
      list_.add(FillRect{cell, ground, 0});
      number.colour = legible_on(ground, style_.dark, style_.light);
    }
    // Numbers are right-aligned, so that their digits are aligned.
    if (number.text != "·" && std::isfinite(value)) {
      number.horizontal = HorizontalAnchor::right;
      number.position.x += widest_ * number_ / 2;
    }
    list_.add(std::move(number));
  }

  float legend_left() const { return brackets_.right() + shape_width() + legend_gap * size_; }

  void draw_legend() {
    const float height = legend_height(brackets_.height);
    const float y = std::max(brackets_.y, brackets_.centre().y - height / 2);
    draw_colour_legend(
        list_, legend_,
        {legend_left(), y, legend_width(legend_, style_, metrics_), std::min(height, legend_bottom() - y)},
        style_, metrics_);
  }

  // For a page too small for a single number.
  void draw_name_alone() {
    const std::string text = spec_.name.empty() ? shape_.text : spec_.name + " " + shape_.text;
    add_text_within(list_, markup_at(page_.centre(), text, size_, style_.text), page_, metrics_);
  }

  const MatrixFormulaSpec& spec_;
  Text name_;
  Text shape_;
  ColourLegend legend_;
  bool has_title_ = false;
  bool has_formula_ = false;
  bool has_shape_ = false;
  bool has_legend_ = false;
  Elision rows_shown_;
  Elision columns_shown_;
  std::vector<std::string> row_labels_;
  std::vector<std::string> column_labels_;
  LabelPlan row_plan_;
  LabelPlan column_plan_;
  float number_ = 0;  // the font size of the numbers
  float widest_ = 0;  // number, at font size 1
  Point pitch_;       // distance between entries
  CellGrid grid_;     // of the entries, including dots
  Rect brackets_;
};

}  // namespace

std::vector<std::string> Elision::labels(const std::vector<std::string>& all) const {
  std::vector<std::string> shown;
  for (Index entry = 0; entry < entries() && !all.empty(); ++entry) {
    const std::size_t index = is_gap(entry) ? all.size() : static_cast<std::size_t>(index_of(entry));
    shown.push_back(index < all.size() ? all[index] : std::string());
  }
  return shown;
}

Elision elided(Index count, Index most) {
  Elision shown;
  const bool is_whole = count <= most;
  const Index kept = is_whole ? count : std::max<Index>(most - 1, 0);
  const Index head = is_whole ? count : (kept + 1) / 2;
  for (Index i = 0; i < head; ++i) shown.indices.push_back(i);
  if (is_whole || most < 2) return shown;
  shown.gap = head;
  for (Index i = count - (kept - head); i < count; ++i) shown.indices.push_back(i);
  return shown;
}

DisplayList matrix_formula(const MatrixFormulaSpec& spec, float width, float height, const FigureStyle& style,
                           const TextMetrics& metrics) {
  return MatrixFormulaBuilder(spec, width, height, style, metrics).build();
}

}  // namespace attention_lab

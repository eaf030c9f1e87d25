#include "ui/figures/pipeline/pipeline_sizes.h"

#include <algorithm>

#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "ui/figures/base/labels.h"

namespace attention_lab {
namespace {

// In font sizes, times the scale of the choice.
constexpr float name_size = 0.95f;
constexpr float small_size = 0.75f;
constexpr float token_size = 0.74f;
// Relative to the size of their text.
constexpr float longest_token = 6.5f;  // longer ones are shortened
constexpr float longest_header = 4.5f;
constexpr float shape_space = 0.6f;  // between a name and its shape
constexpr float number_padding = 0.65f;
constexpr float number_padding_in_focus = 0.4f;  // where every pixel makes the digits larger
constexpr float number_margin_at_most = 0.35f;   // right of a number
constexpr float label_space = 0.45f;             // between a label and its cells
constexpr float sum_of_one = 1.9f;               // “Σ 1”, with the space before it
constexpr float other_sum = 3.4f;                // “Σ 1.25”, after dropout

// Of a collapsed matrix.
constexpr float collapsed_cell = 1.1f;  // in sizes of small text; the others in sizes of names:
constexpr float widest_collapsed = 4;
constexpr float highest_collapsed = 3;

constexpr Index most_labels = 256;  // more are never legible
constexpr float measured_at = 10;   // large enough that hinting hardly affects the widths

}  // namespace

StageSizes::StageSizes(float font_size, const StagePlan& plan, const StageChoice& choice,
                       const StageMeasures& measures, const PerAxis<Index>& visible)
    : plan_(plan), choice_(choice), measures_(measures), visible_(visible) {
  const float size = font_size * choice.scale;
  text_ = {size * name_size, size * small_size, size * token_size, 0};
}

Index StageSizes::rows(const StageBlock& block) const {
  return visible_[row_axis(block.ref.name)];
}

Index StageSizes::columns(const StageBlock& block) const {
  return visible_[column_axis(block.ref.name)];
}

float StageSizes::cell_width(const StageBlock& block, const Cells& cells) const {
  if (block.is_collapsed)
    return std::min(text_.small * collapsed_cell,
                    text_.name * widest_collapsed / static_cast<float>(columns(block)));
  if (!cells.has_numbers) return cells.unit;
  return cells.unit * number_width(block);
}

float StageSizes::number_width(const StageBlock& block) const {
  return has_token_columns(block.ref.name) ? measures_.score_number : measures_.vector_number;
}

float StageSizes::number_margin(const StageBlock& block, const Cells& cells, float number) const {
  const float widest = number_width(block) - measures_.padding;
  return std::min((cell_width(block, cells) - widest * number) / 2, number_margin_at_most * number);
}

float StageSizes::cell_height(const StageBlock& block, const Cells& cells) const {
  if (!block.is_collapsed) return cells.height;
  return std::min({text_.small * collapsed_cell,
                   text_.name * highest_collapsed / static_cast<float>(rows(block)), cells.height});
}

// X, or what it is the sum of; if they are collapsed, the matrices of the first column that is not.
bool StageSizes::is_first_of_tokens(const StageBlock& block) const {
  return std::none_of(plan_.blocks.begin(), plan_.blocks.end(), [&](const StageBlock& other) {
    return has_token_rows(other.ref.name) && !other.is_collapsed && other.column < block.column;
  });
}

bool StageSizes::is_labelled(const StageBlock& block) const {
  if (row_axis(block.ref.name) == Axis::one || block.is_collapsed) return false;
  if (!has_token_rows(block.ref.name))
    return has_named_rows(block) || choice_.numbers_rows || choice_.labels == 3;
  switch (choice_.labels) {
    case 0: return false;
    case 1: return plan_.is_focus ? block.column == 0 : is_first_of_tokens(block);
    // Q, K and V are next to X; every other matrix starts a group or is below one that does.
    case 2:
      if (plan_.is_focus) return block.column == 0 || block.column + 1 == plan_.columns;
      return is_first_of_tokens(block) || plan_.columns < 4 || block.column > 2;
    default: return true;
  }
}

bool StageSizes::has_named_rows(const StageBlock& block) const {
  return measures_.feature > 0 && row_axis(block.ref.name) == Axis::d_model;
}

bool StageSizes::has_named_columns(const StageBlock& block) const {
  return measures_.feature > 0 && column_axis(block.ref.name) == Axis::d_model;
}

float StageSizes::label_width(const StageBlock& block) const {
  if (!is_labelled(block)) return 0;
  const float label = has_token_rows(block.ref.name) ? measures_.token
                      : has_named_rows(block)        ? measures_.feature
                                                     : measures_.index;
  return (std::min(label, longest_token) + label_space) * text_.token;
}

float StageSizes::sum_width(const StageBlock& block, const Cells& cells) const {
  if (!are_attention_weights(block.ref.name) || !cells.has_numbers || block.is_collapsed) return 0;
  return text_.token * (block.ref.name == MatrixName::dropped_weights ? other_sum : sum_of_one);
}

bool StageSizes::is_first_of_scores(const StageBlock& block) const {
  const auto first = std::find_if(plan_.blocks.begin(), plan_.blocks.end(),
                                  [](const StageBlock& other) { return has_token_columns(other.ref.name); });
  return first != plan_.blocks.end() && first->ref.name == block.ref.name;
}

StageHeader StageSizes::header(const StageBlock& block) const {
  if (block.is_collapsed) return StageHeader::none;
  // Names of features that are wider than a number are turned.
  if (has_named_columns(block))
    return measures_.feature > measures_.vector_number ? StageHeader::turned : StageHeader::level;
  if (!has_token_columns(block.ref.name)) {
    const bool is_numbered = choice_.labels == 3 ||
                             (choice_.numbers_embeddings && block.ref.name <= MatrixName::X) ||
                             (choice_.numbers_weights && is_parameter(block.ref.name));
    return is_numbered && !block.beneath ? StageHeader::level : StageHeader::none;
  }
  const bool is_headed = choice_.heads_all_scores || are_attention_weights(block.ref.name) ||
                         (plan_.is_focus && is_first_of_scores(block));
  return is_headed ? choice_.header : StageHeader::none;
}

float StageSizes::header_height(const StageBlock& block) const {
  switch (header(block)) {
    case StageHeader::none: return 0;
    case StageHeader::level: return text_.token * 1.2f;
    case StageHeader::turned: {
      const float label = has_named_columns(block) ? measures_.feature : measures_.token;
      return (std::min(label, longest_header) + label_space * 1.4f) * text_.token;
    }
  }
  return 0;
}

float StageSizes::title_height() const {
  return text_.name * 1.42f;
}

float StageSizes::dots(bool has_more) const {
  return has_more ? text_.small * 0.9f : 0;
}

float StageSizes::bias_gap() const {
  return text_.name * 0.4f;
}

float StageSizes::above(std::size_t i, const Cells& cells) const {
  const StageBlock& block = plan_.blocks[i];
  const float own =
      title_height() + header_height(block) + static_cast<float>(rows(block)) * cell_height(block, cells) / 2;
  return std::max(own, operation_height(i, &StageLink::above));
}

float StageSizes::below(std::size_t i, const Cells& cells) const {
  const StageBlock& block = plan_.blocks[i];
  float height =
      static_cast<float>(rows(block)) * cell_height(block, cells) / 2 + dots(rows(block) < block.rows);
  for (const StageBlock& other : plan_.blocks) {
    if (other.beneath == i) height += bias_gap() + title_height() + cell_height(other, cells);
  }
  return std::max(height, operation_height(i, &StageLink::below));
}

// A low matrix leaves room for the operation above or below the end of its arrow.
float StageSizes::operation_height(std::size_t i, std::vector<std::string> StageLink::*lines) const {
  float height = 0;
  for (const StageLink& link : plan_.links) {
    if (link.to != i || link.is_vertical || !choice_.has_texts) continue;
    height = std::max(height, (static_cast<float>((link.*lines).size()) * 1.2f + 0.4f) * text_.small);
  }
  return height;
}

float StageSizes::row_gap(std::size_t upper, std::size_t lower) const {
  for (const StageLink& link : plan_.links) {
    if (link.from != upper || link.to != lower) continue;
    return text_.small * (link.above.empty() || !choice_.has_texts ? 1.4f : 1.75f);
  }
  return text_.name * 0.7f;
}

std::vector<float> StageSizes::lines(const Cells& cells) const {
  const std::size_t n = plan_.blocks.size();
  std::vector<float> middles(static_cast<std::size_t>(plan_.lines), 0);
  const auto middle = [&](std::size_t i) -> float& {
    return middles[static_cast<std::size_t>(plan_.blocks[i].line)];
  };
  // Line by line, the longest path from the top: each block is below those above it in its column.
  for (int line = 0; line < plan_.lines; ++line) {
    for (std::size_t lower = 0; lower < n; ++lower) {
      const StageBlock& block = plan_.blocks[lower];
      if (block.line != line || block.beneath) continue;
      middle(lower) = std::max(middle(lower), above(lower, cells));
      for (std::size_t upper = 0; upper < n; ++upper) {
        const StageBlock& over = plan_.blocks[upper];
        if (over.beneath || over.column != block.column || over.line >= line) continue;
        middle(lower) = std::max(
            middle(lower), middle(upper) + below(upper, cells) + row_gap(upper, lower) + above(lower, cells));
      }
    }
  }
  return middles;
}

float StageSizes::height(const Cells& cells) const {
  const std::vector<float> middles = lines(cells);
  float height = 0;
  for (std::size_t i = 0; i < plan_.blocks.size(); ++i) {
    const StageBlock& block = plan_.blocks[i];
    if (block.beneath) continue;
    height = std::max(height, middles[static_cast<std::size_t>(block.line)] + below(i, cells));
  }
  return height;
}

float StageSizes::title_width(std::size_t block) const {
  const float name = measures_.names[block] * text_.name;
  if (plan_.blocks[block].is_collapsed) return name + text_.name * collapsed_sign;
  return choice_.has_texts ? name + (shape_space + measures_.shapes[block]) * text_.small : name;
}

float StageSizes::operation_width(std::size_t link) const {
  return choice_.has_texts ? measures_.labels[link] * text_.small : 0;
}

float StageSizes::left_part(int column) const {
  float width = 0;
  for (const StageBlock& block : plan_.blocks) {
    if (block.column == column) width = std::max(width, label_width(block));
  }
  return width;
}

float StageSizes::right_part_of(std::size_t i, const Cells& cells) const {
  const StageBlock& block = plan_.blocks[i];
  const float numbers = static_cast<float>(columns(block)) * cell_width(block, cells) +
                        dots(columns(block) < block.columns) + sum_width(block, cells);
  return std::max(numbers, title_width(i));
}

std::optional<std::size_t> StageSizes::before_last_column() const {
  std::optional<std::size_t> last;
  for (std::size_t i = 0; i < plan_.blocks.size(); ++i) {
    const StageBlock& block = plan_.blocks[i];
    if (block.column + 1 != plan_.columns) continue;
    if (last || block.line + 1 != plan_.lines || block.is_collapsed) return std::nullopt;
    last = i;
  }
  for (const StageLink& link : plan_.links) {
    const StageBlock& from = plan_.blocks[link.from];
    if (link.to == last && !plan_.is_focus && from.line + 1 == plan_.lines &&
        from.column + 2 == plan_.columns && !from.is_collapsed)
      return link.from;
  }
  return std::nullopt;
}

float StageSizes::right_part(int column, const Cells& cells) const {
  float width = 0;
  for (std::size_t i = 0; i < plan_.blocks.size(); ++i) {
    if (plan_.blocks[i].column == column) width = std::max(width, right_part_of(i, cells));
  }
  for (std::size_t i = 0; i < plan_.links.size(); ++i) {
    const StageLink& link = plan_.links[i];
    if (!link.is_vertical || plan_.blocks[link.from].column != column) continue;
    width = std::max(width, operation_width(i) + text_.small * 1.6f);
  }
  return width;
}

StageSizes::Gap StageSizes::gap(int column) const {
  Gap gap;
  bool is_used = false;
  for (std::size_t i = 0; i < plan_.links.size(); ++i) {
    const StageLink& link = plan_.links[i];
    if (link.is_vertical) continue;
    const StageBlock& from = plan_.blocks[link.from];
    const StageBlock& to = plan_.blocks[link.to];
    const bool curves = from.line != to.line || link.entry != 0.5f;
    if (from.column == column && curves) gap.curve = text_.small * 2.1f;
    if (to.column != column + 1) continue;
    is_used = true;
    const float label = operation_width(i);
    if (label > 0) gap.level = std::max(gap.level, label + text_.small * 1.5f);
  }
  if (is_used)
    gap.level = std::max(gap.level, text_.small * (gap.curve > 0 ? 0.9f : 2.2f));
  else if (gap.curve == 0 && column + 1 < plan_.columns)
    gap.level = text_.small * 1.5f;
  return gap;
}

float StageSizes::width(const Cells& cells) const {
  const std::optional<std::size_t> before_last = before_last_column();
  float width = 0;
  float widest = 0;
  for (int column = 0; column < plan_.columns; ++column) {
    width += left_part(column);
    widest = std::max(widest, width + right_part(column, cells));
    if (column + 1 == plan_.columns) break;
    const bool is_before_last = column + 2 == plan_.columns && before_last;
    const Gap between = gap(column);
    width += (is_before_last ? right_part_of(*before_last, cells) : right_part(column, cells)) +
             between.curve + between.level;
  }
  return widest;
}

std::vector<std::string> widest_numbers(const StageRanges& ranges, const StagePlan& plan, int decimals) {
  std::vector<std::string> numbers;
  for (const StageBlock& block : plan.blocks) {
    const ValueRange& range = ranges.at(block.ref.name);
    for (const double value : {range.low, range.high}) numbers.push_back(format_number(value, decimals));
  }
  return numbers;
}

float measure_tokens(const StageRequest& request, const PerAxis<Index>& visible,
                     const PerAxis<Index>& first) {
  // In a window that scrolls, all tokens count, so that nothing moves but them.
  if (request.scroll)
    return widest_of(request.document.tokens, measured_at, FontWeight::medium, request.metrics) / measured_at;
  float widest = 0;
  for (const Axis axis : {Axis::query, Axis::key}) {
    for (Index i = first[axis]; i < first[axis] + std::min(visible[axis], most_labels); ++i) {
      const std::string& token = request.document.tokens[static_cast<std::size_t>(i)];
      widest = std::max(widest, request.metrics.width(token, measured_at, FontWeight::medium));
    }
  }
  return widest / measured_at;
}

StageMeasures measure_stages(const StageRequest& request, const StagePlan& plan) {
  const auto width = [&](std::string_view markup, FontWeight weight) {
    return layout_markup(markup, measured_at, weight, request.metrics).width / measured_at;
  };
  const auto plain_width = [&](const std::string& text, FontWeight weight) {
    return request.metrics.width(text, measured_at, weight) / measured_at;
  };
  StageMeasures measures;
  for (const StageBlock& block : plan.blocks) {
    measures.names.push_back(width(display_name(block.ref.name), FontWeight::medium));
    measures.shapes.push_back(
        width(shape_text(n_sentences(request.document), block.ref.name, block.rows, block.columns),
              FontWeight::regular));
  }
  for (const StageLink& link : plan.links) {
    float widest = 0;
    for (const std::vector<std::string>* lines : {&link.above, &link.below}) {
      for (const std::string& line : *lines) widest = std::max(widest, width(line, FontWeight::regular));
    }
    measures.labels.push_back(widest);
  }
  for (const std::string& feature : request.document.features)
    measures.feature = std::max(measures.feature, plain_width(feature, FontWeight::medium));
  measures.index =
      plain_width(std::to_string(axis_sizes(request.document.model)[Axis::d_model]), FontWeight::medium);
  const std::vector<std::string> numbers = widest_numbers(request.ranges, plan, request.decimals);
  float vectors = 0;
  float scores = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (plan.blocks[i / 2].is_collapsed) continue;
    float& widest = has_token_columns(plan.blocks[i / 2].ref.name) ? scores : vectors;
    widest = std::max(widest, plain_width(numbers[i], FontWeight::regular));
  }
  measures.padding = request.focus ? number_padding_in_focus : number_padding;
  measures.vector_number = vectors + measures.padding;
  measures.score_number = scores + measures.padding;
  return measures;
}

}  // namespace attention_lab

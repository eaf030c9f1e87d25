#include "ui/figures/pipeline/pipeline_figure_sizes.h"

#include <algorithm>

#include "core/words/matrix_words.h"
#include "core/words/number_format.h"

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
constexpr float label_space = 0.45f;  // between a label and its cells

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
  if (!cells.has_numbers) return cells.unit;
  return cells.unit * (has_token_columns(block.ref.name) ? measures_.score_number : measures_.vector_number);
}

bool StageSizes::is_labelled(const StageBlock& block) const {
  if (!has_token_rows(block.ref.name)) return false;
  switch (choice_.labels) {
    case 0: return false;
    case 1: return block.ref.name == MatrixName::X;
    // Q, K and V are next to X; every other matrix starts a group or is below one that does.
    case 2: return block.ref.name == MatrixName::X || plan_.columns < 4 || block.column > 2;
    default: return true;
  }
}

float StageSizes::label_width(const StageBlock& block) const {
  if (!is_labelled(block)) return 0;
  return (std::min(measures_.token, longest_token) + label_space) * text_.token;
}

StageHeader StageSizes::header(const StageBlock& block) const {
  if (!has_token_columns(block.ref.name)) return StageHeader::none;
  const bool is_headed = choice_.heads_all_scores || are_attention_weights(block.ref.name);
  return is_headed ? choice_.header : StageHeader::none;
}

float StageSizes::header_height(const StageBlock& block) const {
  switch (header(block)) {
    case StageHeader::none: return 0;
    case StageHeader::level: return text_.token * 1.2f;
    case StageHeader::turned:
      return (std::min(measures_.token, longest_header) + label_space * 1.4f) * text_.token;
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
  return text_.name * 0.35f;
}

float StageSizes::above(std::size_t i, const Cells& cells) const {
  const StageBlock& block = plan_.blocks[i];
  const float own =
      title_height() + header_height(block) + static_cast<float>(rows(block)) * cells.height / 2;
  return std::max(own, operation_height(i, &StageLink::above));
}

float StageSizes::below(std::size_t i, const Cells& cells) const {
  const StageBlock& block = plan_.blocks[i];
  float height = static_cast<float>(rows(block)) * cells.height / 2 + dots(rows(block) < block.rows);
  for (const StageBlock& other : plan_.blocks) {
    if (other.beneath == i) height += bias_gap() + title_height() + cells.height;
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

float StageSizes::right_part(int column, const Cells& cells) const {
  float width = 0;
  for (std::size_t i = 0; i < plan_.blocks.size(); ++i) {
    const StageBlock& block = plan_.blocks[i];
    if (block.column != column) continue;
    const float numbers =
        static_cast<float>(columns(block)) * cell_width(block, cells) + dots(columns(block) < block.columns);
    width = std::max({width, numbers, title_width(i)});
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
  if (is_used) gap.level = std::max(gap.level, text_.small * (gap.curve > 0 ? 0.9f : 2.2f));
  return gap;
}

float StageSizes::width(const Cells& cells) const {
  float width = 0;
  for (int column = 0; column < plan_.columns; ++column) {
    width += left_part(column) + right_part(column, cells);
    if (column + 1 == plan_.columns) break;
    const Gap between = gap(column);
    width += between.curve + between.level;
  }
  return width;
}

namespace {

void measure_numbers(const StageRequest& request, const StagePlan& plan, const PerAxis<Index>& visible,
                     const PerAxis<Index>& first, StageMeasures& measures) {
  float vectors = 0;
  float scores = 0;
  for (const StageBlock& block : plan.blocks) {
    const MatrixView values = matrix_view(request.document.model, request.trace, block.ref);
    const Axis rows = row_axis(block.ref.name);
    const Axis columns = column_axis(block.ref.name);
    float& widest = has_token_columns(block.ref.name) ? scores : vectors;
    for (Index row = first[rows]; row < first[rows] + visible[rows]; ++row) {
      for (Index column = first[columns]; column < first[columns] + visible[columns]; ++column) {
        const std::string text = format_number(static_cast<double>(values(row, column)), request.decimals);
        widest = std::max(widest, request.metrics.width(text, measured_at, FontWeight::regular));
      }
    }
  }
  measures.vector_number = vectors / measured_at + number_padding;
  measures.score_number = scores / measured_at + number_padding;
}

}  // namespace

StageMeasures measure_stages(const StageRequest& request, const StagePlan& plan,
                             const PerAxis<Index>& visible, const PerAxis<Index>& first, bool has_numbers) {
  const auto width = [&](std::string_view markup, FontWeight weight) {
    return layout_markup(markup, measured_at, weight, request.metrics).width / measured_at;
  };
  StageMeasures measures;
  for (const StageBlock& block : plan.blocks) {
    measures.names.push_back(width(display_name(block.ref.name), FontWeight::medium));
    measures.shapes.push_back(width(shape_text(block.rows, block.columns), FontWeight::regular));
  }
  for (const StageLink& link : plan.links) {
    float widest = 0;
    for (const std::vector<std::string>* lines : {&link.above, &link.below}) {
      for (const std::string& line : *lines) widest = std::max(widest, width(line, FontWeight::regular));
    }
    measures.labels.push_back(widest);
  }
  float token = 0;
  for (const Axis axis : {Axis::query, Axis::key}) {
    for (Index i = first[axis]; i < first[axis] + std::min(visible[axis], most_labels); ++i) {
      const std::string& text = request.document.tokens[static_cast<std::size_t>(i)];
      token = std::max(token, request.metrics.width(text, measured_at, FontWeight::medium));
    }
  }
  measures.token = token / measured_at;
  if (has_numbers) measure_numbers(request, plan, visible, first, measures);
  return measures;
}

}  // namespace attention_lab

#include "app/export/markdown_table.h"

#include <algorithm>
#include <vector>

namespace attention_lab {
namespace {

constexpr std::size_t shortest_rule = 2;  // "-:", that aligns right

std::size_t characters_in(const std::string& text) {
  const auto is_start = [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_start));
}

/// Of each column, in characters.
std::vector<std::size_t> widths_of(const MarkdownTable& table) {
  std::vector<std::size_t> widths(table.columns, shortest_rule);
  for (std::size_t row = 0; row < table.rows; ++row) {
    for (std::size_t column = 0; column < table.columns; ++column) {
      const std::size_t width = characters_in(table.cell(row, column));
      if (width <= widest_padded_cell) widths[column] = std::max(widths[column], width);
    }
  }
  return widths;
}

void write_cell(TextPieces& text, const std::string& cell, std::size_t column, std::size_t width) {
  const std::string padding(width - std::min(width, characters_in(cell)), ' ');
  text += "| ";
  if (column == 0) {
    (text += cell) += padding;
  } else {
    (text += padding) += cell;
  }
  text += ' ';
}

void write_rule(TextPieces& text, const std::vector<std::size_t>& widths) {
  for (std::size_t column = 0; column < widths.size(); ++column) {
    const std::string rule(widths[column] + 1, '-');
    text += column == 0 ? "|:" + rule : "|" + rule + ":";
  }
  text += "|\n";
}

}  // namespace

void write_markdown(TextPieces& text, const MarkdownTable& table) {
  const std::vector<std::size_t> widths = widths_of(table);
  for (std::size_t row = 0; row < table.rows; ++row) {
    for (std::size_t column = 0; column < table.columns; ++column)
      write_cell(text, table.cell(row, column), column, widths[column]);
    text += "|\n";
    if (row == 0) write_rule(text, widths);
  }
}

}  // namespace attention_lab

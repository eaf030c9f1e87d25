#include "app/export/markdown_table.h"

#include <algorithm>

namespace attention_lab {
namespace {

std::size_t characters_in(const std::string& text) {
  const auto is_start = [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_start));
}

}  // namespace

void MarkdownTable::add(std::string cell) {
  std::vector<std::string>& row = rows_.back();
  if (widths_.size() == row.size()) widths_.push_back(2);  // "-:", the shortest rule that aligns right
  widths_[row.size()] = std::max(widths_[row.size()], characters_in(cell));
  row.push_back(std::move(cell));
}

std::string MarkdownTable::text() const {
  std::string text;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (std::size_t j = 0; j < rows_[i].size(); ++j) append(text, rows_[i][j], j);
    text += "|\n";
    if (i == 0) append_rule(text);
  }
  return text;
}

void MarkdownTable::append(std::string& text, const std::string& cell, std::size_t column) const {
  const std::string padding(widths_[column] - characters_in(cell), ' ');
  text += "| " + (column == 0 ? cell + padding : padding + cell) + ' ';
}

void MarkdownTable::append_rule(std::string& text) const {
  for (std::size_t column = 0; column < widths_.size(); ++column) {
    text += '|' + (column == 0 ? ':' + std::string(widths_[column] + 1, '-')
                               : std::string(widths_[column] + 1, '-') + ':');
  }
  text += "|\n";
}

}  // namespace attention_lab

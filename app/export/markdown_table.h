// A table in Markdown, padded so that its source can be read as well.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace attention_lab {

/// The first row is the header, the first column is aligned left, the others right.
class MarkdownTable {
 public:
  void begin_row() { rows_.emplace_back(); }
  /// To the present row. What is added must be safe: see markdown_field.
  void add(std::string cell);
  std::string text() const;

 private:
  void append(std::string& text, const std::string& cell, std::size_t column) const;
  void append_rule(std::string& text) const;

  std::vector<std::vector<std::string>> rows_;
  std::vector<std::size_t> widths_;  // in characters
};

}  // namespace attention_lab

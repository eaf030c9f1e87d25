// A table in Markdown, padded so that its source can be read as well.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "app/export/text_pieces.h"

namespace attention_lab {

struct MarkdownTable {
  std::size_t rows = 0;  ///< with the header, which is the first
  std::size_t columns = 0;
  /// What stands in a cell; asked for twice. It must be safe: see markdown_field.
  std::function<std::string(std::size_t row, std::size_t column)> cell;
};

/// A longer cell is left unpadded so that it does not widen its column. In characters.
inline constexpr std::size_t widest_padded_cell = 20;

/// The first column is aligned left, the others right.
void write_markdown(TextPieces& text, const MarkdownTable& table);

}  // namespace attention_lab

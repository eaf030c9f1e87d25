#include "ui/museum/paragraph.h"

#include <algorithm>

namespace attention_lab {

Paragraph set_paragraph(std::string_view markup, float width, float size, FontWeight weight,
                        const TextMetrics& metrics) {
  Paragraph paragraph;
  paragraph.size = size;
  paragraph.weight = weight;
  const auto width_of = [&](const std::string& line) {
    return layout_markup(line, size, weight, metrics).width;
  };
  std::string line;
  const auto finish = [&] {
    paragraph.width = std::max(paragraph.width, width_of(line));
    paragraph.lines.push_back(std::move(line));
    line.clear();
  };
  for (std::size_t at = 0; at < markup.size();) {
    const std::size_t end = std::min(markup.find(' ', at), markup.size());
    const std::string word(markup.substr(at, end - at));
    std::string longer = line;
    if (!line.empty()) longer += ' ';
    longer += word;
    if (!line.empty() && width_of(longer) > width) {
      finish();
      line = word;
    } else {
      line = std::move(longer);
    }
    at = end + 1;
  }
  if (!line.empty()) finish();
  return paragraph;
}

void draw(const Painter& painter, const Paragraph& paragraph, Point corner, Colour colour) {
  float y = corner.y + paragraph.line_height() / 2;
  for (const std::string& line : paragraph.lines) {
    painter.markup({corner.x, y}, line, colour, paragraph.size, paragraph.weight);
    y += paragraph.line_height();
  }
}

}  // namespace attention_lab

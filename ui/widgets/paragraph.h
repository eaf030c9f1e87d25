// Mark-up broken into lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/widgets/paint.h"

namespace attention_lab {

struct WidgetContext;

/// A few sentences, broken into lines once.
struct Paragraph {
  std::vector<std::string> lines;  // mark-up
  float size = 0;
  FontWeight weight = FontWeight::regular;
  float width = 0;      ///< of the widest line
  bool is_cut = false;  ///< a part without a possible break was too wide

  float line_height() const { return size * 1.42f; }
  float height() const { return line_height() * static_cast<float>(lines.size()); }
};

/// Breaks mark-up between words so that no line is wider than `width`, but never inside "÷ √64", "d_k = 2" or
/// "0.93 ± 0.07". A single word that is too wide is cut.
Paragraph set_paragraph(std::string_view markup, float width, float size, FontWeight weight,
                        const TextMetrics& metrics);

/// Draws the paragraph with its upper left corner at `corner`.
void draw(const Painter& painter, const Paragraph& paragraph, Point corner, Colour colour);

/// Draws the paragraph at Dear ImGui's cursor, as its next item.
void write(const WidgetContext& context, const Paragraph& paragraph, Colour colour);
/// The same for mark-up that is broken into lines of at most `width`.
void write_markup(const WidgetContext& context, std::string_view markup, float width, Colour colour);

/// A tooltip beside the mouse, where it may cover other items. It waits while the context has no tooltips.
void draw_tooltip(const WidgetContext& context, std::string_view markup);
/// A tooltip above an item, for items in a row.
void draw_tooltip_above(const WidgetContext& context, const Rect& item, std::string_view markup);

}  // namespace attention_lab

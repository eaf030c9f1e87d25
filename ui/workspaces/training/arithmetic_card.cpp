#include "ui/workspaces/training/arithmetic_card.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "core/words/templates.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/scroll_area.h"
#include "ui/widgets/word_links.h"
#include "ui/workspaces/figures/plot_panel.h"

namespace attention_lab {

void draw_arithmetic(ViewState& view, const Painter& painter, const Rect& card, const char* name,
                     const UpdateWords& words) {
  painter.card(card, view.theme().card, view.theme().line);
  view.items.add(name, card);
  const TextSizes sizes = view.sizes();
  const float small = label_size_beside_plots(view, card);
  const float title = std::max(sizes.body, small);
  need_fonts(view, {{FontWeight::regular, small}, {FontWeight::medium, title}});
  const float pad = sizes.body * 0.9f;
  const Rect inner = card.expanded(-pad);
  ScrollArea scroll(name, {inner.x, inner.y, inner.width + pad * 0.7f, inner.height});
  const Painter text(*ImGui::GetWindowDrawList(), view.fonts);
  float y = scroll.corner().y;
  const auto write = [&](const std::string& markup, float size, FontWeight weight, Colour colour) {
    view.fonts.need(markup);
    const Paragraph lines = set_paragraph(markup, inner.width - pad * 0.5f, size, weight, text.metrics());
    draw_linked(view, text, lines, {scroll.corner().x, y}, colour);
    y += lines.height();
  };
  write(words.title, title, FontWeight::medium, view.theme().text);
  y += pad * 0.2f;
  write(words.sentence, small, FontWeight::regular, view.theme().quiet_text);
  y += pad * 0.4f;
  for (const UpdateLine& line : words.lines) {
    const char* equation = line.numbers.empty()   ? "<symbols> = <result>"
                           : line.symbols.empty() ? "<numbers>"
                                                  : "<symbols> = <numbers> = <result>";
    const std::string text_of_line = filled_by(equation, [&](std::string_view place) {
      return place == "symbols" ? line.symbols : place == "numbers" ? line.numbers : line.result;
    });
    write(text_of_line, small, FontWeight::regular, view.theme().text);
    y += pad * 0.15f;
  }
  scroll.reaches(y);
}

}  // namespace attention_lab

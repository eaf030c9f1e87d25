#include "ui/workspaces/figures/figure_surroundings.h"

#include "core/words/templates.h"
#include "ui/figures/base/rich_text.h"
#include "ui/workspaces/figures/figure_text_row.h"

namespace attention_lab {
namespace {

void draw_switches(ControlColumn& column, FigureRequest& request) {
  Rect rect;
  bool is_left = true;
  for (const FigurePart part : all_figure_parts) {
    if (!has_part(request.figure, part)) continue;
    if (is_left) rect = column.next();
    const float half = (rect.width - column.gap()) / 2;
    const float x = is_left ? rect.x : rect.right() - half;
    const std::string name(to_string(part));
    bool is_shown = !request.surroundings.hides(part);
    if (column.controls().toggle(
            {x, rect.y, half, rect.height}, name.c_str(), name, is_shown,
            filled("Whether the figure shows <what>.", {{"what", description_of(part)}}).c_str()))
      request.surroundings.hide(part, !is_shown);
    is_left = !is_left;
  }
}

void draw_words(ControlColumn& column, ViewState& view, FigureRequest& request) {
  for (const FigureWord word : all_figure_words) {
    const bool is_of_comparison = word == FigureWord::a || word == FigureWord::b;
    if (!has_word(request.figure, word) || (is_of_comparison && request.comparison == Comparison::none))
      continue;
    const std::string name = "words." + std::string(to_string(word));
    draw_text_row(column, view, name.c_str(), filled("<what>: automatic", {{"what", description_of(word)}}),
                  filled("Your own words for <what>. <rule> Type a single space for none.",
                         {{"what", description_of(word)}, {"rule", markup_rule}}),
                  view.figures.typed_words[static_cast<std::size_t>(word)], request.surroundings.word(word));
  }
}

}  // namespace

void draw_figure_surroundings(ControlColumn& column, ViewState& view) {
  FigureRequest& request = view.figures.request;
  column.heading("Around the numbers");
  draw_switches(column, request);
  draw_words(column, view, request);
}

}  // namespace attention_lab

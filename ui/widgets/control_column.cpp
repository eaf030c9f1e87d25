#include "ui/widgets/control_column.h"

#include <algorithm>
#include <cmath>

#include "ui/widgets/paragraph.h"
#include "ui/widgets/word_links.h"

namespace attention_lab {
namespace {

constexpr float column_border = 12;  // in pixels at text size 1

/// Draws the card first, so that everything else is drawn on top of it.
const char* id_on_card(const WidgetContext& context, const Rect& area, const ColumnLook& look) {
  if (look.has_card) {
    Painter(*ImGui::GetWindowDrawList(), context.fonts)
        .card(area, context.theme().card, context.theme().line);
  }
  return "##controls";
}

}  // namespace

ControlColumn::ControlColumn(WidgetContext& context, const Rect& area, const ColumnLook& look)
    : context_(context),
      look_(look),
      scroll_(id_on_card(context, area, look), area),
      painter_(*ImGui::GetWindowDrawList(), context.fonts),
      controls_(context, painter_) {
  const float border = column_border * context.scale();
  left_ = scroll_.corner().x + border;
  width_ = std::max(area.width - 2 * border, 1.0f);
  y_ = scroll_.corner().y + border;
  controls_.link_words();
}

ControlColumn::~ControlColumn() noexcept(false) {
  scroll_.reaches(y_ + look_.foot * context_.sizes().body);
}

Rect ControlColumn::next() {
  return next(Controls::height(context_) * 0.92f);
}

Rect ControlColumn::next(float height) {
  const Rect rect{left_, std::round(y_), width_, std::round(height)};
  y_ += height + gap();
  return rect;
}

void ControlColumn::heading(std::string_view text) {
  const TextSizes sizes = context_.sizes();
  context_.fonts.need(text);
  y_ += sizes.body * look_.before_heading;
  const Point at{left_, y_ + sizes.body * 0.6f};
  const LinkedWords words(context_, painter_, at, text, sizes.caption, FontWeight::medium);
  painter_.text(at, text, context_.theme().quiet_text, sizes.caption, FontWeight::medium);
  words.draw_lines();
  y_ += sizes.body * look_.heading;
}

void ControlColumn::note(std::string_view markup, Colour colour) {
  const float size = context_.sizes().caption;
  context_.fonts.need(markup);
  const Paragraph paragraph = set_paragraph(markup, width_, size, FontWeight::regular, painter_.metrics());
  draw_linked(context_, painter_, paragraph, {left_, y_}, colour);
  y_ += paragraph.height() + size * 0.6f;
}

void ControlColumn::row(std::span<const std::string> cells, Colour colour, float first_share) {
  constexpr float roomy = 17;  // in multiples of the text size: from this width on, it is used
  const TextSizes sizes = context_.sizes();
  float size = width_ >= sizes.body * roomy ? sizes.body : sizes.caption;
  const float y = y_ + size * 0.7f;
  const float first = width_ * first_share;
  const float pitch = (width_ - first) / static_cast<float>(std::max<std::size_t>(cells.size(), 2) - 1);
  float widest = 0;
  for (std::size_t i = 1; i < cells.size(); ++i)
    widest = std::max(widest, layout_markup(cells[i], size, FontWeight::regular, painter_.metrics()).width);
  size *= std::min(1.0f, (pitch - size * 0.4f) / std::max(widest, 1.0f));  // with many decimals
  for (std::size_t i = 0; i < cells.size(); ++i) {
    context_.fonts.need(cells[i]);
    if (i == 0)
      painter_.markup({left_, y},
                      shorten_markup(cells[i], first, size, FontWeight::regular, painter_.metrics()), colour,
                      size);
    else
      painter_.markup({left_ + first + pitch * static_cast<float>(i), y}, cells[i], colour, size,
                      FontWeight::regular, HorizontalAnchor::right);
  }
  y_ += size * 1.55f;
}

void ControlColumn::space() {
  y_ += context_.sizes().body * 0.5f;
}

bool ControlColumn::slide(const SliderSpec& spec, double& value) {
  return slider(context_, painter_, next(slider_height(context_)), spec, value);
}

void ControlColumn::progress(double share, const std::string& words) {
  const Theme& theme = context_.theme();
  const float height = std::max(3.0f, std::round(context_.sizes().body * 0.3f));
  y_ += context_.sizes().body * 0.15f;
  const Rect bar = next(height);
  context_.items.add("progress", bar);
  painter_.fill(bar, theme.line, height / 2);
  painter_.fill({bar.x, bar.y, bar.width * static_cast<float>(std::clamp(share, 0.0, 1.0)), bar.height},
                theme.accent, height / 2);
  note(words);
}

}  // namespace attention_lab

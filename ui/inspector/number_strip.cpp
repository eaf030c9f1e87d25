#include "ui/inspector/number_strip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "core/words/templates.h"
#include "ui/inspector/inspector_content.h"
#include "ui/steps/step_player.h"

namespace attention_lab {
namespace {

constexpr float text_size = 1.38f;   // in multiples of the body text: 26 pixels at 1920 × 1080
constexpr float least_size = 0.75f;  // of an equation without its formula

/// From the most to the least that can be said.
std::array<std::string, 3> equations_of(const InspectorContent& content) {
  const auto with = [&](const char* equation) {
    return filled_by(equation, [&](std::string_view place) {
      return place == "symbol"       ? content.symbol
             : place == "formula"    ? content.formula
             : place == "arithmetic" ? content.arithmetic
                                     : content.value;
    });
  };
  const std::string least = with("<symbol> = <value>");
  if (content.arithmetic.empty()) return {least, least, least};
  return {with("<symbol> = <formula> = <arithmetic> = <value>"), with("<symbol> = <arithmetic> = <value>"),
          least};
}

}  // namespace

float number_strip_height(const WidgetContext& view) {
  return std::round(view.sizes().body * text_size * 1.9f);
}

void draw_number_strip(const Session& session, ViewState& view, const Painter& painter, const Rect& rect,
                       const CellRef& cell) {
  if (hides_result(view.steps, cell)) return;
  const InspectorContent content = inspect(session, cell, view.shown_head, view.preferences.decimals);
  const float size = std::round(view.sizes().body * text_size);
  view.fonts.need(content.name);
  need_fonts(view, {{FontWeight::regular, size}, {FontWeight::medium, size}});
  const float margin = size;
  const float room = rect.width - 2 * margin;
  const auto width_of = [&](const std::string& equation) {
    return layout_markup(equation, size, FontWeight::medium, painter.metrics()).width;
  };
  const std::array<std::string, 3> equations = equations_of(content);
  const bool has_formula = width_of(equations[0]) <= room;
  const bool has_arithmetic = width_of(equations[1]) * least_size <= room;
  const std::string& equation = equations[has_formula ? 0 : has_arithmetic ? 1 : 2];
  const float fitting = size * std::min(room / std::max(width_of(equation), 1.0f), 1.0f);
  const float y = rect.centre().y;
  const float end =
      rect.x + margin +
      painter.markup({rect.x + margin, y}, equation, view.theme().text, fitting, FontWeight::medium);
  view.items.add("presenter.number", {rect.x + margin, rect.y, end - rect.x - margin, rect.height});
  // What the number is, if there is room for all of it.
  const float name = painter.metrics().width(content.name, size, FontWeight::regular);
  if (end + margin + name <= rect.right() - margin) {
    painter.text({rect.right() - margin, y}, content.name, view.theme().quiet_text, size, FontWeight::regular,
                 HorizontalAnchor::right);
  }
}

}  // namespace attention_lab

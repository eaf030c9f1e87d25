#include <algorithm>
#include <cmath>

#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "ui/figures/base/colour_map.h"
#include "ui/figures/base/value_range.h"
#include "ui/workspaces/pipeline/matrix_panel.h"

namespace attention_lab {
namespace {

constexpr float map_bar_width = 11;  // in caption sizes
constexpr float map_bar_height = 0.7f;
constexpr float map_entry_width = 13;
constexpr float entry_height = 3.5f;

std::string end_text(double value) {
  const double size = std::fabs(value);
  return format_number(value, size >= 100 ? 0 : size >= 1 || size == 0 ? 2 : 4);
}

// Examples: "0.25", "0.5", "1"; no more digits than needed.
std::string short_text(double value) {
  return format_exactly(static_cast<float>(value));
}

void draw_bar(const WidgetContext& view, const Painter& painter, Point origin, const std::string& title,
              const std::array<std::string, 3>& ends, const std::function<Colour(float)>& colour_at) {
  const float size = view.sizes().caption;
  const Theme& theme = view.theme();
  painter.markup({origin.x, origin.y + size * 0.6f}, title, theme.quiet_text, size);
  const Rect bar{origin.x, origin.y + size * 1.35f, size * map_bar_width, size * map_bar_height};
  constexpr int steps = 32;
  for (int i = 0; i < steps; ++i) {
    const float left = std::round(bar.x + bar.width * static_cast<float>(i) / steps);
    const float right = std::round(bar.x + bar.width * static_cast<float>(i + 1) / steps);
    painter.fill({left, bar.y, right - left, bar.height}, colour_at((static_cast<float>(i) + 0.5f) / steps));
  }
  painter.stroke(bar.expanded(0.5f), theme.line);
  const float y = bar.bottom() + size * 0.75f;
  painter.text({bar.x, y}, ends[0], theme.quiet_text, size);
  painter.text({bar.centre().x, y}, ends[1], theme.quiet_text, size, FontWeight::regular,
               HorizontalAnchor::centre);
  painter.text({bar.right(), y}, ends[2], theme.quiet_text, size, FontWeight::regular,
               HorizontalAnchor::right);
}

}  // namespace

Point legend_size(const WidgetContext& view, bool is_wide) {
  const float size = view.sizes().caption;
  return is_wide ? Point{size * map_entry_width * 2, size * entry_height - size * 0.4f}
                 : Point{size * map_entry_width, size * entry_height * 2};
}

double weights_high(const Session& session, ViewState& view) {
  // With dropout, weights and dropped weights share one scale; the latter may exceed 1.
  const auto largest_of = [&](MatrixName name) {
    return view.ranges.of(session, {name, view.shown_head}).high;
  };
  const double largest =
      round_up_nicely(std::max(largest_of(MatrixName::weights), largest_of(mixing_weights(session.model()))));
  const double high = session.model().has_dropout() ? largest : std::min(1.0, largest);
  const bool is_changing = view.editing.drag || view.editing.typing;
  view.weights_high = is_changing ? std::max(view.weights_high, high) : high;
  return view.weights_high;
}

namespace {

// Used while the colours show the influence of the selected number.
void draw_influence_legend(const ViewState& view, const Painter& painter, Point origin) {
  const CellRef& cell = *view.influence.cell();
  const MatrixRef here = view.hovered && view.hovered->matrix != cell.matrix
                             ? view.hovered->matrix
                             : MatrixRef{MatrixName::context, 0};
  const double largest = view.influence.most(here).size;
  draw_bar(view, painter, origin,
           filled("effect of <cell>, shown for <matrix>",
                  {{"cell", symbol_of(cell)}, {"matrix", display_name(here.name)}}),
           {end_text(-largest), "0", end_text(largest)},
           [&](float t) { return signed_cell(view.theme(), 2 * static_cast<double>(t) - 1, 1); });
}

}  // namespace

void draw_legend(const Session& session, ViewState& view, const Painter& painter, Point origin, bool is_wide,
                 double high) {
  if (view.influence.cell()) {
    draw_influence_legend(view, painter, origin);
    return;
  }
  const float size = view.sizes().caption;
  draw_bar(view, painter, origin, "weights", {"0", "", short_text(high)},
           [](float t) { return sample(ColourMap::viridis, t); });
  const auto& focus = view.focus();
  const MatrixRef ref = focus && !are_attention_weights(focus->matrix.name)
                            ? focus->matrix
                            : MatrixRef{MatrixName::scores, view.shown_head};
  const double magnitude = view.ranges.of(session, ref).magnitude();
  const Point second = is_wide ? Point{origin.x + size * map_entry_width, origin.y}
                               : Point{origin.x, origin.y + size * entry_height};
  draw_bar(view, painter, second, display_name(ref.name), {end_text(-magnitude), "0", end_text(magnitude)},
           [&](float t) { return signed_cell(view.theme(), 2 * static_cast<double>(t) - 1, 1); });
}

}  // namespace attention_lab

#include "ui/figures/pipeline/pipeline_figure_links.h"

#include <algorithm>

namespace attention_lab {
namespace {

// In sizes of the operations' text.
constexpr float link_width = 0.11f;
constexpr float head_length = 0.5f;
constexpr float head_half = 0.275f;    // of its width
constexpr float covered_share = 0.7f;  // of the head's length, where the line ends beneath it
constexpr float beside_arrow = 0.8f;   // from a vertical arrow to its operation

class LinkDrawing {
 public:
  LinkDrawing(const PlacedLink& link, const StageLayout& layout, const FigureStyle& style, DisplayList& list)
      : link_(link),
        layout_(layout),
        style_(style),
        list_(list),
        size_(layout.text.small),
        colour_(colour_of_hue(link.link.hue, style, style.quiet_text)) {}

  void draw() { link_.link.is_vertical ? draw_down() : draw_across(); }

 private:
  void write(Point at, const std::string& markup, HorizontalAnchor anchor) {
    Text text;
    text.position = at;
    text.text = markup;
    text.size = size_;
    text.colour = colour_of_hue(link_.link.hue, style_, style_.text);
    text.horizontal = anchor;
    text.is_markup = true;
    list_.add(text);
  }

  void draw_down() {
    const Point tip = link_.to;
    const float half = head_half * size_;
    const float base = tip.y - head_length * size_;
    list_.add(
        Line{link_.from, {tip.x, tip.y - head_length * covered_share * size_}, colour_, size_ * link_width});
    list_.add(FillPolygon{{tip, {tip.x - half, base}, {tip.x + half, base}}, colour_});
    if (!layout_.has_texts || link_.link.above.empty()) return;
    write({tip.x + beside_arrow * size_, (link_.from.y + tip.y) / 2}, link_.link.above.front(),
          HorizontalAnchor::left);
  }

  void draw_across() {
    const Point tip = link_.to;
    const float width = size_ * link_width;
    const Point end{tip.x - head_length * covered_share * size_, tip.y};
    const bool is_straight = link_.from.y == tip.y;
    if (is_straight) {
      list_.add(Line{link_.from, end, colour_, width});
    } else {
      const Point bend = link_.bend;
      const Point landing = link_.landing;
      const float reach = (landing.x - bend.x) / 2;
      if (bend.x > link_.from.x) list_.add(Line{link_.from, bend, colour_, width});
      list_.add(
          Curve{bend, {bend.x + reach, bend.y}, {landing.x - reach, landing.y}, landing, colour_, width});
      if (end.x > landing.x) list_.add(Line{landing, end, colour_, width});
    }
    const float half = head_half * size_;
    const float base = tip.x - head_length * size_;
    list_.add(FillPolygon{{tip, {base, tip.y + half}, {base, tip.y - half}}, colour_});
    if (layout_.has_texts) write_across(std::max(link_.landing.x, link_.from.x));
  }

  // Over and under the level end of the arrow.
  void write_across(float level_from) {
    const float x = (level_from + link_.to.x - head_length * size_ / 2) / 2;
    const float pitch = line_pitch * size_;
    const auto write_lines = [&](const std::vector<std::string>& lines, float y) {
      for (const std::string& line : lines) {
        write({x, y}, line, HorizontalAnchor::centre);
        y += pitch;
      }
    };
    const float lines_above = static_cast<float>(link_.link.above.size());
    write_lines(link_.link.above, link_.to.y - pitch * (lines_above - 0.3f));
    write_lines(link_.link.below, link_.to.y + pitch * 0.75f);
  }

  const PlacedLink& link_;
  const StageLayout& layout_;
  const FigureStyle& style_;
  DisplayList& list_;
  float size_;
  Colour colour_;
};

}  // namespace

void draw_stage_link(const PlacedLink& link, const StageLayout& layout, const FigureStyle& style,
                     DisplayList& list) {
  LinkDrawing(link, layout, style, list).draw();
}

}  // namespace attention_lab

#include "app/export/seams.h"

#include <cmath>

namespace attention_lab {
namespace {

bool is_plain(const FillRect& fill) {
  return fill.colour.alpha == 255 && fill.rounding == 0 && fill.rect.width > 0 && fill.rect.height > 0;
}

bool is_same(float a, float b) {
  constexpr float rounding_error = 1e-3f;
  return std::fabs(a - b) < rounding_error;
}

/// `rect`, which is drawn first, grown halfway beneath `above` if they touch along a whole edge.
Rect grown(Rect rect, const Rect& above) {
  if (is_same(rect.x, above.x) && is_same(rect.width, above.width)) {
    if (is_same(rect.bottom(), above.y)) rect.height += above.height / 2;
    if (is_same(rect.y, above.bottom())) {
      rect.y -= above.height / 2;
      rect.height += above.height / 2;
    }
  } else if (is_same(rect.y, above.y) && is_same(rect.height, above.height)) {
    if (is_same(rect.right(), above.x)) rect.width += above.width / 2;
    if (is_same(rect.x, above.right())) {
      rect.x -= above.width / 2;
      rect.width += above.width / 2;
    }
  }
  return rect;
}

/// The next rectangle; a text may stand between, for it lies on the first one.
const FillRect* fill_after(const std::vector<DrawCommand>& commands, std::size_t at) {
  ++at;
  if (at < commands.size() && std::holds_alternative<Text>(commands[at])) ++at;
  return at < commands.size() ? std::get_if<FillRect>(&commands[at]) : nullptr;
}

}  // namespace

DisplayList without_seams(const DisplayList& list) {
  DisplayList result = list;
  for (std::size_t i = 0; i < list.commands.size(); ++i) {
    auto* fill = std::get_if<FillRect>(&result.commands[i]);
    const FillRect* above = fill_after(list.commands, i);
    if (fill == nullptr || above == nullptr || !is_plain(*fill) || !is_plain(*above)) continue;
    fill->rect = grown(fill->rect, above->rect);
  }
  return result;
}

}  // namespace attention_lab

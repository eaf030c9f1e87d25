// Labels: their extent and position, and which of several overlapping ones is dropped.
#pragma once

#include <cstddef>
#include <vector>

#include "ui/figures/base/display_list.h"
#include "ui/figures/base/rich_text.h"

namespace attention_lab {

/// How far a text may be shrunk before it is shortened.
inline constexpr float smallest_label_share = 0.7f;

/// How small the labels of a row, column or axis may become before any of them is left out: 0.7 font sizes,
/// and 0.5 if there are no more than twelve, all of which are shown.
float least_label_size(std::size_t count, float font_size);

/// How much of the width is left of the anchor, and how far the baseline is below the anchor.
float before_anchor(HorizontalAnchor anchor, float width);
float below_anchor(VerticalAnchor anchor, float size);

/// The width of the text; mark-up is laid out first.
float width_of(const Text& text, const TextMetrics& metrics);

/// The area that the text covers on the page, from just above its capitals to below its descenders.
Rect bounds_of(const Text& text, const TextMetrics& metrics);

/// The mark-up unchanged if it fits into `width`; otherwise cut between code points, with an ellipsis. Never
/// cuts scripts or escapes.
std::string shorten_markup(std::string_view markup, float width, float size, FontWeight weight,
                           const TextMetrics& metrics);

/// Makes the text fit: first shrinks `text.size` to as little as 0.7 of its value, then shortens the text.
/// The result is empty if not even an ellipsis fits.
Text fitted(Text text, float width, const TextMetrics& metrics);

/// Moves the text into the area by the shortest distance; if the text is too long, its beginning is aligned
/// with the area (turned: its lower end).
Text moved_into(Text text, const Rect& area, const TextMetrics& metrics);

/// Adds the text, fitted to `area` along its direction and moved into it; nothing if it does not fit.
void add_text_within(DisplayList& list, const Text& text, const Rect& area, const TextMetrics& metrics);

/// Adds texts to a display list in order of importance. A text that would overlap an earlier one or leave the
/// page is omitted.
class TextBoard {
 public:
  TextBoard(DisplayList& list, const TextMetrics& metrics) : list_(list), metrics_(metrics) {}

  /// Returns whether the text was added.
  bool add(const Text& text);

 private:
  DisplayList& list_;
  const TextMetrics& metrics_;
  std::vector<Rect> taken_;
};

/// A plain text in regular weight, vertically centred.
Text label_at(Point position, std::string text, float size, Colour colour,
              HorizontalAnchor anchor = HorizontalAnchor::left);

/// The same for mark-up; centred by default.
Text markup_at(Point position, std::string markup, float size, Colour colour,
               HorizontalAnchor anchor = HorizontalAnchor::centre);

/// The width of the widest of some plain texts.
float widest_of(const std::vector<std::string>& texts, float size, FontWeight weight,
                const TextMetrics& metrics);

}  // namespace attention_lab

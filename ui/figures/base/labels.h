// Labels: what a text may take, where it stands, and which of several gives way.
#pragma once

#include <vector>

#include "ui/figures/base/display_list.h"
#include "ui/figures/base/rich_text.h"

namespace attention_lab {

/// How much of a text's width lies left of where it is anchored, and how far below that its baseline is.
float before_anchor(HorizontalAnchor anchor, float width);
float below_anchor(VerticalAnchor anchor, float size);

/// How wide the text is, as mark-up where it is mark-up.
float width_of(const Text& text, const TextMetrics& metrics);

/// What the text covers on the page: from a little above its capitals to below its descenders.
Rect bounds_of(const Text& text, const TextMetrics& metrics);

/// The mark-up as it is where it fits `width`; else cut, between code points, with an ellipsis. Scripts and
/// escapes stay whole.
std::string shorten_markup(std::string_view markup, float width, float size, FontWeight weight,
                           const TextMetrics& metrics);

/// The text made to fit: `text.size` is lowered down to 0.7 of what it was, then it is shortened. Empty where
/// not even an ellipsis fits.
Text fitted(Text text, float width, const TextMetrics& metrics);

/// The text moved by as little as brings it into the area; one that is too long for it starts at its
/// beginning (turned: its lower end).
Text moved_into(Text text, const Rect& area, const TextMetrics& metrics);

/// Adds the text, fitted to `area` along its direction and moved into it; nothing where it does not fit.
void add_text_within(DisplayList& list, const Text& text, const Rect& area, const TextMetrics& metrics);

/// Adds texts to a display list, the most important first: one that would touch an earlier one, or leave the
/// page, is left out.
class TextBoard {
 public:
  TextBoard(DisplayList& list, const TextMetrics& metrics) : list_(list), metrics_(metrics) {}

  /// Whether it was added.
  bool add(const Text& text);

 private:
  DisplayList& list_;
  const TextMetrics& metrics_;
  std::vector<Rect> taken_;
};

/// A text as most of a chart are: regular, in the middle of its line.
Text label_at(Point position, std::string text, float size, Colour colour,
              HorizontalAnchor anchor = HorizontalAnchor::left);

/// The same of mark-up, centred where nothing else is said.
Text markup_at(Point position, std::string markup, float size, Colour colour,
               HorizontalAnchor anchor = HorizontalAnchor::centre);

/// How wide the widest of some plain texts is.
float widest_of(const std::vector<std::string>& texts, float size, FontWeight weight,
                const TextMetrics& metrics);

}  // namespace attention_lab

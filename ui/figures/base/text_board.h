// Texts that keep clear of each other.
#pragma once

#include <vector>

#include "ui/figures/base/display_list.h"
#include "ui/figures/base/labels.h"

namespace attention_lab {

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

/// How wide the widest of some plain texts is.
float widest_of(const std::vector<std::string>& texts, float size, FontWeight weight,
                const TextMetrics& metrics);

}  // namespace attention_lab

// What a person can read of a display list: every text on the page, apart from the others, and in a colour
// that stands out from what lies under it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ui/figures/display_list.h"
#include "ui/figures/figure_style.h"
#include "ui/figures/labels.h"

namespace attention_lab::testing {

template <class Command>
std::vector<Command> all_of(const DisplayList& list) {
  std::vector<Command> found;
  for (const DrawCommand& command : list.commands) {
    if (const auto* one = std::get_if<Command>(&command)) found.push_back(*one);
  }
  return found;
}

/// "“0.43” at 10, 20".
std::string described(const Text& text, const TextMetrics& metrics);

/// Whether `inner` lies in `outer`, up to a tolerance.
bool is_within(const Rect& inner, const Rect& outer, float tolerance);

/// Texts are on the page, apart from each other, and none is empty.
void expect_tidy(const DisplayList& list, const TextMetrics& metrics);

/// Each text has a contrast of 4.5 to 1 at least against what was painted under its middle, and against lines
/// that cross it.
void expect_contrast(const DisplayList& list, const FigureStyle& style, const TextMetrics& metrics);

/// The styles of the two themes, as ui/theme.cpp has them.
FigureStyle paper_style(float font_size = 13);
FigureStyle night_style(float font_size = 13);

}  // namespace attention_lab::testing

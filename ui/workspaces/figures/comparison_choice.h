// The choice between the present state B, the pinned state A, and both.
#pragma once

#include <optional>

#include "ui/figures/figure.h"
#include "ui/widgets/controls.h"

namespace attention_lab {

/// The widest name in the list.
inline constexpr const char* widest_comparison = "A, B, B − A";

/// A list of what the figure can show. Returns what is chosen in this frame.
std::optional<Comparison> comparison_choice(Controls& controls, const Rect& rect, FigureName figure,
                                            Comparison now);

}  // namespace attention_lab

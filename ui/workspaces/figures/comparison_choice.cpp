#include "ui/workspaces/figures/comparison_choice.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace attention_lab {

std::optional<Comparison> comparison_choice(Controls& controls, const Rect& rect, FigureName figure,
                                            Comparison now) {
  constexpr std::array all = {Comparison::none, Comparison::pinned, Comparison::side_by_side,
                              Comparison::difference};
  constexpr std::array names = {"B: now", "A: pinned", widest_comparison, "B − A"};
  constexpr std::array words = {"the current state only", "the pinned state only", "both, and the difference",
                                "what changed, cell by cell"};
  std::vector<Choice> choices;
  std::vector<Comparison> offered;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!can_show(figure, all[i])) continue;
    choices.push_back({names[i], words[i]});
    offered.push_back(all[i]);
  }
  const auto at = static_cast<std::size_t>(std::find(all.begin(), all.end(), now) - all.begin());
  const int chosen = controls.choice(rect, "comparison", "show", names[at], choices,
                                     "A is the pinned state, B the current one.");
  if (chosen < 0) return std::nullopt;
  return offered[static_cast<std::size_t>(chosen)];
}

}  // namespace attention_lab

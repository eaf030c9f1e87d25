#include "ui/workspaces/figures/head_choice.h"

#include <cstddef>
#include <string>

#include "core/limits.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

std::string text_of_head(Index head, Index n_heads) {
  return filled("<head> of <n_heads>", {{"head", head}, {"n_heads", n_heads}});
}

}  // namespace

std::string widest_head() {
  return text_of_head(limits::n_heads, limits::n_heads);
}

std::optional<Index> head_choice(Controls& controls, const Rect& rect, const char* name,
                                 const HeadChoice& now) {
  std::ptrdiff_t number = (now.is_all ? now.n_heads : now.head) + 1;
  const std::string shown = now.is_all ? "all" : text_of_head(now.head + 1, now.n_heads);
  const char* const tip = now.has_all
                              ? "Which head is shown. Go past the last one to see all heads side by side."
                              : "Which head is shown.";
  if (!controls.number(rect, name, "head", number, 1, now.n_heads + (now.has_all ? 1 : 0), tip, shown))
    return std::nullopt;
  return static_cast<Index>(number) - 1;
}

}  // namespace attention_lab

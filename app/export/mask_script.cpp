#include "app/export/mask_script.h"

#include "core/words/templates.h"

namespace attention_lab {
namespace {

std::string outside_window(const Window& window) {
  // No templates, in which < would begin a place.
  const std::string left = window.left ? "(j < i - " + std::to_string(*window.left) + ")" : "";
  const std::string right = window.right ? "(j > i + " + std::to_string(*window.right) + ")" : "";
  return left.empty() || right.empty() ? left + right : left + " | " + right;
}

}  // namespace

MaskScript mask_script(const Mask& mask, Index n_tokens, const std::string& library) {
  MaskScript script;
  if (mask == Mask::painted) {
    script.comment = "The painted mask: a hidden score becomes −∞";
    script.visible = mask.cells().cast<Scalar>();
    return script;
  }
  script.indices =
      filled("i, j = <library>.arange(n_tokens)[:, None], <library>.arange(n_tokens)  # query, key",
             {{"library", library}});
  if (mask == Mask::window) {
    script.comment = "The sliding window: a token sees itself and its neighbours; other scores become −∞";
    script.is_hidden = outside_window(mask.window_around());
    return script;
  }
  script.comment = mask.is_causal()
                       ? "No token sees a later one, and nobody sees padding: those scores become −∞"
                       : "Nobody sees padding, and padding sees nobody: those scores become −∞";
  script.is_hidden =
      filled(mask.is_causal() ? "(i >= <real>) | (j >= <real>) | (j > i)" : "(i >= <real>) | (j >= <real>)",
             {{"real", n_tokens - mask.n_padded()}});
  return script;
}

}  // namespace attention_lab

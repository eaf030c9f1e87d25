#include "core/steps/mask_steps.h"

namespace attention_lab {
namespace {

const char* sentence_of_masked_row(const StepContext& c) {
  const Mask& mask = c.model.options.mask;
  if (c.is_fully_masked()) {
    return mask == Mask::padding
               ? "<token> is padding, so it attends to nothing: its weights and its head output will be 0."
               : "No key is visible to <token>: its weights and its head output will be 0.";
  }
  if (c.n_visible_keys(c.step.token) == c.model.n_tokens()) {
    return mask == Mask::causal ? "Nothing comes after <token>, so nothing is hidden from it."
                                : "Nothing is hidden from <token>.";
  }
  switch (mask.kind()) {
    case Mask::none: break;
    case Mask::causal:
      return "Tokens after <token> are hidden: their scores become −∞, so their weights are exactly 0.";
    case Mask::window:
      return "Tokens outside the window of <token> are hidden: their scores become −∞, so their weights are "
             "exactly 0.";
    case Mask::padding:
      return mask.is_causal()
                 ? "Padding and all tokens after <token> are hidden: their scores become −∞, so their "
                   "weights are exactly 0."
                 : "Padding is hidden from <token>: its scores become −∞, so its weights are exactly 0.";
    case Mask::painted:
      return "Some tokens are hidden from <token>: their scores become −∞, so their weights are exactly 0.";
  }
  return "";
}

const char* sentence_of_masked_rows(const Mask& mask) {
  switch (mask.kind()) {
    case Mask::none: break;
    case Mask::causal:
      return "In each row, the scores of later tokens become −∞, so that softmax gives them weights of "
             "exactly 0.";
    case Mask::window:
      return "In each row, the scores of tokens outside the window become −∞, so that softmax gives them "
             "weights of exactly 0.";
    case Mask::padding:
      return mask.is_causal() ? "The scores of later tokens and of padding become −∞, so that softmax gives "
                                "them weights of exactly 0. The weights in rows of padding are all 0."
                              : "The scores of padding become −∞, so that softmax gives it weights of "
                                "exactly 0. The weights in rows of padding are all 0.";
    case Mask::painted:
      return "The scores of hidden cells become −∞, so that softmax gives them weights of exactly 0.";
  }
  return "";
}

}  // namespace

const char* formula_of_mask(const StepContext& c) {
  const Mask& mask = c.model.options.mask;
  const bool is_of_all = c.is_of_all_tokens();
  if (!is_of_all && c.is_fully_masked()) return "m_{<i>,j} = −∞ for every j";
  switch (mask.kind()) {
    case Mask::none: break;
    case Mask::causal: return "m_{<i>,j} = −∞ where j > <i>, else s_{<i>,j}";
    case Mask::window:
      if (!mask.window_around().left) return "m_{<i>,j} = s_{<i>,j} where j ≤ <last visible>, else −∞";
      if (!mask.window_around().right) return "m_{<i>,j} = s_{<i>,j} where <first visible> ≤ j, else −∞";
      return "m_{<i>,j} = s_{<i>,j} where <first visible> ≤ j ≤ <last visible>, else −∞";
    case Mask::padding:
      if (!is_of_all) return "m_{<i>,j} = −∞ where j > <last visible>, else s_{<i>,j}";
      return mask.is_causal() ? "m_{<i>,j} = −∞ where j > <i>, or i or j is padding, else s_{<i>,j}"
                              : "m_{<i>,j} = −∞ where i or j is padding, else s_{<i>,j}";
    case Mask::painted: return "m_{<i>,j} = −∞ where hidden, else s_{<i>,j}";
  }
  return "m_{<i>,j} = s_{<i>,j}";
}

const char* sentence_of_mask(const StepContext& c) {
  return c.is_of_all_tokens() ? sentence_of_masked_rows(c.model.options.mask) : sentence_of_masked_row(c);
}

}  // namespace attention_lab

#include "core/words/mask_words.h"

#include <cstddef>
#include <iterator>

#include "core/words/templates.h"

namespace attention_lab {
namespace {

const char* template_of_visible(const Mask& mask) {
  switch (mask.kind()) {
    case Mask::none: break;
    case Mask::causal: return "<query> may attend to <key>, which does not come later.";
    case Mask::window: return "<query> may attend to <key>, which is inside its window.";
    case Mask::padding:
      return mask.is_causal() ? "<query> may attend to <key>, which does not come later and is not padding."
                              : "<query> may attend to <key>, which is not padding.";
    case Mask::painted: return "Painted: <query> may attend to <key>.";
  }
  return "<query> may attend to <key>: nothing is hidden.";
}

const char* template_of_hidden(const Mask& mask, Index query, Index key, Index n_tokens) {
  const Index n_real = n_tokens - mask.n_padded();
  switch (mask.kind()) {
    case Mask::none: break;
    case Mask::window:
      return "<key> is outside the window of <query>, so it is hidden: a score of minus infinity becomes a "
             "weight of exactly 0.";
    case Mask::padding:
      if (query >= n_real)
        return "<query> is padding, so it may not attend to <key>, nor to any other token: its weights and "
               "its head output are 0.";
      if (key >= n_real)
        return "<key> is padding, so <query> may not attend to it: a score of minus infinity becomes a "
               "weight of exactly 0.";
      break;
    case Mask::painted:
      return sees_nothing(mask, query, n_tokens) ? "Painted: <query> may not attend to <key>, nor to any "
                                                   "other token, so its weights and its head output are 0."
                                                 : "Painted: <query> may not attend to <key>. A score of "
                                                   "minus infinity becomes a weight of exactly 0.";
    case Mask::causal: break;
  }
  return "<key> comes after <query>, so it is hidden: a score of minus infinity becomes a weight of exactly "
         "0.";
}

constexpr MaskWords words_of_masks[] = {
    {"none", "No mask", "no mask", "no mask", "nothing hidden", "nowhere"},
    {"causal", "Causal mask", "causal mask", "causal mask", "later tokens hidden", "where a token is later"},
    {"window", "Sliding window", "sliding window", "sliding window", "hidden outside the window",
     "outside the window"},
    {"padding", "Padding mask", "padding mask", "padding mask", "padding hidden", "where a token is padding"},
    {"painted", "Painted mask", "painted mask", "painted mask", "painted cells hidden",
     "in the painted cells"},
    {"padding", "Causal and padding mask", "causal and padding mask", "causal, padding",
     "later tokens and padding hidden", "where a token is later or padding"},
};

constexpr std::size_t causal_padding = std::size(words_of_masks) - 1;
static_assert(causal_padding == static_cast<std::size_t>(Mask::painted) + 1, "one row for each kind before");

// The index of a mask in the table: its kind, except for padding that also hides later tokens.
std::size_t row_in_table(const Mask& mask) {
  return mask == Mask::padding && mask.is_causal() ? causal_padding : static_cast<std::size_t>(mask.kind());
}

}  // namespace

const MaskWords& mask_words_of(const Mask& mask) {
  return words_of_masks[row_in_table(mask)];
}

std::string sentence_of_visibility(const Mask& mask, Index query, Index key, Index n_tokens,
                                   const std::string& query_name, const std::string& key_name) {
  const char* sentence = is_visible(mask, query, key, n_tokens)
                             ? template_of_visible(mask)
                             : template_of_hidden(mask, query, key, n_tokens);
  return filled(sentence, {{"query", query_name}, {"key", key_name}});
}

}  // namespace attention_lab

#include "core/words/mask_words.h"

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
               "its "
               "head output are 0.";
      if (key >= n_real)
        return "<key> is padding, so <query> may not attend to it: a score of minus infinity becomes a "
               "weight "
               "of exactly 0.";
      break;
    case Mask::painted:
      return sees_nothing(mask, query, n_tokens)
                 ? "Painted: <query> may not attend to <key>, nor to any other token, so its weights and its "
                   "head output are 0."
                 : "Painted: <query> may not attend to <key>. A score of minus infinity becomes a weight of "
                   "exactly 0.";
    case Mask::causal: break;
  }
  return "<key> comes after <query>, so it is hidden: a score of minus infinity becomes a weight of exactly "
         "0.";
}

}  // namespace

const char* name_of_mask(const Mask& mask) {
  switch (mask.kind()) {
    case Mask::none: break;
    case Mask::causal: return "Causal mask";
    case Mask::window: return "Sliding window";
    case Mask::padding: return mask.is_causal() ? "Causal and padding mask" : "Padding mask";
    case Mask::painted: return "Painted mask";
  }
  return "No mask";
}

const char* mask_in_words(const Mask& mask) {
  switch (mask.kind()) {
    case Mask::none: break;
    case Mask::causal: return "causal mask";
    case Mask::window: return "sliding window";
    case Mask::padding: return mask.is_causal() ? "causal and padding mask" : "padding mask";
    case Mask::painted: return "painted mask";
  }
  return "no mask";
}

const char* what_is_hidden(const Mask& mask) {
  switch (mask.kind()) {
    case Mask::none: break;
    case Mask::causal: return "later tokens hidden";
    case Mask::window: return "hidden outside the window";
    case Mask::padding: return mask.is_causal() ? "later tokens and padding hidden" : "padding hidden";
    case Mask::painted: return "painted cells hidden";
  }
  return "nothing hidden";
}

const char* where_hidden(const Mask& mask) {
  switch (mask.kind()) {
    case Mask::none: break;
    case Mask::causal: return "where a token is later";
    case Mask::window: return "outside the window";
    case Mask::padding:
      return mask.is_causal() ? "where a token is later or padding" : "where a token is padding";
    case Mask::painted: return "where it is painted as hidden";
  }
  return "nowhere";
}

std::string sentence_of_visibility(const Mask& mask, Index query, Index key, Index n_tokens,
                                   const std::string& query_name, const std::string& key_name) {
  const char* sentence = is_visible(mask, query, key, n_tokens)
                             ? template_of_visible(mask)
                             : template_of_hidden(mask, query, key, n_tokens);
  return filled(sentence, {{"query", query_name}, {"key", key_name}});
}

}  // namespace attention_lab

// The names of masks, and sentences about what they hide.
#pragma once

#include <string>

#include "core/attention/mask.h"

namespace attention_lab {

/// What a mask is called, depending on where the words stand.
struct MaskWords {
  const char* option;       ///< in a choice: "causal"
  const char* name;         ///< as a title: "Causal mask"
  const char* in_sentence;  ///< "causal mask"
  const char* on_arrow;     ///< as short as possible, two words: "causal, padding"
  const char* hidden;       ///< as a note, what is hidden: "later tokens hidden"
  const char* where;        ///< as the end of a formula, which scores become −∞: "where a token is later"
};

const MaskWords& mask_words_of(const Mask& mask);

/// Why a key is visible to a query, or why it is not: a whole sentence. Precondition: there is a mask.
std::string sentence_of_visibility(const Mask& mask, Index query, Index key, Index n_tokens,
                                   const std::string& query_name, const std::string& key_name);

/// What follows for a query that sees nothing.
inline constexpr const char* no_key_is_visible = "No key is visible: the weights and the head output are 0.";

}  // namespace attention_lab

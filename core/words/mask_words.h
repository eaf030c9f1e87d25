// The names of masks, and sentences about what they hide.
#pragma once

#include <string>

#include "core/attention/mask.h"

namespace attention_lab {

/// "Causal mask", "Sliding window", "Padding mask", "Causal and padding mask", "Painted mask", "No mask".
const char* name_of_mask(const Mask& mask);
/// The same within a sentence: "causal mask".
const char* mask_in_words(const Mask& mask);

/// What is hidden, as a note: "later tokens hidden", "hidden outside the window".
const char* what_is_hidden(const Mask& mask);

/// Which scores become −∞, as the end of a formula: "where a token is later", "outside the window".
const char* where_hidden(const Mask& mask);

/// Why a key is visible to a query, or why it is not: a whole sentence. Precondition: there is a mask.
std::string sentence_of_visibility(const Mask& mask, Index query, Index key, Index n_tokens,
                                   const std::string& query_name, const std::string& key_name);

/// What follows for a query that sees nothing.
inline constexpr const char* no_key_is_visible = "No key is visible: the weights and the head output are 0.";

}  // namespace attention_lab

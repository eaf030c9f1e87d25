// Size limits of documents. Readers and edits report an error that names the limit if one is exceeded.
#pragma once

#include <cstddef>

#include "core/attention/types.h"

namespace attention_lab::limits {

inline constexpr Index n_tokens = 1024;
inline constexpr Index n_sentences = 32;     ///< of a batch
inline constexpr Index batch_tokens = 4096;  ///< of all sentences of a batch, with padding
inline constexpr Index d_model = 4096;       ///< also the limit of d_k, d_v and d_out
inline constexpr Index n_heads = 64;
inline constexpr Index n_words = 4096;     ///< words of a vocabulary
inline constexpr Index seed = 2147483647;  ///< the largest seed, of a document and in the seed box

inline constexpr std::size_t undo_steps = 10000;  ///< older ones are discarded

}  // namespace attention_lab::limits

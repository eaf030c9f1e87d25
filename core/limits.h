// How large a document may be. Past a limit every reader and edit answers with an error that names it.
#pragma once

#include <cstddef>

#include "core/attention/types.h"

namespace attention_lab::limits {

inline constexpr Index n_tokens = 1024;
inline constexpr Index d_model = 4096;  ///< also the limit of d_k, d_v and d_out
inline constexpr Index n_heads = 64;
inline constexpr Index n_words = 4096;     ///< of a vocabulary
inline constexpr Index seed = 2147483647;  ///< of a document and of the seed box

inline constexpr std::size_t undo_steps = 10000;  ///< older ones are forgotten

}  // namespace attention_lab::limits

// Which tokens a token may attend to.
#pragma once

#include "core/attention/model.h"

namespace attention_lab {

/// Whether `query` may attend to `key`.
constexpr bool is_visible(Mask mask, Index query, Index key) {
  return mask == Mask::none || key <= query;
}

/// How many leading keys `query` sees of `n_tokens` (both masks hide a tail, possibly empty).
constexpr Index visible_keys(Mask mask, Index query, Index n_tokens) {
  return mask == Mask::none ? n_tokens : query + 1;
}

}  // namespace attention_lab

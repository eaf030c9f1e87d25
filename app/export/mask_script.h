// The mask in Python scripts.
#pragma once

#include <string>

#include "core/attention/mask.h"
#include "core/attention/types.h"

namespace attention_lab {

/// What a script needs to know which scores are hidden, besides n_tokens.
struct MaskScript {
  std::string comment;    ///< what the mask does
  std::string indices;    ///< a line that is needed before; empty: none
  std::string is_hidden;  ///< an expression, (n_tokens, n_tokens); empty: `visible == 0`, with the cells
  Matrix visible;         ///< the cells of a painted mask; otherwise empty
};

/// `library` is how the script calls it: "np" or "torch". Precondition: there is a mask other than the causal
/// one.
MaskScript mask_script(const Mask& mask, Index n_tokens, const std::string& library);

}  // namespace attention_lab

// How a row of softmax went.
#pragma once

namespace attention_lab {

enum class SoftmaxOutcome {
  ordinary,
  fully_masked,  ///< every entry was −∞: the result is zeros, not NaN
  not_a_number,  ///< a NaN among the entries: the result is NaN throughout
};

}  // namespace attention_lab

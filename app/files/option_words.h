// The words for the options of a model in documents and recordings, in the order of their enumerations.
#pragma once

#include <array>

namespace attention_lab {

inline constexpr std::array projection_words = {"trainable", "identity"};
inline constexpr std::array mask_words = {"none", "causal"};
inline constexpr std::array positions_words = {"none", "learned", "sinusoidal"};
inline constexpr std::array scale_words = {"sqrt_d_k", "none", "custom"};

}  // namespace attention_lab

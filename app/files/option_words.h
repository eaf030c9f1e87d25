// The words of enumerations in documents and recordings.
#pragma once

#include <array>
#include <cstddef>

#include "core/attention/model.h"

namespace attention_lab {

/// In the order of the enumeration. Each has its own; using those of one that has none does not compile.
template <class Enumeration>
constexpr auto words_of = [] { static_assert(sizeof(Enumeration) == 0, "words_of has no words for it"); };
template <>
inline constexpr std::array words_of<Projection> = {"trainable", "identity"};
template <>
inline constexpr std::array words_of<Positions> = {"none", "learned", "sinusoidal"};
template <>
inline constexpr std::array words_of<Scale::Kind> = {"sqrt_d_k", "none", "custom"};

template <class Enumeration>
constexpr const char* word_of(Enumeration value) {
  return words_of<Enumeration>[static_cast<std::size_t>(value)];
}

}  // namespace attention_lab

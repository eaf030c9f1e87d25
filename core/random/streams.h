// A stream of random numbers for each thing that is drawn, so that no two of them share numbers.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/attention/types.h"

namespace attention_lab {

/// FNV-1a (Fowler, Noll, Vo): the same for the same bytes on every machine, since files keep it.
std::uint64_t hash_of(std::string_view bytes);

/// Random numbers that belong to one thing: to a word, or to a matrix of one head. Which numbers they are
/// depends on the seed and on what the thing is called, and on nothing else: not on what was drawn before,
/// and not on how many numbers are asked for. A thing is named step by step, from the kind to the one:
///
///     Stream(seed).of("word").of("cat").number(j)             // dimension j of the embedding of "cat"
///     Stream(seed).of("W_q").of(head).of(row).number(column)
///
/// The names are mixed into a key of 64 bits, and number i is made of the key and i. The numbers look like
/// those of torch.rand, but they are others: those of a PyTorch script come one after the other from its seed
/// (TorchRandom), so one more head would move all that follow it. Equal on every platform.
/// Source: the generator and its mixing function are SplitMix64 of Steele, Lea and Flood, "Fast Splittable
/// Pseudorandom Number Generators" (2014); texts are hashed by FNV-1a.
class Stream {
 public:
  explicit Stream(std::uint64_t seed);

  /// The stream of one thing of this kind. Upper and lower case differ; a text and an index never meet.
  Stream of(std::string_view name) const;
  Stream of(Index index) const;

  /// Number i: uniform in [0, 1), a multiple of 2⁻²⁴. Precondition: i ≥ 0.
  Scalar number(Index i) const;

 private:
  std::uint64_t key_;
};

}  // namespace attention_lab

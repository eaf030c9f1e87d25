// An independent stream of random numbers for each object that is drawn.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/attention/types.h"

namespace attention_lab {

/// FNV-1a (Fowler, Noll, Vo). Must give the same value on every machine, because files contain it.
std::uint64_t hash_of(std::string_view bytes);

/// Random numbers for one object: a word, or a matrix of one head. They depend only on the seed and on the
/// name of the object: not on what was drawn before, and not on how many numbers are used. The name is built
/// in steps, from the general to the particular:
///
///     Stream(seed).of("word").of("cat").number(j)             // dimension j of the embedding of "cat"
///     Stream(seed).of("W_q").of(head).of(row).number(column)
///
/// The parts of the name are mixed into a 64-bit key, and number i is computed from the key and i. The
/// numbers have the distribution of torch.rand, but not its values: a PyTorch script draws all numbers in
/// sequence from its seed (see TorchRandom), so an additional head would change everything after it. Equal on
/// every platform. Source: SplitMix64, the generator and its mixing function, of Steele, Lea and Flood, "Fast
/// Splittable Pseudorandom Number Generators" (2014); texts are hashed with FNV-1a.
class Stream {
 public:
  explicit Stream(std::uint64_t seed);

  /// The stream for this part of the name. Case matters; texts and indices give different streams.
  Stream of(std::string_view name) const;
  Stream of(Index index) const;

  /// Number i: uniform in [0, 1), a multiple of 2⁻²⁴. Precondition: i ≥ 0.
  Scalar number(Index i) const;

 private:
  std::uint64_t key_;
};

}  // namespace attention_lab

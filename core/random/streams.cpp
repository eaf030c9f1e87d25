#include "core/random/streams.h"

#include <cassert>

namespace attention_lab {
namespace {

constexpr std::uint64_t golden_gamma = 0x9E3779B97F4A7C15U;  // 2⁶⁴ ÷ the golden ratio, odd

/// A bijection in which changing one input bit changes about half of the output bits.
std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9U;
  bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBU;
  return bits ^ (bits >> 31U);
}

// Each part of a name is mixed with a constant of its sort before it is combined with the key, so that parts
// cannot cancel each other or be mistaken for numbers of the stream.
constexpr std::uint64_t seed_sort = 0x5851F42D4C957F2DU;
constexpr std::uint64_t text_sort = 0xD1342543DE82EF95U;
constexpr std::uint64_t index_sort = 0x2545F4914F6CDD1DU;

std::uint64_t joined(std::uint64_t key, std::uint64_t part, std::uint64_t sort) {
  return mixed((key ^ mixed(part + sort)) + sort);
}

}  // namespace

std::uint64_t hash_of(std::string_view bytes) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3U;
  return hash;
}

Stream::Stream(std::uint64_t seed) : key_(joined(0, seed, seed_sort)) {}

Stream Stream::of(std::string_view name) const {
  Stream narrower = *this;
  narrower.key_ = joined(key_, hash_of(name), text_sort);
  return narrower;
}

Stream Stream::of(Index index) const {
  Stream narrower = *this;
  narrower.key_ = joined(key_, static_cast<std::uint64_t>(index), index_sort);
  return narrower;
}

Scalar Stream::number(Index i) const {
  assert(i >= 0);
  const std::uint64_t bits = mixed(key_ + (static_cast<std::uint64_t>(i) + 1) * golden_gamma) >> 40U;
  return static_cast<Scalar>(static_cast<float>(bits) * 0x1p-24F);
}

}  // namespace attention_lab

// A pack: as many numbers as one register holds. The kernels are written in terms of packs. Only
// kernels_variant.cpp includes this file, and it means something different in each variant; kernels.h
// explains why nothing in it may have a name that is visible to other files.
//
// These are the compiler's vector types rather than Eigen arrays. Eigen starts its packets at the next
// aligned address, so the last digit of a sum would depend on the address of the row.
#pragma once

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "core/attention/scalar.h"

namespace attention_lab::ATTENTION_LAB_KERNELS {
namespace {

#if defined(__AVX512F__)
constexpr int pack_bytes = 64;
#elif defined(__AVX2__)
constexpr int pack_bytes = 32;
#else
constexpr int pack_bytes = 16;
#endif

// A vector of `n_bytes` bytes.
template <int n_bytes>
struct Lanes {
  typedef Scalar Type __attribute__((vector_size(n_bytes)));  // NOLINT: `using` loses the attribute in GCC
};

using Pack = Lanes<pack_bytes>::Type;
constexpr Index pack_size = pack_bytes / static_cast<int>(sizeof(Scalar));

inline Pack load(const Scalar* from) {
  Pack pack;
  __builtin_memcpy(&pack, from, sizeof pack);
  return pack;
}

inline void store(Scalar* to, Pack pack) {
  __builtin_memcpy(to, &pack, sizeof pack);
}

inline Pack all(Scalar value) {
  return value - Pack{};  // not + Pack{}, which would turn −0 into 0
}

// a·b + c, rounded once with AVX2 and AVX-512, and twice in the baseline. It is written out, and
// core/CMakeLists.txt forbids the compiler to fuse operations on its own, because it might fuse them in the
// middle of a row but not at its end.
inline Pack multiply_add(Pack a, Pack b, Pack c) {
#if defined(__AVX512F__) && !defined(ATTENTION_LAB_DOUBLE)
  return _mm512_fmadd_ps(a, b, c);
#elif defined(__AVX512F__)
  return _mm512_fmadd_pd(a, b, c);
#elif defined(__AVX2__) && !defined(ATTENTION_LAB_DOUBLE)
  return _mm256_fmadd_ps(a, b, c);
#elif defined(__AVX2__)
  return _mm256_fmadd_pd(a, b, c);
#else
  return a * b + c;
#endif
}

// Loads the first `size` numbers (at least one, at most a pack) and puts `rest` into the other lanes;
// store_some is the reverse. The rows of a short sentence consist only of such partial packs, so the masked
// AVX instructions are worth the extra code.
#if defined(__AVX512F__) && !defined(ATTENTION_LAB_DOUBLE)
inline __mmask16 first(Index size) {
  return static_cast<__mmask16>((1U << size) - 1U);
}

inline Pack load_some(const Scalar* from, Index size, Scalar rest) {
  return _mm512_mask_loadu_ps(all(rest), first(size), from);
}

inline void store_some(Scalar* to, Index size, Pack pack) {
  _mm512_mask_storeu_ps(to, first(size), pack);
}
#elif defined(__AVX2__) && !defined(ATTENTION_LAB_DOUBLE)
inline __m256i first(Index size) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(size)),
                            _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

inline Pack load_some(const Scalar* from, Index size, Scalar rest) {
  const __m256i mask = first(size);
  return _mm256_blendv_ps(all(rest), _mm256_maskload_ps(from, mask), _mm256_castsi256_ps(mask));
}

inline void store_some(Scalar* to, Index size, Pack pack) {
  if (size == pack_size) return store(to, pack);
  // In halves, because the masked store instruction is many times slower on some processors.
  __m128 rest = _mm256_castps256_ps128(pack);
  if ((size & 4) != 0) {
    _mm_storeu_ps(to, rest);
    to += 4;
    rest = _mm256_extractf128_ps(pack, 1);
  }
  if ((size & 2) != 0) {
    _mm_storel_epi64(reinterpret_cast<__m128i*>(to), _mm_castps_si128(rest));
    to += 2;
    rest = _mm_movehl_ps(rest, rest);
  }
  if ((size & 1) != 0) _mm_store_ss(to, rest);
}
#elif !defined(__AVX2__) && !defined(ATTENTION_LAB_DOUBLE)
inline Pack load_some(const Scalar* from, Index size, Scalar rest) {
  switch (size) {
    case 1: return Pack{from[0], rest, rest, rest};
    case 2: return Pack{from[0], from[1], rest, rest};
    case 3: return Pack{from[0], from[1], from[2], rest};
    default: return load(from);
  }
}

inline void store_some(Scalar* to, Index size, Pack pack) {
  if (size == pack_size) return store(to, pack);
  to[0] = pack[0];
  if (size > 1) to[1] = pack[1];
  if (size > 2) to[2] = pack[2];
}
#else
inline Pack load_some(const Scalar* from, Index size, Scalar rest) {
  Pack pack = all(rest);
  for (Index lane = 0; lane < size; ++lane) pack[lane] = from[lane];
  return pack;
}

inline void store_some(Scalar* to, Index size, Pack pack) {
  for (Index lane = 0; lane < size; ++lane) to[lane] = pack[lane];
}
#endif

// Combines all lanes into one number by halving: four steps for sixteen lanes instead of fifteen.
template <int n_bytes, class Combine>
inline Scalar fold(typename Lanes<n_bytes>::Type lanes, Combine combine) {
  if constexpr (n_bytes == 2 * sizeof(Scalar)) {
    return combine(Scalar{lanes[0]}, Scalar{lanes[1]});
  } else {
    typename Lanes<n_bytes / 2>::Type halves[2];
    __builtin_memcpy(halves, &lanes, sizeof lanes);
    return fold<n_bytes / 2>(combine(halves[0], halves[1]), combine);
  }
}

inline Scalar sum_of(Pack pack) {
  return fold<pack_bytes>(pack, [](auto a, auto b) { return a + b; });
}

inline Scalar largest_of(Pack pack) {
  return fold<pack_bytes>(pack, [](auto a, auto b) { return a > b ? a : b; });
}

}  // namespace
}  // namespace attention_lab::ATTENTION_LAB_KERNELS

// The products of the kernels. Only kernels_variant.cpp includes this file (see kernels_pack.h).
//
// Entry (i, j) of a product is computed as one chain, whatever is computed beside it:
//
//   start with 0, add A[i,k]·B[k,j] for k = 0, 1, 2, …, and finally add bias[j], or 0 without a bias
//
// Each step is one fused multiply-add; in the baseline, the product is rounded before it is added. Therefore
// a row or column computed alone has the same bits as in the whole product, equal rows of A give equal rows,
// and the factors may be exchanged. Numbers within one register are never added up: its lanes are columns.
// A chain may be interrupted: storing the partial sum in C does not round it.
// Adding 0 at the end turns −0 into 0. If every term was flushed to zero, the chain may end in −0.
#pragma once

#include "core/attention/kernels.h"
#include "core/attention/kernels_pack.h"

namespace attention_lab::ATTENTION_LAB_KERNELS {
namespace {

// --------------------------------------------------------------------------------------------- one tile

// A tile of C is large enough that its sums, two packs of B and one number of A fill the registers, and that
// no sum has to wait for the previous one.
#if defined(__AVX512F__)
constexpr int tile_rows = 12;
#elif defined(__AVX2__)
constexpr int tile_rows = 6;
#else
constexpr int tile_rows = 4;
#endif
constexpr int tile_packs = 2;
constexpr Index tile_columns = tile_packs * pack_size;

// A range of steps of the chains of one tile.
struct Tile {
  const Scalar* A;
  Index a_stride;  // ignored if the template argument gives the stride
  const Scalar* B;
  Index b_stride;
  const Scalar* start;  // the partial sums so far: in C, or one row of zeros
  Index start_stride;
  const Scalar* addend;  // one row, added after the last step
  Scalar* C;
  Index c_stride;
  Index n_inner;
  Index last_size;  // columns in the last pack, at least one
};

constexpr Scalar zeros[tile_columns] = {};
// x + −0 is x for every x, whereas −0 + 0 is 0.
struct NegativeZeros {
  Scalar row[tile_columns];
  constexpr NegativeZeros() : row() {
    for (Scalar& number : row) number = Scalar{-0.0};
  }
};
constexpr NegativeZeros negative_zeros;

// `a_stride` is 0, or the stride of A as a constant, so that one register can address all rows. `is_padded`:
// the whole last pack of B may be read.
template <int rows, int packs, Index a_stride, bool is_padded>
void compute(const Tile& tile) {
  const Index stride = a_stride > 0 ? a_stride : tile.a_stride;
  constexpr int last = packs - 1;
  const auto load_last = [&tile](const Scalar* row) {
    return load_some(row + last * pack_size, tile.last_size, 0);
  };
  const Index n_inner = tile.n_inner;
  Pack sums[rows][packs];

  // 1. Load the partial sums.
#pragma GCC unroll 16
  for (int i = 0; i < rows; ++i) {
    const Scalar* row = tile.start + i * tile.start_stride;
#pragma GCC unroll 16
    for (int p = 0; p < last; ++p) sums[i][p] = load(row + p * pack_size);
    sums[i][last] = load_last(row);
  }

  // 2. The next steps of the chains.
  const Scalar* a = tile.A;
  const Scalar* b = tile.B;
  for (Index k = 0; k < n_inner; ++k) {
    Pack columns[packs];
#pragma GCC unroll 16
    for (int p = 0; p < last; ++p) columns[p] = load(b + p * pack_size);
    columns[last] = is_padded ? load(b + last * pack_size) : load_last(b);
#pragma GCC unroll 16
    for (int i = 0; i < rows; ++i) {
      const Pack number = all(a[i * stride]);
#pragma GCC unroll 16
      for (int p = 0; p < packs; ++p) sums[i][p] = multiply_add(number, columns[p], sums[i][p]);
    }
    ++a;
    b += tile.b_stride;
  }

  // 3. Add the bias, or −0 to store partial sums unchanged.
  Pack addend[packs];
#pragma GCC unroll 16
  for (int p = 0; p < last; ++p) addend[p] = load(tile.addend + p * pack_size);
  addend[last] = load_last(tile.addend);
#pragma GCC unroll 16
  for (int i = 0; i < rows; ++i) {
    Scalar* row = tile.C + i * tile.c_stride;
#pragma GCC unroll 16
    for (int p = 0; p < last; ++p) store(row + p * pack_size, sums[i][p] + addend[p]);
    store_some(row + last * pack_size, tile.last_size, sums[i][last] + addend[last]);
  }
}

// Computes a tile of at most `most_rows` rows and `most_packs` packs, dispatched by its size.
template <int most_rows, int most_packs, Index a_stride, bool is_padded>
inline void compute_any(Index n_rows, Index n_packs, const Tile& tile) {
  if constexpr (most_packs > 1) {
    if (n_packs < most_packs)
      return compute_any<most_rows, most_packs - 1, a_stride, is_padded>(n_rows, n_packs, tile);
  }
  if constexpr (most_rows > 1) {
    if (n_rows < most_rows)
      return compute_any<most_rows - 1, most_packs, a_stride, is_padded>(n_rows, n_packs, tile);
  }
  compute<most_rows, most_packs, a_stride, is_padded>(tile);
}

inline Index smaller(Index a, Index b) {
  return a < b ? a : b;
}

inline Index packs_in(Index n_columns) {
  return (n_columns + pack_size - 1) / pack_size;
}

// ----------------------------------------------------------------------------------------- small products

// The number of rows whose addresses fit into the registers.
constexpr int direct_rows = tile_rows < 6 ? tile_rows : 6;

// C = A·B + bias with the factors read in place.
void multiply_directly(const ProductTask& product) {
  for (Index j = 0; j < product.n_columns; j += tile_columns) {
    const Index width = smaller(tile_columns, product.n_columns - j);
    const Index n_packs = packs_in(width);
    for (Index i = 0; i < product.n_rows; i += direct_rows) {
      const Tile tile = {.A = product.A + i * product.a_stride,
                         .a_stride = product.a_stride,
                         .B = product.B + j,
                         .b_stride = product.b_stride,
                         .start = zeros,
                         .start_stride = 0,
                         .addend = product.bias == nullptr ? zeros : product.bias + j,
                         .C = product.C + i * product.c_stride + j,
                         .c_stride = product.c_stride,
                         .n_inner = product.n_inner,
                         .last_size = width - (n_packs - 1) * pack_size};
      compute_any<direct_rows, tile_packs, 0, false>(smaller(direct_rows, product.n_rows - i), n_packs, tile);
    }
  }
}

// ----------------------------------------------------------------------------------------- large products

// For a large product, parts of the factors are copied into the order in which they are used: this many steps
// of the chains at a time, and as many columns of B as `right_size` allows. The copies are on the stack, so
// that a recompute allocates nothing.
constexpr Index inner_part = 256;
constexpr Index right_size = 64 * inner_part;
static_assert(right_size / inner_part >= tile_columns);
// Rows of A are copied only if a tile has more rows than there are registers to address them.
constexpr bool copies_left = tile_rows > direct_rows;
// If this were a power of two, consecutive rows would map to the same cache lines.
constexpr Index left_stride = inner_part + 64 / static_cast<Index>(sizeof(Scalar));

// Copies `n_rows` rows of `size` numbers each.
inline void copy_left(const Scalar* A, Index a_stride, Index n_rows, Index size, Scalar* left) {
  for (Index i = 0; i < n_rows; ++i) {
    const Scalar* from = A + i * a_stride;
    Scalar* to = left + i * left_stride;
    Index k = 0;
    for (; k + pack_size <= size; k += pack_size) store(to + k, load(from + k));
    if (k < size) store(to + k, load_some(from + k, size - k, 0));
  }
}

// Copies a panel: as many columns as a tile has, row by row, with zeros past the last column.
inline void copy_panel(const Scalar* B, Index b_stride, Index n_inner, Index width, Scalar* panel) {
  const Index n_whole = width / pack_size;
  const Index rest = width % pack_size;
  for (Index k = 0; k < n_inner; ++k) {
    const Scalar* from = B + k * b_stride;
    Scalar* to = panel + k * tile_columns;
    for (Index p = 0; p < n_whole; ++p) store(to + p * pack_size, load(from + p * pack_size));
    if (rest > 0) store(to + n_whole * pack_size, load_some(from + n_whole * pack_size, rest, 0));
  }
}

using Quad = Lanes<16>::Type;
constexpr Index quad_size = 16 / static_cast<int>(sizeof(Scalar));

// Copies a small square of B, `quad_size` by `quad_size`, transposed.
inline void transpose_quad(const Scalar* B, Index b_stride, Scalar* panel) {
  Quad rows[quad_size];
  for (Index j = 0; j < quad_size; ++j) __builtin_memcpy(&rows[j], B + j * b_stride, sizeof(Quad));
#ifdef ATTENTION_LAB_DOUBLE
  const Quad columns[] = {__builtin_shufflevector(rows[0], rows[1], 0, 2),
                          __builtin_shufflevector(rows[0], rows[1], 1, 3)};
#else
  const Quad low_01 = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
  const Quad high_01 = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
  const Quad low_23 = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
  const Quad high_23 = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
  const Quad columns[] = {__builtin_shufflevector(low_01, low_23, 0, 1, 4, 5),
                          __builtin_shufflevector(low_01, low_23, 2, 3, 6, 7),
                          __builtin_shufflevector(high_01, high_23, 0, 1, 4, 5),
                          __builtin_shufflevector(high_01, high_23, 2, 3, 6, 7)};
#endif
  for (Index k = 0; k < quad_size; ++k) __builtin_memcpy(panel + k * tile_columns, &columns[k], sizeof(Quad));
}

// Copies a panel of Bᵀ: `width` rows of B become its columns.
inline void copy_transposed_panel(const Scalar* B, Index b_stride, Index n_inner, Index width,
                                  Scalar* panel) {
  const Index whole_width = width - width % quad_size;
  const Index whole_inner = n_inner - n_inner % quad_size;
  for (Index k = 0; k < whole_inner; k += quad_size)
    for (Index j = 0; j < whole_width; j += quad_size)
      transpose_quad(B + j * b_stride + k, b_stride, panel + k * tile_columns + j);
  for (Index k = 0; k < n_inner; ++k) {
    Scalar* to = panel + k * tile_columns;
    for (Index j = k < whole_inner ? whole_width : 0; j < width; ++j) to[j] = B[j * b_stride + k];
    for (Index j = width; j < packs_in(width) * pack_size; ++j) to[j] = 0;
  }
}

template <bool is_transposed>
[[gnu::noinline]] void multiply_copied(const ProductTask& product) {
  alignas(64) Scalar left[tile_rows * left_stride];
  alignas(64) Scalar right[right_size];
  const Index part = smaller(inner_part, product.n_inner);
  const Index strip = right_size / part / tile_columns * tile_columns;

  for (Index j = 0; j < product.n_columns; j += strip) {
    const Index n_columns = smaller(strip, product.n_columns - j);
    for (Index k = 0; k < product.n_inner; k += part) {
      const Index n_inner = smaller(part, product.n_inner - k);
      // 1. Copy a part of B, in panels.
      for (Index panel = 0; panel < n_columns; panel += tile_columns) {
        const Index width = smaller(tile_columns, n_columns - panel);
        if constexpr (is_transposed)
          copy_transposed_panel(product.B + (j + panel) * product.b_stride + k, product.b_stride, n_inner,
                                width, right + panel * n_inner);
        else
          copy_panel(product.B + k * product.b_stride + j + panel, product.b_stride, n_inner, width,
                     right + panel * n_inner);
      }
      // 2. Copy a few rows of A and compute their tiles.
      const bool begins = k == 0;
      const bool ends = k + n_inner == product.n_inner;
      for (Index i = 0; i < product.n_rows; i += tile_rows) {
        const Index n_rows = smaller(tile_rows, product.n_rows - i);
        const Scalar* A = product.A + i * product.a_stride + k;
        if (copies_left) copy_left(A, product.a_stride, n_rows, n_inner, left);
        for (Index panel = 0; panel < n_columns; panel += tile_columns) {
          const Index width = smaller(tile_columns, n_columns - panel);
          const Index n_packs = packs_in(width);
          Scalar* C = product.C + i * product.c_stride + j + panel;
          const Scalar* bias = product.bias == nullptr ? zeros : product.bias + j + panel;
          const Tile tile = {.A = copies_left ? left : A,
                             .a_stride = product.a_stride,
                             .B = right + panel * n_inner,
                             .b_stride = tile_columns,
                             .start = begins ? zeros : C,
                             .start_stride = begins ? 0 : product.c_stride,
                             .addend = ends ? bias : negative_zeros.row,
                             .C = C,
                             .c_stride = product.c_stride,
                             .n_inner = n_inner,
                             .last_size = width - (n_packs - 1) * pack_size};
          compute_any<tile_rows, tile_packs, copies_left ? left_stride : 0, true>(n_rows, n_packs, tile);
        }
      }
    }
  }
}

// ------------------------------------------------------------------------------------------------- both

// From this many rows on, copying B costs less than reading it in place, provided that B does not fit into
// the first-level cache anyway.
constexpr Index worth_copying_rows = Index{4} * direct_rows;
constexpr Index worth_copying_bytes = Index{16} * 1024;

// C = A·B + bias
void multiply(const ProductTask& product) {
  const Index bytes = product.n_inner * product.n_columns * static_cast<Index>(sizeof(Scalar));
  if (product.n_rows < worth_copying_rows || bytes <= worth_copying_bytes) return multiply_directly(product);
  multiply_copied<false>(product);
}

// C = A·Bᵀ + bias
void multiply_transposed(const ProductTask& product) {
  constexpr Index small = 512;
  if (product.n_inner * product.n_columns > small) return multiply_copied<true>(product);
  Scalar right[small];  // (n_inner, n_columns)
  for (Index k = 0; k < product.n_inner; ++k)
    for (Index j = 0; j < product.n_columns; ++j)
      right[k * product.n_columns + j] = product.B[j * product.b_stride + k];
  ProductTask direct = product;
  direct.B = right;
  direct.b_stride = product.n_columns;
  multiply_directly(direct);
}

}  // namespace
}  // namespace attention_lab::ATTENTION_LAB_KERNELS

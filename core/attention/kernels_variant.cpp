// One variant of the kernels. core/CMakeLists.txt compiles this file several times, each time for another
// instruction set and with another ATTENTION_LAB_VARIANT. Why nothing here may share a name with another
// file, and why Eigen gets a new one, stands in kernels.h; its namespace is renamed before it is included.
#include "core/attention/kernels.h"

#define ATTENTION_LAB_JOIN_(a, b) a##b
#define ATTENTION_LAB_JOIN(a, b) ATTENTION_LAB_JOIN_(a, b)
#define Eigen ATTENTION_LAB_JOIN(Eigen_, ATTENTION_LAB_VARIANT)
#define ATTENTION_LAB_KERNELS ATTENTION_LAB_JOIN(kernels_, ATTENTION_LAB_VARIANT)

// Eigen copies the operands of a product, a block at a time, into temporary memory: on the stack up to this
// size, from the heap above it. The blocks of forward.cpp need 270 KB at most; glibc gives every thread 8 MB.
#if defined(__GLIBC__)
#define EIGEN_STACK_ALLOCATION_LIMIT (512 * 1024)
#endif

#include <limits>

#include <Eigen/Core>

namespace attention_lab::ATTENTION_LAB_KERNELS {
namespace {

using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ConstView = Eigen::Map<const Matrix>;
using View = Eigen::Map<Matrix>;

constexpr Scalar infinity = std::numeric_limits<Scalar>::infinity();
constexpr Scalar not_a_number = std::numeric_limits<Scalar>::quiet_NaN();
constexpr Scalar smallest_normal = std::numeric_limits<Scalar>::min();

// ---------------------------------------------------------------------------------------------- products

// Below this many multiplications the preparations of a blocked product cost more than the product.
constexpr Index small_product = 4096;

bool is_small(Index n_rows, Index n_inner, Index n_columns) {
  return n_rows * n_inner * n_columns <= small_product;
}

// C = A·B
void multiply(const Scalar* A, const Scalar* B, Scalar* C, Index n_rows, Index n_inner, Index n_columns) {
  if (is_small(n_rows, n_inner, n_columns)) {
    for (Index i = 0; i < n_rows; ++i)
      for (Index j = 0; j < n_columns; ++j) {
        Scalar sum = 0;
        for (Index k = 0; k < n_inner; ++k) sum += A[i * n_inner + k] * B[k * n_columns + j];
        C[i * n_columns + j] = sum;
      }
    return;
  }
  // A wide B is taken in strips: Eigen's copies of a whole W_o would not fit on the stack.
  constexpr Index strip = 256;
  const ConstView left(A, n_rows, n_inner);
  const ConstView right(B, n_inner, n_columns);
  View product(C, n_rows, n_columns);
  for (Index j = 0; j < n_columns; j += strip) {
    const Index width = n_columns - j < strip ? n_columns - j : strip;
    product.middleCols(j, width).noalias() = left * right.middleCols(j, width);
  }
}

// C = A·Bᵀ
void multiply_transposed(const Scalar* A, const Scalar* B, Scalar* C, Index n_rows, Index n_inner,
                         Index n_columns) {
  if (is_small(n_rows, n_inner, n_columns)) {
    for (Index i = 0; i < n_rows; ++i)
      for (Index j = 0; j < n_columns; ++j) {
        Scalar sum = 0;
        for (Index k = 0; k < n_inner; ++k) sum += A[i * n_inner + k] * B[j * n_inner + k];
        C[i * n_columns + j] = sum;
      }
    return;
  }
  View(C, n_rows, n_columns).noalias() =
      ConstView(A, n_rows, n_inner) * ConstView(B, n_columns, n_inner).transpose();
}

// ----------------------------------------------------------------------------------------------- softmax

// As many numbers as one register holds, computed with side by side. A vector type of the compiler's and not
// Eigen's arrays: those begin at the next aligned address, so that the last digit of a sum would depend on
// where a row happens to lie in memory.
#if defined(__AVX512F__)
constexpr int pack_bytes = 64;
#elif defined(__AVX__)
constexpr int pack_bytes = 32;
#else
constexpr int pack_bytes = 16;
#endif
typedef Scalar Pack __attribute__((vector_size(pack_bytes)));  // NOLINT: `using` loses the attribute in GCC
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
  return Pack{} + value;
}

// The first `size` numbers, fewer than a pack, and `rest` in the other places; and the way back. Rows of a
// short sentence are nothing but such ends, so the masked instructions of AVX are worth their lines.
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
  _mm256_maskstore_ps(to, first(size), pack);
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

// All lanes combined into one number, by halves: four steps for sixteen lanes instead of fifteen.
template <int n_bytes>
struct Lanes {
  typedef Scalar Type __attribute__((vector_size(n_bytes)));  // NOLINT: as Pack
};

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

#ifdef ATTENTION_LAB_DOUBLE
// e^x for x ≤ 0, and exactly 0 where that is no normal number.
inline Pack exponential(Pack x) {
  for (Index lane = 0; lane < pack_size; ++lane) x[lane] = x[lane] < -708.39 ? 0.0 : __builtin_exp(x[lane]);
  return x;
}
#else
// e^x for x ≤ 0, and exactly 0 where that is no normal number; NaN stays NaN. Eigen's would do, but for
// its lower end: it takes −∞ for the least number whose exponential is normal, and a hidden token must get
// 0.
inline Pack exponential(Pack x) {
  // 1. x = n·ln 2 + r with an integer n and |r| ≤ ½ ln 2. Adding 1.5·2²³ leaves no digits behind the point.
  const Pack lowest = all(-87.3365F);  // ln of the smallest normal number
  const Pack bounded = x < lowest ? lowest : x;
  const Pack rounder = all(0x1.8p23F);
  const Pack rounded = bounded * 1.44269504F + rounder;
  const Pack n = rounded - rounder;
  // ln 2 in two parts, of which the first has so few digits that its product with n is exact.
  const Pack r = (bounded - n * 0.693359375F) - n * -2.12194440e-4F;

  // 2. e^r = 1 + r + r²/2! + …: the first term left out is below 6e-9.
  Pack e_r = all(1.0F / 5040);
  e_r = e_r * r + 1.0F / 720;
  e_r = e_r * r + 1.0F / 120;
  e_r = e_r * r + 1.0F / 24;
  e_r = e_r * r + 1.0F / 6;
  e_r = e_r * r + 0.5F;
  e_r = e_r * r + 1.0F;
  e_r = e_r * r + 1.0F;

  // 3. e^x = 2ⁿ·e^r. 2ⁿ is the float whose exponent field holds n + 127, and n stands in the last digits
  // of `rounded`.
  typedef unsigned Bits __attribute__((vector_size(pack_bytes)));  // NOLINT: as Pack
  const Bits exponent = __builtin_bit_cast(Bits, rounded) - __builtin_bit_cast(Bits, rounder) + 127U;
  const Pack two_to_n = __builtin_bit_cast(Pack, exponent << 23U);
  return x < lowest ? Pack{} : e_r * two_to_n;
}
#endif

// The largest entry; −∞ if there is none. NaN compares false and so is passed over.
inline Scalar maximum(const Scalar* row, Index size) {
  Pack largest = all(-infinity);
  Pack candidates;
  Index j = 0;
  for (; j + pack_size <= size; j += pack_size) {
    candidates = load(row + j);
    largest = candidates > largest ? candidates : largest;
  }
  if (j < size) {
    candidates = load_some(row + j, size - j, -infinity);
    largest = candidates > largest ? candidates : largest;
  }
  return largest_of(largest);
}

// exponentials = exp((logits − max) ÷ temperature). Returns their sum.
inline Scalar exponentiate(const Scalar* logits, Scalar* exponentials, Index size, Scalar max,
                           Scalar temperature) {
  Pack sums = {};
  Index j = 0;
  for (; j + pack_size <= size; j += pack_size) {
    const Pack e = exponential((load(logits + j) - max) / temperature);
    store(exponentials + j, e);
    sums += e;
  }
  if (j < size) {
    const Pack e = exponential((load_some(logits + j, size - j, -infinity) - max) / temperature);
    store_some(exponentials + j, size - j, e);
    sums += e;  // exp(−∞) = 0 in the places past the end
  }
  return sum_of(sums);
}

// quotients = row ÷ divisor
inline void divide(const Scalar* row, Scalar divisor, Scalar* quotients, Index size) {
  Index j = 0;
  for (; j + pack_size <= size; j += pack_size) store(quotients + j, load(row + j) / divisor);
  if (j < size) store_some(quotients + j, size - j, load_some(row + j, size - j, 1) / divisor);
}

inline void copy(const Scalar* row, Scalar* twin, Index size) {
  Index j = 0;
  for (; j + pack_size <= size; j += pack_size) store(twin + j, load(row + j));
  if (j < size) store_some(twin + j, size - j, load_some(row + j, size - j, 0));
}

inline void fill(Scalar* row, Index size, Scalar value) {
  for (Index j = 0; j < size; ++j) row[j] = value;
}

// A row without a finite maximum: nothing but −∞, or a +∞, and perhaps NaN. `logits` and `probabilities`
// may be the same memory.
SoftmaxOutcome softmax_of_infinities(const Scalar* logits, Scalar* probabilities, Index size) {
  Index n_infinite = 0;
  for (Index j = 0; j < size; ++j) {
    if (logits[j] != logits[j]) {
      fill(probabilities, size, not_a_number);
      return SoftmaxOutcome::not_a_number;
    }
    if (logits[j] == infinity) ++n_infinite;
  }
  if (n_infinite == 0) {
    fill(probabilities, size, 0);
    return SoftmaxOutcome::fully_masked;
  }
  const Scalar share = Scalar{1} / static_cast<Scalar>(n_infinite);
  for (Index j = 0; j < size; ++j) probabilities[j] = logits[j] == infinity ? share : Scalar{0};
  return SoftmaxOutcome::ordinary;
}

SoftmaxOutcome softmax(const Scalar* logits, Scalar* probabilities, Index size, Scalar temperature) {
  // 1. The maximum, so that the largest exponential is exp(0) = 1 and none overflows.
  const Scalar max = maximum(logits, size);
  if (max == infinity || max == -infinity) return softmax_of_infinities(logits, probabilities, size);

  // 2. The exponentials. A temperature too small to be a normal number counts as zero here, and 0 ÷ 0 is
  // NaN.
  const Scalar sum = exponentiate(logits, probabilities, size, max,
                                  temperature < smallest_normal ? smallest_normal : temperature);
  if (sum != sum) {
    fill(probabilities, size, not_a_number);
    return SoftmaxOutcome::not_a_number;
  }

  // 3. Their shares. The sum is at least 1.
  divide(probabilities, sum, probabilities, size);
  return SoftmaxOutcome::ordinary;
}

// --------------------------------------------------------------------------------------------- attention

void affine(const AffineTask& task) {
  multiply(task.A, task.B, task.C, task.n_rows, task.n_inner, task.n_columns);
  if (task.bias == nullptr) return;
  for (Index i = 0; i < task.n_rows; ++i)
    for (Index j = 0; j < task.n_columns; ++j) task.C[i * task.n_columns + j] += task.bias[j];
}

void attention(const AttentionTask& task) {
  const Index n_tokens = task.n_tokens;

  // 1. scores = Q·Kᵀ, for all queries of the block at once: products like company.
  multiply_transposed(task.Q, task.K, task.scores, task.n_queries, task.d_k, n_tokens);

  // 2. From scores to weights one query at a time, while its row is in the nearest cache.
  for (Index i = 0; i < task.n_queries; ++i) {
    const Scalar* scores = task.scores + i * n_tokens;
    Scalar* scaled_scores = task.scaled_scores + i * n_tokens;
    Scalar* masked_scores = task.masked_scores + i * n_tokens;
    Scalar* weights = task.weights + i * n_tokens;

    divide(scores, task.divisor, scaled_scores, n_tokens);

    const Index n_visible = task.is_causal ? task.first_query + i + 1 : n_tokens;
    copy(scaled_scores, masked_scores, n_visible);
    fill(masked_scores + n_visible, n_tokens - n_visible, -infinity);

    softmax(masked_scores, weights, n_tokens, task.temperature);
  }

  // 3. head_output = weights·V
  multiply(task.weights, task.V, task.head_output, task.n_queries, n_tokens, task.d_v);
}

#define ATTENTION_LAB_TEXT_(a) #a
#define ATTENTION_LAB_TEXT(a) ATTENTION_LAB_TEXT_(a)

}  // namespace

extern const Kernels kernels;
const Kernels kernels = {ATTENTION_LAB_TEXT(ATTENTION_LAB_VARIANT), affine, attention, softmax};

}  // namespace attention_lab::ATTENTION_LAB_KERNELS

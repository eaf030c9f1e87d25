// One variant of the kernels. core/CMakeLists.txt compiles this file several times, each time for a different
// instruction set and with a different ATTENTION_LAB_VARIANT. kernels.h explains why nothing here may share a
// name with another file.
#define ATTENTION_LAB_JOIN_(a, b) a##b
#define ATTENTION_LAB_JOIN(a, b) ATTENTION_LAB_JOIN_(a, b)
#define ATTENTION_LAB_KERNELS ATTENTION_LAB_JOIN(kernels_, ATTENTION_LAB_VARIANT)

#include <limits>

#include "core/attention/kernels.h"
#include "core/attention/kernels_pack.h"
#include "core/attention/kernels_product.h"

namespace attention_lab::ATTENTION_LAB_KERNELS {
namespace {

constexpr Scalar infinity = std::numeric_limits<Scalar>::infinity();
constexpr Scalar not_a_number = std::numeric_limits<Scalar>::quiet_NaN();
constexpr Scalar smallest_normal = std::numeric_limits<Scalar>::min();

// ----------------------------------------------------------------------------------------------- softmax

#ifdef ATTENTION_LAB_DOUBLE
// e^x for x ≤ 0; exactly 0 where the result would be subnormal.
inline Pack exponential(Pack x) {
  for (Index lane = 0; lane < pack_size; ++lane) x[lane] = x[lane] < -708.39 ? 0.0 : __builtin_exp(x[lane]);
  return x;
}
#else
// e^x for x ≤ 0; exactly 0 where the result would be subnormal; NaN stays NaN. Eigen's version does not work
// here: it clamps −∞ to the lowest argument with a normal exponential, but a masked token must get exactly 0.
inline Pack exponential(Pack x) {
  // 1. x = n·ln 2 + r with an integer n and |r| ≤ ½ ln 2. Adding 1.5·2²³ rounds to an integer.
  const Pack lowest = all(-87.3365F);  // ln of the smallest normal number
  const Pack bounded = x < lowest ? lowest : x;
  const Pack rounder = all(0x1.8p23F);
  const Pack rounded = multiply_add(bounded, all(1.44269504F), rounder);
  const Pack n = rounded - rounder;
  // ln 2 in two parts; the first has so few digits that its product with n is exact.
  const Pack r = multiply_add(n, all(2.12194440e-4F), multiply_add(n, all(-0.693359375F), bounded));

  // 2. e^r = 1 + r + r²/2! + …; the first omitted term is below 6e-9.
  Pack e_r = all(1.0F / 5040);
  e_r = multiply_add(e_r, r, all(1.0F / 720));
  e_r = multiply_add(e_r, r, all(1.0F / 120));
  e_r = multiply_add(e_r, r, all(1.0F / 24));
  e_r = multiply_add(e_r, r, all(1.0F / 6));
  e_r = multiply_add(e_r, r, all(0.5F));
  e_r = multiply_add(e_r, r, all(1.0F));
  e_r = multiply_add(e_r, r, all(1.0F));

  // 3. e^x = 2ⁿ·e^r. 2ⁿ is the float whose exponent field is n + 127; n is in the lowest bits of `rounded`.
  typedef unsigned Bits __attribute__((vector_size(pack_bytes)));  // NOLINT: as Lanes
  const Bits exponent = __builtin_bit_cast(Bits, rounded) - __builtin_bit_cast(Bits, rounder) + 127U;
  const Pack two_to_n = __builtin_bit_cast(Pack, exponent << 23U);
  return x < lowest ? Pack{} : e_r * two_to_n;
}
#endif

// The largest entry, or −∞ if there is none. NaN is skipped because it compares false.
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
    sums += e;  // exp(−∞) = 0 in the lanes past the end
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

// Handles a row without a finite maximum: only −∞, or at least one +∞, and perhaps NaN. `logits` and
// `probabilities` may be the same memory.
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
  // 1. Find the maximum; after subtracting it, the largest exponential is exp(0) = 1 and none overflows.
  const Scalar max = maximum(logits, size);
  if (max == infinity || max == -infinity) return softmax_of_infinities(logits, probabilities, size);

  // 2. Compute the exponentials. A subnormal temperature would count as zero here, and 0 ÷ 0 is NaN.
  const Scalar sum = exponentiate(logits, probabilities, size, max,
                                  temperature < smallest_normal ? smallest_normal : temperature);
  if (sum != sum) {
    fill(probabilities, size, not_a_number);
    return SoftmaxOutcome::not_a_number;
  }

  // 3. Divide by their sum, which is at least 1.
  divide(probabilities, sum, probabilities, size);
  return SoftmaxOutcome::ordinary;
}

// --------------------------------------------------------------------------------------------- attention

// Masks the scores of some keys of one query: −∞ for hidden keys, copies for the others.
inline void mask(const WeightsTask& task, Index query, const Scalar* scaled_scores, Scalar* masked_scores) {
  // 1. The part of the span that is to be masked, and what is hidden on either side of it.
  const KeySpan visible = task.visible_keys[query];
  const Index end_key = task.first_key + task.n_keys;
  Index first = visible.first > task.first_key ? visible.first : task.first_key;
  first = smaller(first, end_key);
  Index end = smaller(visible.end, end_key);
  end = end > first ? end : first;
  fill(masked_scores + task.first_key, first - task.first_key, -infinity);
  copy(scaled_scores + first, masked_scores + first, end - first);
  fill(masked_scores + end, end_key - end, -infinity);

  // 2. The cells that are hidden within the span.
  if (task.visible_cells == nullptr) return;
  const unsigned char* cells = task.visible_cells + query * task.n_tokens;
  for (Index key = first; key < end; ++key) {
    if (cells[key] == 0) masked_scores[key] = -infinity;
  }
}

// Handles one query at a time, while its row is in the first-level cache.
void weights(const WeightsTask& task) {
  const Index n_tokens = task.n_tokens;
  for (Index i = 0; i < task.n_queries; ++i) {
    const Scalar* scores = task.scores + i * n_tokens;
    Scalar* scaled_scores = task.scaled_scores + i * n_tokens;
    Scalar* row = task.weights + i * n_tokens;

    divide(scores + task.first_key, task.divisor, scaled_scores + task.first_key, task.n_keys);

    const Scalar* logits = scaled_scores;
    Index n_visible = n_tokens;
    if (task.masked_scores != nullptr) {
      Scalar* masked_scores = task.masked_scores + i * n_tokens;
      mask(task, i, scaled_scores, masked_scores);
      logits = masked_scores;
      n_visible = task.visible_keys[i].end;
    }

    const SoftmaxOutcome outcome = softmax(logits, row, n_visible, task.temperature);
    fill(row + n_visible, n_tokens - n_visible,
         outcome == SoftmaxOutcome::not_a_number ? not_a_number : Scalar{0});
  }
}

#define ATTENTION_LAB_TEXT_(a) #a
#define ATTENTION_LAB_TEXT(a) ATTENTION_LAB_TEXT_(a)

}  // namespace

extern const Kernels kernels;
const Kernels kernels = {ATTENTION_LAB_TEXT(ATTENTION_LAB_VARIANT), multiply, multiply_transposed, weights,
                         softmax};

}  // namespace attention_lab::ATTENTION_LAB_KERNELS

#include "core/document/memory_budget.h"

#include <atomic>
#include <limits>

#include "core/attention/matrix_name.h"
#include "core/document/checks.h"
#include "core/words/number_format.h"

namespace attention_lab {
namespace {

std::atomic<std::size_t> budget = std::numeric_limits<std::size_t>::max();

Index given_numbers(const Shape& shape) {
  const Index embeddings = shape.n_tokens * shape.d_model * (shape.has_positions() ? 2 : 1);
  const Index weights = shape.n_given_heads * shape.d_model * (2 * shape.given_d_k + shape.given_d_v);
  const Index biases = shape.n_given_heads * (2 * shape.given_d_k + shape.given_d_v) + shape.given_d_out;
  return embeddings + weights + biases + shape.n_given_heads * shape.given_d_v * shape.given_d_out;
}

}  // namespace

std::size_t memory_budget() {
  return budget;
}

void set_memory_budget(std::size_t bytes) {
  budget = bytes;
}

std::size_t memory_needed(const Shape& shape) {
  return sizeof(Scalar) * (2 * static_cast<std::size_t>(given_numbers(shape)) + 6 * computed_numbers(shape));
}

std::optional<Error> check_memory(const Shape& shape) {
  const std::size_t needed = memory_needed(shape);
  if (needed <= budget) return std::nullopt;
  return Error{ErrorCode::over_limit,
               "This document would need up to " + size_in_words(needed) + " of memory; the limit is " +
                   size_in_words(budget) +
                   ", half of what the program can have on this machine. Choose fewer tokens or heads, or "
                   "smaller dimensions.",
               ""};
}

}  // namespace attention_lab

#include "core/document/memory_budget.h"

#include <atomic>
#include <cassert>
#include <limits>

#include "core/attention/matrix_name.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"

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
               filled("This document would need up to <needed> of memory; the limit is <limit>, half of what "
                      "is available to the program on this machine. Choose fewer tokens or heads, or smaller "
                      "dimensions.",
                      {{"needed", size_in_words(needed)}, {"limit", size_in_words(budget)}})};
}

void MemoryCount::add(const Document& document) {
  // Insert the entries first, because only that needs memory: if it fails, nothing has been counted yet.
  try {
    memory_of(document, [this](const void* identity, std::size_t) { holders_.try_emplace(identity, 0); });
  } catch (...) {
    std::erase_if(holders_, [](const auto& entry) { return entry.second == 0; });
    throw;
  }
  const std::size_t own = memory_of(document, [this](const void* identity, std::size_t bytes) {
    if (++holders_.find(identity)->second == 1) bytes_ += bytes;
  });
  bytes_ += own;
}

void MemoryCount::remove(const Document& document) {
  const std::size_t own = memory_of(document, [this](const void* identity, std::size_t bytes) {
    const auto holders = holders_.find(identity);
    assert(holders != holders_.end());
    if (--holders->second > 0) return;
    holders_.erase(holders);
    bytes_ -= bytes;
  });
  bytes_ -= own;
}

}  // namespace attention_lab

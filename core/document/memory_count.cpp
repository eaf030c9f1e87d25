#include "core/document/memory_count.h"

#include <cassert>

namespace attention_lab {

void MemoryCount::add(const Document& document) {
  // The entries first, which need memory: where there is not enough, nothing has been counted yet.
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

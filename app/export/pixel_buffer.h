// The memory of a picture in pixels.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <sys/mman.h>

namespace attention_lab {

struct FreeMemory {
  void operator()(unsigned char* memory) const { std::free(memory); }
};
using PixelBuffer = std::unique_ptr<unsigned char, FreeMemory>;

/// Memory for `size` bytes, not cleared; empty if there is none. In large pages where the system has them:
/// the first touch of each page is a tenth of the time that a picture takes.
inline PixelBuffer allocate_pixels(std::size_t size) {
  constexpr std::size_t large_page = std::size_t{2} << 20;
  const std::size_t rounded = (size + large_page - 1) / large_page * large_page;
  PixelBuffer buffer(static_cast<unsigned char*>(std::aligned_alloc(large_page, rounded)));
#ifdef MADV_HUGEPAGE
  if (buffer) ::madvise(buffer.get(), rounded, MADV_HUGEPAGE);
#endif
  return buffer;
}

}  // namespace attention_lab
